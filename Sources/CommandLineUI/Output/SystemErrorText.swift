@preconcurrency import Glibc
import Localization

/// What the system's error numbers mean.
enum SystemErrorText {
    /// The words of `strerror`, those that are met translated.
    static func words(_ code: Int32) -> Message {
        switch code {
        case ENOENT: "No such file or directory"
        case EACCES: "Permission denied"
        case EPERM: "Operation not permitted"
        case ENOSPC: "No space left on device"
        case EDQUOT: "Disk quota exceeded"
        case EROFS: "Read-only file system"
        case EISDIR: "Is a directory"
        case ENOTDIR: "Not a directory"
        case EEXIST: "File exists"
        case EIO: "Input/output error"
        case ELOOP: "Too many levels of symbolic links"
        case ENAMETOOLONG: "File name too long"
        case EFBIG: "File too large"
        case EMFILE: "Too many open files"
        case EBADF: "Bad file descriptor"
        case EPIPE: "Broken pipe"
        case ENOMEM: "Cannot allocate memory"
        default: Message(verbatim: String(cString: strerror(code)))
        }
    }
}
