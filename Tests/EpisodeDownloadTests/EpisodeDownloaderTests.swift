import ColumnModel
import ColumnStore
import EpisodeDownload
import EpisodeMedia
import HTTPKit
import Synchronization
import TestSupport
import Testing

/// The queue: limits, hosts that hang, full disks, and runs beside each other.
@Suite struct EpisodeDownloaderTests {
    @Test func manyComeOutRight() async throws {
        let harness = try DownloadHarness()
        let ids = try await harness.addGoodEpisodes(12)
        let summary = await harness.run(ids)
        #expect(Set(summary.finished) == Set(ids))
        #expect(summary.failures.isEmpty)
        #expect(summary.receivedBytes == Int64(12 * DownloadHarness.size))
        for (index, id) in ids.enumerated() {
            #expect(try await harness.bytes(id) == DownloadHarness.content(index).bytes)
            #expect(try await harness.state(id) == .complete)
        }
        let again = await harness.run(ids)
        #expect(again.alreadyComplete.count == 12)
        #expect(harness.server.log.entries.count == 12)
    }

    // F55: a host that lets in two at once.
    @Test func hostLimitIsKept() async throws {
        let harness = try DownloadHarness()
        let active = Mutex((now: 0, most: 0))
        harness.server.routeRest { request in
            active.withLock { active in
                active.now += 1
                active.most = max(active.most, active.now)
            }
            defer { active.withLock { $0.now -= 1 } }
            let index = Int(request.path.dropFirst().prefix { $0 != "." }) ?? 0
            return .serving(DownloadHarness.content(index), to: request)
        }
        let ids = try await harness.addEpisodes((0..<8).map { harness.server.url("/\($0).mp3") })
        let summary = await harness.run(ids)
        #expect(summary.finished.count == 8)
        #expect(active.withLock { $0.most } <= 2)
    }

    // F06 beside good hosts: `localhost` is another host than 127.0.0.1.
    @Test func hostThatHangsHoldsUpNobody() async throws {
        var harness = try DownloadHarness()
        harness.configuration.policy.attempts = 1
        let gate = Gate()
        let hanging = (0..<6).map { harness.server.otherHostURL("/hang/\($0).mp3") }
        harness.server.routeRest { _ in Response().adding(.holdHeader(gate)) }
        let bad = try await harness.addEpisodes(hanging, column: "bad")
        let good = try await harness.addGoodEpisodes(6, column: "good")
        let ready = harness
        let run = Task { await ready.run(bad + good) }
        try await harness.events.wait(for: "the good ones") { events in
            events.count { if case .finished = $0 { true } else { false } } == 6
        }
        run.cancel()
        let summary = await run.value
        #expect(Set(summary.finished) == Set(good))
        #expect(Set(summary.remaining) == Set(bad))
        #expect(summary.isCancelled)
    }

    @Test func oneFailureEndsOneDownload() async throws {
        let harness = try DownloadHarness()
        let good = try await harness.addGoodEpisodes(2)
        let bad = try await harness.addEpisodes([harness.server.url("/none.mp3")], column: "bad")
        let summary = await harness.run(bad + good)
        #expect(Set(summary.finished) == Set(good))
        #expect(summary.failures[bad[0]]?.status == 404)
        let audio = try await harness.store.episode(bad[0])?.audio
        #expect(audio?.state == .failed)
        #expect(audio?.failure?.code == .httpStatus)
    }

