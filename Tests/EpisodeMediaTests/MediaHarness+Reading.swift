import EpisodeMedia
import ThreadKit

extension MediaHarness {
    /// Reads on a thread of its own, as a decoder does.
    func read(_ stream: MediaStream, _ range: Range<Int64>, isSurvey: Bool = false) async
        -> Result<[UInt8], MediaError>
    {
        await withCheckedContinuation { continuation in
            startThread(name: "reader") {
                var bytes: [UInt8] = []
                var buffer = [UInt8](repeating: 0, count: 10_000)
                while Int64(bytes.count) < Int64(range.count) {
                    let offset = range.lowerBound + Int64(bytes.count)
                    let wanted = min(buffer.count, range.count - bytes.count)
                    let result = buffer.withUnsafeMutableBytes { buffer in
                        Result { () throws(MediaError) in
                            try stream.read(
                                at: offset, into: .init(rebasing: buffer[..<wanted]),
                                isSurvey: isSurvey)
                        }
                    }
                    switch result {
                    case .failure(let error):
                        continuation.resume(returning: .failure(error))
                        return
                    case .success(0):
                        continuation.resume(returning: .success(bytes))
                        return
                    case .success(let count): bytes += buffer[..<count]
                    }
                }
                continuation.resume(returning: .success(bytes))
            }
        }
    }
}
