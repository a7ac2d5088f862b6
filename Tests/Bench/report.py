"""The benchmarks' rows, their bars, and how they are printed."""

import dataclasses
import json
import platform
import time


@dataclasses.dataclass
class Row:
    job: str
    who: str
    value: float
    unit: str
    bar: float | None = None
    note: str = ""

    @property
    def verdict(self):
        if self.bar is None:
            return ""
        return "met" if self.value <= self.bar else "NOT MET"


class Report:
    """Rows in the order of measuring, printed as they come and kept for the table and the JSON."""

    def __init__(self):
        self.rows = []
        self.absent = []

    def add(self, job, who, value, unit, bar=None, note=""):
        row = Row(job, who, round(value, 4), unit, bar, note)
        self.rows.append(row)
        limit = f"  bar {bar:g} {unit}: {row.verdict}" if bar is not None else ""
        print(f"{job:<44} {who:<18} {row.value:>11.3f} {unit:<8}{limit}{'  ' + note if note else ''}", flush=True)

    def cost(self, job, who, cost, bars=None, note=""):
        """One row each for wall time, CPU time and peak memory."""
        bars = bars or {}
        if cost.code:
            note = f"{note} exit {cost.code}".strip()
        self.add(job, who, cost.wall, "s wall", bars.get("wall"), note)
        self.add(job, who, cost.cpu, "s CPU", bars.get("cpu"), note)
        self.add(job, who, cost.peak_mib, "MiB", bars.get("peak"), note)

    def lacks(self, who, why):
        """Remembers a peer that could not take part."""
        if (who, why) not in self.absent:
            self.absent.append((who, why))
            print(f"{'-':<44} {who:<18} absent: {why}", flush=True)

    def ratio(self, job, unit, bar=None, ours="column", theirs=None):
        """Our figure over another's in the same job."""
        mine = [row.value for row in self.rows if (row.job, row.who, row.unit) == (job, ours, unit)]
        for who in theirs or sorted({row.who for row in self.rows if row.job == job and row.who != ours}):
            other = [row.value for row in self.rows if (row.job, row.who, row.unit) == (job, who, unit)]
            if mine and other and other[-1] > 0:
                self.add(job, f"{ours} / {who}", mine[-1] / other[-1], "×", bar, unit)

    def machine(self):
        """What ran this: processor, cores, memory, kernel, time."""
        with open("/proc/cpuinfo") as file:
            models = [line.split(":", 1)[1].strip() for line in file if line.startswith("model name")]
        with open("/proc/meminfo") as file:
            memory = int(file.readline().split()[1]) // 1024
        with open("/proc/loadavg") as file:
            load = file.read().split()[0]
        return {
            "processor": models[0] if models else platform.machine(),
            "cores": len(models),
            "memoryMiB": memory,
            "kernel": platform.release(),
            "loadAtStart": float(load),
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        }

    def write(self, path, machine):
        path.write_text(
            json.dumps(
                {
                    "version": 1,
                    "machine": machine,
                    "rows": [{**dataclasses.asdict(row), "verdict": row.verdict} for row in self.rows],
                    "absent": [{"who": who, "why": why} for who, why in self.absent],
                },
                ensure_ascii=False,
                indent=1,
            )
            + "\n"
        )

    def summary(self):
        """The rows that have a bar, as a Markdown table."""
        lines = ["| job | who | figure | bar | |", "|---|---|---|---|---|"]
        for row in self.rows:
            if row.bar is not None:
                lines.append(f"| {row.job} | {row.who} | {row.value:g} {row.unit} | {row.bar:g} | {row.verdict} |")
        return "\n".join(lines)
