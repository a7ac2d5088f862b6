import Localization
import TerminalText

extension Console {
    /// How one column of a table is set; see `TextTable.Field`.
    struct Heading {
        let title: Message
        var isRight = false
        var isFlexible = false
        var minimum = 12
        var maximum = Int.max
    }

    /// A table without rows, with headings in the language of the person.
    func table(_ headings: [Heading]) -> TextTable {
        TextTable(
            headings.map { heading in
                TextTable.Field(
                    title: text(heading.title), isRight: heading.isRight,
                    isFlexible: heading.isFlexible, minimum: heading.minimum,
                    maximum: heading.maximum)
            })
    }

    /// Prints a table in the width that there is.
    func print(_ table: TextTable) {
        for line in table.lines(width: width, heading: { bold($0) }) { print(line) }
    }
}
