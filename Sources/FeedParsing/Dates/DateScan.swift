import ColumnModel

/// Walks over the bytes of a date and collects its parts.
///
/// Parts are told apart by their shape: a name is a month, a weekday or a zone; digits before a colon
/// are a time; digits joined by `-`, `/` or `.` are a date; a sign behind a time is a zone.
struct DateScan {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0
    private var end: Int
    private var isMonthDoubtful = false
    private(set) var fields = DateFields()

    init(bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        end = bytes.count
    }

    var isAtEnd: Bool { index >= end }

    mutating func trim() {
        while index < end, bytes[index] <= 32 { index += 1 }
        while end > index, bytes[end - 1] <= 32 { end -= 1 }
    }

    /// Reads all parts; false when something in it is no part of a date.
    mutating func readAll() -> Bool {
        // A year before Christ, and the zero dates that some databases write.
        if index + 1 < end, bytes[index] == UInt8(ascii: "-"), isDigit(bytes[index + 1]) {
            return false
        }
        while index < end {
            let byte = bytes[index]
            let isRead: Bool
            if isDigit(byte) {
                isRead = readNumber()
            } else if isLetter(byte) {
                isRead = readWord()
            } else if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") {
                isRead = readSign()
            } else if byte == UInt8(ascii: "(") {
                return true
            } else {
                index += 1
                isRead = true
            }
            guard isRead else { return false }
        }
        return true
    }
}

// MARK: - Numbers

extension DateScan {
    /// Dates of digits only, and ISO 8601's forms without separators or with ordinal days.
    mutating func compactDate() -> Timestamp? {
        let start = index
        defer { index = start }
        let (value, digits) = digits(limit: 14)
        if isAtEnd {
            return wholeNumber(value, digits: digits)
        }
        guard bytes[index] == UInt8(ascii: "T") || bytes[index] == UInt8(ascii: "t"),
            digits == 8 || digits == 6, readTime(afterT: true)
        else { return nil }
        split(value, digits: digits)
        return readAll() ? fields.timestamp : nil
    }

    private mutating func wholeNumber(_ value: Int, digits: Int) -> Timestamp? {
        switch digits {
        case 4:
            (fields.year, fields.month, fields.day) = (value, 1, 1)
        case 5, 7:
            // Year and day of the year.
            let year = DateFields.fullYear(value / 1_000, digits: digits - 3)
            return ordinal(year, day: value % 1_000)
        case 6, 8:
            split(value, digits: digits)
        case 9, 10:
            return Timestamp(secondsSince1970: Int64(value))
        case 13:
            return Timestamp(secondsSince1970: Int64(value / 1_000))
        case 12, 14:
            let date = digits == 14 ? value / 1_000_000 : value / 10_000
            let time = digits == 14 ? value % 1_000_000 : value % 10_000 * 100
            split(date, digits: 8)
            (fields.hour, fields.minute) = (time / 10_000, time / 100 % 100)
            fields.second = time % 100
        default:
            return nil
        }
        return fields.timestamp
    }

    private mutating func split(_ value: Int, digits: Int) {
        fields.year = DateFields.fullYear(value / 10_000, digits: digits - 4)
        (fields.month, fields.day) = (value / 100 % 100, value % 100)
    }

    private func ordinal(_ year: Int, day: Int) -> Timestamp? {
        guard (1...9999).contains(year), day >= 1, day <= (DateFields.isLeap(year) ? 366 : 365)
        else { return nil }
        return Timestamp(
            secondsSince1970: Int64(DateFields.days(year, 1, 1) + day - 1) * 86_400)
    }

    /// Reads digits; stops at a limit, so that the value never overflows.
    private mutating func digits(limit: Int) -> (value: Int, count: Int) {
        let start = index
        var value = 0
        while index < end, index - start < limit, isDigit(bytes[index]) {
            value = value * 10 + Int(bytes[index] &- 48)
            index += 1
        }
        return (value, index - start)
    }

