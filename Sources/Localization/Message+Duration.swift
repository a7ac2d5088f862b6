extension Message {
    /// A time to wait, rounded down: `3 s`, `5 min`, `2 h`, `7 days`.
    public static func roundDuration(_ duration: Duration) -> Message {
        let (whole, attoseconds) = duration.components
        if whole < 1 { return "\(max(0, attoseconds / 1_000_000_000_000_000)) ms" }
        return switch whole {
        case ..<120: "\(whole) s"
        case ..<7_200: "\(whole / 60) min"
        case ..<172_800: "\(whole / 3_600) h"
        default: "\(whole / 86_400) days"
        }
    }
}
