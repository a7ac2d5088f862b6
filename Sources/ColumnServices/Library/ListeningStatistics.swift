public import ColumnModel
import ColumnStore

/// Sums of listening.
public struct ListeningSum: Sendable, Equatable {
    /// Media time heard.
    public private(set) var heard = Duration.zero
    /// Real time spent.
    public private(set) var spent = Duration.zero
    /// Real time saved by playing faster; below zero where it was slower.
    public private(set) var savedBySpeed = Duration.zero
    /// Real time saved by shortened silence.
    public private(set) var savedByTrim = Duration.zero

    mutating func add(_ span: ListenedSpan) {
        heard += span.heard
        spent += span.spent
        savedBySpeed += span.savedBySpeed
        savedByTrim += span.savedByTrim
    }
}

/// What was heard, by time and by column.
public struct ListeningStatistics: Sendable, Equatable {
    /// How long a bar of the chart lasts.
    public enum Period: String, Sendable, CaseIterable {
        /// A day.
        case day
        /// From Monday to Sunday.
        case week
        /// A month.
        case month

        func start(of day: LocalDay) -> LocalDay {
            switch self {
            case .day: day
            case .week: day.weekStart
            case .month: day.monthStart
            }
        }

        func next(after start: LocalDay) -> LocalDay {
            switch self {
            case .day: LocalDay(number: start.number + 1)
            case .week: LocalDay(number: start.number + 7)
            case .month: LocalDay(number: start.number + 31).monthStart
            }
        }
    }

    /// The listening of one column.
    public struct ColumnShare: Sendable, Equatable {
        /// The column.
        public let column: ColumnID
        /// Its title; nil where it is gone.
        public let title: String?
        /// The sums.
        public internal(set) var sum: ListeningSum
    }

    /// All of it.
    public private(set) var total = ListeningSum()
    /// On how many days there was any.
    public let dayCount: Int
    /// Of how many episodes there was any.
    public let episodeCount: Int
    /// How long a bar lasts.
    public let period: Period
    /// Every period from the first to the last with listening, by its first day; also empty ones.
    public let periods: [(start: LocalDay, sum: ListeningSum)]
    /// The columns, the most heard first.
    public let columns: [ColumnShare]

    init(_ records: [ListeningRecord], episodeCount: Int, by asked: Period?) {
        self.episodeCount = episodeCount
        dayCount = Set(records.map(\.day)).count
        let first = LocalDay(number: records.first?.day ?? 0)
        let last = LocalDay(number: records.last?.day ?? 0)
        // Some half a year of weeks fits a screen.
        let period = asked ?? (last.number - first.number <= 26 * 7 ? .week : .month)
        self.period = period
        var sums: [LocalDay: ListeningSum] = [:]
        var shares: [ColumnID: ColumnShare] = [:]
        for record in records {
            total.add(record.span)
            sums[period.start(of: LocalDay(number: record.day)), default: ListeningSum()]
                .add(record.span)
            shares[
                record.column,
                default: ColumnShare(
                    column: record.column, title: record.title, sum: ListeningSum())
            ].sum.add(record.span)
        }
        var periods: [(start: LocalDay, sum: ListeningSum)] = []
        var start = period.start(of: first)
        while !records.isEmpty, start <= last {
            periods.append((start, sums[start] ?? ListeningSum()))
            start = period.next(after: start)
        }
        self.periods = periods
        columns = shares.values.sorted {
            ($1.sum.heard, $0.column.rawValue) < ($0.sum.heard, $1.column.rawValue)
        }
    }

    /// The same in all parts.
    public static func == (left: Self, right: Self) -> Bool {
        left.total == right.total && left.dayCount == right.dayCount
            && left.episodeCount == right.episodeCount && left.period == right.period
            && left.columns == right.columns
            && left.periods.elementsEqual(right.periods) { $0 == $1 }
    }
}

extension LibraryService {
    /// What was heard.
    ///
    /// - Parameters:
    ///   - day: only from this day on.
    ///   - column: only of this column.
    ///   - period: how long a bar of the chart lasts; nil: a week, or a month for long times.
    public func statistics(
        since day: LocalDay? = nil, of column: ColumnID? = nil,
        by period: ListeningStatistics.Period? = nil
    ) async throws(LibraryError) -> ListeningStatistics {
        let (records, count) = try await ask { (store) throws(StoreError) in
            (
                try await store.listening(since: day?.number, of: column),
                try await store.heardEpisodeCount(since: day?.number, of: column)
            )
        }
        return ListeningStatistics(records, episodeCount: count, by: period)
    }

    /// Counts what was heard of an episode today.
    func record(_ span: ListenedSpan, of id: EpisodeID) async {
        let day = LocalDay(of: .current()).number
        // A fault of the library must not stop the sound.
        _ = try? await ask { (store) throws(StoreError) in
            try await store.record(span, of: id, day: day)
        }
    }
}
