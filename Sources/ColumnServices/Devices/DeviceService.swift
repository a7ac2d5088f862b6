import ColumnModel
import ColumnStore
import DeviceSync
@preconcurrency import Glibc

/// Keeps this library and other devices in step through a server.
public struct DeviceService: Sendable {
    private let library: LibraryService
    private let places: Places
    private let configuration: Configuration
    private let credentials: CredentialStore

    /// Makes a service.
    public init(library: LibraryService, places: Places, configuration: Configuration) {
        self.library = library
        self.places = places
        self.configuration = configuration
        credentials = CredentialStore(places: places, configuration: configuration)
    }

    /// Whether somebody is logged in.
    public func isLoggedIn() async throws -> Bool { try await account() != nil }

    /// How the library stands with its server; nil while nobody is logged in.
    public func status() async throws -> DeviceStatus? {
        guard let account = try await account() else { return nil }
        let waiting = try await library.ask { (store) throws(StoreError) in
            try await store.deviceOutbox(limit: .max).count
        }
        return DeviceStatus(
            url: account.url,
            kind: DeviceServerKind(rawValue: account.kind.rawValue) ?? .gpodder,
            user: account.user, device: account.device, synced: account.synced,
            waitingCount: waiting,
            hasPassword: try await credentials.logins()[Self.id(account.url)] != nil)
    }

    /// Logs in; the password is kept with the logins, and nothing is synced yet.
    public func login(
        to text: String, kind: DeviceServerKind, user: String, password: String, device: String?
    ) async throws {
        let url = try Self.address(text)
        let known = try await account()
        if let known, known.url != url || known.user != user {
            throw DeviceError.loggedIn(url: known.url, user: known.user)
        }
        let kind = DeviceAccount.Kind(rawValue: kind.rawValue) ?? .gpodder
        let name = device ?? known?.device ?? defaultDevice
        let account = DeviceAccount(url: url, kind: kind, user: user, device: name)
        let login = DeviceLogin(user: user, password: password)
        do throws(DeviceSyncError) {
            try await synchronizer(account, login, [:], DeviceSyncOptions()).register(
                caption: "column on \(Self.hostName)")
        } catch {
            throw DeviceError.make(error)
        }
        try await credentials.set(Login(user: user, password: password), for: Self.id(url))
        // What was agreed with the same server before still holds.
        if known?.kind == kind, known?.device == name { return }
        try await library.ask { (store) throws(StoreError) in
            try await store.setDeviceAccount(account)
        }
    }

    /// Logs out, and all stays as it is; false where nobody was logged in.
    public func logout() async throws -> Bool {
        guard let account = try await account() else { return false }
        try await library.ask { (store) throws(StoreError) in
            try await store.setDeviceAccount(nil)
        }
        try await credentials.set(nil, for: Self.id(account.url))
        return true
    }

    /// Brings both in step, and fetches the feeds that came from other devices.
    ///
    /// - Parameters:
    ///   - allowsRemovals: whether removals above the bound are done, and an empty server is believed.
    ///   - restoresServer: whether the server is told all that is here, because it has lost it.
    public func sync(
        allowsRemovals: Bool = false, restoresServer: Bool = false,
        onFeed: @escaping @Sendable (SyncResult) async -> Void = { _ in }
    ) async throws -> DeviceResult {
        if let refusal = library.store.writeRefusal { throw LibraryError(refusal) }
        let path = FilePath.folder(of: places.libraryFile) + "/devices.lock"
        let taken: ProcessLock?
        do throws(StoreError) {
            taken = try ProcessLock(path: path)
        } catch {
            throw LibraryError(error)
        }
        guard let lock = taken else {
            throw ServiceError.alreadyRunning(job: "devices sync")
        }
        defer { withExtendedLifetime(lock) {} }
        var options = options
        options.allowsRemovals = allowsRemovals
        options.restoresServer = restoresServer
        let synchronizer = try await synchronizer(options)
        do throws(DeviceSyncError) {
            var report = try await synchronizer.sync()
            var result = try await Self.result(report, library.store)
            guard !report.addedHere.isEmpty else { return result }
            let service = SyncService(
                library: library, places: places, configuration: configuration)
            // What is not fetched now, because another sync runs, comes with the next one.
            try? await service.sync(result.addedHere, onResult: onFeed)
            let outcome = try await synchronizer.applyWaiting()
            report.actions.changed += outcome.changed
            report.actions.waiting = outcome.waiting
            result = try await Self.result(report, library.store)
            return result
        } catch {
            throw DeviceError.make(error)
        }
    }

