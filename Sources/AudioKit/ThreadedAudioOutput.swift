/// What outputs have in common whose sound a thread of their own carries.
public protocol ThreadedAudioOutput: AudioOutput {
    /// Holds the thread while the output is open.
    var carrier: OutputCarrier { get }
}

extension ThreadedAudioOutput {
    /// Lets sound out.
    public func resume(fadingIn: Bool) { carrier.output?.resume(fadingIn: fadingIn) }

    /// Fades out and takes nothing more.
    public func pause() { carrier.output?.pause() }

    /// What was taken, less what is on its way.
    public var heardIndex: Int { carrier.output?.heardIndex ?? 0 }

    /// Ends the thread, which puts the sink in order.
    public func close() { carrier.take()?.close() }
}
