import RemoteControl
import TerminalText

/// Where things stand on a screen of a size.
struct Layout: Equatable, Sendable {
    /// The smallest screen.
    static let minimumWidth = 40
    /// Its height.
    static let minimumHeight = 10

    /// Whether there is no room for all this.
    let isTooSmall: Bool
    /// The rows of the list.
    let list: Area
    /// The article, where it is shown.
    let article: Area?
    /// The line between list and article, upright or flat.
    let divider: Area?
    /// The line above the player, where there is room.
    let rule: Int?
    /// The player's two lines.
    let player: Area?
    /// The cells of its bar.
    let bar: Area?
    /// The last line.
    let footer: Int

    init(_ state: TUIState) {
        let (width, height) = (state.size.columns, state.size.rows)
        isTooSmall = width < Self.minimumWidth || height < Self.minimumHeight
        footer = max(0, height - 1)
        let showsPlayer = state.player?.snapshot.track != nil
        let hasRule = showsPlayer && height >= 16
        let playerHeight = showsPlayer ? 2 : 0
        var bottom = footer - playerHeight
        player =
            showsPlayer
            ? Area(column: 0, row: bottom, width: width, height: playerHeight) : nil
        bar = player.flatMap { PlayerView.bar(in: $0, state) }
        if hasRule { bottom -= 1 }
        rule = hasRule ? bottom : nil
        let body = Area(column: 0, row: 1, width: width, height: max(0, bottom - 1))
        if width >= 100 {
            let left = min(body.width - 44, max(48, body.width * 55 / 100))
            list = Area(column: 0, row: body.row, width: left, height: body.height)
            divider = Area(column: left, row: body.row, width: 1, height: body.height)
            article = Area(
                column: left + 1, row: body.row, width: body.width - left - 1, height: body.height)
        } else if state.isArticleOpen, body.height >= 16 {
            // A short list leaves its room to the text.
            let upper = max(3, min(max(5, body.height / 3), state.list.rows.count))
            list = Area(column: 0, row: body.row, width: width, height: upper)
            divider = Area(column: 0, row: body.row + upper, width: width, height: 1)
            article = Area(
                column: 0, row: body.row + upper + 1, width: width,
                height: body.height - upper - 1)
        } else if state.isArticleOpen {
            list = Area(column: 0, row: body.row, width: width, height: 0)
            divider = nil
            article = body
        } else {
            list = body
            divider = nil
            article = nil
        }
    }

    /// The cells of a line of the article: with a blank at both sides, and no longer than reads well.
    func articleTextWidth(_ area: Area) -> Int {
        max(10, min(88, area.width - 2))
    }
}
