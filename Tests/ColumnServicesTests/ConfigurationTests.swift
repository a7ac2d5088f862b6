import ColumnModel
import Testing

@testable import ColumnServices

@Suite struct ConfigurationTests {
    @Test func everyDefaultTextReadsAsItsValue() throws {
        for key in ConfigurationKey.all {
            #expect(
                ConfigurationValue(key.defaultText, as: key.kind) != nil,
                "\(key.name): \(key.defaultText)")
        }
        var spelled = Configuration()
        for key in ConfigurationKey.all { try spelled.set(key, to: key.defaultText) }
        let defaults = Configuration()
        #expect(spelled[.syncConcurrency] == defaults[.syncConcurrency])
        #expect(spelled[.syncTimeout] == defaults[.syncTimeout])
        #expect(spelled[.downloadKeepFree] == defaults[.downloadKeepFree])
        #expect(spelled[.downloadRate] == defaults[.downloadRate])
        #expect(spelled[.syncHoldShare] == defaults[.syncHoldShare])
        #expect(spelled[.playSpeed] == defaults[.playSpeed])
        #expect(spelled[.playRewindOnResume] == defaults[.playRewindOnResume])
        #expect(spelled[.httpUserAgent] == defaults[.httpUserAgent])
        #expect(spelled[.downloadDirectory] == defaults[.downloadDirectory])
    }

    struct ValueCase: Sendable, CustomTestStringConvertible {
        let text: String
        let kind: ConfigurationKind
        let value: ConfigurationValue?
        var testDescription: String { "“\(text)”" }
    }

    @Test(arguments: [
        ValueCase(text: "250ms", kind: time, value: .duration(.milliseconds(250))),
        ValueCase(text: "1.5h", kind: time, value: .duration(.seconds(5_400))),
        ValueCase(text: "7d", kind: time, value: .duration(.seconds(604_800))),
        ValueCase(text: "10", kind: time, value: nil),
        ValueCase(text: "-1s", kind: time, value: nil),
        ValueCase(text: "1e3s", kind: time, value: nil),
        ValueCase(text: "99999999999999999d", kind: time, value: nil),
        ValueCase(text: "64KiB", kind: .size, value: .size(.kibibytes(64))),
        ValueCase(text: "1.5GiB", kind: .size, value: .size(.mebibytes(1_536))),
        ValueCase(text: "64KB", kind: .size, value: nil),
        ValueCase(text: "9999999TiB", kind: .size, value: nil),
        ValueCase(text: "50%", kind: .share, value: .number(0.5)),
        ValueCase(text: "101%", kind: .share, value: nil),
        ValueCase(text: "0.5", kind: .share, value: nil),
        ValueCase(text: "on", kind: .boolean, value: .boolean(true)),
        ValueCase(text: "FALSE", kind: .boolean, value: .boolean(false)),
        ValueCase(text: "maybe", kind: .boolean, value: nil),
        ValueCase(text: "none", kind: .optional(.size), value: ConfigurationValue.none),
        ValueCase(text: "2MiB", kind: .optional(.size), value: .size(.mebibytes(2))),
        ValueCase(text: "1.25", kind: .factor(0.25...4), value: .number(1.25)),
        ValueCase(text: "nan", kind: .factor(0.25...4), value: nil),
        ValueCase(text: "5", kind: .factor(0.25...4), value: nil),
        ValueCase(text: "0", kind: .count(1...9), value: nil),
        ValueCase(text: "media", kind: .directory, value: nil),
        ValueCase(text: "a\nb", kind: .text, value: nil),
    ])
    func valuesAreReadOrRefused(_ example: ValueCase) {
        #expect(ConfigurationValue(example.text, as: example.kind) == example.value)
    }

    private static let time = ConfigurationKind.duration(.zero...Duration.seconds(86_400 * 366))

    @Test func rewritingKeepsWhatOthersWrote() {
        var file = ConfigurationFile(
            text: "# mine\nsync.concurrency=4\n\n  play.speed = 1.5  \nsync.concurrency = 8\n")
        file.set("sync.concurrency", to: "2")
        file.set("download.new", to: "7")
        file.set("play.speed", to: nil)
        #expect(file.text == "# mine\n\nsync.concurrency = 2\ndownload.new = 7\n")
    }

    @Test func badLinesLeaveTheDefaultAndAreNamed() {
        let file = ConfigurationFile(text: "sync.timeout = soon\nsync.tiemout = 3s\n")
        let configuration = Configuration(file: file)
        #expect(configuration[.syncTimeout] == .seconds(30))
        #expect(configuration.problems.map(\.line) == [1, 2])
    }

    @Test func aColumnOverridesOnlyWhatIsAllowed() {
        let configuration = Configuration().overridden(
            by: ["play.speed": "1.5", "sync.timeout": "1s", "nonsense": "x"])
        #expect(configuration[.playSpeed] == 1.5)
        #expect(configuration[.syncTimeout] == .seconds(30))
    }

    // Found by TextFuzz: a file with the line ends of Windows was one line.
    @Test func lineEndsOfWindowsAreLineEnds() {
        let text = "play.speed = 1.5\r\n# mine\r\nsync.concurrency = 3\r\n"
        let file = ConfigurationFile(text: text)
        #expect(file.entries.map(\.key) == ["play.speed", "sync.concurrency"])
        #expect(file.entries.map(\.value) == ["1.5", "3"])
        #expect(file.text == text)
    }
}
