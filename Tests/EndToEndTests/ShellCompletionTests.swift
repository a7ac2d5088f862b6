@preconcurrency import Glibc
import TestSupport
import Testing

/// Completions in the shells themselves: keys go in, Tab is pressed, the line is run.
@Suite(.enabled(if: TmuxScreen.isThere, "tmux is not installed"), .timeLimit(.minutes(5)))
struct ShellCompletionTests {
    private let program = Program()
    private let server = LoopbackServer()

    /// What is typed before Tab, what stands there then, and what the line prints.
    private static let lines = [
        ("column vers", "column version", "column 0."),
        ("column list --js", "column list --json", "\"columns\":["),
        ("column show Retu", "Return\\ to\\ Sender", "envelope had a new stamp"),
        ("column show 灯", "column show 灯下专栏", "林小满"),
        ("column config get play.sp", "column config get play.speed", "1.0"),
        ("column play --mode sh", "column play --mode shuffle", nil),
    ]

    init() {
        server.routeFixtures()
        program.home.write([], to: "bin/.keep")
        symlink(BuiltBinary.path(), program.home.path("bin/column"))
    }

    @Test func bash() async throws {
        try await complete(
            in: "bash --norc --noprofile -i", ". share/bash-completion/completions/column")
    }

    @Test(.enabled(if: fileExists("/usr/bin/zsh"), "zsh is not installed"))
    func zsh() async throws {
        try await complete(
            in: "zsh -f -i",
            "fpath=($HOME/share/zsh/vendor-completions $fpath); "
                + "autoload -Uz compinit; compinit -u -D")
    }

    @Test(.enabled(if: fileExists("/usr/bin/fish"), "fish is not installed"))
    func fish() async throws {
        program.home.write([], to: ".config/fish/completions/.keep")
        try await complete(
            in: "fish -i",
            "cp share/fish/vendor_completions.d/column.fish .config/fish/completions/; "
                + "function fish_prompt; echo -n 'ready> '; end")
    }

    private func complete(in shell: String, _ preparation: String) async throws {
        try await program.expect(
            0, "add", server.url("/night-post/feed.xml"), server.url("/lamplight/feed.xml"))
        try await program.expect(0, "debug", "reference", "install", program.home.path)
        let screen = try await TmuxScreen(program, width: 160, height: 40)
        // The shell is said when it is up, and not before: what is typed ahead may be lost.
        let path = "export PATH=$HOME/bin:$PATH"
        try await screen.run("cd; \(path); export PS1='ready> '; clear; \(shell)")
        try await screen.run("\(preparation); clear; echo up-and-\"running\"")
        try await screen.wait(for: "up-and-running")
        for (typed, completed, printed) in Self.lines {
            try await screen.press("C-l")
            try await screen.wait(for: "an empty screen") { screen in
                screen.split(separator: "\n").count <= 1
            }
            try await screen.send(typed)
            try await screen.press("Tab")
            try await screen.wait(for: completed)
            if let printed {
                try await screen.press("Enter")
                try await screen.wait(for: printed)
            } else {
                try await screen.press("C-u")
            }
        }
        await screen.close()
    }
}
