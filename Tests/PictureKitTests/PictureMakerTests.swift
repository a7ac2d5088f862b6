import TestSupport
import Testing

@testable import PictureKit

/// Whether the libraries are there; without them there is no picture, and no error either.
private let isInstalled = PictureLibraries.decoding != nil && PictureLibraries.chafa != nil

@Suite(.enabled(if: isInstalled, "libavcodec, libswscale or libchafa is not installed"))
struct PictureMakerTests {
    private func request(
        _ form: PictureRequest.Form, _ colors: PictureRequest.Colors = .full, columns: Int = 8,
        rows: Int = 4
    ) -> PictureRequest {
        PictureRequest(
            form: form, colors: colors, columns: columns, rows: rows, cellWidth: 8, cellHeight: 16)
    }

    @Test(arguments: PictureFiles.kinds) func everyKindIsDecoded(_ kind: String) throws {
        let image = try PictureDecoder.decode(
            PictureFiles.quarters(kind), for: request(.kitty))
        #expect(image.width == 64 && image.height == 64)
        let corners = [(8, 8), (56, 8), (8, 56), (56, 56)].map { column, row in
            (0..<3).map { Int(image.bytes[(row * 64 + column) * 4 + $0]) }
        }
        let wanted = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255]]
        for (found, wanted) in zip(corners, wanted) {
            #expect(zip(found, wanted).allSatisfy { abs($0 - $1) < 24 }, "\(found) for \(wanted)")
        }
    }

    @Test func blocksHaveTheColoursOfTheirHalves() throws {
        let picture = try PictureMaker.picture(
            of: PictureFiles.quarters("png"), for: request(.blocks))
        guard case .cells(let cells) = picture.body else {
            Issue.record("no cells")
            return
        }
        #expect(picture.columns == 8 && picture.rows == 4 && cells.count == 32)
        func isOf(_ cell: PictureCell, _ color: PictureCell.Color) -> Bool {
            [cell.foreground, cell.background].contains(color)
        }
        #expect(isOf(cells[0], .full(255, 0, 0)))
        #expect(isOf(cells[7], .full(0, 255, 0)))
        #expect(isOf(cells[24], .full(0, 0, 255)))
        #expect(isOf(cells[31], .full(255, 255, 255)))
    }

    @Test func fewerColoursAreNumbersOfThePalette() throws {
        for colors in [PictureRequest.Colors.many, .sixteen] {
            let picture = try PictureMaker.picture(
                of: PictureFiles.quarters("jpg"), for: request(.blocks, colors))
            guard case .cells(let cells) = picture.body else {
                Issue.record("no cells")
                continue
            }
            for color in cells.flatMap({ [$0.foreground, $0.background] }) {
                switch color {
                case .full: Issue.record("\(color) with \(colors)")
                case .index(let index): #expect(colors == .many || index < 16)
                case .none: break
                }
            }
        }
    }

    @Test func sixelsAreOneSequence() throws {
        let picture = try PictureMaker.picture(
            of: PictureFiles.quarters("webp"), for: request(.sixel))
        guard case .sixel(let bytes) = picture.body else {
            Issue.record("no sixels")
            return
        }
        #expect(TerminalPicture.isSixel(bytes[...]))
        #expect(TerminalPicture(bytes: picture.bytes) == picture)
    }

    @Test(arguments: PictureRequest.Form.allCases)
    func goesFromProcessToProcess(_ form: PictureRequest.Form) throws {
        let picture = try PictureMaker.picture(
            of: PictureFiles.quarters("gif"), for: request(form))
        #expect(TerminalPicture(bytes: picture.bytes) == picture)
    }

    @Test func itsProportionsAreKept() throws {
        let wide = try PictureMaker.picture(
            of: PictureFiles.png(width: 300, height: 100, lines: 100),
            for: request(.kitty, columns: 12, rows: 8))
        #expect(wide.columns == 12 && wide.rows == 2)
        let high = try PictureMaker.picture(
            of: PictureFiles.png(width: 100, height: 400, lines: 400),
            for: request(.blocks, columns: 12, rows: 8))
        #expect(high.columns == 4 && high.rows == 8)
    }

    // MARK: - What strangers send

    @Test func aBombOfPixelsIsNoPicture() {
        for (width, height) in [(100_000, 100_000), (2_000_000_000, 1), (50_000, 1_000), (0, 5)] {
            let file = PictureFiles.png(width: min(width, 50_000), height: 1, lines: 1)
            let bomb = Self.resized(file, width, height)
            #expect(throws: PictureError.self) {
                try PictureMaker.picture(of: bomb, for: request(.kitty))
            }
        }
    }

    @Test func whatIsNoPictureIsRefused() {
        let files: [[UInt8]] = [
            [], [0xFF], [0xFF, 0xD8, 0xFF], Array("GIF89a".utf8), Array("<svg/>".utf8),
            Array("RIFF\u{4}\0\0\0WEBPVP8 ".utf8),
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A],
        ]
        for file in files {
            #expect(throws: PictureError.self, "\(file)") {
                try PictureMaker.picture(of: file, for: request(.kitty))
            }
        }
        #expect(throws: PictureError.tooLarge(bytes: (16 << 20) + 1)) {
            try PictureMaker.picture(
                of: [UInt8](repeating: 0xFF, count: (16 << 20) + 1), for: request(.kitty))
        }
        #expect(throws: PictureError.noRoom) {
            try PictureMaker.picture(
                of: PictureFiles.quarters("png"), for: request(.kitty, columns: 100_000))
        }
    }

    /// Broken files of every kind give a picture or an error, and nothing that steers a terminal.
    @Test(arguments: PictureFiles.kinds, [UInt64(1), 2]) func brokenFilesBreakNothing(
        _ kind: String, _ seed: UInt64
    ) {
        var random = SeededRandom(seed: seed)
        let whole = PictureFiles.quarters(kind)
        for _ in 0..<60 {
            var file = whole
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let place = Int.random(in: 0..<file.count, using: &random)
                file[place] = UInt8.random(in: 0...255, using: &random)
            }
            if Bool.random(using: &random) {
                file.removeLast(Int.random(in: 0..<file.count, using: &random))
            }
            for form in PictureRequest.Form.allCases {
                guard let picture = try? PictureMaker.picture(of: file, for: request(form)) else {
                    continue
                }
                #expect(TerminalPicture(bytes: picture.bytes) == picture)
            }
        }
    }

    /// The same PNG with another size in its head, whose check sum libavcodec does not look at.
    private static func resized(_ file: [UInt8], _ width: Int, _ height: Int) -> [UInt8] {
        var file = file
        for (offset, value) in [(16, width), (20, height)] {
            for byte in 0..<4 {
                file[offset + byte] = UInt8(truncatingIfNeeded: value >> (24 - 8 * byte))
            }
        }
        return file
    }
}
