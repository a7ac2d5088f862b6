-- The library, version 1. Moments are seconds since 1970 in UTC, lengths of time are milliseconds.

-- A series of episodes to which the user has subscribed.
CREATE TABLE columns (
    id INTEGER PRIMARY KEY AUTOINCREMENT,   -- numbers that users know are never given twice
    url TEXT NOT NULL UNIQUE,          -- where the feed is fetched, without credentials
    original_url TEXT NOT NULL,        -- as the user gave it
    guid TEXT,                         -- podcast:guid
    title TEXT NOT NULL,
    author TEXT,
    summary TEXT,
    link TEXT,
    language TEXT,
    image_url TEXT,
    is_serial INTEGER NOT NULL DEFAULT 0,
    extensions TEXT NOT NULL DEFAULT '[]',
    added INTEGER NOT NULL,
    removed INTEGER                    -- unsubscribed; its kept episodes stay
) STRICT;

-- What the last fetch of a feed left behind.
CREATE TABLE feed_states (
    column_id INTEGER PRIMARY KEY REFERENCES columns ON DELETE CASCADE,
    validators_url TEXT,               -- the validators count for this address only
    etag TEXT,
    last_modified TEXT,
    body_hash INTEGER,                 -- of the last body that was read cleanly
    checked INTEGER,
    succeeded INTEGER,
    not_before INTEGER,
    refresh_interval INTEGER,
    skipped_hours INTEGER NOT NULL DEFAULT 0,  -- a bit each, hour 0 UTC the lowest
    skipped_days INTEGER NOT NULL DEFAULT 0,   -- a bit each, Sunday the lowest
    failures INTEGER NOT NULL DEFAULT 0,
    failure_code TEXT,
    failure_status INTEGER,
    failure_url TEXT,
    failure_detail TEXT,
    is_stopped INTEGER NOT NULL DEFAULT 0,
    held_count INTEGER,
    accepts_held INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Hosts that asked to be left alone for a while (Retry-After), kept across runs.
CREATE TABLE hosts (
    host TEXT PRIMARY KEY,
    not_before INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE episodes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    column_id INTEGER NOT NULL REFERENCES columns ON DELETE CASCADE,
    guid TEXT,
    url_key INTEGER,                   -- hash of the enclosure's (else the page's) address
    title_key INTEGER NOT NULL,        -- hash of the title
    content_hash INTEGER NOT NULL,     -- of all that the feed said
    title TEXT NOT NULL,
    author TEXT,
    link TEXT,
    published INTEGER,
    first_seen INTEGER NOT NULL,
    absent_since INTEGER,              -- when it left the feed
    duration INTEGER,                  -- as the feed says
    measured_duration INTEGER,         -- as the decoder says
    season INTEGER,
    number INTEGER,
    type TEXT,
    is_explicit INTEGER,
    image_url TEXT,
    summary TEXT,
    extensions TEXT,
    is_new INTEGER NOT NULL DEFAULT 0, -- by first sight, until played or marked
    played INTEGER,
    liked INTEGER
) STRICT;
CREATE INDEX episodes_by_column ON episodes (column_id, published);
-- What is newest is asked for by every list: an order to read off instead of sorting all.
CREATE INDEX episodes_by_date ON episodes (coalesce(published, first_seen), id);
CREATE INDEX episodes_new ON episodes (first_seen) WHERE is_new;
-- What users name an episode by: its guid, its page, its enclosure.
CREATE INDEX episodes_by_guid ON episodes (guid) WHERE guid IS NOT NULL;
CREATE INDEX episodes_by_link ON episodes (link) WHERE link IS NOT NULL;
CREATE INDEX episodes_liked ON episodes (liked) WHERE liked IS NOT NULL;

-- How many episodes a column has and how many of them were played: to count a million of them for a list
-- takes 0.1 s. Whoever inserts episodes adds to it (a trigger a row would be 5 % of a first sync); the
-- triggers see to the rest.
CREATE TABLE column_counts (
    column_id INTEGER PRIMARY KEY REFERENCES columns ON DELETE CASCADE,
    episodes INTEGER NOT NULL,
    played INTEGER NOT NULL
) STRICT;
CREATE TRIGGER episodes_count_gone AFTER DELETE ON episodes BEGIN
    UPDATE column_counts SET episodes = episodes - 1, played = played - (old.played IS NOT NULL)
        WHERE column_id = old.column_id;
