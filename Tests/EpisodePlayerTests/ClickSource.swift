import AudioKit

/// A WAV file, made as it is read, that sounds for a part of each second from its first sample on.
///
/// So whoever hears a sound begin knows the media time: a whole second.
final class ClickSource: ByteSource {
    let format: AudioFormat
    let seconds: Int
    private let head: [UInt8]
    /// One second, which repeats.
    private let second: [UInt8]

    convenience init(seconds: Int, sampleRate: Int = 8000, share: Double = 0.2) {
        // A saw tooth of 160 Hz, full from its first sample on: a voice to a pitch finder.
        let period = sampleRate / 160
        let second = (0..<sampleRate).map { frame -> Int16 in
            let isSounding = Double(frame) < Double(sampleRate) * share
            return isSounding ? Int16(12_000 - frame % period * 24_000 / period) : 0
        }
        self.init(seconds: seconds, repeating: second)
    }

    /// Makes a file of one channel of which each second is the same; its count is the rate.
    init(seconds: Int, repeating samples: [Int16]) {
        let sampleRate = samples.count
        format = AudioFormat(sampleRate: sampleRate, channelCount: 1)
        self.seconds = seconds
        let size = seconds * sampleRate * 2
        func little(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        head =
            Array("RIFF".utf8) + little(36 + size, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
            + little(1, 2) + little(1, 2) + little(sampleRate, 4) + little(sampleRate * 2, 4)
            + little(2, 2) + little(16, 2) + Array("data".utf8) + little(size, 4)
        second = samples.flatMap { little(Int($0), 2) }
    }

    var length: Int64? { Int64(head.count + seconds * format.sampleRate * 2) }
    var isComplete: Bool { true }
    var availableRanges: [Range<Int64>] { [0..<(length ?? 0)] }

    func read(
        at offset: Int64, into buffer: UnsafeMutableRawBufferPointer
    ) throws(AudioError) -> Int {
        let count = Int(min(Int64(buffer.count), max(0, (length ?? 0) - offset)))
        var done = 0
        while done < count {
            let place = Int(offset) + done
            let from =
                place < head.count
                ? head[place...] : second[((place - head.count) % second.count)...]
            let part = from.prefix(count - done)
            UnsafeMutableRawBufferPointer(rebasing: buffer[done...]).copyBytes(from: part)
            done += part.count
        }
        return count
    }

    func interrupt() {}
    func rearm() {}
}

/// Listens to blocks and notes at which media time, by the player's word, sounds begin.
struct ClickListener {
    private let format: AudioFormat
    private let speed: Double
    private var quiet = 1 << 20
    /// By how much the player was wrong at each beginning, in milliseconds.
    private(set) var errors: [Double] = []

    init(format: AudioFormat, speed: Double) {
        self.format = format
        self.speed = speed
    }

    /// Takes a block at whose end the player says a position.
    mutating func hear(_ block: UnsafeBufferPointer<Int16>, position: Duration) {
        for (index, sample) in block.enumerated() {
            // The first sample of a sound is at its peak, or a join has made it quieter.
            guard abs(Int(sample)) > 2000 else {
                quiet += 1
                continue
            }
            if quiet > format.sampleRate / 50 {
                let behind = Double(block.count - index) / Double(format.sampleRate) * speed
                let heard = position / .seconds(1) - behind
                errors.append((heard - heard.rounded()) * 1000)
            }
            quiet = 0
        }
    }
}
