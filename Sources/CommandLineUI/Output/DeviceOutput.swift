import ColumnModel
import ColumnServices
import JSONKit
import Localization
import TerminalText

/// What is told of other devices.
enum DeviceOutput {
    static func write(_ status: DeviceStatus?, _ context: CommandContext) {
        if context.isJSON {
            var json = JSONWriter()
            json.object { json in
                json.member("version", 1)
                json.member("loggedIn", status != nil)
                json.member("url", status?.url)
                json.member("kind", status?.kind.rawValue)
                json.member("user", status?.user)
                json.member("device", status?.device)
                json.member("synced", status?.synced?.secondsSince1970)
                json.member("waiting", status?.waitingCount)
                json.member("hasPassword", status?.hasPassword)
            }
            return context.console.print(json.text)
        }
        guard let status else {
            return context.console.note(
                "Nobody is logged in. “column devices login URL --user NAME” does it.")
        }
        let console = context.console
        let rows: [(name: Message, value: Message)] = [
            ("Server", "\(SafeText.line(status.url)) (\(status.kind.rawValue))"),
            ("User", "\(SafeText.line(status.user))"),
            ("Device", "\(SafeText.line(status.device))"),
            ("Synced", status.synced.map(DateText.minute) ?? "not yet"),
            ("To send", "\(count: status.waitingCount, "action")"),
        ]
        let width = rows.map { TextWidth.of(console.text($0.name)) }.max() ?? 0
        for row in rows {
            let name = TextWidth.pad(console.text(row.name), to: width)
            console.print("\(name)  \(row.value)")
        }
        if !status.hasPassword {
            console.say(
                "column: The password is not at hand: its keyring is locked, or it is gone.")
        }
    }

    static func write(
        _ result: DeviceResult, isPlan: Bool, in objects: JSONLines, _ context: CommandContext
    ) {
        if context.isJSON {
            objects.write { json in members(of: result, isPlan: isPlan, to: &json) }
            return
        }
        func say(_ what: Message, _ names: [String]) {
            for name in names { context.console.note("\(what): \(SafeText.line(name))") }
        }
        func titles(_ columns: [Column]) -> [String] {
            columns.map { $0.title == $0.url ? AddressText.withoutLogin($0.url) : $0.title }
        }
        func addresses(_ urls: [String]) -> [String] { urls.map(AddressText.withoutLogin) }
        say(
            isPlan
                ? "From other devices, would be subscribed" : "From other devices, subscribed",
            titles(result.addedHere))
        say(
            isPlan
                ? "From other devices, would be unsubscribed" : "From other devices, unsubscribed",
            titles(result.removedHere))
        say(
            isPlan ? "To the server, would be subscribed" : "To the server, subscribed",
            addresses(result.addedThere))
        say(
            isPlan ? "To the server, would be unsubscribed" : "To the server, unsubscribed",
            addresses(result.removedThere))
        say("The server does not take", addresses(result.refusedThere))
        say("No address of a feed", addresses(result.refusedHere))
        sayHeld(result, titles, context)
        let waiting: Message =
            result.waitingCount > 0 ? ", \(result.waitingCount) wait for their episodes" : ""
        let kept: Message =
            result.privateCount > 0
            ? "; \(count: result.privateCount, "private column") kept here" : ""
        let (changed, sent) = (result.changedCount, result.sentCount)
        context.console.note(
            isPlan
                ? """
                Devices: \(count: changed, "episode") would be changed here, \
                \(count: sent, "action") would be sent\(waiting)\(kept).
                """
                : """
                Devices: \(count: changed, "episode") changed here, \
                \(count: sent, "action") sent\(waiting)\(kept).
                """)
    }

    private static func sayHeld(
        _ result: DeviceResult, _ titles: ([Column]) -> [String], _ context: CommandContext
    ) {
        let console = context.console
        if !result.lostThere.isEmpty {
            console.say(
                """
                column: The server has lost \(count: result.lostThere.count, "column") \
                of yours; nothing was removed here.
                """)
            console.say(
                "  “column devices sync --restore-server” puts all that is here there again.")
            console.say("  “column devices sync --yes” removes them here too.")
        }
        if !result.heldHere.isEmpty {
            console.say(
                """
                column: Held: other devices unsubscribed from \
                \(count: result.heldHere.count, "column"):
                """)
            for title in titles(result.heldHere) { console.say("  \(SafeText.line(title))") }
            console.say("  “column devices sync --yes” lets it through.")
        }
        if !result.heldThere.isEmpty {
            console.say(
                """
                column: Held: \(count: result.heldThere.count, "removal") that the server \
                would be told of; “column devices sync --yes” lets them through.
                """)
        }
        if let ahead = result.clockDifference {
            let seconds = ahead.components.seconds
            let hours = abs(seconds) / 3_600
            console.say(
                seconds > 0
                    ? """
                    column: The server’s clock is \(hours) h ahead of this computer’s; one of them \
                    is wrong. Nothing was lost by that.
                    """
                    : """
                    column: The server’s clock is \(hours) h behind this computer’s; one of them is \
                    wrong. Nothing was lost by that.
                    """)
        }
        if result.misdatedCount > 0 {
            console.say(
                """
                column: \(count: result.misdatedCount, "action") came with times that \
                cannot be; they count as made since the last sync.
                """)
        }
    }

    private static func members(
        of result: DeviceResult, isPlan: Bool, to json: inout JSONWriter
    ) {
        json.member("event", "devices")
        json.member("plan", isPlan)
        for (name, columns) in [
            ("addedHere", result.addedHere), ("removedHere", result.removedHere),
            ("heldHere", result.heldHere), ("lostThere", result.lostThere),
        ] {
            json.key(name)
            json.array { json in
                for column in columns { json.string(AddressText.withoutLogin(column.url)) }
            }
        }
        for (name, urls) in [
            ("addedThere", result.addedThere), ("removedThere", result.removedThere),
            ("heldThere", result.heldThere), ("refusedThere", result.refusedThere),
            ("refusedHere", result.refusedHere),
        ] {
            json.key(name)
            json.array { json in for url in urls { json.string(AddressText.withoutLogin(url)) }
            }
        }
        json.member("private", result.privateCount)
        json.member("changed", result.changedCount)
        json.member("waiting", result.waitingCount)
        json.member("misdated", result.misdatedCount)
        json.member("sent", result.sentCount)
        json.member("clockDifference", result.clockDifference?.components.seconds)
    }
}
