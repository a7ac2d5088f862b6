@preconcurrency import Glibc

/// The programs that the build put beside the tests.
public enum BuiltBinary {
    /// The path of a built program, found beside the running test bundle (`/proc/self/exe`).
    public static func path(_ name: String = "column") -> String {
        var buffer = [CChar](repeating: 0, count: 4_096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let bytes = buffer.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }
        let own = String(decoding: bytes, as: UTF8.self)
        return own.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/\(name)"
    }
}
