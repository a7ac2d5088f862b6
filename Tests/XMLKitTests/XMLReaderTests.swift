import Testing
import XMLKit

@Suite("XML reader")
struct XMLReaderTests {
    /// The events of a text that comes in pieces, as words; texts that follow each other are joined.
    private func events(
        _ text: String, dialect: XMLReader.Dialect = .xml, pieces: Int = .max
    ) -> [String] {
        var reader = XMLReader(dialect: dialect)
        var rest = Array(text.utf8)[...]
        var words: [String] = []
        var run: [UInt8] = []
        func endRun() {
            if !run.isEmpty {
                words.append(String(decoding: run, as: UTF8.self))
                run = []
            }
        }
        while true {
            let event = reader.next()
            switch event {
            case .needsInput:
                let piece = Array(rest.prefix(pieces))
                rest = rest.dropFirst(pieces)
                if piece.isEmpty {
                    reader.finish()
                } else {
                    piece.withUnsafeBufferPointer { reader.append($0) }
                }
            case .text: reader.appendText(to: &run)
            case .startElement:
                endRun()
                var word =
                    "<"
                    + String(decoding: reader.localName(ofElement: reader.element), as: UTF8.self)
                for index in 0..<reader.attributeCount {
                    word += " \(reader.attributeName(index))=\(reader.attributeValue(index))"
                }
                words.append(word)
            case .endElement:
                endRun()
                words.append(
                    ">"
                        + String(
                            decoding: reader.localName(ofElement: reader.element), as: UTF8.self))
            case .doctype:
                endRun()
                words.append("doctype")
            case .endOfDocument:
                endRun()
                return words
            }
        }
    }

    @Test(
        "a text is read the same in pieces of any size",
        arguments: [
            ("<a x='1' y=\"&lt;2\">t<b/>u</a>", ["<a x=1 y=<2", "t", "<b", ">b", "u", ">a"]),
            ("<a><![CDATA[<b>]]]]><!-- <c> -->&amp;</a>", ["<a", "<b>]]&", ">a"]),
            (
                "<?xml version='1.0'?><!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;&e;</a>",
                ["doctype", "<a", "xx", ">a"]
            ),
            ("<a><b><c></b>t</a>", ["<a", "<b", "<c", ">c", ">b", "t", ">a"]),
            ("<a></b>t</a>", ["<a", "t", ">a"]),
            ("<a>t", ["<a", "t", ">a"]),
            ("<a x=1 y z = '2'/>", ["<a x=1 y= z=2", ">a"]),
            ("<a<b>t</b></a>", ["<a", "<b", "t", ">b", ">a"]),
            ("<A>t</a>", ["<a", "t", ">a"]),
            ("<a>&#x41;&#66;&#8217;&nbsp;&bogus;&</a>", ["<a", "AB’\u{A0}&bogus;&", ">a"]),
            ("<a>1 < 2 <3 </ 4</a>", ["<a", "1 < 2 <3 ", ">a"]),
            ("<p:a xmlns:p='u'><p:b/></p:a>", ["<a xmlns:p=u", "<b", ">b", ">a"]),
            ("<a><!-- never closed", ["<a", ">a"]),
        ])
    func reading(text: String, expected: [String]) {
        for pieces in [Int.max, 5, 1] {
            #expect(events(text, pieces: pieces) == expected)
        }
    }

    @Test("in HTML the contents of script and style are text, and nothing need be closed")
    func html() {
        #expect(
            events("<p>a<script>if (a<b) {</script><br>b", dialect: .html)
                == ["<p", "a", "<script", "if (a<b) {", ">script", "<br", "b"])
    }

    @Test("namespaces come by scope, without a declaration by the prefix")
    func namespaces() {
        var reader = XMLReader()
        let text = "<a xmlns='u'><b xmlns='v'/><c/><p:d/></a>"
        Array(text.utf8).withUnsafeBufferPointer { reader.append($0) }
        reader.finish()
        var found: [String] = []
        while true {
            let event = reader.next()
            if event == .startElement {
                found.append(
                    String(decoding: reader.namespace(ofElement: reader.element), as: UTF8.self))
            }
            if event == .endOfDocument { break }
        }
        #expect(found == ["u", "v", "u", "p"])
    }

    @Test("a tag without an end, however long, is text, and what comes after is read")
    func endlessTag() {
        let text = "<a><b " + String(repeating: "x='1' ", count: 60_000) + "<c/></a>"
        for pieces in [Int.max, 10_000] {
            let words = events(text, pieces: pieces)
            #expect(words.first == "<a")
            #expect(words.suffix(3) == ["<c", ">c", ">a"])
        }
    }
}
