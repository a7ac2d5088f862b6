import TestSupport
import Testing

/// What a list of subscriptions holds is taken, and what is left out of it is named.
@Suite struct ImportTests {
    private let program = Program()

    @Test func whatIsLeftOutIsNamed() async throws {
        let list = """
            <opml version="2.0"><body><outline text="A" xmlUrl="https://a.test/feed"/>
            <outline text="Odd" xmlUrl="|cat /etc/passwd"/>
            <outline text="B" xmlUrl="https://b.test/feed"/></body></opml>
            """
        program.home.write(Array(list.utf8), to: "list.opml")
        let result = try await program.expect(3, "import", program.home.path("list.opml"))
        #expect(result.errors.contains("Odd: |cat /etc/passwd"), "\(result.errors)")
        #expect(try await program.json("list")["columns"]?.elements.count == 2)
    }

    @Test func aCutListSaysSo() async throws {
        let list =
            "<opml version=\"2.0\"><body><outline text=\"A\" xmlUrl=\"https://a.test/f\"/><outl"
        program.home.write(Array(list.utf8), to: "list.opml")
        let result = try await program.expect(3, "import", program.home.path("list.opml"))
        #expect(result.errors.contains("ends in the middle"), "\(result.errors)")
        #expect(try await program.json("list")["columns"]?.elements.count == 1)
    }

    @Test(arguments: ["add", "import"]) func aFolderIsNoList(command: String) async throws {
        let result = try await program.expect(2, command, program.home.path)
        #expect(result.errors.contains("is a folder"), "\(result.errors)")
    }
}
