/// The words behind the numbers of a Korean date: 2004년 05월 28일 01시.
enum KoreanDate {
    enum Unit {
        case year
        case month
        case day
        case hour
        case minute
        case second
    }

    /// Korean dates come without a zone and mean Korea's, nine hours east.
    static let offset = 9 * 3_600

    /// The unit that bytes begin with; each takes three bytes.
    static func unit(_ bytes: UnsafeBufferPointer<UInt8>) -> Unit? {
        guard bytes.count >= 3 else { return nil }
        switch (bytes[0], bytes[1], bytes[2]) {
        case (0xEB, 0x85, 0x84): return .year
        case (0xEC, 0x9B, 0x94): return .month
        case (0xEC, 0x9D, 0xBC): return .day
        case (0xEC, 0x8B, 0x9C): return .hour
        case (0xEB, 0xB6, 0x84): return .minute
        case (0xEC, 0xB4, 0x88): return .second
        default: return nil
        }
    }
}
