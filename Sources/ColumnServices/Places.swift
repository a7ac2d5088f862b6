/// Where the program's files lie: the XDG folders, or all of them below `COLUMN_HOME`.
///
/// | place | XDG | `COLUMN_HOME=DIR` |
/// |---|---|---|
/// | configuration | `$XDG_CONFIG_HOME/column/config` | `DIR/config` |
/// | logins | `$XDG_DATA_HOME/column/credentials` | `DIR/credentials` |
/// | library | `$XDG_DATA_HOME/column/library.sqlite` | `DIR/library.sqlite` |
/// | audio | `$XDG_DATA_HOME/column/media` | `DIR/media` |
/// | state | `$XDG_STATE_HOME/column` | `DIR/state` |
/// | images | `$XDG_DATA_HOME/column/images` | `DIR/images` |
/// | cache | `$XDG_CACHE_HOME/column` | `DIR/cache` |
/// | sockets and locks | `$XDG_RUNTIME_DIR/column` | `DIR/run` |
public struct Places: Sendable, Equatable {
    /// The configuration file.
    public let configurationFile: String
    /// The file of logins; not in the configuration's folder, which people publish.
    public let credentialsFile: String
    /// The database file.
    public let libraryFile: String
    /// The folder of audio files, where `download.directory` names no other.
    public let defaultMediaDirectory: String
    /// The folder of the images of articles.
    public let imagesDirectory: String
    /// The folder of what may be lost but is kept across restarts.
    public let stateDirectory: String
    /// The folder of what can be made again.
    public let cacheDirectory: String
    /// The folder of sockets and locks.
    public let runtimeDirectory: String
    /// The address of the session's bus; nil where there is none.
    public let sessionBus: String?
    /// The file of logins that systemd gives to a service (`LoadCredential=`, systemd.exec(5)).
    public let givenCredentialsFile: String?

    /// Finds the places from the variables of the environment.
    public init(environment: [String: String]) throws(PlacesError) {
        let runtime = environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let bus = environment["DBUS_SESSION_BUS_ADDRESS"].flatMap { $0.isEmpty ? nil : $0 }
        sessionBus =
            bus
            ?? runtime.map { $0 + "/bus" }.flatMap { FilePath.exists($0) ? "unix:path=\($0)" : nil }
        givenCredentialsFile = environment["CREDENTIALS_DIRECTORY"].flatMap {
            $0.hasPrefix("/") ? $0 + "/column-credentials" : nil
        }
        if let home = environment["COLUMN_HOME"], !home.isEmpty {
            let base = FilePath.absolute(home)
            configurationFile = base + "/config"
            credentialsFile = base + "/credentials"
            libraryFile = base + "/library.sqlite"
            defaultMediaDirectory = base + "/media"
            imagesDirectory = base + "/images"
            stateDirectory = base + "/state"
            cacheDirectory = base + "/cache"
            runtimeDirectory = base + "/run"
            return
        }
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        func folder(_ variable: String, _ fallback: String) throws(PlacesError) -> String {
            // A relative path is to be ignored, says the XDG base directory specification.
            if let path = environment[variable], path.hasPrefix("/") {
                return FilePath.trimmed(path) + "/column"
            }
            guard let home else { throw .noHome }
            return FilePath.trimmed(home) + fallback + "/column"
        }
        let data = try folder("XDG_DATA_HOME", "/.local/share")
        configurationFile = try folder("XDG_CONFIG_HOME", "/.config") + "/config"
        credentialsFile = data + "/credentials"
        libraryFile = data + "/library.sqlite"
        defaultMediaDirectory = data + "/media"
        imagesDirectory = data + "/images"
        stateDirectory = try folder("XDG_STATE_HOME", "/.local/state")
        cacheDirectory = try folder("XDG_CACHE_HOME", "/.cache")
        if let runtime {
            runtimeDirectory = FilePath.trimmed(runtime) + "/column"
        } else {
            runtimeDirectory = stateDirectory + "/run"
        }
    }

    /// The folder of audio files under a configuration.
    public func mediaDirectory(_ configuration: Configuration) -> String {
        configuration[.downloadDirectory].map(FilePath.absolute) ?? defaultMediaDirectory
    }
}
