import ColumnServices
import Localization

extension FailureReport {
    init(_ error: ServiceError) {
        switch error {
        case .alreadyRunning(let job):
            self.init(
                "already-running", .busy, "Another “column \(job)” is running.",
                hints: ["Nothing was lost; try again when it is done."])
        case .failed(let failure): self.init(failure)
        case .unusable(let setting, let value):
            self.init(
                "config-value", .usage, "\(setting): “\(value)” cannot be used.",
                hints: ["“column config get \(setting)” shows it; “column config set” changes it."])
        }
    }
}
