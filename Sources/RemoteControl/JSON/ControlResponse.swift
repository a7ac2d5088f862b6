import JSONKit

/// One line from the player to a client.
enum ControlResponse: Sendable, Equatable {
    /// How things stand; as an answer with the request's number, else because something changed.
    case status(PlaybackSnapshot, id: Int64?)
    /// The position jumped.
    case seeked(to: Duration)
    /// The request was not fulfilled.
    case refused(code: String, detail: String?, id: Int64?)

    /// The protocol's version; members may be added without a new one.
    static let version = 1

    /// The line with its end.
    var line: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            switch self {
            case .status(let snapshot, let id):
                json.member("event", "status")
                json.member("version", Self.version)
                if let id { json.member("id", id) }
                snapshot.writeMembers(to: &json)
            case .seeked(let position):
                json.member("event", "seeked")
                json.member("position", position)
            case .refused(let code, let detail, let id):
                json.member("event", "error")
                json.member("code", code)
                if let id { json.member("id", id) }
                if let detail { json.member("detail", detail) }
            }
        }
        return json.utf8 + [0x0A]
    }

    /// Reads a line; nil when it is no answer of a player.
    init?(line: some Collection<UInt8>) {
        guard let tree = JSONTree(line) else { return nil }
        let id = tree["id"]?.integer(Int64.self)
        switch tree["event"]?.string {
        case "status":
            guard let snapshot = PlaybackSnapshot(tree) else { return nil }
            self = .status(snapshot, id: id)
        case "seeked":
            guard let position = tree["position"]?.duration else { return nil }
            self = .seeked(to: position)
        case "error":
            guard let code = tree["code"]?.string else { return nil }
            self = .refused(code: code, detail: tree["detail"]?.string, id: id)
        default: return nil
        }
    }
}
