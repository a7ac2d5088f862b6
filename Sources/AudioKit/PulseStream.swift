import CPulse
@preconcurrency import Glibc
import Synchronization

/// One playback stream of libpulse with its connection and its main loop's thread.
final class PulseStream: RendererClient {
    private let renderer: Renderer
    private let onEvent: @Sendable (AudioOutputEvent) -> Void
    private let frameSize: Int

    // Guarded by the main loop's lock, as is all that libpulse owns.
    private nonisolated(unsafe) let mainLoop: OpaquePointer
    private nonisolated(unsafe) var context: OpaquePointer?
    private nonisolated(unsafe) var stream: OpaquePointer?
    private nonisolated(unsafe) var isRunning = false
    private nonisolated(unsafe) var isLost = false
    private nonisolated(unsafe) var isConnected = false
    private nonisolated(unsafe) var device: UInt32 = 0
    private nonisolated(unsafe) var lastHeard = 0
    private nonisolated(unsafe) var port: OutputPort?

    /// How much the server holds: enough for a machine under load; a pause rewrites it.
    private static let buffer = Duration.milliseconds(600)
    /// How much it asks for at a time: five wake-ups a second.
    private static let request = Duration.milliseconds(200)
    /// Below this nothing more may be missing: the next request would come when all is played.
    private static let reserve = Duration.milliseconds(250)
    /// How far ahead of what is heard a fade can still be written.
    private static let margin = Duration.milliseconds(15)

    init(
        server: String?, renderer: Renderer,
        onEvent: @escaping @Sendable (AudioOutputEvent) -> Void
    ) throws(AudioError) {
        self.renderer = renderer
        self.onEvent = onEvent
        frameSize = renderer.format.channelCount * MemoryLayout<Int16>.stride
        guard let loop = pa_threaded_mainloop_new() else {
            throw .outputUnavailable(name: "pulse", detail: "pa_threaded_mainloop_new")
        }
        mainLoop = loop
        let failure = connect(server: server)
        if let failure {
            close()
            throw .outputUnavailable(name: "pulse", detail: failure)
        }
    }

    deinit {
        pa_threaded_mainloop_free(mainLoop)
    }

    // MARK: - Control

    func resume(fadingIn: Bool) {
        withLock {
            guard let stream, !isLost else { return }
            lastHeard = renderer.ring.readIndex
            renderer.release(fadingIn: fadingIn)
            fill(isUrgent: false)
            isRunning = true
            release(pa_stream_cork(stream, 0, nil, nil))
        }
    }

    func pause() {
        let wait = withLock { writeFade() }
        let clock = SteadyClock()
        if wait > .zero { clock.sleep(until: clock.now + wait) }
        let operation = withLock { () -> OpaquePointer? in
            renderer.silence()
            isRunning = false
            guard let stream, !isLost else { return nil }
            let cork = pa_stream_cork(stream, 1, nil, nil)
            release(pa_stream_flush(stream, nil, nil))
            return cork
        }
        finish(operation)
    }

    func renew() {
        withLock {
            guard let stream, isRunning, !isLost, let ahead = latencyFrames else { return }
            let margin = Int(renderer.format.frames(in: Self.margin))
            let back = renderer.takeBack(framesBack: max(0, ahead - margin))
            guard back > 0 else { return }
            var samples = [Int16](repeating: 0, count: back * renderer.format.channelCount)
            let count = samples.withUnsafeMutableBufferPointer { buffer in
                buffer.baseAddress.map { renderer.pull(into: $0, frames: back, isUrgent: false) }
            }
            samples.withUnsafeBytes { bytes in
                _ = pa_stream_write(
                    stream, bytes.baseAddress, (count ?? 0) * frameSize, nil,
                    Int64(-back * frameSize), PA_SEEK_RELATIVE)
            }
        }
    }

    /// Waits until the server has done it: at the end of a call it asks only those to go on whom
    /// it knows to have stopped.
    private func finish(_ operation: OpaquePointer?) {
        guard let operation else { return }
        let clock = SteadyClock()
        let deadline = clock.now + .milliseconds(100)
        while withLock({ pa_operation_get_state(operation) == PA_OPERATION_RUNNING && !isLost }),
            clock.now < deadline
        {
            clock.sleep(until: clock.now + .milliseconds(1))
        }
        withLock { pa_operation_unref(operation) }
    }

    var heardIndex: Int {
        withLock {
            let taken = renderer.ring.readIndex
            guard isRunning, !isLost else { return taken }
            if let latency = latencyFrames {
                lastHeard = max(lastHeard, min(taken, taken - latency))
            }
            return lastHeard
        }
    }

