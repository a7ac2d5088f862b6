import ColumnModel
import ColumnServices
@preconcurrency import Glibc
import JSONKit
import Localization
import TerminalText

/// `column stats`.
enum StatsCommand {
    private static let column = OptionDescription.value(
        "column", "c", "COLUMN", .column, "Only of this column.")
    private static let since = OptionDescription.value(
        "since", nil, "DAY|AGE", .moment, "Only since a day, or within an age as 30d.")
    private static let period = OptionDescription.value(
        "by", nil, "PERIOD", .choice(ListeningStatistics.Period.allCases.map(\.rawValue)),
        "day, week or month; else what fits.")
    private static let limit = OptionDescription.value(
        "limit", "n", "N", .count(1...10_000), "At most N columns and N periods; else 12.")

    static let description = CommandDescription(
        name: "stats", group: .library, summary: "Show how much was heard, and what it saved",
        examples: [
            .init("column stats", "Shows hours by week and by column"),
            .init("column stats --since 30d --by day", "Shows the last 30 days"),
            .init("column stats --column 2", "Shows one column"),
        ],
        options: [column, since, period, limit, .json],
        notes: [
            """
            Saved by speed is the time that playing at 1.0 would have taken more; saved by \
            trimming what shortened silence took out. What was heard is counted while it \
            plays, and stays counted when a column is removed.
            """
        ], next: ["column list history"], action: run)

    @Sendable private static func run(_ context: CommandContext) async throws -> ExitCode {
        let (library, arguments) = (try context.library(), context.arguments)
        var only: ColumnID?
        if let text = arguments.text(column) { only = try await library.column(named: text).id }
        var first: LocalDay?
        if let text = arguments.text(since) {
            let now = Timestamp(secondsSince1970: Int64(time(nil)))
            first =
                (UnitText.duration(text).map { now + (.zero - $0) }
                ?? DateText.moment(text, now: now)).map(LocalDay.init(of:))
        }
        let statistics = try await library.statistics(
            since: first, of: only,
            by: arguments.text(period).flatMap(ListeningStatistics.Period.init(rawValue:)))
        if context.isJSON {
            printJSON(statistics, since: first, context.console)
        } else if statistics.episodeCount == 0 {
            context.console.note(
                first == nil ? "Nothing was heard yet." : "Nothing was heard in that time.")
        } else {
            show(statistics, limit: arguments.count(limit) ?? 12, context)
        }
        return .success
    }

    // MARK: For people

    private static func show(
        _ statistics: ListeningStatistics, limit: Int, _ context: CommandContext
    ) {
        let console = context.console
        let total = statistics.total
        let facts = TerminalFacts(isTerminal: console.style.isOutputTerminal, size: nil) {
            context.environment[$0]
        }
        let chart = BarChart(
            width: min(console.width ?? 80, 100), isUnicode: !facts.isTerminal || facts.isUnicode)
        let heard: Message =
            """
            \(timeText(total.heard)), \(count: statistics.episodeCount, "episode"), \
            \(count: statistics.dayCount, "day")
            """
        console.print("\(console.bold("Heard"))  \(heard)")
        console.print("\(console.bold("Spent"))  \(timeText(total.spent))")
        let speed = total.savedBySpeed
        let trimmed = timeText(total.savedByTrim)
        let saved: Message =
            speed < .zero
            ? "\(timeText(.zero - speed)) more by slow playing, \(trimmed) by trimming"
            : "\(timeText(speed)) by speed, \(trimmed) by trimming"
        console.print("\(console.bold("Saved"))  \(saved)")
        let periods = statistics.periods.suffix(limit)
        console.print("\n" + console.bold(statistics.period.heading))
        for line in chart.lines(
            periods.map { row in
                .init(
                    label: console.text(label(row.start, statistics.period)),
                    value: row.sum.heard / .seconds(1),
                    text: console.text(timeText(row.sum.heard)))
            })
        { console.print(line) }
        if periods.count < statistics.periods.count {
            console.note("There are earlier ones; --limit N shows N.")
        }
        guard statistics.columns.count > 1 else { return }
        console.print("\n" + console.bold("By column"))
        for line in chart.lines(
            statistics.columns.prefix(limit).map { share in
                .init(
                    label: share.title
                        ?? console.text("(removed column \(share.column.rawValue))"),
                    value: share.sum.heard / .seconds(1),
                    text: console.text(timeText(share.sum.heard)))
            })
        { console.print(line) }
        if limit < statistics.columns.count {
            console.note("There are more; --limit N shows N.")
        }
    }

    private static func label(_ day: LocalDay, _ period: ListeningStatistics.Period) -> Message {
        let (year, month, day) = day.parts
        return period == .month
            ? "\(year)-\(NumberText.twoDigits(month))" : DateText.day(year, month, day)
    }

    /// A day for programs.
    private static func dayText(_ day: LocalDay) -> String {
        let (year, month, day) = day.parts
        return DateText.day(year, month, day).english
    }

    /// Hours and minutes, or minutes, or seconds.
    private static func timeText(_ time: Duration) -> Message {
        let seconds = max(0, time.components.seconds)
        if seconds < 60 { return "\(seconds) s" }
        let minutes = (seconds + 30) / 60
        return minutes < 60
            ? "\(minutes) min" : "\(minutes / 60) h \(NumberText.twoDigits(minutes % 60)) min"
    }

    // MARK: For programs

    private static func printJSON(
        _ statistics: ListeningStatistics, since: LocalDay?, _ console: Console
    ) {
        var json = JSONWriter()
        json.object { json in
            json.member("version", 1)
            json.member("since", since.map(dayText))
            json.member("episodes", statistics.episodeCount)
            json.member("days", statistics.dayCount)
            write(statistics.total, to: &json)
            json.member("period", statistics.period.rawValue)
            json.key("periods")
            json.array { json in
                for (start, sum) in statistics.periods {
                    json.object { json in
                        json.member("start", dayText(start))
                        write(sum, to: &json)
                    }
                }
            }
            json.key("columns")
            json.array { json in
                for share in statistics.columns {
                    json.object { json in
                        json.member("column", share.column.rawValue)
                        json.member("title", share.title)
                        write(share.sum, to: &json)
                    }
                }
            }
        }
        console.print(json.text)
    }

    private static func write(_ sum: ListeningSum, to json: inout JSONWriter) {
        json.member("heard", sum.heard.inSeconds)
        json.member("spent", sum.spent.inSeconds)
        json.member("savedBySpeed", sum.savedBySpeed.inSeconds)
        json.member("savedByTrim", sum.savedByTrim.inSeconds)
    }
}

extension ListeningStatistics.Period {
    fileprivate var heading: Message {
        switch self {
        case .day: "By day"
        case .week: "By week"
        case .month: "By month"
        }
    }
}
