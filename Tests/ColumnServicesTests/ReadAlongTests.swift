import ColumnModel
import TestSupport
import Testing

@testable import ColumnServices

/// What is said, followed while it plays: transcripts, else articles.
@Suite struct ReadAlongTests {
    private static let srt = """
        1
        00:00:01,000 --> 00:00:03,000
        One.

        2
        00:00:05,500 --> 00:00:09,000
        Two.
        """
    private static let vtt = """
        WEBVTT

        00:01.000 --> 00:03.000
        <v Ann>One.

        00:05.500 --> 00:09.000
        Two.
        """
    private static let json = """
        {"version":"1.0.0","segments":[
        {"speaker":"Ann","startTime":1.0,"endTime":3.0,"body":"One."},
        {"startTime":5.5,"endTime":9,"body":"Two."}]}
        """

    private func scene(transcript: String) async throws -> PlaybackScene {
        let scene = try await PlaybackScene([60])
        try scene.change(
            "INSERT INTO attachments (episode_id, kind, url, body) VALUES (?, 'transcript', 'u', ?)",
            scene.episodes[0].id.rawValue, Array(transcript.utf8))
        return scene
    }

    @Test(arguments: [srt, vtt, json])
    func aTranscriptIsFollowedToItsTimes(text: String) async throws {
        let scene = try await scene(transcript: text)
        let found = try #require(
            try await scene.library.readAlong(of: scene.episodes[0].id, duration: nil))
        #expect(found.pieces.map(\.text) == ["One.", "Two."])
        #expect(found.piece(at: .zero) == nil)
        #expect(found.piece(at: .seconds(1))?.text == "One.")
        #expect(found.piece(at: .milliseconds(2_999))?.text == "One.")
        // A gap, and the time after the last.
        #expect(found.piece(at: .seconds(4)) == nil)
        #expect(found.piece(at: .seconds(6))?.index == 1)
        #expect(found.piece(at: .seconds(9)) == nil)
        #expect(found.start(of: 1) == .milliseconds(5_500))
        #expect(found.pieces.allSatisfy { !$0.isEstimated })
    }

    @Test func thePlayerShowsWhatIsSaidNow() async throws {
        let scene = try await scene(transcript: Self.srt)
        let player = try scene.player()
        let events = player.events
        await player.play([.episode(scene.episodes[0])], at: 0, from: .seconds(6))
        let event = await PlaybackScene.wait(events) { event in
            if case .changed(let status) = event { status.piece != nil } else { false }
        }
        guard case .changed(let status)? = event else { return }
        #expect(status.piece?.text == "Two.")
        await player.pause()
        await player.seek(to: .seconds(2))
        #expect(player.status.piece?.text == "One.")
        await player.stop()
    }

    @Test func anArticleIsSpreadOverTheLength() async throws {
        let scene = try await PlaybackScene([60])
        let text = ["aaaa", "bbbbbbbb", "cccc"].map { "<p>\($0)</p>" }.joined()
        try scene.change(
            "INSERT INTO articles (episode_id, format, body) VALUES (?, 'html', ?)",
            scene.episodes[0].id.rawValue, text)
        let id = scene.episodes[0].id
        #expect(try await scene.library.readAlong(of: id, duration: nil) == nil)
        let found = try #require(
            try await scene.library.readAlong(of: id, duration: .seconds(160)))
        #expect(found.pieces.map(\.start) == [0, 40, 120].map { .seconds($0) })
        #expect(found.pieces.allSatisfy { $0.isEstimated })
        // The same with a silence where the reader takes breath between paragraphs.
        let corrected = try #require(
            try await scene.library.readAlong(
                of: id, duration: .seconds(160), silences: [.seconds(46)..<(.seconds(48))]))
        #expect(corrected.start(of: 1) == .seconds(48))
    }

    @Test func timesInTheTextAreKnownPlaces() async throws {
        let scene = try await PlaybackScene([60])
        let text = ["00:00 aaaa", "01:30 bbbb", "02:00 cccc"].joined(separator: "\n\n")
        try scene.change(
            "INSERT INTO articles (episode_id, format, body) VALUES (?, 'text', ?)",
            scene.episodes[0].id.rawValue, text)
        let found = try #require(
            try await scene.library.readAlong(
                of: scene.episodes[0].id, duration: .seconds(300)))
        #expect(found.pieces.map(\.start) == [0, 90, 120].map { .seconds($0) })
    }

    /// The pauses of a file that is played correct its article's paragraphs, and are kept.
    @Test(.timeLimit(.minutes(2))) func thePausesOfAFileAreFoundAndKept() async throws {
        let scene = try await PlaybackScene([60])
        let id = scene.episodes[0].id
        // By letters 20 s each; the reader takes 18, 21.2 and 20.8 s.
        scene.home.write(
            PlaybackScene.spokenWAV([8, 0.4, 8.4, 1.2, 10, 0.4, 9.6, 1.2, 20.8]),
            to: "c/media/0.wav")
        let text = ["aaaa", "bbbb", "cccc"].map { "<p>\($0)</p>" }.joined()
        try scene.change(
            "INSERT INTO articles (episode_id, format, body) VALUES (?, 'html', ?)",
            id.rawValue, text)
        let before = try #require(
            try await scene.library.readAlong(of: id, duration: .seconds(60)))
        #expect(before.pieces.map(\.start) == [0, 20, 40].map { .seconds($0) })
        let player = try scene.player()
        let events = player.events
        await player.play([.episode(scene.episodes[0])], at: 0, from: .milliseconds(18_500))
        let event = await PlaybackScene.wait(events) { event in
            if case .changed(let status) = event { status.piece?.index == 1 } else { false }
        }
        #expect(event != nil)
        await player.stop()
        let after = try #require(
            try await scene.library.readAlong(of: id, duration: .seconds(60)))
        let starts = after.pieces.map { $0.start / .seconds(1) }
        #expect(zip(starts, [0, 18, 39.2]).allSatisfy { abs($0 - $1) < 0.05 }, "\(starts)")
    }

    @Test func pausesAreKeptInFewBytes() {
        let pauses = [(0, 500), (900, 1_250), (3_600_000, 3_600_310)].map {
            Duration.milliseconds($0.0)..<(.milliseconds($0.1))
        }
        let bytes = PauseList.bytes(pauses)
        #expect(bytes.count < 16)
        #expect(PauseList.pauses(bytes) == pauses)
        #expect(PauseList.pauses(Array(bytes.dropLast())) == Array(pauses.dropLast()))
        #expect(PauseList.pauses([]) == [])
        #expect(PauseList.pauses([UInt8](repeating: 0xFF, count: 40)) == [])
    }
}