    @Test func cancellingKeepsWhatCame() async throws {
        let harness = try DownloadHarness()
        let gate = Gate()
        harness.server.route("/a.mp3") { request in
            let response = Response.serving(DownloadHarness.content(0), to: request)
            return request.number == 1 ? response.adding(.hold(after: 100_000, gate)) : response
        }
        let ids = try await harness.addEpisodes([harness.server.url("/a.mp3")])
        let changes = harness.store.changeStream()
        let run = Task { await harness.run(ids) }
        try await gate.waitForArrivals()
        // Waits for the record of the fetch's beginning.
        for await change in changes where change == .audio(ids[0]) {
            if try await harness.state(ids[0]) == .partial { break }
        }
        run.cancel()
        let summary = await run.value
        #expect(summary.remaining == ids)
        #expect(summary.isCancelled)
        #expect(try await harness.state(ids[0]) == .partial)
        let second = await harness.run(ids)
        #expect(second.finished == ids)
        #expect(try await harness.bytes(ids[0]) == DownloadHarness.content(0).bytes)
        #expect(
            harness.server.log.sentBytes(of: "/a.mp3") <= DownloadHarness.size + 64 << 10 + 100_000)
    }

    @Test func whatWasNotBegunIsStillWanted() async throws {
        let harness = try DownloadHarness()
        let gate = Gate()
        let paths = (0..<3).map { "/\($0).mp3" }
        for path in paths {
            harness.server.route(path) {
                .serving(DownloadHarness.content(0), to: $0).adding(.holdHeader(gate))
            }
        }
        let ids = try await harness.addEpisodes(paths.map { harness.server.url($0) })
        let run = Task { await harness.run(ids) }
        try await gate.waitForArrivals()
        // As after `kill -9`: nobody comes to clean up before the library is read again.
        for id in ids {
            #expect(try await harness.state(id) != AudioState.none)
        }
        run.cancel()
        #expect(await Set(run.value.remaining) == Set(ids))
    }

    @Test func twoRunsShareTheWork() async throws {
        let harness = try DownloadHarness()
        let gate = Gate()
        harness.server.route("/a.mp3") {
            .serving(DownloadHarness.content(0), to: $0).adding(.holdHeader(gate))
        }
        let ids = try await harness.addEpisodes([harness.server.url("/a.mp3")])
        async let first = harness.run(ids)
        try await gate.waitForArrivals()
        // A library object of its own stands for another process.
        let other = EpisodeDownloader(
            library: MediaLibrary(store: harness.store, folder: harness.library.folder),
            client: HTTPClient(configuration: HTTPConfiguration(userAgent: "test/2")),
            configuration: harness.configuration)
        let second = await other.run(ids) { _ in }
        #expect(second.inUse == ids)
        gate.open()
        #expect(await first.finished == ids)
    }

    // F56 before the start; a full file system itself is checked in `make conformance`.
    @Test func reserveOnDiskIsKept() async throws {
        var harness = try DownloadHarness()
        let ids = try await harness.addGoodEpisodes(3)
        let free = try #require(MediaFolder(path: harness.home.path).freeBytes())
        harness.configuration.policy.keepFree = ByteCount(bytes: free + (1 << 40))
        let summary = await harness.run(ids)
        #expect(summary.finished.isEmpty)
        #expect(Set(summary.remaining) == Set(ids))
        #expect(try #require(summary.missingSpace) >= 1 << 39)
        #expect(harness.server.log.entries.isEmpty)
        harness.configuration.policy.keepFree = .zero
        #expect(await harness.run(ids).finished.count == 3)
    }

    @Test func whatHasNoAudioIsSaid() async throws {
        let harness = try DownloadHarness()
        let unknown = EpisodeID(rawValue: 999)
        let summary = await harness.run([unknown])
        #expect(summary.withoutAudio == [unknown])
        #expect(harness.events.value == [.skipped(unknown, .noAudio)])
    }

    @Test func badAddressFailsAlone() async throws {
        let harness = try DownloadHarness()
        let bad = try await harness.addEpisodes(["ftp://example.invalid/a.mp3"], column: "bad")
        let good = try await harness.addGoodEpisodes(1)
        let summary = await harness.run(bad + good)
        #expect(summary.finished == good)
        #expect(summary.failures[bad[0]] != nil)
    }

    // F54: the header's name counts for nothing.
    @Test func headerNamesNoFile() async throws {
        let harness = try DownloadHarness()
        harness.server.route("/a.mp3") {
            .serving(DownloadHarness.content(0), to: $0).setting(
                "Content-Disposition", "attachment; filename=\"../../../../tmp/evil.mp3\"")
        }
        let ids = try await harness.addEpisodes([harness.server.url("/a.mp3")])
        _ = await harness.run(ids)
        #expect(harness.names == ["\(ids[0].rawValue)-Episode-0.mp3"])
    }
}
