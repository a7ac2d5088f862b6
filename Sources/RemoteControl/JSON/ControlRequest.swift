import JSONKit

/// One line from a client to the player.
struct ControlRequest: Sendable, Equatable {
    /// What it wants.
    enum Action: Sendable, Equatable {
        /// Do this, then say how things stand.
        case perform(PlaybackCommand)
        /// Say how things stand.
        case status
        /// Say so now, and at every change from now on.
        case watch
    }

    /// A number that the answer bears.
    let id: Int64
    let action: Action

    /// The line with its end.
    var line: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("id", id)
            switch action {
            case .perform(let command): command.writeMembers(to: &json)
            case .status: json.member("command", "status")
            case .watch: json.member("command", "watch")
            }
        }
        return json.utf8 + [0x0A]
    }

    init(id: Int64, action: Action) {
        self.id = id
        self.action = action
    }

    /// Reads a line's tree; nil when it is no request.
    init?(_ tree: JSONTree) {
        guard case .object = tree else { return nil }
        id = tree["id"]?.integer() ?? 0
        switch tree["command"]?.string {
        case "status": action = .status
        case "watch": action = .watch
        default:
            guard let command = PlaybackCommand(tree) else { return nil }
            action = .perform(command)
        }
    }
}
