/// A Range field applied to a size; several ranges at once count as unreadable.
enum RequestedRange: Equatable {
    case bytes(Range<Int>)
    case unsatisfiable
    case unreadable

    init(_ field: String, size: Int) {
        self = Self.read(field, size: size) ?? .unreadable
    }

    private static func read(_ field: String, size: Int) -> RequestedRange? {
        guard field.hasPrefix("bytes=") else { return nil }
        let ends = field.dropFirst("bytes=".count)
            .split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        guard let first = Int(ends[0]) else {
            guard ends[0].isEmpty, let count = Int(ends[1]) else { return nil }
            return count == 0 ? .unsatisfiable : .bytes(max(0, size - count)..<size)
        }
        if first >= size { return .unsatisfiable }
        if ends[1].isEmpty { return .bytes(first..<size) }
        guard let last = Int(ends[1]), last >= first else { return nil }
        return .bytes(first..<min(last + 1, size))
    }
}