END;
CREATE TRIGGER episodes_count_played AFTER UPDATE OF played ON episodes
    WHEN (old.played IS NULL) <> (new.played IS NULL) BEGIN
    UPDATE column_counts SET played = played + (new.played IS NOT NULL) - (old.played IS NOT NULL)
        WHERE column_id = new.column_id;
END;

-- The text of an episode, as received.
CREATE TABLE articles (
    episode_id INTEGER PRIMARY KEY REFERENCES episodes ON DELETE CASCADE,
    format TEXT NOT NULL,              -- html, text
    body TEXT NOT NULL,
    images_checked INTEGER             -- when its images were looked for; a new text is looked at anew
) STRICT;

-- Images of articles, kept for reading without a network; those that could not be had have no file.
CREATE TABLE images (
    episode_id INTEGER NOT NULL REFERENCES episodes ON DELETE CASCADE,
    source TEXT NOT NULL,              -- as the article has it
    url TEXT NOT NULL,
    file TEXT,                         -- name in the images folder; of one address there is one file
    bytes INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (episode_id, source)
) STRICT, WITHOUT ROWID;
CREATE INDEX images_by_url ON images (url) WHERE file IS NOT NULL;

-- Whether an article was read, and how far.
CREATE TABLE readings (
    episode_id INTEGER PRIMARY KEY REFERENCES episodes ON DELETE CASCADE,
    place INTEGER NOT NULL DEFAULT 0,  -- the paragraph at the top, from 0
    read INTEGER,                      -- when it was read to its end
    updated INTEGER NOT NULL
) STRICT;

