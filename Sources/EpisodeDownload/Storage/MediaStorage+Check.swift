public import ColumnModel
import ColumnStore
public import EpisodeMedia

extension MediaStorage {
    /// Compares all files with what the library says of them.
    ///
    /// - Parameters:
    ///   - readsContents: reads every byte and compares the digest; else names and sizes only.
    ///   - episodes: looks only at the files of these; nil: at all, and for files of no episode.
    ///   - onProgress: gets each file's name before it is looked at.
    public func check(
        readsContents: Bool = true, of episodes: Set<EpisodeID>? = nil,
        onProgress: @Sendable (_ file: String) -> Void = { _ in }
    ) async throws(MediaError) -> [MediaFinding] {
        var findings: [MediaFinding] = []
        var known: Set<String> = [Self.trashName, LinkTree.folderName]
        for media in try await stored() where episodes?.contains(media.episode) ?? true {
            if Task.isCancelled { throw .cancelled }
            guard media.state == .complete || media.state == .unproven else {
                known.insert(EpisodeFileName.partial(media.episode))
                if let file = media.file, media.state == .trashed {
                    known.insert(file)
                }
                continue
            }
            guard let file = media.file else { continue }
            known.insert(file)
            onProgress(file)
            let facts = await library.facts(
                ofFile: library.folder.path(of: file), readsContents: readsContents)
            if let fault = Self.fault(facts, expected: media.bytes, digest: media.sha256) {
                findings.append(
                    MediaFinding(fault: fault, episode: media.episode, file: file))
            }
        }
        for id in try await knownToBeMissing() where episodes?.contains(id) ?? true {
            findings.append(
                MediaFinding(fault: .missing, episode: id, file: EpisodeFileName.partial(id)))
        }
        guard episodes == nil else { return findings }
        for name in library.folder.names() where !known.contains(name) {
            // A part of which nothing is recorded yet may belong to a fetch that has just begun.
            guard !(await library.isInUse(name)) else { continue }
            findings.append(
                MediaFinding(fault: .orphan, episode: EpisodeFileName.episode(of: name), file: name)
            )
        }
        return findings
    }

    /// Files whose loss was noticed before, as when one was to be played.
    private func knownToBeMissing() async throws(MediaError) -> [EpisodeID] {
        do throws(StoreError) {
            return try await library.store.episodes(
                EpisodeQuery(.downloads, states: [.missing])
            ).map(\.id)
        } catch {
            throw .store(error)
        }
    }

    private static func fault(_ facts: MediaFileFacts, expected: Int64, digest: [UInt8]?)
        -> MediaFinding.Fault?
    {
        switch facts {
        case .missing: return .missing
        case .unreadable(let errno): return .unreadable(errno: errno)
        case .read(let size, let verdict, let found):
            if verdict == .text {
                return .notAudio
            }
            if size < expected {
                return .truncated(bytes: size, expected: expected)
            }
            if size > expected {
                return .changed
            }
            guard let found, let digest else { return nil }
            return found == digest ? nil : .changed
        }
    }

    /// Makes ready for a new download what a check has found, and moves orphans to the trash folder.
    ///
    /// Of a truncated file all that is there stays, and the next download fetches the rest; of a
    /// changed one, what is equal on the server. Answers the episodes that are to be downloaded.
    public func prepareRepair(_ findings: [MediaFinding]) async throws(MediaError) -> [EpisodeID] {
        var episodes: [EpisodeID] = []
        for finding in findings {
            guard finding.fault != .orphan else {
                let folder = try OpenFolder(library.folder)
                let trash = try folder.subfolder(Self.trashName, makes: true)
                _ = try folder.move(finding.file, to: trash)
                continue
            }
            guard let episode = finding.episode else { continue }
            switch finding.fault {
            case .truncated(let bytes, _):
                try await library.demote(episode, file: finding.file, keeping: bytes)
            case .changed:
                // Which bytes are wrong is not known: all are compared with the server's.
                try await library.demote(episode, file: finding.file, keeping: nil)
            case .missing, .notAudio, .unreadable, .orphan:
                try await library.demote(episode, file: finding.file, keeping: 0)
            }
            episodes.append(episode)
        }
        return episodes
    }
}
