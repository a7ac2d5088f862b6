#!/usr/bin/env python3
"""Twenty-four hours of use in a few minutes: what lives long must not grow.

    soak.py COLUMN FIXTURE_SERVER CLOCK_SHIM [--hours N] [--json]

One player stays for the whole time (null output). The time of day of every program is moved on by a
quarter of an hour a step (Tests/FaultShim/clock_shim.c); in each step a timer's sync and download run,
control commands go to the player, an interface comes and goes, and the feed grows. The player's memory, descriptors and threads and
the size of the library's log are sampled; it fails when the most of the last quarter of the
samples is above that of the second quarter by more than the slack below.
"""

import argparse
import json
import os
import pathlib
import pty
import select
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

STEP = 900
# What the end may have more than the time after warming up: memory in KiB, the log in bytes.
# A scan of the pauses of a file, or whoever waits for more of one, may be at work when it is looked at.
SLACK = {"rss": 6_144, "descriptors": 4, "threads": 3, "wal": 8 << 20}
COMMANDS = [
    ["pause"],
    ["resume"],
    ["speed", "3"],
    ["seek", "+10s"],
    ["volume", "80"],
    ["next"],
    ["status", "--json"],
    ["speed", "4"],
    ["previous"],
    ["sleep", "30m"],
    ["sleep", "off"],
]


