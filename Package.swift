// swift-tools-version: 6.2
import PackageDescription

/// Every target: Swift 6 mode, warnings are errors, imports are explicit and internal.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// A C library of the system, found through pkg-config.
func library(_ name: String, pkgConfig: String?, apt: String) -> Target {
    .systemLibrary(
        name: name, path: "Sources/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt])])
}

/// A layer of ours.
func module(
    _ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, exclude: ["README.md"], resources: resources,
        swiftSettings: settings)
}

func tests(
    of name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []
) -> Target {
    .testTarget(
        name: "\(name)Tests",
        dependencies: [.target(name: name), "TestSupport"] + dependencies, exclude: exclude,
        swiftSettings: settings)
}

let package = Package(
    name: "column",
    products: [
        .executable(name: "column", targets: ["column"]),
        // Preloaded by tests: it kills the program, or fails its calls on files, at a chosen step.
        .library(name: "fault-shim", type: .dynamic, targets: ["FaultShim"]),
    ],
    targets: [
        // 0 C
        .systemLibrary(name: "CLinux", path: "Sources/CLinux"),
        library("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
        // Functions of ours that load the library at the first call: see CLateLibrary.
        .target(name: "CLateLibrary", path: "Sources/CLateLibrary"),
        .target(name: "CCurl", dependencies: ["CLateLibrary"], path: "Sources/CCurl"),
        .target(name: "CCrypto", dependencies: ["CLateLibrary"], path: "Sources/CCrypto"),
        library("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
        library("CMPG123", pkgConfig: "libmpg123", apt: "libmpg123-dev"),
        library("CAO", pkgConfig: "ao", apt: "libao-dev"),
        // Its pkg-config file has -D_REENTRANT, which SwiftPM warns about; /usr/include is enough.
        library("CPulse", pkgConfig: nil, apt: "libpulse-dev"),
        library("CSystemdBus", pkgConfig: "libsystemd", apt: "libsystemd-dev"),
        // Types only: the libraries are loaded at run time. libavformat-dev brings the others.
        library("CLibAV", pkgConfig: nil, apt: "libavformat-dev"),
        // As CLibAV, for pictures.
        library("CPicture", pkgConfig: nil, apt: "libavformat-dev"),
        .target(
            name: "CTerminalGuard", path: "Sources/CTerminalGuard", exclude: ["README.md"]),
        // 1 base
        module("ColumnModel"),
        module("Localization"),
        module("Diagnostics"),
        module("ThreadKit", ["CLinux"]),
        module("JSONKit"),
        module("PlaybackRules", ["ColumnModel"]),
        // 2 kits
        module("SQLiteKit", ["CSQLite"]),
        module("HTTPKit", ["CCurl", "ThreadKit"]),
        module("BusKit", ["CSystemdBus", "ThreadKit"]),
        module("DuckKit", ["CPulse", "ThreadKit"]),
        module("XMLKit", ["CZlib"]),
        module("AudioKit", ["CMPG123", "CAO", "CPulse", "CLibAV", "ThreadKit"]),
        module("TerminalText", ["CLinux"]),
        module("PictureKit", ["CPicture", "CZlib"]),
        module("TransferFailures", ["ColumnModel", "HTTPKit"]),
        // 3 parse
        module("FeedParsing", ["ColumnModel", "XMLKit", "JSONKit"]),
        module("ArticleText", ["ColumnModel", "XMLKit", "TerminalText"]),
        module("LibraryImport", ["ColumnModel", "FeedParsing", "SQLiteKit", "JSONKit"]),
        // 4 store
        module(
            "ColumnStore",
            ["ColumnModel", "SQLiteKit", "Diagnostics", "ThreadKit", "JSONKit", "CCrypto"],
            resources: [.embedInCode("Migrations")]),
        // 5 workers
        module(
            "EpisodeMedia",
            [
                "ColumnModel", "ColumnStore", "HTTPKit", "TransferFailures", "ThreadKit",
                "Diagnostics", "CCrypto",
            ]),
        module(
            "FeedSync",
            [
                "ColumnModel", "ColumnStore", "FeedParsing", "HTTPKit", "TransferFailures",
                "Diagnostics",
            ]),
        module(
            "DeviceSync",
            ["ColumnModel", "ColumnStore", "HTTPKit", "JSONKit", "TransferFailures"]),
        module(
            "PodcastDirectory",
            ["ColumnModel", "HTTPKit", "JSONKit", "TransferFailures", "CCrypto"]),
        module(
            "EpisodeDownload",
            ["ColumnModel", "ColumnStore", "EpisodeMedia", "HTTPKit", "Diagnostics"]),
        module(
            "EpisodePlayer",
            [
                "ColumnModel", "ColumnStore", "EpisodeMedia", "AudioKit", "ThreadKit",
                "Diagnostics",
            ]),
        // 6 services
        module(
            "ColumnServices",
            [
                "ColumnModel", "ColumnStore", "FeedParsing", "FeedSync", "EpisodeMedia",
                "EpisodeDownload", "EpisodePlayer", "HTTPKit", "AudioKit", "PlaybackRules",
                "Diagnostics", "JSONKit", "ArticleText", "ThreadKit", "SQLiteKit", "BusKit",
                "CLinux", "DeviceSync", "PodcastDirectory", "LibraryImport",
            ]),
        // 7 views
        module(
            "RemoteControl",
            [
                "ColumnModel", "PlaybackRules", "JSONKit", "ThreadKit", "Diagnostics", "BusKit",
                "DuckKit",
            ]),
        module(
            "TerminalUI",
            [
                "ColumnModel", "ColumnServices", "RemoteControl", "PlaybackRules", "TerminalText",
                "ArticleText", "JSONKit", "ThreadKit", "CTerminalGuard", "Localization",
                "PictureKit",
                "CLinux",
            ]),
        module(
            "CommandLineUI",
            [
                "TerminalUI",
                "ColumnModel", "ColumnServices", "FeedParsing", "Diagnostics", "JSONKit", "XMLKit",
                "ThreadKit", "CLinux", "TerminalText", "PlaybackRules", "RemoteControl",
                "ArticleText", "LibraryImport", "DuckKit", "Localization", "PictureKit",
            ]),
        // 8 main
        .executableTarget(
            name: "column",
            dependencies: [
                "CLinux", "ColumnServices", "CommandLineUI", "Localization", "ThreadKit",
            ],
            exclude: ["README.md"], swiftSettings: settings),
        // tests
        .target(
            name: "TestSupport",
            dependencies: ["ColumnModel", "ThreadKit", "CLinux", "CCrypto"],
            path: "Tests/TestSupport", exclude: ["README.md"], swiftSettings: settings),
        .target(name: "FaultShim", path: "Tests/FaultShim"),
        .executableTarget(
            name: "fixture-server", dependencies: ["TestSupport"], path: "Tests/FixtureServer",
            exclude: ["README.md"], swiftSettings: settings),
        .testTarget(
            name: "TestSupportTests", dependencies: ["TestSupport", "ColumnModel"],
            swiftSettings: settings),
        .testTarget(
            name: "EndToEndTests",
            dependencies: ["TestSupport", "ColumnModel", "SQLiteKit", "BusKit", "column"],
            exclude: ["Screens"], swiftSettings: settings),
        tests(of: "ColumnModel"),
        tests(of: "Localization"),
        tests(of: "TerminalText"),
        tests(of: "PictureKit", ["CZlib"], exclude: ["Pictures"]),
        tests(
            of: "TerminalUI",
            [
                "ColumnModel", "ColumnServices", "RemoteControl", "PlaybackRules", "TerminalText",
                "SQLiteKit", "Localization", "PictureKit",
            ], exclude: ["Snapshots"]),
        tests(of: "PlaybackRules", ["ColumnModel"]),
        tests(of: "BusKit"),
        tests(of: "DuckKit"),
        tests(
            of: "RemoteControl", ["BusKit", "ThreadKit", "ColumnModel", "PlaybackRules", "JSONKit"]),
        tests(of: "ArticleText", ["ColumnModel", "TerminalText"], exclude: ["Articles"]),
        tests(of: "HTTPKit", ["CCurl"]),
        tests(of: "JSONKit"),
        tests(of: "LibraryImport", ["ColumnModel", "SQLiteKit"]),
        tests(of: "XMLKit"),
        tests(of: "EpisodeMedia", ["ColumnModel", "ColumnStore", "HTTPKit", "ThreadKit"]),
        tests(of: "EpisodeDownload", ["ColumnModel", "ColumnStore", "EpisodeMedia", "HTTPKit"]),
        tests(of: "FeedParsing", ["ColumnModel"]),
        tests(of: "ColumnStore", ["ColumnModel", "SQLiteKit"]),
        .executableTarget(
            name: "player-bench", dependencies: ["AudioKit", "EpisodePlayer"],
            path: "Tests/PlayerBench", exclude: ["README.md", "sonic-oracle.py"],
            swiftSettings: settings),
        tests(of: "AudioKit", ["ThreadKit"], exclude: ["Fixtures"]),
        tests(
            of: "EpisodePlayer",
            [
                "AudioKit", "CMPG123", "ColumnModel", "ColumnStore", "EpisodeMedia", "HTTPKit",
                "ThreadKit",
            ]),
        tests(
            of: "ColumnServices",
            [
                "ColumnModel", "ColumnStore", "EpisodePlayer", "PlaybackRules", "SQLiteKit",
                "BusKit",
            ]),
        tests(
            of: "CommandLineUI",
            ["ColumnModel", "ColumnServices", "JSONKit", "TerminalText", "Localization"]),
        tests(of: "FeedSync", ["ColumnModel", "ColumnStore", "HTTPKit"]),
        tests(of: "DeviceSync", ["ColumnModel", "ColumnStore", "HTTPKit", "JSONKit"]),
        tests(of: "PodcastDirectory", ["ColumnModel", "HTTPKit"]),
    ]
)
