/// A list, where one stands in it, and which part is seen.
struct ListState: Equatable, Sendable {
    /// What the rows are, in order; what they show is fetched for those that are seen.
    var rows: [RowID] = []
    /// Whether the rows were read once.
    var isLoaded = false
    /// The selected row.
    var cursor = 0
    /// The first row that is seen.
    var top = 0
    /// Counts what was asked for, so that a late answer to an old question is dropped.
    var generation = 0

    /// The selected row; nil in an empty list.
    var selected: RowID? { rows.indices.contains(cursor) ? rows[cursor] : nil }

    /// Goes to a row, as far as there are any.
    mutating func move(to index: Int) {
        cursor = min(max(0, index), max(0, rows.count - 1))
    }

    /// Takes new rows; the selection stays on what it was, or where it was.
    mutating func replace(_ new: [RowID]) {
        isLoaded = true
        guard new != rows else { return }
        let old = selected
        let offset = cursor - top
        rows = new
        // Nearly always it is still there, or near.
        if let old, selected != old, let place = rows.firstIndex(of: old) {
            cursor = place
            top = max(0, cursor - offset)
        }
        move(to: cursor)
    }

    /// Shifts what is seen so that the selection is, with some rows around it.
    mutating func scroll(height: Int) {
        guard height > 0 else { return }
        let margin = min(2, (height - 1) / 2)
        let lowest = max(0, rows.count - height)
        if cursor - margin < top { top = cursor - margin }
        if cursor + margin >= top + height { top = cursor + margin - height + 1 }
        top = min(max(0, top), lowest)
    }

    /// The rows that are seen.
    func visible(height: Int) -> Range<Int> {
        let first = min(top, rows.count)
        return first..<min(rows.count, first + max(0, height))
    }
}
