import ColumnModel
import ColumnServices
import Localization

extension FailureReport {
    init(_ error: DeviceError) {
        switch error {
        case .notLoggedIn:
            self.init(
                "not-logged-in", .notFound, "Nobody is logged in to a server of devices.",
                hints: ["“column devices login URL --user NAME” does it."])
        case .loggedIn(let url, let user):
            self.init(
                "logged-in", .usage, "\(user) is logged in to \(url) already.",
                hints: ["“column devices logout” first; nothing is lost by it."])
        case .badAddress(let text):
            self.init(
                "no-address", .usage,
                "“\(AddressText.withoutLogin(text))” is no address of a server.",
                hints: ["It looks like https://gpodder.net, without a user name or password."])
        case .noPassword(let url, true):
            self.init(
                "login", .login,
                "The password for \(url) is in the Secret Service, which is locked or not running.",
                hints: ["Unlock the keyring, or log in again; nothing was lost."])
        case .noPassword(let url, false):
            self.init(
                "login", .login, "The password for \(url) is gone.",
                hints: ["“column devices login” gives it again; nothing else is lost."])
        case .notUnderstood(let url):
            self.init(
                "not-a-device-server", .someFailed,
                "What came from \(url) is no answer of such a server.",
                hints: ["Check the address and --kind; a login page of a network looks so too."],
                url: url)
        case .failed(let failure) where failure.code == .login:
            self.init(
                "login", .login, "The server refused the user name or the password.",
                hints: ["“column devices login” gives them again."], status: failure.status,
                url: failure.url)
        case .failed(let failure): self.init(failure, of: "Devices")
        }
    }
}
