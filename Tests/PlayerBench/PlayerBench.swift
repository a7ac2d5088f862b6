import AudioKit
import EpisodePlayer

/// Measures the player beside mpv, and prints a table with the bars that it is to meet.
struct PlayerBench {
    let path: String
    let seconds: Double
    private let clock = SteadyClock()

    init(path: String, seconds: Double) {
        self.path = path
        self.seconds = seconds
    }

    func run() async {
        print("what                              measured      bar        mpv")
        await measureStart()
        for (speed, bar) in [(1.0, 0.5), (2.0, 1.5)] { await measurePlaying(at: speed, bar: bar) }
        row("peak memory, MiB", Double(Cost.now().peakMemory), 40, mpvMemory)
        await measureCommands()
    }

    private func makeEngine(speed: Double = 1) -> PlayerEngine {
        var configuration = PlayerConfiguration(output: "null")
        configuration.speed = speed
        return PlayerEngine(configuration: configuration)
    }

    private func item() -> PlayerItem? {
        (try? FileByteSource(path: path)).map { PlayerItem(source: $0) }
    }

    /// Waits for a state; how long after a moment it came.
    private func wait(
        for state: PlayerState, in events: AsyncStream<PlayerEvent>, since begin: Duration
    ) async -> Double {
        for await event in events {
            if case .stateChanged(state, _) = event { break }
            if case .stateChanged(.failed(let error), _) = event {
                print("failed: \(error)")
                break
            }
        }
        return (clock.now - begin) / .milliseconds(1)
    }

    private func measureStart() async {
        var times: [Double] = []
        for _ in 0..<7 {
            guard let item = item() else { return print("cannot read \(path)") }
            let engine = makeEngine()
            let events = engine.events
            let begin = clock.now
            try? await engine.load(item, intent: .play)
            times.append(await wait(for: .playing, in: events, since: begin))
            try? await engine.stop()
        }
        row("start to first sample, ms", times.sorted()[times.count / 2], 100, nil)
    }

    private func measurePlaying(at speed: Double, bar: Double) async {
        guard let item = item() else { return }
        let engine = makeEngine(speed: speed)
        try? await engine.load(item, intent: .play)
        try? await Task.sleep(for: .seconds(1))
        let before = Cost.now()
        try? await Task.sleep(for: .seconds(seconds))
        let (core, wakeUps) = Cost.now().since(before)
        let underruns = engine.snapshot.underrunCount
        try? await engine.stop()
        let mpv = Cost.of(
            "/usr/bin/mpv",
            [
                "--no-config", "--really-quiet", "--no-video", "--ao=null", "--speed=\(speed)",
                "--length=\(seconds * speed)", path,
            ])
        row("CPU at \(speed)×, % of a core", core, bar, mpv.map { $0.cpu / seconds * 100 })
        row("wake-ups a second", wakeUps, 30, mpv.map { Double($0.switches) / seconds })
        row("underruns", Double(underruns), 0, nil)
    }

    private var mpvMemory: Double? {
        Cost.of(
            "/usr/bin/mpv",
            ["--no-config", "--really-quiet", "--no-video", "--ao=null", "--length=1", path]
        ).map { Double($0.peakMemory) }
    }

    private func measureCommands() async {
        guard let item = item() else { return }
        let engine = makeEngine()
        let events = engine.events
        try? await engine.load(item, intent: .play)
        _ = await wait(for: .playing, in: events, since: clock.now)
        guard let length = engine.snapshot.duration else { return }
        var pauses: [Double] = []
        var seeks: [Double] = []
        for number in 0..<20 {
            try? await Task.sleep(for: .milliseconds(137))
            var begin = clock.now
            try? await engine.pause()
            // The null output has at most one block in hand when the fade is through.
            pauses.append((clock.now - begin) / .milliseconds(1))
            try? await engine.play()
            _ = await wait(for: .playing, in: events, since: begin)
            try? await Task.sleep(for: .milliseconds(150))
            begin = clock.now
            try? await engine.seek(to: length * Double(number * 7 % 20) / 20)
            for await event in events { if case .seeked = event { break } }
            seeks.append((clock.now - begin) / .milliseconds(1))
        }
        try? await engine.stop()
        row("pause, ms (median)", pauses.sorted()[pauses.count / 2], 50, nil)
        row("pause, ms (worst)", pauses.max() ?? 0, 50, nil)
        row("local seek, ms (median)", seeks.sorted()[seeks.count / 2], 30, nil)
        row("local seek, ms (worst)", seeks.max() ?? 0, 50, nil)
    }

    private func row(_ name: String, _ value: Double, _ bar: Double, _ mpv: Double?) {
        func text(_ value: Double) -> String {
            let hundredths = Int((value * 100).rounded())
            let rest = hundredths % 100
            return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
        }
        func pad(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(1, width - text.count))
        }
        let peer = mpv.map(text) ?? "–"
        let verdict = value <= bar ? "" : "  MISSED"
        print(pad(name, 34) + pad(text(value), 14) + pad("≤ \(text(bar))", 11) + peer + verdict)
    }
}
