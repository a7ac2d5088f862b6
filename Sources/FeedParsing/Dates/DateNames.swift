/// Names of months, weekdays and zones in the languages that feeds use.
enum DateNames {
    /// A word in lower case, packed; nil if it is longer than any name looked for.
    private static func key(_ word: UnsafeBufferPointer<UInt8>, prefix: Int) -> UInt64 {
        var key: UInt64 = 0
        for byte in word.prefix(prefix) {
            key = key << 8 | UInt64(byte &- 65 < 26 ? byte | 0x20 : byte)
        }
        return key
    }

    static func month(_ word: UnsafeBufferPointer<UInt8>) -> Int? {
        guard word.count >= 3, word.count <= 24 else { return nil }
        return exactMonths[key(word, prefix: 8)] ?? exactMonths[key(word, prefix: 6)]
            ?? shortMonths[key(word, prefix: 3)]
    }

    /// Whether a month's name is also that of a weekday: the Tuesday of French, Italian, Spanish.
    static func isAlsoWeekday(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
        word.count <= 8 && key(word, prefix: 3) == pack("mar")
    }

    static func weekday(_ word: UnsafeBufferPointer<UInt8>) -> Int? {
        guard word.count >= 2, word.count <= 24 else { return nil }
        return weekdays[key(word, prefix: 3)]
    }

    static func isAfternoon(_ word: UnsafeBufferPointer<UInt8>) -> Bool? {
        switch key(word, prefix: 8) {
        case pack("am"), pack("오전"), pack("上午"): false
        case pack("pm"), pack("오후"), pack("下午"): true
        default: nil
        }
    }

    /// Seconds east of UTC for a zone's name.
    static func zone(_ word: UnsafeBufferPointer<UInt8>) -> Int? {
        word.count <= 5 ? zones[key(word, prefix: 5)] : nil
    }

    private static func pack(_ name: some StringProtocol, prefix: Int = 8) -> UInt64 {
        name.utf8.prefix(prefix).reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func table(_ text: String, prefix: Int) -> [UInt64: Int] {
        var table: [UInt64: Int] = [:]
        for (number, names) in text.split(separator: "|").enumerated() {
            for name in names.split(separator: " ") {
                table[pack(name, prefix: prefix)] = number + 1
            }
        }
        return table
    }

    /// English, German, French, Italian, Spanish, Portuguese, Dutch, Scandinavian and the like.
    private static let shortMonths = table(
        """
        jan gen ene|feb fev fév|mar mär maa mrt már|apr abr avr|may mai maj mag mei|jun giu|jul lug\
        |aug ago aoû aou|sep set sze|oct okt ott out|nov|dec dez dic des déc
        """, prefix: 3)

    /// French, Hungarian, Greek, Russian: names that three bytes do not tell apart.
    private static let exactMonths: [UInt64: Int] = {
        var names: [UInt64: Int] = [:]
        for (name, month) in [
            ("juin", 6), ("juil", 7), ("juillet", 7), ("április", 4), ("június", 6), ("július", 7),
            ("Ιαν", 1), ("Φεβ", 2), ("Μάώ", 3), ("Μαώ", 3), ("Μάρ", 3), ("Μαρ", 3), ("Απρ", 4),
            ("Μάι", 5), ("Μαϊ", 5), ("Μαι", 5), ("Ιούν", 6), ("Ιον", 6), ("Ιούλ", 7), ("Ιολ", 7),
            ("Αύγ", 8), ("Αυγ", 8), ("Σεπ", 9), ("Οκτ", 10), ("Νοέ", 11), ("Νοε", 11), ("Δεκ", 12),
            ("янв", 1), ("фев", 2), ("мар", 3), ("апр", 4), ("мая", 5), ("май", 5), ("июн", 6),
            ("июл", 7), ("авг", 8), ("сен", 9), ("окт", 10), ("ноя", 11), ("дек", 12), ("Янв", 1),
            ("Фев", 2), ("Мар", 3), ("Апр", 4), ("Май", 5), ("Мая", 5), ("Июн", 6), ("Июл", 7),
            ("Авг", 8), ("Сен", 9), ("Окт", 10), ("Ноя", 11), ("Дек", 12),
        ] as [(String, Int)] {
            names[pack(name)] = month
        }
        return names
    }()

    private static let weekdays: [UInt64: Int] = {
        let names = table(
            """
            sun so dim dom zon søn sön son|mon mo lun seg maa man mån|tue di mar ter din tir tis\
            |wed mi mer mié mie qua woe ons|thu do jeu gio jue qui don tor|fri fr ven vie sex vri fre\
            |sat sa sam sab sáb zat lør lör
            """, prefix: 3)
        return names.mapValues { $0 - 1 }
    }()

    private static let zones: [UInt64: Int] = {
        var zones: [UInt64: Int] = [:]
        for (name, minutes) in [
            ("z", 0), ("utc", 0), ("gmt", 0), ("ut", 0), ("wet", 0), ("west", 60), ("bst", 60),
            ("cet", 60), ("met", 60), ("mez", 60), ("cest", 120), ("mest", 120), ("mesz", 120),
            ("eet", 120), ("eest", 180), ("msk", 180), ("msd", 240), ("ist", 120), ("idt", 180),
            ("sast", 120), ("pkt", 300), ("hkt", 480), ("sgt", 480), ("awst", 480), ("jst", 540),
            ("kst", 540), ("acst", 570), ("aest", 600), ("acdt", 630), ("aedt", 660), ("nzst", 720),
            ("nzdt", 780), ("brt", -180), ("art", -180), ("nst", -210), ("ndt", -150),
            ("at", -240), ("ast", -240), ("adt", -180), ("et", -300), ("est", -300), ("edt", -240),
            ("ct", -360), ("cst", -360), ("cdt", -300), ("mt", -420), ("mst", -420), ("mdt", -360),
            ("pt", -480), ("pst", -480), ("pdt", -420), ("akst", -540), ("akdt", -480),
            ("hst", -600),
        ] as [(String, Int)] {
            zones[pack(name)] = minutes * 60
        }
        return zones
    }()
}
