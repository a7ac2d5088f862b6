import CPulse

/// What one program plays, as the sound server lists it.
struct SoundInput: Sendable, Hashable {
    /// Its number with the server.
    let index: UInt32
    /// The process; nil where the program does not say.
    let processID: Int32?
    /// The volume of each channel, in the server's units.
    var volumes: [UInt32]
    /// Whether its volume can be changed.
    let isAdjustable: Bool

    /// Reads what the server tells (`pa_sink_input_info`).
    init(_ info: pa_sink_input_info) {
        index = info.index
        var volume = info.volume
        volumes = withUnsafeBytes(of: &volume.values) { bytes in
            Array(bytes.bindMemory(to: UInt32.self).prefix(Int(info.volume.channels)))
        }
        isAdjustable = info.has_volume != 0 && info.volume_writable != 0
        let text = info.proplist.flatMap {
            pa_proplist_gets($0, PA_PROP_APPLICATION_PROCESS_ID)
        }
        processID = text.flatMap { Int32(String(cString: $0)) }
    }

    init(index: UInt32, processID: Int32?, volumes: [UInt32]) {
        self.index = index
        self.processID = processID
        self.volumes = volumes
        isAdjustable = true
    }
}
