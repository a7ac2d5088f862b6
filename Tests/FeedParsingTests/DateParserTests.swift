import ColumnModel
import FeedParsing
import Testing

@Suite("Dates")
struct DateParserTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let text: String
        let seconds: Int64?
        var testDescription: String { text }

        init(_ text: String, _ seconds: Int64?) {
            self.text = text
            self.seconds = seconds
        }
    }

    static let cases: [Case] = [
        // RFC 822 and what is made of it
        Case("Tue, 10 Oct 2023 08:46:31 +0000", 1_696_927_591),
        Case("10 Oct 2023 08:46 GMT", 1_696_927_560),
        Case("Tue, 10 Oct 23 08:46:31 EST", 1_696_945_591),
        Case("Tue,  10 Oct   2023 10:46:31 CEST", 1_696_927_591),
        Case("Wed, 10 Oct 2023 08:46:31 +0000", 1_696_927_591),
        Case("Tue Oct 10 08:46:31 2023", 1_696_927_591),
        Case("Tue Oct 10 2023 08:46:31 GMT+0200 (Summer Time)", 1_696_920_391),
        Case("Tue, 10 Oct 2023 08:46:31 XYZ", 1_696_927_591),
        Case("Tue, 10 Oct 2023", 1_696_896_000),
        Case("October 10th, 2023 at 8:46 PM", 1_696_970_760),
        Case("Oct. 10, 2023, 8:46 a.m.", 1_696_927_560),
        Case("12:00 AM 10 Oct 2023", 1_696_896_000),
        // ISO 8601
        Case("2023-10-10T08:46:31Z", 1_696_927_591),
        Case("2023-10-10T08:46:31.999-05:00", 1_696_945_591),
        Case("2023-10-10 08:46:31", 1_696_927_591),
        Case("20231010T084631Z", 1_696_927_591),
        Case("20231010 08:46:31", 1_696_927_591),
        Case("2023-10-10", 1_696_896_000),
        Case("2023-10", 1_696_118_400),
        Case("2023", 1_672_531_200),
        Case("2023-283", 1_696_896_000),
        Case("2023-12-31T24:00:00Z", 1_704_067_200),
        Case("2023-10-10T08:46:31+02:00[Europe/Paris]", 1_696_920_391),
        // numbers
        Case("1696927591", 1_696_927_591),
        Case("1696927591000", 1_696_927_591),
        Case("2023/10/10 08:46:31", 1_696_927_591),
        Case("10/31/2023", 1_698_710_400),
        Case("31/10/2023", 1_698_710_400),
        Case("Sat, 04/03/2023", 1_677_888_000),
        Case("10.11.2023 10:00", 1_699_610_400),
        Case("10-Oct-2023", 1_696_896_000),
        // languages
        Case("mer, 16 nov 2022 00:38:15 +0100", 1_668_555_495),
        Case("mar, 15 nov 2022 10:00:00 +0100", 1_668_502_800),
        Case("15 mar 2022", 1_647_302_400),
        Case("Seg, 24 Set 2018 19:29:18 -0300", 1_537_828_158),
        Case("ven., 03 juil. 2020 15:09:58 +0000", 1_593_788_998),
        Case("Donnerstag, 19. November 2020", 1_605_744_000),
        Case("2 мая 2020 10:00", 1_588_413_600),
        Case("2004-07-13 오후 1:15:00", 1_089_692_100),
        Case("2020年3月5日 10:20", 1_583_374_800),
        Case("2020-03-05 下午 2:20", 1_583_389_200),
        // places
        Case("Fri, 31 Mar 2023 20:19:00 America/Los_Angeles", 1_680_319_140),
        Case("2023-01-31 20:19:00 Europe/Berlin", 1_675_192_740),
        // unreadable
        Case("", nil), Case("   ", nil), Case("unknown", nil), Case("about 2023", nil),
        Case("30 Feb 2023", nil), Case("2023-13-01", nil), Case("2023-10-10T25:00:00Z", nil),
        Case("2023-10-10T08:61:00Z", nil), Case("2023-10-10T08:00:00+99:99", nil),
        Case("0000-00-00 00:00:00", nil), Case("-0001-11-30T00:00:00+00:00", nil),
        Case("2023-10-10-10", nil), Case("99999999999999999999", nil),
        Case(String(repeating: "1", count: 300), nil),
    ]

    @Test("a date is read as its moment, or not at all", arguments: cases)
    func dates(_ one: Case) {
        #expect(DateParser.timestamp(from: one.text)?.secondsSince1970 == one.seconds)
    }

    @Test("no cut or altered date makes the parser trap")
    func mangled() {
        for one in Self.cases {
            let bytes = Array(one.text.utf8)
            for end in 0..<min(bytes.count, 40) {
                _ = DateParser.timestamp(from: String(decoding: bytes[..<end], as: UTF8.self))
                var changed = bytes
                for byte in [UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "9"), 0xFF] {
                    changed[end] = byte
                    _ = DateParser.timestamp(from: String(decoding: changed, as: UTF8.self))
                }
            }
        }
    }
}
