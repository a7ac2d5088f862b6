public import ColumnModel
import DeviceSync

/// Why devices could not be kept in step.
public enum DeviceError: Error, Sendable, Equatable {
    /// Nobody is logged in.
    case notLoggedIn
    /// Somebody is logged in already, elsewhere or under another name.
    case loggedIn(url: String, user: String)
    /// The text is no address of a server.
    case badAddress(String)
    /// The password is not there; or it is in the Secret Service, which is locked or away.
    case noPassword(url: String, isUnreachable: Bool)
    /// The server could not be asked, or it refused.
    case failed(Failure)
    /// What came is no answer of such a server.
    case notUnderstood(url: String)

    /// Faults of the library are told as such.
    static func make(_ error: DeviceSyncError) -> any Error {
        switch error {
        case .failed(let failure): DeviceError.failed(failure)
        case .notUnderstood(let url): DeviceError.notUnderstood(url: url)
        case .store(let error): LibraryError(error)
        }
    }
}
