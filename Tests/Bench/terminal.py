"""Times a full-screen program on a pseudo-terminal."""

import contextlib
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


def measure(arguments, environment, opens=7, keys=60, idle_seconds=10):
    """Opens it several times at 100×30, and moves and waits in the last one. None when it draws nothing."""
    opened = []
    for _ in range(opens - 1):
        with session(arguments, environment) as (begin, _, terminal):
            drawn = read_until_quiet(terminal, 5, 0.15)
            if drawn is None or drawn.bytes < 200:
                return None
            opened.append(drawn.last - begin)
    with session(arguments, environment) as (begin, pid, terminal):
        drawn = read_until_quiet(terminal, 5, 0.15)
        if drawn is None or drawn.bytes < 200:
            return None
        opened.append(drawn.last - begin)
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
    return Figures(statistics.median(opened), statistics.median(times), max(times), idle)


@contextlib.contextmanager
def session(arguments, environment):
    """The program on a terminal of its own, which has its size before the program begins."""
    terminal, end = pty.openpty()
    fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
    begin = time.monotonic()
    pid = os.fork()
    if pid == 0:
        os.close(terminal)
        os.login_tty(end)
        os.execve(arguments[0], arguments, {**os.environ, **environment, "TERM": "xterm-256color", "LANG": "C.UTF-8"})
    os.close(end)
    try:
        yield begin, pid, terminal
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
