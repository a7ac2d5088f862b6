import AudioKit
import ColumnModel
import ColumnStore
import EpisodePlayer

/// What playing finds out about files, kept for the next time.
extension PlaybackService {
    /// What is known of an item's file, if it still is the one of which it is known.
    func facts(of item: PlaybackItem, _ source: any ByteSource) async -> MediaFacts {
        guard let id = item.episode?.id, let file = source as? FileByteSource,
            let kept = try? await library.ask({ (store) throws(StoreError) in
                try await store.fileFacts(of: id)
            }),
            kept.bytes == file.size, kept.modified == file.modified
        else { return MediaFacts() }
        return MediaFacts(frameIndex: kept.frameIndex, loudness: kept.loudness)
    }

    /// Keeps what was found out; a stream's file must have come whole meanwhile.
    func keep(_ facts: MediaFacts) async {
        guard let episode = session?.item.episode,
            let found = try? await library.episode(episode.id),
            let path = sources.localPath(of: found), let file = try? FileByteSource(path: path)
        else { return }
        let kept = FileFacts(
            bytes: file.size, modified: file.modified, loudness: facts.loudness,
            frameIndex: facts.frameIndex)
        _ = try? await library.ask { (store) throws(StoreError) in
            try await store.saveFileFacts(kept, of: episode.id)
        }
    }
}
