/// What other tools call the things that this one does.
///
/// They are no commands: a name that means one thing here can be looked up, and scripts agree. But
/// whoever types one is told the command line that does it.
enum Synonym {
    private static let words: [String: [String]] = [
        "subscribe": ["add"], "sub": ["add"], "follow": ["add"], "new": ["list new", "add"],
        "unsubscribe": ["remove"], "unsub": ["remove"], "unfollow": ["remove"], "rm": ["remove"],
        "del": ["remove"], "delete": ["remove"],
        "update": ["sync"], "refresh": ["sync"], "reload": ["sync"], "fetch": ["sync"],
        "pull": ["sync"], "check": ["sync"], "upgrade": ["sync"],
        "ls": ["list"], "podcasts": ["list"], "feeds": ["list"], "columns": ["list"],
        "channels": ["list"], "subscriptions": ["list"], "shows": ["list"],
        "episodes": ["list episodes"], "items": ["list episodes"], "pending": ["list new"],
        "unplayed": ["list new"], "downloads": ["list downloads"], "history": ["list history"],
        "liked": ["list liked"], "favorites": ["list liked"], "favourites": ["list liked"],
        "bookmarks": ["list bookmarks"], "playlist": ["queue"],
        "get": ["download", "config get"], "dl": ["download"], "save": ["download"],
        "listen": ["play"], "start": ["play"], "open": ["play", "read"],
        "continue": ["resume", "play"],
        "unpause": ["resume"], "skip": ["next"], "forward": ["seek"], "rewind": ["seek"],
        "back": ["previous"], "prev": ["previous"], "quit": ["stop"], "exit": ["stop"],
        "mute": ["volume"], "now": ["status"], "playing": ["status"], "current": ["status"],
        "info": ["show"], "view": ["show", "read"], "cat": ["read"], "article": ["read"],
        "notes": ["read"], "text": ["read"], "star": ["like"], "favorite": ["like"],
        "favourite": ["like"], "love": ["like"], "unstar": ["unlike"], "played": ["mark played"],
        "unmark": ["mark unplayed"], "find": ["search"], "grep": ["search"],
        "directory": ["search"], "discover": ["search"], "enqueue": ["queue add"],
        "dequeue": ["queue remove"], "opml": ["import", "export"], "load": ["import"],
        "dump": ["export"], "timer": ["schedule", "sleep"], "cron": ["schedule"],
        "settings": ["config"], "set": ["config set"], "unset": ["config unset"],
        "preferences": ["config"], "options": ["config"], "prune": ["clean"], "purge": ["clean"],
        "gc": ["clean"], "cleanup": ["clean"], "verify": ["fsck"], "doctor": ["fsck"],
        "repair": ["fsck --repair"], "revert": ["undo"], "log": ["why"], "blame": ["why"],
        "man": ["help"], "usage": ["help"], "gui": ["tui"], "ui": ["tui"],
        "completion": ["completions"],
        "daemon": ["player"], "serve": ["player"], "faster": ["speed"], "slower": ["speed"],
        "shuffle": ["mode shuffle"], "repeat": ["mode repeat-one"], "loop": ["mode repeat-one"],
    ]

    /// Whole command lines for a word that is no command, with what stood after it; nil for one
    /// that is not known.
    static func commands(for word: String, arguments: [String]) -> [String]? {
        let known = (words[word.lowercased()] ?? []).filter { line in
            CommandTable.names.contains(String(line.prefix { $0 != " " }))
        }
        guard !known.isEmpty else { return nil }
        // Options may be called otherwise here, and long lines help nobody.
        let rest = arguments.filter { !$0.hasPrefix("-") }.map(quoted).joined(separator: " ")
        let tail = rest.isEmpty || rest.count > 60 ? "" : " " + rest
        return known.map { "column \($0)\(tail)" }
    }

    private static func quoted(_ text: String) -> String {
        let plain = text.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || ("0"..."9").contains($0)
                || "-_./:=@%+,".unicodeScalars.contains($0)
        }
        return plain && !text.isEmpty ? text : "'" + text.replacing("'", with: "'\\''") + "'"
    }
}
