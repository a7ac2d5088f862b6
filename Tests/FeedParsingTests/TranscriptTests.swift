import ColumnModel
import FeedParsing
import Testing

@Suite("Transcripts and chapters")
struct TranscriptTests {
    private func cues(_ text: String) -> [Transcript.Cue] {
        TranscriptParser.transcript(from: Array(text.utf8))?.cues ?? []
    }

    private func cue(
        _ start: Int?, _ end: Int?, _ text: String, by speaker: String? = nil
    ) -> Transcript.Cue {
        Transcript.Cue(
            start: start.map { .milliseconds($0) }, end: end.map { .milliseconds($0) },
            speaker: speaker, text: text)
    }

    @Test("SRT: numbers, tags, codes, short times")
    func srt() {
        let text = """
            \u{FEFF}1
            00:00:01,500 --> 00:00:02,750
            <i>Hello</i> &amp; {\\an8}welcome
            again

            00:03 --> 00:04
            no number

            3
            broken --> 00:00:05,000
            left out

            4
            00:00:06,000 --> 00:00:07,000
            not parted
            5
            00:00:08,000 --> 00:00:09,000
            by a line
            """
        let expected = [
            cue(1_500, 2_750, "Hello & welcome\nagain"), cue(3_000, 4_000, "no number"),
            cue(6_000, 7_000, "not parted"), cue(8_000, 9_000, "by a line"),
        ]
        #expect(cues(text) == expected)
        #expect(cues(text.replacing("\n", with: "\r\n")) == expected)
        #expect(cues(text.replacing("\n", with: "\r")) == expected)
    }

    @Test("WebVTT: notes, styles, settings, voices, inner times")
    func vtt() {
        let text = """
            WEBVTT - title

            NOTE
            00:00.000 --> 00:01.000

            STYLE
            ::cue { color: red }

            intro
            00:01.000 --> 01:00:02.000 align:start position:10%
            <v.loud Esme Smith>Hi <00:00:01.500>there</v>

            00:03.000 --> 00:04.000
            <c.yellow>plain</c> 1 < 2
            """
        #expect(
            cues(text) == [
                cue(1_000, 3_602_000, "Hi there", by: "Esme Smith"),
                cue(3_000, 4_000, "plain 1 < 2"),
            ])
    }

    @Test("JSON segments")
    func json() {
        let text = #"""
            {"version": "1.0.0", "segments": [
             {"speaker": "Ann", "startTime": 0.5, "endTime": 1.25, "body": "Hi"},
             {"startTime": 2, "body": "there"}, {"startTime": 3, "body": " "}]}
            """#
        #expect(cues(text) == [cue(500, 1_250, "Hi", by: "Ann"), cue(2_000, nil, "there")])
    }

    @Test("HTML with speakers and times")
    func html() {
        let text = """
            <html><head><title>no</title></head><body><cite>Ann:</cite> <time>0:30</time>
            <p>Hello   you</p><p>And you</p><cite>Bo</cite><time>1:00</time><p>Yes</p></body></html>
            """
        #expect(
            cues(text) == [
                cue(30_000, nil, "Hello you", by: "Ann"), cue(30_000, nil, "And you", by: "Ann"),
                cue(60_000, nil, "Yes", by: "Bo"),
            ])
    }

    @Test("plain text is read by paragraphs; nothing is no transcript")
    func plain() {
        #expect(cues("One\ntwo\n\n three") == [cue(nil, nil, "One\ntwo"), cue(nil, nil, "three")])
        #expect(TranscriptParser.transcript(from: []) == nil)
        #expect(TranscriptParser.transcript(from: Array("{}".utf8)) == nil)
    }

    @Test("JSON chapters come in order of time, hidden ones left out")
    func chapters() {
        let text = #"""
            {"version": "1.2.0", "chapters": [
             {"startTime": 90.5, "title": "B", "img": "https://e/b.png", "url": "https://e/b"},
             {"startTime": 0, "endTime": 10, "title": "A"}, {"startTime": 5, "toc": false},
             {"title": "no start"}]}
            """#
        #expect(
            ChapterParser.chapters(fromJSON: Array(text.utf8)) == [
                Chapter(start: .zero, end: .seconds(10), title: "A"),
                Chapter(
                    start: .milliseconds(90_500), title: "B", url: "https://e/b",
                    imageURL: "https://e/b.png"),
            ])
        #expect(ChapterParser.chapters(fromJSON: Array("[]".utf8)) == nil)
    }
}
