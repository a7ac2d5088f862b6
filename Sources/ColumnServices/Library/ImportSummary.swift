public import ColumnModel
import ColumnStore
public import LibraryImport

/// What came of an import.
public struct ImportSummary: Sendable, Equatable {
    /// Which program's file it was.
    public let source: ForeignLibrary.Source
    /// Subscriptions that were not there before.
    public let newColumns: [ColumnID]
    /// How many subscriptions were there.
    public let knownCount: Int
    /// Episodes that were marked as played.
    public let played: Int
    /// Episodes that got a place in them.
    public let positions: Int
    /// Episodes that were liked.
    public let liked: Int
    /// Episodes that were queued.
    public let queued: Int
    /// Places that were marked.
    public let bookmarks: Int
    /// Episodes whose states wait until a sync brings them.
    public let waiting: Int
    /// Entries without a usable address, as they stand in the file.
    public let refused: [String]
    /// What the file has, or lacks, that cannot be taken.
    public let omissions: [ForeignOmission]
    /// Whether the file ends in the middle.
    public let isCut: Bool

    init(_ outcome: ImportOutcome, of library: ForeignLibrary, refused: [String]) {
        source = library.source
        newColumns = outcome.newColumns
        knownCount = outcome.knownColumns.count
        played = outcome.applied.played
        positions = outcome.applied.positions
        liked = outcome.applied.liked
        queued = outcome.applied.queued
        bookmarks = outcome.applied.bookmarks
        waiting = outcome.waitingCount
        self.refused = refused
        omissions = library.omissions
        isCut = library.isCut
    }
}
