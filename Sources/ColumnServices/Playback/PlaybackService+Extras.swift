import AudioKit
import ColumnModel
import ColumnStore
import EpisodePlayer
import PlaybackRules

/// What comes after an item has begun: its chapters, its picture, and what is said in it.
extension PlaybackService {
    /// Looks for them one after the other; what arrives late belongs to nobody.
    func takeExtras(of item: PlaybackItem) {
        extras?.cancel()
        pauses?.cancel()
        extras = Task { [weak self] in
            await self?.takeChapters(of: item)
            await self?.takeReadAlong(of: item)
            await self?.takePicture(of: item)
        }
    }

    /// Takes the chapters that stand in a local file, where its feed gave none.
    private func takeChapters(of item: PlaybackItem) async {
        guard let episode = item.episode, let path = sources.localPath(of: episode),
            await library.keepChapters(of: episode.id, inFile: path),
            let chapters = try? await library.chapters(of: episode.id), session?.item.id == item.id
        else { return }
        session?.chapters = chapters
        tell { .changed($0) }
    }

    /// The transcript or article, once the length is known.
    func takeReadAlong(of item: PlaybackItem) async {
        guard let id = item.episode?.id, session?.item.id == item.id,
            session?.readAlong?.pieces.first?.isEstimated != false
        else { return }
        let length = engine.snapshot.duration ?? item.episode?.duration
        let found = try? await library.readAlong(of: id, duration: length)
        guard let found = found ?? nil, session?.item.id == item.id else { return }
        let isFirst = session?.readAlong == nil
        session?.readAlong = found
        tell { .changed($0) }
        guard isFirst, found.pieces.allSatisfy(\.isEstimated) else { return }
        pauses = Task { [weak self] in await self?.takePauses(of: item) }
    }

    /// The pauses in a whole local file, which correct where its article's paragraphs are heard.
    ///
    /// They are looked for once, in the background, and only where they are of use.
    private func takePauses(of item: PlaybackItem) async {
        guard let episode = item.episode, session?.item.id == item.id,
            session?.readAlong?.pieces.count ?? 0 > 1, let path = sources.localPath(of: episode),
            let file = try? FileByteSource(path: path)
        else { return }
        let kept = try? await library.ask { (store) throws(StoreError) in
            try await store.fileFacts(of: episode.id)
        }
        let facts = (kept ?? nil).flatMap {
            $0.bytes == file.size && $0.modified == file.modified ? $0 : nil
        }
        guard facts?.pauses == nil,
            let pauses = await PauseScan.pauses(in: file, savedIndex: facts?.frameIndex)
        else { return }
        let bytes = PauseList.bytes(pauses)
        _ = try? await library.ask { (store) throws(StoreError) in
            try await store.savePauses(
                bytes, bytes: file.size, modified: file.modified, of: episode.id)
        }
        await takeReadAlong(of: item)
    }

    /// The cover, as a file of its own: fetched before it is shown to anybody.
    private func takePicture(of item: PlaybackItem) async {
        guard let session, session.item.id == item.id, session.settings[.playArtwork] else {
            return
        }
        let urls = [item.episode?.imageURL, session.column?.imageURL].compactMap { $0 }
        for url in urls {
            guard let path = await artwork.picture(at: url, namedBy: session.column?.url) else {
                continue
            }
            guard self.session?.item.id == item.id else { return }
            self.session?.artPath = path
            return tell { .changed($0) }
        }
    }
}
