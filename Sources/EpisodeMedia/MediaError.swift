public import ColumnModel
public import ColumnStore
@preconcurrency import Glibc

/// Why bytes of an episode's file could not be had.
public enum MediaError: Error, Sendable, Equatable {
    /// Another process, or another part of this one, is fetching this episode.
    case inUse
    /// There is no such episode, or it has no audio.
    case noAudio
    /// A system call on a file failed.
    case file(call: String, path: String, errno: Int32)
    /// The library refused.
    case store(StoreError)
    /// The server could not give the file; the failure says why.
    case failed(Failure)
    /// Under the reader's feet the file became another version: what was read before does not fit
    /// what comes now.
    case changed
    /// The read was interrupted on demand.
    case interrupted
    /// The task was cancelled; what was fetched is kept.
    case cancelled
    /// The disk, or the reserve to be kept on it, is full; so many bytes are missing.
    case diskFull(missing: Int64)
}

extension MediaError {
    /// The failure as the library remembers it.
    public var failure: Failure {
        switch self {
        case .inUse: Failure(code: .refused, detail: "in use by another process")
        case .noAudio: Failure(code: .notAudio, detail: "no audio")
        case .file(_, let path, ELOOP):
            Failure(code: .file, detail: "\(path) is a link, which is not followed")
        case .file("open", let path, ESPIPE):
            Failure(code: .file, detail: "\(path) is no regular file")
        case .file(let call, let path, let errno):
            Failure(
                code: errno == ENOSPC || errno == EDQUOT ? .diskFull : .file,
                detail: "\(call) \(path)"
                    + (errno == 0 ? "" : ": \(String(cString: strerror(errno)))"))
        case .store(.diskFull): Failure(code: .diskFull, detail: "library")
        case .store(.readOnly): Failure(code: .file, detail: "the library may only be read")
        case .store(.busy): Failure(code: .file, detail: "another program holds the library’s lock")
        case .store(let error): Failure(code: .file, detail: "library: \(error)")
        case .failed(let failure): failure
        case .changed: Failure(code: .changed)
        case .interrupted, .cancelled: Failure(code: .cancelled)
        case .diskFull(let missing): Failure(code: .diskFull, detail: "\(missing)")
        }
    }
}
