/// The words behind the numbers of Korean, Chinese and Japanese dates: 2004년 05월 28일, 2020年3月5日.
enum EastAsianDate {
    enum Unit {
        case year
        case month
        case day
        case hour
        case minute
        case second
    }

    /// Korean dates come without a zone and mean Korea's, nine hours east.
    static let koreanOffset = 9 * 3_600
    /// Dates in Chinese characters mean China's zone, eight hours east, where they name none.
    static let chineseOffset = 8 * 3_600

    /// The unit that bytes begin with; each takes three bytes.
    static func unit(_ bytes: UnsafeBufferPointer<UInt8>) -> Unit? {
        guard bytes.count >= 3 else { return nil }
        switch (bytes[0], bytes[1], bytes[2]) {
        case (0xEB, 0x85, 0x84), (0xE5, 0xB9, 0xB4): return .year
        case (0xEC, 0x9B, 0x94), (0xE6, 0x9C, 0x88): return .month
        case (0xEC, 0x9D, 0xBC), (0xE6, 0x97, 0xA5), (0xE5, 0x8F, 0xB7): return .day
        case (0xEC, 0x8B, 0x9C), (0xE6, 0x97, 0xB6), (0xE6, 0x99, 0x82), (0xE7, 0x82, 0xB9):
            return .hour
        case (0xEB, 0xB6, 0x84), (0xE5, 0x88, 0x86): return .minute
        case (0xEC, 0xB4, 0x88), (0xE7, 0xA7, 0x92): return .second
        default: return nil
        }
    }
}
