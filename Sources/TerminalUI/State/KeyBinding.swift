import Localization
import PlaybackRules

/// Keys and a word for one command: the one table from which keys, help and plain mode are made.
struct KeyBinding: Sendable {
    /// The headings of the help.
    enum Group: CaseIterable, Sendable {
        case moving, player, library, program

        /// What it says.
        var title: Message {
            switch self {
            case .moving: "Moving"
            case .player: "Player"
            case .library: "Library"
            case .program: "Program"
            }
        }
    }

    let group: Group
    let keys: [TUIKey]
    /// What plain mode calls it.
    let word: String
    let command: UserCommand
    let help: Message

    init(
        _ group: Group, _ keys: [TUIKey], _ word: String, _ command: UserCommand, _ help: Message
    ) {
        self.group = group
        self.keys = keys
        self.word = word
        self.command = command
        self.help = help
    }

    static let all: [KeyBinding] = moving + player + library + program

    /// What the keys do.
    static let commands: [TUIKey: UserCommand] = {
        var commands: [TUIKey: UserCommand] = [:]
        for binding in all {
            for key in binding.keys { commands[key] = binding.command }
        }
        return commands
    }()

    private static let moving: [KeyBinding] =
        [
            .init(.moving, [.down, .character("j")], "down", .move(1), "Next row"),
            .init(.moving, [.up, .character("k")], "up", .move(-1), "Previous row"),
            .init(
                .moving, [.pageDown, .control("f")], "page-down", .moveHalfPages(2), "A page on"),
            .init(
                .moving, [.pageUp, .control("b")], "page-up", .moveHalfPages(-2), "A page back"),
            .init(.moving, [.control("d")], "half-down", .moveHalfPages(1), "Half a page on"),
            .init(.moving, [.control("u")], "half-up", .moveHalfPages(-1), "Half a page back"),
            .init(.moving, [.home, .character("g")], "first", .moveToFirst, "First row"),
            .init(.moving, [.end, .character("G")], "last", .moveToLast, "Last row"),
            .init(
                .moving, [.enter, .right, .character("l")], "open", .open,
                "Open: a column, an article, a bookmark"),
            .init(.moving, [.escape, .left, .character("h")], "back", .back, "Back"),
            .init(.moving, [.character("C")], "its-column", .openColumn, "The episode's column"),
            .init(
                .moving, [.character("t")], "next-time", .moveToStamp(1),
                "Next time; Enter plays it"),
            .init(
                .moving, [.character("T")], "previous-time", .moveToStamp(-1),
                "Previous time in the text"),
            .init(
                .moving, [.character("f")], "follow", .goToSpeech, "To what is spoken now"
            ),
            .init(
                .moving, [.character("F")], "play-here", .playParagraph,
                "Play from this paragraph"),
            .init(.moving, [.tab], "next-screen", .nextScreen, "Next list"),
            .init(.moving, [.backTab], "previous-screen", .previousScreen, "Previous list"),
            .init(.moving, [.character("o")], "order", .nextOrder, "Newest, oldest, title, length"),
            .init(.moving, [.character("/")], "find", .typeSearch, "Search everything"),
        ]
        + ScreenKind.allCases.enumerated().map { index, kind in
            KeyBinding(
                .moving, [.character(Character("\(index + 1)"))], kind.rawValue, .show(kind),
                kind.title)
        }

    private static let player: [KeyBinding] = [
        .init(.player, [.character("p")], "play", .play, "Play what is selected"),
        .init(.player, [.character(" ")], "toggle", .toggle, "Pause, go on"),
        .init(.player, [.character("X")], "stop", .stop, "Stop; the place is kept"),
        .init(.player, [.character(".")], "forward", .skip(isForward: true), "Skip forward"),
        .init(.player, [.character(",")], "backward", .skip(isForward: false), "Skip back"),
        .init(.player, [.character("U")], "undo-seek", .undoSeek, "Back to before the last seek"),
        .init(.player, [.character("n")], "next", .nextTrack, "Next episode"),
        .init(.player, [.character("N")], "previous", .previousTrack, "Previous episode"),
        .init(.player, [.character(">")], "next-chapter", .chapter(1), "Next chapter"),
        .init(.player, [.character("<")], "previous-chapter", .chapter(-1), "Previous chapter"),
        .init(.player, [.character("]")], "faster", .changeSpeed(0.1), "Faster"),
        .init(.player, [.character("[")], "slower", .changeSpeed(-0.1), "Slower"),
        .init(.player, [.character("}")], "normal", .setSpeed(1), "Normal speed"),
        .init(
            .player, [.character("+"), .character("=")], "louder", .changeVolume(0.1), "Louder"),
        .init(.player, [.character("-")], "softer", .changeVolume(-0.1), "Softer"),
        .init(
            .player, [.character("s")], "sleep-more", .extendSleep,
            "Sleep timer: 15 minutes more"),
        .init(
            .player, [.character("c")], "sleep-chapter", .sleep(.chapters(1)),
            "Sleep at the chapter's end"),
        .init(.player, [.character("S")], "sleep-off", .sleep(nil), "No sleep timer"),
        .init(.player, [.character("M")], "mode", .nextMode, "Order of playing"),
        .init(
            .player, [.character("b")], "bookmark", .bookmark(note: nil),
            "Bookmark what is heard"),
        .init(.player, [.character("B")], "note", .typeNote, "Bookmark with a note"),
    ]

    private static let library: [KeyBinding] = [
        .init(.library, [.character("e")], "enqueue", .enqueue(atFront: false), "Into the queue"),
        .init(
            .library, [.character("E")], "enqueue-first", .enqueue(atFront: true),
            "To the queue's front"),
        .init(.library, [.character("J")], "later", .moveInQueue(1), "Later in the queue"),
        .init(.library, [.character("K")], "sooner", .moveInQueue(-1), "Sooner in the queue"),
        .init(
            .library, [.character("x"), .delete], "remove", .remove,
            "Out of the queue, bookmarks, columns"),
        .init(.library, [.character("L")], "like", .like, "Like, or no longer"),
        .init(.library, [.character("m")], "mark", .markPlayed, "Played, or not"),
        .init(.library, [.character("d")], "download", .download, "Download"),
        .init(.library, [.character("r")], "sync", .syncColumn, "Sync this column"),
        .init(.library, [.character("R")], "sync-all", .syncAll, "Sync all columns"),
        .init(.library, [.control("x")], "cancel", .cancelJob, "Break off what runs"),
        .init(.library, [.character("u")], "undo", .undo, "Take the last change back"),
        .init(.library, [.character("a")], "subscribe", .typeCommand("add "), "Subscribe"),
    ]

    private static let program: [KeyBinding] = [
        .init(.program, [.character(":")], "command", .typeCommand(""), "A command of column"),
        .init(.program, [.character("?")], "help", .help, "This help"),
        .init(.program, [.control("l")], "redraw", .redraw, "Draw anew"),
        .init(.program, [.control("z")], "suspend", .suspend, "Back to the shell for a while"),
        .init(
            .program, [.character("q"), .control("c")], "quit", .quit,
            "Leave; the player goes on"),
    ]
}
