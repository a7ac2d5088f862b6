import ColumnModel
import TestSupport
import Testing

@testable import CommandLineUI

/// Every code that scripts may meet is in the reference.
@Suite struct ErrorCodeTests {
    private let documented = Set(ErrorCodeText.all.map(\.code))

    /// The codes in the source: a text in quotes before an exit code, or with one of ours.
    private static func codes(in text: String) -> Set<String> {
        let ends = ExitCode.allCases.map { ".\($0)" }
        var codes: Set<String> = []
        let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() where index % 2 == 1 && index + 1 < parts.count {
            let rest = parts[index + 1].drop { ", \n".contains($0) }
            guard parts[index + 1].hasPrefix(","), !part.isEmpty,
                part.allSatisfy({ $0.isLowercase || $0.isNumber || $0 == "-" })
            else { continue }
            if ends.contains(where: { end in
                rest.hasPrefix(end) && rest.dropFirst(end.count).first?.isLetter != true
            }) {
                codes.insert(String(part))
            }
        }
        return codes
    }

    private static func sources(below folder: String) -> [String] {
        listDirectory(folder).flatMap { name -> [String] in
            let path = "\(folder)/\(name)"
            return name.hasSuffix(".swift") ? [path] : sources(below: path)
        }
    }

    @Test func eachCodeOfTheSourceIsDocumented() throws {
        var found = Set(FailureCode.allCases.map(\.rawValue))
        let files = Self.sources(below: Fixtures.path("../Sources/CommandLineUI"))
        #expect(files.count > 50)
        for file in files {
            found.formUnion(Self.codes(in: String(decoding: readFile(file) ?? [], as: UTF8.self)))
        }
        #expect(found.count > 50)
        #expect(found.subtracting(documented).isEmpty, "not documented")
        #expect(documented.subtracting(found).isEmpty, "no longer given")
    }

    @Test func theSearchFindsCodes() {
        #expect(
            Self.codes(
                in: "self.init(\n  \"a-b\", .usage, \"x\") (\"c\", .busy) (\"d\", .busyness)")
                == ["a-b", "c"])
    }

    @Test func codesStandOnceAndInOrder() {
        let codes = ErrorCodeText.all.map(\.code)
        #expect(codes == codes.sorted() && documented.count == codes.count)
        #expect(ReferenceText.exitCodes.map(\.0) == ExitCode.allCases.map(\.rawValue).sorted())
    }
}
