/// What of a file is no sound though it stands among sound, and was left out, as far as is known.
public struct MediaDamage: Hashable, Sendable {
    /// How many places.
    public var places: Int
    /// How many bytes in all.
    public var bytes: Int64

    /// Makes a count; none without arguments.
    public init(places: Int = 0, bytes: Int64 = 0) {
        self.places = places
        self.bytes = bytes
    }
}
