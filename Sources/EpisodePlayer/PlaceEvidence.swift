/// By what a place was found in a file that is another one than when the place was taken.
public enum PlaceEvidence: String, Hashable, Sendable {
    /// The same frames of sound stand there.
    case frames
    /// Only the time is the same; what is heard there may not be.
    case time
}
