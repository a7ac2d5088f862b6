/// Steers a running transfer from any thread.
public struct HTTPTransferControl: Sendable {
    private let mailbox: TransferMailbox
    private let transfer: Transfer

    init(mailbox: TransferMailbox, transfer: Transfer) {
        self.mailbox = mailbox
        self.transfer = transfer
    }

    /// Lets a transfer go on whose receiver answered `HTTPReceiverAnswer.pause`.
    public func resume() {
        mailbox.post(.resume(transfer))
    }
}
