import ColumnModel
import Testing

@testable import CommandLineUI

@Suite struct SchedulePlanTests {
    @Test(arguments: [
        ("07:00", ["*-*-* 07:00:00"], ["0 7 * * *"]),
        ("7:5,19:30", ["*-*-* 07:05:00", "*-*-* 19:30:00"], ["5 7 * * *", "30 19 * * *"]),
    ])
    func timesOfTheDay(text: String, calendars: [String], cron: [String]) throws {
        let plan = try #require(SchedulePlan(at: text))
        #expect(plan.calendars == calendars && plan.cronTimes == cron)
    }

    @Test(arguments: ["", "7", "24:00", "07:60", "07:00,", "07:00:00", "a:b", "-1:00", "007:00"])
    func whatIsNoTimeIsRefused(text: String) {
        #expect(SchedulePlan(at: text) == nil)
    }

    @Test(arguments: SchedulePlan.intervals.keys.sorted())
    func cronLinesTellTheirNextTime(interval: String) throws {
        let plan = try #require(SchedulePlan(every: interval))
        let now = Timestamp(secondsSince1970: 1_764_500_000)
        let next = try #require(SchedulePlan.next(plan.cronTimes[0] + " x", after: now))
        #expect(next > now && next - now <= .seconds(86_400))
        #expect(next.secondsSince1970 % 60 == 0)
    }

    @Test(arguments: ["", "x", "1 2 3 * * x", "@daily x"])
    func otherLinesHaveNone(line: String) {
        #expect(SchedulePlan.next(line, after: Timestamp(secondsSince1970: 0)) == nil)
    }

    @Test(arguments: [
        ("Iface\tDestination\n", "fe80 00 lo\n", false), ("Iface\tDest\neth0\t0\n", "", true),
        ("Iface\tDest\nlo\t0\n", "0 0 wlan0\n", true), ("", "", false),
    ])
    func routesTellOfANetwork(four: String, six: String, isSeen: Bool) {
        #expect(NetworkPresence.isSeen(routes: four, six) == isSeen)
    }
}
