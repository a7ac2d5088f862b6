@preconcurrency import Glibc
import JSONKit

/// One client of the player: what came from it and what waits to go to it.
struct ControlSession {
    /// No request needs more; a list of 50,000 episodes fits.
    static let maximumLine = 1 << 20
    /// A client that does not read holds no more than this.
    private static let maximumOutput = 4 << 20
    /// From here on it has to read before more of its requests are done.
    private static let patientOutput = 64 << 10
    /// Requests of one client that wait their turn.
    private static let maximumPending = 64

    let descriptor: Int32
    /// Requests in their order; the next one is begun when the one before is done.
    private(set) var pending: [ControlRequest] = []
    /// Whether a command of this client is being performed.
    var isBusy = false
    /// Whether it wants to hear of changes.
    var isWatching = false
    /// Whether the state changed since it was last told.
    var hasNews = false
    /// Whether nothing more comes from it.
    private(set) var isFinished = false
    /// Whether it is to be hung up on.
    private(set) var isBroken = false
    private var input = LineBuffer()
    private var output: [UInt8] = []

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    var hasOutput: Bool { !output.isEmpty }

    /// Whether it reads what it is told; one that does not gets no further answers for now.
    var isReading: Bool { output.count < Self.patientOutput }

    /// Whether its input is wanted: one that sends faster than is done has to wait.
    var wantsInput: Bool { !isFinished && !isBroken && pending.count < Self.maximumPending }

    /// Whether nothing more is to be done for it.
    var isOver: Bool {
        isBroken || (isFinished && pending.isEmpty && !isBusy && output.isEmpty)
    }

    /// Reads what is there.
    mutating func receive() {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &chunk, chunk.count, 0)
        switch count {
        case 1...: input.append(chunk[..<count])
        case 0: isFinished = true
        default:
            if errno != EAGAIN && errno != EINTR { isBroken = true }
            return
        }
        takeRequests()
    }

    /// Notes that the client is gone.
    mutating func hangUp() {
        isBroken = true
    }

    mutating func takeRequest() -> ControlRequest? {
        guard !isBusy, !pending.isEmpty else { return nil }
        let request = pending.removeFirst()
        takeRequests()
        return request
    }

    mutating func send(_ response: ControlResponse) {
        let line = response.line
        guard output.count + line.count <= Self.maximumOutput else {
            isBroken = true
            return
        }
        output += line
        flush()
    }

    /// Writes what the kernel takes.
    mutating func flush() {
        while !output.isEmpty && !isBroken {
            let count = output.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count > 0 {
                output.removeFirst(count)
            } else if errno == EAGAIN {
                return
            } else if errno != EINTR {
                isBroken = true
            }
        }
    }

    private mutating func takeRequests() {
        while pending.count < Self.maximumPending, let line = input.takeLine() {
            if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D }) { continue }
            guard line.count <= Self.maximumLine, let tree = JSONTree(line) else {
                // Who speaks another language is not asked to go on.
                send(.refused(code: "bad-request", detail: nil, id: nil))
                isBroken = true
                return
            }
            if let request = ControlRequest(tree) {
                pending.append(request)
            } else {
                send(.refused(code: "bad-request", detail: nil, id: tree["id"]?.integer()))
            }
        }
        if input.count > Self.maximumLine {
            send(.refused(code: "too-long", detail: nil, id: nil))
            isBroken = true
        }
    }
}
