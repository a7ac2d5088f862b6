import ColumnStore
import HTTPKit

/// How a response's version relates to one of which bytes are held.
enum RenditionRelation: Equatable {
    /// A strong validator says that it is the same bytes.
    case same
    /// Nothing proves it either way.
    case unknown
    /// It is another.
    case different
}

extension Rendition {
    /// Whether the entity tag may stand for the bytes.
    var hasStrongTag: Bool {
        etag.flatMap(EntityTag.init)?.isStrong == true
    }

    /// Whether Last-Modified may stand for the bytes: it is a minute older than the response, so no
    /// second change within one second hides behind it (RFC 9110 section 8.8.2.2).
    var hasStrongDate: Bool {
        guard let modified = lastModified.flatMap(HTTPDate.init),
            let date = serverDate.flatMap(HTTPDate.init)
        else { return false }
        return date.secondsSince1970 - modified.secondsSince1970 >= 60
    }

    /// What If-Range may carry; nil where no validator is strong.
    var ifRange: String? {
        hasStrongTag ? etag : etag == nil && hasStrongDate ? lastModified : nil
    }

    /// How a version that a response describes relates to this one.
    func relation(to other: Rendition) -> RenditionRelation {
        if hasStrongTag, other.hasStrongTag {
            return etag == other.etag ? .same : .different
        }
        if hasStrongTag != other.hasStrongTag {
            // A server that gave a strong tag and now gives none speaks of something else, or is
            // another one; only the bytes can tell.
            return .unknown
        }
        if let total, let otherTotal = other.total, total != otherTotal {
            return .different
        }
        if etag != other.etag || lastModified != other.lastModified {
            return .different
        }
        return etag == nil && hasStrongDate && total != nil && total == other.total
            ? .same : .unknown
    }

    /// Whether something besides equal bytes speaks for two versions being one.
    func hasEvidence(for other: Rendition, announcedLength: Int64?) -> Bool {
        if relation(to: other) == .same {
            return true
        }
        if let etag, etag == other.etag {
            return true
        }
        if let lastModified, lastModified == other.lastModified {
            return true
        }
        // A file into which a host puts advertisements has not the length that the feed announces.
        return announcedLength != nil && other.total == announcedLength
    }
}
