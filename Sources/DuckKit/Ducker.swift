import CPulse
@preconcurrency import Glibc
import ThreadKit

/// Makes other programs quieter for a while, and gives them back their volumes.
///
/// A volume that the user changes meanwhile stays as he wants it. Without a sound server nothing
/// happens.
public actor Ducker {
    /// What is left of others' amplitude: -12 dB.
    private static let share = 0.25

    private nonisolated let executor = ThreadExecutor(name: "column-duck")
    private let recordPath: String
    private let server: String?
    private let processID: Int32
    /// Tells of those that begin while others are quiet.
    private var watch: InputWatch?

    /// The actor runs on its own thread, since talking to the server blocks.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Makes one that is at rest.
    ///
    /// - Parameters:
    ///   - recordPath: a file in a folder that is there, gone with the session at the latest.
    ///   - server: the sound server's address; nil takes the user's own.
    ///   - processID: whose sound is left alone.
    public init(recordPath: String, server: String? = nil, processID: Int32) {
        self.recordPath = recordPath
        self.server = server
        self.processID = processID
    }

    deinit {
        watch?.stop()
    }

    /// Makes all others quieter that sound now, and those that begin later, until `restore()`.
    public func quieten() {
        restore()
        // First the watch: who begins in between is found by one of both.
        watch = InputWatch(address: server) { [weak self] in
            Task { await self?.quietenNew() }
        }
        lowerOthers(beside: [])
    }

    private func quietenNew() {
        guard watch != nil else { return }
        lowerOthers(beside: read())
    }

    /// Lowers all whom no record names.
    private func lowerOthers(beside known: [DuckRecord]) {
        guard let server = SoundServer(address: server) else { return }
        let others = server.inputs().filter { input in
            input.isAdjustable && input.processID != processID
                && !known.contains { $0.isOf(input) }
        }
        let records = others.map { input in
            DuckRecord(
                before: input,
                after: input.volumes.map {
                    pa_sw_volume_multiply($0, pa_sw_volume_from_linear(Self.share))
                })
        }
        // Written first: a kill in between is to find it.
        guard !records.isEmpty, write(known + records) else { return }
        for record in records { server.set(record.after, of: record.before.index) }
    }

    /// Gives back what was made quieter, also by a process that was killed.
    public func restore() {
        watch?.stop()
        watch = nil
        let records = read()
        guard !records.isEmpty, let server = SoundServer(address: server) else { return }
        let inputs = server.inputs()
        for record in records where inputs.contains(where: record.isUntouched) {
            server.set(record.before.volumes, of: record.before.index)
        }
        unlink(recordPath)
    }

    private func write(_ records: [DuckRecord]) -> Bool {
        let text = records.map { $0.line + "\n" }.joined()
        let descriptor = open(
            recordPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        return Glibc.write(descriptor, bytes, bytes.count) == bytes.count
    }

    private func read() -> [DuckRecord] {
        let descriptor = open(recordPath, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count > 0 else { return [] }
        return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n")
            .compactMap { DuckRecord(line: $0) }
    }
}
