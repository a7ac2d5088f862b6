import ColumnModel
import TestSupport
import Testing

@Suite struct SupportTests {
    @Test(
        arguments: [
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
            (1_700_000_000, "Tue, 14 Nov 2023 22:13:20 GMT"),
            (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"),
        ] as [(Int64, String)])
    func writesHTTPDates(seconds: Int64, text: String) {
        #expect(httpDate(Timestamp(secondsSince1970: seconds)) == text)
    }

    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
        ("foobar", "Zm9vYmFy"),
    ])
    func writesBase64(plain: String, coded: String) {
        #expect(base64(Array(plain.utf8)) == coded)
    }

    @Test func makesSHA256() {
        let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        #expect(sha256(Array("abc".utf8)) == known)
    }

    @Test(arguments: [0, 1, 65_535, 65_536, 200_000])
    func gzipIsWhatGunzipReads(count: Int) async throws {
        let bytes = FakeMP3.bytes(count: count)
        let result = try await ChildProcess.run(
            "gzip", ["-dc"], input: .bytes(gzipStored(bytes)))
        #expect(result.exitCode == 0)
        #expect(result.outputBytes == bytes)
    }

    @Test func fakeMP3IsTheSameAgainAndNeverRepeats() {
        let bytes = FakeMP3.bytes(count: 500_000, seed: 3)
        #expect(bytes == FakeMP3.bytes(count: 500_000, seed: 3))
        #expect(Array(bytes[..<1_000]) != FakeMP3.bytes(count: 1_000, seed: 4))
        #expect(Array(bytes[..<100_000]) == FakeMP3.bytes(count: 100_000, seed: 3))
        let frames = stride(from: 0, to: bytes.count - FakeMP3.frameSize, by: FakeMP3.frameSize)
            .map { Array(bytes[$0..<$0 + FakeMP3.frameSize]) }
        #expect(Set(frames).count == frames.count)
    }

    @Test func temporaryHomeGoesAway() {
        var path = ""
        do {
            let home = TemporaryHome()
            path = home.path
            home.write([1, 2], to: "a/b/c.txt")
            #expect(readFile(home.path("a/b/c.txt")) == [1, 2])
            #expect(fileMode(home.path("a/b/c.txt")) == 0o600)
            #expect(listDirectory(home.path("a")) == ["b"])
        }
        #expect(!fileExists(path))
    }

    @Test func clockWakesSleepersWhenMoved() async throws {
        let clock = ManualClock()
        let sleeper = Task {
            try await clock.sleep(for: .seconds(10))
            return clock.now.offset
        }
        #expect(try await clock.waitForSleepers() == [.seconds(10)])
        clock.advance(by: .seconds(9))
        #expect(try await clock.waitForSleepers() == [.seconds(1)])
        clock.advance(by: .seconds(1))
        #expect(try await sleeper.value == .seconds(10))
        #expect(clock.timestamp == Timestamp(secondsSince1970: 1_700_000_010))
    }

    @Test func clockSleepEndsWithItsTask() async throws {
        let clock = ManualClock()
        let sleeper = Task { try await clock.sleep(for: .seconds(10)) }
        try await clock.waitForSleepers()
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
    }

    @Test func waitingEndsWithItsLimit() async {
        let value = Watched(1)
        await #expect(throws: WaitError.timedOut(what: "two", seen: "1")) {
            try await value.wait(for: "two", within: .milliseconds(1)) { $0 == 2 }
        }
    }
}
