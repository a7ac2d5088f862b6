import Localization

/// What the interface is told of the program around it.
struct TUISettings: Equatable, Sendable {
    /// The names of its commands.
    var commandNames: [String] = []
    /// How far a skip goes.
    var skipForward = Duration.seconds(30)
    /// How far back.
    var skipBack = Duration.seconds(15)
    /// The signs that the terminal can show.
    var glyphs = Glyphs.unicode
    /// What codes of errors mean, where those who tell of them do not say it in this language.
    var codes: [String: Message] = [:]
    /// What the user is spoken to in.
    var language = Language.english
    /// Seconds east of UTC for a moment, for dates.
    var timeZone: @Sendable (Int64) -> Int64 = { _ in 0 }

    static func == (left: TUISettings, right: TUISettings) -> Bool {
        left.commandNames == right.commandNames && left.language == right.language
            && left.skipForward == right.skipForward
            && left.skipBack == right.skipBack && left.glyphs == right.glyphs
    }
}
