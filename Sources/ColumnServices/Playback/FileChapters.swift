import AudioKit
import ColumnModel
import ColumnStore
import ThreadKit

/// The chapters that stand in an audio file.
enum FileChapters {
    /// Reads them on a thread of its own; none where the file has none or cannot be read, which
    /// playing it will tell better.
    static func read(_ path: String) async -> [Chapter] {
        await withCheckedContinuation { continuation in
            startThread(name: "column-chapters") {
                let source = try? FileByteSource(path: path)
                let found = source.flatMap { try? MediaChapter.chapters(in: $0) } ?? []
                // Playing goes by time, whatever the order in which a table of contents shows them.
                continuation.resume(
                    returning: found.sorted { $0.start < $1.start }.map {
                        Chapter(
                            start: $0.start, end: $0.end,
                            title: ($0.headings + [$0.title]).joined(separator: " – "), url: $0.url)
                    })
            }
        }
    }
}

extension LibraryService {
    /// Keeps the chapters of an episode's file where nothing better is known; says whether it did.
    ///
    /// A fault of the library must not stop what goes on.
    @discardableResult
    func keepChapters(of id: EpisodeID, inFile path: String) async -> Bool {
        let known = try? await ask { (store) throws(StoreError) in try await store.chapters(of: id)
        }
        guard known?.isEmpty == true else { return false }
        let found = await FileChapters.read(path)
        guard !found.isEmpty else { return false }
        let kept: Void? = try? await ask { (store) throws(StoreError) in
            try await store.setChapters(found, from: .id3, of: id)
        }
        return kept != nil
    }
}
