import TerminalText
import Testing

@testable import TerminalUI

@Suite struct GridTests {
    private static let texts = [
        "plain", "旧书店的灯光", "a旧b书c", "👩‍👩‍👧‍👦👩‍👩‍👧‍👦 family", "Cafe\u{301}s", "한국어", "مرحبا بالعالم",
        "e\u{301}\u{302}\u{303}",
        "🇨🇳🇫🇷🇩🇪",
    ]

    /// A cut title never splits a character, and always fills its cells.
    @Test(arguments: texts) func fillsExactlyItsCells(_ text: String) {
        for width in 1...14 {
            var grid = Grid(width: 20, height: 1)
            grid.put(String(repeating: "#", count: 20), 0, 0, width: 20)
            grid.put(text, 3, 0, width: width, style: .bold)
            var place = 3
            while place < 3 + width {
                let cell = grid[place, 0]
                #expect(cell.style == .bold)
                #expect(!cell.text.isEmpty, "half a character at \(place)")
                place += max(1, TextWidth.of(cell.text))
            }
            #expect(place == 3 + width)
            #expect(grid[2, 0].text == "#")
            #expect(3 + width >= 20 || grid[3 + width, 0].text == "#")
        }
    }

    @Test func keepsWithinItsEdges() {
        var grid = Grid(width: 4, height: 2)
        grid.put("longer than that", 2, 1, width: 50)
        grid.put("nowhere", 9, 9, width: 5)
        grid.put("nowhere", -3, 0, width: 5)
        #expect(grid.text(row: 0) == "")
        #expect(grid.text(row: 1) == "  l…")
    }
}
