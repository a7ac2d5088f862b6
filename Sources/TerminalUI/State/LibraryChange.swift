/// What changed in the library, as far as lists care.
struct LibraryChange: OptionSet, Sendable, Hashable {
    let rawValue: UInt8

    /// What the rows show: places, states of files.
    static let rows = LibraryChange(rawValue: 1)
    /// Which rows there are.
    static let lists = LibraryChange(rawValue: 2)
    /// The columns: counts, syncs.
    static let columns = LibraryChange(rawValue: 4)
    /// All of it.
    static let all: LibraryChange = [.rows, .lists, .columns]
}
