@preconcurrency import Glibc

/// A file without a name, so that it goes also where the process is killed; mode 0600.
///
/// It is made with `mkstemp`, unlinked at once, and ends with its last reference.
public final class TemporaryFile: Sendable {
    private let descriptor: Int32

    init(in folder: String) throws(SystemError) {
        var template = Array("\(folder)/fetch-XXXXXX".utf8CString)
        let (descriptor, code) = template.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return (Int32(-1), ENOENT) }
            let descriptor = mkstemp(start)
            let code = errno
            if descriptor >= 0 { unlink(start) }
            return (descriptor, code)
        }
        guard descriptor >= 0 else { throw SystemError(errno: code) }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    func append(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = write(
                descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count < 0 {
                guard errno == EINTR else { throw SystemError(errno: errno) }
                continue
            }
            rest = rest.dropFirst(count)
        }
    }

    /// Reads from an offset in bytes (`pread`), so that several may read beside each other;
    /// answers how many bytes came, 0 at the end.
    public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64)
        throws(SystemError) -> Int
    {
        while true {
            let count = pread(descriptor, buffer.baseAddress, buffer.count, Int(offset))
            if count >= 0 { return count }
            guard errno == EINTR else { throw SystemError(errno: errno) }
        }
    }
}

/// A failed system call.
public struct SystemError: Error, Sendable {
    /// The system's error number.
    public let errno: Int32
}
