/// Why sound could not be read, decoded or played.
public enum AudioError: Error, Hashable, Sendable {
    /// The read was interrupted by `ByteSource.interrupt()`; nothing is wrong with the file.
    case interrupted
    /// A system call on a file failed.
    case file(call: String, path: String, errno: Int32)
    /// The place where the bytes come from failed; `code` is the source's own stable code.
    case source(code: String, detail: String?)
    /// The bytes ended before the length that was announced.
    case truncated(at: Int64, expected: Int64)
    /// The bytes are nothing that can be played; `kind` tells what they look like.
    case notAudio(kind: MediaKind)
    /// The bytes are audio for which no decoder is there.
    case unsupported(kind: MediaKind)
    /// A decoder gave up; code and detail are the library's own.
    case decoder(library: String, code: Int32, detail: String)
    /// An output could not be opened.
    case outputUnavailable(name: String, detail: String)
    /// An output stopped taking sound: the device or its server went away.
    case outputLost(name: String, detail: String)
}
