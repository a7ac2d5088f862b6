@preconcurrency import Glibc

/// One connection of a client: requests in turn, each answered before the next is read.
struct ServerConnection {
    private let core: ServerCore
    private let socket: Socket
    private let number: Int

    init(core: ServerCore, descriptor: Int32, number: Int) {
        self.core = core
        socket = Socket(descriptor: descriptor)
        self.number = number
    }

    func serve() {
        var unread: [UInt8] = []
        while let request = nextRequest(&unread) {
            let entry = core.log.begin(request)
            let response = core.answer(request)
            let stays = send(response, to: request, entry: entry)
            core.log.change(entry) { $0.isFinished = true }
            guard stays else { return }
        }
    }

    // MARK: - Reading

    private func nextRequest(_ unread: inout [UInt8]) -> Request? {
        let blank = Array("\r\n\r\n".utf8)
        var end = unread.firstRange(of: blank)
        while end == nil {
            let more = socket.read()
            if more.isEmpty || unread.count > 1 << 20 { return nil }
            unread += more
            end = unread.firstRange(of: blank)
        }
        guard let end else { return nil }
        let head = String(decoding: unread[..<end.lowerBound], as: UTF8.self)
        unread.removeSubrange(..<end.upperBound)
        var lines = head.split(separator: "\r\n")
        guard !lines.isEmpty else { return nil }
        let words = lines.removeFirst().split(separator: " ")
        guard words.count == 3 else { return nil }
        var headers = HeaderFields()
        for line in lines {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            headers.append(String(parts[0]), parts[1].trimmed)
        }
        let length = headers["Content-Length"].flatMap { Int($0) } ?? 0
        while unread.count < length {
            let more = socket.read()
            if more.isEmpty { return nil }
            unread += more
        }
        let body = Array(unread.prefix(length))
        unread.removeFirst(length)
        let target = words[1].split(separator: "?", maxSplits: 1)
        let path = target.first.map(String.init) ?? "/"
        return Request(
            number: core.nextNumber(of: path), connection: number, method: String(words[0]),
            path: path, query: target.count > 1 ? String(target[1]) : nil, headers: headers,
            body: body, base: core.base)
    }

    // MARK: - Sending

    /// Sends an answer with its faults; says whether the connection may take another request.
    private func send(_ response: Response, to request: Request, entry: Int) -> Bool {
        for fault in response.faults {
            if case .closeBeforeHeader = fault { return false }
            if case .holdHeader(let gate) = fault, case .hungUp = pass(gate) { return false }
        }
        core.log.change(entry) { $0.status = response.status }
        let wantsClose = request.headers["Connection"]?.lowercased() == "close"
        let head = header(of: response, closing: wantsClose)
        guard socket.write(head[...]) == head.count else { return false }
        let hasBody =
            request.method != "HEAD" && response.status != 304 && response.status != 204
        if hasBody {
            guard sendBody(of: response, entry: entry) else { return false }
        }
        if case .untilClose = response.framing { return false }
        if case .length(let claimed?) = response.framing, claimed != response.body.count {
            return false
        }
        return !wantsClose
    }

    private func header(of response: Response, closing: Bool) -> [UInt8] {
        var lines = ["HTTP/1.1 \(response.status) \(reason(for: response.status))"]
        lines += response.headers.fields.map { "\($0.name): \($0.value)" }
        var closing = closing
        switch response.framing {
        case .length(let claimed):
            if response.status != 304 && response.status != 204 {
                lines.append("Content-Length: \(claimed ?? response.body.count)")
            }
        case .chunked: lines.append("Transfer-Encoding: chunked")
        case .untilClose: closing = true
        }
        if closing { lines.append("Connection: close") }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    private func sendBody(of response: Response, entry: Int) -> Bool {
        let faults = response.faults.filter { $0.offset != nil }
            .sorted { ($0.offset ?? 0) < ($1.offset ?? 0) }
        var position = 0
        for fault in faults {
            let stop = max(min(fault.offset ?? 0, response.body.count), position)
            guard sendPiece(response.body[position..<stop], of: response, entry: entry)
            else { return false }
            position = stop
            switch fault {
            case .hold(_, let gate):
                if case .hungUp = pass(gate) { return false }
            case .reset:
                socket.prepareReset()
                return false
            case .close, .closeBeforeHeader:
                return false
            case .holdHeader:
                break
            }
        }
        guard sendPiece(response.body[position...], of: response, entry: entry)
        else { return false }
        if case .chunked = response.framing {
            let last = Array("0\r\n\r\n".utf8)
            return socket.write(last[...]) == last.count
        }
        return true
    }

    /// Sends bytes in steps small enough for the log to be near the truth.
    private func sendPiece(_ piece: ArraySlice<UInt8>, of response: Response, entry: Int) -> Bool {
        var rest = piece
        while !rest.isEmpty {
            let step = rest.prefix(65_536)
            var sent = 0
            if case .chunked = response.framing {
                let size = Array("\(String(step.count, radix: 16))\r\n".utf8)
                guard socket.write(size[...]) == size.count else { return false }
                sent = socket.write(step)
                let end = Array("\r\n".utf8)
                if sent == step.count { _ = socket.write(end[...]) }
            } else {
                sent = socket.write(step)
            }
            core.log.change(entry) { [sent] in $0.sentBytes += sent }
            guard sent == step.count else { return false }
            rest = rest.dropFirst(step.count)
        }
        return true
    }

    private func pass(_ gate: Gate) -> Gate.Passage {
        gate.pass(watching: socket.descriptor)
    }

    private func reason(for status: Int) -> String {
        switch status {
        case 200: "OK"
        case 206: "Partial Content"
        case 304: "Not Modified"
        case 404: "Not Found"
        case 416: "Range Not Satisfiable"
        default: "Status"
        }
    }
}
