import ColumnModel
import ColumnStore
import EpisodeMedia
import TestSupport
import Testing

/// A player's reads, while the file is on its way.
@Suite struct MediaStreamTests {
    @Test func streamingBecomesTheDownload() async throws {
        let harness = try MediaHarness()
        harness.server.route("/a.mp3", FaultCase.good)
        let episode = try await harness.addEpisode("/a.mp3")
        let stream = try await MediaStream(of: episode, with: harness.makeFetcher())
        #expect(!stream.isComplete)
        let bytes = try await harness.read(stream, 0..<Int64(FaultCase.size) + 10).get()
        #expect(bytes == FaultCase.bytes())
        let changes = harness.store.changeStream()
        if try await harness.store.episode(episode.id)?.audio.state != .complete {
            for await change in changes where change == .audio(episode.id) {
                if try await harness.store.episode(episode.id)?.audio.state == .complete { break }
            }
        }
        await stream.close()
        #expect(harness.server.log.entries.count == 1)
        #expect(harness.names == ["\(episode.id.rawValue)-An-episode.mp3"])
    }

    @Test(arguments: [true, false])
    func seekOpensARangeAndTheHoleIsFilledLater(hasValidators: Bool) async throws {
        let harness = try MediaHarness()
        let content = hasValidators ? FaultCase.ok : FaultCase.bare
        let gate = Gate()
        harness.server.route("/a.mp3") { request in
            let response = Response.serving(content, to: request)
            return request.number == 1 ? response.adding(.hold(after: 50_000, gate)) : response
        }
        let episode = try await harness.addEpisode("/a.mp3", length: Int64(FaultCase.size))
        let stream = try await MediaStream(of: episode, with: harness.makeFetcher())
        let beginning = try await harness.read(stream, 0..<50_000).get()
        #expect(beginning == Array(FaultCase.bytes()[..<50_000]))
        // The first connection is silent: the seek must not wait for it.
        let end = try await harness.read(stream, 300_000..<400_000).get()
        #expect(end == Array(FaultCase.bytes()[300_000...]))
        let middle = try await harness.read(stream, 50_000..<300_000).get()
        #expect(middle == Array(FaultCase.bytes()[50_000..<300_000]))
        await stream.close()
        let media = try await harness.fetch(episode)
        #expect(media.isProven)
        #expect(harness.bytes(media.file) == FaultCase.bytes())
        let starts = harness.server.log.entries.map(\.request.rangeStart)
        #expect(starts.contains(300_000))
    }

    @Test func partIsReadWithoutANetwork() async throws {
        let harness = try MediaHarness()
        harness.server.route("/a.mp3") { FaultCase.good($0).adding(.reset(after: 100_000)) }
        let episode = try await harness.addEpisode("/a.mp3")
        var patient = harness
        patient.policy.attempts = 1
        do {
            let stream = try await MediaStream(of: episode, with: patient.makeFetcher())
            _ = try await harness.read(stream, 0..<100_000).get()
            await stream.close()
        }
        harness.server.stop()
        let stream = try await MediaStream(of: episode, with: patient.makeFetcher())
        let held = try #require(stream.availableRanges.first)
        #expect(held.lowerBound == 0 && held.upperBound >= 100_000)
        #expect(
            try await harness.read(stream, held).get() == Array(FaultCase.bytes()[..<held.count]))
        let beyond = await harness.read(stream, held.upperBound..<held.upperBound + 1)
        guard case .failure(let error) = beyond else {
            Issue.record("\(beyond)")
            return
        }
        #expect(error.failure.code == .refused)
        await stream.close()
    }

    @Test func interruptEndsAWaitingRead() async throws {
        let harness = try MediaHarness()
        let gate = Gate()
        harness.server.route("/a.mp3") { FaultCase.good($0).adding(.hold(after: 1_000, gate)) }
        let episode = try await harness.addEpisode("/a.mp3")
        let stream = try await MediaStream(of: episode, with: harness.makeFetcher())
        async let waiting = harness.read(stream, 0..<2_000)
        try await gate.waitForArrivals()
        stream.interrupt()
        #expect(await waiting == .failure(.interrupted))
        await stream.close()
    }

    @Test func downloadGivesWayToThePlayer() async throws {
        let harness = try MediaHarness()
        let gate = Gate()
        harness.server.route("/a.mp3") { request in
            let response = FaultCase.good(request)
            return request.number == 1 ? response.adding(.hold(after: 50_000, gate)) : response
        }
        let episode = try await harness.addEpisode("/a.mp3")
        let download = Task { try await harness.fetch(episode) }
        try await gate.waitForArrivals()
        let stream = try await MediaStream(of: episode, with: harness.makeFetcher())
        let bytes = try await harness.read(stream, 350_000..<400_000).get()
        #expect(bytes == Array(FaultCase.bytes()[350_000...]))
        await #expect(throws: MediaError.inUse) { _ = try await download.value }
        await stream.close()
    }

    @Test func otherProcessIsTold() async throws {
        let harness = try MediaHarness()
        let episode = try await harness.addEpisode("/a.mp3")
        // Another library object stands for another process: the lock is the kernel's.
        let other = MediaLibrary(store: harness.store, folder: harness.library.folder)
        let file = try await MediaFile.open(episode.id, in: harness.library)
        await #expect(throws: MediaError.inUse) {
            _ = try await MediaFile.open(episode.id, in: other)
        }
        withExtendedLifetime(file) {}
    }
}
