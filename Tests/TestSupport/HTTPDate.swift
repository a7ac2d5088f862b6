public import ColumnModel

/// A moment as HTTP writes it: `Tue, 14 Nov 2023 22:13:20 GMT` (RFC 9110, IMF-fixdate).
public func httpDate(_ moment: Timestamp) -> String {
    let seconds = moment.secondsSince1970
    var days = Int(seconds / 86_400)
    var rest = Int(seconds % 86_400)
    if rest < 0 {
        rest += 86_400
        days -= 1
    }
    let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let weekday = weekdays[(days % 7 + 7) % 7]
    var year = 1970
    func length(of year: Int) -> Int {
        (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 366 : 365
    }
    while days < 0 {
        year -= 1
        days += length(of: year)
    }
    while days >= length(of: year) {
        days -= length(of: year)
        year += 1
    }
    let lengths = [31, length(of: year) - 337, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    var month = 0
    while days >= lengths[month] {
        days -= lengths[month]
        month += 1
    }
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let time = "\(padded(rest / 3600)):\(padded(rest / 60 % 60)):\(padded(rest % 60))"
    return "\(weekday), \(padded(days + 1)) \(months[month]) \(year) \(time) GMT"
}
