extension Message: ExpressibleByStringInterpolation {
    /// Collects words and what is put between them.
    public struct StringInterpolation: StringInterpolationProtocol {
        var pieces: [Piece] = []

        /// Begins with room for the pieces.
        public init(literalCapacity: Int, interpolationCount: Int) {
            pieces.reserveCapacity(2 * interpolationCount + 1)
        }

        /// Adds words of ours.
        public mutating func appendLiteral(_ words: String) {
            if !words.isEmpty { pieces.append(.words(words)) }
        }

        /// Adds a place with a message in it; a literal there is one.
        public mutating func appendInterpolation(_ message: Message) {
            pieces.append(.place(message))
        }

        /// Adds a place with a text that is the same in every language.
        @_disfavoredOverload
        public mutating func appendInterpolation(_ text: some StringProtocol) {
            pieces.append(.place(Message(verbatim: String(text))))
        }

        /// Adds a place with a number.
        public mutating func appendInterpolation(_ number: some BinaryInteger) {
            pieces.append(.place(Message(verbatim: "\(number)")))
        }

        /// Adds a place with a number of things, as `\(count: 2, "file")`.
        public mutating func appendInterpolation(count: Int, _ noun: String) {
            pieces.append(.place(Message(.counted(count, noun: noun))))
        }
    }

    /// Words of ours.
    public init(stringLiteral words: String) { self.init(.words(words)) }

    /// Words of ours with places.
    public init(stringInterpolation: StringInterpolation) {
        self.init(.template(stringInterpolation.pieces))
    }
}

extension DefaultStringInterpolation {
    /// A message has no text before a view has said it in a language.
    @available(*, unavailable, message: "say it first: message.text(in: language)")
    public mutating func appendInterpolation(_ message: Message) {}
}
