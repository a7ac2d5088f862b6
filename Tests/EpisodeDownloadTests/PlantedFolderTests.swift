import ColumnModel
import ColumnStore
import EpisodeMedia
@preconcurrency import Glibc
import TestSupport
import Testing

@testable import EpisodeDownload

/// Links in the place of our folders, and of one download among others.
@Suite struct PlantedFolderTests {
    private let harness: DownloadHarness
    private let outside: String

    init() throws {
        harness = try DownloadHarness()
        outside = harness.home.path("outside")
        mkdir(outside, 0o700)
        try harness.library.folder.make()
    }

    @Test func otherDownloadsGoOn() async throws {
        let ids = try await harness.addGoodEpisodes(3)
        harness.home.write([1, 2, 3], to: "outside/file")
        symlink(outside + "/file", harness.library.folder.path(of: "\(ids[1].rawValue).part"))
        let summary = await harness.run(ids)
        #expect(Set(summary.finished) == [ids[0], ids[2]])
        #expect(summary.failures[ids[1]]?.code == .file)
        #expect(summary.failures[ids[1]]?.detail?.contains("is a link") == true)
        #expect(readFile(outside + "/file") == [1, 2, 3])
    }

    @Test func nothingIsMovedIntoATrashThatIsALink() async throws {
        let ids = try await harness.addGoodEpisodes(1)
        _ = await harness.run(ids)
        symlink(outside, harness.library.folder.path(of: MediaStorage.trashName))
        let storage = MediaStorage(library: harness.library)
        harness.home.write([1], to: "media/stranger.mp3")
        let trash = harness.library.folder.path(of: MediaStorage.trashName)
        await #expect(throws: MediaError.file(call: "open", path: trash, errno: ELOOP)) {
            try await storage.prepareRepair([
                MediaFinding(fault: .orphan, episode: nil, file: "stranger.mp3")
            ])
        }
        #expect(listDirectory(outside).isEmpty)
        #expect(harness.names.contains("stranger.mp3"))
    }

    @Test func noLinksAreMadeOrTakenThroughALink() throws {
        let tree = LinkTree(of: harness.library.folder)
        let entry = LinkTree.Entry(column: "A", title: "One", day: nil, file: "1 One.mp3")
        try tree.update([entry])
        // Where the column's folder was, there is now a link to a folder that looks like one of ours.
        let folder = harness.library.folder.path(of: LinkTree.folderName + "/A")
        removeTree(folder)
        symlink("../../precious", outside + "/theirs")
        symlink(outside, folder)
        #expect(throws: MediaError.file(call: "open", path: folder, errno: ELOOP)) {
            try tree.update([entry])
        }
        #expect(throws: Never.self) { try tree.update([]) }
        #expect(listDirectory(outside) == ["theirs"])
    }
}
