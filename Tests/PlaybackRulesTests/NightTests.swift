import ColumnModel
import PlaybackRules
import Testing

/// The timer that sets itself at night, by clocks on the wall, also when they are changed.
struct NightTests {
    /// Berlin in 2026: summer time from 29 March 01:00 UTC to 25 October 01:00 UTC.
    private static let berlin = LocalClock { moment in
        let isSummer = (1_774_746_000..<1_792_890_000).contains(moment.secondsSince1970)
        return isSummer ? 7_200 : 3_600
    }

    private static let night = NightTimer(
        start: 22 * 60, end: 6 * 60, kind: .after(.seconds(1_800)))

    @Test(arguments: [
        (22 * 60, true), (23 * 60 + 59, true), (0, true), (5 * 60 + 59, true), (6 * 60, false),
        (12 * 60, false), (21 * 60 + 59, false),
    ])
    func aWindowAcrossMidnight(minute: Int, isNight: Bool) {
        #expect(Self.night.contains(minute) == isNight)
    }

    @Test func aWindowWithinADay() {
        let nap = NightTimer(start: 13 * 60, end: 15 * 60, kind: .episodes(1))
        #expect(nap.contains(13 * 60) && nap.contains(14 * 60 + 59))
        #expect(!nap.contains(15 * 60) && !nap.contains(0))
    }

    /// 24 October 2026, 22:00 in summer time is 20:00 UTC; 06:00 the next day is 05:00 UTC.
    ///
    /// That night has nine hours; the one in March has seven.
    @Test(arguments: [(1_792_872_000, 9), (1_774_731_600, 7)])
    func aNightWithAChangeOfClocks(start: Int64, hours: Int64) {
        var seconds = start - 60
        func isNight() -> Bool {
            Self.night.contains(
                Self.berlin.minute(at: Timestamp(secondsSince1970: seconds)))
        }
        #expect(!isNight())
        for minute in 0..<hours * 60 {
            seconds = start + minute * 60
            #expect(isNight(), "\(minute)")
        }
        seconds = start + hours * 3_600
        #expect(!isNight())
    }

    @Test(arguments: [
        // 24 October 22:00 local (20:00 UTC) → 25 October 06:30 (05:30 UTC, after the change).
        (1_792_872_000, 6 * 60 + 30, 1_792_906_200),
        // The same minute is the next day's.
        (1_792_872_000, 22 * 60, 1_792_962_000),
        // 23:30 of the same evening.
        (1_792_872_000, 23 * 60 + 30, 1_792_877_400),
        // 28 March 22:00 local (21:00 UTC) → 06:00 summer time (04:00 UTC).
        (1_774_731_600, 6 * 60, 1_774_756_800),
    ])
    func theNextMomentOfATimeOfDay(now: Int64, minute: Int, expected: Int64) {
        let found = Self.berlin.next(minute: minute, after: Timestamp(secondsSince1970: now))
        #expect(found == Timestamp(secondsSince1970: expected))
    }

    @Test func itSetsItselfAtAStartInTheNightOnly() {
        var rule = NightRule(Self.night)
        #expect(rule.handle(.started, minute: 21 * 60, isArmed: false) == nil)
        #expect(
            rule.handle(.started, minute: 23 * 60, isArmed: false)
                == .arm(.after(.seconds(1_800))))
        // It runs: another episode does not set it anew.
        #expect(rule.handle(.started, minute: 23 * 60 + 20, isArmed: true) == nil)
        // It fired, and long after that playing starts again, still at night.
        #expect(
            rule.handle(.started, minute: 60, isArmed: false) == .arm(.after(.seconds(1_800))))
    }

    @Test func neverInPlaceOfATimerThatIsSet() {
        var rule = NightRule(Self.night)
        #expect(rule.handle(.userSet, minute: 21 * 60, isArmed: true) == nil)
        #expect(rule.handle(.started, minute: 23 * 60, isArmed: true) == nil)
        // Nor is that one ended in the morning.
        #expect(rule.handle(.started, minute: 8 * 60, isArmed: true) == nil)
    }

    @Test func whoEndsItIsNotAskedAgainInThisNight() {
        var rule = NightRule(Self.night)
        _ = rule.handle(.started, minute: 23 * 60, isArmed: false)
        #expect(rule.handle(.userSet, minute: 23 * 60 + 1, isArmed: false) == nil)
        #expect(rule.handle(.started, minute: 2 * 60, isArmed: false) == nil)
        #expect(rule.handle(.started, minute: 8 * 60, isArmed: false) == nil)
        #expect(rule.handle(.started, minute: 22 * 60, isArmed: false) != nil)
    }

    @Test func whatWasNotUsedEndsInTheMorning() {
        var rule = NightRule(Self.night)
        _ = rule.handle(.started, minute: 23 * 60, isArmed: false)
        #expect(rule.handle(.started, minute: 7 * 60, isArmed: true) == .cancel)
        #expect(rule.handle(.started, minute: 7 * 60 + 1, isArmed: false) == nil)
    }
}
