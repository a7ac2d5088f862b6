"""Runs one command and tells what it cost."""

import dataclasses
import os
import select
import signal
import statistics
import subprocess
import time


@dataclasses.dataclass
class Cost:
    """What one process and its waited-for children took."""

    wall: float
    cpu: float
    peak_mib: float
    code: int

    def __add__(self, other):
        return Cost(
            self.wall + other.wall, self.cpu + other.cpu, max(self.peak_mib, other.peak_mib), self.code or other.code
        )


def run(arguments, environment=None, directory=None, seconds=None, output=subprocess.DEVNULL, deadline=900):
    """Runs to the end, or for `seconds` and then ends it with SIGTERM. A run past `deadline` is killed."""
    begin = time.monotonic()
    process = subprocess.Popen(
        arguments,
        env={**os.environ, **(environment or {})},
        cwd=directory,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    descriptor = os.pidfd_open(process.pid)
    try:
        # The pidfd is readable once it has ended, so a short command's wall time is its own.
        if not select.select([descriptor], [], [], deadline if seconds is None else seconds)[0]:
            os.killpg(process.pid, signal.SIGKILL if seconds is None else signal.SIGTERM)
            if not select.select([descriptor], [], [], 10)[0]:
                os.killpg(process.pid, signal.SIGKILL)
    finally:
        os.close(descriptor)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    wall = time.monotonic() - begin
    return Cost(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, process.returncode)


def median(costs):
    """The middle of several costs, each figure by itself; the code is the worst."""
    return Cost(
        statistics.median(cost.wall for cost in costs),
        statistics.median(cost.cpu for cost in costs),
        statistics.median(cost.peak_mib for cost in costs),
        max((cost.code for cost in costs), key=abs),
    )


def repeated(times, arguments, **options):
    """The median of several runs."""
    return median([run(arguments, **options) for _ in range(times)])
