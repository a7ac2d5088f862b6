@preconcurrency import Glibc

/// Hands a call that means util-linux's `column` over to it, so that `… | column -t` goes on
/// working where this program stands before it on PATH.
public enum HandOver {
    /// Whether the arguments, without the program's name, mean the other `column`.
    ///
    /// - Parameters:
    ///   - isInputTerminal: whether standard input is a terminal.
    ///   - isFile: says whether a path names an existing file.
    public static func isMeant(
        by arguments: [String], isInputTerminal: Bool, isFile: (String) -> Bool
    ) -> Bool {
        guard let first = arguments.first else { return !isInputTerminal }
        if first.hasPrefix("-") {
            return !["-h", "--help", "-V", "--version"].contains(first)
        }
        return !CommandTable.names.contains(first) && isFile(first)
    }

    /// Becomes the other `column` (`execv`) if the arguments mean it and there is one; returns
    /// whether they mean it.
    ///
    /// To be called before anything else, while there is one thread.
    public static func passOn(_ arguments: [String]) -> Bool {
        let rest = Array(arguments.dropFirst())
        let isMeant = isMeant(by: rest, isInputTerminal: isatty(STDIN_FILENO) == 1) {
            access($0, F_OK) == 0
        }
        guard isMeant, let next = nextOnPath() else { return isMeant }
        var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        argv.append(nil)
        execv(next, argv)
        for argument in argv { free(argument) }
        return true
    }

    /// The next `column` on PATH that is not this file, nor one that handed over to this process.
    private static func nextOnPath() -> String? {
        var own = stat()
        guard stat("/proc/self/exe", &own) == 0 else { return nil }
        // Two copies of this program on PATH would hand over to each other for ever: exec keeps the
        // process number, so those that were tried in this process can be told.
        var tried = ["\(own.st_dev)-\(own.st_ino)"]
        let variable = "COLUMN_HANDED_OVER"
        let process = "\(getpid())"
        if let value = getenv(variable) {
            let marks = String(cString: value).split(separator: ":").map(String.init)
            if marks.first == process { tried += marks.dropFirst() }
        }
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
        // Debian's package moves util-linux's column out of its own way by dpkg-divert.
        let candidates =
            path.split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/column" }
            + [ownFolder + "/column.util-linux", "/usr/bin/column.util-linux"]
        for candidate in candidates {
            var found = stat()
            guard stat(candidate, &found) == 0, found.st_mode & S_IFMT == S_IFREG,
                access(candidate, X_OK) == 0,
                !tried.contains("\(found.st_dev)-\(found.st_ino)")
            else { continue }
            setenv(variable, ([process] + tried).joined(separator: ":"), 1)
            return candidate
        }
        return nil
    }

    /// The folder of this program's file.
    private static var ownFolder: String {
        var buffer = [CChar](repeating: 0, count: 4_096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let path = String(
            decoding: buffer.prefix(max(count, 0)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }
}
