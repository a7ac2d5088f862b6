import BusKit

/// Something that was asked on the bus, done in its turn outside of the bus's thread.
struct MPRISCommand: Sendable {
    /// What the player is to do.
    let command: PlaybackCommand
    /// The call to be answered when it is done; nil for a property that was set.
    var call: BusCall?
    /// What a property shows until it is done.
    var overlay: MPRISModel.OverlayID?

    /// No caller waits longer, whatever the player does.
    private static let patience = Duration.seconds(2)

    func run(with model: MPRISModel) async {
        // The answer does not depend on success: a refusal shows itself by what does not change.
        let timer = call.map { call in
            Task {
                try? await Task.sleep(for: Self.patience)
                call.reply()
            }
        }
        try? await model.perform(command)
        timer?.cancel()
        call?.reply()
        if let overlay { model.removeOverlay(overlay) }
    }
}
