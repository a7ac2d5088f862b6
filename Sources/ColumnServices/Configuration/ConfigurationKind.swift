/// What a setting's value looks like; the view names the allowed form by it.
public indirect enum ConfigurationKind: Sendable, Equatable {
    /// A whole number.
    case count(ClosedRange<Int>)
    /// A length of time with its unit, as `250ms 3s 5m 2h 7d`.
    case duration(ClosedRange<Duration>)
    /// A size with its unit, as `64KiB 512MiB 2GiB`.
    case size
    /// A share in percent, as `50%`.
    case share
    /// A number with a fraction, as `1.5`.
    case factor(ClosedRange<Double>)
    /// `on` or `off`.
    case boolean
    /// One of a few words.
    case choice([String])
    /// Any text without line ends.
    case text
    /// Where sound goes: `auto`, `pulse`, `ao`, `ao:NAME`, `null`, `wav:FILE`.
    case output
    /// When a sleep timer sets itself: `22:00-06:00 30m`.
    case night
    /// A folder, as an absolute path.
    case directory
    /// One of the above, or `none`.
    case optional(ConfigurationKind)
}
