import ColumnModel
import ColumnStore
@preconcurrency import Glibc
import Synchronization

/// What became of some bytes that came for a place in the file.
enum MediaStep: Equatable {
    /// They are equal to those that `owner` holds there.
    case equal(count: Int, owner: Int)
    /// The first of them is not what `owner` holds there.
    case differs(owner: Int)
    /// They fill a hole now.
    case written(count: Int)
    /// There is a hole, and nobody to own what fills it.
    case hole
}

extension MediaFile {
    /// Compares or writes the first part of some bytes; what follows is another step.
    ///
    /// - Parameter target: who owns what fills a hole; with nil nothing is written.
    func step(_ bytes: UnsafeRawBufferPointer, at position: Int64, target: Int?)
        throws(MediaError) -> MediaStep
    {
        try state.withLock { state in
            Result { () throws(MediaError) in
                if let owner = state.owner(of: position) {
                    let count = Int(min(Int64(bytes.count), owner.end - position))
                    let part = UnsafeRawBufferPointer(rebasing: bytes[..<count])
                    return try compare(part, at: position, owner: owner.key, &state)
                }
                guard let target, let index = state.index(of: target) else { return .hole }
                let gap = state.nextHeld(from: position) - position
                let count = Int(min(Int64(bytes.count), gap))
                let part = UnsafeRawBufferPointer(rebasing: bytes[..<count])
                try descriptor.write(part, at: position)
                state.held[index].rendition.ranges.insert(position..<position + Int64(count))
                hash(part, at: position, &state)
                state.wakeReaders()
                return .written(count: count)
            }
        }.get()
    }

    private func compare(
        _ bytes: UnsafeRawBufferPointer, at position: Int64, owner: Int, _ state: inout State
    ) throws(MediaError) -> MediaStep {
        let limit = 64 << 10
        let count = min(bytes.count, limit)
        let part = UnsafeRawBufferPointer(rebasing: bytes[..<count])
        var equal = 0
        let result = withUnsafeTemporaryAllocation(byteCount: count, alignment: 16) { buffer in
            Result { () throws(MediaError) in
                let read = try descriptor.read(at: position, into: buffer)
                let disk = UnsafeRawBufferPointer(rebasing: buffer[..<read])
                equal = Self.equalCount(part, disk)
            }
        }
        try result.get()
        guard equal > 0 else { return .differs(owner: owner) }
        hash(UnsafeRawBufferPointer(rebasing: part[..<equal]), at: position, &state)
        return .equal(count: equal, owner: owner)
    }

    /// How many bytes at the beginning are the same.
    private static func equalCount(
        _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
    ) -> Int {
        let count = min(left.count, right.count)
        guard count > 0, let leftStart = left.baseAddress, let rightStart = right.baseAddress
        else { return 0 }
        if memcmp(leftStart, rightStart, count) == 0 {
            return count
        }
        return zip(left, right).prefix { $0 == $1 }.count
    }

    /// Lets the digest grow where the bytes continue what it covers.
    private func hash(_ bytes: UnsafeRawBufferPointer, at position: Int64, _ state: inout State) {
        guard position <= state.hashed, position + Int64(bytes.count) > state.hashed else { return }
        let known = Int(state.hashed - position)
        state.hasher.update(UnsafeRawBufferPointer(rebasing: bytes[known...]))
        state.hashed += Int64(bytes.count - known)
    }
}
