/// When others make us silent, and when playing goes on by itself afterwards.
///
/// It goes on only if it was playing when others began, all of them have ended, each end allows it,
/// and neither the listener nor half an hour came between. An end without a beginning means
/// nothing; a beginning whose end never comes leaves it paused.
public struct InterruptionRule: Sendable, Hashable {
    /// What happens.
    public enum Event: Sendable, Hashable {
        /// Someone wants to be heard, or the machine goes to sleep.
        case began(cause: String)
        /// That is over; whether playing may go on.
        case ended(cause: String, mayResume: Bool)
        /// The listener did something: what he wants counts from now on.
        case userActed
    }

    /// What to do.
    public enum Effect: Sendable, Hashable {
        /// Be silent, though nobody asked the player to pause.
        case pause
        /// Go on.
        case resume
    }

    /// After so long nobody expects sound to begin by itself.
    public static let limit = Duration.seconds(1_800)

    /// Who interrupts at the moment.
    public private(set) var causes: Set<String> = []
    private var wasPlaying = false
    private var mayResume = true
    private var began = Duration.zero

    /// Makes a rule without interruptions.
    public init() {}

    /// Takes an event and says what follows.
    ///
    /// - Parameters:
    ///   - isPlaying: whether the listener wants sound at this moment.
    ///   - now: by a clock that nobody sets.
    public mutating func handle(_ event: Event, isPlaying: Bool, at now: Duration) -> Effect? {
        switch event {
        case .began(let cause):
            causes.insert(cause)
            guard isPlaying else { return nil }
            wasPlaying = true
            mayResume = true
            began = now
            return .pause
        case .ended(let cause, let isAllowed):
            guard causes.remove(cause) != nil else { return nil }
            mayResume = mayResume && isAllowed
            guard causes.isEmpty else { return nil }
            defer { wasPlaying = false }
            let isSoon = now - began <= Self.limit
            return wasPlaying && mayResume && isSoon && !isPlaying ? .resume : nil
        case .userActed:
            wasPlaying = false
            return nil
        }
    }
}