    func close() {
        renderer.setClient(nil)
        withLock {
            if let stream {
                pa_stream_set_write_callback(stream, nil, nil)
                pa_stream_set_event_callback(stream, nil, nil)
                pa_stream_set_moved_callback(stream, nil, nil)
                pa_stream_set_state_callback(stream, nil, nil)
                pa_stream_disconnect(stream)
                pa_stream_unref(stream)
            }
            stream = nil
            if let context {
                pa_context_set_state_callback(context, nil, nil)
                pa_context_set_subscribe_callback(context, nil, nil)
                pa_context_disconnect(context)
                pa_context_unref(context)
            }
            context = nil
        }
        pa_threaded_mainloop_stop(mainLoop)
    }

    /// The producer's thread: more is there than at the last request.
    func dataArrived() {
        withLock {
            if isRunning { fill(isUrgent: false) }
        }
    }
}

// MARK: - Inside the main loop's lock

extension PulseStream {
    /// Runs in the main loop's thread or under its lock; locking twice would hang.
    private func withLock<Result>(_ body: () -> Result) -> Result {
        guard pa_threaded_mainloop_in_thread(mainLoop) == 0 else { return body() }
        pa_threaded_mainloop_lock(mainLoop)
        defer { pa_threaded_mainloop_unlock(mainLoop) }
        return body()
    }

    private func release(_ operation: OpaquePointer?) {
        if let operation { pa_operation_unref(operation) }
    }

    private func bytes(_ duration: Duration) -> Int {
        Int(renderer.format.frames(in: duration)) * frameSize
    }

    /// Frames that the server took and nobody heard; nil before it told its first time.
    private var latencyFrames: Int? {
        guard let stream else { return nil }
        var latency: pa_usec_t = 0
        var isNegative: Int32 = 0
        guard pa_stream_get_latency(stream, &latency, &isNegative) == 0 else { return nil }
        guard isNegative == 0 else { return 0 }
        return Int(min(latency, 60_000_000)) * renderer.format.sampleRate / 1_000_000
    }

    /// Gives the server what it has room for (`pa_stream_begin_write`, `pa_stream_write`).
    fileprivate func fill(isUrgent: Bool) {
        guard let stream, !isLost else { return }
        while true {
            let room = pa_stream_writable_size(stream)
            guard room != Int.max, room >= frameSize, room < 1 << 30 else { return }
            let isLow = isUrgent && (bufferSize - room) < bytes(Self.reserve)
            var size = room
            var memory: UnsafeMutableRawPointer?
            guard pa_stream_begin_write(stream, &memory, &size) == 0, let memory else { return }
            let frames = renderer.pull(
                into: memory.assumingMemoryBound(to: Int16.self), frames: size / frameSize,
                isUrgent: isLow)
            guard frames > 0 else {
                pa_stream_cancel_write(stream)
                // The rest may be less than what the server waits for before it starts.
                if renderer.isDrained { release(pa_stream_trigger(stream, nil, nil)) }
                return
            }
            pa_stream_write(stream, memory, frames * frameSize, nil, 0, PA_SEEK_RELATIVE)
            if frames < size / frameSize { return }
        }
    }

    private var bufferSize: Int {
        guard let stream, let attributes = pa_stream_get_buffer_attr(stream) else { return 0 }
        return Int(attributes.pointee.tlength)
    }

