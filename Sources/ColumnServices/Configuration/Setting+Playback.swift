public import PlaybackRules

// Settings of the player whose values have types of their own.

extension Setting where Value == AudioSessionMode {
    /// How playing gets on with what else sounds.
    public static let playSession = Setting(
        "play.session", .choice(AudioSessionMode.allCases.map(\.rawValue)), default: "solo", .solo
    ) {
        if case .text(let text) = $0 { AudioSessionMode(rawValue: text) } else { nil }
    }
}

extension Setting where Value == Duration? {
    /// How much playing time a stream is fetched ahead of what is heard; nil: the whole file.
    public static let playStreamAhead = Setting(
        "play.stream-ahead", .optional(.duration(.seconds(10)...Duration.seconds(86_400))),
        default: "2m", .seconds(120)
    ) {
        if case .duration(let duration) = $0 { duration } else { .some(nil) }
    }
}

extension Setting where Value == NightTimer? {
    /// The sleep timer that sets itself at night; nil: there is none.
    public static let sleepNight = Setting("sleep.night", .optional(.night), default: "none", nil) {
        if case .text(let text) = $0 { SleepText.night(text) } else { .some(nil) }
    }
}

extension Setting where Value == Bool {
    /// Whether cover pictures are fetched.
    public static let playArtwork = Setting(
        "play.artwork", .boolean, default: "on", true, perColumn: true
    ) {
        if case .boolean(let isOn) = $0 { isOn } else { nil }
    }
}

extension Setting where Value == String {
    /// How the full screen shows cover pictures.
    public static let tuiImages = Setting(
        "tui.images", .choice(["auto", "kitty", "sixel", "blocks", "off"]), default: "auto", "auto"
    ) {
        if case .text(let text) = $0 { text } else { nil }
    }
}
