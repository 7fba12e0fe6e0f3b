# SPDX-License-Identifier: GPL-3.0-or-later
"""The engine as a process of its own, which tests may kill, stop and starve."""

import json
import os
import pathlib
import signal
import subprocess
import time
import urllib.parse

import outcome
import pymongo
import pymongo.helpers

START_SECONDS = 30
# pymongo's periodic task prints a traceback for each server that has gone; here servers go all the time
pymongo.helpers._handle_exception = lambda: None  # pylint: disable=protected-access


class Engine:
    """One data folder, and the engine that serves it. Its log goes to a file: nobody has to read a pipe."""

    def __init__(self, program, folder, arguments=(), environment=None, limits=()):
        """`limits`: of prlimit, as "nofile=1024". `environment` is added to ours."""
        self.program = program
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.data = self.folder / "db"
        self.socket = self.folder / "engine.sock"
        self.port_file = self.folder / "port"
        self.log_file = self.folder / "log"
        self.arguments = list(arguments)
        self.environment = dict(environment or {})
        self.limits = tuple(limits)
        self.account = None  # the engine runs as this user and group; None: as we do
        self.process = None

    def command(self):
        return [self.program, "--dbpath", str(self.data), "--unix-socket", str(self.socket), "--port", "0", "--port-file",
                str(self.port_file), "--checkpoint-folder", str(self.folder), "--exit-with-parent", "--setParameter",
                "ttlMonitorSleepSecs=1", "--setParameter", "enableTestCommands=true", *self.arguments]

    def launch(self):
        """Starts the process and does not wait until it serves."""
        self.port_file.unlink(missing_ok=True)
        with open(self.log_file, "ab") as log:
            # prlimit becomes the engine; a preexec_fn may hang in a process with threads
            limited = ["prlimit", *("--" + limit for limit in self.limits)] if self.limits else []
            # pylint: disable=consider-using-with
            self.process = subprocess.Popen(limited + self.command(), stderr=log, stdout=subprocess.DEVNULL,
                                            env=dict(os.environ, **self.environment), user=self.account, group=self.account)

    def start(self):
        """Starts the process; returns the seconds until it served."""
        begun = time.monotonic()
        self.launch()
        if not self.wait_ready():
            raise RuntimeError(f"the engine ended with {self.process.returncode} at its start: {self.last_line()}")
        return time.monotonic() - begun

    def wait_ready(self):
        """Waits until a launched process serves; False when it has ended."""
        limit = START_SECONDS * outcome.patience()
        begun = time.monotonic()
        while not self.port_file.exists():
            if self.process.poll() is not None:
                return False
            if time.monotonic() - begun > limit:
                raise RuntimeError(f"the engine does not serve after {limit:.0f} s")
            time.sleep(0.005)
        return True

    def client(self, **options):
        """A client over the unix socket. It does not wait for an engine that has gone."""
        # a retry would write into the next life of the engine
        wanted = dict(serverSelectionTimeoutMS=3000, socketTimeoutMS=60_000, retryWrites=False, retryReads=False)
        return pymongo.MongoClient("mongodb://" + urllib.parse.quote(str(self.socket), safe=""), **dict(wanted, **options))

    def port(self):
        return int(self.port_file.read_text(encoding="ascii"))

    def running(self):
        return self.process is not None and self.process.poll() is None

    def signal(self, number):
        self.process.send_signal(number)

    def kill(self):
        """SIGKILL, and waits for the end."""
        if self.running():
            self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def terminate(self, limit=20):
        """SIGTERM; returns the exit code and the seconds. Kills what has not ended after the limit: exit code None."""
        begun = time.monotonic()
        self.process.terminate()
        try:
            code = self.process.wait(timeout=limit)
        except subprocess.TimeoutExpired:
            self.kill()
            code = None
        return code, time.monotonic() - begun

    def log(self):
        """The log's entries; a last line that was cut is left out."""
        entries = []
        for line in self.log_file.read_text(encoding="utf-8", errors="replace").splitlines():
            try:
                entries.append(json.loads(line))
            except ValueError:
                pass
        return entries

    def reports(self):
        """First lines of what a sanitizer has reported, in a build with one."""
        if not self.log_file.exists():
            return []
        return [line for line in self.log_file.read_text(encoding="utf-8", errors="replace").splitlines()
                if "WARNING: ThreadSanitizer" in line or "ERROR: AddressSanitizer" in line or "ERROR: LeakSanitizer" in line
                or ": runtime error: " in line]

    def last_line(self):
        lines = self.log_file.read_text(encoding="utf-8", errors="replace").splitlines()
        return lines[-1] if lines else ""

    def resident(self):
        """Resident memory in MB."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    def descriptors(self, without=(".sst",)):
        """Open files and sockets, without the table files: how many of these there are is the store's to choose."""
        count = 0
        for link in pathlib.Path(f"/proc/{self.process.pid}/fd").iterdir():
            try:
                count += not os.readlink(link).endswith(without)
            except OSError:
                pass  # closed meanwhile
        return count

    def disk_bytes(self):
        """Bytes of the data folder. Files may go while they are counted."""
        total = 0
        for path in self.data.rglob("*"):
            try:
                total += path.stat().st_blocks * 512
            except OSError:
                pass
        return total
