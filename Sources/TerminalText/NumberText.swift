/// Lengths of time, sizes and numbers as people read them.
public enum NumberText {
    /// A length of time as `1:02:03` or `4:05`; parts of a second are dropped, negative ones are 0.
    public static func duration(_ duration: Duration) -> String {
        let seconds = max(0, duration.components.seconds)
        let (hours, minutes, rest) = (seconds / 3_600, seconds / 60 % 60, seconds % 60)
        let tail = twoDigits(rest)
        return hours > 0 ? "\(hours):\(twoDigits(minutes)):\(tail)" : "\(minutes):\(tail)"
    }

    /// A number of bytes as `512 B`, `1.5 MiB`, `20 GiB`.
    public static func size(_ bytes: Int64) -> String {
        guard bytes >= 1_024 else { return "\(max(0, bytes)) B" }
        let units = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]
        var value = Double(bytes) / 1_024
        var unit = 0
        // 1023.96 KiB would be written as 1024 KiB.
        while value >= 1_023.95, unit < units.count - 1 {
            value /= 1_024
            unit += 1
        }
        let tenths = Int64((value * 10).rounded())
        return tenths >= 1_000 || tenths % 10 == 0
            ? "\((tenths + 5) / 10) \(units[unit])"
            : "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }

    /// A number with at most two digits after the point, as `1.25`.
    public static func decimal(_ value: Double) -> String {
        guard value.isFinite, abs(value) < 1e15 else { return "?" }
        let hundredths = Int64((abs(value) * 100).rounded())
        let sign = value < 0 && hundredths > 0 ? "-" : ""
        let whole = sign + "\(hundredths / 100)"
        let fraction = hundredths % 100
        if fraction == 0 { return whole }
        return whole + "." + (fraction % 10 == 0 ? "\(fraction / 10)" : twoDigits(fraction))
    }

    /// A number with a zero before a single digit.
    public static func twoDigits(_ number: some BinaryInteger) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
