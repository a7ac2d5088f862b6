/// What one reader has seen of a file, so that it is told when that is no longer what the file is.
struct ReaderMark {
    /// How often bytes had been given up when it began to read.
    var generation: Int?
    /// Up to where it has read since then.
    var end: Int64 = 0
}