    /// Puts a fade over what the server holds; returns how long until it is heard.
    private func writeFade() -> Duration {
        guard let stream, isRunning, !isLost else { return .zero }
        let format = renderer.format
        let margin = Int(format.frames(in: Self.margin))
        let ahead = latencyFrames ?? 0
        let back = renderer.holdFrom(framesBack: max(0, ahead - margin))
        let fade = Renderer.fadeFrames(format)
        var samples = [Int16](repeating: 0, count: max(fade, back) * format.channelCount)
        let count = samples.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.map { renderer.pull(into: $0, frames: fade, isUrgent: false) } ?? 0
        }
        guard back > 0 || count > 0 else { return .zero }
        let length = max(count, back) * frameSize
        samples.withUnsafeBytes { bytes in
            _ = pa_stream_write(
                stream, bytes.baseAddress, length, nil, Int64(-back * frameSize), PA_SEEK_RELATIVE)
        }
        let frames = max(0, ahead - back) + count
        return min(format.duration(ofFrames: Int64(frames)) + .milliseconds(3), .milliseconds(80))
    }

    fileprivate func contextChanged() {
        guard let context else { return }
        switch pa_context_get_state(context) {
        case PA_CONTEXT_FAILED, PA_CONTEXT_TERMINATED: lose()
        default: break
        }
    }

    fileprivate func streamChanged() {
        guard let stream else { return }
        switch pa_stream_get_state(stream) {
        case PA_STREAM_FAILED, PA_STREAM_TERMINATED: lose()
        default: break
        }
    }

    private func lose() {
        guard !isLost else { return }
        isLost = true
        // Before the stream was ready, the failure is that of opening, and nobody's event.
        guard isConnected else { return }
        renderer.silence()
        onEvent(.lost(detail: errorText))
    }

    fileprivate func received(event: String) {
        switch event {
        case PA_STREAM_EVENT_REQUEST_CORK: onEvent(.interruptionBegan)
        case PA_STREAM_EVENT_REQUEST_UNCORK: onEvent(.interruptionEnded)
        default: break
        }
    }

    /// A move by the user leaves the old device; a move by an unplug does not.
    fileprivate func moved() {
        guard let stream, let context else { return }
        let old = device
        device = pa_stream_get_device_index(stream)
        guard old != device else { return }
        port = nil
        let pointer = Unmanaged.passUnretained(self).toOpaque()
        askForPort()
        release(pa_context_get_sink_info_by_index(context, old, sinkInfoArrived, pointer))
    }

    /// Asks for the ports of the device that plays us (`pa_context_get_sink_info_by_index`).
    fileprivate func askForPort(of index: UInt32? = nil) {
        guard let context, index ?? device == device else { return }
        let pointer = Unmanaged.passUnretained(self).toOpaque()
        release(pa_context_get_sink_info_by_index(context, device, sinkPortsArrived, pointer))
    }

    /// What was listened to may have been pulled out, while the device itself stays.
    fileprivate func portsArrived(_ info: pa_sink_info) {
        guard info.index == device else { return }
        let all = (0..<Int(info.n_ports)).compactMap { info.ports?[$0].map(OutputPort.init) }
        let active = info.active_port.map(OutputPort.init)
        let old = port
        port = active
        guard let old, OutputPort.isPulled(old, now: active, all: all) else { return }
        onEvent(.deviceRemoved)
    }

    fileprivate func oldDeviceIsGone() {
        onEvent(.deviceRemoved)
    }

    private var errorText: String {
        guard let context, let text = pa_strerror(pa_context_errno(context)) else { return "" }
        return String(cString: text)
    }
}

// MARK: - Connecting

extension PulseStream {
    /// Returns why it failed; nil when the stream is ready.
    private func connect(server: String?) -> String? {
        let properties = pa_proplist_new()
        defer { pa_proplist_free(properties) }
        pa_proplist_sets(properties, PA_PROP_APPLICATION_NAME, "column")
        let api = pa_threaded_mainloop_get_api(mainLoop)
        context = pa_context_new_with_proplist(api, "column", properties)
        guard let context else { return "pa_context_new" }
        let pointer = Unmanaged.passUnretained(self).toOpaque()
        pa_context_set_state_callback(context, contextStateChanged, pointer)
        // No server is to be started for us: where none runs, there is no sound.
        guard pa_context_connect(context, server, PA_CONTEXT_NOAUTOSPAWN, nil) >= 0 else {
            return errorText
        }
        guard pa_threaded_mainloop_start(mainLoop) == 0 else { return "pa_threaded_mainloop_start" }
        guard wait(until: { pa_context_get_state(context) == PA_CONTEXT_READY }) else {
            return withLock { isLost ? errorText : "no answer" }
        }
        guard withLock({ makeStream(context, pointer) }) else { return withLock { errorText } }
        guard let stream = withLock({ stream }),
            wait(until: { pa_stream_get_state(stream) == PA_STREAM_READY })
        else { return withLock { isLost ? errorText : "no answer" } }
        withLock {
            device = pa_stream_get_device_index(stream)
            isConnected = true
            pa_context_set_subscribe_callback(context, deviceChanged, pointer)
            release(pa_context_subscribe(context, PA_SUBSCRIPTION_MASK_SINK, nil, nil))
            askForPort()
        }
        return nil
    }

