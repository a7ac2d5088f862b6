/// A sync or a download that runs beside.
struct JobState: Equatable, Sendable {
    /// What runs.
    enum Kind: String, Sendable {
        case sync, download
    }

    /// What went wrong.
    struct Fault: Equatable, Sendable {
        /// With what.
        var title: String?
        /// The code of the error.
        var code: String
        /// What it says, in English.
        var words: String
    }

    /// What runs.
    let kind: Kind
    /// How many things are done.
    var done = 0
    /// How many failed.
    var failed = 0
    /// How many episodes came.
    var added = 0
    /// The file under way.
    var title = ""
    /// Its bytes.
    var bytes: Int64 = 0
    /// How many it has.
    var total: Int64?
    /// How fast they come.
    var bytesPerSecond: Int64 = 0
    /// How many times it was asked for.
    var requests = 1
    /// How many more were asked for meanwhile and come after it.
    var waiting = 0
    /// The last that went wrong.
    var fault: Fault?

    init(_ kind: Kind) {
        self.kind = kind
    }
}
