import JSONKit

extension JSONTree {
    /// A length of time from seconds; nil beyond what media and timers can have (a year).
    var duration: Duration? {
        guard let double, abs(double) <= 366 * 86_400 else { return nil }
        return .milliseconds(Int64((double * 1_000).rounded()))
    }
}
