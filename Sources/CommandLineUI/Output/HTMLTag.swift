/// A tag of HTML: its name and attributes.
struct HTMLTag: Equatable {
    /// The name in lower case.
    let name: String
    /// Whether it closes an element.
    let isEnd: Bool
    private let rest: Substring

    /// Takes what stands between `<` and `>`.
    init(_ bytes: ArraySlice<UInt8>) {
        let text = Substring(String(decoding: bytes, as: UTF8.self))
        isEnd = text.hasPrefix("/")
        let body = isEnd ? text.dropFirst() : text
        let end = body.firstIndex { $0.isWhitespace || $0 == "/" || $0 == ">" } ?? body.endIndex
        name = body[..<end].lowercased()
        rest = body[end...]
    }

    /// The value of an attribute, with its entities decoded; nil where it is not there.
    func attribute(_ wanted: String) -> String? {
        var rest = rest
        while true {
            rest = rest.drop { $0.isWhitespace || $0 == "/" }
            guard !rest.isEmpty else { return nil }
            let end = rest.firstIndex { $0.isWhitespace || $0 == "=" } ?? rest.endIndex
            let name = rest[..<end].lowercased()
            rest = rest[end...].drop(while: \.isWhitespace)
            guard rest.first == "=" else {
                if end == rest.startIndex, name.isEmpty { return nil }
                if name == wanted { return "" }
                continue
            }
            rest = rest.dropFirst().drop(while: \.isWhitespace)
            let value: Substring
            if let quote = rest.first, quote == "\"" || quote == "'" {
                rest = rest.dropFirst()
                value = rest.prefix { $0 != quote }
                rest = rest[value.endIndex...].dropFirst()
            } else {
                value = rest.prefix { !$0.isWhitespace }
                rest = rest[value.endIndex...]
            }
            if name == wanted { return HTMLEntities.decoded(String(value)) }
        }
    }
}
