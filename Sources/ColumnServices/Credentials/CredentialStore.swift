import BusKit
import ColumnStore
import Diagnostics

/// The logins of feeds, servers and directories: in the Secret Service where there is one, else in a
/// file of their own (0600); never in the database.
///
/// The file also lists what the service keeps, so that nobody asks the bus who has no logins. What
/// cannot be moved stays where it is; an entry of the file goes only when the service gives it back.
public struct CredentialStore: Sendable {
    /// Where logins are kept.
    public enum Mode: String, Sendable, CaseIterable {
        /// In the Secret Service where it runs and is unlocked, else in the file.
        case auto
        /// In the file.
        case file
        /// In the Secret Service; it is started where it does not run.
        case service
    }

    /// What is there, and what cannot be had now.
    public struct Contents: Sendable, Equatable {
        /// The logins by what they are for.
        public var logins: [String: Login] = [:]
        /// What the Secret Service keeps and does not give, since it is locked or away.
        public var unreachable: Set<String> = []
        /// How many logins the Secret Service gave.
        public var serviceCount = 0
    }

    private let path: String
    private let mode: Mode
    private let bus: String?
    private let given: String?
    private let patience: Duration

    /// Uses a file only, which is made with the first login.
    public init(path: String) {
        self.init(path: path, mode: .file, bus: nil, given: nil)
    }

    /// Uses the places and the setting of where secrets are kept.
    public init(places: Places, configuration: Configuration) {
        self.init(
            path: places.credentialsFile,
            mode: Mode(rawValue: configuration[.secretsStore]) ?? .auto, bus: places.sessionBus,
            given: places.givenCredentialsFile)
    }

    /// - Parameters:
    ///   - bus: the address of the session's bus.
    ///   - given: a file of logins that is only read.
    ///   - patience: how long the Secret Service may take for all.
    init(
        path: String, mode: Mode, bus: String?, given: String?, patience: Duration = .seconds(3)
    ) {
        self.path = path
        self.mode = mode
        self.bus = bus
        self.given = given
        self.patience = patience
    }

    /// All logins by what they are for: a feed's address without credentials, or one of our names.
    public func logins() async throws(PlacesError) -> [String: Login] {
        try await contents().logins
    }

    /// All logins, and which cannot be had now; brings them to where they are to be kept.
    public func contents() async throws(PlacesError) -> Contents {
        var file = try CredentialFile(path: path)
        let before = file
        var contents = Contents()
        if let given { contents.logins = try CredentialFile(path: given).logins }
        let keepsInService = mode != .file && !file.logins.isEmpty
        if keepsInService || !file.inService.isEmpty || !file.gone.isEmpty,
            let service = await openService(isNeeded: mode == .service || !file.inService.isEmpty)
        {
            let settled =
                mode == .file
                ? await moveToFile(&file, from: service)
                : await moveToService(&file, service)
            contents.logins.merge(settled) { _, ours in ours }
            contents.serviceCount = file.inService.count
        }
        contents.logins.merge(file.logins) { _, ours in ours }
        contents.unreachable = file.inService.filter { contents.logins[$0] == nil }
        if file != before, await replace(before, by: file), mode == .file {
            await forget(file.gone, in: file)
        }
        if !contents.unreachable.isEmpty {
            Log.write(
                .warning, .sync,
                "\(contents.unreachable.count) logins are in the Secret Service, which is locked or away"
            )
        }
        return contents
    }

    /// Keeps a login, or forgets it with nil.
    public func set(_ login: Login?, for id: String) async throws(PlacesError) {
        let lock = await lock()
        var file = try CredentialFile(path: path)
        let before = file
        file.logins[id] = login
        if login != nil {
            file.gone.remove(id)
        } else if file.inService.remove(id) != nil {
            file.gone.insert(id)
        }
        // In the file first: whatever happens on the way to the service, it is kept.
        if file != before { try file.write(to: path) }
        withExtendedLifetime(lock) {}
        _ = try await contents()
    }

    /// Keeps a feed's login, or with nil forgets it and the tokens of its address.
    public func set(_ login: Login?, forFeed url: String) async throws(PlacesError) {
        try await set(login, for: url)
        guard login == nil, url.contains(AddressToken.mark) else { return }
        for id in try await logins().keys where AddressToken.isToken(id, in: url) {
            try await set(nil, for: id)
        }
    }

