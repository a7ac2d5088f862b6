import ColumnModel
import ColumnServices
import JSONKit
import Localization
import TerminalText

/// Podcasts of directories: found, shown under numbers, and found again by them.
enum DirectoryOutput {
    /// Whether a text is the number of something found; a file of that name is `./3`.
    static func isNumber(_ text: String) -> Bool {
        !text.isEmpty && text.count <= 6 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// The address that the last search has under a number.
    static func feed(numbered text: String, _ context: CommandContext) async throws -> String {
        guard let number = Int(text), let url = try await service(context).feed(numbered: number)
        else { throw CommandError.noResult(Int(text) ?? 0) }
        return url
    }

    /// `column search --directory`.
    static func search(_ text: String, limit: Int, _ context: CommandContext) async throws
        -> ExitCode
    {
        let service = try service(context)
        let findings = try await context.interruption.cancelling {
            try await service.search(text, limit: min(limit, 200))
        }
        for failed in findings.failures where !context.isJSON {
            report(failed).write(to: context.console, asJSON: false)
        }
        if context.isJSON {
            context.console.print(json(findings))
        } else {
            table(findings, context.console)
        }
        guard findings.isAsked else {
            context.console.say("column: No directory is set: see directory.itunes.")
            return .usage
        }
        if findings.failures.isEmpty { return .success }
        return findings.podcasts.isEmpty
            ? findings.failures.first.map { report($0).exitCode } ?? .someFailed : .someFailed
    }

    private static func report(_ failed: FailedDirectory) -> FailureReport {
        guard let failure = failed.failure else {
            return FailureReport(
                "directory", .someFailed, "\(failed.name): What came is no answer of a directory.")
        }
        let report = FailureReport(failure, of: failed.name)
        guard failure.code == .login else { return report }
        return FailureReport(
            "login", .login, "\(failed.name): The key was refused.",
            hints: ["“column config set directory.podcast-index-key -” asks for a new one."],
            status: failure.status, url: failure.url)
    }

    private static func table(_ findings: DirectoryFindings, _ console: Console) {
        guard !findings.podcasts.isEmpty else {
            if findings.isAsked, findings.failures.isEmpty { console.note("Nothing was found.") }
            return
        }
        var table = console.table([
            .init(title: "NO", isRight: true), .init(title: "TITLE", isFlexible: true),
            .init(title: "BY", isFlexible: true), .init(title: "EPISODES", isRight: true),
            .init(title: "FEED", isFlexible: true),
        ])
        for podcast in findings.podcasts {
            table.add([
                "\(podcast.number)", SafeText.line(podcast.title),
                SafeText.line(podcast.author ?? ""), podcast.episodeCount.map { "\($0)" } ?? "",
                SafeText.line(podcast.feedURL),
            ])
        }
        console.print(table)
        console.note("“column add NUMBER” subscribes.")
    }

    private static func json(_ findings: DirectoryFindings) -> String {
        var json = JSONWriter()
        json.object { json in
            json.member("version", 1)
            json.key("podcasts")
            json.array { json in
                for podcast in findings.podcasts {
                    json.object { json in
                        json.member("number", podcast.number)
                        json.member("title", podcast.title)
                        json.member("author", podcast.author)
                        json.member("url", podcast.feedURL)
                        json.member("link", podcast.pageURL)
                        json.member("episodes", podcast.episodeCount)
                        json.key("sources")
                        json.array { json in for source in podcast.sources { json.string(source) } }
                    }
                }
            }
            json.key("errors")
            json.array { json in
                for failed in findings.failures {
                    json.object { json in
                        json.member("version", 1)
                        report(failed).addMembers(to: &json)
                    }
                }
            }
        }
        return json.text
    }

    private static func service(_ context: CommandContext) throws -> DirectoryService {
        DirectoryService(
            library: try context.library(), places: try context.places(),
            configuration: try context.configuration())
    }
}
