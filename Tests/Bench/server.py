"""The benchmarks' feed server: deterministic feeds and audio on 127.0.0.1, rendered before it says READY.

python3 server.py --feeds 100 --items 200 --latency-ms 80 --out FOLDER

/feed/N.xml          RSS 2.0 with itunes tags and content:encoded; ETag and 304
/audio/N/M.mp3       a constant-bitrate MP3 of --audio-kib KiB; Range and If-Range, 206 and 416
/control/change?percent=10   one new item on top of that share of the feeds
/control/counts      requests and body bytes so far as JSON; &reset=1 begins again at nothing
FOLDER/columns.opml and FOLDER/addresses.txt name the feeds.
"""

import argparse
import asyncio
import email.utils
import hashlib
import itertools
import json
import os
import pathlib
import urllib.parse

NEWEST = 1_790_000_000
SYLLABLES = [
    "ka",
    "lo",
    "mi",
    "ten",
    "sa",
    "ru",
    "vel",
    "no",
    "pia",
    "dor",
    "潮",
    "山",
    "lum",
    "fe",
    "ri",
    "goth",
    "an",
    "es",
    "风",
    "書",
]
PARAGRAPH_BYTES = 400


class Library:
    """The feeds as bytes, and how each one changes."""

    def __init__(self, base, options):
        self.base, self.options = base, options
        self.paragraphs = [self.words(seed, 30) for seed in range(512)]
        self.feeds = [self.render(number, []) for number in range(options.feeds)]
        self.extra = [[] for _ in range(options.feeds)]
        self.serial = itertools.count(1)

    def words(self, seed, count):
        state, out = seed * 2_654_435_761 + 1, []
        for _ in range(count):
            state = (state * 6_364_136_223_846_793_005 + 1_442_695_040_888_963_407) % 2**64
            out.append("".join(SYLLABLES[(state >> shift) % len(SYLLABLES)] for shift in (12, 28, 44)))
        return " ".join(out)

    def item(self, feed, number, when):
        seed = feed * 100_003 + number
        body = "".join(
            f"<p>{self.paragraphs[(seed * 31 + 7 * part) % 512]} <a href='https://example.org/{seed}/{part}'>"
            f"{seed}/{part}</a></p>"
            for part in range(self.options.notes_bytes // PARAGRAPH_BYTES)
        )
        size = self.options.audio_kib * 1024
        return (
            f"<item><title>{number}. {self.words(seed, 5)}</title><guid isPermaLink='false'>b-{feed}-{number}</guid>"
            f"<pubDate>{email.utils.formatdate(when, usegmt=True)}</pubDate>"
            f"<link>https://example.org/{feed}/{number}</link><description>{self.paragraphs[(seed + 3) % 512]}</description>"
            f"<content:encoded><![CDATA[{body}]]></content:encoded>"
            f"<enclosure url='{self.base}/audio/{feed}/{number}.mp3' length='{size}' type='audio/mpeg'/>"
            f"<itunes:duration>{size // 16_000}</itunes:duration><itunes:author>Author {feed}</itunes:author></item>"
        )

    def render(self, feed, extra):
        count = self.options.items
        items = extra + [self.item(feed, n, NEWEST - (count - n) * 86_400) for n in range(count, 0, -1)]
        data = (
            "<?xml version='1.0' encoding='utf-8'?><rss version='2.0'"
            " xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'"
            " xmlns:content='http://purl.org/rss/1.0/modules/content/'>"
            f"<channel><title>Column {feed} {self.words(feed, 2)}</title><link>https://example.org/{feed}</link>"
            f"<description>{self.words(feed + 11, 20)}</description><language>en</language>"
            + "".join(items)
            + "</channel></rss>"
        ).encode()
        return data, '"' + hashlib.sha256(data).hexdigest()[:24] + '"'

    def change(self, percent):
        step = max(1, 100 // percent)
        changed = range(0, len(self.feeds), step)
        for feed in changed:
            number = self.options.items + next(self.serial)
            self.extra[feed].insert(0, self.item(feed, number, NEWEST + number * 60))
            self.feeds[feed] = self.render(feed, self.extra[feed])
        return len(changed)


def audio(kib):
    """A silent MPEG-1 layer III stream, 128 kbit/s at 48 kHz: 384 bytes a frame of 24 ms."""
    frame = b"\xff\xfb\x94\xc4" + bytes(380)
    size = kib * 1024
    return (frame * (size // len(frame) + 1))[:size]


class Server:
    def __init__(self, options):
        self.options, self.library = options, None
        self.requests = self.sent = 0
        self.audio = audio(options.audio_kib)
        self.audio_tag = '"' + hashlib.sha256(self.audio).hexdigest()[:24] + '"'

    async def serve(self, reader, writer):
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                lines = head.split("\r\n")
                named = (line.split(": ", 1) for line in lines[1:] if ": " in line)
                fields = {name.lower(): value for name, value in named}
                method, target, _ = lines[0].split(" ", 2)
                if not target.startswith("/control") and self.options.latency_ms:
                    await asyncio.sleep(self.options.latency_ms / 1000)
                status, headers, body = self.answer(target, fields)
                headers["Content-Length"] = str(len(body))
                writer.write(
                    f"HTTP/1.1 {status}\r\n".encode()
                    + "".join(f"{name}: {value}\r\n" for name, value in headers.items()).encode()
                    + b"\r\n"
                )
                if method != "HEAD":
                    for start in range(0, len(body), 1 << 18):
                        writer.write(body[start : start + (1 << 18)])
                        await writer.drain()
                    self.sent += len(body)
                await writer.drain()
                if fields.get("connection", "").lower() == "close":
                    break
        except (asyncio.IncompleteReadError, ConnectionError, ValueError):
            pass
        finally:
            writer.close()

    def answer(self, target, fields):
        url = urllib.parse.urlsplit(target)
        query = dict(urllib.parse.parse_qsl(url.query))
        parts = url.path.strip("/").split("/")
        if parts[0] == "control":
            if parts[1] == "change":
                return "200 OK", {}, str(self.library.change(int(query["percent"]))).encode()
            body = json.dumps({"requests": self.requests, "bytes": self.sent}).encode()
            if "reset" in query:
                self.requests = self.sent = 0
            return "200 OK", {"Content-Type": "application/json"}, body
        self.requests += 1
        if parts[0] == "feed" and parts[1].removesuffix(".xml").isdigit():
            number = int(parts[1].removesuffix(".xml"))
            if number < len(self.library.feeds):
                data, tag = self.library.feeds[number]
                if fields.get("if-none-match") == tag:
                    return "304 Not Modified", {"ETag": tag}, b""
                return "200 OK", {"ETag": tag, "Content-Type": "application/rss+xml"}, data
        if parts[0] == "audio":
            return self.audio_answer(fields)
        return "404 Not Found", {}, b""

    def audio_answer(self, fields):
        data, tag = memoryview(self.audio), self.audio_tag
        headers = {"ETag": tag, "Accept-Ranges": "bytes", "Content-Type": "audio/mpeg"}
        wanted = fields.get("range", "")
        if not wanted.startswith("bytes=") or fields.get("if-range", tag) != tag:
            return "200 OK", headers, data
        first, _, last = wanted[6:].partition("-")
        start = int(first or len(data) - int(last))
        end = min(int(last) if first and last else len(data) - 1, len(data) - 1)
        if start > end:
            return "416 Range Not Satisfiable", {"Content-Range": f"bytes */{len(data)}"}, b""
        headers["Content-Range"] = f"bytes {start}-{end}/{len(data)}"
        return "206 Partial Content", headers, data[start : end + 1]


async def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--feeds", type=int, default=100)
    parser.add_argument("--items", type=int, default=200)
    parser.add_argument("--notes-bytes", type=int, default=1600)
    parser.add_argument("--audio-kib", type=int, default=1024)
    parser.add_argument("--latency-ms", type=float, default=0)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    options = parser.parse_args()
    server = Server(options)
    listener = await asyncio.start_server(server.serve, "127.0.0.1", 0, limit=1 << 16, backlog=1024)
    base = f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}"
    server.library = Library(base, options)
    addresses = [f"{base}/feed/{number}.xml" for number in range(options.feeds)]
    options.out.joinpath("addresses.txt").write_text("\n".join(addresses) + "\n")
    outlines = "".join(f'<outline type="rss" text="Column {n}" xmlUrl="{url}"/>' for n, url in enumerate(addresses))
    options.out.joinpath("columns.opml").write_text(
        f'<?xml version="1.0"?><opml version="2.0"><head><title>Bench</title></head><body>{outlines}</body></opml>'
    )
    print(f"READY {base} {sum(len(data) for data, _ in server.library.feeds)}", flush=True)
    async with listener:
        await listener.serve_forever()


if __name__ == "__main__":
    try:
        asyncio.run(main())
    except KeyboardInterrupt:
        os._exit(0)
