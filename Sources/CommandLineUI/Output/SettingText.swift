import ColumnServices

/// What each setting is for, by its key.
enum SettingText {
    static let summaries: [String: String] = [
        "sync.concurrency": "How many feeds are fetched at once.",
        "sync.per-host": "How many of them from one host.",
        "sync.timeout": "How long a feed's server may be silent.",
        "sync.max-feed-bytes": "No feed may be larger.",
        "sync.hold-share": "A sync that would change more of a known column is held.",
        "download.concurrency": "How many files are fetched at once.",
        "download.per-host": "How many of them from one host.",
        "download.attempts": "After how many fruitless attempts in a row a file has failed.",
        "download.retry-delay": "How long to wait before another attempt; it grows.",
        "download.connect-timeout": "How long a connection may take.",
        "download.stall-timeout": "How long a server may be silent within a file.",
        "download.rate": "How many bytes a second downloads may take together.",
        "download.directory": "The folder of audio files; none: the usual place.",
        "download.keep-free": "How much of the disk downloads leave free.",
        "download.new": "How many new episodes of a column download --new takes.",
        "download.only": "It takes only titles with one of these texts: Interview|Special.",
        "download.skip": "It takes no titles with one of these texts: Trailer|Repeat.",
        "download.min-length": "It takes none that the feed calls shorter.",
        "download.max-length": "It takes none that the feed calls longer.",
        "clean.budget": "How much audio the storage rules let stand.",
        "clean.grace": "How long what was cleaned away can be had back.",
        "play.speed": "How fast episodes play.",
        "play.skip-back": "How far a step backward goes.",
        "play.skip-forward": "How far a step forward goes.",
        "play.rewind-on-resume": "Whether playing goes on a little before where it stopped.",
        "play.trim-silence": "Whether silence is shortened.",
        "play.loudness": "Whether loudness is made even.",
        "play.output": "Where sound goes: auto, or a driver's name.",
        "sleep.fade": "How long the sound fades before the sleep timer stops it.",
        "http.user-agent": "How the program names itself to servers.",
        "http.proxy": "The proxy's address; none: as the environment says.",
    ]
}
