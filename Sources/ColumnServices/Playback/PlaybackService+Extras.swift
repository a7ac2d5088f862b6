import ColumnModel
import ColumnStore
import EpisodePlayer
import PlaybackRules

/// What comes after an item has begun: its chapters, its picture, and what is said in it.
extension PlaybackService {
    /// Looks for them one after the other; what arrives late belongs to nobody.
    func takeExtras(of item: PlaybackItem) {
        extras?.cancel()
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
        session?.readAlong = found
        tell { .changed($0) }
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
