/// Takes keys, mouse and pastes out of the bytes that a terminal sends, however they are cut.
struct InputDecoder {
    private static let pasteEnd = Array("\u{1B}[201~".utf8)
    /// A sequence that is longer is none.
    private static let maximumSequence = 64

    private var bytes: [UInt8] = []
    private var isPasting = false

    /// Whether an escape waits for what may follow it.
    var isWaiting: Bool { !bytes.isEmpty && !isPasting }

    /// Whether what waits can only be the beginning of an answer, which comes to its end.
    var isInAnswer: Bool {
        !isPasting && bytes.count > 2 && bytes[0] == 0x1B
            && (Self.strings.contains(bytes[1]) || bytes[1...2].elementsEqual("[?".utf8))
    }

    /// What opens a string: APC, OSC, DCS, PM, SOS (ECMA-48, 5.6).
    private static let strings = Array("_]P^X".utf8)
    /// A string that is longer is none.
    private static let maximumString = 1_024

    /// Takes bytes; `isLast` says that nothing follows soon, so that an escape is the key.
    mutating func decode(_ chunk: some Sequence<UInt8>, isLast: Bool = false) -> [TUIInput] {
        bytes += chunk
        var inputs: [TUIInput] = []
        var index = 0
        while index < bytes.count {
            let next =
                isPasting
                ? readPaste(from: index, &inputs)
                : read(from: index, isLast: isLast, &inputs)
            guard let next else { break }
            index = next
        }
        bytes.removeFirst(index)
        return inputs
    }

    /// Takes a paste up to its end; nil where that has not come yet.
    private mutating func readPaste(from start: Int, _ inputs: inout [TUIInput]) -> Int? {
        let rest = bytes[start...]
        guard let end = rest.firstRange(of: Self.pasteEnd) else { return nil }
        inputs.append(.paste(String(decoding: rest[..<end.lowerBound], as: UTF8.self)))
        isPasting = false
        return end.upperBound
    }

    private mutating func read(from start: Int, isLast: Bool, _ inputs: inout [TUIInput]) -> Int? {
        let byte = bytes[start]
        switch byte {
        case 0x1B: return readEscape(from: start, isLast: isLast, &inputs)
        case 0x0D, 0x0A: inputs.append(.key(.enter))
        case 0x09: inputs.append(.key(.tab))
        case 0x7F, 0x08: inputs.append(.key(.backspace))
        case 0x00: break
        case 0x01...0x1A:
            inputs.append(.key(.control(Character(Unicode.Scalar(byte + 0x60)))))
        case 0x1C...0x1F: break
        case 0x20...0x7E: inputs.append(.key(.character(Character(Unicode.Scalar(byte)))))
        default: return readCharacter(from: start, isLast: isLast, &inputs)
        }
        return start + 1
    }

    private func readCharacter(from start: Int, isLast: Bool, _ inputs: inout [TUIInput]) -> Int? {
        let length =
            switch bytes[start] {
            case 0xC2...0xDF: 2
            case 0xE0...0xEF: 3
            case 0xF0...0xF4: 4
            default: 1
            }
        guard start + length <= bytes.count else { return isLast ? bytes.count : nil }
        let text = String(decoding: bytes[start..<start + length], as: UTF8.self)
        // C1 controls and broken bytes are no keys.
        if let character = text.first, let scalar = text.unicodeScalars.first,
            scalar.value >= 0xA0, scalar.value != 0xFFFD
        {
            inputs.append(.key(.character(character)))
        }
        return start + length
    }

    private mutating func readEscape(
        from start: Int, isLast: Bool, _ inputs: inout [TUIInput]
    ) -> Int? {
        guard start + 1 < bytes.count else {
            guard isLast else { return nil }
            inputs.append(.key(.escape))
            return start + 1
        }
        let opener = bytes[start + 1]
        if Self.strings.contains(opener) {
            return readString(from: start, isLast: isLast, &inputs)
        }
        guard opener == UInt8(ascii: "[") || opener == UInt8(ascii: "O") else {
            inputs.append(.key(.escape))
            return start + 1
        }
        var end = start + 2
        while end < bytes.count, (0x20..<0x40).contains(bytes[end]) { end += 1 }
        guard end < bytes.count else {
            guard isLast || end - start > Self.maximumSequence else { return nil }
            inputs.append(.key(.escape))
            return start + 1
        }
        let parameters = String(decoding: bytes[start + 2..<end], as: UTF8.self)
        if bytes[end] == UInt8(ascii: "~"), parameters == "200" {
            isPasting = true
        } else if parameters.hasPrefix("<") {
            addMouse(parameters.dropFirst(), isPress: bytes[end] == UInt8(ascii: "M"), &inputs)
        } else if let answer = TerminalAnswer(control: parameters, final: bytes[end]) {
            inputs.append(.answer(answer))
        } else if let key = Self.key(final: bytes[end], parameters) {
            inputs.append(.key(key))
        }
        return end + 1
    }

    /// A string up to BEL or ST; what was no answer is left out, and a key with Alt is an escape.
    private func readString(from start: Int, isLast: Bool, _ inputs: inout [TUIInput]) -> Int? {
        let body = bytes[(start + 2)...]
        for index in body.indices {
            let isBell = bytes[index] == 0x07
            let isEnd =
                bytes[index] == 0x1B && index + 1 < bytes.count
                && bytes[index + 1] == UInt8(ascii: "\\")
            guard isBell || isEnd else { continue }
            let text = String(decoding: bytes[start + 2..<index], as: UTF8.self)
            if let answer = TerminalAnswer(introducer: bytes[start + 1], text) {
                inputs.append(.answer(answer))
            }
            return index + (isBell ? 1 : 2)
        }
        guard isLast || body.count > Self.maximumString else { return nil }
        inputs.append(.key(.escape))
        return start + 1
    }

    /// SGR mouse: button; column; row, then `M` for a press.
    private func addMouse(
        _ parameters: Substring, isPress: Bool, _ inputs: inout [TUIInput]
    ) {
        let numbers = parameters.split(separator: ";").compactMap { Int($0) }
        guard numbers.count == 3, isPress, numbers[1] > 0, numbers[2] > 0 else { return }
        let point = Point(column: numbers[1] - 1, row: numbers[2] - 1)
        // 4, 8 and 16 are modifiers; 32 is a movement.
        switch numbers[0] & ~(4 | 8 | 16) {
        case 0: inputs.append(.click(point))
        case 64: inputs.append(.wheel(-3, point))
        case 65: inputs.append(.wheel(3, point))
        default: break
        }
    }

    private static func key(final: UInt8, _ parameters: String) -> TUIKey? {
        switch final {
        case UInt8(ascii: "A"): return .up
        case UInt8(ascii: "B"): return .down
        case UInt8(ascii: "C"): return .right
        case UInt8(ascii: "D"): return .left
        case UInt8(ascii: "H"): return .home
        case UInt8(ascii: "F"): return .end
        case UInt8(ascii: "Z"): return .backTab
        case UInt8(ascii: "M"): return .enter
        case UInt8(ascii: "~"):
            switch parameters.prefix(while: { $0 != ";" }) {
            case "1", "7": return .home
            case "3": return .delete
            case "4", "8": return .end
            case "5": return .pageUp
            case "6": return .pageDown
            default: return nil
            }
        default: return nil
        }
    }
}
