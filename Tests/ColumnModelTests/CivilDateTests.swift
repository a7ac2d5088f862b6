import ColumnModel
import Testing

@Suite struct CivilDateTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let days: Int
        let date: CivilDate
        var testDescription: String { "\(date.year)-\(date.month)-\(date.day)" }

        init(_ days: Int, _ year: Int, _ month: Int, _ day: Int) {
            self.days = days
            date = CivilDate(year: year, month: month, day: day)
        }
    }

    @Test(arguments: [
        Case(0, 1970, 1, 1), Case(-1, 1969, 12, 31), Case(11_016, 2000, 2, 29),
        Case(11_017, 2000, 3, 1), Case(47_540, 2100, 2, 28), Case(47_541, 2100, 3, 1),
        Case(-719_468, 0, 3, 1), Case(-719_469, 0, 2, 29), Case(-719_529, -1, 12, 31),
        Case(2_932_896, 9999, 12, 31),
    ])
    func countsDays(_ known: Case) {
        #expect(known.date.daysSince1970 == known.days)
        #expect(CivilDate(daysSince1970: known.days) == known.date)
    }

    @Test func eachDayComesBack() {
        let lost = (-800_000...3_000_000).first {
            CivilDate(daysSince1970: $0).daysSince1970 != $0
        }
        #expect(lost == nil)
    }
}