    private mutating func readNumber() -> Bool {
        if index == 0, digitRun == 8 {
            // 20150328 13:31:04
            split(digits(limit: 8).value, digits: 8)
            return true
        }
        let start = index
        let (value, count) = digits(limit: 9)
        guard count < 9, index >= end || !isDigit(bytes[index]) else { return false }
        guard index < end else { return take(value, digits: count) }
        switch bytes[index] {
        case UInt8(ascii: ":"):
            index = start
            return readTime(afterT: false)
        case UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "."):
            return readJoined(value, digits: count, by: bytes[index])
        default:
            // 2004년 05월 28일: the number's own word says what it is.
            if let unit = EastAsianDate.unit(UnsafeBufferPointer(rebasing: bytes[index..<end])) {
                let isKorean = bytes[index] >= 0xEB
                index += 3
                return take(value, as: unit, isKorean: isKorean)
            }
            if let last = digitsBeforeTime(count: count, value: value) {
                return last
            }
            return take(value, digits: count)
        }
    }

    /// How many digits stand here.
    private var digitRun: Int {
        var place = index
        while place < end, isDigit(bytes[place]) { place += 1 }
        return place - index
    }

    /// `9h15`, `19h`: a time in another dress.
    private mutating func digitsBeforeTime(count: Int, value: Int) -> Bool? {
        guard fields.hour == nil, fields.day != nil, fields.year != nil, count <= 2,
            bytes[index] | 0x20 == UInt8(ascii: "h"),
            index + 1 >= end || !isLetter(bytes[index + 1])
        else { return nil }
        index += 1
        fields.hour = value
        fields.minute = digits(limit: 2).value
        return true
    }

    private mutating func take(
        _ value: Int, as unit: EastAsianDate.Unit, isKorean: Bool
    ) -> Bool {
        switch unit {
        case .year: fields.year = value
        case .month: fields.month = value
        case .day: fields.day = value
        case .hour: fields.hour = value
        case .minute: fields.minute = value
        case .second: fields.second = value
        }
        let offset = isKorean ? EastAsianDate.koreanOffset : EastAsianDate.chineseOffset
        fields.fallbackOffset = fields.fallbackOffset ?? offset
        return true
    }

    /// A number that stands alone: the day, then the year.
    private mutating func take(_ value: Int, digits: Int) -> Bool {
        if digits <= 2, fields.day == nil, fields.ambiguous == nil {
            fields.day = value
        } else if fields.year == nil, digits <= 4 {
            fields.year = DateFields.fullYear(value, digits: digits)
        } else {
            return false
        }
        return true
    }

    /// A date whose parts are joined by `-`, `/` or `.`.
    private mutating func readJoined(_ first: Int, digits count: Int, by separator: UInt8) -> Bool {
        let restart = index
        index += 1
        guard fields.year == nil || fields.day == nil else {
            index = restart
            return readSign()
        }
        if index < end, isLetter(bytes[index]) {
            return readNamedMonth(first, digits: count, by: separator, restart: restart)
        }
        let (second, secondCount) = digits(limit: 4)
        guard secondCount > 0 else { return take(first, digits: count) }
        guard index < end, bytes[index] == separator, index + 1 < end, isDigit(bytes[index + 1])
        else {
            return takePair((first, count), (second, secondCount))
        }
        index += 1
        let (third, thirdCount) = digits(limit: 5)
        guard secondCount <= 2, thirdCount <= 4 else { return false }
        if count >= 3 {
            (fields.year, fields.month, fields.day) = (first, second, third)
        } else if separator == UInt8(ascii: "/") {
            fields.year = DateFields.fullYear(third, digits: thirdCount)
            fields.ambiguous = (first, second)
        } else if thirdCount == 4 || separator == UInt8(ascii: ".") {
            fields.year = DateFields.fullYear(third, digits: thirdCount)
            (fields.month, fields.day) = (second, first)
        } else {
            fields.year = DateFields.fullYear(first, digits: count)
            (fields.month, fields.day) = (second, third)
        }
        return skipT()
    }

    /// `2020-02`, `2003-335`, `26/06`.
    private mutating func takePair(
        _ first: (value: Int, digits: Int), _ second: (value: Int, digits: Int)
    ) -> Bool {
        if first.digits == 4, second.digits == 3 {
            let year = first.value
            guard (1...9999).contains(year), (1...366).contains(second.value) else { return false }
            var (month, day) = (1, second.value)
            while month < 12, day > DateFields.daysIn(month, of: year) {
                day -= DateFields.daysIn(month, of: year)
                month += 1
            }
            (fields.year, fields.month, fields.day) = (year, month, day)
            return skipT()
        }
        guard first.digits == 4, second.digits <= 2 else { return false }
        (fields.year, fields.month) = (first.value, second.value)
        fields.day = 1
        return true
    }

    /// `15-Jan-2004`, `2004-Jan-15`.
    private mutating func readNamedMonth(
        _ first: Int, digits count: Int, by separator: UInt8, restart: Int
    ) -> Bool {
        let word = word()
        guard let month = DateNames.month(word) else {
            index = restart + 1
            return take(first, digits: count)
        }
        fields.month = month
        guard index < end, bytes[index] == separator else { return take(first, digits: count) }
        index += 1
        let (third, thirdCount) = digits(limit: 5)
        guard thirdCount > 0, thirdCount <= 4 else { return false }
        if count == 4 {
            (fields.year, fields.day) = (first, third)
        } else {
            (fields.year, fields.day) = (DateFields.fullYear(third, digits: thirdCount), first)
        }
        return skipT()
    }

    /// Steps over the `T` between a date and its time.
    private mutating func skipT() -> Bool {
        guard index < end, bytes[index] | 0x20 == UInt8(ascii: "t"), index + 1 < end,
            isDigit(bytes[index + 1])
        else {
            // A date that goes on in digits or dashes is none: 2013-01-27-01.
            return index >= end || bytes[index] != UInt8(ascii: "-")
                || isZone(at: index) || !(index + 1 < end && isDigit(bytes[index + 1]))
        }
        return readTime(afterT: true)
    }

    /// Whether `-07:00` or the like stands at a place.
    private func isZone(at place: Int) -> Bool {
        place + 3 < end && isDigit(bytes[place + 1]) && isDigit(bytes[place + 2])
            && bytes[place + 3] == UInt8(ascii: ":")
    }
}

