@preconcurrency import Glibc
import Synchronization

/// Writes what would be heard into a 16-bit WAV file, as fast as it comes.
///
/// A path that this process has recorded to already gets a number (`out-2.wav`): when an episode in
/// another format follows, a new file begins, and the one before is kept.
public final class WAVOutput: ThreadedAudioOutput {
    /// The thread, while it is open.
    public let carrier = OutputCarrier()
    private let path: String

    /// Makes an output for a path; the file is made anew when it is opened.
    public init(path: String) {
        self.path = path
    }

    /// `wav:PATH`.
    public var name: String { "wav:\(path)" }

    /// Always true.
    public var isUntimed: Bool { true }

    /// Makes the file and starts the thread.
    public func open(
        _ renderer: Renderer, onEvent: @escaping @Sendable (AudioOutputEvent) -> Void
    ) throws(AudioError) {
        let sink = try WAVSink(path: WAVPaths.next(for: path), format: renderer.format)
        let output = ThreadedOutput(
            name: "column-wav", renderer: renderer, sink: sink, block: .milliseconds(100),
            isUrgent: false, onEvent: onEvent)
        carrier.hold(output)
    }
}

/// The paths that this process has recorded to, and how often.
private enum WAVPaths {
    private static let used = Mutex<[String: Int]>([:])

    static func next(for path: String) -> String {
        let count = used.withLock { used in
            used[path, default: 0] += 1
            return used[path, default: 1]
        }
        guard count > 1 else { return path }
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else {
            return "\(path)-\(count)"
        }
        return "\(path[..<dot])-\(count)\(path[dot...])"
    }
}

/// A WAV file that grows; its header is right after every block.
private final class WAVSink: BlockSink {
    private static let headerSize = 44
    private let path: String
    private let descriptor: Int32
    private let format: AudioFormat
    private let dataSize = Atomic(0)

    init(path: String, format: AudioFormat) throws(AudioError) {
        self.path = path
        self.format = format
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .file(call: "open", path: path, errno: errno) }
        try put(header(), at: 0)
    }

    deinit {
        close(descriptor)
    }

    var pendingFrames: Int { 0 }

    func write(_ block: UnsafeBufferPointer<Int16>) throws(AudioError) {
        let size = dataSize.load(ordering: .relaxed)
        // A RIFF file cannot be longer; what follows is dropped, as in every other program.
        guard size + block.count * 2 < Int(UInt32.max) - Self.headerSize else { return }
        try put(UnsafeRawBufferPointer(block), at: Self.headerSize + size)
        dataSize.store(size + block.count * 2, ordering: .relaxed)
        try put(header(), at: 0)
    }

    func finish() {}

    private func put(_ bytes: [UInt8], at offset: Int) throws(AudioError) {
        let code = bytes.withUnsafeBytes { write($0, at: offset) }
        if code != 0 { throw .file(call: "pwrite", path: path, errno: code) }
    }

    private func put(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(AudioError) {
        let code = write(bytes, at: offset)
        if code != 0 { throw .file(call: "pwrite", path: path, errno: code) }
    }

    /// Returns 0 or the errno.
    private func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int32 {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
            if count > 0 {
                done += count
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }

    private func header() -> [UInt8] {
        let size = UInt32(clamping: dataSize.load(ordering: .relaxed))
        let frameSize = UInt32(format.channelCount * 2)
        func little(_ value: UInt32, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
        }
        var bytes = Array("RIFF".utf8) + little(size + 36, 4) + Array("WAVEfmt ".utf8)
        bytes += little(16, 4) + little(1, 2) + little(UInt32(format.channelCount), 2)
        bytes += little(UInt32(format.sampleRate), 4)
        bytes += little(UInt32(format.sampleRate) * frameSize, 4)
        bytes += little(frameSize, 2) + little(16, 2) + Array("data".utf8) + little(size, 4)
        return bytes
    }
}
