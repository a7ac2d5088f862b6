import PictureKit

/// Finds out how pictures reach a terminal: by the user's setting, its name, and what it answers.
///
/// The answers come when they come; until then there are no pictures. All terminals answer in turn,
/// so that what was not answered before the attributes is not known.
struct ImageNegotiation {
    /// After so long nothing comes any more.
    static let patience = Duration.milliseconds(1_500)

    /// Whether an answer is awaited.
    private(set) var isPending: Bool
    /// What lies behind the text, where the terminal said it.
    private(set) var background: Background?
    private let wish: String
    private let profile: TerminalProfile
    private var knowsKitty = false
    private var knowsSixel = false
    private var cell: (width: Int, height: Int)?

    /// - Parameter wish: `auto`, `kitty`, `sixel`, `blocks` or `off`.
    init(wish: String, profile: TerminalProfile) {
        // Whoever wants no colours wants no pictures.
        self.wish = profile.hasColor ? wish : "off"
        self.profile = profile
        isPending = profile.answers && profile.hasColor
    }

    /// What the terminal is asked, once.
    var questions: String {
        guard isPending else { return "" }
        var text = "\u{1B}]11;?\u{1B}\\"
        if wish == "auto" || wish == "sixel", !profile.isMultiplexed {
            // tmux takes the first for a title.
            text += ScreenPicture.kittyQuestion + "\u{1B}[16t"
        }
        return text + "\u{1B}[c"
    }

    /// Takes an answer.
    mutating func take(_ answer: TerminalAnswer) {
        switch answer {
        case .kittyGraphics(let isKnown): knowsKitty = isKnown
        case .cellSize(let width, let height): cell = (width, height)
        case .background(let found): background = found
        case .attributes(let attributes):
            knowsSixel = attributes.contains(4)
            isPending = false
        }
    }

    /// Waits no longer.
    mutating func giveUp() { isPending = false }

    /// What is known now.
    ///
    /// - Parameter known: a cell's size in pixels, where the system knows it.
    func support(cell known: (width: Int, height: Int)?) -> ImageSupport {
        let cell = known ?? self.cell
        var support = ImageSupport(form: form(isCellKnown: cell != nil), colors: profile.colors)
        // Without more, a cell is twice as high as wide.
        if let cell, support.form != .blocks {
            (support.cellWidth, support.cellHeight) = cell
        }
        return support
    }

    private func form(isCellKnown: Bool) -> PictureRequest.Form? {
        let blocks: PictureRequest.Form? = canDrawBlocks ? .blocks : nil
        switch wish {
        case "kitty": return .kitty
        case "blocks": return blocks
        case "sixel": return isCellKnown ? .sixel : isPending ? nil : blocks
        case "auto":
            if isPending { return nil }
            if profile.isMultiplexed { return blocks }
            return knowsKitty ? .kitty : knowsSixel && isCellKnown ? .sixel : blocks
        default: return nil
        }
    }

    /// The Linux console and old terminals have eight colours and few signs.
    private var canDrawBlocks: Bool {
        profile.glyphs.isUnicode && profile.hasSynchronizedUpdate
    }
}
