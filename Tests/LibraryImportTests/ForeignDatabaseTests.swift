import ColumnModel
import SQLiteKit
import TestSupport
import Testing

@testable import LibraryImport

/// Databases as the other programs make them, each read for what it has.
@Suite struct ForeignDatabaseTests {
    private let home = TemporaryHome()

    /// Makes a database and reads it as an import does.
    private func read(_ script: String, wal: Bool = false) throws -> ForeignLibrary {
        let path = home.path("library")
        let connection = try Connection(path: path, mode: .readWrite, busyTimeout: .seconds(1))
        if wal { try connection.execute(script: "PRAGMA journal_mode = WAL") }
        try connection.execute(script: script)
        let before = listDirectory(home.path)
        let bytes = try #require(readFile(path))
        let library = try ForeignLibrary.read(Array(bytes.prefix(64)), path: path)
        #expect(readFile(path) == bytes)
        #expect(listDirectory(home.path) == before)
        return library
    }

    static let gPodder = """
        CREATE TABLE podcast (id INTEGER PRIMARY KEY, title TEXT, url TEXT, section TEXT,
            auth_username TEXT, auth_password TEXT, pause_subscription INTEGER);
        CREATE TABLE episode (id INTEGER PRIMARY KEY, podcast_id INTEGER, title TEXT, url TEXT,
            guid TEXT, state INTEGER, is_new INTEGER, archive INTEGER, current_position INTEGER,
            current_position_updated INTEGER, last_playback INTEGER);
        INSERT INTO podcast VALUES (1, 'One', 'https://a.test/f', 'News', 'me', 'word', 0),
            (2, 'Two', 'https://b.test/f', 'audio', NULL, NULL, 1);
        INSERT INTO episode VALUES
            (1, 1, 'Heard', 'https://a.test/1.mp3', 'g1', 1, 0, 0, 0, 0, 1700000000),
            (2, 1, 'Begun', 'https://a.test/2.mp3', 'g2', 0, 1, 1, 90, 1700000100, 0),
            (3, 2, 'Fresh', 'https://b.test/1.mp3', 'g3', 0, 1, 0, 0, 0, 0);
        """

