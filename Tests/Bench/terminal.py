"""Times a full-screen program on a pseudo-terminal."""

import dataclasses
import fcntl
import os
import pty
import select
import signal
import statistics
import struct
import termios
import time


@dataclasses.dataclass
class Figures:
    """Seconds to the first whole screen and from a key to its repaint; idle as a share of one core."""

    opened: float
    key: float
    slowest_key: float
    idle: float


def measure(arguments, environment, keys=60, idle_seconds=10):
    """Opens it at 100×30, moves down and up, waits, and quits. None when it draws nothing."""
    begin = time.monotonic()
    pid, terminal = pty.fork()
    if pid == 0:
        os.execve(arguments[0], arguments, {**os.environ, **environment, "TERM": "xterm-256color", "LANG": "C.UTF-8"})
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
    try:
        drawn = read_until_quiet(terminal, 5, 0.15)
        if drawn is None or drawn.bytes < 200:
            return None
        opened = drawn.last - begin
        times = []
        for number in range(keys):
            os.write(terminal, b"j" if number % 2 == 0 else b"k")
            pressed = time.monotonic()
            answer = read_until_quiet(terminal, 1, 0.03)
            if answer is not None:
                times.append(answer.first - pressed)
        idle = idle_share(pid, terminal, idle_seconds)
        if not times:
            return None
        return Figures(opened, statistics.median(times), max(times), idle)
    finally:
        os.kill(pid, signal.SIGTERM)
        os.close(terminal)
        os.waitpid(pid, 0)


@dataclasses.dataclass
class Burst:
    """When output began and ended, and how much it was."""

    first: float
    last: float
    bytes: int


def read_until_quiet(terminal, patience, quiet):
    """Reads until nothing has come for `quiet` seconds. None when nothing came within `patience`."""
    burst = None
    while select.select([terminal], [], [], quiet if burst else patience)[0]:
        try:
            data = os.read(terminal, 65536)
        except OSError:
            return burst
        now = time.monotonic()
        burst = Burst(burst.first if burst else now, now, (burst.bytes if burst else 0) + len(data))
    return burst


def idle_share(pid, terminal, seconds):
    """CPU time per wall time while no key is pressed."""
    before, begin = ticks(pid), time.monotonic()
    while (left := begin + seconds - time.monotonic()) > 0:
        if select.select([terminal], [], [], left)[0]:
            os.read(terminal, 65536)
    return (ticks(pid) - before) / os.sysconf("SC_CLK_TCK") / (time.monotonic() - begin)


def ticks(pid):
    """User and system time of a process in clock ticks."""
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return int(fields[11]) + int(fields[12])
