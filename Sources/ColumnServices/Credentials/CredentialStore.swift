/// The logins of feeds, in a file of their own (0600), outside the database.
///
/// A line holds the feed's address, the user name and the password, percent-encoded and separated
/// by blanks.
public struct CredentialStore: Sendable {
    private let path: String

    /// Uses a file, which is made with the first login.
    public init(path: String) {
        self.path = path
    }

    /// All logins by the feed's address without credentials.
    public func logins() throws(PlacesError) -> [String: Login] {
        let text = String(decoding: try PrivateFile.read(path) ?? [], as: UTF8.self)
        var logins: [String: Login] = [:]
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let fields = line.split(separator: " ", omittingEmptySubsequences: false)
            guard fields.count == 3 else { continue }
            logins[String(fields[0])] = Login(
                user: PercentText.decoded(fields[1]), password: PercentText.decoded(fields[2]))
        }
        return logins
    }

    /// Keeps a feed's login, or forgets it with nil.
    public func set(_ login: Login?, forFeed url: String) throws(PlacesError) {
        var logins = try logins()
        guard logins[url] != login else { return }
        logins[url] = login
        let lines = logins.sorted { $0.key < $1.key }.map { url, login in
            "\(url) \(PercentText.encoded(login.user)) \(PercentText.encoded(login.password))\n"
        }
        try PrivateFile.write(lines.joined().utf8, to: path)
    }

    /// Lets a login follow a feed to its new address on the same host.
    ///
    /// A login never goes to another host by itself; a file that cannot be written stays as it is.
    func move(from old: String, to new: String) {
        guard let login = try? logins()[old], FeedAddress(old)?.host == FeedAddress(new)?.host
        else { return }
        try? set(login, forFeed: new)
        try? set(nil, forFeed: old)
    }
}
