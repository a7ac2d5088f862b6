import Localization
import PictureKit
import TerminalText

/// What a terminal can do, by its name: the few facts that a screen needs.
struct TerminalProfile: Sendable, Equatable {
    /// Whether colours are shown.
    var hasColor: Bool
    /// Whether frames are shown as a whole (DEC private mode 2026).
    var hasSynchronizedUpdate: Bool
    /// Whether it has a mouse that is asked for (modes 1000 and 1006) and tells of pastes (2004).
    var hasMouse: Bool
    /// Whether a second screen keeps the first (mode 1049).
    var hasAlternateScreen: Bool
    /// Whether it answers questions, and leaves those alone that it does not know.
    var answers: Bool
    /// Whether tmux or screen stands between, which take the sequences of pictures for their own.
    var isMultiplexed: Bool
    /// How many colours it has.
    var colors: PictureRequest.Colors
    /// What lies behind the text, as far as the environment says it.
    var background: Background
    /// Its signs.
    var glyphs: Glyphs

    /// Looks at the facts and the name of a terminal.
    init(
        _ facts: TerminalFacts, term: String, color: ColorPolicy = .auto,
        environment: (String) -> String? = { _ in nil }
    ) {
        hasColor = facts.usesColor(color)
        // The consoles know neither; a mode that a terminal does not know it leaves alone, but
        // these print parts of what they do not know.
        let isSimple = term == "linux" || term.hasPrefix("vt") || term == "ansi"
        hasSynchronizedUpdate = !isSimple
        hasMouse = !isSimple
        hasAlternateScreen = !isSimple
        let isScreen = environment("STY") != nil || term.hasPrefix("screen")
        isMultiplexed = isScreen || environment("TMUX") != nil || term.hasPrefix("tmux")
        // GNU screen runs some of what it is asked as its own commands.
        answers = !isSimple && !(isScreen && environment("TMUX") == nil)
        colors = Self.colors(term, environment("COLORTERM"))
        background = Background(colorFGBG: environment("COLORFGBG"))
        glyphs = !facts.isUnicode ? .ascii : term == "linux" ? .console : .unicode
    }

    /// The language for a screen: lines may go anywhere, but a screen whose font has no ideographs
    /// (the Linux console, terminals that are not in UTF-8) speaks English.
    func language(of environment: [String: String], isPlain: Bool = false) -> Language {
        isPlain || glyphs == .unicode ? Language(environment: environment) : .english
    }

    private static func colors(_ term: String, _ name: String?) -> PictureRequest.Colors {
        if name == "truecolor" || name == "24bit" || term.hasSuffix("-direct") { return .full }
        if ["kitty", "foot", "alacritty", "ghostty", "wezterm"].contains(where: term.contains) {
            return .full
        }
        return term.contains("256color") ? .many : .sixteen
    }

    /// The sequence that begins a style, in colours that can be read.
    func sequence(_ style: TextStyle) -> String {
        Palette.sequence(style, on: background, colors)
    }

    /// What makes the terminal ready for frames.
    var entry: String {
        (hasAlternateScreen ? "\u{1B}[?1049h" : "")
            + "\u{1B}[0m\u{1B}[H\u{1B}[2J\u{1B}[?25l\u{1B}[?7l"
            + (hasMouse ? "\u{1B}[?1000h\u{1B}[?1006h\u{1B}[?2004h" : "")
    }

    /// What undoes that; also ends a frame that was cut off.
    var exit: String {
        (hasSynchronizedUpdate ? "\u{1B}[?2026l" : "")
            + (hasMouse ? "\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1000l" : "") + "\u{1B}[0m\u{1B}[?7h"
            + (hasAlternateScreen ? "\u{1B}[?1049l" : "\u{1B}[2J\u{1B}[H") + "\u{1B}[?25h"
    }
}
