import ColumnModel
import JSONKit
import PlaybackRules

extension PlaybackCommand {
    /// Writes the members that name it and its values.
    func writeMembers(to json: inout JSONWriter) {
        json.member("command", name)
        switch self {
        case .play(let request): request.writeMembers(to: &json)
        case .seek(.by(let span)): json.member("by", span)
        case .seek(.to(let time)): json.member("to", time)
        case .seek(.share(let share)): json.member("share", share)
        case .setSpeed(let speed): json.member("value", speed)
        case .setSleep(let kind): kind?.write(to: &json)
        case .extendSleep(let time): json.member("by", time)
        case .setMode(let mode): json.member("value", mode.rawValue)
        case .setVolume(let volume): json.member("value", volume)
        case .interrupt(let cause): json.member("cause", cause)
        case .endInterruption(let cause, let mayResume):
            json.member("cause", cause)
            json.member("mayResume", mayResume)
        case .resume, .pause, .toggle, .stop, .next, .previous, .nextChapter, .previousChapter,
            .undoSeek, .quit:
            break
        }
    }

    /// Reads those members; nil when they name no command, or a value is missing or absurd.
    init?(_ tree: JSONTree) {
        switch tree["command"]?.string {
        case "play":
            guard let request = PlayRequest(tree) else { return nil }
            self = .play(request)
        case "resume": self = .resume
        case "pause": self = .pause
        case "toggle": self = .toggle
        case "stop": self = .stop
        case "next": self = .next
        case "previous": self = .previous
        case "next-chapter": self = .nextChapter
        case "previous-chapter": self = .previousChapter
        case "undo-seek": self = .undoSeek
        case "interrupt":
            guard let cause = tree["cause"]?.string else { return nil }
            self = .interrupt(cause: cause)
        case "end-interruption":
            guard let cause = tree["cause"]?.string else { return nil }
            self = .endInterruption(cause: cause, mayResume: tree["mayResume"]?.bool ?? false)
        case "seek":
            guard let target = SeekTarget(tree) else { return nil }
            self = .seek(target)
        case "speed":
            guard let value = tree["value"]?.double, (0.5...4).contains(value) else { return nil }
            self = .setSpeed(value)
        case "sleep":
            guard tree["kind"] != nil else {
                self = .setSleep(nil)
                return
            }
            guard let kind = SleepKind(tree) else { return nil }
            self = .setSleep(kind)
        case "extend-sleep":
            guard let time = tree["by"]?.duration else { return nil }
            self = .extendSleep(by: time)
        case "mode":
            guard let mode = tree["value"]?.string.flatMap(PlaybackMode.init) else { return nil }
            self = .setMode(mode)
        case "volume":
            guard let value = tree["value"]?.double, (0...1).contains(value) else { return nil }
            self = .setVolume(value)
        case "quit": self = .quit
        default: return nil
        }
    }

    private var name: String {
        switch self {
        case .play: "play"
        case .resume: "resume"
        case .pause: "pause"
        case .toggle: "toggle"
        case .stop: "stop"
        case .next: "next"
        case .previous: "previous"
        case .nextChapter: "next-chapter"
        case .previousChapter: "previous-chapter"
        case .undoSeek: "undo-seek"
        case .interrupt: "interrupt"
        case .endInterruption: "end-interruption"
        case .seek: "seek"
        case .setSpeed: "speed"
        case .setSleep: "sleep"
        case .extendSleep: "extend-sleep"
        case .setMode: "mode"
        case .setVolume: "volume"
        case .quit: "quit"
        }
    }
}

extension SeekTarget {
    fileprivate init?(_ tree: JSONTree) {
        if let span = tree["by"]?.duration {
            self = .by(span)
        } else if let time = tree["to"]?.duration, time >= .zero {
            self = .to(time)
        } else if let share = tree["share"]?.double, (0...1).contains(share) {
            self = .share(share)
        } else {
            return nil
        }
    }
}

extension PlayRequest {
    fileprivate func writeMembers(to json: inout JSONWriter) {
        json.key("items")
        json.array { json in
            for item in items {
                switch item {
                case .episode(let id): json.number(id.rawValue)
                case .location(let location): json.string(location)
                }
            }
        }
        json.member("index", index)
        json.member("column", column?.rawValue)
        json.member("start", start)
    }

    fileprivate init?(_ tree: JSONTree) {
        self.init()
        for element in tree["items"]?.elements ?? [] {
            if let id = element.integer(Int64.self) {
                items.append(.episode(EpisodeID(rawValue: id)))
            } else if let location = element.string, !location.isEmpty {
                items.append(.location(location))
            } else {
                return nil
            }
        }
        index = tree["index"]?.integer() ?? 0
        guard index == 0 || items.indices.contains(index) else { return nil }
        column = tree["column"]?.integer().map(ColumnID.init)
        start = tree["start"]?.duration
        if let start, start < .zero { return nil }
    }
}
