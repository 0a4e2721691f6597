"""A federation's season on PostgreSQL: what a node does with a record it can't read in time.

With `SEASON=500` it has the ten million events of issue 32, else a tenth of the tournaments; they
are copies of one that was simulated (`tests/season.py`).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from migrations import bring_up_to_date
from tests.bench.on_postgres import _database
from tests.bench.table import Row, timed
from tests.season import Template, fill_postgres, slug_of

TOURNAMENTS = int(os.environ.get("SEASON", "50"))
GAMES = 300
"""Games of a tournament: some 20,000 events."""

START = """
import json, os, time
began = time.perf_counter()
from web.command_line.worker import the_app
app = the_app()
found = {"start": time.perf_counter() - began}
client = app.test_client()
for name, address in json.loads(os.environ["ASK"]).items():
    began = time.perf_counter()
    answer = client.get(address, headers={"Host": "localhost"})
    found[name] = time.perf_counter() - began
    assert answer.status_code == 200, (address, answer.status)
print(json.dumps(found), flush=True)
os._exit(0)
"""


def rows():
    with tempfile.TemporaryDirectory() as home, _database() as settings:
        template = Template(Path(home) / "template", GAMES)
        bring_up_to_date(Path(home) / "node", settings)
        with timed() as filling:
            events = fill_postgres(settings, template, range(TOURNAMENTS))
        first, again = (started(Path(home) / "node", settings) for _ in range(2))
    yield Row(
        f"a node without lists starts on {events:,} events",
        f"{first['start']:.1f} s",
        "<= 5 s",
        f"{again['start']:.1f} s with what it had; filled in {filling.seconds:.0f} s",
        first["start"] <= 5,
    )
    yield Row(
        "its newest tournament, made when asked for",
        f"{first['newest']:.1f} s",
        "<= 5 s",
        f"{again['newest'] * 1000:.0f} ms once it is made",
        first["newest"] <= 5,
    )


def started(folder, settings):
    """Seconds until a node is there and until pages are, asked one after the other."""
    folder.mkdir(exist_ok=True)
    ask = {"newest": f"/t/{slug_of(TOURNAMENTS - 1)}/"}
    env = {**os.environ, **settings, "TILESCRIBE_DATA": str(folder), "ASK": json.dumps(ask)}
    done = subprocess.run(
        [sys.executable, "-c", START], env=env, stdout=subprocess.PIPE, text=True, check=True
    )
    return json.loads(done.stdout.splitlines()[-1])
