/// Where a line may end between two characters that no blank parts.
///
/// A small part of UAX 14 with the minimum of 禁則: no closing mark begins a line, no opening mark ends one.
enum BreakRules {
    /// Whether a line may end between two neighbours; `earlier` stands before the first of them.
    static func canBreak(
        after previous: TextClusters.Element, before next: TextClusters.Element,
        earlier: TextClusters.Element?
    ) -> Bool {
        if previous.lead == 0x200B { return true }
        if isGlue(previous.lead) || isGlue(next.lead) || next.width == 0 { return false }
        if isClosing(next.lead) || isOpening(previous.lead) { return false }
        if previous.width == 2 || next.width == 2 { return true }
        switch previous.lead {
        // A hyphen inside a word; not a minus sign or an option.
        case 0x2D, 0x2010: return isLetter(next.lead) && earlier.map { isLetter($0.lead) } ?? false
        case 0x2013, 0x2014: return next.lead != previous.lead
        default: return false
        }
    }

    /// Whether a scalar is a blank at which a line may end, and that is dropped there.
    static func isBlank(_ value: UInt32) -> Bool {
        switch value {
        case 0x20, 0x09, 0x1680, 0x2000...0x2006, 0x2008...0x200A, 0x205F, 0x3000: true
        default: false
        }
    }

    /// Blanks and joiners that keep their neighbours together.
    private static func isGlue(_ value: UInt32) -> Bool {
        value == 0xA0 || value == 0x202F || value == 0x2007 || value == 0x2060
    }

    private static func isLetter(_ value: UInt32) -> Bool {
        0x61...0x7A ~= value | 0x20 || value >= 0xC0
    }

    private static func isClosing(_ value: UInt32) -> Bool {
        guard let scalar = Unicode.Scalar(value) else { return false }
        return closing.contains(scalar)
    }

    private static func isOpening(_ value: UInt32) -> Bool {
        guard let scalar = Unicode.Scalar(value) else { return false }
        return opening.contains(scalar)
    }

    private static let opening = Set("([{‘“‚„‹«（［｛「『【〈《〔〖〘〚〝｢$£¥＄￥￡#＃".unicodeScalars)

    private static let closing = Set(
        """
        )]}’”›»!?,.:;%…‥‰°′″℃、。，．：；！？）］｝」』】〉》〕〗〙〛〞〟｡､｣･・‼⁇⁈⁉％～〜\
        ーｰ々〻ゝゞヽヾぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ
        """.unicodeScalars)
}
