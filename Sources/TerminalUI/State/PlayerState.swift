import ColumnModel
import RemoteControl

/// The running player, and when it said so.
struct PlayerState: Equatable, Sendable {
    /// What it said last.
    var snapshot: PlaybackSnapshot
    /// When, on the monotonic clock.
    var receivedAt: Duration
    /// The chapters of what is loaded.
    var chapters: [Chapter] = []

    /// Whether the place moves.
    var isMoving: Bool {
        snapshot.status == .playing && !snapshot.isStalled && snapshot.track != nil
    }

    /// The media time at a moment.
    func position(at now: Duration) -> Duration {
        guard isMoving else { return snapshot.position }
        let place = snapshot.position + max(.zero, now - receivedAt) * snapshot.speed
        return snapshot.duration.map { min(place, max($0, snapshot.position)) } ?? place
    }

    /// What is left of a sleep timer that counts time.
    func sleepLeft(at now: Duration) -> Duration? {
        guard let left = snapshot.sleep?.remaining else { return nil }
        return isMoving ? max(.zero, left - max(.zero, now - receivedAt)) : left
    }

    /// The chapter at a place, by its number.
    func chapterIndex(at place: Duration) -> Int? {
        chapters.lastIndex { $0.start <= place }
    }
}
