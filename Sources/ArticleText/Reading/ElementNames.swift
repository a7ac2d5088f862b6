internal import XMLKit

/// The elements of one document by the reader's numbers, so that each name is looked up once.
struct ElementNames {
    struct Element {
        let name: String
        let tag: HTMLTag
        /// Whether it has no end.
        let isEmpty: Bool
    }

    private var elements: [Element?] = []

    mutating func element(_ number: Int, in reader: borrowing XMLReader) -> Element {
        if number < elements.count, let known = elements[number] { return known }
        let prefix = String(decoding: reader.namespace(ofElement: number), as: UTF8.self)
        let local = String(decoding: reader.localName(ofElement: number), as: UTF8.self)
        // HTML has no prefixes: `o:p` of a word processor is no paragraph.
        let name = prefix.isEmpty ? local : prefix + ":" + local
        let made = Element(
            name: name, tag: HTMLTag(name: name), isEmpty: HTMLTag.empty.contains(name))
        if number >= elements.count {
            elements += Array(repeating: nil, count: number + 1 - elements.count)
        }
        elements[number] = made
        return made
    }
}
