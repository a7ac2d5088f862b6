import TestSupport
import Testing

/// The built program in a Chinese locale, which need not be installed.
@Suite struct ChineseTests {
    private let program = Program()

    private func run(
        _ arguments: String..., locale: [String: String] = ["LC_ALL": "zh_CN.UTF-8"]
    ) async throws -> ProcessResult {
        try await ChildProcess.run(
            BuiltBinary.path(), arguments,
            environment: program.environment.merging(locale) { _, new in new },
            directory: program.home.path)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let arguments: [String]
        let said: String
        var code: Int32 = 0
        var testDescription: String { arguments.joined(separator: " ") }
    }

    @Test(arguments: [
        Row(arguments: ["--help"], said: "正在运行的播放器："),
        Row(arguments: ["--help", "sync"], said: "获取订阅源并保存新内容。"),
        Row(arguments: ["help", "hooks"], said: "钩子是您自己的程序"),
        Row(arguments: ["queue", "add", "--help"], said: "将单集加入队列。"),
        Row(arguments: ["list"], said: "还没有专栏。先订阅一个：column add URL"),
        Row(arguments: ["stats"], said: "还没有收听过。"),
        Row(arguments: ["config"], said: "同时获取多少个订阅源。"),
        Row(arguments: ["schedule", "status"], said: "上次同步：还没有"),
        Row(arguments: ["sync", "nonsense"], said: "错误：没有名为“nonsense”的专栏。", code: 5),
        Row(arguments: ["snyc"], said: "您是不是想输入“column sync”？", code: 2),
        Row(arguments: ["play", "--speed", "9"], said: "“9”不符合要求，需要 0.5 到 4 的倍速", code: 2),
        Row(arguments: ["status"], said: "没有播放器在运行。", code: 5),
        Row(arguments: ["add", "/nowhere"], said: "既不是地址，也不是文件。", code: 2),
        Row(arguments: ["import", "/nowhere"], said: "没有那个文件或目录", code: 5),
    ]) func itSpeaksChinese(_ row: Row) async throws {
        let environment = program.environment.merging(["LC_ALL": "zh_CN.UTF-8"]) { _, new in new }
        let result = try await ChildProcess.run(
            BuiltBinary.path(), row.arguments, environment: environment,
            directory: program.home.path)
        #expect(result.ending == .exited(row.code))
        #expect((result.output + result.errors).contains(row.said), "\(result)")
    }

    @Test func theEnvironmentDecides() async throws {
        let english = try await run("list", locale: ["LC_ALL": "C", "LANG": "zh_CN.UTF-8"])
        #expect(english.errors.hasPrefix("There is no column yet."))
        let taiwan = try await run("list", locale: ["LANG": "zh_TW.UTF-8"])
        #expect(taiwan.errors == english.errors)
        let listed = try await run(
            "list", locale: ["LANG": "de_DE.UTF-8", "LANGUAGE": "de:zh_CN"])
        #expect(listed.errors.hasPrefix("还没有专栏。"))
    }

    /// Whatever programs read is the same, byte for byte.
    @Test(arguments: [
        ["list", "--json"], ["list", "new", "--json"], ["show", "1", "--json"],
        ["show", "nonsense", "--json"], ["sync", "--force", "--json"], ["stats", "--json"],
        ["config", "--json"], ["config", "get", "nonsense", "--json"], ["export"],
        ["status", "--json"], ["play", "--speed", "9", "--json"],
        ["search", "lamp", "--json"], ["why", "1", "--json"], ["schedule", "status", "--json"],
    ]) func jsonHasNoLanguage(_ arguments: [String]) async throws {
        let server = LoopbackServer()
        server.routeFixtures()
        try await program.expect(0, "add", server.base + "/lamplight/feed.xml")
        func output(_ locale: String) async throws -> String {
            let environment = program.environment.merging(["LC_ALL": locale]) { _, new in new }
            return try await ChildProcess.run(
                BuiltBinary.path(), arguments, environment: environment,
                directory: program.home.path
            ).output
        }
        let english = try await output("C.UTF-8")
        #expect(!english.isEmpty)
        #expect(try await output("zh_CN.UTF-8") == english)
    }
}
