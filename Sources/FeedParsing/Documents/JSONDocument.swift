import JSONKit

/// A JSON document that is in memory as a whole, walked value by value.
enum JSONDocument {
    /// A scalar and where it stands.
    struct Value {
        /// The keys of the objects around it, empty ones for arrays; its own key last.
        let path: [String]
        /// A string, a number's digits, or `true` or `false`.
        let text: String
    }

    /// Hands over each scalar, and the path of each object that ends; false if the text is broken.
    static func walk(
        _ bytes: [UInt8], value: (Value) -> Void, objectEnd: ([String]) -> Void
    ) -> Bool {
        var reader = JSONReader()
        bytes.withUnsafeBufferPointer { reader.append($0) }
        reader.finish()
        var path: [String] = []
        var arrays: [Bool] = []
        var key = ""
        while true {
            switch reader.next() {
            case .needsInput, .failure: return false
            case .end: return true
            case .beginObject,
                .beginArray where reader.depth > 0:
                path.append(arrays.last == false ? key : "")
                arrays.append(false)
            case .beginArray: break
            case .endObject:
                objectEnd(path)
                path.removeLast()
                arrays.removeLast()
            case .endArray:
                path.removeLast()
                arrays.removeLast()
            case .key: key = reader.string
            case .string, .number: value(Value(path: path + [key], text: reader.string))
            case .bool(let flag): value(Value(path: path + [key], text: flag ? "true" : "false"))
            case .null: break
            }
        }
    }
}
