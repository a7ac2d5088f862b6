/// A key that a player understands.
enum Key: Sendable, Equatable {
    /// A printable character.
    case character(Character)
    /// The arrow keys.
    case left
    /// To the right.
    case right
    /// Upward.
    case up
    /// Downward.
    case down
    /// Escape by itself.
    case escape

    /// Takes the keys out of what a terminal sent; what is not understood is left out.
    static func keys(in bytes: ArraySlice<UInt8>) -> [Key] {
        var keys: [Key] = []
        var rest = bytes
        while let first = rest.popFirst() {
            guard first == 0x1B else {
                if first >= 0x20, first < 0x7F {
                    keys.append(.character(Character(Unicode.Scalar(first))))
                }
                continue
            }
            guard let opener = rest.first,
                opener == UInt8(ascii: "[") || opener == UInt8(ascii: "O")
            else {
                keys.append(.escape)
                continue
            }
            rest.removeFirst()
            // Parameters, then one final byte (ECMA-48).
            while let next = rest.first, (0x20..<0x40).contains(next) { rest.removeFirst() }
            switch rest.popFirst() {
            case UInt8(ascii: "A"): keys.append(.up)
            case UInt8(ascii: "B"): keys.append(.down)
            case UInt8(ascii: "C"): keys.append(.right)
            case UInt8(ascii: "D"): keys.append(.left)
            default: break
            }
        }
        return keys
    }
}
