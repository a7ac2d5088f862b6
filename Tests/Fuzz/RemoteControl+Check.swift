import JSONKit

/// What a local process may say to the player, and a player to a client; built into the module.
public func check(_ bytes: [UInt8], pieces: Int) {
    var buffer = LineBuffer()
    var lines: [[UInt8]] = []
    var rest = bytes[...]
    while !rest.isEmpty {
        buffer.append(rest.prefix(pieces))
        rest = rest.dropFirst(pieces)
        while let line = buffer.takeLine() { lines.append(line) }
    }
    let whole = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast()
    precondition(lines.elementsEqual(whole, by: { $0.elementsEqual($1) }), "pieces of lines")
    for line in lines {
        if let tree = JSONTree(line) { _ = ControlRequest(tree) }
        if let response = ControlResponse(line: line) { _ = response.line }
    }
}
