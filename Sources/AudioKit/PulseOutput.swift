import Synchronization

/// PulseAudio, or PipeWire through the same protocol: pauses at once, tells its latency and events.
public final class PulseOutput: AudioOutput {
    private let server: String?
    private let stream = Mutex<PulseStream?>(nil)

    /// Makes an output for a server's address; nil takes the user's own server.
    public init(server: String? = nil) {
        self.server = server
    }

    /// `pulse`.
    public var name: String { "pulse" }

    /// False: the device sets the pace.
    public var isUntimed: Bool { false }

    /// Connects and makes a stream; fails fast where no server runs, and after 2 s if it hangs.
    public func open(
        _ renderer: Renderer, onEvent: @escaping @Sendable (AudioOutputEvent) -> Void
    ) throws(AudioError) {
        let opened = try PulseStream(server: server, renderer: renderer, onEvent: onEvent)
        renderer.setClient(opened)
        stream.withLock { $0 = opened }
    }

    /// Fills the server's buffer and lets it run.
    public func resume(fadingIn: Bool) { current?.resume(fadingIn: fadingIn) }

    /// Rewrites what the server holds by a fade, then stops and empties it.
    public func pause() { current?.pause() }

    /// Rewrites what the server holds, so that a change is heard at once.
    public func renew() { current?.renew() }

    /// What the server says is heard.
    public var heardIndex: Int { current?.heardIndex ?? 0 }

    /// Disconnects.
    public func close() {
        stream.withLock { $0.take() }?.close()
    }

    private var current: PulseStream? { stream.withLock { $0 } }
}