    private func makeStream(_ context: OpaquePointer, _ pointer: UnsafeMutableRawPointer) -> Bool {
        let properties = pa_proplist_new()
        defer { pa_proplist_free(properties) }
        // The role by which a call silences us (module-role-cork).
        pa_proplist_sets(properties, PA_PROP_MEDIA_ROLE, "music")
        var specification = pa_sample_spec(
            format: PA_SAMPLE_S16LE, rate: UInt32(renderer.format.sampleRate),
            channels: UInt8(renderer.format.channelCount))
        stream = pa_stream_new_with_proplist(context, "column", &specification, nil, properties)
        guard let stream else { return false }
        pa_stream_set_state_callback(stream, streamStateChanged, pointer)
        pa_stream_set_write_callback(stream, streamWantsData, pointer)
        pa_stream_set_event_callback(stream, streamEventCame, pointer)
        pa_stream_set_moved_callback(stream, streamMoved, pointer)
        var attributes = pa_buffer_attr(
            maxlength: .max, tlength: UInt32(bytes(Self.buffer)), prebuf: UInt32(frameSize),
            minreq: UInt32(bytes(Self.request)), fragsize: .max)
        let flags =
            PA_STREAM_START_CORKED.rawValue | PA_STREAM_INTERPOLATE_TIMING.rawValue
            | PA_STREAM_AUTO_TIMING_UPDATE.rawValue | PA_STREAM_ADJUST_LATENCY.rawValue
        return pa_stream_connect_playback(
            stream, nil, &attributes, pa_stream_flags_t(rawValue: flags), nil, nil) >= 0
    }

    private func wait(until isDone: () -> Bool) -> Bool {
        let clock = SteadyClock()
        let deadline = clock.now + .seconds(2)
        while clock.now < deadline {
            let (isReady, hasFailed) = withLock { (isDone(), isLost) }
            if isReady { return true }
            if hasFailed { return false }
            clock.sleep(until: clock.now + .milliseconds(1))
        }
        return false
    }

    fileprivate var mayRun: Bool { isRunning }
}

private func owner(_ pointer: UnsafeMutableRawPointer?) -> PulseStream? {
    pointer.map { Unmanaged<PulseStream>.fromOpaque($0).takeUnretainedValue() }
}

private func contextStateChanged(_ context: OpaquePointer?, _ pointer: UnsafeMutableRawPointer?) {
    owner(pointer)?.contextChanged()
}

private func streamStateChanged(_ stream: OpaquePointer?, _ pointer: UnsafeMutableRawPointer?) {
    owner(pointer)?.streamChanged()
}

private func streamWantsData(
    _ stream: OpaquePointer?, _ size: Int, _ pointer: UnsafeMutableRawPointer?
) {
    guard let owner = owner(pointer), owner.mayRun else { return }
    owner.fill(isUrgent: true)
}

private func streamEventCame(
    _ stream: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ properties: OpaquePointer?,
    _ pointer: UnsafeMutableRawPointer?
) {
    guard let name else { return }
    owner(pointer)?.received(event: String(cString: name))
}

private func streamMoved(_ stream: OpaquePointer?, _ pointer: UnsafeMutableRawPointer?) {
    owner(pointer)?.moved()
}

private func deviceChanged(
    _ context: OpaquePointer?, _ event: pa_subscription_event_type_t, _ index: UInt32,
    _ pointer: UnsafeMutableRawPointer?
) {
    let kind = event.rawValue & PA_SUBSCRIPTION_EVENT_TYPE_MASK.rawValue
    if kind == PA_SUBSCRIPTION_EVENT_CHANGE.rawValue { owner(pointer)?.askForPort(of: index) }
}

private func sinkPortsArrived(
    _ context: OpaquePointer?, _ info: UnsafePointer<pa_sink_info>?, _ end: Int32,
    _ pointer: UnsafeMutableRawPointer?
) {
    if let info { owner(pointer)?.portsArrived(info.pointee) }
}

extension OutputPort {
    fileprivate init(_ port: UnsafeMutablePointer<pa_sink_port_info>) {
        let name = port.pointee.name.map { String(cString: $0) } ?? ""
        let available = UInt32(bitPattern: port.pointee.available)
        let kind = pa_device_port_type_t(rawValue: port.pointee.type)
        let worn = [
            PA_DEVICE_PORT_TYPE_HEADPHONES, PA_DEVICE_PORT_TYPE_HEADSET,
            PA_DEVICE_PORT_TYPE_HANDSET, PA_DEVICE_PORT_TYPE_EARPIECE,
            PA_DEVICE_PORT_TYPE_HANDSFREE, PA_DEVICE_PORT_TYPE_PORTABLE,
        ]
        self.init(
            name: name, isAvailable: available != UInt32(PA_PORT_AVAILABLE_NO.rawValue),
            isWorn: worn.contains(kind) || name.contains("headphone") || name.contains("headset"))
    }
}

private func sinkInfoArrived(
    _ context: OpaquePointer?, _ info: UnsafePointer<pa_sink_info>?, _ end: Int32,
    _ pointer: UnsafeMutableRawPointer?
) {
    // Negative: the server knows no such sink any more.
    if end < 0 { owner(pointer)?.oldDeviceIsGone() }
}
