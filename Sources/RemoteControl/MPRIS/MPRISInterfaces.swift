import BusKit

/// The two interfaces that every MPRIS player has.
enum MPRISInterfaces {
    typealias Send = @Sendable (MPRISCommand) -> Void

    /// What every MPRIS player has: `org.mpris.MediaPlayer2`.
    static func root(send: @escaping Send) -> BusInterface {
        BusInterface(
            name: "org.mpris.MediaPlayer2",
            methods: [
                // There is no window; the specification lets this be without effect.
                BusMethod("Raise") { $0.reply() },
                BusMethod("Quit") { call in
                    // Answered first: afterwards there may be nobody to answer.
                    call.reply()
                    send(MPRISCommand(command: .quit))
                },
            ],
            properties: [
                BusProperty("CanQuit", "b", get: { .bool(true) }),
                BusProperty("CanRaise", "b", get: { .bool(false) }),
                BusProperty("HasTrackList", "b", get: { .bool(false) }),
                BusProperty("Identity", "s", get: { .string("column") }),
                BusProperty("SupportedUriSchemes", "as", get: { .strings(schemes) }),
                BusProperty("SupportedMimeTypes", "as", get: { .strings(mediaTypes) }),
            ])
    }

    static let schemes = ["file", "http", "https"]
    static let mediaTypes = [
        "audio/mpeg", "audio/mp4", "audio/x-m4a", "audio/aac", "audio/ogg", "audio/opus",
        "audio/flac", "audio/x-wav",
    ]

    /// What steers it: `org.mpris.MediaPlayer2.Player`.
    static func player(model: MPRISModel, send: @escaping Send) -> BusInterface {
        let methods = MPRISMethods(model: model, send: send)
        let setters = MPRISSetters(model: model, send: send)
        func property(
            _ name: String, _ type: String, set: BusProperty.Setter? = nil
        ) -> BusProperty {
            BusProperty(name, type, get: { model.value(name) }, set: set)
        }
        return BusInterface(
            name: MPRISPlayer.playerInterface,
            methods: [
                BusMethod("Next", handler: methods.next),
                BusMethod("Previous", handler: methods.previous),
                BusMethod("Pause", handler: methods.pause),
                BusMethod("PlayPause", handler: methods.playPause),
                BusMethod("Stop", handler: methods.stop),
                BusMethod("Play", handler: methods.play),
                BusMethod("Seek", [BusArgument("Offset", "x")], handler: methods.seek),
                BusMethod(
                    "SetPosition", [BusArgument("TrackId", "o"), BusArgument("Position", "x")],
                    handler: methods.setPosition),
                BusMethod("OpenUri", [BusArgument("Uri", "s")], handler: methods.openURI),
            ],
            properties: [
                property("PlaybackStatus", "s"),
                property("LoopStatus", "s", set: setters.setLoopStatus),
                property("Rate", "d", set: setters.setRate),
                property("Shuffle", "b", set: setters.setShuffle),
                property("Metadata", "a{sv}"),
                property("Volume", "d", set: setters.setVolume),
                BusProperty("Position", "x", announcesChanges: false, get: { model.position }),
                property("MinimumRate", "d"),
                property("MaximumRate", "d"),
                property("CanGoNext", "b"),
                property("CanGoPrevious", "b"),
                property("CanPlay", "b"),
                property("CanPause", "b"),
                property("CanSeek", "b"),
                BusProperty("CanControl", "b", announcesChanges: false, get: { .bool(true) }),
            ],
            signals: [BusSignal("Seeked", [BusArgument("Position", "x")])])
    }
}
