import FeedParsing
@preconcurrency import Glibc

// Prints one row a file; goes once `column debug feed-rows` exists.

private func row(of path: String, headers: String?) throws {
    guard let file = fopen(path, "rb") else { return perror(path) }
    defer { fclose(file) }
    try FeedRow.write(
        from: { fread($0.baseAddress, 1, $0.count, file) }, headers: headers, file: path,
        to: { fwrite($0.baseAddress, 1, $0.count, stdout) })
}

private var headers: String?
private var arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "--headers", arguments.count > 1 {
    if let file = fopen(arguments[1], "rb") {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = fread(&bytes, 1, bytes.count, file)
        headers = String(decoding: bytes[..<count], as: UTF8.self)
        fclose(file)
    }
    arguments.removeFirst(2)
}
for path in arguments {
    try row(of: path, headers: headers)
}
