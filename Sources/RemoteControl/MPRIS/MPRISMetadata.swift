import BusKit
import ColumnModel

/// A track in MPRIS's words.
enum MPRISMetadata {
    /// The map of a snapshot; empty without a track.
    static func value(of snapshot: PlaybackSnapshot) -> BusValue {
        guard let track = snapshot.track else { return .properties([]) }
        var entries: [(String, BusValue)] = [
            ("mpris:trackid", .objectPath(trackID(of: track))),
            ("xesam:title", .string(track.title ?? name(of: track.url) ?? "Unknown episode")),
            ("xesam:artist", .strings([track.author ?? track.columnTitle ?? "Unknown artist"])),
        ]
        if let duration = snapshot.duration, duration > .zero {
            entries.append(("mpris:length", .int64(MPRISModel.microseconds(duration))))
        }
        if let title = track.columnTitle { entries.append(("xesam:album", .string(title))) }
        if let path = track.artPath { entries.append(("mpris:artUrl", .string(fileURL(path)))) }
        if let url = track.url {
            entries.append(("xesam:url", .string(url.hasPrefix("/") ? fileURL(url) : url)))
        }
        if let published = track.published {
            entries.append(("xesam:contentCreated", .string(text(of: published))))
        }
        return .properties(entries)
    }

    /// An object path of our own for each occurrence in a list.
    static func trackID(of track: PlaybackTrack) -> String {
        "/column/track/" + String(UInt64(bitPattern: track.id), radix: 16)
    }

    /// A local path as an address, with all but the plain characters in percent form.
    static func fileURL(_ path: String) -> String {
        var url = "file://"
        for byte in path.utf8 {
            let scalar = Unicode.Scalar(byte)
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "/", "-", "_", ".", "~":
                url.unicodeScalars.append(scalar)
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                url += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return url
    }

    /// The path of a `file://` address of this machine; nil when it is none.
    static func path(ofFileURL url: String) -> String? {
        guard url.lowercased().hasPrefix("file://") else { return nil }
        var rest = url.dropFirst("file://".count)
        if rest.hasPrefix("localhost/") { rest = rest.dropFirst("localhost".count) }
        guard rest.hasPrefix("/") else { return nil }
        var bytes: [UInt8] = []
        var iterator = rest.utf8.makeIterator()
        while let byte = iterator.next() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = iterator.next(), let low = iterator.next(),
                let code = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16),
                code != 0
            else { return nil }
            bytes.append(code)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func name(of url: String?) -> String? {
        guard let last = url?.split(separator: "/").last else { return nil }
        let name = last.prefix { $0 != "?" && $0 != "#" }
        return name.isEmpty ? nil : String(name)
    }

    /// A moment in ISO 8601, UTC.
    static func text(of moment: Timestamp) -> String {
        let seconds = moment.secondsSince1970
        let (days, rest) = floored(seconds, 86_400)
        let civil = CivilDate(daysSince1970: Int(days))
        let date = "\(pad(civil.year, 4))-\(pad(civil.month, 2))-\(pad(civil.day, 2))"
        let time = "\(pad(rest / 3_600, 2)):\(pad(rest / 60 % 60, 2)):\(pad(rest % 60, 2))"
        return "\(date)T\(time)Z"
    }

    private static func floored(_ value: Int64, _ divisor: Int64) -> (Int64, Int64) {
        let remainder = (value % divisor + divisor) % divisor
        return ((value - remainder) / divisor, remainder)
    }

    private static func pad(_ number: some BinaryInteger, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
