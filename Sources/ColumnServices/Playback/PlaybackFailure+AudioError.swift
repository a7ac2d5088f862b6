import AudioKit

extension PlaybackFailure {
    init(_ error: AudioError) {
        self =
            switch error {
            case .interrupted: .source(code: "cancelled", detail: nil)
            case .file(_, let path, let code): .file(path: path, errno: code)
            case .source(let code, let detail): .source(code: code, detail: detail)
            case .truncated: .truncated
            case .notAudio(let kind): .notAudio(kind: kind.rawValue)
            case .unsupported(let kind): .unsupported(kind: kind.rawValue)
            case .decoder(let library, let code, let detail):
                .decoder(detail: "\(library): \(detail) (\(code))")
            case .outputUnavailable(let name, let detail), .outputLost(let name, let detail):
                .output(name: name, detail: detail)
            }
    }
}
