import ColumnModel
import ColumnStore
import HTTPKit

/// When a feed may be asked again: what server, feed and refresh hints say (kept in `FeedState`).
enum FetchPolicy {
    /// No hint makes a feed wait longer: a mistyped `ttl` must not silence it for weeks.
    private static let longestInterval = Duration.seconds(86_400)

    /// Until when a feed is to be left alone; nil when it may be asked now.
    static func waitEnd(for state: FeedState, at now: Timestamp) -> Timestamp? {
        var end: Timestamp?
        if let notBefore = state.notBefore, notBefore > now {
            end = notBefore
        }
        if let interval = state.refreshInterval, let succeeded = state.succeeded {
            let due = succeeded + min(interval, longestInterval)
            // A clock that went back must not silence a feed either.
            if due > now && succeeded <= now {
                end = max(end ?? due, due)
            }
        }
        return end
    }

    /// Whether the feed asks not to be fetched in this hour or on this day (skipHours, skipDays).
    static func isSkipped(_ state: FeedState, at now: Timestamp) -> Bool {
        let hours = floorDivide(now.secondsSince1970, by: 3_600)
        let hour = hours - floorDivide(hours, by: 24) * 24
        // 1970-01-01 was a Thursday.
        let day = floorDivide(hours, by: 24) + 4
        let weekday = day - floorDivide(day, by: 7) * 7
        // A mask that leaves no moment at all is a mistake of the feed's.
        let allHours: Int64 = (1 << 24) - 1
        let isHourSkipped =
            state.skippedHours & allHours != allHours && state.skippedHours >> hour & 1 == 1
        let isDaySkipped = state.skippedDays & 127 != 127 && state.skippedDays >> weekday & 1 == 1
        return isHourSkipped || isDaySkipped
    }

    /// Keeps in the state what a response and the feed in it say about the next fetch.
    static func note(_ feed: ParsedFeed, _ head: HTTPResponseHead, in state: inout FeedState) {
        let maxAge = head.cacheControl.maxAge
        state.refreshInterval = [feed.refreshInterval, maxAge].compactMap(\.self).max()
        state.skippedHours = mask(feed.skippedHours, below: 24)
        state.skippedDays = mask(feed.skippedDays, below: 7)
    }

    private static func mask(_ bits: [Int], below limit: Int) -> Int64 {
        bits.filter { 0..<limit ~= $0 }.reduce(0) { $0 | 1 << Int64($1) }
    }

    private static func floorDivide(_ value: Int64, by divisor: Int64) -> Int64 {
        value >= 0 ? value / divisor : (value - divisor + 1) / divisor
    }
}
