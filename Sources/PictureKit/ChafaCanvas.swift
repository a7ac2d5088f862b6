import CPicture

/// A picture in characters or sixels, by chafa.
enum ChafaCanvas {
    static func picture(
        of image: PixelImage, _ columns: Int, _ rows: Int, for request: PictureRequest
    ) throws(PictureError) -> TerminalPicture {
        guard let chafa = PictureLibraries.chafa else {
            throw .notInstalled(library: "libchafa")
        }
        guard let config = chafa.chafa_canvas_config_new() else {
            throw .broken(library: "libchafa", code: -1)
        }
        defer { chafa.chafa_canvas_config_unref(config) }
        let isSixel = request.form == .sixel
        chafa.chafa_canvas_config_set_geometry(config, Int32(columns), Int32(rows))
        chafa.chafa_canvas_config_set_cell_geometry(
            config, Int32(request.cellWidth), Int32(request.cellHeight))
        chafa.chafa_canvas_config_set_pixel_mode(
            config, Int32(isSixel ? COLUMN_CHAFA_SIXELS : COLUMN_CHAFA_SYMBOLS))
        chafa.chafa_canvas_config_set_canvas_mode(config, mode(request))
        guard let symbols = chafa.chafa_symbol_map_new() else {
            throw .broken(library: "libchafa", code: -1)
        }
        defer { chafa.chafa_symbol_map_unref(symbols) }
        chafa.chafa_symbol_map_add_by_tags(symbols, Int32(COLUMN_CHAFA_HALVES))
        chafa.chafa_canvas_config_set_symbol_map(config, symbols)
        guard let canvas = chafa.chafa_canvas_new(config) else {
            throw .broken(library: "libchafa", code: -1)
        }
        defer { chafa.chafa_canvas_unref(canvas) }
        chafa.chafa_canvas_draw_all_pixels(
            canvas, Int32(COLUMN_CHAFA_RGBA), image.bytes, Int32(image.width), Int32(image.height),
            Int32(image.width * 4))
        if isSixel {
            return TerminalPicture(
                columns: columns, rows: rows, body: .sixel(try sixels(canvas, chafa)))
        }
        var cells: [PictureCell] = []
        for row in 0..<rows {
            for column in 0..<columns {
                var (foreground, background): (Int32, Int32) = (-1, -1)
                chafa.chafa_canvas_get_raw_colors_at(
                    canvas, Int32(column), Int32(row), &foreground, &background)
                let value = chafa.chafa_canvas_get_char_at(canvas, Int32(column), Int32(row))
                cells.append(
                    PictureCell(
                        Unicode.Scalar(value) ?? " ", color(foreground, request.colors),
                        color(background, request.colors)))
            }
        }
        return TerminalPicture(columns: columns, rows: rows, body: .cells(cells))
    }

    private static func mode(_ request: PictureRequest) -> Int32 {
        if request.form == .sixel { return Int32(COLUMN_CHAFA_TRUECOLOR) }
        return switch request.colors {
        case .full: Int32(COLUMN_CHAFA_TRUECOLOR)
        case .many: Int32(COLUMN_CHAFA_INDEXED_240)
        case .sixteen: Int32(COLUMN_CHAFA_INDEXED_16)
        }
    }

    private static func color(_ value: Int32, _ colors: PictureRequest.Colors)
        -> PictureCell.Color
    {
        guard value >= 0 else { return .none }
        guard colors == .full else { return value < 256 ? .index(UInt8(value)) : .none }
        let bytes = (0..<3).map { UInt8(truncatingIfNeeded: value >> (16 - 8 * $0)) }
        return .full(bytes[0], bytes[1], bytes[2])
    }

    /// The sequence that chafa_canvas_print writes, without what it may put around it.
    private static func sixels(_ canvas: UnsafeMutableRawPointer, _ chafa: column_chafa)
        throws(PictureError) -> [UInt8]
    {
        let terminal = chafa.chafa_term_db_get_fallback_info(chafa.chafa_term_db_get_default())
        defer { if let terminal { chafa.chafa_term_info_unref(terminal) } }
        guard let text = chafa.chafa_canvas_print(canvas, terminal) else {
            throw .broken(library: "libchafa", code: -1)
        }
        defer { _ = chafa.g_string_free(text, 1) }
        let all = UnsafeRawBufferPointer(start: text.pointee.bytes, count: text.pointee.count)
        guard let start = all.firstRange(of: [0x1B, UInt8(ascii: "P")]),
            let end = all[start.upperBound...].firstRange(of: [0x1B, UInt8(ascii: "\\")])
        else { throw .broken(library: "libchafa", code: -2) }
        return Array(all[start.lowerBound..<end.upperBound])
    }
}
