/// The header fields of one response, in the order in which they came.
public struct HTTPFields: Sendable, Equatable {
    /// The fields; their names are in lower case.
    public private(set) var all: [HTTPField] = []

    /// Makes an empty list.
    public init() {}

    /// The value of the first field with a name, given in lower case.
    public subscript(name: String) -> String? {
        all.first { $0.name == name }?.value
    }

    /// The values of all fields with a name, given in lower case.
    public func values(of name: String) -> [String] {
        all.lazy.filter { $0.name == name }.map(\.value)
    }

    /// Adds a field; its name is put in lower case.
    public mutating func append(name: String, value: String) {
        all.append(HTTPField(name: name.lowercased(), value: value))
    }

    /// Joins a folded line to the last field (obs-fold, RFC 9112 section 5.2).
    mutating func continueLast(with text: String) {
        guard let last = all.popLast() else { return }
        all.append(HTTPField(name: last.name, value: last.value + " " + text))
    }
}
