import BusKit
import PlaybackRules

/// What setting the properties of `org.mpris.MediaPlayer2.Player` does.
struct MPRISSetters: Sendable {
    let model: MPRISModel
    let send: MPRISInterfaces.Send

    @Sendable func setLoopStatus(_ value: BusValue) throws(BusFailure) {
        switch value.text {
        // A shuffle says "None" of itself, and is none of the loops.
        case "None": if model.snapshot.mode != .shuffle { set(.setMode(.sequence)) }
        case "Track": set(.setMode(.repeatOne))
        case "Playlist": set(.setMode(.repeatAll))
        default: throw .invalidArguments("LoopStatus is None, Track or Playlist.")
        }
    }

    @Sendable func setShuffle(_ value: BusValue) throws(BusFailure) {
        let isShuffling = model.snapshot.mode == .shuffle
        guard let wanted = value.bool, wanted != isShuffling else { return }
        set(.setMode(wanted ? .shuffle : .sequence))
    }

    @Sendable func setRate(_ value: BusValue) throws(BusFailure) {
        guard case .double(let rate) = value, rate.isFinite else {
            throw .invalidArguments("Rate is a number.")
        }
        if rate == 0 {
            // The specification's way to say pause.
            if model.snapshot.status == .playing { send(MPRISCommand(command: .pause)) }
        } else if rate > 0 {
            set(.setSpeed(min(max(rate, 0.5), 4)))
        }
        // Backwards is not supported and, as the specification allows, ignored.
    }

    @Sendable func setVolume(_ value: BusValue) throws(BusFailure) {
        guard case .double(let volume) = value, volume.isFinite else {
            throw .invalidArguments("Volume is a number.")
        }
        set(.setVolume(min(max(volume, 0), 1)))
    }

    /// Sends it to the player; until it is done, whoever reads sees it already.
    private func set(_ command: PlaybackCommand) {
        let overlay = model.overlay { snapshot in
            switch command {
            case .setMode(let mode): snapshot.mode = mode
            case .setSpeed(let speed): snapshot.speed = speed
            case .setVolume(let volume): snapshot.volume = volume
            default: break
            }
        }
        send(MPRISCommand(command: command, overlay: overlay))
    }
}
