import JSONKit

extension JSONWriter {
    /// Writes a member with a length of time in seconds, to the millisecond, or null.
    mutating func member(_ name: String, _ value: Duration?) {
        member(name, value.map { ($0 / .milliseconds(1)).rounded() / 1_000 })
    }
}
