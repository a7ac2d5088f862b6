import ColumnModel
import SQLiteKit

extension Failure {
    /// Reads the four failure columns from an index on; nil where the code is NULL.
    ///
    /// A code that a later version wrote is kept visible as its text in the detail.
    static func read(from row: Row, at index: Int) -> Failure? {
        guard let code = row.value(index, as: String.self) else { return nil }
        let detail = row.value(index + 3, as: String.self)
        return Failure(
            code: FailureCode(rawValue: code) ?? .refused, status: row.value(index + 1),
            url: row.value(index + 2),
            detail: FailureCode(rawValue: code) == nil ? "\(code) \(detail ?? "")" : detail)
    }
}