-- Media files that the feed offers; the one that is played has ordinal 0.
CREATE TABLE enclosures (
    episode_id INTEGER NOT NULL REFERENCES episodes ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    url TEXT NOT NULL,
    type TEXT,
    length INTEGER,
    PRIMARY KEY (episode_id, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX enclosures_by_url ON enclosures (url);

CREATE TABLE chapters (
    episode_id INTEGER NOT NULL REFERENCES episodes ON DELETE CASCADE,
    source TEXT NOT NULL,              -- feed, json, id3, notes
    ordinal INTEGER NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER,
    title TEXT NOT NULL,
    url TEXT,
    image_url TEXT,
    PRIMARY KEY (episode_id, source, ordinal)
) STRICT, WITHOUT ROWID;

-- Chapters and transcripts that a feed offers apart; fetched when they are wanted, and kept.
CREATE TABLE attachments (
    id INTEGER PRIMARY KEY,
    episode_id INTEGER NOT NULL REFERENCES episodes ON DELETE CASCADE,
    kind TEXT NOT NULL,                -- chapters, transcript
    url TEXT NOT NULL,
    type TEXT,
    language TEXT,
    fetched INTEGER,
    body BLOB,
    UNIQUE (episode_id, kind, url)
) STRICT;

-- What is said in an episode, as plain text: for the full-text index.
CREATE TABLE transcripts (
    episode_id INTEGER PRIMARY KEY REFERENCES episodes ON DELETE CASCADE,
    url TEXT NOT NULL,                 -- of the attachment that it comes from
    body TEXT NOT NULL
) STRICT;

-- One server's version of an episode's file; byte ranges of two renditions are never joined.
CREATE TABLE renditions (
    id INTEGER PRIMARY KEY,
    episode_id INTEGER NOT NULL REFERENCES episodes ON DELETE CASCADE,
    url TEXT NOT NULL,                 -- asked for
    effective_url TEXT NOT NULL,       -- after redirects
    etag TEXT,
    last_modified TEXT,
    server_date TEXT,
    content_type TEXT,
    digest TEXT,                       -- Repr-Digest or podcast:integrity
    total INTEGER,
    is_unproven INTEGER NOT NULL DEFAULT 0,  -- a joint rests on equal bytes alone
    created INTEGER NOT NULL
) STRICT;
CREATE INDEX renditions_by_episode ON renditions (episode_id);

-- The durable bytes of a rendition in media/ID.part.
CREATE TABLE byte_ranges (
    rendition_id INTEGER NOT NULL REFERENCES renditions ON DELETE CASCADE,
    lower INTEGER NOT NULL,
    upper INTEGER NOT NULL,
    PRIMARY KEY (rendition_id, lower),
    CHECK (0 <= lower AND lower < upper)
) STRICT, WITHOUT ROWID;

-- What is on disk of an episode's audio; no row means that nothing was ever asked for.
CREATE TABLE audio (
    episode_id INTEGER PRIMARY KEY REFERENCES episodes ON DELETE CASCADE,
    state TEXT NOT NULL,
    rendition_id INTEGER REFERENCES renditions ON DELETE SET NULL,
    file TEXT,                         -- name in the media folder
    bytes INTEGER NOT NULL DEFAULT 0,
    total INTEGER,
    sha256 BLOB,
    requested INTEGER,
    completed INTEGER,
    trashed INTEGER,
    tail_boot TEXT,                    -- while this boot lasts, all that was appended counts
    fruitless INTEGER NOT NULL DEFAULT 0,
    not_before INTEGER,
    failure_code TEXT,
    failure_status INTEGER,
    failure_url TEXT,
    failure_detail TEXT
) STRICT;
CREATE INDEX audio_by_state ON audio (state);

-- Where playing goes on, in media time.
CREATE TABLE positions (
    episode_id INTEGER PRIMARY KEY REFERENCES episodes ON DELETE CASCADE,
    position INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    fingerprint BLOB                   -- the frames around it; finds it in a changed file
) STRICT;
CREATE INDEX positions_by_time ON positions (updated);

-- What was heard, a row a day and an episode; it outlives the episode, so that sums stay.
CREATE TABLE listening (
    day INTEGER NOT NULL,              -- local days since 1970
    episode_id INTEGER NOT NULL,
    column_id INTEGER NOT NULL,
    heard INTEGER NOT NULL,            -- media time
    spent INTEGER NOT NULL,            -- real time
    saved_by_speed INTEGER NOT NULL,
    saved_by_trim INTEGER NOT NULL,
    PRIMARY KEY (day, episode_id)
) STRICT, WITHOUT ROWID;

-- What playing found out about an episode's file; void when size or time of the file differ.
CREATE TABLE file_facts (
    episode_id INTEGER PRIMARY KEY REFERENCES episodes ON DELETE CASCADE,
    bytes INTEGER NOT NULL,
    modified INTEGER NOT NULL,         -- nanoseconds
    loudness REAL,                     -- LUFS of the whole
    frame_index BLOB,                  -- where MP3 frames begin
    pauses BLOB                        -- where nobody speaks
) STRICT;

-- Leaps within episodes, the newest last, so that a seek can be taken back.
CREATE TABLE leaps (
    id INTEGER PRIMARY KEY,
    episode_id INTEGER NOT NULL REFERENCES episodes ON DELETE CASCADE,
    origin INTEGER NOT NULL,
    target INTEGER NOT NULL,
    at INTEGER NOT NULL
) STRICT;
CREATE INDEX leaps_by_episode ON leaps (episode_id, id);

-- What plays next; an episode may stand in it twice.
CREATE TABLE queue (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    episode_id INTEGER NOT NULL REFERENCES episodes ON DELETE CASCADE,
    rank INTEGER NOT NULL,
    added INTEGER NOT NULL
) STRICT;
CREATE INDEX queue_by_rank ON queue (rank);

CREATE TABLE bookmarks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    episode_id INTEGER NOT NULL REFERENCES episodes ON DELETE CASCADE,
    position INTEGER NOT NULL,
    note TEXT,
    created INTEGER NOT NULL
) STRICT;

-- Every decision, with its cause; append-only.
CREATE TABLE journal (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    batch INTEGER NOT NULL,            -- rows of one change, taken back together
    actor TEXT NOT NULL,               -- user, sync, download, player, rule, device
    object TEXT NOT NULL,              -- column, episode, queue
    object_id INTEGER NOT NULL,
    change TEXT NOT NULL,
    cause TEXT NOT NULL,
    "before" TEXT,
    "after" TEXT
) STRICT;
CREATE INDEX journal_by_object ON journal (object, object_id);
CREATE INDEX journal_by_batch ON journal (batch);

-- What an import knows of episodes; applied when a feed brings them, and kept, so that a merge that
-- is taken back and comes again is told once more.
CREATE TABLE pending_states (
    id INTEGER PRIMARY KEY,
    batch INTEGER NOT NULL,            -- the journal's, so that an import can be taken back
    column_id INTEGER REFERENCES columns ON DELETE CASCADE,         -- NULL: of any column
    episode_id INTEGER REFERENCES episodes ON DELETE SET NULL,      -- to which it was applied
    guid TEXT,
    url_key INTEGER,                   -- hash of the enclosure's address
    played INTEGER,
    position INTEGER NOT NULL DEFAULT 0,
    updated INTEGER NOT NULL,          -- of the position
    liked INTEGER,
    rank INTEGER,                      -- in the queue
    bookmarks TEXT                     -- a JSON array of [position, note]
) STRICT;
CREATE INDEX pending_states_by_column ON pending_states (column_id, guid, url_key);
CREATE INDEX pending_states_by_episode ON pending_states (episode_id);

-- Settings of one column, over those of the config file.
CREATE TABLE settings (
    column_id INTEGER NOT NULL REFERENCES columns ON DELETE CASCADE,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (column_id, key)
) STRICT, WITHOUT ROWID;

-- The server that keeps several devices in step; one row while logged in, and no password.
CREATE TABLE device_account (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    url TEXT NOT NULL,
    kind TEXT NOT NULL,                -- gpodder, nextcloud
    user TEXT NOT NULL,
    device TEXT NOT NULL,              -- what the server calls this library
    subscriptions_since INTEGER NOT NULL DEFAULT 0,  -- the server's time, up to which removals were read
    actions_since INTEGER NOT NULL DEFAULT 0,  -- the server's time up to which actions were read
    journal_seen INTEGER NOT NULL DEFAULT 0,   -- the last journal row that the outbox knows of
    synced INTEGER                     -- when all went well, by the clock here
) STRICT;

-- The subscriptions on which the library and the server last agreed. No key to columns: that one
-- was purged must be known here.
CREATE TABLE device_subscriptions (
    url TEXT PRIMARY KEY,              -- as the server writes it
    column_id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Where an episode stood when the library last compared itself with other devices; the later
-- time wins.
CREATE TABLE device_states (
    episode_id INTEGER PRIMARY KEY REFERENCES episodes ON DELETE CASCADE,
    position INTEGER NOT NULL,         -- whole seconds, as the servers have them
    position_at INTEGER NOT NULL,
    is_played INTEGER NOT NULL,
    played_at INTEGER NOT NULL
) STRICT;

-- Episode actions that the server has not taken yet.
CREATE TABLE device_outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    podcast TEXT NOT NULL,
    episode TEXT NOT NULL,
    guid TEXT,
    action TEXT NOT NULL,              -- play, new, download, delete
    at INTEGER NOT NULL,
    started INTEGER,                   -- seconds, as the two below
    position INTEGER,
    total INTEGER
) STRICT;

-- The newest actions of other devices on episodes that the library does not have yet.
CREATE TABLE device_inbox (
    podcast TEXT NOT NULL,
    episode TEXT NOT NULL,
    action TEXT NOT NULL,              -- play, done, new
    guid TEXT,
    at INTEGER NOT NULL,
    position INTEGER,
    total INTEGER,
    device TEXT,
    PRIMARY KEY (podcast, episode, action)
) STRICT, WITHOUT ROWID;

-- Single values that the program remembers, as what was playing.
CREATE TABLE state (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Full text; contentless, since the texts stand in their own tables. The tokenizer is ours:
-- words of most scripts, pairs of characters of Chinese, Japanese and Korean.
CREATE VIRTUAL TABLE search USING fts5 (
    title, author, notes, article, transcript, content = '', tokenize = 'column');
-- Segments are merged late and in large steps: syncs bring many episodes at once.
INSERT INTO search (search, rank) VALUES ('automerge', 16);
INSERT INTO search (search, rank) VALUES ('hashsize', 16777216);
