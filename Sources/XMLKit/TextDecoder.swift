@preconcurrency import Glibc

/// Turns bytes of any encoding into clean UTF-8: valid, and without characters that XML forbids.
///
/// Never fails: what cannot be read becomes U+FFFD, or the windows-1252 character where a
/// document that calls itself UTF-8 shows no sign of being so.
public struct TextDecoder: ~Copyable {
    private let encoding: TextEncoding
    private let converter: iconv_t?
    /// The bytes of a sequence that the last piece cut.
    private var carry: [UInt8] = []
    private var converted: [UInt8] = []
    private var hasSeenUTF8 = false
    /// Whether bytes had to be replaced.
    public private(set) var hasReplaced = false

    /// Makes a decoder; an encoding that this system's iconv lacks is read as UTF-8.
    public init(encoding: TextEncoding) {
        self.encoding = encoding
        if let name = encoding.iconvName {
            let opened = iconv_open("UTF-8", name)
            converter = opened == iconv_t(bitPattern: -1) ? nil : opened
        } else {
            converter = nil
        }
    }

    deinit {
        if let converter {
            iconv_close(converter)
        }
    }

    /// Decodes a piece of the document and adds it to a buffer.
    public mutating func decode(
        _ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool, into output: inout [UInt8]
    ) {
        if converter != nil {
            convert(bytes, isLast: isLast)
            let whole = converted
            converted.removeAll(keepingCapacity: true)
            whole.withUnsafeBufferPointer { _ = clean($0, isLast: true, into: &output) }
        } else if encoding == .windows1252 {
            decodeWestern(bytes, into: &output)
        } else if carry.isEmpty {
            let read = clean(bytes, isLast: isLast, into: &output)
            carry.append(contentsOf: bytes[read...])
        } else {
            carry.append(contentsOf: bytes)
            let whole = carry
            let read = whole.withUnsafeBufferPointer { clean($0, isLast: isLast, into: &output) }
            carry.removeFirst(read)
        }
    }

    // MARK: UTF-8

    /// Copies what is clean; returns how many bytes were read, less than all if one is cut.
    private mutating func clean(
        _ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool, into output: inout [UInt8]
    ) -> Int {
        guard let base = bytes.baseAddress else { return 0 }
        output.reserveCapacity(output.count + bytes.count)
        var runStart = 0
        var index = 0
        func flush() {
            output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[runStart..<index]))
        }
        while index < bytes.count {
            // Eight bytes at once while all are printable ASCII.
            while index + 8 <= bytes.count {
                let word = UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self)
                if ((word &- 0x2020_2020_2020_2020) | word) & 0x8080_8080_8080_8080 != 0 {
                    break
                }
                index += 8
            }
            guard index < bytes.count else { break }
            let byte = base[index]
            if byte < 0x80 {
                if byte >= 0x20 || byte == 10 || byte == 9 || byte == 13 {
                    index += 1
                } else {
                    flush()
                    index += 1
                    runStart = index
                }
                continue
            }
            switch UTF8Scan.sequence(bytes, at: index) {
            case .valid(let length):
                hasSeenUTF8 = true
                index += length
            case .cut where !isLast:
                flush()
                return index
            case .cut:
                flush()
                replace(base[index], length: bytes.count - index, into: &output)
                return bytes.count
            case .invalid(let length):
                flush()
                replace(base[index], length: length, into: &output)
                index += length
                runStart = index
            }
        }
        flush()
        return bytes.count
    }

    private mutating func replace(_ byte: UInt8, length: Int, into output: inout [UInt8]) {
        hasReplaced = true
        append(length > 1 || hasSeenUTF8 || converter != nil ? 0xFFFD : western(byte), to: &output)
    }

    // MARK: windows-1252

    private func decodeWestern(
        _ bytes: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]
    ) {
        output.reserveCapacity(output.count + bytes.count)
        for byte in bytes {
            if byte >= 0x80 {
                append(western(byte), to: &output)
            } else if byte >= 0x20 || byte == 10 || byte == 9 || byte == 13 {
                output.append(byte)
            }
        }
    }

    private func western(_ byte: UInt8) -> UInt32 {
        byte < 0xA0 ? UInt32(windows1252[Int(byte & 0x1F)]) : UInt32(byte)
    }

    private func append(_ scalar: UInt32, to output: inout [UInt8]) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4) { buffer in
            guard let base = buffer.baseAddress else { return }
            let count = XMLReferences.encode(scalar, into: base)
            output.append(contentsOf: UnsafeBufferPointer(start: base, count: count))
        }
    }

    // MARK: iconv

    /// Converts with iconv(3) into `converted`; keeps what is cut for the next time.
    private mutating func convert(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool) {
        guard let converter else { return }
        carry.append(contentsOf: bytes)
        var input = carry
        var read = 0
        let unit = encoding.unitLength
        while read < input.count {
            let (step, code) = convertStep(converter, &input, from: read)
            read += step
            guard code != 0, code != E2BIG else { continue }
            if code == EINVAL, !isLast {
                break
            }
            hasReplaced = true
            converted.append(contentsOf: "\u{FFFD}".utf8)
            read = min(read + unit, input.count)
        }
        carry.removeAll(keepingCapacity: true)
        carry.append(contentsOf: input[read...])
    }

    /// One call of iconv: how many bytes it read, and errno or 0.
    private mutating func convertStep(
        _ converter: iconv_t, _ input: inout [UInt8], from start: Int
    ) -> (Int, Int32) {
        var code: Int32 = 0
        var read = 0
        input.withUnsafeMutableBytes { source in
            withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 8) { target in
                var from = source.baseAddress?.advanced(by: start)
                    .assumingMemoryBound(to: CChar.self)
                var fromLeft = source.count - start
                var to = target.baseAddress?.assumingMemoryBound(to: CChar.self)
                var toLeft = target.count
                if iconv(converter, &from, &fromLeft, &to, &toLeft) == -1 {
                    code = errno
                }
                read = source.count - start - fromLeft
                converted.append(
                    contentsOf: UnsafeRawBufferPointer(rebasing: target[..<(target.count - toLeft)])
                )
            }
        }
        return (read, code)
    }
}
