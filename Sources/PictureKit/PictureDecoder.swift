import CPicture

/// The first frame of a picture file, at the size that is wanted.
enum PictureDecoder {
    /// No file is larger: what the product keeps of covers has 8 MiB at most.
    static let maximumBytes = 16 << 20
    /// A cover of 6,000 × 6,000 is the largest that directories take.
    static let maximumPixels = 40_000_000

    static func decode(_ bytes: [UInt8], for request: PictureRequest) throws(PictureError)
        -> PixelImage
    {
        guard bytes.count <= maximumBytes else { throw .tooLarge(bytes: bytes.count) }
        guard let codec = codec(of: bytes) else { throw .unknownKind }
        guard let libraries = PictureLibraries.decoding else {
            throw .notInstalled(library: "libavcodec")
        }
        let frame = try Frame(libraries)
        try fill(frame, from: bytes, codec, libraries)
        let (width, height) = (Int(frame.pointer.pointee.width), Int(frame.pointer.pointee.height))
        guard width > 0, height > 0, width <= maximumPixels / height else {
            throw .unsuitable(width: width, height: height)
        }
        let (newWidth, newHeight) = request.fit(width, height)
        var pixels = [UInt8](repeating: 0, count: newWidth * newHeight * 4)
        var table = libraries
        let isDone = pixels.withUnsafeMutableBufferPointer {
            column_picture_scale(
                &table, frame.pointer, $0.baseAddress, Int32(newWidth), Int32(newHeight))
        }
        guard isDone != 0 else { throw .broken(library: "libswscale", code: -1) }
        return PixelImage(width: newWidth, height: newHeight, bytes: pixels)
    }

    /// What a file is by its first bytes; names and servers say much.
    private static func codec(of bytes: [UInt8]) -> AVCodecID? {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return AV_CODEC_ID_MJPEG }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            return AV_CODEC_ID_PNG
        }
        if bytes.starts(with: "GIF8".utf8) { return AV_CODEC_ID_GIF }
        if bytes.count > 12, bytes.starts(with: "RIFF".utf8),
            bytes[8..<12].elementsEqual("WEBP".utf8)
        {
            return AV_CODEC_ID_WEBP
        }
        return nil
    }

    private static func fill(
        _ frame: borrowing Frame, from bytes: [UInt8], _ codec: AVCodecID,
        _ libraries: column_pictures
    ) throws(PictureError) {
        guard let decoder = libraries.avcodec_find_decoder(codec) else {
            throw .broken(library: "libavcodec", code: -1)
        }
        let context = try Context(decoder, libraries)
        context.pointer.pointee.max_pixels = Int64(maximumPixels)
        context.pointer.pointee.thread_count = 1
        var code = libraries.avcodec_open2(context.pointer, decoder, nil)
        guard code >= 0 else { throw .broken(library: "libavcodec", code: code) }
        var packet = libraries.av_packet_alloc()
        defer { libraries.av_packet_free(&packet) }
        guard let filled = packet else { throw .broken(library: "libavcodec", code: -1) }
        // Decoders may read a little beyond the end; the packet is copied, since it owns nothing.
        var padded = bytes
        padded += [UInt8](repeating: 0, count: Int(AV_INPUT_BUFFER_PADDING_SIZE))
        code = padded.withUnsafeMutableBufferPointer { buffer in
            filled.pointee.data = buffer.baseAddress
            filled.pointee.size = Int32(bytes.count)
            defer { filled.pointee.data = nil }
            return libraries.avcodec_send_packet(context.pointer, filled)
        }
        guard code >= 0 else { throw .broken(library: "libavcodec", code: code) }
        code = libraries.avcodec_receive_frame(context.pointer, frame.pointer)
        if code == column_picture_error_again() {
            // No more comes: some decoders wait for that.
            _ = libraries.avcodec_send_packet(context.pointer, nil)
            code = libraries.avcodec_receive_frame(context.pointer, frame.pointer)
        }
        guard code >= 0 else { throw .broken(library: "libavcodec", code: code) }
    }

    /// Owns an AVFrame.
    private struct Frame: ~Copyable {
        let pointer: UnsafeMutablePointer<AVFrame>
        private let libraries: column_pictures

        init(_ libraries: column_pictures) throws(PictureError) {
            guard let frame = libraries.av_frame_alloc() else {
                throw .broken(library: "libavutil", code: -1)
            }
            pointer = frame
            self.libraries = libraries
        }

        deinit {
            var frame: UnsafeMutablePointer<AVFrame>? = pointer
            libraries.av_frame_free(&frame)
        }
    }

    /// Owns an AVCodecContext.
    private struct Context: ~Copyable {
        let pointer: UnsafeMutablePointer<AVCodecContext>
        private let libraries: column_pictures

        init(_ decoder: UnsafePointer<AVCodec>, _ libraries: column_pictures) throws(PictureError) {
            guard let context = libraries.avcodec_alloc_context3(decoder) else {
                throw .broken(library: "libavcodec", code: -1)
            }
            pointer = context
            self.libraries = libraries
        }

        deinit {
            var context: UnsafeMutablePointer<AVCodecContext>? = pointer
            libraries.avcodec_free_context(&context)
        }
    }
}
