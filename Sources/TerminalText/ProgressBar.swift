/// A bar of a given width with layers of filled ranges, marks and a position.
public struct ProgressBar: Sendable {
    /// The characters it is drawn with; each takes one cell.
    public struct Glyphs: Hashable, Sendable {
        /// Where nothing is filled.
        public let empty: Character
        /// Of the layers, the lowest first; further layers use the last.
        public let layers: [Character]
        /// Of the marks.
        public let mark: Character
        /// Of the position.
        public let position: Character

        /// Lines of Unicode's box drawing.
        public static let lines = Glyphs(
            empty: "┄", layers: ["─", "━"], mark: "┼", position: "●")
        /// ASCII, for terminals without UTF-8 and for plain output.
        public static let ascii = Glyphs(empty: ".", layers: ["-", "="], mark: "|", position: "O")

        /// Makes a set of characters, each one cell wide.
        public init(empty: Character, layers: [Character], mark: Character, position: Character) {
            self.empty = empty
            self.layers = layers
            self.mark = mark
            self.position = position
        }

        /// The character of a part.
        public func character(for part: Part) -> Character {
            switch part {
            case .empty: empty
            case .layer(let number): layers.dropFirst(number).first ?? layers.last ?? empty
            case .mark: mark
            case .position: position
            }
        }
    }

    /// Filled ranges as shares of the whole (0…1), the lowest layer first.
    public var layers: [[Range<Double>]]
    /// Marks as shares of the whole.
    public var marks: [Double]
    /// Where one is, as a share of the whole.
    public var position: Double?

    /// Makes a bar.
    public init(layers: [[Range<Double>]], marks: [Double] = [], position: Double? = nil) {
        self.layers = layers
        self.marks = marks
        self.position = position
    }

    /// Makes a bar that is filled from its beginning up to a share of the whole.
    public init(share: Double) {
        self.init(layers: [[], [0..<min(1, max(0, share.isNaN ? 0 : share))]])
    }

    /// What one cell of the bar shows.
    public enum Part: Hashable, Sendable {
        /// Nothing is filled.
        case empty
        /// A layer, by its number from 0, is the highest one filled.
        case layer(Int)
        /// A mark.
        case mark
        /// The position.
        case position
    }

    /// What each of exactly `width` cells shows.
    ///
    /// A cell is filled if at least half of it is.
    public func parts(width: Int) -> [Part] {
        guard width > 0 else { return [] }
        var cells = [Part](repeating: .empty, count: width)
        for (number, ranges) in layers.enumerated() {
            let covered = coverage(of: ranges, in: width)
            for cell in 0..<width where covered[cell] >= 0.5 - 1e-9 {
                cells[cell] = .layer(number)
            }
        }
        for mark in marks where mark > 0 && mark < 1 {
            cells[Self.cell(of: mark, in: width)] = .mark
        }
        if let position, position.isFinite {
            cells[Self.cell(of: position, in: width)] = .position
        }
        return cells
    }

    /// The bar in exactly `width` cells.
    public func text(width: Int, glyphs: Glyphs = .lines) -> String {
        String(parts(width: width).map { glyphs.character(for: $0) })
    }

    /// How much of each cell is filled, 0…1.
    private func coverage(of ranges: [Range<Double>], in width: Int) -> [Double] {
        var covered = [Double](repeating: 0, count: width)
        for range in ranges where range.lowerBound < 1 && range.upperBound > 0 {
            let low = max(0, range.lowerBound) * Double(width)
            let high = min(1, range.upperBound) * Double(width)
            for cell in Int(low)..<max(Int(low), min(width, Int(high.rounded(.up)))) {
                covered[cell] += min(high, Double(cell + 1)) - max(low, Double(cell))
            }
        }
        return covered
    }

    private static func cell(of share: Double, in width: Int) -> Int {
        Int(min(1, max(0, share)) * Double(width - 1) + 0.5)
    }
}
