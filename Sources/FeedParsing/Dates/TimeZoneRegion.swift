/// A zone by place, as `America/Los_Angeles`, with today's rules for summer time.
struct TimeZoneRegion {
    private enum SummerTime {
        case none
        /// Second Sunday of March to first Sunday of November, at 2:00.
        case america
        /// Last Sunday of March to last Sunday of October, at 1:00 UTC.
        case europe
    }

    private let standard: Int
    private let summerTime: SummerTime

    init?(named bytes: UnsafeBufferPointer<UInt8>) {
        guard let found = Self.regions[String(decoding: bytes, as: UTF8.self)] else { return nil }
        self = found
    }

    private init(standard: Int, summerTime: SummerTime) {
        self.standard = standard
        self.summerTime = summerTime
    }

    /// Seconds east of UTC at a local time, given in seconds as if it were UTC.
    func offset(atLocal local: Int, year: Int) -> Int {
        let isSummer =
            switch summerTime {
            case .none: false
            case .america:
                local >= Self.sunday(2, of: 3, year) + 7_200
                    && local < Self.sunday(1, of: 11, year) + 7_200
            case .europe:
                local >= Self.lastSunday(of: 3, year) + 3_600 + standard
                    && local < Self.lastSunday(of: 10, year) + 7_200 + standard
            }
        return standard + (isSummer ? 3_600 : 0)
    }

    private static func sunday(_ number: Int, of month: Int, _ year: Int) -> Int {
        let first = (7 - DateFields.weekday(year, month, 1)) % 7 + 1
        return DateFields.days(year, month, first + (number - 1) * 7) * 86_400
    }

    private static func lastSunday(of month: Int, _ year: Int) -> Int {
        let last = DateFields.daysIn(month, of: year)
        return DateFields.days(year, month, last - DateFields.weekday(year, month, last)) * 86_400
    }

    private static let regions: [String: TimeZoneRegion] = {
        var regions: [String: TimeZoneRegion] = [:]
        func add(_ names: String, hours: Double, _ summerTime: SummerTime) {
            for name in names.split(separator: " ") {
                regions[String(name)] = TimeZoneRegion(
                    standard: Int(hours * 3_600), summerTime: summerTime)
            }
        }
        add("America/St_Johns", hours: -3.5, .america)
        add("America/Halifax", hours: -4, .america)
        add("America/New_York America/Toronto America/Detroit US/Eastern", hours: -5, .america)
        add("America/Chicago America/Winnipeg US/Central", hours: -6, .america)
        add("America/Denver America/Edmonton America/Boise US/Mountain", hours: -7, .america)
        add("America/Los_Angeles America/Vancouver US/Pacific", hours: -8, .america)
        add("America/Anchorage US/Alaska", hours: -9, .america)
        add("America/Phoenix", hours: -7, .none)
        add("America/Mexico_City", hours: -6, .none)
        add("America/Bogota America/Lima", hours: -5, .none)
        add("America/Sao_Paulo America/Argentina/Buenos_Aires", hours: -3, .none)
        add("Pacific/Honolulu", hours: -10, .none)
        add("Europe/London Europe/Dublin Europe/Lisbon", hours: 0, .europe)
        add(
            "Europe/Paris Europe/Berlin Europe/Madrid Europe/Rome Europe/Amsterdam Europe/Brussels "
                + "Europe/Vienna Europe/Zurich Europe/Stockholm Europe/Oslo Europe/Copenhagen "
                + "Europe/Prague Europe/Warsaw Europe/Budapest Europe/Belgrade", hours: 1, .europe)
        add(
            "Europe/Athens Europe/Helsinki Europe/Kiev Europe/Kyiv Europe/Bucharest Europe/Sofia",
            hours: 2, .europe)
        add("Europe/Moscow Europe/Istanbul", hours: 3, .none)
        add("Asia/Dubai", hours: 4, .none)
        add("Asia/Kolkata Asia/Calcutta", hours: 5.5, .none)
        add("Asia/Bangkok Asia/Jakarta", hours: 7, .none)
        add(
            "Asia/Shanghai Asia/Hong_Kong Asia/Singapore Asia/Taipei Asia/Manila Australia/Perth",
            hours: 8, .none)
        add("Asia/Tokyo Asia/Seoul", hours: 9, .none)
        add("Australia/Brisbane", hours: 10, .none)
        return regions
    }()
}
