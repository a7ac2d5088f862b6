public import ColumnModel
public import HTTPKit

/// How patiently a file is fetched.
public struct FetchPolicy: Sendable {
    /// How many attempts in a row may bring nothing.
    public var attempts = 5
    /// The wait before the first repetition; it doubles with each that brings nothing.
    public var retryDelay = Duration.seconds(1)
    /// The longest such wait.
    public var longestDelay = Duration.seconds(60)
    /// The longest wait for a server that asks for one; beyond it the attempt ends for this run.
    public var longestHold = Duration.seconds(120)
    /// How long a connection may take.
    public var connectTimeout = Duration.seconds(15)
    /// How long a server may be silent.
    public var stallTimeout = Duration.seconds(30)
    /// How much of the disk is to stay free.
    public var keepFree = ByteCount.mebibytes(512)
    /// A ceiling on bytes a second, shared by all fetches.
    public var rateLimiter: RateLimiter?

    /// Makes the usual policy.
    public init() {}
}
