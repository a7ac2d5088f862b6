/// Why a hook that is there is not run.
public enum HookProblem: Error, Sendable, Hashable {
    /// It may not be executed.
    case notExecutable(path: String)
    /// Others than its owner may write it, or the folder that it lies in.
    case writableByOthers(path: String)
    /// It belongs to somebody else.
    case foreignOwner(path: String)
}
