@preconcurrency import Glibc
import TestSupport
import ThreadKit

@testable import RemoteControl

/// A client that says whatever a test wants; a thread gathers what it hears.
final class RawClient: Sendable {
    struct Heard: Sendable {
        var bytes: [UInt8] = []
        var isOver = false

        var lines: [String] {
            String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        }
    }

    let heard = Watched(Heard())
    private let descriptor: Int32

    init(directory: String, reads: Bool = true) throws {
        descriptor = try ControlSocket.connect(in: directory)
        if reads { read() }
    }

    deinit {
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }

    func write(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

    func waitForLines(_ count: Int) async throws -> [String] {
        try await heard.wait(for: "\(count) lines") { $0.lines.count >= count }.lines
    }

    func waitForEnd() async throws -> [String] {
        try await heard.wait(for: "the server to hang up") { $0.isOver }.lines
    }

    private func read() {
        // A duplicate, so that the thread never reads from a number that was given to another.
        let copy = dup(descriptor)
        startThread(name: "raw-client") { [heard] in
            var chunk = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = recv(copy, &chunk, chunk.count, 0)
                guard count > 0 else { break }
                let piece = chunk[..<count]
                heard.update { $0.bytes += piece }
            }
            close(copy)
            heard.update { $0.isOver = true }
        }
    }
}
