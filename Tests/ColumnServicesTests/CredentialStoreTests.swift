@preconcurrency import Glibc
import TestSupport
import Testing

@testable import ColumnServices

/// Logins in the Secret Service, in the file, and on the way between.
@Suite(
    .enabled(if: PrivateBus.isInstalled(), "needs the package dbus"), .timeLimit(.minutes(2))
)
struct CredentialStoreTests {
    private let home = TemporaryHome()
    private let login = Login(user: "anna", password: "s3 cr%t\n\u{1F511}")

    private var path: String { home.path("credentials") }

    private var fileText: String {
        (try? PrivateFile.read(path)).flatMap { $0 }.map { String(decoding: $0, as: UTF8.self) }
            ?? ""
    }

    private func store(
        _ mode: CredentialStore.Mode, _ bus: PrivateBus?, given: String? = nil,
        patience: Duration = .seconds(60)
    ) -> CredentialStore {
        CredentialStore(path: path, mode: mode, bus: bus?.address, given: given, patience: patience)
    }

    @Test func loginsMoveToTheServiceAndLeaveTheFile() async throws {
        let bus = try await PrivateBus()
        try await CredentialStore(path: path).set(login, forFeed: "https://a.test/f")
        #expect(fileText.contains("anna"))
        let service = try await FakeSecretService(on: bus)
        let contents = try await store(.auto, bus).contents()
        #expect(contents.logins == ["https://a.test/f": login] && contents.serviceCount == 1)
        #expect(fileText == "https://a.test/f @service\n")
        #expect(service.secrets.keys.sorted() == ["https://a.test/f"])
        // Again, and one more, and one less.
        let other = Login(user: "b", password: "two")
        try await store(.auto, bus).set(other, for: "device:https://d.test")
        try await store(.auto, bus).set(nil, forFeed: "https://a.test/f")
        #expect(try await store(.auto, bus).logins() == ["device:https://d.test": other])
        #expect(service.secrets.count == 1 && !fileText.contains("two"))
        #expect(service.promptCount == 0)
    }

    @Test func lockedServiceIsNotAskedAndNothingIsLost() async throws {
        let bus = try await PrivateBus()
        let service = try await FakeSecretService(on: bus)
        try await store(.auto, bus).set(login, forFeed: "https://a.test/f")
        service.setLocked(true)
        let locked = try await store(.auto, bus).contents()
        #expect(locked.logins.isEmpty && locked.unreachable == ["https://a.test/f"])
        // What is kept meanwhile is in the file, and what is forgotten is forgotten later.
        let other = Login(user: "b", password: "two")
        try await store(.auto, bus).set(other, forFeed: "https://b.test/f")
        try await store(.auto, bus).set(nil, forFeed: "https://a.test/f")
        #expect(try await store(.auto, bus).logins() == ["https://b.test/f": other])
        service.setLocked(false)
        #expect(try await store(.auto, bus).logins() == ["https://b.test/f": other])
        #expect(service.secrets.keys.sorted() == ["https://b.test/f"])
        #expect(fileText == "https://b.test/f @service\n")
        #expect(service.promptCount == 0)
    }

    @Test func newLoginWinsOverTheOneInALockedService() async throws {
        let bus = try await PrivateBus()
        let service = try await FakeSecretService(on: bus)
        try await store(.auto, bus).set(login, forFeed: "https://a.test/f")
        service.setLocked(true)
        let new = Login(user: "anna", password: "changed")
        try await store(.auto, bus).set(new, forFeed: "https://a.test/f")
        #expect(try await store(.auto, bus).logins() == ["https://a.test/f": new])
        service.setLocked(false)
        #expect(try await store(.auto, bus).logins() == ["https://a.test/f": new])
        #expect(!fileText.contains("changed"))
    }

    @Test func fileEntryStaysUntilItWasReadBack() async throws {
        let bus = try await PrivateBus()
        let service = try await FakeSecretService(on: bus)
        service.setDamaging(true)
        try await store(.auto, bus).set(login, forFeed: "https://a.test/f")
        #expect(try await store(.auto, bus).logins() == ["https://a.test/f": login])
        #expect(fileText.contains("anna"))
    }

    @Test func settingFileBringsThemBack() async throws {
        let bus = try await PrivateBus()
        let service = try await FakeSecretService(on: bus)
        try await store(.service, bus).set(login, forFeed: "https://a.test/f")
        #expect(!fileText.contains("anna"))
        #expect(try await store(.file, bus).logins() == ["https://a.test/f": login])
        #expect(fileText.contains("anna") && !fileText.contains("@"))
        #expect(service.secrets.isEmpty)
    }

    @Test func withoutAServiceTheFileIsUsed() async throws {
        let bus = try await PrivateBus()
        for mode in CredentialStore.Mode.allCases {
            try await store(mode, bus).set(login, forFeed: "https://\(mode).test/f")
            try await store(mode, nil).set(login, forFeed: "https://\(mode).test/g")
        }
        #expect(try await store(.auto, nil).logins().count == 6)
        #expect(fileMode(path) == 0o600)
    }

    /// A hanging service costs a little time and no login; a timer run goes on.
    @Test func muteServiceIsGivenUp() async throws {
        let bus = try await PrivateBus()
        let service = try await FakeSecretService(on: bus)
        service.setMute(true)
        try await CredentialStore(path: path).set(login, forFeed: "https://a.test/f")
        #expect(
            try await store(.auto, bus, patience: .milliseconds(300)).logins() == [
                "https://a.test/f": login
            ])
        #expect(fileText.contains("anna"))
    }

    @Test func systemdsCredentialsAreReadOnly() async throws {
        home.write(Array("https://a.test/f anna given\nhttps://b.test/f b own\n".utf8), to: "given")
        try await CredentialStore(path: path).set(login, forFeed: "https://a.test/f")
        let logins = try await store(.auto, nil, given: home.path("given")).logins()
        #expect(logins["https://a.test/f"] == login)
        #expect(logins["https://b.test/f"] == Login(user: "b", password: "own"))
        #expect(!fileText.contains("b.test"))
    }

    @Test func manyAtOnceLoseNothing() async throws {
        let store = CredentialStore(path: path)
        try await withThrowingTaskGroup { group in
            for number in 0..<16 {
                group.addTask {
                    try await store.set(
                        Login(user: "u", password: "\(number)"), forFeed: "https://\(number).test/")
                }
            }
            try await group.waitForAll()
        }
        #expect(try await store.logins().count == 16)
    }
}
