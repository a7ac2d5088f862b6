import ColumnModel
import ColumnServices
@preconcurrency import Glibc
import JSONKit
import LibraryImport
import Localization
import TerminalText

/// `column import`.
enum ImportCommand {
    static let description = CommandDescription(
        name: "import", group: .library,
        summary: "Take over subscriptions and what was played from other programs",
        examples: [
            .init("column import columns.opml", "Subscribes to what another program exported"),
            .init("column import ~/gPodder/Database", "Takes over gPodder’s library"),
            .init("column import AntennaPodBackup.db", "Takes over what AntennaPod exported"),
            .init("column import -", "Reads a list from standard input"),
        ],
        operands: [OperandDescription("FILE", .file)], options: [.json],
        notes: [
            """
            It reads OPML, gPodder’s Database, AntennaPod’s database export, castero.db, \
            newsboat’s urls and cache.db, podboat’s queue, Pocket Casts’ database export \
            (unpacked) and lists of episodes, and “column export --format json”. A file is \
            known by its content, and only read.
            """,
            """
            Subscriptions come with folders as tags (column.tags) and with logins; episodes with \
            what was played, liked, queued and where listening stopped. Nothing is fetched: \
            what belongs to an episode waits until a sync brings it. What cannot be taken \
            is named. Doing it twice does no harm, and “column undo” takes it back.
            """,
        ], next: ["column sync", "column list"],
        action: { context in
            try await importFile(context.arguments.operand("FILE") ?? "", context)
                ? .success : .someFailed
        })

    /// Takes over what a file has without fetching anything; false where some was left out.
    static func importFile(_ path: String, _ context: CommandContext) async throws -> Bool {
        guard path == "-" || !FilePath.isFolder(path) else { throw CommandError.isFolder(path) }
        let places = try context.places()
        let foreign: ForeignLibrary
        do {
            foreign = try LibraryService.readForeignLibrary(
                path == "-" ? path : FilePath.absolute(path), places: places)
        } catch let error as LibraryImportError {
            throw ImportFault(path: path, error: error)
        }
        let summary = try await context.library().take(
            foreign, logins: try context.credentials())
        if context.isJSON, context.arguments.path == ["import"] {
            printJSON(summary, context)
        } else {
            tell(summary, of: path, context.console)
        }
        return summary.refused.isEmpty && !summary.isCut
    }

    private static func tell(_ summary: ImportSummary, of path: String, _ console: Console) {
        for entry in summary.refused {
            console.say("column: no address: \(SafeText.line(entry))")
        }
        let refused = summary.refused.count
        let unusable: Message = refused > 0 ? ", \(refused) without a usable address" : ""
        console.note(
            """
            \(SafeText.line(path)) (\(summary.source.words)): \
            \(count: summary.newColumns.count, "new column"), \(summary.knownCount) known\(unusable).
            """)
        let counts: [(count: Int, words: Message)] = [
            (summary.played, "\(summary.played) played"),
            (summary.positions, "\(summary.positions) with a place in them"),
            (summary.liked, "\(summary.liked) liked"),
            (summary.queued, "\(summary.queued) queued"),
            (summary.bookmarks, "\(summary.bookmarks) bookmarks"),
        ]
        let told = counts.filter { $0.count > 0 }.map(\.words)
        if !told.isEmpty { console.note("Episodes: \(Message.list(told, .clauses)).") }
        if summary.waiting > 0 {
            console.note(
                """
                \(count: summary.waiting, "episode") with played, places, likes or queue \
                wait for the sync that brings them.
                """)
        }
        for omission in summary.omissions {
            console.note("Not taken: \(omission.words).")
        }
        if !summary.newColumns.isEmpty { console.note("“column sync” reads the feeds.") }
        if summary.isCut {
            console.say(
                """
                column: \(console.errorRed("warning: "))\
                \(SafeText.line(path)) ends in the middle; what came after is missing.
                """)
        }
    }

    private static func printJSON(_ summary: ImportSummary, _ context: CommandContext) {
        var json = JSONWriter()
        json.object { json in
            json.member("version", 1)
            json.member("source", summary.source.rawValue)
            json.key("columns")
            json.array { json in for id in summary.newColumns { json.number(id.rawValue) } }
            json.member("known", summary.knownCount)
            json.member("played", summary.played)
            json.member("positions", summary.positions)
            json.member("liked", summary.liked)
            json.member("queued", summary.queued)
            json.member("bookmarks", summary.bookmarks)
            json.member("waiting", summary.waiting)
            json.key("refused")
            json.array { json in for entry in summary.refused { json.string(entry) } }
            json.key("notTaken")
            json.object { json in
                for omission in summary.omissions {
                    json.member(omission.kind.rawValue, omission.count)
                }
            }
            json.member("cut", summary.isCut)
        }
        context.console.print(json.text)
    }
}

extension ForeignLibrary.Source {
    fileprivate var words: String {
        switch self {
        case .opml: "OPML"
        case .gPodder: "gPodder"
        case .antennaPod: "AntennaPod"
        case .castero: "castero"
        case .newsboat: "newsboat"
        case .podboat: "podboat"
        case .pocketCasts: "Pocket Casts"
        case .column: "column"
        }
    }
}

extension ForeignOmission {
    fileprivate var words: Message {
        switch kind {
        case .files:
            "\(count: count, "downloaded file") (“column download” fetches them anew)"
        case .localFeeds: "\(count: count, "folder") of local files"
        case .paused:
            "that \(count: count, "subscription") rest (they come as live ones)"
        case .madeFeeds: "\(count: count, "feed") made by a query, filter or program"
        case .skips: "skipping of beginnings and ends (\(count: count, "column"))"
        case .downloadRules:
            "rules of what to download (\(count: count, "column")); see download.only"
        case .flags: "newsboat’s flags (\(count: count, "item"))"
        case .feedAddresses: "the feeds’ addresses, which are not in it: import its OPML too"
        case .states: "what was read, which is not in it: import cache.db too"
        case .likes: "likes, which that program does not know"
        case .positions: "places in episodes, which that program does not know"
        }
    }
}
