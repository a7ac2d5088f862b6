/// Takes a response as it comes.
///
/// Both functions are called on the client's thread, one at a time for one transfer, and must not
/// block: all transfers wait meanwhile.
public protocol HTTPBodyReceiver: AnyObject, Sendable {
    /// Takes the final head, once, before the first byte of the body or at the end where there is none.
    func receive(head: HTTPResponseHead, control: HTTPTransferControl) -> HTTPReceiverAnswer
    /// Takes some bytes of the body; they are valid during the call only.
    func receive(body: UnsafeRawBufferPointer) -> HTTPReceiverAnswer
}

/// What a receiver wants next.
public enum HTTPReceiverAnswer: Sendable {
    /// More.
    case proceed
    /// Nothing more: the transfer ends with `HTTPError.Reason.stoppedByReceiver`.
    case stop
    /// Nothing until `HTTPTransferControl.resume()`. Bytes handed over with this answer were not
    /// taken and come again.
    case pause
}
