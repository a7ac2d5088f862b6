import AudioKit
import EpisodePlayer
import Synchronization

/// An hour played as fast as it can be: what the player says of the position, against what sounds.
enum Accuracy {
    static func run(hours: Double) async {
        print("what                    sounds     worst error   first and last minute, on average")
        for (speed, trim) in [
            (1.0, nil), (1.6, nil), (2.75, nil), (1.0, .high), (1.6, .medium), (2.75, .high),
        ] as [(Double, SilenceTrimmer.Strength?)] {
            let errors = await listen(seconds: Int(hours * 3600), speed, trim)
            guard let worst = errors.max(by: { abs($0) < abs($1) }) else { continue }
            let first = errors.prefix(60).reduce(0, +) / 60
            let last = errors.suffix(60).reduce(0, +) / 60
            let name = "\(speed)×" + (trim.map { ", trimmed \($0)" } ?? "")
            let verdict = abs(worst) <= 20 ? "" : "   MISSED"
            print("\(name): \(errors.count) sounds, \(worst) ms; \(first) ms, \(last) ms\(verdict)")
        }
    }

    private static func listen(
        seconds: Int, _ speed: Double, _ trim: SilenceTrimmer.Strength?
    ) async -> [Double] {
        let source = ClickSource(seconds: seconds, sampleRate: 22_050)
        let listener = Mutex(ClickListener(format: source.format, speed: speed))
        let player = Mutex<PlayerEngine?>(nil)
        var configuration = PlayerConfiguration(
            output: NullOutput(clock: VirtualClock()) { block in
                guard let position = player.withLock({ $0 })?.position else { return }
                listener.withLock { $0.hear(block, position: position) }
            })
        configuration.sound = SoundSettings(speed: speed, trim: trim)
        let engine = PlayerEngine(configuration: configuration)
        player.withLock { $0 = engine }
        let events = engine.events
        try? await engine.load(PlayerItem(source: source), intent: .play)
        for await event in events where event == .ended { break }
        player.withLock { $0 = nil }
        return listener.withLock { $0.errors }
    }
}
