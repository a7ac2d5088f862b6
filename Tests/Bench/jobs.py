"""The jobs: each measures column and its peers at the same work in the same run."""

import contextlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request

import process
import terminal

HERE = pathlib.Path(__file__).resolve().parent


def feed_count(folder):
    """How many feeds the server of this folder has."""
    return len((folder / "addresses.txt").read_text().split())


class Bench:
    """What all jobs share: the binary, the report, the peers and a scratch folder."""

    def __init__(self, binary, report, peers, scratch, runs):
        self.binary, self.report, self.peers, self.scratch, self.runs = binary, report, peers, scratch, runs

    @contextlib.contextmanager
    def server(self, **options):
        """The feed server with these options: its address, and the folder with its lists."""
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.scratch))
        words = [word for name, value in options.items() for word in (f"--{name.replace('_', '-')}", str(value))]
        server = subprocess.Popen(
            [sys.executable, str(HERE / "server.py"), "--out", str(folder), *words], stdout=subprocess.PIPE, text=True
        )
        try:
            word, base, _ = server.stdout.readline().split()
            if word != "READY":
                raise RuntimeError("the feed server did not start")
            yield base, folder
        finally:
            server.kill()
            server.wait()
            shutil.rmtree(folder, ignore_errors=True)

    @contextlib.contextmanager
    def home(self):
        """An empty home for column; answers the environment that selects it."""
        folder = tempfile.mkdtemp(dir=self.scratch)
        try:
            yield {"COLUMN_HOME": folder, "XDG_RUNTIME_DIR": folder, "DBUS_SESSION_BUS_ADDRESS": "disabled:"}
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def column(self, environment, *words, **options):
        return process.run([self.binary, *words], environment=environment, **options)

    # MARK: - Sync

    def sync(self, feeds, items, latency):
        """First sync, nothing changed, and a tenth changed."""
        job = f"sync {feeds} × {items}, {latency} ms"
        # The bars of design.md are for this size, and the second one for this latency.
        big = (feeds, items) == (500, 200)
        first = {"cpu": 7, "peak": 131} if big else {}
        unchanged = {"wall": 3, "cpu": 1.3} if big and latency == 80 else {}
        with self.server(feeds=feeds, items=items, latency_ms=latency) as (base, folder):
            with self.home() as home:
                self.column(home, "config", "set", "sync.per-host", "16")
                added = self.column(home, "import", str(folder / "columns.opml"))
                self.report.cost(f"{job}: first", "column", added + self.column(home, "sync"), first)
                same = process.median([self.column(home, "sync") for _ in range(self.runs)])
                self.report.cost(f"{job}: unchanged", "column", same, unchanged)
                self.control(base, "change?percent=10")
                self.report.cost(f"{job}: tenth changed", "column", self.column(home, "sync"))
            self.sync_peers(job, base, folder)
        for part in ("first", "unchanged", "tenth changed"):
            self.report.ratio(f"{job}: {part}", "s CPU")

    def sync_peers(self, job, base, folder):
        if curl := self.peers.program("curl"):
            addresses = (folder / "addresses.txt").read_text().split()
            listing = folder / "curl.txt"
            listing.write_text("".join(f'url = "{url}"\noutput = "/dev/null"\n' for url in addresses))
            fetch = [curl, "-s", "-Z", "--parallel-max", "16", "-K", str(listing)]
            self.report.cost(f"{job}: first", "curl (fetch only)", process.run(fetch))
        if newsboat := self.peers.program("newsboat"):
            home = folder / "newsboat"
            home.mkdir()
            (home / "config").write_text("reload-threads 16\n")
            words = ["-u", str(folder / "addresses.txt"), "-c", str(home / "cache"), "-C", str(home / "config")]
            reload = [newsboat, *words, "-x", "reload"]
            self.report.cost(f"{job}: first", "newsboat", process.run(reload, environment={"HOME": str(home)}))
            self.report.cost(f"{job}: unchanged", "newsboat", process.run(reload, environment={"HOME": str(home)}))
            self.control(base, "change?percent=10")
            self.report.cost(f"{job}: tenth changed", "newsboat", process.run(reload, environment={"HOME": str(home)}))
        # Of more feeds it would be ten minutes and more.
        if feed_count(folder) <= 100 and (gpo := self.peers.program("gpo")):
            home = {"GPODDER_HOME": str(folder / "gpodder"), "HOME": str(folder)}
            subscribe = process.run([gpo, "import", str(folder / "columns.opml")], environment=home, deadline=600)
            self.report.cost(f"{job}: first", "gpo", subscribe + process.run([gpo, "update"], environment=home))
            self.report.cost(f"{job}: unchanged", "gpo", process.run([gpo, "update"], environment=home))

    def control(self, base, words):
        with urllib.request.urlopen(f"{base}/control/{words}") as answer:
            return answer.read()

    # MARK: - Parse

    def parse(self, items):
        """One big feed to rows."""
        job = f"parse {items} items"
        bars = {"cpu": 0.15, "peak": 64} if items == 5000 else {"peak": 64}
        with self.server(feeds=1, items=items, notes_bytes=1600) as (base, folder):
            path = str(folder / "feed.xml")
            urllib.request.urlretrieve(f"{base}/feed/0.xml", path)
            job += f" ({os.path.getsize(path) / 1e6:.1f} MB)"
            rows = [self.binary, "debug", "feed-rows", path]
            self.report.cost(job, "column", process.repeated(self.runs, rows), bars)
            if xmllint := self.peers.program("xmllint"):
                self.report.cost(
                    job, "xmllint --stream", process.repeated(self.runs, [xmllint, "--stream", "--noout", path])
                )
            for module, code in (
                ("feedparser", "import feedparser, sys; feedparser.parse(open(sys.argv[1], 'rb').read())"),
                (
                    "podcastparser",
                    "import podcastparser, sys; podcastparser.parse('http://a/', open(sys.argv[1], 'rb'))",
                ),
                ("feedparser_rs", "import feedparser_rs, sys; feedparser_rs.parse(open(sys.argv[1], 'rb').read())"),
            ):
                if python := self.peers.python(module):
                    self.report.cost(job, module, process.run([python, "-c", code, path]))
        self.report.ratio(job, "s CPU")

    # MARK: - Library

    def library(self, episodes):
        """Every command that looks, in a library of this size."""
        feeds = max(10, min(1000, episodes // 100))
        bar = {"wall": 0.05} if episodes == 100_000 else {"wall": 0.1}
        with self.server(feeds=feeds, items=episodes // feeds, notes_bytes=400) as (_, folder), self.home() as home:
            self.column(home, "config", "set", "sync.per-host", "16")
            first = self.column(home, "import", str(folder / "columns.opml")) + self.column(home, "sync")
            self.report.cost(f"library {episodes}: made", "column", first)
            path = pathlib.Path(home["COLUMN_HOME"], "library.sqlite")
            if not path.exists():
                path = next(pathlib.Path(home["COLUMN_HOME"]).rglob("library.sqlite"))
            self.report.add(f"library {episodes}: made", "column", path.stat().st_size / 1e6, "MB disk")
            for words, bars in (
                (["list"], bar),
                (["list", "episodes", "--limit", "20"], {"wall": 0.1}),
                (["list", "episodes", "--column", "1"], {"wall": 0.1}),
                (["list", "new", "--limit", "20"], {"wall": 0.1}),
                (["list", "queue"], {"wall": 0.1}),
                (["list", "downloads"], {"wall": 0.1}),
                (["list", "history"], {"wall": 0.1}),
                (["show", "1"], {"wall": 0.1}),
                (["show", "潮山"], {"wall": 0.1}),
                (["show", "http://127.0.0.1/nothing"], {"wall": 0.1}),
                (["why", "1"], {"wall": 0.1}),
                (["read", "1"], {"wall": 0.1}),
                (["search", "潮山", "--limit", "20"], bar),
                (["search", "kalomi", "--limit", "20"], bar),
                (["status"], {"wall": 0.1}),
            ):
                cost = process.repeated(self.runs, [self.binary, *words], environment=home)
                self.report.cost(f"library {episodes}: {' '.join(words)}", "column", cost, bars)
            if sqlite := self.peers.program("sqlite3"):
                query = "SELECT c.title, count(*) FROM columns c JOIN episodes e ON e.column_id = c.id GROUP BY c.id"
                cost = process.repeated(self.runs, [sqlite, "-readonly", str(path), query])
                self.report.cost(f"library {episodes}: list", "sqlite3 (counts)", cost)
            self.tui(episodes, home)
            if episodes <= 10_000:
                self.library_peers(episodes, folder)

    def library_peers(self, episodes, folder):
        job = f"library {episodes}: list"
        if gpo := self.peers.program("gpo"):
            home = {"GPODDER_HOME": str(folder / "gpodder"), "HOME": str(folder)}
            process.run([gpo, "import", str(folder / "columns.opml")], environment=home)
            process.run([gpo, "update"], environment=home)
            self.report.cost(job, "gpo", process.run([gpo, "list"], environment=home))
        if newsboat := self.peers.program("newsboat"):
            words = ["-u", str(folder / "addresses.txt"), "-c", str(folder / "cache"), "-C", "/dev/null"]
            process.run([newsboat, *words, "-x", "reload"], environment={"HOME": str(folder)})
            cost = process.run([newsboat, *words, "-x", "print-unread"], environment={"HOME": str(folder)})
            self.report.cost(job, "newsboat", cost)

    def tui(self, episodes, home):
        """Opening, a key to its repaint, and the cost of doing nothing."""
        figures = terminal.measure([self.binary, "tui"], home)
        if figures is None:
            self.report.lacks("column tui", "it did not draw a screen")
            return
        job = f"tui, {episodes} episodes"
        self.report.add(job, "column", figures.opened * 1000, "ms open", 100)
        self.report.add(job, "column", figures.key * 1000, "ms key", 16)
        self.report.add(job, "column", figures.slowest_key * 1000, "ms slowest key")
        self.report.add(job, "column", figures.idle * 100, "% idle", 0.2)

    # MARK: - Downloads

    def downloads(self, count, kib, bar):
        """Downloads with digest, fdatasync and the store, against curl and openssl over the same files."""
        job = f"download {count} × {kib // 1024} MiB"
        with self.server(feeds=1, items=count, audio_kib=kib) as (base, folder):
            with self.home() as home:
                for key, value in (("download.concurrency", "8"), ("download.per-host", "8")):
                    self.column(home, "config", "set", key, value)
                self.column(home, "add", f"{base}/feed/0.xml")
                cost = self.column(home, "download", "--column", "1", "--latest", str(count))
                self.report.cost(job, "column", cost)
            media = folder / "media"
            media.mkdir()
            listing = folder / "list.txt"
            urls = [f"{base}/audio/0/{number}.mp3" for number in range(1, count + 1)]
            listing.write_text("".join(f'url = "{url}"\noutput = "{media}/{n}"\n' for n, url in enumerate(urls)))
            curl, openssl = self.peers.program("curl"), self.peers.program("openssl")
            if curl and openssl:
                fetch = process.run([curl, "-s", "-Z", "--parallel-max", "8", "-K", str(listing)])
                digest = process.run([openssl, "dgst", "-sha256", *map(str, sorted(media.iterdir()))])
                self.report.cost(job, "curl + openssl", fetch + digest)
                self.report.ratio(job, "s CPU", bar, theirs=["curl + openssl"])
            if aria := self.peers.program("aria2c"):
                listing.write_text("".join(f"{url}\n out=a{n}\n" for n, url in enumerate(urls)))
                words = [aria, "-q", "-j8", "-x1", "--file-allocation=none", "-d", str(media), "-i", str(listing)]
                self.report.cost(job, "aria2c", process.run(words))
            self.podcatchers(job, f"{base}/feed/0.xml", folder, count * kib)
            if gpo := self.peers.program("gpo"):
                home = {"GPODDER_HOME": str(folder / "gpodder"), "HOME": str(folder)}
                process.run([gpo, "subscribe", f"{base}/feed/0.xml"], environment=home)
                self.report.cost(job, "gpo", process.run([gpo, "download"], environment=home))
        self.report.ratio(job, "s CPU")

    def podcatchers(self, job, feed, folder, kib):
        """Programs that keep no library; what they fetched is looked at, since some end with 0 without it."""

        def fetch(name, words, target):
            target.mkdir(exist_ok=True)
            cost = process.run(words, environment={"HOME": str(folder)}, deadline=300)
            found = sum(path.stat().st_size for path in target.rglob("*") if path.is_file()) // 1024
            if cost.code == 0 and found >= kib:
                self.report.cost(job, name, cost)
            else:
                self.report.lacks(f"{name}, {job}", f"exit {cost.code}, {found} of {kib} KiB")

        if archiver := self.peers.program("podcast-archiver"):
            target = folder / "archiver"
            target.mkdir()
            words = [archiver, "-q", "--dir", str(target), "--database", str(folder / "archiver.db"), "-f", feed]
            fetch("podcast-archiver", [*words, "-C", "8"], target)
        if podget := self.peers.program("podget"):
            settings = folder / "podget"
            settings.mkdir()
            words = [podget, "-d", str(settings)]
            process.run([*words, "--create-config", "podgetrc"], environment={"HOME": str(folder)})
            (settings / "serverlist").write_text(f"{feed} Bench Bench\n")
            target = folder / "podget-library"
            fetch("podget", [*words, "-l", str(target), "-s", "-n"], target)
        if python := self.peers.python("podcast_downloader"):
            target = folder / "downloader"
            column = {"name": "Bench", "rss_link": feed, "path": str(target)}
            settings = folder / "downloader.json"
            settings.write_text(json.dumps({"if_directory_empty": "download_all_from_feed", "podcasts": [column]}))
            fetch("podcast-downloader", [python, "-m", "podcast_downloader", "--config", str(settings)], target)

    def resume(self):
        """kill -9 half-way: what is sent again."""
        count, size = 10, 8192
        with self.server(feeds=1, items=count, audio_kib=size, latency_ms=5) as (base, _), self.home() as home:
            self.column(home, "add", f"{base}/feed/0.xml")
            self.control(base, "counts?reset=1")
            words = [self.binary, "download", "--column", "1", "--latest", str(count)]
            running = subprocess.Popen(
                words, env={**os.environ, **home}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            half = count * size * 1024 // 2
            while json.loads(self.control(base, "counts"))["bytes"] < half and running.poll() is None:
                time.sleep(0.005)
            running.kill()
            running.wait()
            again = process.run(words, environment=home)
            total = json.loads(self.control(base, "counts"))["bytes"]
            again_kib = max(0, total - count * size * 1024) / 1024
            note = "counts what was still in the sockets when it was killed"
            self.report.add("kill -9 half-way: sent again", "column", again_kib / count, "KiB/file", None, note)
            self.report.add("kill -9 half-way: second run", "column", again.code, "exit", 0)

    # MARK: - Start-up and growth

    def startup(self):
        """How long the smallest commands take."""
        with self.home() as home:
            for words, bar in (
                (["--version"], 0.010),
                (["help"], 0.010),
                (["list"], 0.050),
                (["list", "episodes"], 0.050),
                (["list", "bookmarks"], 0.050),
                (["queue"], 0.050),
                (["search", "nothing"], 0.050),
                (["stats"], 0.050),
                (["status"], 0.050),
                (["clean"], 0.050),
                (["fsck"], 0.050),
                (["devices"], 0.050),
                (["export"], 0.050),
                (["config", "list"], 0.050),
                (["completions", "bash"], 0.050),
            ):
                cost = process.repeated(max(11, self.runs), [self.binary, *words], environment=home)
                self.report.add(f"start-up: column {' '.join(words)}", "column", cost.wall, "s wall", bar)
            names = subprocess.run([self.binary, "help"], capture_output=True, text=True, check=True).stdout
            # The lines of commands are two blanks, one word, more blanks.
            names = sorted(set(re.findall(r"^  ([a-z]+)  ", names, re.MULTILINE)))
            costs = {name: process.repeated(3, [self.binary, "help", name], environment=home).wall for name in names}
            slowest = max(costs, key=costs.get)
            note = f"the slowest of {len(names)}: {slowest}"
            self.report.add("start-up: column help COMMAND", "column", costs[slowest], "s wall", 0.010, note)
            self.report.add("start-up", "/bin/true", process.repeated(11, ["/bin/true"]).wall, "s wall")

    def growth(self):
        """Ten times more must cost ten times more, not more."""
        for what, sizes in (
            ("feeds", ((10, 20), (100, 20), (1000, 20))),
            ("items", ((10, 20), (10, 200), (10, 2000))),
        ):
            for feeds, items in sizes:
                with self.server(feeds=feeds, items=items, notes_bytes=800) as (_, folder), self.home() as home:
                    self.column(home, "config", "set", "sync.per-host", "16")
                    self.column(home, "import", str(folder / "columns.opml"))
                    cost = self.column(home, "sync")
                    each = (cost.cpu) / (feeds * items) * 1e6
                    self.report.add(f"growth in {what}: sync {feeds} × {items}", "column", each, "µs/item")

    # MARK: - Play

    def play(self, seconds):
        """Playing through the null output, beside mpv."""
        path = self.speech()
        if path is None:
            self.report.lacks("play", "ffmpeg is needed to make the sound")
            return
        mpv = self.peers.program("mpv")
        for speed, bar in ((1, 0.5), (2, 1.5)):
            job = f"play at {speed}×, {seconds} s"
            with self.home() as home:
                words = ["play", path, "--output", "null", "--speed", str(speed)]
                cost = self.column(home, *words, seconds=seconds)
            self.report.add(job, "column", cost.cpu / cost.wall * 100, "% core", bar)
            self.report.add(job, "column", cost.peak_mib, "MiB", 40)
            if mpv:
                words = [mpv, "--no-config", "--really-quiet", "--no-video", "--ao=null", f"--speed={speed}", path]
                cost = process.run(words, seconds=seconds)
                self.report.add(job, "mpv", cost.cpu / cost.wall * 100, "% core")
                self.report.add(job, "mpv", cost.peak_mib, "MiB")
                self.report.ratio(job, "% core")
        with self.home() as home:
            words = ["play", path, "--output", "null", "--trim-silence", "medium"]
            cost = self.column(home, *words, seconds=seconds)
            if cost.code == 2:
                self.column(home, "config", "set", "play.trim-silence", "medium")
                cost = self.column(home, *words[:4], seconds=seconds)
        self.report.add(f"play trimmed, {seconds} s", "column", cost.cpu / cost.wall * 100, "% core")

    def speech(self):
        """Ten minutes of speech-like sound with pauses, as MP3."""
        path = self.scratch / "speech.mp3"
        ffmpeg = self.peers.program("ffmpeg")
        if ffmpeg is None:
            return None
        if not path.exists():
            tone = "aevalsrc='0.3*sin(2*PI*(120+40*sin(3*t))*t)*gt(sin(0.9*t),-0.6)*(0.6+0.4*sin(9*t))':s=44100:d=600"
            words = [ffmpeg, "-v", "error", "-y", "-f", "lavfi", "-i", tone, "-b:a", "128k", str(path)]
            process.run(words)
        return str(path) if path.exists() else None
