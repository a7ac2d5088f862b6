/// A Retry-After field (RFC 9110 section 10.2.3).
public enum RetryAfter: Sendable, Hashable {
    /// So long from now.
    case delay(Duration)
    /// At a moment.
    case date(HTTPDate)

    /// Reads a field; nil where it is neither a number of seconds nor a date.
    public init?(_ text: String) {
        var cursor = ByteCursor(text)
        cursor.skipBlanks()
        if let seconds = cursor.number() {
            cursor.skipBlanks()
            guard cursor.isAtEnd else { return nil }
            self = .delay(.seconds(min(seconds, 1 << 40)))
        } else if let date = HTTPDate(text) {
            self = .date(date)
        } else {
            return nil
        }
    }

    /// How long to wait by a clock; zero when the moment has passed.
    ///
    /// - Parameter now: seconds since 1970 by our clock, or the response's Date where clocks may
    ///   differ.
    public func delay(from now: Int64) -> Duration {
        switch self {
        case .delay(let delay): delay
        case .date(let date): .seconds(max(0, date.secondsSince1970 - now))
        }
    }
}
