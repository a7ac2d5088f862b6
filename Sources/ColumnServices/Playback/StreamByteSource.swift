import AudioKit
import ColumnModel
import EpisodeMedia

/// An episode's file for the decoder, filled from the network while it plays, and kept.
final class StreamByteSource: ByteSource {
    private let stream: MediaStream

    init(_ stream: MediaStream) {
        self.stream = stream
    }

    var length: Int64? { stream.length }

    var isComplete: Bool { stream.isComplete }

    var availableRanges: [Range<Int64>] { stream.availableRanges }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(AudioError)
        -> Int
    {
        do throws(MediaError) {
            return try stream.read(at: offset, into: buffer)
        } catch {
            throw AudioError(error)
        }
    }

    func interrupt() { stream.interrupt() }

    func rearm() { stream.rearm() }
}

extension AudioError {
    /// What the decoder is told of a file that cannot be had.
    fileprivate init(_ error: MediaError) {
        switch error {
        case .interrupted, .cancelled: self = .interrupted
        case .file(let call, let path, let code):
            self = .file(call: call, path: path, errno: code)
        case .inUse, .noAudio, .store, .failed, .changed, .diskFull:
            self = .source(code: error.failure.code.rawValue, detail: error.failure.detail)
        }
    }
}

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
