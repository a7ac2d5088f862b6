// The rules by which new episodes are downloaded by themselves; each column may have its own.

extension Setting where Value == String? {
    /// Only episodes whose title holds one of these texts, separated by `|`; nil: all.
    public static let downloadOnly = texts("download.only")
    /// No episode whose title holds one of these texts, separated by `|`; nil: none is left out.
    public static let downloadSkip = texts("download.skip")

    private static func texts(_ name: String) -> Setting {
        Setting(name, .optional(.text), default: "none", nil, perColumn: true) {
            if case .text(let text) = $0 { text } else { .some(nil) }
        }
    }
}

extension Setting where Value == Duration? {
    /// No episode that its feed calls shorter; nil: no limit.
    public static let downloadMinimumLength = length("download.min-length")
    /// No episode that its feed calls longer; nil: no limit.
    public static let downloadMaximumLength = length("download.max-length")

    private static func length(_ name: String) -> Setting {
        Setting(
            name, .optional(.duration(.zero...Duration.seconds(7 * 86_400))), default: "none", nil,
            perColumn: true
        ) {
            if case .duration(let duration) = $0 { duration } else { .some(nil) }
        }
    }
}
