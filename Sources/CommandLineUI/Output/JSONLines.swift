import JSONKit
import Synchronization

/// A stream of objects for programs, one a line; the first bears the version.
///
/// One is made and printed at a time, so that what was made first is printed first.
final class JSONLines: Sendable {
    private let console: Console
    private let hasBegun = Mutex(false)

    init(_ console: Console) {
        self.console = console
    }

    /// Prints an object with these members, at once.
    func write(_ members: (inout JSONWriter) -> Void) {
        hasBegun.withLock { hasBegun in
            var json = JSONWriter()
            json.object { json in
                if !hasBegun { json.member("version", 1) }
                members(&json)
            }
            hasBegun = true
            console.print(json.text)
            console.flush()
        }
    }
}
