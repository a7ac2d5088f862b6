/// What was made quieter: how it was, and how it was left.
struct DuckRecord: Sendable, Hashable {
    let before: SoundInput
    let after: [UInt32]

    /// A line of the file.
    var line: String {
        let volumes = { (values: [UInt32]) in values.map(String.init).joined(separator: ",") }
        return
            "\(before.index) \(before.processID ?? 0) \(volumes(before.volumes)) \(volumes(after))"
    }

    init(before: SoundInput, after: [UInt32]) {
        self.before = before
        self.after = after
    }

    /// Reads a line; nil when it is none.
    init?(line: Substring) {
        let parts = line.split(separator: " ")
        guard parts.count == 4, let index = UInt32(parts[0]), let process = Int32(parts[1]) else {
            return nil
        }
        let before = parts[2].split(separator: ",").compactMap { UInt32($0) }
        let after = parts[3].split(separator: ",").compactMap { UInt32($0) }
        guard !before.isEmpty, before.count == after.count, before.count <= 32 else { return nil }
        self.before = SoundInput(
            index: index, processID: process == 0 ? nil : process, volumes: before)
        self.after = after
    }

    /// Whether it is of this one, however loud that is by now.
    func isOf(_ input: SoundInput) -> Bool {
        input.index == before.index && input.processID == before.processID
    }

    /// Whether it is still as we left it: what the user changed meanwhile stays.
    func isUntouched(in input: SoundInput) -> Bool {
        isOf(input) && input.volumes == after
    }
}
