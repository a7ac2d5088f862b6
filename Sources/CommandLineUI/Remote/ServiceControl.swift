import ColumnModel
import ColumnServices
import Localization
import PlaybackRules
import RemoteControl

/// Lets others steer this process' player: the control socket, the session bus.
final class ServiceControl: PlaybackControl {
    private let service: PlaybackService
    private let library: LibraryService
    private let processID: Int32

    init(_ service: PlaybackService, library: LibraryService, processID: Int32) {
        self.service = service
        self.library = library
        self.processID = processID
    }

    var snapshot: PlaybackSnapshot {
        PlaybackSnapshot(service.status, processID: processID)
    }

    func changes() -> AsyncStream<PlaybackChange> {
        let events = service.events
        let (stream, continuation) = AsyncStream.makeStream(
            of: PlaybackChange.self, bufferingPolicy: .bufferingNewest(64))
        let task = Task {
            for await event in events {
                switch event {
                case .position: break
                case .seeked(let status): continuation.yield(.seeked(to: status.position))
                default: continuation.yield(.changed)
                }
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    func perform(_ command: PlaybackCommand) async throws(PlaybackControlError) {
        if case .play(let request) = command { return try await play(request) }
        guard service.status.item != nil else { throw .nothingPlaying }
        switch command {
        case .play: break
        case .resume: await service.resume()
        case .pause: await service.pause()
        case .toggle: await service.toggle()
        case .stop, .quit: await service.stop()
        case .next: guard await service.next() else { throw .noTrack }
        case .previous: await service.previous()
        case .nextChapter: guard await service.nextChapter() else { throw .noChapter }
        case .previousChapter: guard await service.previousChapter() else { throw .noChapter }
        case .undoSeek: guard await service.undoSeek() else { throw .noLeap }
        case .interrupt(let cause): await service.interrupt(cause)
        case .endInterruption(let cause, let mayResume):
            await service.endInterruption(cause, mayResume: mayResume)
        case .seek(let target): try await seek(target)
        case .setSpeed(let speed):
            guard (0.5...4).contains(speed) else { throw .invalidValue }
            await service.setSpeed(speed)
        case .setSleep(let kind): await service.setSleep(kind)
        case .extendSleep(let time): await service.extendSleep(by: time)
        case .setMode(let mode): await service.setMode(mode)
        case .setVolume(let volume):
            guard (0...1).contains(volume) else { throw .invalidValue }
            await service.setVolume(volume)
        }
    }

    private func seek(_ target: SeekTarget) async throws(PlaybackControlError) {
        switch target {
        case .by(let span): await service.skip(by: span)
        case .to(let place): await service.seek(to: place)
        case .share(let share):
            guard (0...1).contains(share) else { throw .invalidValue }
            guard let duration = service.status.duration else {
                throw .failed(detail: "the length is not known yet")
            }
            await service.seek(to: duration * share)
        }
    }

    private func play(_ request: PlayRequest) async throws(PlaybackControlError) {
        do {
            if request.items.isEmpty {
                guard let episode = try await library.resumePoint() else {
                    throw PlaybackControlError.notFound
                }
                let (list, index) = try await library.playlist(around: episode)
                return await service.play(list, at: index, from: request.start)
            }
            let ids = request.items.compactMap { item in
                if case .episode(let id) = item { id } else { nil }
            }
            let found = try await library.episodes(ids)
            let episodes = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
            var list: [PlaybackItem.Content] = []
            for item in request.items {
                switch item {
                case .episode(let id):
                    guard let episode = episodes[id] else { throw PlaybackControlError.notFound }
                    list.append(.episode(episode))
                case .location(let path) where path.hasPrefix("/"): list.append(.file(path))
                case .location(let url):
                    guard let episode = try await library.stream(at: url) else {
                        throw PlaybackControlError.notFound
                    }
                    list.append(.episode(episode))
                }
            }
            await service.play(list, at: request.index, from: request.start)
        } catch let error as PlaybackControlError {
            throw error
        } catch {
            throw .failed(detail: FailureReport(error).message.english)
        }
    }
}

extension PlaybackSnapshot {
    /// What the service shows, as others see it.
    init(_ status: ColumnServices.PlaybackStatus, processID: Int32) {
        self.init()
        self.processID = processID
        switch status.state {
        case .idle, .ended: self.status = .stopped
        case .loading, .playing, .stalled: self.status = status.wantsToPlay ? .playing : .paused
        case .paused: self.status = .paused
        case .failed(let reason):
            self.status = .stopped
            if let item = status.item {
                let report = FailureReport(reason, of: item)
                failure = .init(code: report.code, message: report.message.english)
            }
        }
        isStalled = status.state == .stalled
        if let item = status.item { track = PlaybackTrack(item, of: status.column) }
        index = status.index
        count = status.count
        position = status.position
        duration = status.duration
        isDurationEstimated = status.isDurationEstimated
        speed = status.speed
        volume = status.volume
        mode = status.mode
        sleep = status.sleep.map {
            SleepStatus(kind: $0.kind, remaining: $0.remaining, countLeft: $0.countLeft)
        }
        canGoNext = status.canGoNext
        canGoPrevious = status.canGoPrevious
        canSeek = track != nil
        bufferedRanges = status.bufferedRanges
        output = status.outputName
        placeFoundBy = status.placeFoundBy
        brokenPlaces = status.brokenPlaces
        skippedBytes = status.skippedBytes
        underrunCount = status.underrunCount
        isBufferEmpty = status.isBufferEmpty
        isLikelyToKeepUp = status.isLikelyToKeepUp
        chapter = status.chapter?.title
        cue = status.piece.map { PlaybackCue($0) }
        track?.artPath = status.artPath
    }
}

extension PlaybackCue {
    /// What is said, as others see it.
    init(_ piece: ReadAlong.Piece) {
        self.init(
            index: piece.index, start: piece.start, end: piece.end, speaker: piece.speaker,
            text: piece.text, isEstimated: piece.isEstimated)
    }
}

extension PlaybackTrack {
    fileprivate init(_ item: PlaybackItem, of column: Column?) {
        self.init(id: Int64(item.id))
        title = item.title
        columnTitle = column?.title
        author = column?.author
        self.column = column?.id
        switch item.content {
        case .file(let path): url = path
        case .episode(let known):
            episode = known.id
            url = known.enclosure?.url
            published = known.published
            isLiked = known.isLiked
        }
    }
}
