/// Where a device puts its sound out, such as the headphones' socket; what a server says of it.
struct OutputPort: Hashable {
    let name: String
    /// False only where the server knows that nothing is plugged in.
    let isAvailable: Bool
    /// Whether it is worn: headphones, a headset, hands-free.
    let isWorn: Bool

    /// Whether a change of a device's ports means that what was listened to was pulled out.
    ///
    /// Plugging in changes the port, too, and may make the loudspeaker unavailable; a listener who
    /// chooses another port by a mixer leaves the old one plugged in. Neither is to stop the sound.
    static func isPulled(_ old: OutputPort, now active: OutputPort?, all: [OutputPort]) -> Bool {
        guard old.isAvailable, let state = all.first(where: { $0.name == old.name }) else {
            return false
        }
        if state.isAvailable { return false }
        guard let active, active.name != old.name else { return true }
        return !active.isWorn
    }
}