    /// Keeps what was taken out of an address.
    public func keep(_ address: FeedAddress, login: Login? = nil) async throws(PlacesError) {
        if let login = login ?? address.login { try await set(login, forFeed: address.url) }
        for token in address.tokens { try await set(token.login, for: token.id) }
    }

    /// Lets a login follow a feed to its new address on the same host.
    ///
    /// A login never goes to another host by itself; a file that cannot be written stays as it is.
    func move(from old: String, to new: String) async {
        guard let login = try? await logins()[old],
            FeedAddress(old)?.host == FeedAddress(new)?.host
        else { return }
        try? await set(login, forFeed: new)
        try? await set(nil, for: old)
    }
}

extension CredentialStore {
    private func openService(isNeeded: Bool) async -> SecretService? {
        guard let bus else { return nil }
        return await SecretService.open(
            .address(bus), library: path, startsIt: isNeeded && mode == .service, within: patience)
    }

    /// Moves what the file has to the service, deletes there what is gone; answers what it keeps.
    private func moveToService(_ file: inout CredentialFile, _ service: SecretService) async
        -> [String: Login]
    {
        guard var kept = await service.items() else { return [:] }
        for id in file.gone {
            guard let item = kept[id] else {
                // What is locked is not shown, and may be there.
                if service.isUnlocked { file.gone.remove(id) }
                continue
            }
            guard await service.delete(item) else { continue }
            kept[id] = nil
            file.gone.remove(id)
        }
        if !file.logins.isEmpty {
            for (id, login) in file.logins where kept[id]?.login != login {
                guard await service.keep(login, for: id) else { break }
            }
            // Only what comes back as it was given is no longer needed in the file.
            guard let again = await service.items() else { return kept.mapValues(\.login) }
            kept = again
            for (id, login) in file.logins where kept[id]?.login == login {
                file.logins[id] = nil
                file.inService.insert(id)
            }
        }
        for id in file.gone { kept[id] = nil }
        // What was deleted by hand in the service is gone; what is there is known again.
        if service.isUnlocked { file.inService.formIntersection(kept.keys) }
        file.inService.formUnion(kept.keys)
        for id in file.logins.keys { file.inService.remove(id) }
        return kept.mapValues(\.login)
    }

    /// Brings back into the file what the service keeps; it is deleted there by `forget`, when the
    /// file is written.
    private func moveToFile(_ file: inout CredentialFile, from service: SecretService) async
        -> [String: Login]
    {
        guard let kept = await service.items() else { return [:] }
        for (id, item) in kept where file.inService.contains(id) {
            if file.logins[id] == nil { file.logins[id] = item.login }
            file.inService.remove(id)
            file.gone.insert(id)
        }
        if service.isUnlocked {
            file.inService.formIntersection(kept.keys)
            file.gone.formIntersection(kept.keys)
        }
        return [:]
    }

    private func forget(_ ids: Set<String>, in written: CredentialFile) async {
        guard !ids.isEmpty, let service = await openService(isNeeded: true),
            let kept = await service.items()
        else { return }
        var file = written
        for id in ids {
            if let item = kept[id] {
                guard await service.delete(item) else { continue }
            } else if !service.isUnlocked {
                continue
            }
            file.gone.remove(id)
        }
        _ = await replace(written, by: file)
    }

    /// Writes the file, unless it cannot be, or was written by somebody else meanwhile.
    ///
    /// The next call does the same again then, so that nothing is lost.
    private func replace(_ old: CredentialFile, by new: CredentialFile) async -> Bool {
        let lock = await lock()
        defer { withExtendedLifetime(lock) {} }
        guard let current = try? CredentialFile(path: path), current == old else { return false }
        return (try? new.write(to: path)) != nil
    }

    /// Keeps other processes from writing the file; nil where no lock can be had in a second.
    private func lock() async -> ProcessLock? {
        for _ in 0..<100 {
            do {
                if let taken = try ProcessLock(path: path + ".lock") { return taken }
            } catch {
                // Nobody holds a lock that cannot be made.
                return nil
            }
            try? await Task.sleep(for: .milliseconds(10))
        }
        return nil
    }
}
