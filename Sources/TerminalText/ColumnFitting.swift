/// Fits the columns of a table into a width.
public enum ColumnFitting {
    /// The widths that columns get: the widest give first, evenly, none below its minimum.
    ///
    /// The sum is larger than `width` only where the minima do not allow less.
    public static func fit(_ widths: [Int], minima: [Int], into width: Int) -> [Int] {
        var widths = widths
        var excess = widths.reduce(0, +) - width
        while excess > 0 {
            let giving = widths.indices.filter { $0 < minima.count && widths[$0] > minima[$0] }
            guard let top = giving.map({ widths[$0] }).max() else { break }
            let highest = giving.filter { widths[$0] == top }
            let next = giving.map { widths[$0] }.filter { $0 < top }.max() ?? 0
            let floor = max(next, highest.map { minima[$0] }.max() ?? 0)
            for index in highest where excess > 0 {
                let share = max(1, min(top - floor, excess / highest.count))
                widths[index] -= share
                excess -= share
            }
        }
        return widths
    }
}
