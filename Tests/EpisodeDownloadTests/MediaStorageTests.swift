import ColumnModel
import ColumnStore
import EpisodeDownload
import EpisodeMedia
import TestSupport
import Testing

/// Cleaning, the trash, the check and its repair, on real files.
@Suite struct MediaStorageTests {
    private func downloaded(_ count: Int) async throws -> (DownloadHarness, [EpisodeID]) {
        let harness = try DownloadHarness()
        let ids = try await harness.addGoodEpisodes(count)
        _ = await harness.run(ids)
        return (harness, ids)
    }

    private func path(_ harness: DownloadHarness, _ id: EpisodeID) async throws -> String {
        let file = try await harness.store.episode(id)?.audio.file
        return harness.library.folder.path(of: try #require(file))
    }

    // MARK: Cleaning

    @Test func playedGoesToTheTrashAndComesBack() async throws {
        let (harness, ids) = try await downloaded(3)
        let storage = MediaStorage(library: harness.library)
        try await harness.store.mark([ids[0]], played: true, by: .user, cause: "test")
        let plan = try await storage.cleanPlan(CleanRules())
        #expect(plan.items.map(\.media.episode) == [ids[0]])
        #expect(plan.items.map(\.cause) == [.played])
        #expect(plan.bytes == Int64(DownloadHarness.size))
        // A plan changes nothing.
        #expect(try await harness.state(ids[0]) == .complete)
        let moved = try await storage.apply(plan)
        #expect(moved.map(\.episode) == [ids[0]])
        #expect(try await harness.state(ids[0]) == .trashed)
        let name = try await path(harness, ids[0])
        #expect(!fileExists(name))
        #expect(try await storage.restore(ids) == [ids[0]])
        #expect(readFile(name) == DownloadHarness.content(0).bytes)
        #expect(try await harness.state(ids[0]) == .complete)
        #expect(try await storage.check().isEmpty)
    }

    @Test func likedQueuedAndUnfinishedStay() async throws {
        let (harness, ids) = try await downloaded(5)
        try await harness.store.like([ids[0]], true)
        try await harness.store.enqueue([ids[1]])
        try await harness.store.savePosition(.seconds(30), of: ids[2])
        var rules = CleanRules()
        rules.budget = .zero
        let storage = MediaStorage(library: harness.library)
        let plan = try await storage.cleanPlan(rules)
        #expect(Set(plan.items.map(\.media.episode)) == [ids[3], ids[4]])
        #expect(plan.bytesOverBudget == Int64(3 * DownloadHarness.size))
        // What is liked after the plan was made stays as well.
        try await harness.store.like([ids[3]], true)
        #expect(try await storage.apply(plan).map(\.episode) == [ids[4]])
        #expect(try await harness.state(ids[3]) == .complete)
    }

    @Test func trashEndsWithItsGraceTime() async throws {
        let (harness, ids) = try await downloaded(1)
        let storage = MediaStorage(library: harness.library)
        try await harness.store.mark(ids, played: true, by: .user, cause: "test")
        _ = try await storage.apply(storage.cleanPlan(CleanRules()))
        let now = Timestamp.current()
        var rules = CleanRules()
        rules.grace = .seconds(3_600)
        #expect(try await storage.cleanPlan(rules, at: now).expired.isEmpty)
        let later = try await storage.cleanPlan(rules, at: now + Duration.seconds(3_601))
        #expect(later.expired.map(\.episode) == ids)
        _ = try await storage.apply(later)
        #expect(try await harness.state(ids[0]) == AudioState.none)
        #expect(listDirectory(harness.library.folder.path(of: "trash")).isEmpty)
    }

    // MARK: Checking

    @Test func soundFilesGiveNoFinding() async throws {
        let (harness, _) = try await downloaded(3)
        #expect(try await MediaStorage(library: harness.library).check().isEmpty)
    }

    @Test func aFileWhoseLossWasNoticedBeforeIsFoundToo() async throws {
        let (harness, ids) = try await downloaded(1)
        removeTree(try await path(harness, ids[0]))
        try await harness.store.setMediaMissing(of: ids[0])
        let storage = MediaStorage(library: harness.library)
        let findings = try await storage.check()
        #expect(findings.map(\.fault) == [.missing])
        let summary = await harness.run(try await storage.prepareRepair(findings))
        #expect(summary.finished == ids)
        #expect(try await storage.check().isEmpty)
    }

    @Test func eachFaultIsFoundAndRepaired() async throws {
        let (harness, ids) = try await downloaded(5)
        let good = DownloadHarness.content
        removeTree(try await path(harness, ids[0]))
        writeFile(try await path(harness, ids[1]), Array(good(1).bytes[..<100_000]))
        var changed = good(2).bytes
        changed[60_000] ^= 1
        writeFile(try await path(harness, ids[2]), changed)
        writeFile(try await path(harness, ids[3]), Array("<!doctype html>".utf8))
        harness.home.write([1, 2, 3], to: "media/99-stray.mp3")
        let storage = MediaStorage(library: harness.library)
        let findings = try await storage.check()
        let faults = Dictionary(uniqueKeysWithValues: findings.map { ($0.episode, $0.fault) })
        let size = Int64(DownloadHarness.size)
        #expect(findings.count == 5)
        #expect(faults[ids[0]] == .missing)
        #expect(faults[ids[1]] == .truncated(bytes: 100_000, expected: size))
        #expect(faults[ids[2]] == .changed)
        #expect(faults[ids[3]] == .notAudio)
        #expect(faults[EpisodeID(rawValue: 99)] == .orphan)

        let before = harness.server.log.entries.count
        let wanted = try await storage.prepareRepair(findings)
        #expect(Set(wanted) == Set(ids[0..<4]))
        let summary = await harness.run(wanted)
        #expect(summary.finished.count == 4)
        for (index, id) in ids.enumerated() {
            #expect(try await harness.bytes(id) == good(index).bytes)
        }
        #expect(try await storage.check().isEmpty)
        // Of the truncated file only the rest was fetched.
        let repairs = harness.server.log.entries[before...]
        let rest = repairs.first { $0.request.path.hasSuffix("/1.mp3") }
        #expect(rest?.request.rangeStart == 100_000 - 64 << 10)
        #expect(fileExists(harness.library.folder.path(of: "trash/99-stray.mp3")))
    }

    @Test func namesAndSizesAloneAreQuick() async throws {
        let (harness, ids) = try await downloaded(1)
        var changed = DownloadHarness.content(0).bytes
        changed[60_000] ^= 1
        writeFile(try await path(harness, ids[0]), changed)
        let storage = MediaStorage(library: harness.library)
        #expect(try await storage.check(readsContents: false).isEmpty)
        #expect(try await storage.check().map(\.fault) == [.changed])
    }
}
