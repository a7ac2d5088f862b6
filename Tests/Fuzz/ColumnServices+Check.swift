/// Stands in for the store of logins, of which the settings name the kinds only.
enum CredentialStore {
    enum Mode: String, CaseIterable { case auto, file, service }
}

/// Stands in for the outputs, of which the libraries of sound know.
enum PlaybackOutputs {
    static func isKnown(_ text: String) -> Bool { text.hasPrefix("a") }
}

/// What people write into the configuration file; built into the module.
public func check(configuration text: String) {
    let file = ConfigurationFile(text: text)
    precondition(ConfigurationFile(text: file.text) == file, "a file written and read")
    let configuration = Configuration(file: file)
    for key in ConfigurationKey.all { _ = configuration.text(of: key) }
    if let entry = file.entries.first {
        var changed = file
        changed.set(entry.key, to: "1")
        let found = changed.entries.filter { $0.key == entry.key }.map(\.value)
        precondition(found == ["1"], "a setting set")
    }
}
