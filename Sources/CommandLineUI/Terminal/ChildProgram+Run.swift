import ColumnServices
@preconcurrency import Glibc

extension ChildProgram {
    /// What a program that ended said.
    struct Result: Sendable {
        /// Its exit code; 128 and the number after a signal.
        let code: Int32
        /// Its standard output and standard error.
        let output: String
    }

    /// Runs a program to its end with some input; nil where it cannot be started.
    static func run(_ name: String, _ arguments: [String], input: String = "") -> Result? {
        var reading: [Int32] = [-1, -1]
        var writing: [Int32] = [-1, -1]
        guard pipe(&reading) == 0 else { return nil }
        guard pipe(&writing) == 0 else {
            close(reading[0])
            close(reading[1])
            return nil
        }
        let child = try? start(
            name, arguments,
            descriptors: [(reading[0], 0), (writing[1], 1), (writing[1], 2)],
            closing: reading + writing)
        close(reading[0])
        close(writing[1])
        defer { close(writing[0]) }
        _ = Array(input.utf8).withUnsafeBytes { write(reading[1], $0.baseAddress, $0.count) }
        close(reading[1])
        guard let child else { return nil }
        var output: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = read(writing[0], &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            output += chunk[0..<count]
        }
        return Result(code: wait(child), output: String(decoding: output, as: UTF8.self))
    }
}
