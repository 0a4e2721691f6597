"""How big a hall: tables are raised until p99 of a turn passes 50 ms, for each way to serve it.

The load comes from a process of its own on the same machine, so it takes what the service then
lacks: its share of a core is told beside each row. So is what a bare flush of the disk took in
the same seconds: no turn is sooner written. `TMPDIR=/dev/shm make bench sizes` leaves the disk out.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

import msgspec

from tests.bench.http.a_hall import a_hall
from tests.bench.on_postgres import _database, _run
from tests.bench.over_http import serving
from tests.bench.table import Row

TABLES = int(os.environ.get("TABLES", "1000"))
"""Tables of the record; no more are tried."""


def rows():
    with tempfile.TemporaryDirectory() as home, ExitStack() as until_the_end:
        hall = a_hall(Path(home) / "hall", TABLES)
        yield _row("SQLite, 1 worker", on_sqlite(home, hall, 1))
        yield _row("SQLite, 2 workers", on_sqlite(home, hall, 2))
        settings = until_the_end.enter_context(_database())
        _run("record", "backup", Path(home) / "copy", "--data", Path(home) / "hall")
        for nodes in (1, 2):
            name = f"PostgreSQL, {nodes} node{'s' if nodes > 1 else ''}"
            yield _row(name, on_postgres(home, hall, settings, nodes))


def on_sqlite(home, hall, workers):
    folder = shutil.copytree(Path(home) / "hall", Path(home) / f"workers_{workers}")
    with serving(str(folder), {"WORKERS": str(workers)}) as (port, pid):
        _wait_for_all(port, workers)
        return measured(hall, [port], [pid])


def _wait_for_all(port, workers):
    """Until each worker listens: else the first would get all connections."""
    until = time.monotonic() + 120
    while _listening(port) < workers:
        assert time.monotonic() < until, f"{workers} workers do not listen"
        time.sleep(0.1)


def _listening(port):
    """Sockets that listen at a port, as Linux lists them."""
    sockets = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return sum(one[1].endswith(f":{port:04X}") and one[3] == "0A" for one in sockets)


def on_postgres(home, hall, settings, nodes):
    env = {**settings, "POSTGRES_SCHEMA": f"sizes_{nodes}"}
    _run("restore", Path(home) / "copy", "--data", Path(home) / f"sizes_{nodes}", env=env)
    with ExitStack() as stack:
        served = []
        for node in range(nodes):
            folder = Path(home) / f"sizes_{nodes}_{node}"
            folder.mkdir()
            served.append(stack.enter_context(serving(str(folder), env)))
        ports, nodes_pids = zip(*served, strict=True)
        return measured(hall, ports, [*nodes_pids, _of_postgres(settings)])


def _of_postgres(settings):
    return int((Path(settings["POSTGRES_HOST"]) / "postmaster.pid").read_text().split()[0])


def measured(hall, ports, pids):
    """The steps of the load generator."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.bench.http.load", "sizes",
         ",".join(map(str, ports)), ",".join(map(str, pids))],
        input=msgspec.json.encode(hall), stdout=subprocess.PIPE, check=True,
    )  # fmt: skip
    return json.loads(run.stdout)


def _row(name, steps):
    """The largest size that kept to it, and what the next one came to."""
    good = [step for step in steps if step["good"]]
    if not good:
        few = f"{name}: even {steps[0]['tables']} tables"
        return Row(few, _p99(steps[0]), "p99 <= 50 ms", _flush(steps[0]), met=None)
    most, beyond = good[-1], [step for step in steps if not step["good"]]
    turns = most["asked"] / most["took"]
    return Row(
        f"{name}: {most['tables']:,} tables, {turns:.0f} turns/s, {most['screens']:,} screens",
        f"{_p99(most)}, {turns / most['core']:.0f} turns/s a core",
        "p99 <= 50 ms",
        f"{most['core']:.2f} cores, load {most['load']:.2f}, {_flush(most)}; "
        + (
            f"{beyond[-1]['tables']:,} tables: {_p99(beyond[-1])}, {_flush(beyond[-1])}"
            if beyond
            else "no more tried"
        ),
        met=None,
    )


def _flush(step):
    return f"p99 of a bare flush {step['disk']:.0f} ms"


def _p99(step):
    failed = f", {step['errors']} failed" if step["errors"] else ""
    return f"p50 {step['p50']:.0f}, p99 {step['p99']:.0f} ms{failed}"
