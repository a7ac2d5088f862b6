import AudioKit

/// The names of outputs.
public enum PlaybackOutputs {
    /// Whether a name means an output: `auto`, `pulse`, `ao`, `ao:DRIVER`, `null`, `wav:PATH`.
    public static func isKnown(_ name: String) -> Bool {
        !OutputSelection.candidates(named: name).isEmpty
    }
}
