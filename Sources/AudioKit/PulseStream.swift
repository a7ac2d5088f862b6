import CPulse
@preconcurrency import Glibc
import Synchronization

/// One playback stream of libpulse with its connection and its main loop's thread.
final class PulseStream: RendererClient {
    let renderer: Renderer
    private let onEvent: @Sendable (AudioOutputEvent) -> Void
    let frameSize: Int

    // Guarded by the main loop's lock, as is all that libpulse owns.
    nonisolated(unsafe) let mainLoop: OpaquePointer
    nonisolated(unsafe) var context: OpaquePointer?
    nonisolated(unsafe) var stream: OpaquePointer?
    nonisolated(unsafe) var isRunning = false
    nonisolated(unsafe) var isLost = false
    private nonisolated(unsafe) var isConnected = false
    private nonisolated(unsafe) var device: UInt32 = 0
    private nonisolated(unsafe) var lastHeard = 0
    private nonisolated(unsafe) var port: OutputPort?
    /// Rings when the server has so little left that a gap is near; nil while it has enough.
    private nonisolated(unsafe) var alarm: OpaquePointer?

    /// How much the server holds: enough for a machine under load; a pause rewrites it.
    private static let buffer = Duration.milliseconds(600)
    /// How much it asks for at a time: five wake-ups a second.
    private static let request = Duration.milliseconds(200)
    /// When the server has no more than this left, what is missing will be heard as a gap.
    private static let reserve = Duration.milliseconds(80)
    /// How far ahead of what is heard a fade can still be written.
    static let margin = Duration.milliseconds(15)

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
            isRunning = true
            fill()
            release(pa_stream_cork(stream, 0, nil, nil))
        }
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
            setAlarm(nil)
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
            if isRunning { fill() }
        }
    }
}

// MARK: - Inside the main loop's lock

extension PulseStream {
    /// Runs in the main loop's thread or under its lock; locking twice would hang.
    func withLock<Result>(_ body: () -> Result) -> Result {
        guard pa_threaded_mainloop_in_thread(mainLoop) == 0 else { return body() }
        pa_threaded_mainloop_lock(mainLoop)
        defer { pa_threaded_mainloop_unlock(mainLoop) }
        return body()
    }

    func release(_ operation: OpaquePointer?) {
        if let operation { pa_operation_unref(operation) }
    }

    func bytes(_ duration: Duration) -> Int {
        Int(renderer.format.frames(in: duration)) * frameSize
    }

    /// Frames that the server took and nobody heard; nil before it told its first time.
    var latencyFrames: Int? {
        guard let stream else { return nil }
        var latency: pa_usec_t = 0
        var isNegative: Int32 = 0
        guard pa_stream_get_latency(stream, &latency, &isNegative) == 0 else { return nil }
        guard isNegative == 0 else { return 0 }
        return Int(min(latency, 60_000_000)) * renderer.format.sampleRate / 1_000_000
    }

    /// Gives the server what it has room for (`pa_stream_begin_write`, `pa_stream_write`).
    ///
    /// Where that is less than it wants, more may come in time: a gap is told only when it is near.
    fileprivate func fill() {
        guard let stream, !isLost else { return }
        while true {
            let room = pa_stream_writable_size(stream)
            guard room != Int.max, room >= frameSize, room < 1 << 30 else { return setAlarm(nil) }
            var size = room
            var memory: UnsafeMutableRawPointer?
            guard pa_stream_begin_write(stream, &memory, &size) == 0, let memory else { return }
            let frames = renderer.pull(
                into: memory.assumingMemoryBound(to: Int16.self), frames: size / frameSize,
                isUrgent: false)
            if frames > 0 {
                pa_stream_write(stream, memory, frames * frameSize, nil, 0, PA_SEEK_RELATIVE)
            } else {
                pa_stream_cancel_write(stream)
            }
            guard frames < size / frameSize else { continue }
            if renderer.isDrained {
                // The rest may be less than what the server waits for before it starts.
                release(pa_stream_trigger(stream, nil, nil))
                return setAlarm(nil)
            }
            return setAlarm(renderer.isSilent ? nil : heldByServer)
        }
    }

    /// What the server still has to play.
    private var heldByServer: Duration {
        guard let stream else { return .zero }
        let held = max(0, bufferSize - pa_stream_writable_size(stream))
        return renderer.format.duration(ofFrames: Int64(held / frameSize))
    }

    /// Has the server looked at when it will have little left (`pa_context_rttime_new`).
    private func setAlarm(_ held: Duration?) {
        if let alarm {
            pa_threaded_mainloop_get_api(mainLoop)?.pointee.time_free?(alarm)
            self.alarm = nil
        }
        guard let held, let context else { return }
        let wait = max(.milliseconds(5), held - Self.reserve)
        alarm = pa_context_rttime_new(
            context, pa_rtclock_now() + pa_usec_t(wait / .microseconds(1)), alarmRang,
            Unmanaged.passUnretained(self).toOpaque())
    }

    /// The server has little left: what there is goes to it, and if that is nothing, a gap follows.
    fileprivate func checkHeld() {
        setAlarm(nil)
        guard isRunning, !isLost else { return }
        fill()
        guard alarm != nil else { return }
        let held = heldByServer
        guard held <= Self.reserve else { return }
        setAlarm(nil)
        runDry()
        if !renderer.isStarved { fill() }
    }

    var bufferSize: Int {
        guard let stream, let attributes = pa_stream_get_buffer_attr(stream) else { return 0 }
        return Int(attributes.pointee.tlength)
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
    owner.fill()
}

private func alarmRang(
    _ api: UnsafeMutablePointer<pa_mainloop_api>?, _ event: OpaquePointer?,
    _ time: UnsafePointer<timeval>?, _ pointer: UnsafeMutableRawPointer?
) {
    owner(pointer)?.checkHeld()
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
