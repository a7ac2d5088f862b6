import ColumnModel

/// Lengths of time, sizes and moments in the words of a terminal.
enum NumberText {
    /// A length of time as `1:02:03` or `4:05`.
    static func duration(_ duration: Duration) -> String {
        let seconds = max(0, duration.components.seconds)
        let (hours, minutes, rest) = (seconds / 3_600, seconds / 60 % 60, seconds % 60)
        let tail = twoDigits(rest)
        return hours > 0 ? "\(hours):\(twoDigits(minutes)):\(tail)" : "\(minutes):\(tail)"
    }

    /// A time to wait, rounded: `3 s`, `5 min`, `2 h`, `7 days`.
    static func roundDuration(_ duration: Duration) -> String {
        let (whole, attoseconds) = duration.components
        if whole < 1 { return "\(attoseconds / 1_000_000_000_000_000) ms" }
        return switch whole {
        case ..<120: "\(whole) s"
        case ..<7_200: "\(whole / 60) min"
        case ..<172_800: "\(whole / 3_600) h"
        default: "\(whole / 86_400) days"
        }
    }

    /// A number of bytes as `512 B`, `1.5 MiB`, `20 GiB`.
    static func size(_ bytes: Int64) -> String {
        guard bytes >= 1_024 else { return "\(max(0, bytes)) B" }
        var value = Double(bytes)
        var unit = 0
        while value >= 1_024, unit < 4 {
            value /= 1_024
            unit += 1
        }
        let name = ["B", "KiB", "MiB", "GiB", "TiB"][unit]
        let tenths = Int64((value * 10).rounded())
        return tenths >= 100 || tenths % 10 == 0
            ? "\((tenths + 5) / 10) \(name)" : "\(tenths / 10).\(tenths % 10) \(name)"
    }

    /// A number with at most two digits after the point, as `1.25`.
    static func decimal(_ value: Double) -> String {
        let hundredths = Int64((value * 100).rounded())
        let fraction = hundredths % 100
        if fraction == 0 { return "\(hundredths / 100)" }
        let text = twoDigits(abs(fraction))
        return "\(hundredths / 100)." + (text.hasSuffix("0") ? String(text.dropLast()) : text)
    }

    /// A number with its noun, as `1 episode`, `2 episodes`.
    static func count(_ count: Int, _ noun: String) -> String {
        "\(count) \(noun)\(count == 1 ? "" : "s")"
    }

    static func twoDigits(_ number: some BinaryInteger) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
