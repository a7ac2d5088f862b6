import JSONKit

/// The plain members of one object in an array of a JSON document.
struct JSONRecord {
    private enum Value {
        case text(String)
        case bool(Bool)
        case list([String])
    }

    private var members: [String: Value] = [:]

    func text(_ name: String) -> String? {
        if case .text(let text)? = members[name], !text.isEmpty { text } else { nil }
    }

    func number(_ name: String) -> Double? {
        text(name).flatMap { Double($0) }
    }

    func bool(_ name: String) -> Bool? {
        if case .bool(let bool)? = members[name] { bool } else { nil }
    }

    func list(_ name: String) -> [String] {
        if case .list(let list)? = members[name] { list } else { [] }
    }
}

extension JSONRecord {
    /// A document whose members are arrays of records, as `{"episodes": [{…}, …]}`.
    struct Document {
        /// The plain members of the outermost object.
        var head = JSONRecord()
        /// The records of each array by its name; bare numbers and texts have the name `""`.
        var arrays: [String: [JSONRecord]] = [:]
        /// Whether the text is whole.
        var isWhole = false
    }

    /// Reads a document; what lies deeper than a record's own members is passed over.
    static func read(_ bytes: [UInt8]) -> Document {
        var document = Document()
        var reader = JSONReader()
        bytes.withUnsafeBufferPointer { reader.append($0) }
        reader.finish()
        var (key, array, record) = ("", "", JSONRecord())
        var listKey: String?
        while true {
            let event = reader.next()
            let depth = reader.depth
            func put(_ value: Value, _ text: String) {
                switch depth {
                case 1: document.head.members[key] = value
                case 2:
                    var single = JSONRecord()
                    single.members[""] = value
                    document.arrays[array, default: []].append(single)
                case 3: record.members[key] = value
                case 4:
                    guard let listKey, case .list(let list)? = record.members[listKey] else {
                        return
                    }
                    record.members[listKey] = .list(list + [text])
                default: break
                }
            }
            switch event {
            case .beginObject:
                if depth == 3 { record = JSONRecord() }
                if depth == 4 { listKey = nil }
            case .beginArray:
                if depth == 2 { array = key }
                if depth == 4 {
                    listKey = key
                    record.members[key] = .list([])
                }
            case .endObject:
                if depth == 2 { document.arrays[array, default: []].append(record) }
            case .key: key = reader.string
            case .string, .number: put(.text(reader.string), reader.string)
            case .bool(let bool): put(.bool(bool), bool ? "true" : "false")
            case .endArray, .null: break
            case .end:
                document.isWhole = true
                return document
            case .needsInput, .failure: return document
            }
        }
    }
}
