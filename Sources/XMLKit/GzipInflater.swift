import CZlib

/// Unpacks gzip and zlib bytes piece by piece (zlib's inflate).
public struct GzipInflater: ~Copyable {
    private var stream: UnsafeMutablePointer<z_stream>
    private let isReady: Bool
    /// Whether the packed data ended as it should.
    public private(set) var isFinished = false
    /// Whether the packed data is damaged; nothing more comes out.
    public private(set) var hasFailed = false

    /// Whether bytes begin as gzip data does, or as zlib data that no text can be.
    public static func isPacked(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.starts(with: [0x1F, 0x8B, 0x08])
            || [0x01, 0x9C, 0xDA].contains { bytes.starts(with: [0x78, $0]) }
    }

    /// Makes an inflater (inflateInit2).
    public init() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        isReady =
            inflateInit2_(
                stream, MAX_WBITS + 32, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
        hasFailed = !isReady
    }

    deinit {
        if isReady {
            inflateEnd(stream)
        }
        stream.deallocate()
    }

    /// Unpacks some bytes and hands over what comes out, in pieces of at most 64 KiB.
    public mutating func inflate(
        _ bytes: UnsafeBufferPointer<UInt8>, _ output: (UnsafeBufferPointer<UInt8>) throws -> Void
    ) rethrows {
        guard !hasFailed, !isFinished, !bytes.isEmpty else { return }
        stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
        stream.pointee.avail_in = UInt32(clamping: bytes.count)
        try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64 << 10) { target in
            repeat {
                stream.pointee.next_out = target.baseAddress
                stream.pointee.avail_out = UInt32(target.count)
                let code = CZlib.inflate(stream, Z_NO_FLUSH)
                try output(
                    UnsafeBufferPointer(
                        rebasing: target[..<(target.count - Int(stream.pointee.avail_out))]))
                if code == Z_STREAM_END {
                    isFinished = true
                } else if code != Z_OK, code != Z_BUF_ERROR {
                    hasFailed = true
                }
            } while stream.pointee.avail_out == 0 && !isFinished && !hasFailed
        }
    }
}
