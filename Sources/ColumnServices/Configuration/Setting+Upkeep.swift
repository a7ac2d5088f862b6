extension Setting where Value == Int {
    /// How many automatic backups are kept.
    public static let backupKeep = Setting("backup.keep", .count(1...1_000), default: "4", 4) {
        if case .count(let count) = $0 { count } else { nil }
    }
}

extension Setting where Value == Duration? {
    /// How old the last automatic backup may become before a sync makes another; nil: never.
    public static let backupInterval = Setting(
        "backup.interval",
        .optional(.duration(Duration.seconds(3_600)...Duration.seconds(3_660 * 86_400))),
        default: "7d", .seconds(7 * 86_400)
    ) {
        if case .duration(let duration) = $0 { duration } else { .some(nil) }
    }
}

extension Setting where Value == String? {
    /// The tags of a column, in the form of `ColumnTags`.
    public static let columnTags = Setting(
        "column.tags", .optional(.text), default: "none", nil, perColumn: true
    ) {
        if case .text(let text) = $0 { text } else { .some(nil) }
    }
}
