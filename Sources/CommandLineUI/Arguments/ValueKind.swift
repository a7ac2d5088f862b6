/// What the value of an option or operand is; parser, help and completions go by it.
enum ValueKind: Sendable, Equatable {
    /// Any text.
    case text
    /// The text of a search, in which a word may begin with a dash.
    case query
    /// A whole number.
    case count(ClosedRange<Int>)
    /// One of a few words.
    case choice([String])
    /// Several of a few words, separated by commas.
    case choices([String])
    /// A place in an episode, as `90`, `12:30`, `1:02:03`.
    case time
    /// A playing speed, as `1.5`.
    case speed
    /// When playing is to stop, as `30m`, `end`, `3eps`.
    case sleep
    /// The same, or `off`, or more time as `+15m`.
    case sleepOrOff
    /// Where to go: `+30`, `-1:00`, `12:30`, `50%`.
    case seek
    /// A length of time with its unit, as `30d`.
    case age
    /// A number of bytes with its unit, as `2GiB`.
    case size
    /// A day as `2026-11-30`, or an age as `7d`.
    case moment
    /// A column by number, address or words of its title.
    case column
    /// An episode by number, guid, address or words of its title.
    case episode
    /// A column or an episode.
    case subject
    /// A file's path; `-` for standard input or output where the command says so.
    case file
    /// An address or a file.
    case source
    /// Times of the day, as `07:00,19:30`.
    case dayTimes
    /// Where sound goes, as `pulse` or `wav:FILE`.
    case output
    /// The name of a setting.
    case key
}
