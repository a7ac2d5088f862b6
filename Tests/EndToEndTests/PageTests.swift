import TestSupport
import Testing

/// The pages for users: what they show works, and what they name is there.
@Suite(.timeLimit(.minutes(5))) struct PageTests {
    private static var pages: [String] {
        let howTo = listDirectory("\(Fixtures.repository)/docs/how-to")
            .filter { $0.hasSuffix(".md") }.sorted().map { "docs/how-to/\($0)" }
        return ["README.md", "docs/tutorial.md"] + howTo
    }

    private static func text(of page: String) -> String {
        String(decoding: readFile("\(Fixtures.repository)/\(page)") ?? [], as: UTF8.self)
    }

    @Test(arguments: pages) func showsWhatHappens(page: String) async throws {
        let text = Self.text(of: page)
        #expect(ConsoleStep.steps(in: text).contains { $0.isRun }, "\(page) shows no command")
        let mistakes = try await PageRunner().mistakes(in: text)
        #expect(mistakes.isEmpty, "\(page): \(mistakes.joined(separator: "\n"))")
    }

    @Test(arguments: pages + ["docs/README.md", "CONTRIBUTING.md"])
    func itsLinksLeadSomewhere(page: String) {
        let text = Self.text(of: page)
        let folder = page.split(separator: "/").dropLast().map { "\($0)/" }.joined()
        for match in text.matches(of: /\]\(([^)#]+)(?:#[^)]*)?\)/) where !match.1.contains("://") {
            #expect(fileExists("\(Fixtures.repository)/\(folder)\(match.1)"), "\(page): \(match.1)")
        }
    }

    @Test func theIndexNamesEveryPage() {
        let index = Self.text(of: "docs/README.md")
        for page in Self.pages where page.hasPrefix("docs/") {
            #expect(index.contains("](\(page.dropFirst("docs/".count)))"), "\(page)")
        }
    }

    /// A page of one block, and how many mistakes it has.
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let block: String
        let mistakes: Int
    }

    /// The runner itself: right pages pass, and each kind of wrong one does not.
    @Test(arguments: [
        Case(
            testDescription: "right",
            block: """
                $ column add https://example.org/lamplight/feed.xml
                Subscribed: 1  灯下专栏 (4 …)
                $ column list
                NO  UNPLAYED  EPISODES  SYNCED            TITLE
                 1         4         4  2001-01-01 00:00  灯下专栏
                $ make deb
                $ column show nonsense  # exit 5
                $ column list --json | grep -c 灯下
                1
                $ column tui --plain
                column> new
                New: 3
                """, mistakes: 0),
        Case(testDescription: "no command", block: "$ column frobnicate", mistakes: 1),
        Case(testDescription: "no option", block: "$ column sync --frobnicate", mistakes: 1),
        Case(testDescription: "another code", block: "$ column list  # exit 3", mistakes: 1),
        Case(testDescription: "no such output", block: "$ column list\n灯下", mistakes: 1),
        Case(testDescription: "half a line", block: "$ column --version\ncolumn", mistakes: 1),
        Case(testDescription: "two", block: "$ column show 1\n$ column version\n…x", mistakes: 2),
    ])
    func mistakesAreFound(in page: Case) async throws {
        let text = "# A page\n\n```console\n\(page.block)\n```\n"
        let mistakes = try await PageRunner().mistakes(in: text)
        #expect(mistakes.count == page.mistakes, "\(mistakes)")
    }
}
