/// What a test waited for did not happen.
public enum WaitError: Error, Equatable {
    /// The time ran out; `what` names the thing awaited, `seen` the state at the end.
    case timedOut(what: String, seen: String)
    /// The waiting task was cancelled.
    case cancelled(what: String)
}
