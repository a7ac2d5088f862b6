import ColumnServices

/// What the keys do while something plays.
enum PlaybackKeys {
    static func handle(_ key: Key, _ service: PlaybackService) async {
        switch key {
        case .character(" "): await service.toggle()
        case .left, .character(","): await service.skip(isForward: false)
        case .right, .character("."): await service.skip(isForward: true)
        case .up, .character("]"): await changeSpeed(by: 0.1, service)
        case .down, .character("["): await changeSpeed(by: -0.1, service)
        case .character("n"): await service.next()
        case .character("p"): await service.previous()
        case .character("+"), .character("="): await changeVolume(by: 0.1, service)
        case .character("-"): await changeVolume(by: -0.1, service)
        case .character("q"): await service.stop()
        case .character, .escape: break
        }
    }

    /// Steps of a tenth, without the dust of binary fractions.
    private static func changeSpeed(by step: Double, _ service: PlaybackService) async {
        let speed = service.status.speed + step
        await service.setSpeed((speed * 100).rounded() / 100)
    }

    private static func changeVolume(by step: Double, _ service: PlaybackService) async {
        let volume = service.status.volume + step
        await service.setVolume((volume * 100).rounded() / 100)
    }
}
