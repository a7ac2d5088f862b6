/// Chooses an output by name and tells why it had to take another one.
public enum OutputSelection {
    /// An output that was passed over.
    public struct Fallback: Hashable, Sendable {
        /// The output that was tried.
        public let name: String
        /// Why it could not be had: the library's own words.
        public let reason: String
    }

    /// What was chosen.
    public struct Choice: Sendable {
        /// The open output; silent until it is resumed.
        public let output: any AudioOutput
        /// The better ones that failed, in the order in which they were tried.
        public let fallbacks: [Fallback]
    }

    /// Makes the outputs that a name stands for, the best first; empty for an unknown name.
    ///
    /// Names: `auto`, `pulse`, `ao`, `ao:DRIVER`, `null`, `wav:PATH`.
    public static func candidates(named name: String) -> [any AudioOutput] {
        switch name {
        case "auto": [PulseOutput(), AOOutput(), NullOutput()]
        case "pulse": [PulseOutput()]
        case "ao": [AOOutput()]
        case "null": [NullOutput()]
        default:
            if name.hasPrefix("ao:"), name.count > 3 {
                [AOOutput(driver: String(name.dropFirst(3)))]
            } else if name.hasPrefix("wav:"), name.count > 4 {
                [WAVOutput(path: String(name.dropFirst(4)))]
            } else {
                []
            }
        }
    }

    /// Opens the first of some outputs that can be had.
    public static func open(
        _ candidates: [any AudioOutput], for renderer: Renderer,
        onEvent: @escaping @Sendable (AudioOutputEvent) -> Void
    ) throws(AudioError) -> Choice {
        var fallbacks: [Fallback] = []
        var last = AudioError.outputUnavailable(name: "", detail: "unknown output")
        for output in candidates {
            do throws(AudioError) {
                try output.open(renderer, onEvent: onEvent)
                return Choice(output: output, fallbacks: fallbacks)
            } catch {
                last = error
                fallbacks.append(Fallback(name: output.name, reason: reason(error)))
            }
        }
        throw last
    }

    private static func reason(_ error: AudioError) -> String {
        if case .outputUnavailable(_, let detail) = error { return detail }
        return "\(error)"
    }
}
