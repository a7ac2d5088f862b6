@preconcurrency import Glibc
import Synchronization

/// A whole local file as a byte source (`open`, `fstat`, `pread`).
public final class FileByteSource: ByteSource {
    /// The file's size when it was opened, or the length that was promised.
    public let length: Int64?
    private let path: String
    private let descriptor: Int32
    /// The file's size when it was opened.
    public let size: Int64
    /// When the file was last changed, in nanoseconds since 1970.
    public let modified: Int64
    private let isInterrupted = Atomic(false)

    /// Opens a file; with `expectedLength`, an earlier end is an error and not an end.
    public init(path: String, expectedLength: Int64? = nil) throws(AudioError) {
        self.path = path
        descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw .file(call: "open", path: path, errno: errno)
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let code = errno
            close(descriptor)
            throw .file(call: "fstat", path: path, errno: code)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw .file(call: "open", path: path, errno: EISDIR)
        }
        size = Int64(status.st_size)
        modified = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
        length = expectedLength ?? size
    }

    deinit {
        close(descriptor)
    }

    /// Always true: the file is here.
    public var isComplete: Bool { true }

    /// The whole file.
    public var availableRanges: [Range<Int64>] { size > 0 ? [0..<size] : [] }

    /// Reads at an offset (`pread`).
    public func read(
        at offset: Int64, into buffer: UnsafeMutableRawBufferPointer
    ) throws(AudioError) -> Int {
        guard !isInterrupted.load(ordering: .acquiring) else { throw .interrupted }
        while true {
            let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
            if count > 0 { return count }
            if count == 0 {
                let end = length ?? size
                guard offset >= end else { throw .truncated(at: offset, expected: end) }
                return 0
            }
            guard errno == EINTR else { throw .file(call: "pread", path: path, errno: errno) }
        }
    }

    /// Makes reads end until `rearm()`.
    public func interrupt() {
        isInterrupted.store(true, ordering: .releasing)
    }

    /// Lets reads through again.
    public func rearm() {
        isInterrupted.store(false, ordering: .releasing)
    }
}
