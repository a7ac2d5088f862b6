import TestSupport
import Testing

/// What standard output does not take is told, and never taken for success.
@Suite struct OutputFailureTests {
    private let program = Program()

    @Test(
        "output that fails gives words and a code",
        arguments: [
            ("list --json", ">/dev/full", 6), ("export", ">/dev/full", 6),
            ("help", ">/dev/full", 6), ("--version", ">/dev/full", 6),
            ("completions bash", ">/dev/full", 6), ("list --json", ">&-", 1),
            ("--version", ">&-", 1),
        ] as [(String, String, Int32)])
    func failingOutput(arguments: String, redirection: String, code: Int32) async throws {
        let result = try await ChildProcess.run(
            "/bin/sh", ["-c", "exec \"$0\" \(arguments) \(redirection)", BuiltBinary.path()],
            environment: program.environment, directory: program.home.path)
        #expect(result.exitCode == code, "\(result.errors)")
        #expect(result.errors.contains("Standard output cannot be written"), "\(result.errors)")
    }
}
