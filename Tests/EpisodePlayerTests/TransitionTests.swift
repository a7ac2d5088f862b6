import AudioKit
import Testing

@testable import EpisodePlayer

@Suite struct TransitionTests {
    static let failure = AudioError.notAudio(kind: .html)
    static let states: [PlayerState] = [
        .idle, .loading, .ready, .playing, .paused, .stalled, .ended, .failed(failure),
    ]
    static let causes: [PlayerTransition] = [
        .load, .open, .start, .pause, .starve, .finish, .rewind, .fail(failure), .stop,
    ]

    /// Every legal change, by hand; all others must be refused.
    static func legal(_ state: PlayerState) -> [PlayerTransition: PlayerState] {
        switch state {
        case .idle:
            [.load: .loading]
        case .loading:
            [.load: .loading, .open: .ready, .fail(failure): .failed(failure), .stop: .idle]
        case .ready:
            [
                .load: .loading, .start: .playing, .starve: .stalled,
                .fail(failure): .failed(failure), .stop: .idle,
            ]
        case .playing:
            [
                .load: .loading, .pause: .paused, .starve: .stalled, .finish: .ended,
                .fail(failure): .failed(failure), .stop: .idle,
            ]
        case .paused:
            [
                .load: .loading, .start: .playing, .starve: .stalled,
                .fail(failure): .failed(failure), .stop: .idle,
            ]
        case .stalled:
            [
                .load: .loading, .start: .playing, .pause: .paused, .finish: .ended,
                .fail(failure): .failed(failure), .stop: .idle,
            ]
        case .ended:
            [.load: .loading, .rewind: .paused, .stop: .idle]
        case .failed:
            [.load: .loading, .stop: .idle]
        }
    }

    @Test(arguments: states)
    func tableHasTheLegalOnesAndRefusesTheRest(_ state: PlayerState) {
        for cause in Self.causes {
            #expect(state.after(cause) == Self.legal(state)[cause], "\(state) \(cause)")
        }
    }

    @Test(arguments: [
        PlayerCommand.play, .pause, .toggle, .seek(to: .zero), .skip(by: .seconds(1)), .stop,
    ])
    func idleRefuses(_ command: PlayerCommand) async throws {
        let rig = PlayerRig()
        await #expect(throws: PlayerError.refused(command, .idle)) {
            try await rig.engine.perform(command)
        }
    }

    @Test(arguments: [PlayerCommand.pause, .seek(to: .zero), .skip(by: .seconds(1))])
    func failedRefuses(_ command: PlayerCommand) async throws {
        let rig = PlayerRig()
        let source = try FileByteSource(path: "\(#filePath)")
        try await rig.engine.load(PlayerItem(source: source), intent: .play)
        try await rig.wait(for: .failed(.notAudio(kind: .unknown)))
        await #expect(throws: PlayerError.refused(command, .failed(.notAudio(kind: .unknown)))) {
            try await rig.engine.perform(command)
        }
        try await rig.engine.stop()
        #expect(rig.engine.snapshot.state == .idle)
    }

    @Test(arguments: [0.0, 0.49, 4.01, -1, .infinity, .nan])
    func speedOutsideIsRefused(speed: Double) async throws {
        let rig = PlayerRig()
        await #expect(throws: PlayerError.self) { try await rig.engine.setSpeed(speed) }
        #expect(rig.engine.snapshot.speed == 1)
    }
}
