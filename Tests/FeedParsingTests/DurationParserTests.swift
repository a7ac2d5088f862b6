import FeedParsing
import Testing

@Suite("Durations")
struct DurationParserTests {
    @Test(
        "a duration is read as its length, or not at all",
        arguments: [
            ("3723", .seconds(3_723)), ("61.08", .milliseconds(61_080)), ("1:02", .seconds(62)),
            ("01:02:03", .seconds(3_723)), ("1:02:03.500", .milliseconds(3_723_500)),
            ("14:57 ", .seconds(897)), ("61:08", .seconds(3_668)), ("00:50:95", .seconds(3_095)),
            ("1h 2m 3s", .seconds(3_723)), ("1h2m", .seconds(3_720)), ("90 min", .seconds(5_400)),
            ("1 hour, 5 minutes", .seconds(3_900)), ("PT1H2M3S", .seconds(3_723)),
            ("0", .seconds(0)), ("", nil), ("  ", nil), ("about an hour", nil), ("-5", nil),
            ("1:2:3:4", nil), (":30", nil), ("99999999999999999999", nil), ("1:x", nil),
        ] as [(String, Duration?)])
    func durations(text: String, duration: Duration?) {
        #expect(DurationParser.duration(from: text) == duration)
    }
}
