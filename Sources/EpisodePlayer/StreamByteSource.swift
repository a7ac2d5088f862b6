public import AudioKit
import ColumnModel
public import EpisodeMedia

/// An episode's file as the player reads it while it is fetched; what was streamed stays.
///
/// The stream's owner closes it when another item is loaded.
public final class StreamByteSource: ByteSource {
    private let stream: MediaStream

    /// Wraps an open stream.
    public init(_ stream: MediaStream) {
        self.stream = stream
    }

    /// The length, once a server said so.
    public var length: Int64? { stream.length }

    /// Whether the whole file has come.
    public var isComplete: Bool { stream.isComplete }

    /// What has come so far.
    public var availableRanges: [Range<Int64>] { stream.availableRanges }

    /// Whether the stream has all that it wants to have ahead.
    public var isSated: Bool { stream.isSated }

    /// Lets the stream know how far its look ahead reaches.
    public func expectUse(bytesPerSecond: Double) {
        stream.expectUse(bytesPerSecond: bytesPerSecond)
    }

    /// Reads what is there, and has the rest fetched from this offset on.
    public func read(
        at offset: Int64, into buffer: UnsafeMutableRawBufferPointer
    ) throws(AudioError) -> Int {
        do throws(MediaError) {
            return try stream.read(at: offset, into: buffer)
        } catch {
            throw AudioError(error)
        }
    }

    /// Reads without moving the stream's window, where the bytes are there.
    public func survey(
        at offset: Int64, into buffer: UnsafeMutableRawBufferPointer
    ) throws(AudioError) -> Int {
        do throws(MediaError) {
            return try stream.read(at: offset, into: buffer, isSurvey: true)
        } catch {
            throw AudioError(error)
        }
    }

    /// Makes the read that waits end at once.
    public func interrupt() {
        stream.interrupt()
    }

    /// Lets reads through again.
    public func rearm() {
        stream.rearm()
    }
}

extension AudioError {
    /// The facts of a fetch's failure; codes are those of `FailureCode`.
    init(_ error: MediaError) {
        switch error {
        case .interrupted:
            self = .interrupted
        case .file(let call, let path, let errno):
            self = .file(call: call, path: path, errno: errno)
        case .inUse, .noAudio, .store, .failed, .changed, .cancelled, .diskFull:
            let failure = error.failure
            self = .source(
                code: failure.code.rawValue,
                detail: failure.detail ?? failure.status.map { "\($0)" })
        }
    }

    /// Whether the file became another version while it was read.
    var isChange: Bool {
        if case .source(FailureCode.changed.rawValue, _) = self { true } else { false }
    }
}
