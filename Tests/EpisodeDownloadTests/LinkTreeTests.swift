import EpisodeDownload
import EpisodeMedia
import TestSupport
import Testing

/// Readable names over the media folder.
@Suite struct LinkTreeTests {
    @Test func namesAreReadableAndNumbered() {
        let links = LinkTree.links(for: [
            .init(column: "A/B: C", title: "Hello?", day: "2026-11-30", file: "1-Hello.mp3"),
            .init(column: "A/B: C", title: "hello", day: "2026-11-30", file: "2-hello.mp3"),
            .init(column: "", title: "...", day: nil, file: "3.m4a"),
            .init(column: "专栏", title: "第一期", day: "2026-01-02", file: "4-第一期.mp3"),
            .init(
                column: "C", title: String(repeating: "é", count: 200), day: nil, file: "5.mp3"),
        ])
        #expect(
            links.prefix(4).map(\.path) == [
                "A B C/2026-11-30 Hello.mp3", "A B C/2026-11-30 hello (2).mp3",
                "Column/Episode.m4a", "专栏/2026-01-02 第一期.mp3",
            ])
        #expect(links[4].path.utf8.count <= 160)
    }

    @Test func treeFollowsTheEntries() throws {
        let home = TemporaryHome()
        home.write(Array("one".utf8), to: "1-a.mp3")
        home.write(Array("two".utf8), to: "2-b.mp3")
        let tree = LinkTree(of: MediaFolder(path: home.path))
        let first = LinkTree.Entry(column: "C", title: "a", day: nil, file: "1-a.mp3")
        let second = LinkTree.Entry(column: "D", title: "b", day: nil, file: "2-b.mp3")
        try tree.update([first, second])
        #expect(readFile(home.path("by-column/C/a.mp3")) == Array("one".utf8))
        #expect(readFile(home.path("by-column/D/b.mp3")) == Array("two".utf8))
        home.write([1], to: "by-column/D/own notes.txt")
        try tree.update([LinkTree.Entry(column: "C", title: "renamed", day: nil, file: "1-a.mp3")])
        #expect(listDirectory(home.path("by-column/C")) == ["renamed.mp3"])
        // What the user put there stays.
        #expect(listDirectory(home.path("by-column/D")) == ["own notes.txt"])
        try tree.update([])
        #expect(listDirectory(home.path("by-column")) == ["D"])
        #expect(fileExists(home.path("1-a.mp3")))
    }
}