    /// What a sync would do, found on a copy of the library; nothing is sent.
    public func plan() async throws -> DeviceResult {
        // Before the copy, which takes seconds of a large library.
        guard try await isLoggedIn() else { throw DeviceError.notLoggedIn }
        try PrivateFile.makeDirectory(places.stateDirectory)
        let path = places.stateDirectory + "/devices-plan.\(getpid()).sqlite"
        defer {
            for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
        }
        // Made before the copy, so that nobody else may read it.
        try PrivateFile.write([], to: path)
        let copy = try await library.ask { (store) throws(StoreError) in
            try await store.backUp(to: path)
            return try Store(path: path)
        }
        var options = options
        options.isPlan = true
        let synchronizer = try await synchronizer(options, store: copy)
        do throws(DeviceSyncError) {
            return try await Self.result(try await synchronizer.sync(), copy)
        } catch {
            throw DeviceError.make(error)
        }
    }
}

extension DeviceService {
    private var options: DeviceSyncOptions {
        var options = DeviceSyncOptions()
        options.removalLimit = configuration[.devicesRemoveLimit]
        options.timeout = configuration[.syncTimeout]
        return options
    }

    private func account() async throws -> DeviceAccount? {
        try await library.ask { (store) throws(StoreError) in try await store.deviceAccount() }
    }

    private func synchronizer(_ options: DeviceSyncOptions, store: Store? = nil) async throws
        -> DeviceSynchronizer
    {
        guard let account = try await account() else { throw DeviceError.notLoggedIn }
        let contents = try await credentials.contents()
        let id = Self.id(account.url)
        guard let login = contents.logins[id] else {
            throw DeviceError.noPassword(
                url: account.url, isUnreachable: contents.unreachable.contains(id))
        }
        return synchronizer(
            account, DeviceLogin(user: login.user, password: login.password), contents.logins,
            options, store: store)
    }

    private func synchronizer(
        _ account: DeviceAccount, _ login: DeviceLogin, _ logins: [String: Login],
        _ options: DeviceSyncOptions, store: Store? = nil
    ) -> DeviceSynchronizer {
        let tellsAll = configuration[.devicesPrivateFeeds]
        let credentials = credentials
        let isPlan = options.isPlan
        return DeviceSynchronizer(
            store: store ?? library.store, account: account, login: login,
            client: configuration.makeClient(), options: options,
            isPrivate: { column in
                !tellsAll && (logins[column.url] != nil || PrivateAddress.hasToken(column.url))
            },
            feedAddress: { text in
                guard let address = FeedAddress(text) else { return nil }
                if !isPlan { try? await credentials.keep(address) }
                return address.url
            })
    }

    private static func result(_ report: DeviceSyncReport, _ store: Store)
        async throws(DeviceSyncError) -> DeviceResult
    {
        func columns(_ ids: [ColumnID]) async throws(DeviceSyncError) -> [Column] {
            var columns: [Column] = []
            for id in ids {
                do throws(StoreError) {
                    if let column = try await store.column(id) { columns.append(column) }
                } catch {
                    throw .store(error)
                }
            }
            return columns
        }
        var result = DeviceResult()
        result.addedHere = try await columns(report.addedHere)
        result.removedHere = try await columns(report.removedHere.map(\.column))
        result.heldHere = try await columns(report.heldHere.map(\.column))
        result.lostThere = try await columns(report.lostThere.map(\.column))
        result.addedThere = report.addedThere
        result.removedThere = report.removedThere
        result.heldThere = report.heldThere
        result.refusedThere = report.refusedThere
        result.refusedHere = report.refusedHere
        result.privateCount = report.privateCount
        result.changedCount = report.actions.changed
        result.waitingCount = report.actions.waiting
        result.misdatedCount = report.actions.misdated
        result.sentCount = report.sentCount
        result.clockDifference = report.clockDifference
        return result
    }

    /// Under which name the password is kept.
    private static func id(_ url: String) -> String { "device:\(url)" }

    /// The server's address without what people copy along with it.
    private static func address(_ text: String) throws(DeviceError) -> String {
        guard let address = FeedAddress(text), address.login == nil else {
            throw .badAddress(text)
        }
        var url = address.url
        for tail in ["/apps/gpoddersync", "/index.php", "/api/2"] {
            while url.hasSuffix("/") { url.removeLast() }
            if url.hasSuffix(tail) { url.removeLast(tail.count) }
        }
        while url.hasSuffix("/") { url.removeLast() }
        return url
    }

    /// One name for this library at the server, the same whenever it is made.
    private var defaultDevice: String {
        let host = Self.hostName.unicodeScalars.map { scalar -> Character in
            let isPlain =
                scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
            return isPlain ? Character(scalar) : "-"
        }
        let number = places.libraryFile.utf8.reduce(UInt32(2_166_136_261)) { hash, byte in
            (hash ^ UInt32(byte)) &* 16_777_619
        }
        return "column-\(String(host.prefix(32)))-\(String(number, radix: 16))"
    }

    private static var hostName: String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return "linux" }
        return String(
            decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
