import ColumnModel
import ColumnStore
import JSONKit

extension DeviceAction {
    /// Writes it as the servers take it.
    func write(to json: inout JSONWriter, device: String?) {
        json.object { json in
            json.member("podcast", podcast)
            json.member("episode", episode)
            if let guid { json.member("guid", guid) }
            if let device { json.member("device", device) }
            json.member("timestamp", ActionTime.text(at))
            switch kind {
            case .play(let started, let position, let total):
                json.member("action", "play")
                json.member("position", position)
                // Either both or none, say the servers.
                if let total {
                    json.member("started", started ?? 0)
                    json.member("total", total)
                }
            case .new: json.member("action", "new")
            case .download: json.member("action", "download")
            case .delete: json.member("action", "delete")
            }
        }
    }

    /// Reads one of a server's answer; nil where it makes no sense or is of a kind not known here.
    init?(_ fields: [String: JSONTree]) {
        guard let podcast = fields["podcast"]?.string, !podcast.isEmpty,
            let episode = fields["episode"]?.string, !episode.isEmpty,
            let at = fields["timestamp"].flatMap(ActionTime.read)
        else { return nil }
        func seconds(_ key: String) -> Int64? {
            let value = fields[key]?.double ?? fields[key]?.string.flatMap(Double.init)
            // Nextcloud has -1 where there is nothing; nothing is longer than a year.
            return value.flatMap { (0...31_622_400).contains($0) ? Int64($0) : nil }
        }
        let kind: Kind
        switch fields["action"]?.string?.lowercased() {
        case "play":
            guard let position = seconds("position") else { return nil }
            kind = .play(started: seconds("started"), position: position, total: seconds("total"))
        case "new": kind = .new
        case "download": kind = .download
        case "delete": kind = .delete
        default: return nil
        }
        let guid = fields["guid"]?.string
        let device = fields["device"]?.string
        self.init(
            podcast: podcast, episode: episode, guid: guid?.isEmpty == true ? nil : guid,
            kind: kind, at: at, device: device?.isEmpty == true ? nil : device)
    }
}

extension RemoteActions {
    /// Reads a server's answer piece by piece, since the first one may hold years; nil where it is
    /// none.
    init?(json bytes: [UInt8]) {
        var reader = JSONReader()
        bytes.withUnsafeBufferPointer { reader.append($0) }
        reader.finish()
        guard reader.next() == .beginObject else { return nil }
        var time: Int64?
        var hasList = false
        reading: while true {
            switch reader.next() {
            case .endObject: break reading
            case .key: break
            default: return nil
            }
            switch reader.string {
            case "actions":
                guard reader.next() == .beginArray, readList(&reader) else { return nil }
                hasList = true
            case "timestamp":
                guard reader.next() == .number, let value = Double(reader.string),
                    let whole = Int64(exactly: value.rounded(.down))
                else { return nil }
                time = whole
            default:
                guard Self.skipValue(&reader, reader.next()) else { return nil }
            }
        }
        guard let time, hasList, reader.next() == .end else { return nil }
        timestamp = time
    }

    private mutating func readList(_ reader: inout JSONReader) -> Bool {
        while true {
            let event = reader.next()
            if event == .endArray { return true }
            guard event == .beginObject else {
                unreadable += 1
                guard Self.skipValue(&reader, event) else { return false }
                continue
            }
            guard let fields = Self.fields(&reader) else { return false }
            if let action = DeviceAction(fields) {
                actions.append(action)
            } else {
                unreadable += 1
            }
        }
    }

    /// The plain members of an object that has begun.
    private static func fields(_ reader: inout JSONReader) -> [String: JSONTree]? {
        var fields: [String: JSONTree] = [:]
        while true {
            let event = reader.next()
            if event == .endObject { return fields }
            guard event == .key else { return nil }
            let key = reader.string
            let value = reader.next()
            switch value {
            case .string: fields[key] = .string(reader.string)
            case .number: fields[key] = Double(reader.string).map { .number($0) }
            default: guard skipValue(&reader, value) else { return nil }
            }
        }
    }

    private static func skipValue(_ reader: inout JSONReader, _ first: JSONEvent) -> Bool {
        switch first {
        case .string, .number, .null, .bool: return true
        case .beginObject, .beginArray: break
        default: return false
        }
        let depth = reader.depth
        while reader.depth >= depth {
            switch reader.next() {
            case .failure, .needsInput, .end: return false
            default: continue
            }
        }
        return true
    }
}
