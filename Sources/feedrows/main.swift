import FeedParsing
@preconcurrency import Glibc

// Prints one row a file; goes once `column debug feed-rows` exists.

private func contents(of path: String) -> [UInt8] {
    guard let file = fopen(path, "rb") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 20)
    while true {
        let count = fread(&chunk, 1, chunk.count, file)
        guard count > 0 else { return bytes }
        bytes.append(contentsOf: chunk[..<count])
    }
}

private var headers: String?
private var arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "--headers", arguments.count > 1 {
    headers = String(decoding: contents(of: arguments[1]), as: UTF8.self)
    arguments.removeFirst(2)
}
for path in arguments {
    print(FeedRow.line(for: contents(of: path), headers: headers, file: path))
}
