import Testing

@testable import AudioKit

@Suite struct OutputPortTests {
    struct Case: CustomTestStringConvertible {
        let id: String
        let old: OutputPort
        let now: OutputPort?
        let all: [OutputPort]
        let isPulled: Bool
        var testDescription: String { id }
    }

    private static func phones(_ isIn: Bool) -> OutputPort {
        OutputPort(name: "analog-output-headphones", isAvailable: isIn, isWorn: true)
    }

    private static func speaker(_ isThere: Bool = true) -> OutputPort {
        OutputPort(name: "analog-output-speaker", isAvailable: isThere, isWorn: false)
    }

    private static let hdmi = OutputPort(name: "hdmi-output-0", isAvailable: false, isWorn: false)

    static let cases = [
        Case(
            id: "headphones are pulled, the speaker takes over", old: phones(true),
            now: speaker(), all: [phones(false), speaker()], isPulled: true),
        Case(
            id: "headphones are pulled, the port stays", old: phones(true), now: phones(false),
            all: [phones(false), speaker()], isPulled: true),
        Case(
            id: "headphones are plugged in", old: speaker(), now: phones(true),
            all: [phones(true), speaker()], isPulled: false),
        Case(
            id: "headphones are plugged in and silence the speaker", old: speaker(),
            now: phones(true), all: [phones(true), speaker(false)], isPulled: false),
        Case(
            id: "the listener chooses the speaker", old: phones(true), now: speaker(),
            all: [phones(true), speaker()], isPulled: false),
        Case(
            id: "only the volume changed", old: phones(true), now: phones(true),
            all: [phones(true), speaker()], isPulled: false),
        Case(
            id: "a screen is unplugged",
            old: OutputPort(
                name: "hdmi-output-0", isAvailable: true, isWorn: false), now: hdmi, all: [hdmi],
            isPulled: true),
        Case(
            id: "it was pulled long ago", old: phones(false), now: speaker(),
            all: [phones(false), speaker()], isPulled: false),
        Case(
            id: "the device has no ports any more", old: phones(true), now: nil, all: [],
            isPulled: false),
    ]

    @Test(arguments: cases)
    func onlyAPulledPlugStops(_ test: Case) {
        #expect(OutputPort.isPulled(test.old, now: test.now, all: test.all) == test.isPulled)
    }
}
