import ColumnModel
import ColumnServices
import FeedParsing
@preconcurrency import Glibc
import TerminalText

/// `column import`.
enum ImportCommand {
    static let description = CommandDescription(
        name: "import", group: .library, summary: "Subscribe to all feeds of a list (OPML)",
        examples: [
            .init("column import columns.opml", "Subscribes to what another program exported"),
            .init("column import -", "Reads the list from standard input"),
        ],
        operands: [OperandDescription("FILE", .file)], next: ["column sync", "column list"],
        action: { context in
            try await importFile(context.arguments.operand("FILE") ?? "", context)
                ? .success : .someFailed
        })

    /// Subscribes to all feeds of a file without fetching them; false where some were left out.
    static func importFile(_ path: String, _ context: CommandContext) async throws -> Bool {
        let bytes: [UInt8]
        if path == "-" {
            guard let read = PrivateFile.readAll(STDIN_FILENO) else {
                throw CommandError.cannotRead(path: "standard input", errno: errno)
            }
            bytes = read
        } else {
            guard !FilePath.isFolder(path) else { throw CommandError.isFolder(path) }
            guard let read = try PrivateFile.read(FilePath.absolute(path)) else {
                throw CommandError.cannotRead(path: path, errno: ENOENT)
            }
            bytes = read
        }
        guard let list = SubscriptionList.read(bytes) else {
            throw CommandError.notOPML(path: path)
        }
        let library = try context.library()
        let credentials = try context.credentials()
        var (added, known, refused) = (0, 0, list.skipped.count)
        for entry in list.skipped {
            context.console.say("column: no address: \(SafeText.line(entry))")
        }
        for entry in list.subscriptions {
            guard let address = FeedAddress(entry.feedURL) else {
                refused += 1
                context.console.say("column: no address: \(SafeText.line(entry.feedURL))")
                continue
            }
            let (_, isNew) = try await library.subscribe(to: address.url, title: entry.title)
            if let login = address.login { try await credentials.set(login, forFeed: address.url) }
            if isNew { added += 1 } else { known += 1 }
        }
        var line =
            "\(SafeText.line(path)): \(NumberText.count(added, "new column")), \(known) known"
        if refused > 0 { line += ", \(refused) without a usable address" }
        context.console.note(line + ". “column sync” reads them.")
        if list.isCut {
            context.console.say(
                "column: " + context.console.errorRed("warning: ")
                    + "\(SafeText.line(path)) ends in the middle; what came after is missing.")
        }
        return refused == 0 && !list.isCut
    }
}
