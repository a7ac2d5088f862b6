/// What is wrong with the text of a search.
public enum SearchError: Error, Sendable, Equatable {
    /// There is no such filter.
    case unknownFilter(String, known: [String])
    /// A filter does not take this value.
    case badValue(String, filter: String, allowed: [String])
    /// There is nothing to look for.
    case empty
}
