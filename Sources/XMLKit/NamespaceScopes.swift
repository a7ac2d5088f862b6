/// Which prefix stands for which namespace where; gives each element of a namespace one number.
///
/// A scope is a set of declarations on top of another; equal ones share a number, so that a
/// declaration repeated on each of ten thousand elements costs one scope.
struct NamespaceScopes {
    private struct Scope {
        let parent: Int
        let prefix: Int
        let uri: Int
        /// The element for each name seen in this scope; -1 where not yet resolved.
        var elements: [Int32] = []
    }

    private struct Declaration: Hashable {
        let parent: Int
        let prefix: Int
        let uri: Int
    }

    private static let maximumScopes = 256
    private static let maximumElements = 1 << 16

    private var scopes = [Scope(parent: -1, prefix: 0, uri: 0)]
    private var known: [Declaration: Int] = [:]
    private var elementNumbers: [UInt64: Int32] = [:]
    /// What each element is; number 0 is for what there was no room to number.
    private(set) var elements: [(uri: Int, local: Int)] = [(0, 0)]
    /// Whether a declaration was ignored because there were too many.
    private(set) var isFull = false

    /// The scope in which a declaration holds on top of another scope.
    mutating func scope(in parent: Int, declaring prefix: Int, as uri: Int) -> Int {
        let declaration = Declaration(parent: parent, prefix: prefix, uri: uri)
        if let number = known[declaration] {
            return number
        }
        guard scopes.count < Self.maximumScopes else {
            isFull = true
            return parent
        }
        scopes.append(Scope(parent: parent, prefix: prefix, uri: uri))
        known[declaration] = scopes.count - 1
        return scopes.count - 1
    }

    /// The element that a name means in a scope.
    mutating func element(named name: Int, in scope: Int, names: inout NameTable) -> Int {
        if name < scopes[scope].elements.count {
            let element = scopes[scope].elements[name]
            if element >= 0 {
                return Int(element)
            }
        } else {
            let missing = name + 1 - scopes[scope].elements.count
            scopes[scope].elements.append(contentsOf: repeatElement(-1, count: missing))
        }
        let element = resolve(name, in: scope, names: &names)
        scopes[scope].elements[name] = element
        return Int(element)
    }

    private mutating func resolve(_ name: Int, in scope: Int, names: inout NameTable) -> Int32 {
        let bytes = Array(names.name(name))
        var prefix = 0
        var local = name
        if let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0,
            colon + 1 < bytes.count
        {
            (prefix, local) = bytes.withUnsafeBufferPointer { all in
                (
                    names.number(of: UnsafeBufferPointer(rebasing: all[..<colon])),
                    names.number(of: UnsafeBufferPointer(rebasing: all[(colon + 1)...]))
                )
            }
        }
        let uri = namespace(of: prefix, in: scope) ?? prefix
        let key = UInt64(UInt32(truncatingIfNeeded: uri)) << 32 | UInt64(UInt32(local))
        if let number = elementNumbers[key] {
            return number
        }
        guard elements.count < Self.maximumElements else {
            isFull = true
            return 0
        }
        let number = Int32(elements.count)
        elements.append((uri, local))
        elementNumbers[key] = number
        return number
    }

    /// The namespace declared for a prefix; nil where there is none.
    private func namespace(of prefix: Int, in scope: Int) -> Int? {
        var number = scope
        while number > 0 {
            if scopes[number].prefix == prefix {
                return scopes[number].uri
            }
            number = scopes[number].parent
        }
        return nil
    }
}
