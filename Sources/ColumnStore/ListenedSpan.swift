/// What was heard of an episode since the last time that it was counted.
public struct ListenedSpan: Sendable, Equatable {
    /// Media time heard.
    public var heard = Duration.zero
    /// Real time spent.
    public var spent = Duration.zero
    /// Real time saved by playing faster; below zero where it was slower.
    public var savedBySpeed = Duration.zero
    /// Real time saved by shortened silence.
    public var savedByTrim = Duration.zero

    /// Nothing heard.
    public init() {}
}
