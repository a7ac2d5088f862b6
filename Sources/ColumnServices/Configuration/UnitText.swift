public import ColumnModel

/// Numbers with units, as people write them.
public enum UnitText {
    /// Reads `250ms 3s 5m 2h 7d`; nil for anything else, also for a bare number and for more
    /// than a `Duration` of 10,000 years.
    public static func duration(_ text: String) -> Duration? {
        let units: [(String, Double)] = [
            ("ms", 0.001), ("s", 1), ("m", 60), ("h", 3_600), ("d", 86_400),
        ]
        guard let (suffix, factor) = units.first(where: { text.hasSuffix($0.0) }),
            let number = decimal(text.dropLast(suffix.count)), number * factor < 3.2e11
        else { return nil }
        return .milliseconds(Int64((number * factor * 1_000).rounded()))
    }

    /// Reads `64KiB 512MiB 2GiB 1TiB 500B`; nil for anything else.
    public static func size(_ text: String) -> ByteCount? {
        let units: [(String, Int64)] = [
            ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30), ("TiB", 1 << 40), ("B", 1),
        ]
        guard let (suffix, factor) = units.first(where: { text.hasSuffix($0.0) }),
            let number = decimal(text.dropLast(suffix.count)),
            number * Double(factor) < Double(Int64.max / 2)
        else { return nil }
        return ByteCount(bytes: Int64((number * Double(factor)).rounded()))
    }

    /// Reads digits with at most one point; nil for signs, exponents, infinities.
    static func decimal(_ text: Substring) -> Double? {
        guard text.utf8.first.map({ (48...57).contains($0) }) == true, text.utf8.count <= 18,
            text.utf8.allSatisfy({ (48...57).contains($0) || $0 == UInt8(ascii: ".") })
        else { return nil }
        return Double(text)
    }
}
