import ColumnServices
import Localization
import PlaybackRules

extension PlaybackMode {
    /// What it is called.
    var words: Message {
        switch self {
        case .sequence: "sequence"
        case .repeatAll: "repeat-all"
        case .repeatOne: "repeat-one"
        case .shuffle: "shuffle"
        case .once: "once"
        }
    }
}

extension EpisodeRequest.Order {
    /// What it is called.
    var words: Message {
        switch self {
        case .newest: "newest"
        case .oldest: "oldest"
        case .title: "title"
        case .duration: "duration"
        }
    }
}
