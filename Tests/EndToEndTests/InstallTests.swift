@preconcurrency import Glibc
import TestSupport
import Testing

/// What `make install` and `make uninstall` do to a folder.
@Suite struct InstallTests {
    private let home = TemporaryHome()
    private var folder: String { home.path("prefix") }

    private func install(_ arguments: [String]) async throws -> ProcessResult {
        try await ChildProcess.run(
            "\(Fixtures.repository)/.ci/install", arguments,
            environment: ["PATH": "/usr/bin:/bin", "HOME": home.path])
    }

    /// All files below the folder.
    private func files() async throws -> [String] {
        let found = try await ChildProcess.run(
            "/usr/bin/find", [folder, "-type", "f", "-printf", "%P\\n"])
        return found.output.split(separator: "\n").map(String.init).sorted()
    }

    @Test func allIsInPlaceAndGoesAgain() async throws {
        home.write(Array("mine".utf8), to: "prefix/share/man/man1/mine.1")
        let before = try await files()
        let installed = try await install([BuiltBinary.path(), folder])
        #expect(installed.ending == .exited(0), "\(installed)")
        let there = Set(try await files())
        for file in [
            "bin/column", "share/man/man1/column.1", "share/man/man1/column-play.1",
            "share/man/man5/column-config.5", "share/man/zh_CN/man1/column.1",
            "share/man/zh_CN/man1/column-play.1", "share/man/zh_CN/man5/column-config.5",
            "share/bash-completion/completions/column",
            "share/zsh/site-functions/_column", "share/fish/vendor_completions.d/column.fish",
        ] {
            #expect(there.contains(file), "\(file)")
            // Others must read it, and nobody but its owner change it.
            let mode: UInt32 = file == "bin/column" ? 0o755 : 0o644
            #expect(fileMode("\(folder)/\(file)") == mode, "\(file)")
        }
        let version = try await ChildProcess.run("\(folder)/bin/column", ["--version"])
        #expect(version.output.hasPrefix("column "))
        // A second time changes nothing, and a page of an older version goes.
        let again = try await install([BuiltBinary.path(), folder])
        #expect(again.ending == .exited(0), "\(again)")
        #expect(Set(try await files()) == there)
        let removed = try await install(["--remove", folder])
        #expect(removed.ending == .exited(0), "\(removed)")
        #expect(try await files() == before)
    }

    @Test func theOtherColumnIsLeftAlone() async throws {
        let other = Array("#!/bin/sh\necho column from util-linux 2.38.1\n".utf8)
        home.write(other, to: "prefix/bin/column")
        chmod(home.path("prefix/bin/column"), 0o755)
        for arguments in [[BuiltBinary.path(), folder], ["--remove", folder]] {
            let result = try await install(arguments)
            #expect(result.ending == .exited(1) && !result.errors.isEmpty, "\(result)")
        }
        #expect(readFile(home.path("prefix/bin/column")) == other)
        #expect(try await files() == ["bin/column"])
    }
}
