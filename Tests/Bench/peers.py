"""The programs that stand beside column: what they are, and how each does the same job."""

import shutil
import subprocess
import sys

APT = ["gpodder", "newsboat", "podget", "mpv", "mpg123", "curl", "aria2", "libxml2-utils", "sqlite3", "openssl", "ffmpeg"]
PYPI = ["feedparser", "podcastparser", "podcast-archiver", "podcast-downloader", "feedparser-rs"]


class Peers:
    """Where the peers are; those of PyPI live in a folder of their own."""

    def __init__(self, folder, report, without=()):
        self.folder, self.report, self.without = folder, report, set(without)

    def install(self):
        """Installs what can be installed. What cannot is absent, and the report says so."""
        missing = [name for name in APT if not installed(name)]
        if missing and shutil.which("apt-get"):
            subprocess.run(
                ["apt-get", "update", "-q"], check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            for name in missing:
                subprocess.run(
                    ["apt-get", "install", "-q", "-y", "--no-install-recommends", name],
                    check=False,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                )
        if not (self.folder / "bin/python").exists():
            subprocess.run([sys.executable, "-m", "venv", str(self.folder)], check=False, stdout=subprocess.DEVNULL)
        for name in PYPI:
            marker = self.folder / f"{name}.installed"
            if not marker.exists():
                code = subprocess.run(
                    [str(self.folder / "bin/pip"), "install", "-q", name],
                    check=False,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                ).returncode
                if code == 0:
                    marker.touch()

    def program(self, name):
        """The path of a peer's program; nil after saying that it is absent."""
        if name in self.without:
            return None
        own = self.folder / "bin" / name
        path = str(own) if own.exists() else shutil.which(name)
        if path is None:
            self.report.lacks(name, "not installed here")
        return path

    def python(self, module):
        """The interpreter that has this module."""
        interpreter = self.folder / "bin/python"
        if module in self.without:
            return None
        if interpreter.exists():
            check = subprocess.run([str(interpreter), "-c", f"import {module}"], check=False, stderr=subprocess.DEVNULL)
            if check.returncode == 0:
                return str(interpreter)
        self.report.lacks(module, "not installed here")
        return None


def installed(package):
    """Whether a Debian package is installed."""
    query = ["dpkg-query", "-W", "-f", "${db:Status-Status}", package]
    try:
        return subprocess.run(query, check=False, capture_output=True, text=True).stdout == "installed"
    except FileNotFoundError:
        return False
