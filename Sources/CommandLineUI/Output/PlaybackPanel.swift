import ColumnModel
import ColumnServices
@preconcurrency import Glibc
import RemoteControl
import TerminalText
import TerminalUI

/// The lines of the player at the bottom of a terminal, as the full screen has them.
struct PlaybackPanel: Sendable {
    private let panel: PlayerPanel

    init(_ context: CommandContext) {
        let environment = context.environment
        panel = PlayerPanel(
            .of(STDERR_FILENO) { environment[$0] }, term: environment["TERM"] ?? "",
            color: context.console.style.hasErrorColor ? .always : .never,
            language: context.console.style.language)
    }

    /// The lines for what the service shows.
    func lines(
        _ status: ColumnServices.PlaybackStatus, chapters: [Chapter], width: Int
    ) -> [PlayerPanel.Line] {
        // Without the list, the chapter that is heard is better than none.
        let known = chapters.isEmpty ? status.chapter.map { [$0] } ?? [] : chapters
        return panel.lines(
            PlaybackSnapshot(status, processID: 0), chapters: known, width: width,
            height: TerminalSize.ofTerminal(STDERR_FILENO)?.rows ?? 24)
    }
}
