@preconcurrency import Glibc
import TestSupport
import Testing

@testable import ColumnServices

@Suite struct HookProcessTests {
    private let home = TemporaryHome()

    private func run(_ script: String, timeout: Duration = .seconds(60), input: String = "")
        async -> (ending: HookProcess.Ending, output: String)
    {
        home.write(Array("#!/bin/sh\n\(script)\n".utf8), to: "hook")
        chmod(home.path("hook"), 0o700)
        return await HookProcess(path: home.path("hook"), timeout: timeout).run(input)
    }

    @Test func getsItsInputAndIsHeard() async {
        let result = await run("cat; echo err >&2", input: "{\"a\":1}\n")
        #expect(result.ending == .exited(0))
        #expect(result.output.contains("{\"a\":1}") && result.output.contains("err"))
    }

    @Test func endsWithItsCode() async {
        #expect(await run("exit 3").ending == .exited(3))
        #expect(await run("kill -9 $$").ending == .exited(137))
    }

    @Test func oneThatDoesNotReadIsNotWaitedFor() async {
        let result = await run("exit 0", input: String(repeating: "x", count: 1 << 20))
        #expect(result.ending == .exited(0))
    }

    @Test func oneThatTalksWithoutEndIsCut() async {
        let result = await run("head -c 3000000 /dev/zero | tr '\\0' x; exit 1")
        #expect(result.ending == .exited(1) && result.output.utf8.count == 4_096)
    }

    @Test func timeEndsAlsoForOneThatIgnoresIt() async {
        #expect(await run("sleep 600", timeout: .milliseconds(100)).ending == .timedOut)
        #expect(
            await run("trap '' TERM; sleep 600 & wait; sleep 600", timeout: .milliseconds(100))
                .ending == .timedOut)
    }

    @Test func whatItLeavesBehindIsNotWaitedFor() async {
        #expect(await run("sleep 3 & exit 0").ending == .exited(0))
    }

    @Test func oneThatIsNoProgramIsNoCrash() async {
        home.write(Array("not a program".utf8), to: "hook")
        chmod(home.path("hook"), 0o700)
        let result = await HookProcess(path: home.path("hook"), timeout: .seconds(5)).run("")
        guard case .notStarted = result.ending else {
            // Some libc versions hand such a file to /bin/sh.
            #expect(result.ending == .exited(127) || result.ending == .exited(126))
            return
        }
    }
}
