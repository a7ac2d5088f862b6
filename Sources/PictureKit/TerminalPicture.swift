/// A picture as a terminal takes it.
public struct TerminalPicture: Equatable, Sendable {
    /// What is sent.
    public enum Body: Equatable, Sendable {
        /// Pixels of four bytes, packed by zlib, in base64: for kitty.
        case kitty(width: Int, height: Int, base64: [UInt8])
        /// A whole sixel sequence, from its introducer to its end.
        case sixel([UInt8])
        /// Cells, line after line.
        case cells([PictureCell])
    }

    /// The cells that it takes, from left to right.
    public let columns: Int
    /// And from top to bottom.
    public let rows: Int
    /// What is sent.
    public let body: Body

    /// No answer is longer.
    static let maximumBytes = 24 << 20
    private static let magic = "column-picture"

    init(columns: Int, rows: Int, body: Body) {
        self.columns = columns
        self.rows = rows
        self.body = body
    }

    /// As it goes from one process to the other: a line of words, then the body.
    public var bytes: [UInt8] {
        func head(_ words: [String]) -> [UInt8] {
            let all = [Self.magic, "\(columns)", "\(rows)"] + words
            return Array((all.joined(separator: " ") + "\n").utf8)
        }
        switch body {
        case .kitty(let width, let height, let base64):
            return head(["kitty", "\(width)", "\(height)"]) + base64
        case .sixel(let sequence): return head(["sixel"]) + sequence
        case .cells(let cells):
            return head(["blocks"])
                + cells.flatMap { cell in
                    Self.number(cell.character.value) + Self.bytes(cell.foreground)
                        + Self.bytes(cell.background)
                }
        }
    }

    /// Reads what another process wrote; nil for what is no picture.
    ///
    /// That process met a stranger's file: nothing else comes through, whatever it holds.
    public init?(bytes: [UInt8]) {
        guard bytes.count <= Self.maximumBytes, let end = bytes.prefix(80).firstIndex(of: 0x0A)
        else { return nil }
        let words = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ")
        let body = bytes[(end + 1)...]
        guard words.count >= 4, words[0] == Self.magic, let columns = Int(words[1]),
            let rows = Int(words[2]), (1...200).contains(columns), (1...100).contains(rows)
        else { return nil }
        self.columns = columns
        self.rows = rows
        switch words[3] {
        case "kitty":
            guard words.count == 6, let width = Int(words[4]), let height = Int(words[5]),
                (1...2_048).contains(width), (1...2_048).contains(height),
                !body.isEmpty, body.allSatisfy(Self.isBase64)
            else { return nil }
            self.body = .kitty(width: width, height: height, base64: Array(body))
        case "sixel":
            guard Self.isSixel(body) else { return nil }
            self.body = .sixel(Array(body))
        case "blocks":
            guard let cells = Self.cells(body), cells.count == columns * rows else { return nil }
            self.body = .cells(cells)
        default: return nil
        }
    }

    private static func isBase64(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"),
            UInt8(ascii: "="):
            true
        default: false
        }
    }

    /// `ESC P`, numbers, `q`, printable bytes, `ESC \`.
    static func isSixel(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count > 5, bytes.starts(with: [0x1B, UInt8(ascii: "P")]),
            bytes.suffix(2).elementsEqual([0x1B, UInt8(ascii: "\\")])
        else { return false }
        let inner = bytes.dropFirst(2).dropLast(2)
        guard let start = inner.firstIndex(of: UInt8(ascii: "q")),
            inner[..<start].allSatisfy({ (0x30...0x3B).contains($0) })
        else { return false }
        return inner[start...].allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x0A || $0 == 0x0D }
    }

    // MARK: - Cells

    private static func cells(_ bytes: ArraySlice<UInt8>) -> [PictureCell]? {
        guard bytes.count % 12 == 0 else { return nil }
        return stride(from: bytes.startIndex, to: bytes.endIndex, by: 12).map { place in
            PictureCell(
                Unicode.Scalar(number(bytes[place..<place + 4])) ?? " ",
                color(bytes[place + 4..<place + 8]), color(bytes[place + 8..<place + 12]))
        }
    }

    private static func number(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    private static func bytes(_ color: PictureCell.Color) -> [UInt8] {
        switch color {
        case .none: [0, 0, 0, 0]
        case .index(let index): [1, index, 0, 0]
        case .full(let red, let green, let blue): [2, red, green, blue]
        }
    }

    private static func color(_ bytes: ArraySlice<UInt8>) -> PictureCell.Color {
        let place = bytes.startIndex
        switch bytes[place] {
        case 1: return .index(bytes[place + 1])
        case 2: return .full(bytes[place + 1], bytes[place + 2], bytes[place + 3])
        default: return .none
        }
    }
}
