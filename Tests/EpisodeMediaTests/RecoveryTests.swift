import ColumnModel
import ColumnStore
@preconcurrency import Glibc
import TestSupport
import Testing

@testable import EpisodeMedia

/// What an unclean stop leaves behind, and what becomes of it (R11, F57).
@Suite struct RecoveryTests {
    /// Fetches a part of the file and stops there, as a kill or a power cut does.
    private func stopped(after count: Int, afterPowerCut isPowerCut: Bool) async throws
        -> (MediaHarness, Episode)
    {
        let harness = try MediaHarness()
        let gate = Gate()
        harness.server.route("/a.mp3") { request in
            let response = FaultCase.good(request)
            return request.number == 1 ? response.adding(.hold(after: count, gate)) : response
        }
        let episode = try await harness.addEpisode("/a.mp3")
        let file = try await MediaFile.open(episode.id, in: harness.library)
        let announced = try #require(AnnouncedMedia(episode))
        let progress = Watched<Int64>(0)
        let fetcher = harness.makeFetcher()
        let changes = harness.store.changeStream()
        let task = Task {
            try await fetcher.fetch(file, title: episode.title, announced: announced)
        }
        // The record of the fetch's beginning is the first change.
        for await change in changes where change == .audio(episode.id) { break }
        try await gate.waitForArrivals()
        while file.heldBytes < count { await Task.yield() }
        progress.update { $0 = file.heldBytes }
        let left = try await harness.left(ofEpisode: episode.id, afterPowerCut: isPowerCut)
        task.cancel()
        _ = await task.result
        return (left, episode)
    }

    @Test func killLosesNothing() async throws {
        let (harness, episode) = try await stopped(after: 200_000, afterPowerCut: false)
        let media = try await harness.fetch(episode)
        #expect(harness.bytes(media.file) == FaultCase.bytes())
        let second = harness.server.log.entries.last
        #expect(second?.request.rangeStart == 200_000 - FaultCase.overlap)
    }

    @Test func powerCutKeepsOnlyWhatWasSynced() async throws {
        let (harness, episode) = try await stopped(after: 200_000, afterPowerCut: true)
        let file = try await MediaFile.open(episode.id, in: harness.library)
        let record = try await harness.store.media(of: episode.id)
        let named = record.renditions.first?.ranges.byteCount ?? 0
        #expect(file.heldBytes == named)
        #expect(
            fileSize(harness.library.folder.path(of: "\(episode.id.rawValue).part")) == Int(named))
    }

    @Test func renamedButNotRecorded() async throws {
        let (harness, episode) = try await stopped(after: 300_000, afterPowerCut: false)
        harness.home.write(FaultCase.bytes(), to: "media/1.part")
        let folder = harness.library.folder
        let name = EpisodeFileName.complete(episode.id, title: "x", fileExtension: "mp3")
        #expect(rename(folder.path(of: "1.part"), folder.path(of: name)) == 0)
        let before = harness.server.log.entries.count
        let media = try await harness.fetch(episode)
        #expect(harness.bytes(media.file) == FaultCase.bytes())
        #expect(harness.names == [media.file])
        #expect(harness.server.log.entries.count == before)
    }

    @Test func recordedButGone() async throws {
        let harness = try MediaHarness()
        harness.server.route("/a.mp3", FaultCase.good)
        let episode = try await harness.addEpisode("/a.mp3")
        let first = try await harness.fetch(episode)
        removeTree(harness.library.folder.path(of: first.file))
        do {
            let file = try await MediaFile.open(episode.id, in: harness.library)
            #expect(!file.isComplete)
            #expect(file.heldBytes == 0)
            #expect(try await harness.store.episode(episode.id)?.audio.state == .missing)
        }
        let second = try await harness.fetch(episode)
        #expect(harness.bytes(second.file) == FaultCase.bytes())
    }

    // F27: all bytes are there and the total is not known yet.
    @Test func wholeButNotKnownToBe() async throws {
        let harness = try await prepared(part: FaultCase.bytes())
        let media = try await harness.fetch(try #require(try await harness.store.episode(id)))
        #expect(harness.bytes(media.file) == FaultCase.bytes())
        #expect(harness.server.log.sentBytes(of: "/a.mp3") <= FaultCase.overlap)
    }

    // F28: junk behind the end.
    @Test func longerThanTheFile() async throws {
        let harness = try await prepared(part: FaultCase.bytes() + [1, 2, 3, 4, 5])
        let media = try await harness.fetch(try #require(try await harness.store.episode(id)))
        #expect(harness.bytes(media.file) == FaultCase.bytes())
        #expect(harness.server.log.sentBytes(of: "/a.mp3") <= FaultCase.overlap)
    }

    // F29: another file's bytes.
    @Test func partOfAnotherFile() async throws {
        let harness = try await prepared(part: Array(FaultCase.bytes(version: 9)[..<300_000]))
        let media = try await harness.fetch(try #require(try await harness.store.episode(id)))
        #expect(harness.bytes(media.file) == FaultCase.bytes())
    }

    @Test func fileCutByOthers() async throws {
        let harness = try await prepared(part: Array(FaultCase.bytes()[..<300_000]))
        let path = harness.library.folder.path(of: "1.part")
        #expect(truncate(path, 100_000) == 0)
        do {
            let file = try await MediaFile.open(id, in: harness.library)
            #expect(file.heldBytes == 100_000)
        }
        let media = try await harness.fetch(try #require(try await harness.store.episode(id)))
        #expect(harness.bytes(media.file) == FaultCase.bytes())
    }

    @Test func folderThatMayNotBeWritten() async throws {
        let harness = try MediaHarness()
        harness.server.route("/a.mp3", FaultCase.good)
        let episode = try await harness.addEpisode("/a.mp3")
        // A file stands where the folder should be; root may write into a read-only folder.
        harness.home.write([], to: "media")
        let error = await #expect(throws: MediaError.self) { try await harness.fetch(episode) }
        guard case .file(_, _, let code) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(code == ENOTDIR || code == EEXIST)
    }

    private let id = EpisodeID(rawValue: 1)

    /// A library that names a part of which neither version nor total are known.
    private func prepared(part: [UInt8]) async throws -> MediaHarness {
        let harness = try MediaHarness()
        harness.server.route("/a.mp3", FaultCase.good)
        let episode = try await harness.addEpisode("/a.mp3")
        harness.home.write(part, to: "media/\(episode.id.rawValue).part")
        let rendition = Rendition(
            url: harness.server.url("/a.mp3"), effectiveURL: harness.server.url("/a.mp3"),
            ranges: ByteRangeSet(CollectionOfOne(0..<Int64(part.count))))
        try await harness.store.saveMedia([rendition], of: episode.id, tailBoot: nil)
        return harness
    }
}
