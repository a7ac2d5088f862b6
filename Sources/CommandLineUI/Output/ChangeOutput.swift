import ColumnModel
import JSONKit
import Localization

/// What a command that changes something says of it: a line to a person, an object to a program.
enum ChangeOutput {
    /// Prints `{"version":1,"event":NAME,…}` where JSON is asked for, else notes the words.
    static func print(
        _ event: String, _ context: CommandContext,
        members: (inout JSONWriter) -> Void, words: () -> Message
    ) {
        guard context.isJSON else { return context.console.note(words()) }
        var json = JSONWriter()
        json.object { json in
            json.member("version", 1)
            json.member("event", event)
            members(&json)
        }
        context.console.print(json.text)
    }

    /// The same without members.
    static func print(_ event: String, _ context: CommandContext, words: () -> Message) {
        print(event, context, members: { _ in }, words: words)
    }
}

extension JSONWriter {
    /// Writes the numbers of episodes as an array.
    mutating func ids(_ name: String, _ ids: [EpisodeID]) {
        key(name)
        array { json in for id in ids { json.number(id.rawValue) } }
    }
}
