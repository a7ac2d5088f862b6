import Synchronization

/// A server that keeps several devices in step, for tests: gpodder-shaped or Nextcloud-shaped, with
/// what goes wrong on such servers.
///
/// Written from the APIs' descriptions. The Nextcloud one keeps the last action of an episode only,
/// and tells devices not apart, as the real one.
public final class DeviceServerDouble: Sendable {
    /// Which API it speaks.
    public enum Kind: String, Sendable, CaseIterable {
        /// gpodder.net, version 2.
        case gpodder
        /// Nextcloud's GPodder Sync.
        case nextcloud
    }

    /// What goes wrong with a request.
    public enum Trouble: Sendable, Equatable {
        /// The connection ends before anything was done.
        case cutBefore
        /// All is done, and the answer is cut.
        case cutAfter
        /// This status is answered, and nothing done.
        case status(Int)
        /// A page is answered, as portals of hotels do.
        case page
    }

    private struct Entry {
        var isThere: Bool
        var at: Int64
    }

    private struct State {
        var subscriptions: [String: Entry] = [:]
        var actions: [(fields: JSONValue, at: Int64)] = []
        var rewrites: [String: String] = [:]
        var devices: [String] = []
        var trouble: (@Sendable (Request) -> Trouble?)?
        var clockOffset: Int64 = 0
    }

    /// Where it is.
    public var url: String { server.base }
    /// The only user.
    public static let user = "anna"
    /// The user's password.
    public let password: String
    /// What was asked.
    public var log: RequestLog { server.log }

    private let kind: Kind
    private let server = LoopbackServer()
    private let state = Mutex(State())
    private let now: @Sendable () -> Int64

    /// Starts one.
    public init(
        _ kind: Kind, password: String = "pass word", now: @escaping @Sendable () -> Int64
    ) {
        self.kind = kind
        self.password = password
        self.now = now
        server.routeRest { [weak self] request in
            self?.answer(request) ?? Response(status: 503)
        }
    }

    // MARK: - What tests do to it

    /// The subscriptions that it has.
    public var subscriptions: Set<String> {
        state.withLock { Set($0.subscriptions.filter(\.value.isThere).keys) }
    }

    /// The actions that it has, as their words with places: `play 12/60 http://…`.
    public var actions: [String] {
        state.withLock { state in
            state.actions.map { action in
                let place = action.fields["position"]?.int.map { position in
                    " \(position)/\(action.fields["total"]?.int.map { String($0) } ?? "-")"
                }
                return "\(action.fields["action"]?.string ?? "?")\(place ?? "")"
                    + " \(action.fields["episode"]?.string ?? "?")"
            }
        }
    }

    /// The devices that made themselves known.
    public var devices: [String] { state.withLock { $0.devices } }

    /// Decides for each request what goes wrong; nil: nothing does.
    public func trouble(_ decide: (@Sendable (Request) -> Trouble?)?) {
        state.withLock { $0.trouble = decide }
    }

    /// All is lost, as when the server was set up anew.
    public func wipe() {
        state.withLock { state in
            state.subscriptions = [:]
            state.actions = []
        }
    }

    /// Sets its clock ahead, or back.
    public func setClock(ahead seconds: Int64) {
        state.withLock { $0.clockOffset = seconds }
    }

    /// Keeps an address in another way than it is sent; empty: not at all.
    public func rewrite(_ sent: String, as kept: String) {
        state.withLock { $0.rewrites[sent] = kept }
    }

    /// Another app subscribes and unsubscribes.
    public func change(add: [String] = [], remove: [String] = []) {
        state.withLock { state in
            let moment = now() + state.clockOffset
            for url in add { state.subscriptions[url] = Entry(isThere: true, at: moment) }
            for url in remove { state.subscriptions[url] = Entry(isThere: false, at: moment) }
        }
    }

    /// Another app sends an action, as JSON.
    public func receive(_ json: String) throws {
        let value = try JSONValue(json)
        state.withLock { keep(value, in: &$0) }
    }

    // MARK: - Answers

    private func answer(_ request: Request) -> Response {
        guard request.hasLogin(user: Self.user, password: password) else { return .loginNeeded() }
        let trouble = state.withLock { $0.trouble }?(request)
        switch trouble {
        case .cutBefore: return Response().adding(.closeBeforeHeader)
        case .status(let code): return Response(status: code, text: "no")
        case .page: return Response(status: 200, text: "<html>Welcome to our hotel</html>")
        case .cutAfter, nil: break
        }
        let response = perform(request)
        guard trouble == .cutAfter else { return response }
        return response.adding(.close(after: response.body.count / 2))
    }

