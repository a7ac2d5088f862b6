public import ColumnModel

/// Where "next chapter" and "previous chapter" lead.
public enum ChapterRule {
    /// The start of the chapter after the one that is heard; nil in the last one.
    public static func next(in chapters: [Chapter], at position: Duration) -> Duration? {
        chapters.map(\.start).filter { $0 > position }.min()
    }

    /// The start of the chapter that is heard, or soon after it of the one before; nil without any.
    public static func previous(in chapters: [Chapter], at position: Duration) -> Duration? {
        let begun = chapters.map(\.start).filter { $0 <= position }.sorted()
        guard let current = begun.last else { return chapters.isEmpty ? nil : .zero }
        guard position - current <= PreviousRule.limit else { return current }
        return begun.dropLast().last ?? .zero
    }
}
