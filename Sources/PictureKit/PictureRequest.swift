/// How a picture is wanted: in which form, and in how many cells at most.
public struct PictureRequest: Hashable, Sendable {
    /// What a terminal can be told.
    public enum Form: String, Hashable, Sendable, CaseIterable {
        /// The graphics protocol of kitty.
        case kitty
        /// DEC's sixels.
        case sixel
        /// Characters, each half a cell of colour.
        case blocks
    }

    /// How many colours characters can have.
    public enum Colors: String, Hashable, Sendable, CaseIterable {
        /// The sixteen of the terminal.
        case sixteen = "16"
        /// The 240 that are fixed in most terminals.
        case many = "256"
        /// All.
        case full = "24bit"
    }

    /// The form.
    public var form: Form
    /// The colours of characters.
    public var colors: Colors
    /// The cells that there are, from left to right.
    public var columns: Int
    /// And from top to bottom.
    public var rows: Int
    /// A cell's width in pixels.
    public var cellWidth: Int
    /// A cell's height in pixels.
    public var cellHeight: Int

    /// Makes a request.
    public init(
        form: Form, colors: Colors, columns: Int, rows: Int, cellWidth: Int, cellHeight: Int
    ) {
        self.form = form
        self.colors = colors
        self.columns = columns
        self.rows = rows
        self.cellWidth = cellWidth
        self.cellHeight = cellHeight
    }

    /// The largest size in pixels that fits, with the picture's own proportions.
    func fit(_ width: Int, _ height: Int) -> (width: Int, height: Int) {
        let (boxWidth, boxHeight) = (columns * cellWidth, rows * cellHeight)
        // Of two shares the smaller one, without fractions.
        if width * boxHeight > height * boxWidth {
            return (boxWidth, max(1, boxWidth * height / width))
        }
        return (max(1, boxHeight * width / height), boxHeight)
    }

    /// Whether it is one that a terminal may ask for.
    var isSensible: Bool {
        (1...200).contains(columns) && (1...100).contains(rows) && (1...64).contains(cellWidth)
            && (1...128).contains(cellHeight) && columns * cellWidth <= 2_048
            && rows * cellHeight <= 2_048
    }
}