class GrowingFeed(BaseHTTPRequestHandler):
    """A feed that has one more episode whenever the time is moved on; its audio comes from `audio`."""

    count = 3
    audio = b""
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        if self.path == "/feed.xml":
            items = "".join(
                f"<item><title>Number {n}</title><guid>soak-{n}</guid>"
                f'<enclosure url="http://127.0.0.1:{self.server.server_port}/{n}.mp3" type="audio/mpeg" '
                f'length="{len(self.audio)}"/></item>'
                for n in range(max(1, self.count - 40), self.count + 1)
            )
            self.answer(f'<rss version="2.0"><channel><title>Soak</title>{items}</channel></rss>'.encode(), "text/xml")
        # Now and then a server that is overloaded, and one that ends early.
        elif self.path == f"/{self.count - 1}.mp3" and self.count % 5 == 0:
            self.send_error(503)
        else:
            self.answer(self.audio, "audio/mpeg")

    def answer(self, body, kind):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Soak:
    def __init__(self, options, home):
        self.options, self.home = options, pathlib.Path(home)
        self.clock = self.home / "clock"
        self.clock.write_bytes(struct.pack("q", 0))
        self.environment = {
            "COLUMN_HOME": str(self.home / "column"),
            "HOME": home,
            "PATH": "/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "TERM": "xterm-256color",
            "TZ": "Europe/Berlin",
            "LD_PRELOAD": options.shim,
            "CLOCK_SHIM": str(self.clock),
        }
        self.failures = []
        self.runs = 0

    def column(self, *words, allowed=(0,)):
        self.runs += 1
        done = subprocess.run(
            [self.options.column, *words], env=self.environment, cwd=self.home, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=120,
        )
        if done.returncode not in allowed:
            self.failures.append(f"column {' '.join(words)}: {done.returncode} {done.stderr.strip()[:300]}")
        return done.stdout

    def move_clock(self, seconds):
        descriptor = os.open(self.clock, os.O_RDWR)
        (now,) = struct.unpack("q", os.pread(descriptor, 8, 0))
        os.pwrite(descriptor, struct.pack("q", now + seconds), 0)
        os.close(descriptor)

    def interface(self):
        """Opens the interface beside the player, presses some keys, and leaves it."""
        child, terminal = pty.fork()
        if child == 0:
            os.execve(self.options.column, [self.options.column, "tui"], self.environment)
        try:
            for key in (b"j", b"j", b"k", b"\t", b"q", b"q"):
                self.drain(terminal)
                os.write(terminal, key)
            deadline = time.monotonic() + 20
            while time.monotonic() < deadline:
                self.drain(terminal)
                if os.waitpid(child, os.WNOHANG)[0]:
                    return
            self.failures.append("tui: did not end at q")
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        except OSError:
            os.waitpid(child, 0)
        finally:
            os.close(terminal)

    @staticmethod
    def drain(terminal):
        while select.select([terminal], [], [], 0.15)[0]:
            if not os.read(terminal, 65_536):
                return

    def sample(self, player):
        status = dict(
            line.split(":", 1) for line in pathlib.Path(f"/proc/{player.pid}/status").read_text().splitlines()
        )
        log = self.home / "column/library.sqlite-wal"
        return {
            "rss": int(status["VmRSS"].split()[0]),
            "descriptors": len(os.listdir(f"/proc/{player.pid}/fd")),
            "threads": int(status["Threads"]),
            "wal": log.stat().st_size if log.exists() else 0,
        }

    def run(self):
        fixtures = subprocess.Popen(
            [self.options.server], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        port = fixtures.stdout.readline().split()[1]
        GrowingFeed.audio = next(pathlib.Path(self.options.fixtures).rglob("*.mp3")).read_bytes()
        growing = ThreadingHTTPServer(("127.0.0.1", 0), GrowingFeed)
        threading.Thread(target=growing.serve_forever, daemon=True).start()
        self.column("add", f"http://127.0.0.1:{port}/lamplight/feed.xml")
        self.column("add", f"http://127.0.0.1:{port}/night-post/feed.xml")
        self.column("add", f"http://127.0.0.1:{growing.server_port}/feed.xml")
        self.column("config", "set", "download.keep-free", "0B")
        self.column("config", "set", "download.retry-delay", "100ms", allowed=(0, 2))
        self.column("download", "--all", allowed=(0, 3))
        player = subprocess.Popen(
            [self.options.column, "player", "--output", "null"], env=self.environment, cwd=self.home,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        samples = []
        try:
            self.step_through(player, samples)
        finally:
            player.terminate()
            player.wait(20)
            fixtures.stdin.close()
            fixtures.wait(20)
            growing.shutdown()
        self.column("fsck", "--quiet", allowed=(0, 3))
        return samples

    def step_through(self, player, samples):
        for _ in range(100):
            if (self.home / "column/run/player.sock").exists():
                break
            time.sleep(0.1)
        for step in range(self.options.hours * 3600 // STEP):
            self.move_clock(STEP)
            GrowingFeed.count += 1
            # A feed that asks for patience, or a host on hold, is no failure of ours.
            self.column("sync", "--quiet", allowed=(0, 3))
            if step % 2 == 0:
                self.column("download", "--new", "--quiet", allowed=(0, 3, 4))
            if step % 4 == 0:
                self.column("play", "--background", "--speed", "4", "--column", str(1 + step // 4 % 3), allowed=(0, 3))
            for words in (COMMANDS * 2)[step % len(COMMANDS):][:3]:
                # Nothing may be playing at the moment.
                self.column(*words, allowed=(0, 5))
            if step % 3 == 0:
                self.interface()
            if player.poll() is not None:
                self.failures.append(f"the player ended with {player.returncode} in step {step}")
                return
            samples.append(self.sample(player))


def judge(samples):
    """Each figure in the second and the last quarter, and whether it has grown."""
    quarter = max(1, len(samples) // 4)
    rows = []
    for name, slack in SLACK.items():
        values = [sample[name] for sample in samples]
        # The most of each, since a player that plays has more than one that does not.
        before = max(values[quarter : 2 * quarter])
        after = max(values[-quarter:])
        rows.append({
            "figure": name, "first": values[0], "early": before, "late": after, "most": max(values),
            "slack": slack, "grows": after > before + slack,
        })
    return rows


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("column")
    parser.add_argument("server")
    parser.add_argument("shim")
    parser.add_argument("--hours", type=int, default=24)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    for name in ("column", "server", "shim"):
        setattr(options, name, os.path.abspath(getattr(options, name)))
    options.fixtures = str(pathlib.Path(__file__).resolve().parents[2] / "fixtures")
    begin = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="column-soak-") as home:
        soak = Soak(options, home)
        samples = soak.run()
    rows = judge(samples) if len(samples) >= 4 else []
    if options.json:
        print(json.dumps({"hours": options.hours, "steps": len(samples), "figures": rows, "failures": soak.failures}))
    else:
        print(f"{options.hours} hours in {time.monotonic() - begin:.0f} s: {len(samples)} steps, {soak.runs} runs")
        print(f"{'':<13}{'first':>10}{'early':>10}{'late':>10}{'most':>10}{'slack':>10}")
        for row in rows:
            print(
                f"{row['figure']:<13}" + "".join(f"{row[key]:>10.0f}" for key in ("first", "early", "late", "most", "slack"))
                + ("  GROWS" if row["grows"] else ""))
        for failure in soak.failures[:20]:
            print(f"FAILED: {failure}")
    sys.exit(bool(soak.failures or not rows or any(row["grows"] for row in rows)))


main()
