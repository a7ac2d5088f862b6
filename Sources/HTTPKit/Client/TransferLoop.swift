import CCurl
import Synchronization

/// The client's thread: drives all transfers with one CURLM.
struct TransferLoop: ~Copyable {
    private let mailbox: TransferMailbox
    private let configuration: HTTPConfiguration
    private let multi: UnsafeMutableRawPointer?
    private let share: UnsafeMutableRawPointer?
    private var running: [ObjectIdentifier: (transfer: Transfer, handle: EasyHandle)] = [:]
    private var idle: [EasyHandle] = []
    private var nextCheck = ContinuousClock.now

    init(mailbox: TransferMailbox, configuration: HTTPConfiguration) {
        self.mailbox = mailbox
        self.configuration = configuration
        multi = curl_multi_init()
        share = curl_share_init()
        column_curl_share(share, CURL_LOCK_DATA_COOKIE)
        column_curl_share(share, CURL_LOCK_DATA_SSL_SESSION)
        column_curl_multi_set_long(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
        mailbox.open(multi)
    }

    deinit {
        curl_multi_cleanup(multi)
        curl_share_cleanup(share)
    }

    /// Runs until the client is gone.
    consuming func run() {
        while true {
            let (commands, isFinished) = mailbox.take()
            for command in commands {
                act(on: command)
            }
            if isFinished { break }
            var count: Int32 = 0
            curl_multi_perform(multi, &count)
            readMessages()
            let now = ContinuousClock.now
            if now >= nextCheck {
                checkTimes(now)
            }
            // Whoever was slowed down just now is to go on before the next check of times.
            for (transfer, _) in running.values {
                if let end = transfer.slowedEnd { nextCheck = min(nextCheck, end) }
            }
            // Past the deadline the check waits for the next round, which then comes at once.
            let wait = running.isEmpty ? .seconds(60) : max(.zero, nextCheck - .now)
            let milliseconds = Int32(min(60_000, wait / .milliseconds(1) + 1))
            curl_multi_poll(multi, nil, 0, milliseconds, nil)
        }
        close()
    }

    private mutating func act(on command: TransferMailbox.Command) {
        switch command {
        case .start(let transfer):
            guard !transfer.isCancelled.load(ordering: .relaxed) else {
                transfer.fail(.cancelled)
                return
            }
            guard let handle = idle.popLast() ?? EasyHandle() else {
                transfer.fail(.other(code: CURLE_OUT_OF_MEMORY.rawValue, detail: "out of memory"))
                return
            }
            add(transfer, handle)
        case .cancel(let transfer):
            end(transfer, .cancelled)
        case .resume(let transfer):
            resume(transfer)
        }
    }

    private mutating func add(_ transfer: Transfer, _ handle: EasyHandle) {
        handle.prepare(for: transfer, configuration: configuration, share: share)
        running[ObjectIdentifier(transfer)] = (transfer, handle)
        let code = curl_multi_add_handle(multi, handle.pointer)
        if code != CURLM_OK {
            running[ObjectIdentifier(transfer)] = nil
            transfer.fail(
                .other(
                    code: UInt32(code.rawValue), detail: String(cString: curl_multi_strerror(code)))
            )
        }
        nextCheck = min(nextCheck, .now + .milliseconds(100))
    }

    /// Takes a transfer off before its end.
    private mutating func end(_ transfer: Transfer, _ reason: HTTPError.Reason) {
        guard let entry = running.removeValue(forKey: ObjectIdentifier(transfer)) else { return }
        curl_multi_remove_handle(multi, entry.handle.pointer)
        keep(entry.handle)
        transfer.fail(reason)
    }

    private mutating func resume(_ transfer: Transfer) {
        guard let entry = running[ObjectIdentifier(transfer)], transfer.isPaused else { return }
        transfer.resumed()
        // May call the receiver at once, with the bytes that libcurl kept.
        curl_easy_pause(entry.handle.pointer, 0)  // CURLPAUSE_CONT
        nextCheck = min(nextCheck, .now + transfer.request.stallTimeout)
    }

    private mutating func readMessages() {
        var remaining: Int32 = 0
        while let message = curl_multi_info_read(multi, &remaining) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle
            else { continue }
            // The message is gone once its handle is removed.
            let code = message.pointee.data.result
            var context: UnsafeMutableRawPointer?
            column_curl_get_pointer(easy, CURLINFO_PRIVATE, &context)
            guard let context else { continue }
            let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
            finish(transfer, code)
        }
    }

    private mutating func finish(_ transfer: Transfer, _ code: CURLcode) {
        guard let entry = running.removeValue(forKey: ObjectIdentifier(transfer)) else { return }
        let next = transfer.ended(with: code, detail: entry.handle.detail(of: code))
        curl_multi_remove_handle(multi, entry.handle.pointer)
        switch next {
        case .redirect(let url):
            transfer.beginHop(at: url)
            add(transfer, entry.handle)
        case .finish(let result):
            keep(entry.handle)
            transfer.complete(result)
        }
    }

    private mutating func checkTimes(_ now: ContinuousClock.Instant) {
        nextCheck = now + .seconds(60)
        // A copy: resuming and ending change the table.
        for (transfer, handle) in Array(running.values) {
            switch transfer.demand(at: now, connectedAfter: { handle.connectedAfter }) {
            case .nothing(let until): nextCheck = min(nextCheck, until)
            case .resume: resume(transfer)
            case .fail(let reason): end(transfer, reason)
            }
        }
        // Many transfers with deadlines close together are checked together.
        nextCheck = max(nextCheck, now + .milliseconds(10))
    }

    private mutating func keep(_ handle: EasyHandle) {
        if idle.count < 16 {
            idle.append(handle)
        }
    }

    private mutating func close() {
        for (transfer, handle) in running.values {
            curl_multi_remove_handle(multi, handle.pointer)
            transfer.fail(.cancelled)
        }
        running.removeAll()
        idle.removeAll()
        for case .start(let transfer) in mailbox.close() {
            transfer.fail(.cancelled)
        }
    }
}
