import Localization
import PictureKit

/// `column debug picture`: what the full screen has set beside it, since a broken picture is not to
/// bring it down.
enum PictureCommand {
    private static let form = OptionDescription.value(
        "as", nil, "FORM", .choice(PictureRequest.Form.allCases.map(\.rawValue)),
        "The form; blocks without it.")
    private static let colors = OptionDescription.value(
        "colors", nil, "COLORS", .choice(PictureRequest.Colors.allCases.map(\.rawValue)),
        "The colours of blocks; 24bit without it.")

    static let description = CommandDescription(
        name: "picture", summary: "Set a picture file as the full screen gets it",
        operands: [
            OperandDescription("FILE", .file), OperandDescription("COLUMNS", .text),
            OperandDescription("ROWS", .text), OperandDescription("CELL", .text),
        ], options: [form, colors], action: run)

    @Sendable private static func run(_ context: CommandContext) async throws -> ExitCode {
        let words = context.arguments
        let cell = (words.operand("CELL") ?? "").split(separator: "x").compactMap { Int($0) }
        guard let columns = words.operand("COLUMNS").flatMap({ Int($0) }),
            let rows = words.operand("ROWS").flatMap({ Int($0) }), cell.count == 2
        else { return .usage }
        let request = PictureRequest(
            form: words.text(form).flatMap(PictureRequest.Form.init(rawValue:)) ?? .blocks,
            colors: words.text(colors).flatMap(PictureRequest.Colors.init(rawValue:)) ?? .full,
            columns: columns, rows: rows, cellWidth: cell[0], cellHeight: cell[1])
        PictureBounds.set()
        do throws(PictureError) {
            context.console.write(
                try PictureMaker.picture(at: words.operand("FILE") ?? "", for: request).bytes)
            return .success
        } catch {
            // For whoever looks into it; the screen just shows no picture.
            context.console.writeError("\(error)\n")
            return .someFailed
        }
    }
}
