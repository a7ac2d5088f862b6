@preconcurrency import Glibc

/// Makes pictures for terminals out of picture files.
public enum PictureMaker {
    /// Reads a file and sets it as it is wanted.
    ///
    /// Blocks, and decodes what a stranger made: to be called in a process that has
    /// `PictureBounds`.
    public static func picture(at path: String, for request: PictureRequest)
        throws(PictureError) -> TerminalPicture
    {
        try picture(of: try bytes(of: path), for: request)
    }

    /// Sets a picture file's bytes as it is wanted.
    public static func picture(of bytes: [UInt8], for request: PictureRequest)
        throws(PictureError) -> TerminalPicture
    {
        guard request.isSensible else { throw .noRoom }
        let image = try PictureDecoder.decode(bytes, for: request)
        let columns = (image.width + request.cellWidth - 1) / request.cellWidth
        let rows = (image.height + request.cellHeight - 1) / request.cellHeight
        switch request.form {
        case .kitty:
            guard let base64 = KittyPixels.base64(image.bytes) else {
                throw .broken(library: "zlib", code: -1)
            }
            return TerminalPicture(
                columns: columns, rows: rows,
                body: .kitty(width: image.width, height: image.height, base64: base64))
        case .sixel, .blocks:
            return try ChafaCanvas.picture(of: image, columns, rows, for: request)
        }
    }

    private static func bytes(of path: String) throws(PictureError) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else { throw .unreadable(errno: errno) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .unreadable(errno: EINVAL)
        }
        guard status.st_size <= PictureDecoder.maximumBytes else {
            throw .tooLarge(bytes: Int(status.st_size))
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var count = 0
        while count < bytes.count {
            let taken = bytes.withUnsafeMutableBytes {
                read(file, $0.baseAddress.map { $0 + count }, $0.count - count)
            }
            if taken < 0, errno == EINTR { continue }
            guard taken >= 0 else { throw .unreadable(errno: errno) }
            guard taken > 0 else { break }
            count += taken
        }
        return Array(bytes[..<count])
    }
}
