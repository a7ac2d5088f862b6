import ColumnModel
import ColumnStore
import HTTPKit

/// One request that is to be made for a file.
struct FetchPlan: Equatable {
    /// The address.
    var url: String
    /// Whether the address is the one that answered an earlier request, not the feed's.
    var isEffective = false
    /// The first byte to ask for; nil asks for the whole.
    var start: Int64?
    /// The last byte to ask for; nil asks for all that follow.
    var end: Int64?
    /// Where the first byte is missing; what comes before is compared.
    var hole: Int64 = 0
    /// The validator under which the range may be answered.
    var ifRange: String?
    /// Whether codings are undone, because the server sends them unasked.
    var decodes = false
    /// Whether all that is written goes behind the last byte held.
    var isAppending = true
}

/// What earlier requests of this run have shown of a server.
struct FetchMemory: Equatable {
    /// The address that answered once no longer does.
    var isEffectiveDead = false
    /// Its answers to If-Range cannot be used.
    var isIfRangeBroken = false
    /// Its answers to Range cannot be used: how often that was so.
    var unusableRanges = 0
    /// The next request is for the whole.
    var forcesWhole = false
    /// It sends a content coding unasked.
    var decodes = false
    /// The length that a 416 told, while it is to be proved.
    var toldTotal: Int64?
}

extension FetchPlan {
    /// How much is compared before a joint.
    static let overlap: Int64 = 64 << 10

    /// Plans the next request; nil when nothing is missing.
    ///
    /// - Parameter wanted: where bytes are wanted first.
    init?(
        primary: Rendition?, union: ByteRangeSet, wanted: Int64, feedURL: String,
        memory: FetchMemory
    ) {
        url = feedURL
        decodes = memory.decodes
        if let primary, !memory.isEffectiveDead, !primary.effectiveURL.isEmpty,
            primary.effectiveURL != feedURL, primary.url == feedURL
        {
            url = primary.effectiveURL
            isEffective = true
        }
        let isSingleRun = union.ranges.count <= 1 && union.ranges.first?.lowerBound ?? 0 == 0
        let end = union.ranges.last?.upperBound ?? 0
        if let told = memory.toldTotal, told <= end, !memory.forcesWhole {
            hole = told
            start = max(0, told - Self.overlap)
            ifRange = memory.isIfRangeBroken ? nil : primary?.ifRange
            isAppending = isSingleRun
            return
        }
        guard !memory.forcesWhole, !memory.decodes, memory.unusableRanges < 3 else {
            hole = union.heldEnd(from: 0)
            isAppending = isSingleRun
            return
        }
        // Where all bytes are held, but of several versions, those of one are to be completed.
        let found =
            Self.gap(in: union, from: wanted, total: primary?.total)
            ?? primary.flatMap { Self.gap(in: $0.ranges, from: wanted, total: $0.total) }
        guard let gap = found else { return nil }
        hole = gap.lowerBound
        // A hole that lies before bytes of another version is none at the end: a tail promised there would
        // claim those bytes after a kill.
        isAppending = isSingleRun && hole == end
        let runs = union.ranges + (primary?.ranges.ranges ?? [])
        let left = runs.first { $0.upperBound == hole }
        let overlap = min(Self.overlap, left.map { $0.upperBound - $0.lowerBound } ?? 0)
        if hole - overlap > 0 || gap.upperBound != .max {
            start = hole - overlap
        }
        if gap.upperBound != .max, union.heldEnd(from: gap.upperBound) > gap.upperBound {
            // Up to what is held already, and as far into it as proves the joint.
            self.end = gap.upperBound + Self.overlap - 1
        }
        if start != nil, !memory.isIfRangeBroken {
            ifRange = primary?.ifRange
        }
        if start == 0, self.end == nil {
            // Some servers answer a range of the whole with something else (AntennaPod#2539).
            start = nil
            ifRange = nil
        }
    }

    /// The first gap at or after a position, else the first of all; the last one may be endless.
    private static func gap(in union: ByteRangeSet, from wanted: Int64, total: Int64?)
        -> Range<Int64>?
    {
        let end = total ?? .max
        let start = min(wanted, end)
        return union.holes(in: start..<end).first ?? union.holes(in: 0..<start).first
    }
}
