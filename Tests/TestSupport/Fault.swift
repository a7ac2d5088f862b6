/// What goes wrong with an answer, and where; offsets count this answer's own body bytes.
public enum Fault: Sendable {
    /// No header is sent before the gate opens.
    case holdHeader(Gate)
    /// The connection ends in order, and no header was sent.
    case closeBeforeHeader
    /// After so many bytes the server is silent until the gate opens.
    case hold(after: Int, Gate)
    /// After so many bytes have reached the client the connection is reset.
    case reset(after: Int)
    /// After so many bytes the connection ends in order.
    case close(after: Int)

    /// Where in the body it strikes, if there.
    var offset: Int? {
        switch self {
        case .holdHeader, .closeBeforeHeader: nil
        case .hold(let offset, _), .reset(let offset), .close(let offset): offset
        }
    }
}
