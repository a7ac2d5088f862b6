import ColumnModel
import ColumnServices
import JSONKit
import Localization
import Testing

@testable import CommandLineUI

@Suite struct FailureReportTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let error: any Error
        let code: String
        let exitCode: ExitCode
        let message: String
        var testDescription: String { code }
    }

    @Test(arguments: [
        Row(
            error: LibraryError.busy, code: "library-busy", exitCode: .busy,
            message: "Another program holds the library’s lock."),
        Row(
            error: LibraryError.newerSchema(path: "/l", found: 9, known: 1), code: "library-newer",
            exitCode: .internalError,
            message: "The library /l was written by a later version of column"
                + " (its form is 9, this version knows 1)."),
        Row(
            error: LibraryError.diskFull, code: "disk-full", exitCode: .diskFull,
            message: "The disk with the library is full."),
        Row(
            error: LibraryError.notFound(.episode, "x"), code: "not-found", exitCode: .notFound,
            message: "No episode is called “x”."),
        Row(
            error: PlacesError.cannotWrite(path: "/c", errno: 28), code: "disk-full",
            exitCode: .diskFull, message: "/c cannot be written: No space left on device."),
        Row(
            error: PlacesError.cannotWrite(path: "/c", errno: 13), code: "file",
            exitCode: .internalError, message: "/c cannot be written: Permission denied."),
        Row(
            error: ConfigurationError.unknownKey("sync.tiemout"), code: "config-key",
            exitCode: .usage, message: "There is no setting “sync.tiemout”."),
        Row(
            error: ServiceError.alreadyRunning(job: "sync"), code: "already-running",
            exitCode: .busy, message: "Another “column sync” is running."),
        Row(
            error: CommandError.nothingToGoOnWith, code: "nothing-playing", exitCode: .notFound,
            message: "Nothing was playing, and the queue is empty."),
    ])
    func errorsBecomeWordsAndCodes(_ row: Row) {
        let report = FailureReport(row.error)
        #expect(report.code == row.code)
        #expect(report.exitCode == row.exitCode)
        #expect(report.message.english == row.message)
        #expect(!report.hints.isEmpty || row.code == "file")
    }

    @Test func aTypingSlipInASettingIsMended() {
        #expect(
            FailureReport(ConfigurationError.unknownKey("sync.tiemout")).hints
                == ["Did you mean sync.timeout?"])
    }

    @Test func everyFailureHasASentence() {
        for code in FailureCode.allCases {
            let report = FailureReport(Failure(code: code, status: 404))
            #expect(report.code == code.rawValue)
            #expect(report.message.english.hasSuffix("."), "\(code)")
            #expect(
                report.exitCode != .success
                    && (report.exitCode == .internalError) == (code == .file))
        }
    }

    struct Mix: Sendable, CustomTestStringConvertible {
        let failures: [FailureCode]
        let count: Int
        let exitCode: ExitCode
        var testDescription: String { "\(failures) of \(count)" }
    }

    @Test(arguments: [
        Mix(failures: [], count: 3, exitCode: .success),
        Mix(failures: [.dns], count: 3, exitCode: .someFailed),
        Mix(failures: [.dns, .timeout], count: 2, exitCode: .unreachable),
        Mix(failures: [.login], count: 1, exitCode: .login),
        Mix(failures: [.login, .httpStatus], count: 2, exitCode: .someFailed),
        Mix(failures: [.httpStatus], count: 1, exitCode: .someFailed),
        Mix(failures: [.diskFull, .dns], count: 9, exitCode: .diskFull),
    ])
    func failuresReachTheExitCode(_ mix: Mix) {
        #expect(FailureReport.exitCode(of: mix.failures, among: mix.count) == mix.exitCode)
    }

    @Test func anEpisodeIsWrittenAsPromised() {
        let episode = Episode(
            id: EpisodeID(rawValue: 1), column: ColumnID(rawValue: 2), guid: "g\u{1B}",
            title: "夜 \"x\"", published: Timestamp(secondsSince1970: 5),
            firstSeen: Timestamp(secondsSince1970: 6), duration: .milliseconds(1_500), link: nil,
            season: nil, number: 3, summary: nil, imageURL: nil,
            enclosure: Enclosure(url: "http://a/b.mp3", type: "audio/mpeg", length: 9),
            audio: EpisodeAudio(
                state: .failed, bytes: 4, total: 9, sha256: nil,
                failure: Failure(code: .httpStatus, status: 404, url: "http://a/b.mp3")),
            position: .seconds(2), isPlayed: false, isLiked: true)
        var json = JSONWriter()
        json.episode(episode, media: "/m")
        #expect(
            json.text == """
                {"id":1,"column":2,"guid":"g\\u001b","title":"夜 \\"x\\"","published":5,\
                "firstSeen":6,"duration":1.5,"season":null,"number":3,\
                "audioURL":"http://a/b.mp3","type":"audio/mpeg","length":9,"link":null,\
                "imageURL":null,"state":"failed","path":null,"bytes":4,"total":9,"sha256":null,\
                "position":2,"played":false,"liked":true,"read":false,"heard":null,"error":{"code":"http-status",\
                "status":404,"message":"The server answered 404.","url":"http://a/b.mp3"}}
                """)
    }
}