// MARK: - Times and zones

extension DateScan {
    /// Reads `HH:MM`, `HH:MM:SS`, `HH:MM:SS.fff`; behind a `T` also `HHMM`, `HHMMSS`, `HH`.
    private mutating func readTime(afterT: Bool) -> Bool {
        if afterT {
            index += 1
        }
        guard fields.hour == nil else { return false }
        var (hour, count) = digits(limit: 6)
        if afterT, count == 4 || count == 6 {
            fields.second = count == 6 ? hour % 100 : 0
            hour = count == 6 ? hour / 100 : hour
            (fields.hour, fields.minute) = (hour / 100, hour % 100)
            skipFraction()
            return true
        }
        guard count == 1 || count == 2 else { return false }
        fields.hour = hour
        guard index < end, bytes[index] == UInt8(ascii: ":") else { return afterT }
        index += 1
        let minute = digits(limit: 3)
        guard minute.count == 1 || minute.count == 2 else { return false }
        fields.minute = minute.value
        if index + 1 < end, bytes[index] == UInt8(ascii: ":"), isDigit(bytes[index + 1]) {
            index += 1
            let second = digits(limit: 3)
            guard second.count <= 2 else { return false }
            fields.second = second.value
        }
        skipFraction()
        return true
    }

    private mutating func skipFraction() {
        guard index + 1 < end, isDigit(bytes[index + 1]),
            bytes[index] == UInt8(ascii: ".") || bytes[index] == UInt8(ascii: ",")
                || bytes[index] == UInt8(ascii: ":")
        else { return }
        index += 1
        while index < end, isDigit(bytes[index]) { index += 1 }
    }