    private func perform(_ request: Request) -> Response {
        let path = request.path
        let since = request.query.flatMap { query in
            query.split(separator: "&").first { $0.hasPrefix("since=") }
                .flatMap { Int64($0.dropFirst("since=".count)) }
        }
        let body = (try? JSONValue(String(decoding: request.body, as: UTF8.self))) ?? .null
        return state.withLock { state in
            let moment = now() + state.clockOffset
            switch (request.method, kind) {
            case ("POST", .gpodder) where path == "/api/2/auth/\(Self.user)/login.json":
                return Self.json("{}")
            case ("POST", .gpodder) where path.hasPrefix("/api/2/devices/\(Self.user)/"):
                let name = path.split(separator: "/").last.map { String($0.dropLast(5)) } ?? ""
                if !state.devices.contains(name) { state.devices.append(name) }
                return Self.json("{}")
            case ("GET", .gpodder) where path == "/api/2/devices/\(Self.user).json":
                let list = state.devices.map { "{\"id\":\(Self.quoted($0)),\"type\":\"desktop\"}" }
                return Self.json("[\(list.joined(separator: ","))]")
            case ("POST", .gpodder) where path == "/api/2/sync-devices/\(Self.user).json":
                return Self.json("{\"synchronized\":[],\"not-synchronized\":[]}")
            case ("GET", .gpodder) where path.hasPrefix("/api/2/subscriptions/\(Self.user)/"),
                ("GET", .nextcloud) where path == "/index.php/apps/gpoddersync/subscriptions":
                return Self.subscriptions(state, since: since ?? 0, moment)
            case ("POST", .gpodder) where path.hasPrefix("/api/2/subscriptions/\(Self.user)/"),
                ("POST", .nextcloud)
            where path == "/index.php/apps/gpoddersync/subscription_change/create":
                return Self.change(&state, body, moment)
            case ("GET", .gpodder) where path == "/api/2/episodes/\(Self.user).json",
                ("GET", .nextcloud) where path == "/index.php/apps/gpoddersync/episode_action":
                return Self.actions(state, since: since ?? 0, moment)
            case ("POST", .gpodder) where path == "/api/2/episodes/\(Self.user).json",
                ("POST", .nextcloud)
            where path == "/index.php/apps/gpoddersync/episode_action/create":
                for action in body.elements { keep(action, in: &state) }
                return Self.json("{\"timestamp\":\(moment),\"update_urls\":[]}")
            default: return Response(status: 404, text: "not here")
            }
        }
    }

    private func keep(_ action: JSONValue, in state: inout State) {
        func same(_ other: JSONValue, _ keys: [String]) -> Bool {
            keys.allSatisfy { other[$0] == action[$0] }
        }
        switch kind {
        case .gpodder:
            // What is there already is not taken again.
            let keys = ["podcast", "episode", "device", "action", "timestamp", "position"]
            if state.actions.contains(where: { same($0.fields, keys) }) { return }
        case .nextcloud:
            state.actions.removeAll { same($0.fields, ["podcast", "episode"]) }
        }
        state.actions.append((action, now() + state.clockOffset))
    }

    private static func subscriptions(_ state: State, since: Int64, _ moment: Int64) -> Response {
        let changed = state.subscriptions.filter { $0.value.at > since }.sorted { $0.key < $1.key }
        let add = changed.filter(\.value.isThere).map { quoted($0.key) }
        let remove = changed.filter { !$0.value.isThere }.map { quoted($0.key) }
        return json(
            "{\"add\":[\(add.joined(separator: ","))],\"remove\":[\(remove.joined(separator: ","))],"
                + "\"timestamp\":\(moment)}")
    }

    private static func change(_ state: inout State, _ body: JSONValue, _ moment: Int64) -> Response
    {
        var rewritten: [String] = []
        for (key, isThere) in [("add", true), ("remove", false)] {
            for sent in (body[key]?.elements ?? []).compactMap(\.string) {
                let kept = state.rewrites[sent] ?? sent
                if kept != sent { rewritten.append("[\(quoted(sent)),\(quoted(kept))]") }
                guard !kept.isEmpty, (state.subscriptions[kept]?.isThere ?? false) != isThere else {
                    continue
                }
                state.subscriptions[kept] = Entry(isThere: isThere, at: moment)
            }
        }
        return json(
            "{\"timestamp\":\(moment),\"update_urls\":[\(rewritten.joined(separator: ","))]}")
    }

    private static func actions(_ state: State, since: Int64, _ moment: Int64) -> Response {
        let list = state.actions.filter { $0.at > since }.map { text($0.fields) }
        return json("{\"actions\":[\(list.joined(separator: ","))],\"timestamp\":\(moment)}")
    }

    private static func json(_ text: String) -> Response {
        Response(headers: ["Content-Type": "application/json"], body: Array(text.utf8))
    }

    private static func text(_ value: JSONValue) -> String {
        switch value {
        case .null: "null"
        case .bool(let bool): bool ? "true" : "false"
        case .number(let number): Int64(exactly: number).map { String($0) } ?? "\(number)"
        case .string(let string): quoted(string)
        case .array(let elements): "[\(elements.map(text).joined(separator: ","))]"
        case .object(let members):
            "{\(members.map { "\(quoted($0.key)):\(text($0.value))" }.joined(separator: ","))}"
        }
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            case _ where scalar.value < 0x20:
                "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }
}
