/// The files under `fixtures/` of the repository.
public enum Fixtures {
    /// The repository's folder.
    public static let repository: String = {
        // Tests/TestSupport/Fixtures.swift, three levels below.
        #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }
    }()

    /// The absolute path of a fixture.
    public static func path(_ name: String) -> String { "\(repository)/fixtures/\(name)" }

    /// The bytes of a fixture, which must be there.
    public static func bytes(_ name: String) -> [UInt8] {
        guard let bytes = readFile(path(name)) else {
            preconditionFailure("There is no fixture \(name).")
        }
        return bytes
    }

    /// The text of a fixture, which must be there.
    public static func text(_ name: String) -> String {
        String(decoding: bytes(name), as: UTF8.self)
    }
}
