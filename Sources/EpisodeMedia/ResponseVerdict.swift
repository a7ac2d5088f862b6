import ColumnStore
import HTTPKit

/// What is to be done with a response, judged by its head alone.
enum ResponseVerdict: Equatable {
    /// The body holds the file from a position on.
    case take(from: Int64, isWhole: Bool, Rendition)
    /// A range that cannot be trusted: the whole is to be asked for.
    case unusableRange
    /// The server has another version than the one of which bytes are held.
    case changed
    /// A content coding that nobody asked for.
    case coded
    /// The server gives the whole under If-Range though its version is the same.
    case ifRangeBroken
    /// Nothing of the range is there; the server may have told the length.
    case notSatisfiable(total: Int64?)
    /// Another status.
    case status

    /// Judges a head.
    init(_ head: HTTPResponseHead, to plan: FetchPlan, primary: Rendition?, feedURL: String) {
        guard head.status != 416 else {
            self = .notSatisfiable(total: head.contentRange?.total)
            return
        }
        guard head.status == 200 || head.status == 206 else {
            self = .status
            return
        }
        guard head.contentEncoding == nil || plan.decodes else {
            self = .coded
            return
        }
        var found = Rendition(head, url: feedURL)
        if head.status == 200 {
            found.total = plan.decodes && head.contentEncoding != nil ? nil : head.contentLength
            let holdsMuch = plan.hole > 256 << 10
            if plan.ifRange != nil, holdsMuch, head.fields["accept-ranges"] == "bytes",
                primary?.relation(to: found) == .same
            {
                self = .ifRangeBroken
            } else {
                self = .take(from: 0, isWhole: true, found)
            }
            return
        }
        guard head.mediaType?.essence.hasPrefix("multipart/") != true,
            let content = head.contentRange, let range = content.range,
            range.lowerBound <= plan.hole
        else {
            self = .unusableRange
            return
        }
        found.total = content.total
        self = Self.judge(range, found, plan, primary)
    }

    private static func judge(
        _ range: Range<Int64>, _ found: Rendition, _ plan: FetchPlan, _ primary: Rendition?
    ) -> ResponseVerdict {
        let take = ResponseVerdict.take(from: range.lowerBound, isWhole: false, found)
        guard let primary else { return take }
        if primary.hasStrongTag, found.etag != primary.etag {
            return .changed
        }
        if primary.relation(to: found) == .different {
            return .changed
        }
        if let total = primary.total, let told = found.total, told != total {
            // Another total under the same tag corrects ours, if it agrees with itself: a range
            // without an end reaches up to the total.
            return plan.end == nil && range.upperBound == told ? take : .unusableRange
        }
        return take
    }
}

extension Rendition {
    /// The version that a response's head describes, without its length.
    init(_ head: HTTPResponseHead, url: String) {
        self.init(
            url: url, effectiveURL: head.effectiveURL, etag: head.fields["etag"],
            lastModified: head.fields["last-modified"], serverDate: head.fields["date"],
            contentType: head.fields["content-type"], digest: head.fields["repr-digest"])
    }
}
