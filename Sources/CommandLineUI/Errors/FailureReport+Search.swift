import ColumnServices
import Localization

extension FailureReport {
    init(_ error: SearchError) {
        switch error {
        case .unknownFilter(let name, let known):
            self.init(
                "search-filter", .usage, "There is no filter “\(name):”.",
                hints: [
                    "The filters are \(Message.list(known)).",
                    "In quotes it is text: '\"\(name):…\"'",
                ])
        case .badValue(let value, let filter, let allowed):
            self.init(
                "search-filter", .usage, "\(filter) does not take “\(value)”.",
                hints: ["It takes \(Message.list(allowed))."])
        case .empty:
            self.init(
                "search-empty", .usage, "There is nothing to look for.",
                hints: ["Give words, as “column search winter garden”."])
        }
    }
}
