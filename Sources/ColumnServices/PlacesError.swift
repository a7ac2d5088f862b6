/// Why a folder or file of the program cannot be used.
public enum PlacesError: Error, Sendable, Equatable {
    /// Neither `COLUMN_HOME` nor `HOME` says where to put anything.
    case noHome
    /// A folder cannot be made.
    case cannotMakeDirectory(path: String, errno: Int32)
    /// A file cannot be read.
    case cannotRead(path: String, errno: Int32)
    /// A file cannot be written.
    case cannotWrite(path: String, errno: Int32)
}

extension PlacesError {
    /// The system's error number; 0 where no call failed.
    var errno: Int32 {
        switch self {
        case .noHome: 0
        case .cannotMakeDirectory(_, let code), .cannotRead(_, let code), .cannotWrite(_, let code):
            code
        }
    }
}
