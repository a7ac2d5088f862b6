@preconcurrency import Glibc
import TestSupport
import Testing

@testable import RemoteControl

/// A player that is stopped: its socket takes clients and says nothing.
struct MutePlayerTests {
    private let home = TemporaryHome()
    private var directory: String { home.path("run/column") }

    @Test func aMutePlayerIsGivenUpAndNamed() async throws {
        try ControlSocket.makeDirectory(directory)
        let mute = try ControlSocket.listen(in: directory)
        defer { close(mute) }
        let client = try PlayerClient(directory: directory)
        await #expect(throws: ControlSocketError.notAnswering(processID: getpid())) {
            try await client.status()
        }
    }

    @Test func aCommandIsNotLeftForAMutePlayerToFindLater() async throws {
        try ControlSocket.makeDirectory(directory)
        let mute = try ControlSocket.listen(in: directory)
        defer { close(mute) }
        let client = try PlayerClient(directory: directory)
        await #expect(throws: ControlSocketError.notAnswering(processID: getpid())) {
            try await client.perform(.toggle)
        }
        let accepted = accept(mute, nil, nil)
        defer { close(accepted) }
        var chunk = [UInt8](repeating: 0, count: 4_096)
        let count = recv(accepted, &chunk, chunk.count, Int32(MSG_DONTWAIT))
        let said = String(decoding: chunk.prefix(max(0, count)), as: UTF8.self)
        #expect(said.contains("status"))
        #expect(!said.contains("toggle"))
    }

    @Test func aFullBacklogIsGivenUpToo() throws {
        try ControlSocket.makeDirectory(directory)
        let mute = try ControlSocket.listen(in: directory)
        defer { close(mute) }
        #expect(listen(mute, 0) == 0)
        let first = try ControlSocket.connect(in: directory)
        defer { close(first) }
        #expect(throws: ControlSocketError.notAnswering(processID: nil)) {
            try PlayerClient(directory: directory)
        }
    }
}
