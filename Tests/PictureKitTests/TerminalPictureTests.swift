import Testing

@testable import PictureKit

/// What comes from a process that met a stranger's file is looked at before a terminal gets it.
@Suite struct TerminalPictureTests {
    static let hostile: [String] = [
        "", "column-picture", "column-picture 2 2 kitty 4 4\n",
        "column-picture 2 2 kitty 4 4\nAA\u{1B}",
        "column-picture 2 2 kitty 4\nAAAA", "column-picture 2 2 kitty 99999 4\nAAAA",
        "column-picture 2 2 kitty 4 4\n\u{1B}_Ga=d\u{1B}\\", "column-picture 0 2 kitty 4 4\nAAAA",
        "column-picture 2 2 sixel\n\u{1B}Pq", "column-picture 2 2 sixel\n\u{1B}]52;c;AA\u{1B}\\",
        "column-picture 2 2 sixel\n\u{1B}Pq\u{1B}]0;x\u{07}\u{1B}\\",
        "column-picture 2 2 sixel\n\u{1B}P$q\"p\u{1B}\\",
        "column-picture 2 2 sixel\n\u{1B}Pq\u{9C}\u{1B}\\",
        "column-picture 2 2 blocks\n123456789012", "column-picture 2 2 blocks\n",
        "column-picture 2 2 other\nAAAA", "picture 2 2 sixel\n\u{1B}Pq#0\u{1B}\\",
        "column-picture 999 999 sixel\n\u{1B}Pq#0\u{1B}\\",
    ]

    @Test(arguments: hostile) func isRefused(_ text: String) {
        #expect(TerminalPicture(bytes: Array(text.utf8)) == nil)
    }

    @Test func cellsHoldBlocksAndBlanksOnly() {
        let cells = ["\u{1B}", "A", "\u{202E}", "\u{9B}", "\u{2580}", "\u{259F}"].map {
            PictureCell(Unicode.Scalar($0) ?? " ", .none, .index(3)).character
        }
        #expect(cells == [" ", " ", " ", " ", "\u{2580}", "\u{259F}"])
        let raw =
            Array("column-picture 1 1 blocks\n".utf8) + [0x1B, 0, 0, 0] + [9, 9, 9, 9, 2, 1, 2, 3]
        #expect(
            TerminalPicture(bytes: raw)?.body
                == .cells([PictureCell(" ", .none, .full(1, 2, 3))]))
    }

    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy"),
    ])
    func base64(_ text: String, _ wanted: String) {
        #expect(
            String(decoding: KittyPixels.encode(Array(text.utf8)[...]), as: UTF8.self) == wanted)
    }
}
