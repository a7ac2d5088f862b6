/// What stands after a command besides options.
struct OperandDescription: Sendable, Equatable {
    /// How many of it there may be.
    enum Arity: Sendable, Equatable {
        /// Exactly one.
        case one
        /// One or none.
        case optional
        /// One or more.
        case some
        /// Any number, also none.
        case any
        /// One, written as one or more words that belong together, as a title.
        case words
        /// The same, or none.
        case optionalWords
    }

    /// What help calls it, as `EPISODE`.
    let name: String
    /// What it is.
    let kind: ValueKind
    /// How many of it there may be.
    let arity: Arity

    init(_ name: String, _ kind: ValueKind, _ arity: Arity = .one) {
        self.name = name
        self.kind = kind
        self.arity = arity
    }

    /// How usage lines write it.
    var usage: String {
        switch arity {
        case .one, .words: name
        case .optional, .optionalWords: "[\(name)]"
        case .some: "\(name)…"
        case .any: "[\(name)…]"
        }
    }

    var isRequired: Bool {
        switch arity {
        case .one, .some, .words: true
        case .optional, .any, .optionalWords: false
        }
    }

    var isMultiple: Bool { arity == .some || arity == .any }
}
