import ColumnModel
import ColumnStore
@preconcurrency import Glibc
import TestSupport
import Testing

@testable import EpisodeMedia

/// Links and pipes that someone who may write into the folder of audio files put in our way: nothing
/// outside is read, written or moved.
@Suite struct PlantedLinkTests {
    private let harness: MediaHarness
    private let victim: String

    init() throws {
        harness = try MediaHarness()
        harness.home.write(Array("precious".utf8), to: "victim")
        victim = harness.home.path("victim")
        harness.server.route("/a.mp3") { FaultCase.good($0) }
        try harness.library.folder.make()
    }

    private func expectUntouched(at location: SourceLocation = #_sourceLocation) {
        #expect(readFile(victim) == Array("precious".utf8), sourceLocation: location)
    }

    private func failure(_ episode: Episode) async -> MediaError? {
        do throws(MediaError) {
            _ = try await harness.fetch(episode)
            return nil
        } catch {
            return error
        }
    }

    @Test func aPartIsNotWrittenThroughALink() async throws {
        let episode = try await harness.addEpisode("/a.mp3")
        let part = harness.library.folder.path(of: EpisodeFileName.partial(episode.id))
        symlink(victim, part)
        #expect(await failure(episode) == .file(call: "open", path: part, errno: ELOOP))
        expectUntouched()
        // A link to nothing makes nothing either.
        unlink(part)
        symlink(harness.home.path("made"), part)
        #expect(await failure(episode) == .file(call: "open", path: part, errno: ELOOP))
        #expect(!fileExists(harness.home.path("made")))
        let words = MediaError.file(call: "open", path: part, errno: ELOOP).failure
        #expect(words.detail == "\(part) is a link, which is not followed")
    }

    @Test func aPipeIsNotWaitedFor() async throws {
        let episode = try await harness.addEpisode("/a.mp3")
        let part = harness.library.folder.path(of: EpisodeFileName.partial(episode.id))
        mkfifo(part, 0o600)
        #expect(await failure(episode) == .file(call: "open", path: part, errno: ESPIPE))
    }

    @Test func theFinalNameReplacesALink() async throws {
        let episode = try await harness.addEpisode("/a.mp3")
        let name = EpisodeFileName.complete(episode.id, title: episode.title, fileExtension: "mp3")
        symlink(victim, harness.library.folder.path(of: name))
        let media = try await harness.fetch(episode)
        #expect(media.file == name)
        #expect(harness.bytes(name) == FaultCase.bytes())
        expectUntouched()
    }

    @Test func aWholeFileIsNotReadThroughALink() async throws {
        let episode = try await harness.addEpisode("/a.mp3")
        let media = try await harness.fetch(episode)
        let path = harness.library.folder.path(of: media.file)
        rename(path, victim)
        symlink(victim, path)
        await #expect(throws: MediaError.file(call: "open", path: path, errno: ELOOP)) {
            try await MediaFile.open(episode.id, in: harness.library)
        }
        #expect(
            await harness.library.facts(ofFile: path, readsContents: true)
                == .unreadable(errno: ELOOP))
        #expect(readFile(victim) == FaultCase.bytes())
    }
}
