import BusKit

/// What the methods of `org.mpris.MediaPlayer2.Player` do.
///
/// They decide by the snapshot at once and are answered when the player has done it.
struct MPRISMethods: Sendable {
    let model: MPRISModel
    let send: MPRISInterfaces.Send

    @Sendable func next(_ call: BusCall) {
        perform(.next, if: model.snapshot.canGoNext, call)
    }

    @Sendable func previous(_ call: BusCall) {
        // As the command does: some seconds into a track it starts that one again.
        perform(.previous, if: model.snapshot.canGoPrevious, call)
    }

    @Sendable func pause(_ call: BusCall) {
        perform(.pause, if: model.snapshot.status == .playing, call)
    }

    @Sendable func play(_ call: BusCall) {
        let snapshot = model.snapshot
        perform(.resume, if: snapshot.track != nil && snapshot.status != .playing, call)
    }

    @Sendable func playPause(_ call: BusCall) {
        guard model.snapshot.track != nil else {
            call.fail(.notSupported("There is nothing to play."))
            return
        }
        perform(.toggle, if: true, call)
    }

    @Sendable func stop(_ call: BusCall) {
        perform(.stop, if: model.snapshot.status != .stopped, call)
    }

    @Sendable func seek(_ call: BusCall) {
        let snapshot = model.snapshot
        guard snapshot.canSeek, snapshot.track != nil,
            case .int64(let offset)? = call.arguments.first
        else { return call.reply() }
        let target = snapshot.position + .microseconds(offset)
        if let duration = snapshot.duration, target > duration {
            // Beyond the end it is a "next", says the specification.
            perform(.next, if: snapshot.canGoNext, call)
        } else {
            perform(.seek(.to(max(target, .zero))), if: true, call)
        }
    }

    @Sendable func setPosition(_ call: BusCall) {
        let snapshot = model.snapshot
        guard snapshot.canSeek, let track = snapshot.track, call.arguments.count == 2,
            case .objectPath(let id) = call.arguments[0],
            case .int64(let position) = call.arguments[1],
            // Meant for a track that is gone, or for no place in this one: without effect.
            id == MPRISMetadata.trackID(of: track), position >= 0
        else { return call.reply() }
        let target = Duration.microseconds(position)
        perform(.seek(.to(target)), if: snapshot.duration.map { target <= $0 } ?? true, call)
    }

    @Sendable func openURI(_ call: BusCall) {
        guard let uri = call.arguments.first?.text, let colon = uri.firstIndex(of: ":"),
            MPRISInterfaces.schemes.contains(uri[..<colon].lowercased())
        else {
            call.fail(.notSupported("This scheme cannot be played."))
            return
        }
        var location = uri
        if uri[..<colon].lowercased() == "file" {
            guard let path = MPRISMetadata.path(ofFileURL: uri) else {
                call.fail(.invalidArguments("This is no file of this machine."))
                return
            }
            location = path
        }
        perform(.play(PlayRequest(items: [.location(location)])), if: true, call)
    }

    private func perform(_ command: PlaybackCommand, if isPossible: Bool, _ call: BusCall) {
        guard isPossible else { return call.reply() }
        send(MPRISCommand(command: command, call: call))
    }
}
