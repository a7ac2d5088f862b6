import ColumnModel
import JSONKit
import PlaybackRules
import TestSupport
import Testing

@testable import RemoteControl

/// What stands on the lines between player and client.
struct ControlMessageTests {
    private static let commands: [(PlaybackCommand, String)] = [
        (.resume, #"{"id":1,"command":"resume"}"#),
        (.pause, #"{"id":1,"command":"pause"}"#),
        (.toggle, #"{"id":1,"command":"toggle"}"#),
        (.stop, #"{"id":1,"command":"stop"}"#),
        (.next, #"{"id":1,"command":"next"}"#),
        (.previous, #"{"id":1,"command":"previous"}"#),
        (.seek(.by(.seconds(-15))), #"{"id":1,"command":"seek","by":-15}"#),
        (.seek(.to(.milliseconds(750_250))), #"{"id":1,"command":"seek","to":750.25}"#),
        (.seek(.share(0.5)), #"{"id":1,"command":"seek","share":0.5}"#),
        (.setSpeed(1.25), #"{"id":1,"command":"speed","value":1.25}"#),
        (.setSleep(nil), #"{"id":1,"command":"sleep"}"#),
        (
            .setSleep(.after(.seconds(60))),
            #"{"id":1,"command":"sleep","kind":"after","seconds":60}"#
        ),
        (
            .setSleep(.at(Timestamp(secondsSince1970: 1_800_000_000))),
            #"{"id":1,"command":"sleep","kind":"at","at":1800000000}"#
        ),
        (.setSleep(.episodes(3)), #"{"id":1,"command":"sleep","kind":"episodes","count":3}"#),
        (.setSleep(.chapters(1)), #"{"id":1,"command":"sleep","kind":"chapters","count":1}"#),
        (.extendSleep(by: .seconds(300)), #"{"id":1,"command":"extend-sleep","by":300}"#),
        (.setMode(.repeatOne), #"{"id":1,"command":"mode","value":"repeat-one"}"#),
        (.setVolume(0.5), #"{"id":1,"command":"volume","value":0.5}"#),
        (.quit, #"{"id":1,"command":"quit"}"#),
        (.nextChapter, #"{"id":1,"command":"next-chapter"}"#),
        (.previousChapter, #"{"id":1,"command":"previous-chapter"}"#),
        (.undoSeek, #"{"id":1,"command":"undo-seek"}"#),
        (.interrupt(cause: "bell"), #"{"id":1,"command":"interrupt","cause":"bell"}"#),
        (
            .endInterruption(cause: "bell", mayResume: true),
            #"{"id":1,"command":"end-interruption","cause":"bell","mayResume":true}"#
        ),
        (
            .play(PlayRequest()),
            #"{"id":1,"command":"play","items":[],"index":0,"column":null,"start":null}"#
        ),
        (
            .play(
                PlayRequest(
                    items: [.episode(EpisodeID(rawValue: 5)), .location("/a b.mp3")], index: 1,
                    column: ColumnID(rawValue: 2), start: .milliseconds(1_500))),
            #"{"id":1,"command":"play","items":[5,"/a b.mp3"],"index":1,"column":2,"start":1.5}"#
        ),
    ]

    @Test(arguments: commands)
    func commandsAreTheseLines(command: PlaybackCommand, text: String) throws {
        let request = ControlRequest(id: 1, action: .perform(command))
        #expect(String(decoding: request.line, as: UTF8.self) == text + "\n")
        #expect(try ControlRequest(#require(JSONTree(Array(text.utf8)))) == request)
    }

    @Test(arguments: [
        #"{}"#, #"[]"#, #""pause""#, #"null"#, #"{"command":"explode"}"#, #"{"command":7}"#,
        #"{"command":"seek"}"#, #"{"command":"seek","to":-1}"#, #"{"command":"seek","to":"x"}"#,
        #"{"command":"seek","by":1e300}"#, #"{"command":"seek","share":1.01}"#,
        #"{"command":"speed","value":0}"#, #"{"command":"speed","value":9}"#,
        #"{"command":"speed","value":"fast"}"#, #"{"command":"volume","value":-0.1}"#,
        #"{"command":"mode","value":"backwards"}"#, #"{"command":"sleep","kind":"soon"}"#,
        #"{"command":"sleep","kind":null}"#, #"{"command":"sleep","kind":"after","seconds":0}"#,
        #"{"command":"sleep","kind":"episodes","count":0}"#,
        #"{"command":"sleep","kind":"episodes","count":2.5}"#,
        #"{"command":"play","items":[1,2],"index":2}"#,
        #"{"command":"play","items":[1,2],"index":-1}"#, #"{"command":"play","items":[1.5]}"#,
        #"{"command":"play","items":[""]}"#, #"{"command":"play","items":[[1]]}"#,
        #"{"command":"play","items":[1],"start":-3}"#,
    ])
    func absurdRequestsAreNone(text: String) throws {
        #expect(try ControlRequest(#require(JSONTree(Array(text.utf8)))) == nil)
    }

    @Test(arguments: [
        "", "{", "nul", #"{"a":1"#, #"{"a":1}}"#, #"{"a":1} {"b":2}"#, "\u{0}", #"{"a":1e}"#,
        "[[[[[[[[[[1]]]]]]]]]]",
    ])
    func brokenTextIsNoTree(text: String) {
        #expect(JSONTree(Array(text.utf8)) == nil)
    }

    @Test func aStatusHoldsEverythingAndComesBackTheSame() throws {
        let line = ControlResponse.status(.example, id: 9).line
        let json = try JSONValue(String(decoding: line, as: UTF8.self))
        #expect(
            json.keys == [
                "event", "version", "id", "status", "stalled", "track", "episode", "column",
                "title", "columnTitle", "author", "url", "artPath", "published", "liked", "index",
                "count", "position", "duration", "durationEstimated", "speed", "volume", "mode",
                "sleep", "canGoNext", "canGoPrevious", "canSeek", "buffered", "chapter",
                "cue", "output", "placeFoundBy", "brokenPlaces", "skippedBytes", "underruns",
                "bufferEmpty", "likelyToKeepUp",
                "error", "pid",
            ])
        #expect(json["position"]?.double == 61.25)
        #expect(json["buffered"]?.elements.count == 2)
        #expect(ControlResponse(line: line.dropLast()) == .status(.example, id: 9))
        let stopped = ControlResponse.status(PlaybackSnapshot(), id: nil)
        #expect(ControlResponse(line: stopped.line.dropLast()) == stopped)
    }

    @Test(arguments: [
        ControlResponse.seeked(to: .milliseconds(1_250)),
        .refused(code: "failed", detail: "x", id: 3),
        .refused(code: "no-track", detail: nil, id: nil),
    ])
    func otherResponsesComeBackTheSame(response: ControlResponse) {
        #expect(ControlResponse(line: response.line.dropLast()) == response)
    }

    @Test func linesComeWholeOutOfAnyPieces() {
        var buffer = LineBuffer()
        var lines: [String] = []
        for byte in Array("one\n\ntwo\nthr".utf8) {
            buffer.append([byte])
            while let line = buffer.takeLine() {
                lines.append(String(decoding: line, as: UTF8.self))
            }
        }
        #expect(lines == ["one", "", "two"])
        #expect(buffer.count == 3)
    }
}
