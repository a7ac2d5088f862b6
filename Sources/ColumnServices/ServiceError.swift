public import ColumnModel

/// Why a service could not begin, or go on.
public enum ServiceError: Error, Sendable, Equatable {
    /// Another run does this job at the moment.
    case alreadyRunning(job: String)
    /// A setting names a thing that cannot be used.
    case unusable(setting: String, value: String)
    /// Something could not be had or kept.
    case failed(Failure)
}
