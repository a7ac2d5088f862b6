import TerminalText

@testable import TerminalUI

/// A terminal that obeys what `FrameEncoder` writes, to see whether the same screen comes of it.
struct ModelTerminal {
    private(set) var cells: [Cell]
    private(set) var unknown: [String] = []
    let width: Int
    let height: Int
    private var column = 0
    private var row = 0
    private var style: TextStyle = []

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        cells = Array(repeating: Cell(text: "?", style: []), count: width * height)
    }

    mutating func obey(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        var rest = text[...]
        while let escape = rest.firstIndex(of: "\u{1B}") {
            draw(String(rest[..<escape]))
            rest = rest[escape...].dropFirst()
            guard rest.first == "[",
                let end = rest.dropFirst().firstIndex(where: { $0.isLetter })
            else {
                unknown.append(String(rest.prefix(8)))
                return
            }
            control(String(rest[rest.index(after: rest.startIndex)..<end]), rest[end])
            rest = rest[rest.index(after: end)...]
        }
        draw(String(rest))
    }

    /// Where it shows something else, in words.
    func differences(_ grid: Grid) -> String {
        zip(cells, grid.cells).enumerated().filter { $1.0 != $1.1 }.prefix(5)
            .map { "\($0 % width),\($0 / width): \($1.0) for \($1.1)" }.joined(separator: "; ")
    }

    private mutating func control(_ parameters: String, _ final: Character) {
        let numbers = parameters.split(separator: ";").compactMap { Int($0) }
        switch final {
        case "H":
            row = (numbers.first ?? 1) - 1
            column = (numbers.dropFirst().first ?? 1) - 1
        case "J": cells = Array(repeating: .blank, count: width * height)
        case "K":
            for index in column..<width { cells[row * width + index] = .blank }
        case "m":
            for code in numbers {
                if code == 0 { style = [] } else { style.formUnion(TextStyle(code: code)) }
            }
        case "h", "l": break
        default: unknown.append(parameters + String(final))
        }
    }

    private mutating func draw(_ text: String) {
        for cluster in TextClusters(text) {
            guard column + cluster.width <= width, row < height else {
                unknown.append("beyond the edge: \(text)")
                return
            }
            if cluster.lead < 0x20 || (0x7F...0x9F).contains(cluster.lead) {
                unknown.append("control \(cluster.lead)")
            }
            cells[row * width + column] = Cell(text: String(text[cluster.range]), style: style)
            for second in 1..<max(1, cluster.width) {
                cells[row * width + column + second] = Cell(text: "", style: style)
            }
            column += cluster.width
        }
    }
}
