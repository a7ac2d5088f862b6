import TestSupport
import Testing

/// Twenty things that somebody does on the first day, with what they would type first.
///
/// Each works,
/// or the error names the command line that does, which is typed next and works.
@Suite struct NewcomerTests {
    /// What is typed first, and the words that the result must have.
    struct Task: CustomTestStringConvertible, Sendable {
        let goal: String
        let typed: [String]
        /// Words of what is printed in the end.
        let result: String
        /// Whether the first command line is wrong, and the error leads on.
        var isLed = false
        /// The code of the command line that does it.
        var code: Int32 = 0

        var testDescription: String { goal }
    }

    static let tasks: [Task] = [
        Task(goal: "see what it can do", typed: [], result: "column add"),
        Task(
            goal: "subscribe as gpo calls it", typed: ["subscribe", "URL"], result: "Subscribed",
            isLed: true),
        Task(
            goal: "see the podcasts as gpo calls it", typed: ["podcasts"], result: "灯下专栏",
            isLed: true),
        Task(goal: "list like in a shell", typed: ["ls"], result: "灯下专栏", isLed: true),
        Task(goal: "list the episodes", typed: ["episodes"], result: "第三篇", isLed: true),
        Task(goal: "see what is new", typed: ["list", "new"], result: "NO"),
        Task(goal: "update as gpo calls it", typed: ["update"], result: "1 column", isLed: true),
        Task(goal: "sync with a slip", typed: ["snyc"], result: "1 column", isLed: true),
        Task(goal: "help the other way round", typed: ["--help", "sync"], result: "column sync"),
        Task(goal: "help of a command", typed: ["help", "play"], result: "--speed"),
        Task(goal: "read an article", typed: ["cat", "4"], result: "", isLed: true),
        Task(goal: "download one", typed: ["get", "2"], result: "1 file", isLed: true),
        Task(
            goal: "play the newest",
            typed: ["play", "newest", "--output", "null", "--from", "0:12"], result: "Playing"),
        Task(goal: "like one", typed: ["star", "2"], result: "Liked", isLed: true),
        Task(goal: "find a word", typed: ["find", "晚安"], result: "晚安", isLed: true),
        Task(goal: "queue one", typed: ["enqueue", "3"], result: "", isLed: true),
        Task(goal: "see the queue", typed: ["queue"], result: "1"),
        Task(goal: "set a speed", typed: ["set", "play.speed", "1.5"], result: "", isLed: true),
        Task(goal: "see one thing", typed: ["info", "2"], result: "第三篇", isLed: true),
        Task(goal: "take the last step back", typed: ["undo"], result: ""),
        Task(goal: "move to another program", typed: ["export"], result: "<opml"),
        Task(goal: "leave", typed: ["rm", "1"], result: "Unsubscribed", isLed: true),
    ]

    @Test func theFirstDay() async throws {
        let program = Program()
        let server = LoopbackServer()
        server.routeFixtures()
        let url = server.url("/lamplight/feed.xml")
        for task in Self.tasks {
            let typed = task.typed.map { $0 == "URL" ? url : $0 }
            var result = try await run(typed, program)
            if task.isLed {
                #expect(result.ending == .exited(2), "\(task.goal): \(result.output)")
                let line = try #require(
                    Self.suggestion(in: result.errors), "\(task.goal): \(result.errors)")
                result = try await run(
                    line.split(separator: " ").dropFirst().map(String.init), program)
            }
            #expect(
                result.ending == .exited(task.code), "\(task.goal): \(result.errors)")
            #expect(
                task.result.isEmpty || (result.output + result.errors).contains(task.result),
                "\(task.goal): \(result.output)\(result.errors)")
        }
    }

    private func run(_ arguments: [String], _ program: Program) async throws -> ProcessResult {
        // On a terminal a call without arguments is help; without one it is util-linux's column.
        try await ChildProcess.run(
            BuiltBinary.path(), arguments, environment: program.environment,
            input: arguments.isEmpty ? .terminal(columns: 100, rows: 30) : .none,
            directory: program.home.path)
    }

    /// The first command line in an error's hints.
    private static func suggestion(in errors: String) -> String? {
        let hints = errors.split(separator: "\n").dropFirst().joined(separator: "\n")
        guard let start = hints.firstRange(of: "“column ") else { return nil }
        return String(hints[start.lowerBound...].dropFirst().prefix { $0 != "”" })
    }

    @Test(arguments: [
        (["subscribe", "https://a.test/f"], "“column add https://a.test/f”"),
        (["unsubscribe", "a b"], "“column remove 'a b'”"), (["refresh"], "“column sync”"),
        (["ls", "--json"], "“column list”"), (["doctor"], "“column fsck”"),
        (["settings"], "“column config”"), (["paly"], "“column play”"),
    ])
    func namesOfOtherToolsLeadToOurs(typed: [String], hint: String) async throws {
        let program = Program()
        let result = try await run(typed, program)
        #expect(result.ending == .exited(2) && result.errors.contains(hint), "\(result.errors)")
    }
}
