public import ColumnModel
import PlaybackRules

extension Setting where Value == Int {
    /// How many feeds are fetched at once.
    public static let syncConcurrency = count("sync.concurrency", 16)
    /// How many of them from one host.
    public static let syncPerHost = count("sync.per-host", 4)
    /// How many files are fetched at once.
    public static let downloadConcurrency = count("download.concurrency", 4)
    /// How many of them from one host.
    public static let downloadPerHost = count("download.per-host", 2)
    /// After how many fruitless attempts in a row a file has failed.
    public static let downloadAttempts = count("download.attempts", 5)
    /// How many new episodes of a column `download --new` takes.
    public static let downloadNew = count("download.new", 3, from: 0, perColumn: true)
    /// How many episodes ahead of the listener `download --new` keeps, the oldest first; 0: the
    /// newest ones are taken instead.
    public static let downloadWindow = count("download.window", 0, from: 0, perColumn: true)

    private static func count(
        _ name: String, _ value: Int, from lower: Int = 1, perColumn: Bool = false
    ) -> Setting {
        Setting(
            name, .count(lower...1_000), default: String(value), value, perColumn: perColumn
        ) {
            if case .count(let count) = $0 { count } else { nil }
        }
    }
}

extension Setting where Value == Duration {
    /// How long a feed's server may be silent.
    public static let syncTimeout = duration("sync.timeout", "30s", .seconds(30))
    /// How long to wait before another attempt at a file.
    public static let downloadRetryDelay = duration("download.retry-delay", "1s", .seconds(1))
    /// How long a connection to a file's server may take.
    public static let downloadConnectTimeout = duration(
        "download.connect-timeout", "15s", .seconds(15))
    /// How long a file's server may be silent.
    public static let downloadStallTimeout = duration(
        "download.stall-timeout", "30s", .seconds(30))
    /// How long what was cleaned away can be had back.
    public static let cleanGrace = duration("clean.grace", "7d", .seconds(7 * 86_400))
    /// How far a step backward goes.
    public static let playSkipBack = duration(
        "play.skip-back", "15s", .seconds(15), perColumn: true)
    /// How far a step forward goes.
    public static let playSkipForward = duration(
        "play.skip-forward", "30s", .seconds(30), perColumn: true)
    /// How much of the beginning of an episode is left out.
    public static let playSkipIntro = duration(
        "play.skip-intro", "0s", .zero, perColumn: true)
    /// How much of its end is left out.
    public static let playSkipOutro = duration(
        "play.skip-outro", "0s", .zero, perColumn: true)
    /// How long the sound fades before the sleep timer stops it.
    public static let sleepFade = duration("sleep.fade", "10s", .seconds(10))

    private static func duration(
        _ name: String, _ text: String, _ value: Duration, perColumn: Bool = false
    ) -> Setting {
        Setting(
            name, .duration(.zero...Duration.seconds(366 * 86_400)), default: text, value,
            perColumn: perColumn
        ) {
            if case .duration(let duration) = $0 { duration } else { nil }
        }
    }
}

extension Setting where Value == ByteCount {
    /// No feed may be larger.
    public static let syncMaximumFeedSize = size(
        "sync.max-feed-bytes", "64MiB", .mebibytes(64))
    /// How much of the disk downloads leave free.
    public static let downloadKeepFree = size("download.keep-free", "512MiB", .mebibytes(512))

    private static func size(_ name: String, _ text: String, _ value: ByteCount) -> Setting {
        Setting(name, .size, default: text, value) {
            if case .size(let size) = $0 { size } else { nil }
        }
    }
}

extension Setting where Value == ByteCount? {
    /// How many bytes a second downloads may take together; nil: no limit.
    public static let downloadRate = optionalSize("download.rate")
    /// How much audio the storage rules let stand; nil: no limit.
    public static let cleanBudget = optionalSize("clean.budget")

    private static func optionalSize(_ name: String) -> Setting {
        Setting(name, .optional(.size), default: "none", nil) {
            if case .size(let size) = $0 { size } else { .some(nil) }
        }
    }
}

extension Setting where Value == Double {
    /// The share of a known feed that one sync may add or re-key before it is held.
    public static let syncHoldShare = number("sync.hold-share", .share, "50%", 0.5)
    /// How fast episodes play.
    public static let playSpeed = number(
        "play.speed", .factor(0.5...4), "1.0", 1, perColumn: true)

    private static func number(
        _ name: String, _ kind: ConfigurationKind, _ text: String, _ value: Double,
        perColumn: Bool = false
    ) -> Setting {
        Setting(name, kind, default: text, value, perColumn: perColumn) {
            if case .number(let number) = $0 { number } else { nil }
        }
    }
}

extension Setting where Value == Bool {
    /// Whether playing goes on a little before the place where it stopped.
    public static let playRewindOnResume = boolean("play.rewind-on-resume", true)
    /// Whether files have links with readable names, in a folder a column.
    public static let downloadLinks = boolean("download.links", false)
    /// Whether images of articles are kept for reading without a network.
    public static let syncImages = boolean("sync.images", false)
    /// Whether silence is shortened.
    public static let playTrimSilence = boolean("play.trim-silence", false)
    /// Whether loudness is made even.
    public static let playLoudness = boolean("play.loudness", false)

