/// What the objects of `--json` hold.
enum JSONText {
    /// A kind of object.
    struct Object {
        let title: String
        let summary: String
        let members: [(name: String, meaning: String)]
    }

    static let rules = [
        "Queries print one object; `sync`, `download` and `pack` print one object a line as things"
            + " happen, and a `summary` last. Every object of such a stream has `event`. The first"
            + " object of any output has `\"version\": 1`.",
        "Members are never renamed or taken away; new ones may come, so pass over what you do not"
            + " know. Moments are seconds since 1970 in UTC, lengths of time are seconds. Nothing is"
            + " translated. What is not known is `null`.",
    ]

    static let objects = [
        Object(
            title: "Episode",
            summary: "`column list episodes --json` → `{\"version\": 1, \"episodes\": […]}`.",
            members: [
                ("id", "The number."), ("column", "The number of its column."),
                ("guid", "The feed’s own identifier."), ("title", "The title."),
                ("published", "When it came out."),
                ("firstSeen", "When this library first saw it."),
                ("duration", "How long the audio is."), ("season", "The season’s number."),
                ("number", "The number in column or season."),
                ("audioURL", "Where the audio is, without a login."),
                ("type", "Its media type, as the feed says."),
                ("length", "Its bytes, as the feed says."), ("link", "The web page."),
                ("imageURL", "Its picture."),
                (
                    "state",
                    "What is on the disk: `none`, `queued`, `partial`, `complete`, `unproven` (all"
                        + " bytes are there, but the server gave no way to prove that they are one"
                        + " file), `failed`, `missing` (the file went away), `trashed`."
                ),
                ("path", "The file, when it is whole."),
                ("bytes", "How many bytes are on the disk."),
                ("total", "How many the file has."), ("sha256", "Of the whole file."),
                ("position", "Where playing goes on."),
                ("played", "Whether it was heard or marked."),
                ("liked", "Whether it is liked."),
                (
                    "error",
                    "Why it could not be fetched: an object with `code`, `status`, `message`, `url`."
                ),
            ]),
        Object(
            title: "Column",
            summary: "`column list --json` → `{\"version\": 1, \"columns\": […]}`.",
            members: [
                ("id", "The number."), ("url", "The feed, without a login."),
                ("title", "The title."), ("author", "Who makes it."), ("link", "The web page."),
                ("language", "The language tag."), ("imageURL", "Its picture."),
                ("added", "When it was subscribed to."), ("episodes", "How many there are."),
                ("unplayed", "How many were not played."),
                ("checked", "When the feed was last asked for."),
                ("succeeded", "When it last was read."),
                ("notBefore", "When it may be asked again."),
                ("stopped", "Whether the feed is gone for good."),
                ("held", "How many changes a held sync would make."),
                ("error", "Why the last sync failed, as for an episode."),
                ("tags", "The tags, as `News/Daily`."),
            ]),
        Object(
            title: "Error",
            summary: "Any command that fails under `--json`; see [codes](codes.md).",
            members: [
                ("version", "1."), ("event", "`error`."), ("code", "What went wrong."),
                ("status", "The HTTP status, where there was one."),
                ("message", "A sentence for people, in English."),
                ("url", "Where it happened, where that is an address."),
            ]),
    ]
}
