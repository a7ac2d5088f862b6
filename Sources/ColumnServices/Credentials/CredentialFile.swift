/// The file of logins: a line each with what it is for, user name and password, percent-encoded and
/// separated by blanks; `ID @service` where the Secret Service keeps it, `ID @gone` where the
/// service is still to delete it.
struct CredentialFile: Equatable {
    var logins: [String: Login] = [:]
    /// What the Secret Service keeps.
    var inService: Set<String> = []
    /// What the Secret Service is to delete when it can be reached.
    var gone: Set<String> = []

    init() {}

    /// Reads a file; one that is not there is empty.
    init(path: String) throws(PlacesError) {
        let text = String(decoding: try PrivateFile.read(path) ?? [], as: UTF8.self)
        for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
            let fields = line.split(separator: " ", omittingEmptySubsequences: false)
            let id = String(fields[0])
            switch (fields.count, fields.last) {
            case (2, "@service"): inService.insert(id)
            case (2, "@gone"): gone.insert(id)
            case (3, _): logins[id] = Login(fields: fields[1...])
            default: continue
            }
        }
    }

    /// Writes it whole (0600).
    func write(to path: String) throws(PlacesError) {
        let lines =
            logins.map { "\($0.key) \($0.value.fields)\n" }
            + inService.map { "\($0) @service\n" } + gone.map { "\($0) @gone\n" }
        try PrivateFile.write(lines.sorted().joined().utf8, to: path)
    }
}

extension Login {
    /// Reads what `fields` wrote.
    init?(fields: some Collection<Substring>) {
        guard fields.count == 2, let user = fields.first,
            let password = fields.dropFirst().first
        else { return nil }
        self.init(
            user: PercentText.decoded(user), password: PercentText.decoded(password))
    }

    /// The two parts, percent-encoded, with a blank between them.
    var fields: String { "\(PercentText.encoded(user)) \(PercentText.encoded(password))" }
}
