public import ColumnModel
import ColumnStore
@preconcurrency import Glibc

/// A backup that the program made by itself.
public struct AutomaticBackup: Sendable, Equatable {
    /// Why it was made.
    public enum Reason: String, Sendable {
        /// The last one had become old.
        case weekly
        /// A later version of the program was to change the library's form.
        case migration
        /// Another library was put in its place.
        case restore
    }

    /// The file.
    public let path: String
    /// When it was made.
    public let made: Timestamp
    /// Why it was made.
    public let reason: Reason
    /// How large it is.
    public let size: ByteCount
}

extension AutomaticBackup {
    /// All that there are, the newest first.
    public static func all(in places: Places) -> [AutomaticBackup] {
        let state = places.stateDirectory
        let found =
            names(in: folder(of: places)).compactMap { read("\(folder(of: places))/\($0)") }
            + names(in: state).compactMap { read("\(state)/\($0)") }
        return found.sorted { ($0.made, $0.path) > ($1.made, $1.path) }
    }

    static func folder(of places: Places) -> String { places.stateDirectory + "/backups" }

    /// A name for a new one; it holds the moment and the reason, so that a copy tells both.
    static func path(in places: Places, at moment: Timestamp, _ reason: Reason) -> String {
        "\(folder(of: places))/\(reason.rawValue)-\(moment.secondsSince1970).sqlite"
    }

    /// Removes the oldest of each kind but the newest ones; what a restore replaced stays.
    static func prune(in places: Places, keeping count: Int) {
        for reason in [Reason.weekly, .migration] {
            let old = all(in: places).filter { $0.reason == reason }.dropFirst(count)
            for backup in old { unlink(backup.path) }
        }
    }

    private static func read(_ path: String) -> AutomaticBackup? {
        let name = path.split(separator: "/").last ?? ""
        let reason: Reason
        let prefix: String
        if name.hasPrefix("weekly-") {
            (reason, prefix) = (.weekly, "weekly-")
        } else if name.hasPrefix("migration-") {
            (reason, prefix) = (.migration, "migration-")
        } else if name.hasPrefix("before-restore-") {
            (reason, prefix) = (.restore, "before-restore-")
        } else {
            return nil
        }
        let digits = name.dropFirst(prefix.count).prefix { $0.isASCII && $0.isNumber }
        var status = stat()
        guard name.hasSuffix(".sqlite"), let seconds = Int64(digits), stat(path, &status) == 0
        else { return nil }
        return AutomaticBackup(
            path: path, made: Timestamp(secondsSince1970: seconds), reason: reason,
            size: ByteCount(bytes: Int64(status.st_size)))
    }

    private static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        return names
    }
}

extension LibraryService {
    /// Makes a backup where the last one is older than `backup.interval`, and removes those beyond
    /// `backup.keep`; answers the file of a new one.
    public func backUpIfDue(_ places: Places, _ configuration: Configuration) async throws
        -> String?
    {
        guard let interval = configuration[.backupInterval], store.writeRefusal == nil else {
            return nil
        }
        let now = store.now()
        let made = AutomaticBackup.all(in: places).filter { $0.reason == .weekly }.map(\.made)
        // A library without one is due when it has been lived in for that long.
        let first = try await ask { (store) throws(StoreError) in try await store.firstChange() }
        // A clock that was set back must not put backups off for years.
        let last = made.filter { $0 <= now }.max() ?? first
        guard let last, now >= last + interval else { return nil }
        let path = AutomaticBackup.path(in: places, at: now, .weekly)
        try await backUp(to: path)
        AutomaticBackup.prune(in: places, keeping: configuration[.backupKeep])
        return path
    }
}
