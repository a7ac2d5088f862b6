import ColumnModel
import ColumnServices
@preconcurrency import Glibc
import JSONKit
import Localization
import TerminalText

/// `column fsck`.
enum FsckCommand {
    private static let repair = OptionDescription.flag(
        "repair", nil, "Mend files: fetch what is missing of them.")
    private static let quick = OptionDescription.flag(
        "quick", nil, "Look at names and sizes only.")

    static let description = CommandDescription(
        name: "fsck", group: .upkeep, summary: "Check the library and its files",
        examples: [
            .init("column fsck", "Reads every file and compares it with the library"),
            .init("column fsck --repair", "Fetches again what is missing or damaged"),
        ],
        options: [repair, quick, .json],
        notes: [
            """
            Of a damaged file only what differs is fetched. Files that belong to no episode are \
            moved to the trash folder. It ends with 3 where something is left to mend.
            """
        ], next: ["column fsck --repair", "column clean"], action: run)

    @Sendable private static func run(_ context: CommandContext) async throws -> ExitCode {
        let (library, console) = (try context.library(), context.console)
        let configuration = try context.configuration()
        let service = StorageService(
            library: library, places: try context.places(), configuration: configuration)
        let faults = try await library.integrityFaults()
        for fault in faults { console.say("column: library: \(SafeText.line(fault))") }
        let display = ProgressDisplay(console: console)
        let readsContents = !context.arguments.has(quick)
        let findings = try await context.interruption.cancelling {
            try await service.check(readsContents: readsContents) { file in
                display.update { _ in [console.text("Checking \(SafeText.line(file))")] }
            }
        }
        display.finish()
        if context.isJSON {
            printJSON(findings, faults, context)
        } else {
            for finding in findings {
                console.print(SafeText.line(console.text(words(of: finding))))
            }
            if findings.isEmpty, faults.isEmpty { console.note("All is as it should be.") }
        }
        guard context.arguments.has(repair), !findings.isEmpty else {
            if !findings.isEmpty { console.note("“column fsck --repair” mends files.") }
            return findings.isEmpty && faults.isEmpty ? .success : .someFailed
        }
        guard try await library.holdsEpisodes() else {
            // All files seem to belong to nobody, most likely since the library was lost.
            console.say("column: The library is empty, so no file was moved.")
            console.say("  “column restore FILE” brings a backup of the library back.")
            return .someFailed
        }
        let code = try await mend(findings, service, context)
        try await context.updateLinks(configuration)
        return faults.isEmpty ? code : .someFailed
    }

    private static func mend(
        _ findings: [StorageFinding], _ service: StorageService, _ context: CommandContext
    ) async throws -> ExitCode {
        let episodes = try await service.prepareRepair(findings)
        let report = DownloadReport(context, episodes: episodes)
        guard !episodes.isEmpty else {
            context.console.note("Mended.")
            return .success
        }
        let downloads = DownloadService(
            library: try context.library(), places: try context.places(),
            configuration: try context.configuration())
        defer { report.display.finish() }
        let outcome = try await context.interruption.cancelling {
            try await downloads.download(episodes) { report.add($0) }
        }
        report.finish(outcome)
        if outcome.missingSpace != nil { return .diskFull }
        return FailureReport.exitCode(of: outcome.failures.map(\.code), among: episodes.count)
    }

    private static func words(of finding: StorageFinding) -> Message {
        let reason: Message =
            switch finding.fault {
            case .missing: "is gone"
            case .truncated(let bytes, let expected):
                "has \(bytes) bytes, not \(expected)"
            case .changed: "has other bytes than were downloaded"
            case .notAudio: "is no audio"
            case .orphan: "belongs to no episode"
            case .unreadable(let code): "cannot be read: \(SystemErrorText.words(code))"
            }
        let fault: Message = "\(finding.file) \(reason)"
        return finding.episode.map { "episode \($0.rawValue): \(fault)" } ?? fault
    }

    private static func printJSON(
        _ findings: [StorageFinding], _ faults: [String], _ context: CommandContext
    ) {
        var json = JSONWriter()
        json.object { json in
            json.member("version", 1)
            json.key("library")
            json.array { json in for fault in faults { json.string(fault) } }
            json.key("files")
            json.array { json in
                for finding in findings {
                    json.object { json in
                        json.member("episode", finding.episode?.rawValue)
                        json.member("file", finding.file)
                        json.member("fault", name(of: finding.fault))
                    }
                }
            }
        }
        context.console.print(json.text)
    }

    private static func name(of fault: StorageFinding.Fault) -> String {
        switch fault {
        case .missing: "missing"
        case .truncated: "truncated"
        case .changed: "changed"
        case .notAudio: "not-audio"
        case .orphan: "orphan"
        case .unreadable: "unreadable"
        }
    }
}
