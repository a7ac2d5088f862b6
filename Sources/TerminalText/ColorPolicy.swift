/// What the user wants of colours and other styles.
public enum ColorPolicy: String, Sendable, CaseIterable {
    /// Where a terminal shows them.
    case auto
    /// In any case.
    case always
    /// Nowhere.
    case never
}