    @Test(arguments: [false, true]) func gPodder(wal: Bool) throws {
        let library = try read(Self.gPodder, wal: wal)
        #expect(library.source == .gPodder)
        #expect(library.subscriptions.map(\.url) == ["https://a.test/f", "https://b.test/f"])
        #expect(library.subscriptions.map(\.folders) == [[["News"]], []])
        #expect(
            library.subscriptions[0].user == "me" && library.subscriptions[0].password == "word")
        #expect(library.episodes.map(\.guid) == ["g1", "g2"])
        #expect(library.episodes[0].isPlayed && !library.episodes[0].isLiked)
        #expect(library.episodes[0].played == Timestamp(secondsSince1970: 1_700_000_000))
        #expect(library.episodes[1].isLiked && library.episodes[1].position == .seconds(90))
        #expect(library.episodes[1].updated == Timestamp(secondsSince1970: 1_700_000_100))
        #expect(
            library.omissions == [.init(kind: .paused, count: 1), .init(kind: .files, count: 1)])
    }

    @Test func antennaPod() throws {
        let library = try read(
            """
            CREATE TABLE Feeds (id INTEGER PRIMARY KEY, title TEXT, custom_title TEXT,
                download_url TEXT, username TEXT, password TEXT, tags TEXT, keep_updated INTEGER,
                feed_playback_speed REAL, feed_skip_intro INTEGER, feed_skip_ending INTEGER);
            CREATE TABLE FeedItems (id INTEGER PRIMARY KEY, title TEXT, read INTEGER,
                feed INTEGER, item_identifier TEXT);
            CREATE TABLE FeedMedia (id INTEGER PRIMARY KEY, feeditem INTEGER, download_url TEXT,
                position INTEGER, downloaded INTEGER, last_played_time INTEGER,
                playback_completion_date INTEGER);
            CREATE TABLE Queue (id INTEGER PRIMARY KEY, feeditem INTEGER, feed INTEGER);
            CREATE TABLE Favorites (id INTEGER PRIMARY KEY, feeditem INTEGER, feed INTEGER);
            INSERT INTO Feeds VALUES (1, 'One', 'Mine', 'https://a.test/f', 'u', 'p',
                '#root' || char(30) || 'Morning' || char(30) || 'News', 1, 1.5, 10, 0),
                (2, 'Folder', NULL, 'antennapod_local:content://x', NULL, NULL, '', 1, -1, 0, 0);
            INSERT INTO FeedItems VALUES (1, 'Heard', 1, 1, 'g1'), (2, 'Begun', 0, 1, 'g2'),
                (3, 'Next', -1, 1, 'g3'), (4, 'Liked', 0, 1, 'g4'), (5, 'Plain', 0, 1, 'g5');
            INSERT INTO FeedMedia VALUES (1, 1, 'https://a.test/1.mp3', 0, 1, 0, 1700000000000),
                (2, 2, 'https://a.test/2.mp3', 61500, 0, 1700000100000, 0),
                (3, 3, 'https://a.test/3.mp3', 0, 0, 0, 0);
            INSERT INTO Queue VALUES (0, 3, 1), (1, 2, 1);
            INSERT INTO Favorites VALUES (1, 4, 1);
            """)
        #expect(library.source == .antennaPod)
        let feed = try #require(library.subscriptions.first)
        #expect(library.subscriptions.count == 1 && feed.title == "Mine" && feed.speed == 1.5)
        #expect(feed.folders == [["Morning"], ["News"]] && feed.user == "u")
        #expect(library.episodes.map(\.guid) == ["g1", "g2", "g3", "g4"])
        #expect(library.episodes.map(\.isPlayed) == [true, false, false, false])
        #expect(library.episodes[1].position == .milliseconds(61_500))
        #expect(library.episodes.map(\.queueIndex) == [nil, 1, 0, nil])
        #expect(library.episodes[3].isLiked)
        #expect(library.omissions.map(\.kind) == [.localFeeds, .skips, .files])
    }

    @Test func castero() throws {
        let library = try read(
            """
            CREATE TABLE feed (key TEXT PRIMARY KEY, title TEXT);
            CREATE TABLE episode (id INTEGER PRIMARY KEY, feed_key TEXT, title TEXT,
                enclosure TEXT, played BOOLEAN);
            CREATE TABLE queue (id INTEGER PRIMARY KEY, ep_id INTEGER);
            CREATE TABLE progress (id INTEGER PRIMARY KEY, time INTEGER, ep_id INTEGER);
            INSERT INTO feed VALUES ('https://a.test/f', 'One'), ('/home/me/f.xml', 'Local');
            INSERT INTO episode VALUES (1, 'https://a.test/f', 'Heard', 'https://a.test/1.mp3', 1),
                (2, 'https://a.test/f', 'Begun', 'https://a.test/2.mp3', 0),
                (3, '/home/me/f.xml', 'Local', 'https://a.test/3.mp3', 1);
            INSERT INTO queue VALUES (1, 2);
            INSERT INTO progress VALUES (1, 42000, 2);
            """)
        #expect(library.source == .castero)
        #expect(library.subscriptions.map(\.url) == ["https://a.test/f"])
        #expect(library.episodes.map(\.title) == ["Heard", "Begun"])
        #expect(library.episodes[1].position == .seconds(42) && library.episodes[1].queueIndex == 0)
        #expect(library.omissions.map(\.kind) == [.localFeeds, .likes])
    }

    @Test func newsboat() throws {
        let library = try read(
            """
            CREATE TABLE rss_feed (rssurl VARCHAR(1024) PRIMARY KEY, url TEXT, title TEXT);
            CREATE TABLE rss_item (id INTEGER PRIMARY KEY, guid TEXT, title TEXT, url TEXT,
                feedurl TEXT, unread INTEGER, enclosure_url TEXT, flags TEXT, deleted INTEGER);
            INSERT INTO rss_feed VALUES ('https://a.test/f', '', 'One'), ('query:x:y', '', 'Q');
            INSERT INTO rss_item VALUES
                (1, 'g1', 'Read', 'https://a.test/1', 'https://a.test/f', 0, '', 's', 0),
                (2, 'g2', 'Unread', 'https://a.test/2', 'https://a.test/f', 1, '', NULL, 0);
            """)
        #expect(library.source == .newsboat && library.subscriptions.count == 1)
        #expect(library.episodes.map(\.guid) == ["g1"])
        #expect(library.omissions.map(\.kind) == [.madeFeeds, .flags, .positions])
    }

    @Test func pocketCasts() throws {
        let library = try read(
            """
            CREATE TABLE SJPodcast (id INTEGER PRIMARY KEY, uuid TEXT, title TEXT);
            CREATE TABLE SJEpisode (id INTEGER PRIMARY KEY, uuid TEXT, title TEXT,
                downloadUrl TEXT, playingStatus INTEGER, playedUpTo REAL, keepEpisode INTEGER);
            INSERT INTO SJPodcast VALUES (1, 'p', 'One');
            INSERT INTO SJEpisode VALUES (1, 'a', 'Heard', 'https://a.test/1.mp3', 3, 100, 0),
                (2, 'b', 'Begun', 'https://a.test/2.mp3', 2, 61.5, 1);
            """)
        #expect(library.source == .pocketCasts && library.subscriptions.isEmpty)
        #expect(library.episodes.map(\.isPlayed) == [true, false])
        #expect(library.episodes.map(\.position) == [.zero, .milliseconds(61_500)])
        #expect(library.episodes[1].isLiked && library.omissions.map(\.kind) == [.feedAddresses])
    }

    enum Hostile: String, CaseIterable {
        case view, virtualTable, unknown, cut, garbage, ownLibrary
    }

    @Test(arguments: Hostile.allCases) func hostileFilesAreRefused(_ hostile: Hostile) throws {
        let path = home.path("hostile")
        do {
            let connection = try Connection(path: path, mode: .readWrite, busyTimeout: .seconds(1))
            switch hostile {
            case .view:
                // A view that never ends, under the name of a table that is looked for.
                try connection.execute(
                    script: """
                        CREATE VIEW podcast AS WITH RECURSIVE n (url) AS
                            (SELECT 1 UNION ALL SELECT url + 1 FROM n) SELECT url, url title FROM n;
                        CREATE TABLE episode (podcast_id);
                        """)
            case .virtualTable:
                try connection.execute(
                    script: """
                        CREATE VIRTUAL TABLE feed USING fts5 (key);
                        CREATE TABLE episode (feed_key);
                        """)
            case .unknown: try connection.execute(script: "CREATE TABLE x (y)")
            case .ownLibrary:
                try connection.execute(
                    script: "CREATE TABLE columns (original_url); CREATE TABLE journal (x)")
            case .cut, .garbage:
                try connection.execute(script: Self.gPodder)
                try connection.execute(
                    script: """
                        INSERT INTO episode (podcast_id, guid, title) WITH RECURSIVE n (i) AS
                            (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
                            SELECT 1, 'x' || i, hex(randomblob(40)) FROM n
                        """)
            }
        }
        var bytes = try #require(readFile(path))
        if hostile == .cut { bytes.removeLast(bytes.count / 2) }
        if hostile == .garbage {
            for index in stride(from: 4_096, to: bytes.count, by: 3) { bytes[index] = 0xA5 }
        }
        writeFile(path, bytes)
        let error = #expect(throws: LibraryImportError.self) {
            try ForeignLibrary.read(bytes, path: path)
        }
        switch (hostile, error) {
        case (.view, .notRecognized), (.virtualTable, .notRecognized), (.unknown, .notRecognized),
            (.cut, .damaged), (.garbage, .damaged), (.ownLibrary, .ownLibrary):
            break
        default: Issue.record("\(hostile): \(String(describing: error))")
        }
    }

    @Test func aDatabaseInThePipeIsRefused() {
        #expect(throws: LibraryImportError.needsFile) {
            try ForeignLibrary.read(Array("SQLite format 3\0".utf8), path: nil)
        }
    }
}
