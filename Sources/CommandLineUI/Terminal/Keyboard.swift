@preconcurrency import Glibc
import ThreadKit

/// Reads keys one by one while a player runs.
enum Keyboard {
    /// The keys from now on; empty where standard input is no terminal.
    ///
    /// The reading thread lives as long as the program: a read of a terminal cannot be taken back.
    static func keys() -> AsyncStream<Key> {
        let (stream, continuation) = AsyncStream.makeStream(of: Key.self)
        guard TerminalMode.readKeys() else {
            continuation.finish()
            return stream
        }
        startThread(name: "keys") {
            var buffer = [UInt8](repeating: 0, count: 64)
            while true {
                let count = read(STDIN_FILENO, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                for key in Key.keys(in: buffer[0..<count]) { continuation.yield(key) }
            }
            continuation.finish()
        }
        return stream
    }
}
