import ColumnModel
import RemoteControl
import TerminalText

/// The bar of what was heard, what is there, and where chapters begin.
enum PlayerBar {
    static func parts(
        _ player: PlayerState, duration: Duration, at now: Duration, width: Int
    ) -> [ProgressBar.Part] {
        let share = { (place: Duration) in min(1, max(0, place / duration)) }
        let heard = share(player.position(at: now))
        let buffered = player.snapshot.bufferedRanges.map {
            share($0.lowerBound)..<max(share($0.lowerBound), share($0.upperBound))
        }
        // Where chapters are closer than two cells, marks would hide the rest.
        let marks =
            player.chapters.count * 3 <= width ? player.chapters.map { share($0.start) } : []
        return ProgressBar(layers: [buffered, [0..<heard]], marks: marks, position: heard)
            .parts(width: width)
    }

    static func style(of part: ProgressBar.Part) -> TextStyle {
        switch part {
        case .empty: .dim
        case .layer(0): []
        case .layer: .cyan
        case .mark: .yellow
        case .position: [.bold, .cyan]
        }
    }
}
