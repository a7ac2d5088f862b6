#!/usr/bin/env python3
"""column beside its peers at the same jobs on this machine: medians, ratios and the bars of the design.

    bench.py COLUMN [--quick] [--only JOB…] [--runs N] [--without PEER…] [--out FOLDER] [--no-install]

Jobs: startup parse sync growth library downloads resume play. Prints a row as each is measured, then the
table of bars, and writes FOLDER/bench.json. Timings depend on the machine: nothing here is a test.
"""

import argparse
import pathlib
import shutil
import tempfile

from jobs import Bench
from peers import Peers
from report import Report


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("column", type=pathlib.Path)
    parser.add_argument("--quick", action="store_true", help="small sizes: a minute or two")
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--without", nargs="*", default=[], help="peers to leave out: gpo takes minutes")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path(".build/bench"))
    parser.add_argument("--no-install", action="store_true", help="use the peers that are here")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)

    report = Report()
    machine = report.machine()
    print("machine: " + ", ".join(f"{key} {value}" for key, value in machine.items()))
    peers = Peers((options.out / "peers").absolute(), report, options.without)
    if not options.no_install:
        peers.install()
    scratch = pathlib.Path(tempfile.mkdtemp(prefix="column-bench-"))
    bench = Bench(str(options.column.resolve()), report, peers, scratch, options.runs)
    quick = options.quick

    jobs = {
        "startup": lambda: bench.startup(),
        "parse": lambda: [bench.parse(items) for items in ((500,) if quick else (5000, 25_000))],
        "sync": lambda: [
            bench.sync(feeds, 50 if quick else 200, latency)
            for feeds in ((20,) if quick else (100, 500))
            for latency in (0, 80)
        ],
        "growth": lambda: bench.growth(),
        "library": lambda: [
            bench.library(episodes) for episodes in ((1000,) if quick else (10_000, 100_000, 1_000_000))
        ],
        "downloads": lambda: (
            [bench.downloads(4, 4096, None)]
            if quick
            else [bench.downloads(20, 51_200, 1.5), bench.downloads(200, 1024, 3)]
        ),
        "resume": lambda: bench.resume(),
        "play": lambda: bench.play(5 if quick else 60),
    }
    unknown = set(options.only) - set(jobs)
    if unknown:
        parser.error(f"no such job: {', '.join(sorted(unknown))}; jobs are {', '.join(jobs)}")
    try:
        for name, job in jobs.items():
            if not options.only or name in options.only:
                job()
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
        report.write(options.out / "bench.json", machine)
    print("\n" + report.summary())


if __name__ == "__main__":
    main()
