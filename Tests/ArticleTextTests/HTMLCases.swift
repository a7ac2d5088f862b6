import Testing

/// A piece of HTML with the lines that it becomes, 40 cells wide.
struct HTMLCase: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let html: String
    let lines: [String]

    init(_ name: String, _ html: String, _ lines: String...) {
        testDescription = name
        self.html = html
        self.lines = lines
    }

    static let inlines = [
        HTMLCase("nothing", ""),
        HTMLCase("text alone", "Just text", "Just text"),
        HTMLCase("white space collapses", "  a \n\t b<b> c </b> d  ", "a b c d"),
        HTMLCase("blank only between words", "<p> <b> a</b> </p>", "a"),
        HTMLCase("no-break spaces stay", "a&nbsp;&nbsp;b", "a\u{A0}\u{A0}b"),
        HTMLCase("empty paragraphs vanish", "<p>a</p><p>&nbsp;</p><p> </p><p>b", "a", "", "b"),
        HTMLCase(
            "entities", "&lt;b&gt; &amp;amp; &#x4E13;&#26639; &copy; &bogus; &",
            "<b> &amp; 专栏 © &bogus; &"),
        HTMLCase("Windows-1252 by number", "It&#146;s &#147;so&#148;", "It’s “so”"),
        HTMLCase("soft hyphens vanish", "Don&shy;au\u{AD}dampfer", "Donaudampfer"),
        HTMLCase("Chinese has no blank at a line end", "你好\n世界\nLinux\n播客", "你好世界 Linux 播客"),
        HTMLCase("line break", "a<br>b<br/>c</br>d", "a", "b", "c", "d"),
        HTMLCase(
            "two line breaks part paragraphs", "a<br> <br>b<br><br><br>c", "a", "", "b", "", "c"),
        HTMLCase("line breaks at the ends vanish", "<p><br>a<br></p>", "a"),
        HTMLCase("image", "<img src=x.png alt='A  map'>", "[image: A map]"),
        HTMLCase("image without words", "<img src=x.png>", "[image]"),
        HTMLCase("counting pixel", "a<img src=x width=1 height=1>", "a"),
        HTMLCase("emoji as image", "<img alt='🎧' src=x> on", "🎧 on"),
        HTMLCase("superscript", "m<sup>2</sup>, x<sup>n</sup>", "m², xn"),
        HTMLCase("ruby", "<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>", "漢(kan)"),
        HTMLCase("quotation", "<q>so</q>", "“so”"),
        HTMLCase("marks that cross", "<b>a<i>b</b>c</i>d", "abcd"),
        HTMLCase("unknown elements", "<x-y a=b>in</x-y> <o:p>Word</o:p>", "in Word"),
        HTMLCase(
            "not for reading", "a<script>x<b></script><style>p{}</style><svg><text>t</text></svg>b",
            "ab"),
        HTMLCase("hidden", "<div style='Display : none'>x<div>y</div></div>z", "z"),
        HTMLCase("hidden without an end", "<div hidden>x<p>y", "x", "", "y"),
        HTMLCase("head without an end", "<head><title>t</title><body>a", "a"),
        HTMLCase("svg without an end", "<svg><text>t<p>a", "a"),
        HTMLCase("comment", "a<!-- <p>b -->c", "ac"),
        HTMLCase("stray brackets", "1 < 2 > 0 <3", "1 < 2 > 0 <3"),
        HTMLCase("escaped twice stays escaped", "&lt;p&gt;a&lt;/p&gt;", "<p>a</p>"),
    ]

    static let links = [
        HTMLCase(
            "link", "<a href=http://x.org/a>words</a>.", "words[1].", "", "[1] http://x.org/a"),
        HTMLCase(
            "the same address twice", "<a href='http://x/'>a</a> <a href='http://x/'>b</a>",
            "a[1] b[1]", "", "[1] http://x/"),
        HTMLCase("address as words", "<a href='https://x.org/'>x.org</a>", "x.org"),
        HTMLCase(
            "address in text", "See https://x.org/a_(b), or (http://y.org).",
            "See https://x.org/a_(b), or",
            "(http://y.org)."),
        HTMLCase("mail", "<a href=mailto:a@x.org>a@x.org</a>", "a@x.org"),
        HTMLCase("nowhere", "<a href=#t>a</a><a href=' javascript:x()'>b</a><a>c</a>", "abc"),
        HTMLCase(
            "link around an image", "<a href=http://x/y><img src=z alt=w></a>", "[image: w][1]", "",
            "[1] http://x/y"),
        HTMLCase(
            "link without an end", "<a href=http://x/y>a <a href=http://x/z>b", "a [1]b[2]", "",
            "[1] http://x/y", "[2] http://x/z"),
        HTMLCase(
            "blanks in an address", "<a href=' http://x/\n y '>a</a>", "a[1]", "", "[1] http://x/y"),
    ]

    static let blocks = [
        HTMLCase(
            "paragraphs without ends", "<p>a<p>b<div>c</div>d", "a", "", "b", "", "c", "", "d"),
        HTMLCase(
            "headings", "<h1>A</h1><h2>B</h2><h3>C</h3>d", "A", "=", "", "B", "-", "", "C", "", "d"),
        HTMLCase("heading without an end", "<h1>A<p>b", "A", "=", "", "b"),
        HTMLCase("list", "<ul><li>a<li>b</ul>", "• a", "• b"),
        HTMLCase("list in a list", "<ul><li>a<ul><li>b</ul><li>c</ul>", "• a", "  • b", "• c"),
        HTMLCase(
            "list in a list without an item", "<ul><li>a</li><ul><li>b</li></ul></ul>", "• a",
            "  • b"),
        HTMLCase("numbers", "<ol start=9><li>a<li>b</ol>", " 9. a", "10. b"),
        HTMLCase(
            "paragraphs in items", "<ul><li><p>a</p><p>b</p><li>c</ul>", "• a", "", "  b", "", "• c"
        ),
        HTMLCase(
            "item outside of a list", "a<li>b</li><li>c</li><p>d", "a", "", "• b", "• c", "", "d"),
        HTMLCase("empty items vanish", "<ul><li></li><li> <li>a</ul>", "• a"),
        HTMLCase("quote", "<blockquote>a<p>b</blockquote>", "│ a", "│", "│ b"),
        HTMLCase("quote in a quote", "<blockquote>a<blockquote>b", "│ a", "│", "│ │ b"),
        HTMLCase("code", "<pre>\n a\n\tb\n\n</pre>c", "     a", "        b", "", "c"),
        HTMLCase(
            "tags in code", "<pre><code>a<br>b<div>c</div></code></pre>", "    a", "    b", "    c"),
        HTMLCase("rule", "a<hr><hr>b", "a", "", String(repeating: "─", count: 40), "", "b"),
        HTMLCase("definitions", "<dl><dt>a<dd>b<dt>c<dd>d</dl>", "a", "    b", "", "c", "    d"),
        HTMLCase("end tags without starts", "</div></p></ul>a</b></table>", "a"),
        HTMLCase("form", "<form>a<select><option>b</select><button>c</button></form>", "a"),
        HTMLCase(
            "audio", "a <audio src=http://x/y><p>no</p></audio> b", "a [audio][1] b", "",
            "[1] http://x/y"),
    ]

    static let tables = [
        HTMLCase("table", "<table><tr><td>a<td>bb<tr><td>ccc<td>d</table>", "a   │ bb", "ccc │ d"),
        HTMLCase(
            "table with names", "<table><tr><th>a<th>b<tr><td>c<td>d</table>", "a │ b", "──┼──",
            "c │ d"),
        HTMLCase(
            "one column lays out", "<table><tr><td>a</td></tr><tr><td>b</td></tr></table>", "a", "",
            "b"),
        HTMLCase(
            "table that lays out", "<table><tr><td><p>a<p>b<td><ul><li>c</ul></table>", "a", "",
            "b", "", "• c"),
        HTMLCase(
            "table in a table", "<table><tr><td><table><tr><td>a<td>b</table><td>c</table>d",
            "a │ b", "", "c", "", "d"),
        HTMLCase(
            "empty columns vanish", "<table><tr><td>a<td>&nbsp;<td>b<tr><td>c<td><td>d</table>",
            "a │ b", "c │ d"),
        HTMLCase("short rows", "<table><tr><td>a<td>b<tr><td>c</table>", "a │ b", "c │"),
        HTMLCase("wide cell", "<table><tr><td colspan=2>a<tr><td>b<td>c</table>", "a │", "b │ c"),
        HTMLCase("caption", "<table><caption>x</caption><tr><td>a<td>b</table>", "x", "", "a │ b"),
        HTMLCase("cell outside of a table", "<td>a</td><tr>b</tr>", "a", "", "b"),
        HTMLCase(
            "text in a table outside of cells", "<table>x<tr>y<td>a<td>b</table>", "x", "", "y", "",
            "a │ b"),
        HTMLCase("Chinese", "<table><tr><td>专栏<td>b<tr><td>c<td>播客</table>", "专栏 │ b", "c    │ 播客"),
        HTMLCase(
            "too many columns for the width",
            "<table><tr><th>alphabet<th>bravery1<th>charlie1<th>delta123<tr><td>aaaaaaaa<td>bbbbbbbb<td>cccccccc<td>dddddddd</table>",
            "alphabet: aaaaaaaa", "bravery1: bbbbbbbb", "charlie1: cccccccc", "delta123: dddddddd"),
    ]
}
