/// Everything of AudioKit that looks at bytes without a library of others; built into its module.
public func check(_ bytes: [UInt8], windowCapacity: Int) {
    let source = MemoryByteSource(bytes)
    let length = Int64(bytes.count)
    _ = MediaKind(sniffing: bytes)
    var chapters = ID3ChapterReader(source)
    if let found = try? chapters.read() {
        precondition(found.count <= 10_000, "more chapters than frames")
        // Random bytes make no second table: the order must be the same when it is read again.
        var again = ID3ChapterReader(source)
        precondition((try? again.read()) == found, "chapters again")
    }
    var gains = ID3ChapterReader(source)
    _ = try? gains.trackGain()
    var window = ByteWindow(over: source, capacity: windowCapacity)
    _ = try? TaggedLoudness.loudness(inTailOf: &window, length: length)
    checkFrames(bytes, &window, length)
    if let decoder = try? WAVDecoder(source: source) { drain(decoder) }
    if let print = FrameFingerprint(bytes) {
        precondition(FrameFingerprint(print.bytes) == print, "a fingerprint")
    }
}

private func checkFrames(_ bytes: [UInt8], _ window: inout ByteWindow, _ length: Int64) {
    guard let info = (try? MP3StreamInfo(&window)) ?? nil else { return }
    precondition(info.audioOffset >= info.firstOffset && info.firstOffset < length, "an offset")
    var index = MP3Index(info)
    if let saved = MP3Index(bytes, of: info, fileLength: length) {
        precondition(saved.offsets.count > 0, "a kept index")
    }
    try? index.extend(&window, upTo: length)
    // Where the first frame has no sound but the Xing header, the file may end within it.
    precondition(
        index.nextOffset <= max(length + 4, info.audioOffset), "an index beyond the end")
    let map = MP3TimeMap(info: info, index: index, byteCount: length)
    for byte in [0, length / 3, length - 1, length] {
        _ = map.mediaRanges(of: [0..<max(1, byte)])
        precondition(map.frame(at: byte) >= 0, "a frame")
    }
    for frame in [Int64(0), 1, index.frameCount, index.frameCount + 1000, 1 << 40] {
        let byte = map.byte(forFrame: frame)
        precondition(byte >= 0 && byte <= length + 4096, "a byte")
    }
    checkDamage(info, &window, length)
    index.finish()
    if let saved = index.saved(fileLength: length) {
        let again = MP3Index(saved, of: info, fileLength: length)
        precondition(
            index.nextOffset > length + 4096 || again?.offsets == index.offsets, "an index again")
    }
    var walker = MP3FrameWalker(from: info.firstOffset, like: info.header)
    var alignment = FrameAlignment([1, 2, 3, 4])
    var trail = FrameTrail(firstFrame: 0, frameLength: 1152, trim: 0, sampleRate: 44_100)
    var frame: Int64 = 0
    while let next = (try? walker.next(&window)) ?? nil {
        precondition(next.offset < length, "a frame beyond the end")
        _ = alignment.note(next.hash, frame: frame)
        trail.append(next.hash)
        frame += 1
    }
    _ = trail.fingerprint(at: .milliseconds(frame * 13))
}

/// In steps or in one go, what is found is the same.
private func checkDamage(_ info: MP3StreamInfo, _ window: inout ByteWindow, _ length: Int64) {
    var whole = MP3DamageScan(from: info.firstOffset, like: info.header)
    while (try? whole.extend(&window, upTo: length, isEnd: true)) == true {}
    precondition(whole.damage.bytes <= length && whole.damage.places <= length, "damage")
    var steps = MP3DamageScan(from: info.firstOffset, like: info.header)
    for part in 1...7 {
        let limit = length * Int64(part) / 7
        while (try? steps.extend(&window, upTo: limit, isEnd: part == 7)) == true {}
    }
    precondition(steps.damage == whole.damage, "damage by steps")
}

private func drain(_ decoder: WAVDecoder) {
    let buffer = UnsafeMutableBufferPointer<Float>.allocate(
        capacity: 512 * decoder.format.channelCount)
    defer { buffer.deallocate() }
    for place in [Int64(0), 7, .max] where (try? decoder.seek(toFrame: place)) != nil {
        for _ in 0..<16 {
            guard let count = try? decoder.read(into: buffer), count > 0 else { break }
        }
    }
}
