import CAO
@preconcurrency import Glibc
import Synchronization

/// Any driver of libao: ALSA, OSS, sndio and others.
///
/// libao cannot pause, flush or tell its latency: a pause fades and then feeds nothing.
public final class AOOutput: ThreadedAudioOutput {
    /// The thread, while it is open.
    public let carrier = OutputCarrier()
    private let driver: String?
    private let openedName = Mutex<String?>(nil)

    /// Makes an output for a driver's short name; nil takes libao's default.
    public init(driver: String? = nil) {
        self.driver = driver
    }

    /// `ao:DRIVER`, or `ao` before the default driver is known.
    public var name: String {
        openedName.withLock { $0 } ?? driver.map { "ao:\($0)" } ?? "ao"
    }

    /// False: a driver takes sound at the device's pace.
    public var isUntimed: Bool { false }

    /// Opens the driver (`ao_open_live`) and starts the thread.
    public func open(
        _ renderer: Renderer, onEvent: @escaping @Sendable (AudioOutputEvent) -> Void
    ) throws(AudioError) {
        let sink = try AOSink(driver: driver, format: renderer.format, name: name)
        openedName.withLock { $0 = "ao:\(sink.driverName)" }
        // ao_play waits inside the driver; 50 ms a block are 20 wake-ups a second.
        let output = ThreadedOutput(
            name: "column-ao", renderer: renderer, sink: sink, block: .milliseconds(50),
            isUrgent: true, onEvent: onEvent)
        carrier.hold(output)
    }
}

/// Owns one `ao_device`.
private final class AOSink: BlockSink {
    let driverName: String
    // Guarded by the output's thread: it alone plays and closes.
    private nonisolated(unsafe) let device: OpaquePointer
    private let format: AudioFormat
    private let end = Mutex(Duration.zero)

    init(driver: String?, format: AudioFormat, name: String) throws(AudioError) {
        self.format = format
        AOLibrary.start()
        let id = driver.map { ao_driver_id($0) } ?? ao_default_driver_id()
        guard id >= 0, let info = ao_driver_info(id), let shortName = info.pointee.short_name else {
            throw .outputUnavailable(name: name, detail: "no such driver")
        }
        driverName = String(cString: shortName)
        guard info.pointee.type == AO_TYPE_LIVE else {
            throw .outputUnavailable(name: name, detail: "the driver writes files")
        }
        // Left to choose, libao ends at its null driver, which has no clock: ours is better.
        if driver == nil, driverName == "null" {
            throw .outputUnavailable(name: name, detail: "no sound device")
        }
        // alsa-lib complains on standard error, ten lines long, where a machine has no card at all.
        if driver == nil, driverName == "alsa", access("/dev/snd", F_OK) != 0 {
            throw .outputUnavailable(name: name, detail: "no sound device")
        }
        var sampleFormat = ao_sample_format()
        sampleFormat.bits = 16
        sampleFormat.rate = Int32(format.sampleRate)
        sampleFormat.channels = Int32(format.channelCount)
        sampleFormat.byte_format = Int32(AO_FMT_NATIVE)
        var options: UnsafeMutablePointer<ao_option>?
        ao_append_option(&options, "quiet", "")
        defer { ao_free_options(options) }
        guard let device = ao_open_live(id, &sampleFormat, options) else {
            throw .outputUnavailable(name: name, detail: "ao_open_live: \(errno)")
        }
        self.device = device
    }

    func write(_ block: UnsafeBufferPointer<Int16>) throws(AudioError) {
        guard let base = block.baseAddress else { return }
        let byteCount = block.count * MemoryLayout<Int16>.stride
        // libao does not change the samples, though its declaration does not promise it.
        let bytes = UnsafeMutableRawPointer(mutating: base).assumingMemoryBound(to: CChar.self)
        guard ao_play(device, bytes, uint_32(byteCount)) != 0 else {
            throw .outputLost(name: "ao:\(driverName)", detail: "ao_play")
        }
        end.withLock { $0 = SteadyClock().now + .milliseconds(20) }
    }

    /// libao has no clock; its drivers ask for 20 ms.
    var pendingFrames: Int {
        let rest = end.withLock { $0 } - SteadyClock().now
        return rest > .zero ? Int(format.frames(in: rest)) : 0
    }

    func finish() {
        ao_close(device)
    }
}

/// libao's process-wide start.
private enum AOLibrary {
    private static let isStarted: Bool = {
        ao_initialize()
        return true
    }()

    static func start() {
        _ = isStarted
    }
}
