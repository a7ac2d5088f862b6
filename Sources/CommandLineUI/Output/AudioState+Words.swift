import ColumnModel
import Localization

extension AudioState {
    /// What it says to people.
    var words: Message {
        switch self {
        case .none: "none"
        case .queued: "queued"
        case .partial: "partial"
        case .complete: "complete"
        case .unproven: "unproven"
        case .failed: "failed"
        case .missing: "missing"
        case .trashed: "trashed"
        }
    }
}
