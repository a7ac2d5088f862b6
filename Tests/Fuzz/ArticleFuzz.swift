import ArticleText
import TerminalText

/// What libFuzzer calls with each input: no article may trap, or bring a control character out.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = UnsafeBufferPointer(start: data, count: count)
    let text = String(decoding: bytes, as: UTF8.self)
    let width = 10 + count % 90
    for document in [ArticleDocument(html: text), ArticleDocument(text: text)] {
        let lines = document.lines(ArticleTextOptions(width: width, showsLinks: false))
        for line in lines {
            precondition(SafeText.isSafeLine(line), "a raw line")
            precondition(TextWidth.of(line) <= max(width, 24), "a line that is too wide")
        }
        _ = document.lines(ArticleTextOptions(width: width, usesStyles: true))
        let markdown = document.markdown()
        precondition(SafeText.lines(markdown) == markdown, "raw Markdown")
        let plain = document.plainText()
        for mark in document.timeMarks() {
            precondition(mark.range.upperBound <= plain.utf8.count, "a mark outside of the text")
            precondition(SafeText.isSafeLine(mark.label), "a raw label")
        }
        for link in document.links {
            precondition(SafeText.isSafeLine(link.url) && SafeText.isSafeLine(link.text))
        }
        _ = document.chapters()
    }
    let safe = SafeText.line(text)
    precondition(SafeText.isSafeLine(safe) && SafeText.line(safe) == safe, "not safe at once")
    precondition(TextWidth.of(TextWidth.cut(safe, to: width)) <= width, "cut too wide")
    precondition(TextWidth.of(TextWidth.cutStart(safe, to: width)) <= width, "cut too wide")
    return 0
}
