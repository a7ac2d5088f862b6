@preconcurrency import Glibc

/// A file that is removed with its last reference (`mkstemp`, `unlink`); mode 0600.
public final class TemporaryFile: Sendable {
    /// Where it lies.
    public let path: String
    let descriptor: Int32

    init(in folder: String) throws(SystemError) {
        var template = Array("\(folder)/fetch-XXXXXX".utf8CString)
        let descriptor = template.withUnsafeMutableBufferPointer { buffer -> Int32 in
            guard let start = buffer.baseAddress else { return -1 }
            return mkstemp(start)
        }
        guard descriptor >= 0 else { throw SystemError(errno: errno) }
        self.descriptor = descriptor
        path = template.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { String(cString: $0) } ?? ""
        }
    }

    deinit {
        close(descriptor)
        unlink(path)
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
}

/// A failed system call.
struct SystemError: Error {
    let errno: Int32
}
