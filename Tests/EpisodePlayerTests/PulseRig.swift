@preconcurrency import Glibc
import TestSupport
import Testing

/// A PulseAudio server of our own with a null sink, and a recorder of what that sink plays.
final class PulseRig: Sendable {
    /// Whether the programs are installed.
    static let isInstalled = ["pulseaudio", "parec", "pactl", "pacat"].allSatisfy { name in
        ["/usr/bin", "/usr/local/bin", "/bin"].contains { access("\($0)/\(name)", X_OK) == 0 }
    }

    let home = TemporaryHome()
    let server: ChildProcess
    private let recorder: ChildProcess
    var address: String { "unix:\(home.path)/native" }
    private let environment: [String: String]

    /// Starts both; ready when it returns.
    init(rate: Int = 44_100) async throws {
        environment = [
            "HOME": home.path, "XDG_RUNTIME_DIR": home.path, "PATH": "/usr/bin:/bin",
            "PULSE_SERVER": "unix:\(home.path)/native", "LC_ALL": "C",
        ]
        server = try ChildProcess(
            "pulseaudio",
            [
                "-n", "--daemonize=no", "--exit-idle-time=-1", "--log-level=error",
                "--use-pid-file=no", "--disable-shm=yes",
                "-L", "module-native-protocol-unix auth-anonymous=1 socket=\(home.path)/native",
                "-L",
                "module-null-sink sink_name=t rate=\(rate) channels=2 format=s16le norewinds=1",
                "-L", "module-role-cork",
            ], environment: environment)
        let deadline = 500
        for attempt in 0..<deadline {
            let answer = try await ChildProcess.run("pactl", ["info"], environment: environment)
            if answer.exitCode == 0 { break }
            try #require(attempt < deadline - 1, "pulseaudio did not start")
            try await Task.sleep(for: .milliseconds(20))
        }
        recorder = try ChildProcess(
            "parec",
            [
                "-d", "t.monitor", "--format=s16le", "--rate=\(rate)", "--channels=2",
                "--latency-msec=10", "\(home.path)/capture.raw",
            ], environment: environment)
        try await waitForCapture(frames: 1000)
    }

    /// Runs one of PulseAudio's programs to its end.
    @discardableResult
    func run(_ program: String, _ arguments: [String]) async throws -> ProcessResult {
        try await ChildProcess.run(program, arguments, environment: environment)
    }

    /// Starts one that goes on.
    func start(_ program: String, _ arguments: [String]) throws -> ChildProcess {
        try ChildProcess(program, arguments, environment: environment)
    }

    /// Frames recorded so far: left and right.
    var capture: [(left: Int16, right: Int16)] {
        let bytes = readFile("\(home.path)/capture.raw") ?? []
        return stride(from: 0, to: bytes.count - 3, by: 4).map { index in
            func word(_ offset: Int) -> Int16 {
                Int16(bitPattern: UInt16(bytes[offset]) | UInt16(bytes[offset + 1]) << 8)
            }
            return (word(index), word(index + 2))
        }
    }

    /// The left samples of the last frames recorded.
    func lastFrames(_ count: Int) -> [Int16] {
        let bytes = readFile("\(home.path)/capture.raw") ?? []
        let end = bytes.count / 4
        return (max(0, end - count)..<end).map {
            Int16(bitPattern: UInt16(bytes[4 * $0]) | UInt16(bytes[4 * $0 + 1]) << 8)
        }
    }

    /// Waits until the recorder has so many frames more than now.
    func waitForCapture(frames: Int) async throws {
        let start = (readFile("\(home.path)/capture.raw") ?? []).count
        for _ in 0..<1000 {
            let size = (readFile("\(home.path)/capture.raw") ?? []).count
            if size >= start + frames * 4 { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        Issue.record("the recorder stands still")
    }
}

/// Sound in which each frame names itself: its number modulo 20,000, left up and right down.
enum CodedSound {
    static let period = 20_000

    static func wav(seconds: Int) -> [UInt8] {
        let frames = seconds * 44_100
        var bytes = Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WAVEfmt ".utf8)
        bytes += [16, 0, 0, 0, 1, 0, 2, 0, 0x44, 0xAC, 0, 0, 0x10, 0xB1, 2, 0, 4, 0, 16, 0]
        bytes += Array("data".utf8)
        bytes += (0..<4).map { UInt8(truncatingIfNeeded: (frames * 4) >> (8 * $0)) }
        bytes.reserveCapacity(bytes.count + frames * 4)
        for frame in 0..<frames {
            let value = UInt16(frame % period + 1000)
            bytes.append(UInt8(truncatingIfNeeded: value))
            bytes.append(UInt8(truncatingIfNeeded: value >> 8))
            let other = UInt16(frame / period + 1)
            bytes.append(UInt8(truncatingIfNeeded: other))
            bytes.append(UInt8(truncatingIfNeeded: other >> 8))
        }
        return bytes
    }

    /// The number of a frame that was heard untouched; nil for silence and for faded ones.
    static func number(_ frame: (left: Int16, right: Int16)) -> Int? {
        guard frame.left >= 1000, frame.right >= 1 else { return nil }
        return Int(frame.left) - 1000 + (Int(frame.right) - 1) * period
    }
}
