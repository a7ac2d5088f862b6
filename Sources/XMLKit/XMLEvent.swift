/// What the reader has come to.
public enum XMLEvent: Sendable {
    /// All bytes given so far are read; give more, or say that there are no more.
    case needsInput
    /// An element begins; its name and attributes are those of the reader now.
    case startElement
    /// An element ends, by its own tag, by that of a parent, or with the document.
    case endElement
    /// A piece of text; one run of text may come in many pieces.
    case text
    /// A document type declaration; its words are the reader's text.
    case doctype
    /// The document is over.
    case endOfDocument
}
