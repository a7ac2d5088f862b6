import ColumnServices
import Localization

/// All pages of the reference: made of the table of commands, of the settings and of the codes.
enum ReferencePages {
    /// A file with its place below a folder.
    struct Page {
        let path: String
        let text: String
    }

    /// The commands that have a page of their own.
    static var commands: [CommandDescription] { CommandTable.all.filter { $0.group != nil } }

    /// Manual pages and completions, below a prefix as `/usr`.
    static var installed: [Page] {
        [(Language.english, "man"), (.chinese, "man/zh_CN")].flatMap { language, folder in
            manual(language).map { page in
                let section = page.name.last.map(String.init) ?? "1"
                return Page(path: "share/\(folder)/man\(section)/\(page.name)", text: page.text)
            }
        } + [
            Page(
                path: "share/bash-completion/completions/column", text: CompletionScript.bash),
            Page(path: "share/zsh/vendor-completions/_column", text: CompletionScript.zsh),
            Page(
                path: "share/fish/vendor_completions.d/column.fish", text: CompletionScript.fish),
        ]
    }

    /// The manual pages by their names, as `column-sync.1`.
    static func manual(_ language: Language = .english) -> [(name: String, text: String)] {
        let manual = ManualPage(language)
        return [("column.1", manual.overview(commands))]
            + commands.map { ("column-\($0.name).1", manual.page($0)) }
            + [("column-config.5", manual.settings)]
    }

    /// The pages under `docs/reference`.
    static var markdown: [Page] {
        [Page(path: "README.md", text: MarkdownPage.index(commands))]
            + commands.map { Page(path: "column-\($0.name).md", text: MarkdownPage.page($0)) }
            + [
                Page(path: "settings.md", text: MarkdownPage.settings),
                Page(path: "codes.md", text: MarkdownPage.codes),
                Page(path: "json.md", text: MarkdownPage.json),
            ]
    }
}