    /// A sign: a zone where a time stands before it, else a separator.
    private mutating func readSign() -> Bool {
        let isWest = bytes[index] == UInt8(ascii: "-")
        guard index + 1 < end, isDigit(bytes[index + 1]) else {
            guard bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+") else {
                return false
            }
            index += 1
            return true
        }
        guard fields.hour != nil || isZone(at: index) else {
            index += 1
            return true
        }
        index += 1
        var (value, count) = digits(limit: 5)
        if index < end, bytes[index] == UInt8(ascii: ":") {
            index += 1
            let minutes = digits(limit: 3)
            guard count <= 2, minutes.count == 2 else { return false }
            value = value * 100 + minutes.value
            count += 2
        } else if count <= 2 {
            value *= 100
        }
        guard count <= 4, value / 100 < 24, value % 100 < 60 else { return false }
        fields.offset = (value / 100 * 3_600 + value % 100 * 60) * (isWest ? -1 : 1)
        return true
    }
}

// MARK: - Words

extension DateScan {
    private func isDigit(_ byte: UInt8) -> Bool {
        byte &- 48 < 10
    }

    private func isLetter(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 97 < 26 || byte >= 0x80
    }

    private mutating func word() -> UnsafeBufferPointer<UInt8> {
        let start = index
        while index < end, isLetter(bytes[index]) { index += 1 }
        return UnsafeBufferPointer(rebasing: bytes[start..<index])
    }

    private mutating func readWord() -> Bool {
        let start = index
        let word = word()
        if let month = DateNames.month(word), fields.month == nil || isMonthDoubtful {
            fields.month = month
            isMonthDoubtful = fields.day == nil && DateNames.isAlsoWeekday(word)
        } else if let weekday = DateNames.weekday(word), fields.hour == nil {
            fields.weekday = fields.weekday ?? weekday
        } else if let isAfternoon = DateNames.isAfternoon(word) ?? dottedHalf(word) {
            fields.isAfternoon = isAfternoon
            if let first = word.first, first >= 0x80 {
                fields.fallbackOffset =
                    first >= 0xEB ? EastAsianDate.koreanOffset : EastAsianDate.chineseOffset
            }
        } else if fields.hour != nil, let offset = DateNames.zone(word) {
            fields.offset = fields.offset ?? offset
        } else if index < end, bytes[index] == UInt8(ascii: "/") {
            readRegion(from: start)
        } else if index < end, bytes[index] == UInt8(ascii: "-"), fields.year != nil,
            fields.month != nil, fields.day == nil
        {
            // 2004-július-13: the dash behind the month is a separator.
            index += 1
        }
        return true
    }

    /// Reads `a.m.` and `p.m.`.
    private mutating func dottedHalf(_ word: UnsafeBufferPointer<UInt8>) -> Bool? {
        guard word.count == 1, index + 1 < end, bytes[index] == UInt8(ascii: "."),
            bytes[index + 1] | 0x20 == UInt8(ascii: "m"), fields.hour != nil
        else { return nil }
        let first = word[0] | 0x20
        guard first == UInt8(ascii: "a") || first == UInt8(ascii: "p") else { return nil }
        index += 2
        return first == UInt8(ascii: "p")
    }

    /// Reads `America/Los_Angeles` and the like.
    private mutating func readRegion(from start: Int) {
        while index < end, bytes[index] > 32 { index += 1 }
        fields.region = TimeZoneRegion(
            named: UnsafeBufferPointer(rebasing: bytes[start..<index]))
    }
}
