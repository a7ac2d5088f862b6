import ColumnModel
import EpisodeMedia

extension PlaybackFailure {
    init(_ error: MediaError) {
        self =
            switch error {
            case .inUse: .inUse
            case .noAudio: .noAudio
            case .file(_, let path, let code): .file(path: path, errno: code)
            case .store, .failed, .changed, .interrupted, .cancelled, .diskFull:
                .source(code: error.failure.code.rawValue, detail: error.failure.detail)
            }
    }
}
