/// How much it says that bytes which came are equal to bytes on disk.
///
/// Silence, padding and empty tags repeat themselves, and are equal in any two versions of a file. So
/// only what was not seen before counts as evidence that both are one.
struct OverlapEvidence: Equatable {
    /// Enough different words to be no chance: the fourth part of what an overlap holds.
    private static let enoughWords = 2048

    /// How many bytes in a row were equal.
    private(set) var count: Int64 = 0
    /// The words of eight bytes that were seen, as far as they are needed.
    private var words: Set<UInt64> = []

    /// Takes bytes that were found equal, behind those of the last call.
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        count += Int64(bytes.count)
        var offset = 0
        while offset + 8 <= bytes.count, words.count < Self.enoughWords {
            words.insert(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += 8
        }
    }

    /// Whether so many equal bytes prove that two versions are one here.
    func proves(_ needed: Int64) -> Bool {
        count >= needed && words.count >= Self.enoughWords
    }
}
