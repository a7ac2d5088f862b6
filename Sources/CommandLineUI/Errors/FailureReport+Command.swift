import Localization

extension FailureReport {
    init(_ error: CommandError) {
        switch error {
        case .noAddress(let given):
            let text = AddressText.withoutPassword(given)
            self.init(
                "no-address", .usage, "“\(text)” is neither an address nor a file.",
                hints: [
                    "An address begins with http:// or https://, as https://example.org/feed.xml."
                ])
        case .isFolder(let path):
            self.init(
                "folder", .usage, "\(path) is a folder, not a file.", hints: ["Name a file in it."])
        case .noColumns:
            self.init(
                "no-columns", .notFound, "There is no column yet.",
                hints: ["Subscribe to one: “column add URL”."])
        case .cannotRead(let path, let code):
            self.init(path, "\(path) cannot be read", errno: code)
        case .cannotWrite(let path, let code):
            self.init(path, "\(path) cannot be written", errno: code)
        case .exists(let path):
            self.init(
                "exists", .usage, "\(path) is there already.",
                hints: ["Choose another name; nothing was overwritten."])
        case .noBackups:
            self.init(
                "not-found", .notFound, "No backup was made by itself yet.",
                hints: ["“column restore FILE” takes one that you made with “column backup”."])
        case .noArticle(let title):
            self.init(
                "no-article", .notFound, "“\(title)” has no text.",
                hints: ["Its feed gave neither notes nor an article."])
        case .nothingToGoOnWith:
            self.init(
                "nothing-playing", .notFound, "Nothing was playing, and the queue is empty.",
                hints: ["Name an episode: “column play EPISODE”; “column list new” shows some."])
        case .neverSlept:
            self.init(
                "not-found", .notFound, "No sleep timer was set while something played.",
                hints: ["“column play --sleep 30m” sets one."])
        case .notPlayable(let text):
            self.init(
                "no-address", .usage, "“\(AddressText.withoutPassword(text))” cannot be played.",
                hints: [
                    """
                    It takes http:// and https:// without a login; “column add --user” subscribes \
                    to a feed with one.
                    """
                ])
        case .nothingToRestore(let number):
            self.init(
                "not-found", .notFound,
                number.map { "The queue’s history has no number \($0)." }
                    ?? "Nothing was taken out of the queue that is not back in it.",
                hints: ["“column queue history” shows what was."])
        case .noBookmark(let number):
            self.init(
                "not-found", .notFound, "There is no bookmark \(number).",
                hints: ["“column list bookmarks” shows them."])
        case .programFailed(let name, let output):
            let said = output.split(whereSeparator: \.isNewline).first
            self.init(
                "program", .internalError,
                said.map { "\(name) failed: \($0)." } ?? "\(name) failed.")
        case .noScheduler:
            self.init(
                "program", .internalError,
                "There is neither a systemd for this user nor cron, so nothing can be scheduled.",
                hints: [
                    "Install cron, or call “column schedule run” from the scheduler that you have."
                ])
        case .noTerminal:
            self.init(
                "no-terminal", .usage, "The full-screen interface needs a terminal.",
                hints: ["“column tui --plain” works without one, line by line."])
        case .backgroundFailed:
            self.init(
                "background", .internalError, "The player in the background did not start.",
                hints: ["The same without --background shows why."])
        case .noAudio(let title):
            self.init(
                "no-audio", .notFound, "“\(title)” has no episode with audio.",
                hints: ["“column sync” fetches episodes; “column read” shows texts."])
        case .badSecret(let key):
            self.init(
                "config-value", .usage, "\(key) takes a key and its secret.",
                hints: ["“column config set \(key) -” reads them, with a blank between."])
        case .noResult(let number):
            self.init(
                "not-found", .notFound, "The last search of directories has no number \(number).",
                hints: [
                    """
                    “column search --directory TEXT” shows numbers; a file of that name is \
                    ./\(number).
                    """
                ])
        case .filesElsewhere(let words):
            self.init(
                "files-elsewhere", .usage, "\(words) Nothing was changed.",
                hints: [
                    "--move moves them along; --leave leaves them, and they count as missing."
                ])
        case .noQueuePlace(let place):
            self.init(
                "not-found", .notFound, "The queue has no place \(place).",
                hints: ["“column queue” shows it with its places."])
        }
    }
}
