import ColumnModel
import ColumnStore
import DeviceSync
import TestSupport
import Testing

/// Two homes and a server, with what goes wrong between them.
@Suite(.timeLimit(.minutes(5))) struct DeviceSyncTests {
    private struct World {
        let clock = SharedClock()
        let server: DeviceServerDouble
        let first: DeviceHome
        let second: DeviceHome

        init(_ kind: DeviceAccount.Kind) async throws {
            let clock = clock
            let shape = DeviceServerDouble.Kind(rawValue: kind.rawValue) ?? .gpodder
            server = DeviceServerDouble(shape) { clock.now }
            first = try await DeviceHome("desk", kind, at: server, clock: clock)
            second = try await DeviceHome("couch", kind, at: server, clock: clock)
        }

        /// Both homes have feeds 1 to 6, and all is agreed.
        func settle() async throws {
            for feed in 1...6 { try await first.subscribe(feed) }
            try await first.sync()
            clock.advance(by: 10)
            try await second.sync()
            clock.advance(by: 10)
        }
    }

    @Test(arguments: DeviceAccount.Kind.allCases)
    func carriesSubscriptionsAndPlacesBothWays(_ kind: DeviceAccount.Kind) async throws {
        let world = try await World(kind)
        try await world.first.subscribe(1)
        try await world.first.play(1, 1, to: 60)
        try await world.first.mark(1, 2, played: true)
        let sent = try await world.first.sync()
        #expect(sent.addedThere == [DeviceHome.feed(1)] && sent.sentCount == 2)
        world.clock.advance(by: 10)
        let received = try await world.second.sync()
        #expect(received.addedHere.count == 1)
        #expect(try await world.second.places == world.first.places)
        #expect(try await world.second.episode(1, 1)?.position == .seconds(60))
        #expect(try await world.second.episode(1, 2)?.isPlayed == true)

        world.clock.advance(by: 10)
        try await world.second.play(1, 1, to: 900)
        try await world.second.mark(1, 2, played: false)
        try await world.second.sync()
        try await world.first.sync()
        #expect(try await world.first.places == world.second.places)
        #expect(try await world.first.episode(1, 1)?.position == .seconds(900))
        #expect(try await world.first.episode(1, 2)?.isPlayed == false)
        // Nothing goes to and fro for ever.
        #expect(try await world.second.sync().sentCount == 0)
        #expect(try await world.first.sync().sentCount == 0)
    }

    @Test func newestActionWinsWhoeverSyncsLast() async throws {
        let world = try await World(.gpodder)
        try await world.settle()
        try await world.first.play(1, 1, to: 100)
        world.clock.advance(by: 10)
        try await world.second.play(1, 1, to: 50)
        try await world.second.sync()
        try await world.first.sync()
        try await world.second.sync()
        #expect(try await world.first.episode(1, 1)?.position == .seconds(50))
        #expect(try await world.second.episode(1, 1)?.position == .seconds(50))
    }

    @Test func journalsWhatCameAndTakesItBack() async throws {
        let world = try await World(.gpodder)
        try await world.settle()
        try await world.first.play(1, 1, to: 20)
        try await world.first.sync()
        world.clock.advance(by: 10)
        try await world.second.sync()
        try await world.second.play(1, 1, to: 300)
        try await world.second.mark(1, 2, played: true)
        try await world.second.sync()
        world.clock.advance(by: 10)
        try await world.first.sync()
        let episode = try #require(try await world.first.episode(1, 1))
        #expect(episode.position == .seconds(300))
        let entry = try #require(
            try await world.first.store.journal(of: .episode, episode.id.rawValue).last)
        #expect(entry.actor == .device && entry.change == "position" && entry.cause == "on couch")
        let undone = try #require(try await world.first.store.undoLastChange())
        #expect(undone.isTakenBack && undone.counts == ["position": 1, "played": 1])
        #expect(try await world.first.episode(1, 1)?.position == .seconds(20))
        #expect(try await world.first.episode(1, 2)?.isPlayed == false)
        // And that it was taken back is news for the others.
        world.clock.advance(by: 10)
        try await world.first.sync()
        try await world.second.sync()
        #expect(try await world.second.episode(1, 1)?.position == .seconds(20))
        #expect(try await world.second.episode(1, 2)?.isPlayed == false)
    }

    @Test(arguments: DeviceAccount.Kind.allCases)
    func wipedServerWipesNobody(_ kind: DeviceAccount.Kind) async throws {
        let world = try await World(kind)
        try await world.settle()
        try await world.first.play(1, 1, to: 77)
        try await world.first.sync()
        world.server.wipe()
        world.clock.advance(by: 10)
        let report = try await world.first.sync()
        #expect(report.lostThere.count == 6 && report.removedHere.isEmpty)
        #expect(try await world.first.feeds == [1, 2, 3, 4, 5, 6])
        // It is said again the next time, and put right when wanted.
        #expect(try await world.first.sync().lostThere.count == 6)
        var options = DeviceSyncOptions()
        options.restoresServer = true
        let restored = try await world.first.sync(options)
        #expect(restored.addedThere.count == 6 && restored.sentCount > 0)
        world.clock.advance(by: 10)
        #expect(try await world.second.sync().lostThere.isEmpty)
        #expect(try await world.second.places == world.first.places)
        #expect(try await world.second.episode(1, 1)?.position == .seconds(77))
    }

    @Test func emptyServerIsBelievedOnlyWithAYes() async throws {
        let world = try await World(.gpodder)
        try await world.settle()
        world.server.wipe()
        var options = DeviceSyncOptions()
        options.allowsRemovals = true
        let report = try await world.first.sync(options)
        #expect(report.removedHere.count == 6)
        #expect(try await world.first.feeds.isEmpty)
        _ = try await world.first.store.undoLastChange()
        #expect(try await world.first.feeds.count == 6)
    }

    @Test func manyRemovalsWaitForAYes() async throws {
        let world = try await World(.gpodder)
        try await world.settle()
        world.server.change(remove: (1...4).map(DeviceHome.feed))
        world.clock.advance(by: 10)
        #expect(try await world.first.sync().heldHere.count == 4)
        #expect(try await world.first.feeds.count == 6)
        world.clock.advance(by: 100)
        #expect(try await world.first.sync().heldHere.count == 4)
        var options = DeviceSyncOptions()
        options.allowsRemovals = true
        #expect(try await world.first.sync(options).removedHere.count == 4)
        #expect(try await world.first.feeds == [5, 6])

        for feed in [5, 6] { try await world.first.remove(feed) }
        #expect(try await world.first.sync().heldThere.count == 2)
        #expect(world.server.subscriptions.count == 2)
        #expect(try await world.first.sync(options).removedThere.count == 2)
        #expect(world.server.subscriptions.isEmpty)
    }

    @Test func oneRemovalGoesThroughAndIsOneStepToTakeBack() async throws {
        let world = try await World(.gpodder)
        try await world.settle()
        try await world.second.remove(3)
        try await world.second.sync()
        world.clock.advance(by: 10)
        #expect(try await world.first.sync().removedHere.count == 1)
        #expect(try await world.first.feeds == [1, 2, 4, 5, 6])
        _ = try await world.first.store.undoLastChange()
        world.clock.advance(by: 10)
        try await world.first.sync()
        try await world.second.sync()
        #expect(try await world.second.feeds.contains(3))
    }

    @Test func subscribingAgainWinsOverARemovalElsewhere() async throws {
        let world = try await World(.gpodder)
        try await world.settle()
        try await world.second.remove(3)
        try await world.second.sync()
        world.clock.advance(by: 10)
        try await world.first.remove(3)
        try await world.first.subscribe(3)
        try await world.first.sync()
        #expect(try await world.first.feeds.contains(3))
        #expect(world.server.subscriptions.contains(DeviceHome.feed(3)))
    }

    @Test func keepsTheServersWritingOfAnAddress() async throws {
        let world = try await World(.gpodder)
        let kept = "http://feeds.example.org/canonical.xml"
        world.server.rewrite(DeviceHome.feed(1), as: kept)
        world.server.rewrite(DeviceHome.feed(2), as: "")
        try await world.first.subscribe(1)
        try await world.first.subscribe(2)
        let report = try await world.first.sync()
        #expect(report.refusedThere == [DeviceHome.feed(2)])
        #expect(world.server.subscriptions == [kept])
        let second = try await world.first.sync()
        #expect(second.addedHere.isEmpty && second.lostThere.isEmpty)
        #expect(try await world.first.feeds == [1, 2])
        try await world.first.remove(1)
        try await world.first.sync()
        #expect(world.server.subscriptions.isEmpty)
    }

    @Test func placesOfUnknownEpisodesWait() async throws {
        let world = try await World(.gpodder)
        try world.server.receive(
            """
            {"podcast":"\(DeviceHome.feed(9))","episode":"https://feeds.example.org/9/2.mp3",
             "action":"play","position":40,"started":0,"total":3600,"device":"phone",
             "timestamp":"2023-11-14T22:13:00"}
            """)
        #expect(try await world.first.sync().actions.waiting == 1)
        world.server.change(add: [DeviceHome.feed(9)])
        world.clock.advance(by: 10)
        #expect(try await world.first.sync().actions.changed == 1)
        #expect(try await world.first.episode(9, 2)?.position == .seconds(40))
    }

    @Test func wrongClocksLoseNothingAndAreSaid() async throws {
        let world = try await World(.gpodder)
        try await world.settle()
        try world.server.receive(
            """
            {"podcast":"\(DeviceHome.feed(1))","episode":"https://feeds.example.org/1/1.mp3",
             "action":"play","position":30,"started":0,"total":3600,"device":"phone",
             "timestamp":"2050-01-01T00:00:00"}
            """)
        world.clock.advance(by: 10)
        let report = try await world.first.sync()
        #expect(report.actions.misdated == 1)
        #expect(try await world.first.episode(1, 1)?.position == .seconds(30))
        // A later place wins over a time that cannot be.
        try await world.first.play(1, 1, to: 200)
        world.clock.advance(by: 10)
        try await world.first.sync()
        try await world.second.sync()
        #expect(try await world.second.episode(1, 1)?.position == .seconds(200))

        // The server's clock is a year ahead, and is then put right.
        world.server.setClock(ahead: 31_536_000)
        #expect(try await world.first.sync().clockDifference == .seconds(31_536_000))
        world.server.setClock(ahead: 0)
        try await world.second.play(1, 2, to: 44)
        try await world.second.sync()
        world.clock.advance(by: 10)
        try await world.first.sync()
        #expect(try await world.first.episode(1, 2)?.position == .seconds(44))
    }

    @Test func homeWhoseClockIsBehindIsStillHeard() async throws {
        let world = try await World(.gpodder)
        let late = try await DeviceHome(
            "late", .gpodder, at: world.server, clock: world.clock, ahead: -500_000)
        try await world.settle()
        try await world.first.play(1, 1, to: 100)
        try await world.first.sync()
        world.clock.advance(by: 10)
        try await late.sync()
        // Made in knowledge of the first place, so it comes after it.
        try await late.play(1, 1, to: 150)
        try await late.sync()
        world.clock.advance(by: 10)
        try await world.first.sync()
        #expect(try await world.first.episode(1, 1)?.position == .seconds(150))
    }

    @Test(
        arguments: [
            DeviceServerDouble.Trouble.cutBefore, .cutAfter, .status(500), .status(401), .page,
        ], 1...4)
    func troubleAtAnyRequestLosesNothing(_ trouble: DeviceServerDouble.Trouble, _ place: Int)
        async throws
    {
        let world = try await World(.gpodder)
        try await world.settle()
        try await world.first.play(1, 1, to: 321)
        try await world.first.mark(2, 2, played: true)
        try await world.first.subscribe(7)
        try await world.first.remove(6)
        let before = world.server.log.entries.count
        world.server.trouble { [server = world.server] _ in
            server.log.entries.count - before >= place ? trouble : nil
        }
        await #expect(throws: DeviceSyncError.self) { try await world.first.sync() }
        world.server.trouble(nil)
        world.clock.advance(by: 10)
        try await world.first.sync()
        #expect(world.server.actions.filter { $0.hasPrefix("play 321") }.count == 1)
        try await world.second.sync()
        #expect(try await world.second.places == world.first.places)
        #expect(try await world.second.feeds == [1, 2, 3, 4, 5, 7])
        #expect(try await world.second.episode(1, 1)?.position == .seconds(321))
        #expect(try await world.second.episode(2, 2)?.isPlayed == true)
    }

    @Test func privateColumnsStayHere() async throws {
        let world = try await World(.gpodder)
        try await world.first.subscribe(1)
        try await world.first.subscribe(2)
        try await world.first.play(2, 1, to: 9)
        let secret = DeviceHome.feed(2)
        let report = try await world.first.synchronizer(isPrivate: { $0.url == secret }).sync()
        #expect(report.privateCount == 1 && report.sentCount == 0)
        #expect(world.server.subscriptions == [DeviceHome.feed(1)])
    }

    @Test func wrongPasswordIsALoginFailure() async throws {
        let world = try await World(.gpodder)
        do {
            try await world.first.synchronizer(password: "wrong").register(caption: "x")
            Issue.record("it was let in")
        } catch {
            guard case DeviceSyncError.failed(let failure) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(failure.code == .login && failure.status == 401)
        }
    }

    @Test func makesItselfKnown() async throws {
        let world = try await World(.gpodder)
        try await world.first.synchronizer().register(caption: "column on desk")
        try await world.second.synchronizer().register(caption: "column on couch")
        #expect(world.server.devices == ["desk", "couch"])
    }
}
