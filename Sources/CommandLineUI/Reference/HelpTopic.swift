import Localization

/// Matters that belong to no single command: `column help hooks`.
struct HelpTopic {
    /// The word by which it is asked for.
    let name: String
    /// Paragraphs; one with a blank at its beginning is set as it stands.
    let paragraphs: [Message]

    static let all = [hooks]

    private static let hooks = HelpTopic(
        name: "hooks",
        paragraphs: [
            """
            Hooks are your own programs that column runs when something has happened. They lie in \
            the folder hooks beside the settings (“column config path” names these, as \
            ~/.config/column/config) and are named after the event:
            """,
            "  episode-new        a sync found an episode that is new",
            "  download-complete  a download is whole",
            "  playback-ended     an episode was heard to its end",
            "  sync-done          a sync is over",
            """
            Each gets one JSON object on standard input, with version, event, at (seconds since \
            1970), and: episode (id, column, columnTitle, guid, title, published, duration, \
            link, audioURL); for download-complete also path and bytes; for sync-done \
            columns, added, updated and failed.
            """,
            """
            A hook has 30 seconds. It never stops or fails the run; what it prints is not shown, \
            and its first line is told by --verbose where the hook fails. Of a sync’s new \
            episodes the first 100 are told one by one. A hook that may not be executed, or \
            that others may write, is not run, and that is said.
            """,
            "  #!/bin/sh",
            "  # hooks/download-complete: what to do with a file",
            "  path=$(jq -r .path) && cp -- \"$path\" /media/player/",
        ])

    /// Whether a paragraph is set as it stands.
    static func isSet(_ paragraph: Message) -> Bool { paragraph.english.hasPrefix(" ") }

    /// The finished text without a last line end.
    func text(in language: Language = .english) -> String {
        var lines: [String] = []
        for (index, paragraph) in paragraphs.enumerated() {
            let isSet = Self.isSet(paragraph)
            if index > 0, !isSet || !Self.isSet(paragraphs[index - 1]) { lines.append("") }
            let text = paragraph.text(in: language)
            lines += isSet ? [text] : HelpText.wrap(text, indent: 0)
        }
        return lines.joined(separator: "\n")
    }
}
