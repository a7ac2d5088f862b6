import ColumnModel
import JSONKit
import PlaybackRules

extension SleepKind {
    /// Writes members that say what it is.
    func write(to json: inout JSONWriter) {
        switch self {
        case .after(let time):
            json.member("kind", "after")
            json.member("seconds", time)
        case .at(let moment):
            json.member("kind", "at")
            json.member("at", moment.secondsSince1970)
        case .episodes(let count):
            json.member("kind", "episodes")
            json.member("count", count)
        case .chapters(let count):
            json.member("kind", "chapters")
            json.member("count", count)
        }
    }

    /// Reads those members; nil when they are none.
    init?(_ tree: JSONTree) {
        switch tree["kind"]?.string {
        case "after":
            guard let time = tree["seconds"]?.duration, time > .zero else { return nil }
            self = .after(time)
        case "at":
            guard let moment = tree["at"]?.integer(Int64.self) else { return nil }
            self = .at(Timestamp(secondsSince1970: moment))
        case "episodes":
            guard let count = Self.count(tree) else { return nil }
            self = .episodes(count)
        case "chapters":
            guard let count = Self.count(tree) else { return nil }
            self = .chapters(count)
        default: return nil
        }
    }

    private static func count(_ tree: JSONTree) -> Int? {
        guard let count = tree["count"]?.integer(Int.self), (1...999).contains(count)
        else { return nil }
        return count
    }
}

extension SleepStatus {
    func write(to json: inout JSONWriter) {
        json.object { json in
            kind.write(to: &json)
            json.member("remaining", remaining)
            json.member("left", countLeft)
        }
    }

    init?(_ tree: JSONTree) {
        guard let kind = SleepKind(tree) else { return nil }
        self.init(
            kind: kind, remaining: tree["remaining"]?.duration,
            countLeft: tree["left"]?.integer())
    }
}