    /// Whether the desktop is told of new episodes.
    public static let notifyNew = boolean("notify.new", false, perColumn: false)
    /// Whether the desktop is told of downloads.
    public static let notifyDownload = boolean("notify.download", false, perColumn: false)

    private static func boolean(_ name: String, _ value: Bool, perColumn: Bool = true) -> Setting {
        Setting(name, .boolean, default: value ? "on" : "off", value, perColumn: perColumn) {
            if case .boolean(let isOn) = $0 { isOn } else { nil }
        }
    }
}

extension Setting where Value == String {
    /// Where sound goes.
    public static let playOutput = Setting("play.output", .output, default: "auto", "auto") {
        if case .text(let text) = $0 { text } else { nil }
    }
    /// How the program names itself to servers.
    public static let httpUserAgent = Setting(
        "http.user-agent", .text, default: defaultUserAgent, defaultUserAgent
    ) {
        if case .text(let text) = $0 { text } else { nil }
    }

    /// Whether feeds on the internet may name hosts of the own network.
    public static let httpPrivateHosts = Setting(
        "http.private-hosts", .choice(["refuse", "allow"]), default: "refuse", "refuse"
    ) {
        if case .text(let text) = $0 { text } else { nil }
    }

    private static let defaultUserAgent = "column/\(programVersion) (podcast client; Linux)"
}

extension Setting where Value == String? {
    /// The folder of audio files; nil: the usual place.
    public static let downloadDirectory = Setting(
        "download.directory", .optional(.directory), default: "none", nil
    ) {
        if case .text(let text) = $0 { text } else { .some(nil) }
    }
    /// The proxy's address; nil: as the environment says.
    public static let httpProxy = Setting("http.proxy", .optional(.text), default: "none", nil) {
        if case .text(let text) = $0 { text } else { .some(nil) }
    }
}

extension ConfigurationKey {
    /// All keys, in the order in which they are listed.
    public static let all: [ConfigurationKey] = [
        Setting<Int>.syncConcurrency.key, Setting<Int>.syncPerHost.key,
        Setting<Duration>.syncTimeout.key, Setting<ByteCount>.syncMaximumFeedSize.key,
        Setting<Double>.syncHoldShare.key, Setting<Bool>.syncImages.key,
        Setting<Int>.downloadConcurrency.key,
        Setting<Int>.downloadPerHost.key, Setting<Int>.downloadAttempts.key,
        Setting<Duration>.downloadRetryDelay.key, Setting<Duration>.downloadConnectTimeout.key,
        Setting<Duration>.downloadStallTimeout.key, Setting<ByteCount?>.downloadRate.key,
        Setting<String?>.downloadDirectory.key, Setting<ByteCount>.downloadKeepFree.key,
        Setting<Bool>.downloadLinks.key, Setting<Int>.downloadNew.key,
        Setting<Int>.downloadWindow.key, Setting<String?>.downloadOnly.key,
        Setting<String?>.downloadSkip.key, Setting<Duration?>.downloadMinimumLength.key,
        Setting<Duration?>.downloadMaximumLength.key, Setting<ByteCount?>.cleanBudget.key,
        Setting<Duration>.cleanGrace.key, Setting<Double>.playSpeed.key,
        Setting<Duration>.playSkipBack.key, Setting<Duration>.playSkipForward.key,
        Setting<Duration>.playSkipIntro.key, Setting<Duration>.playSkipOutro.key,
        Setting<Duration?>.playStreamAhead.key,
        Setting<AudioSessionMode>.playSession.key, Setting<Bool>.playArtwork.key,
        Setting<Bool>.playRewindOnResume.key, Setting<Bool>.playTrimSilence.key,
        Setting<Bool>.playLoudness.key, Setting<String>.playOutput.key,
        Setting<Duration>.sleepFade.key, Setting<NightTimer?>.sleepNight.key,
        Setting<String>.tuiImages.key, Setting<Bool>.notifyNew.key,
        Setting<Bool>.notifyDownload.key, Setting<String>.httpUserAgent.key,
        Setting<String?>.httpProxy.key, Setting<String>.httpPrivateHosts.key,
        Setting<String>.secretsStore.key, Setting<Bool>.devicesSync.key,
        Setting<Int>.devicesRemoveLimit.key, Setting<Bool>.devicesPrivateFeeds.key,
        Setting<String?>.directoryITunes.key, Setting<String?>.directoryPodcastIndex.key,
        Setting<Int>.backupKeep.key,
        Setting<Duration?>.backupInterval.key,
        Setting<String?>.columnTags.key,
    ]

    /// The key of a name.
    public static func named(_ name: String) throws(ConfigurationError) -> ConfigurationKey {
        guard let key = all.first(where: { $0.name == name }) else {
            throw .unknownKey(name)
        }
        return key
    }
}
