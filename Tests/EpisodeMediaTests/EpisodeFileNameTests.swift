import ColumnModel
import EpisodeMedia
import Testing

/// Names of files, from titles of all kinds (F54).
@Suite struct EpisodeFileNameTests {
    private let id = EpisodeID(rawValue: 12)

    @Test(arguments: [
        ("Plain title", "12-Plain-title.mp3"),
        ("../../etc/passwd", "12-etc-passwd.mp3"),
        ("a/b\\c:d*e?f\"g<h>i|j", "12-a-b-c-d-e-f-g-h-i-j.mp3"),
        ("  tabs\tand\u{1b}[31m colours  ", "12-tabs-and-31m-colours.mp3"),
        ("", "12.mp3"),
        ("...", "12.mp3"),
        ("\u{202E}evil\u{202C}", "12-evil.mp3"),
        ("专栏 第一期", "12-专栏-第一期.mp3"),
        ("Cafe\u{301}", "12-Caf\u{e9}.mp3"),
        ("CON", "12-CON.mp3"),
    ])
    func isMadeFromTheTitle(title: String, name: String) {
        let made = EpisodeFileName.complete(id, title: title, fileExtension: "mp3")
        // By bytes: Swift compares texts by meaning, in which both forms of é are one.
        #expect(Array(made.utf8) == Array(name.utf8))
    }

    @Test(arguments: ["a", "é", "专", "👩‍👩‍👧x"])
    func isNeverTooLong(character: String) {
        let title = String(repeating: character, count: 300)
        let name = EpisodeFileName.complete(id, title: title, fileExtension: "mp3")
        #expect(name.utf8.count <= 120)
        #expect(name.hasPrefix("12"))
        #expect(name.hasSuffix(".mp3"))
    }

    @Test(arguments: [
        ("12-a.mp3", 12), ("12.part", 12), ("7.mp3", 7), ("x-12.mp3", nil), ("12", nil),
        ("12a.mp3", nil), ("99999999999999999999-x.mp3", nil), (".trash", nil),
    ])
    func isReadBack(name: String, number: Int64?) {
        #expect(EpisodeFileName.episode(of: name)?.rawValue == number)
    }
}
