/// How well a media file is made for listening, by its label and its address.
enum MediaFitness: CaseIterable {
    case audio
    case video
    case unknown
    case other

    init(of file: Enclosure) {
        let type = file.type ?? ""
        let path = file.url.prefix { $0 != "?" && $0 != "#" }
        let name = path.utf8.lastIndex(of: UInt8(ascii: ".")).map {
            path[path.utf8.index(after: $0)...].lowercased()
        }
        let ending = name ?? ""
        if type.hasPrefix("audio/") || Self.audioEndings.contains(type) {
            self = .audio
        } else if type.hasPrefix("video/") {
            self = .video
        } else if type.hasPrefix("image/") || type.hasPrefix("text/") {
            // Some feeds label their audio as text or a picture; the ending knows better.
            self = Self.audioEndings.contains(ending) ? .audio : .other
        } else if Self.audioEndings.contains(ending) {
            self = .audio
        } else if Self.videoEndings.contains(ending) || type.contains("mpegurl") {
            self = .video
        } else if ["jpg", "jpeg", "png", "gif", "webp", "pdf", "epub", "torrent"].contains(ending) {
            self = .other
        } else {
            self = .unknown
        }
    }

    private static let audioEndings = [
        "mp3", "m4a", "m4b", "aac", "ogg", "oga", "opus", "flac", "wav", "wma",
    ]
    private static let videoEndings = ["mp4", "m4v", "mov", "webm", "mkv", "ogv", "avi", "m3u8"]
}
