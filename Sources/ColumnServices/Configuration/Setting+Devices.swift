// Other devices, directories, and where secrets are kept.

extension Setting where Value == String {
    /// Where logins are kept.
    public static let secretsStore = Setting(
        "secrets.store", .choice(CredentialStore.Mode.allCases.map(\.rawValue)), default: "auto",
        "auto"
    ) {
        if case .text(let text) = $0 { text } else { nil }
    }
}

extension Setting where Value == Bool {
    /// Whether a sync of all columns also syncs with other devices.
    public static let devicesSync = flag("devices.sync", true)
    /// Whether the server of devices learns of feeds with a login or a token.
    public static let devicesPrivateFeeds = flag("devices.private-feeds", false)

    private static func flag(_ name: String, _ value: Bool) -> Setting {
        Setting(name, .boolean, default: value ? "on" : "off", value) {
            if case .boolean(let isOn) = $0 { isOn } else { nil }
        }
    }
}

extension Setting where Value == Int {
    /// How many removals by other devices are done without a yes.
    public static let devicesRemoveLimit = Setting(
        "devices.remove-limit", .count(0...1_000), default: "5", 5
    ) {
        if case .count(let count) = $0 { count } else { nil }
    }
}

extension Setting where Value == String? {
    /// The address of the iTunes Search API; nil: it is not asked.
    public static let directoryITunes = address("directory.itunes", "https://itunes.apple.com")
    /// The address of Podcast Index; nil: it is not asked.
    public static let directoryPodcastIndex = address(
        "directory.podcast-index", "https://api.podcastindex.org")

    private static func address(_ name: String, _ value: String) -> Setting {
        Setting(name, .optional(.text), default: value, value) {
            if case .text(let text) = $0 { text } else { .some(nil) }
        }
    }
}
