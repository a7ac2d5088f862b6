import ColumnServices

/// Notices what changes in the library, by whichever process.
final class LibraryWatcher: Sendable {
    private static let interval = Duration.seconds(1)

    private let library: LibraryService
    private let post: @Sendable (TUIEvent) -> Void
    private let checks: AsyncStream<Void>
    private let checker: AsyncStream<Void>.Continuation

    init(library: LibraryService, post: @escaping @Sendable (TUIEvent) -> Void) {
        self.library = library
        self.post = post
        (checks, checker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Looks now.
    func check() { checker.yield() }

    /// Looks every second, which costs next to nothing while nothing changes.
    func watch() async {
        var version = try? await library.dataVersion()
        var mark = try? await library.mark()
        await withTaskGroup { group in
            group.addTask { [checker] in
                while !Task.isCancelled {
                    try? await Task.sleep(for: Self.interval, tolerance: .milliseconds(300))
                    checker.yield()
                }
            }
            for await _ in checks {
                guard let now = try? await library.dataVersion(), now != version else { continue }
                version = now
                guard let new = try? await library.mark() else { continue }
                if let old = mark { post(.libraryChanged(Self.change(from: old, to: new))) }
                mark = new
            }
            group.cancelAll()
        }
    }

    static func change(from old: LibraryMark, to new: LibraryMark) -> LibraryChange {
        var change: LibraryChange = .rows
        if old.lists != new.lists { change = .all }
        if old.columns != new.columns { change.insert(.columns) }
        if old.queue != new.queue || old.files != new.files { change.insert(.lists) }
        return change
    }
}
