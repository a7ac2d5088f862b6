/// A place where sound goes: it pulls from a renderer on a thread of its own.
///
/// All calls come from one controlling thread and return within about 100 ms, whatever the device
/// does.
public protocol AudioOutput: AnyObject, Sendable {
    /// The name by which it is chosen: `pulse`, `ao:alsa`, `null`, `wav:PATH`.
    var name: String { get }

    /// Whether it takes sound as fast as it comes, so that running dry means nothing.
    var isUntimed: Bool { get }

    /// Opens the device for a renderer's format; silent until `resume`.
    func open(
        _ renderer: Renderer, onEvent: @escaping @Sendable (AudioOutputEvent) -> Void
    ) throws(AudioError)

    /// Lets sound out, with a fade or at once.
    func resume(fadingIn: Bool)

    /// Fades out, stops, and drops what nobody heard; `heardIndex` then stands still.
    func pause()

    /// Takes back what nobody heard yet and gives it anew, since its gain has changed.
    func renew()

    /// The index in the renderer's ring of the frame that is heard now.
    var heardIndex: Int { get }

    /// Closes the device; what was not heard is dropped.
    func close()
}

extension AudioOutput {
    /// Nothing: what was given is heard within some hundredths of a second.
    public func renew() {}
}

/// What a device tells by itself.
public enum AudioOutputEvent: Hashable, Sendable {
    /// The device or its server went away; nothing is heard until the output is opened again.
    case lost(detail: String)
    /// The sound was moved to another device because its own went away.
    case deviceRemoved
    /// Something more important wants to be heard, such as a call.
    case interruptionBegan
    /// The interruption is over.
    case interruptionEnded
}
