@preconcurrency import Glibc

/// The variables that the program was started with.
public enum ProcessEnvironment {
    /// A copy of all variables; of two with one name the first counts, as for `getenv`.
    public static func current() -> [String: String] {
        var variables: [String: String] = [:]
        var entry = environ
        while let text = entry.pointee {
            let pair = String(cString: text).split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if pair.count == 2, variables[String(pair[0])] == nil {
                variables[String(pair[0])] = String(pair[1])
            }
            entry += 1
        }
        return variables
    }
}
