/// Numbers for names: the same bytes, without regard to ASCII case, give the same number.
///
/// Bounded: once it is full every new name is number 0, so that hostile input cannot make it grow.
struct NameTable {
    private struct Entry {
        let offset: Int
        let length: Int
        let hash: UInt32
    }

    private static let maximumBytes = 1 << 19
    private static let maximumCount = 8_192

    private var bytes: [UInt8] = []
    private var entries = [Entry(offset: 0, length: 0, hash: 0)]
    private var slots = [Int32](repeating: 0, count: 256)
    /// Whether a name was refused.
    private(set) var isFull = false

    /// How many names there are; numbers lie below it.
    var count: Int { entries.count }

    /// The number of a name; 0 for the empty name and when the table is full.
    mutating func number(of name: UnsafeBufferPointer<UInt8>) -> Int {
        guard !name.isEmpty else { return 0 }
        var hash: UInt32 = 2_166_136_261
        for byte in name {
            hash = (hash ^ UInt32(lowercased(byte))) &* 16_777_619
        }
        let mask = slots.count - 1
        var slot = Int(hash) & mask
        while slots[slot] != 0 {
            let number = Int(slots[slot])
            let entry = entries[number]
            if entry.hash == hash, entry.length == name.count, equals(entry, name) {
                return number
            }
            slot = (slot + 1) & mask
        }
        return insert(name, hash: hash, at: slot)
    }

    /// The name with a number, in lower case.
    func name(_ number: Int) -> ArraySlice<UInt8> {
        let entry = entries[number]
        return bytes[entry.offset..<entry.offset + entry.length]
    }

    private func equals(_ entry: Entry, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        for index in 0..<entry.length
        where bytes[entry.offset + index] != lowercased(name[index]) {
            return false
        }
        return true
    }

    private mutating func insert(
        _ name: UnsafeBufferPointer<UInt8>, hash: UInt32, at slot: Int
    ) -> Int {
        guard entries.count < Self.maximumCount, bytes.count + name.count < Self.maximumBytes
        else {
            isFull = true
            return 0
        }
        let number = entries.count
        entries.append(Entry(offset: bytes.count, length: name.count, hash: hash))
        for byte in name {
            bytes.append(lowercased(byte))
        }
        slots[slot] = Int32(number)
        if entries.count * 2 > slots.count {
            grow()
        }
        return number
    }

    private mutating func grow() {
        slots = [Int32](repeating: 0, count: slots.count * 2)
        let mask = slots.count - 1
        for number in 1..<entries.count {
            var slot = Int(entries[number].hash) & mask
            while slots[slot] != 0 {
                slot = (slot + 1) & mask
            }
            slots[slot] = Int32(number)
        }
    }
}

/// A byte with ASCII capitals made small.
@inline(__always)
func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- 65 < 26 ? byte | 0x20 : byte
}
