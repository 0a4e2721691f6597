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
import time
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

from ledger.backup.taking import HALF_DONE
from ledger.hall.player_history import key_of
from ledger.proof.game_proof import KeptTree
from ledger.record.engine import open_log
from ledger.record.opening import LEDGER_FILE
from migrations import bring_up_to_date
from tests.bench.on_postgres import _database
from tests.bench.over_http import serving
from tests.bench.table import Row, timed
from tests.season import Template, fill_postgres, player, slug_of

TOURNAMENTS = int(os.environ.get("SEASON", "50"))
GAMES = int(os.environ.get("SEASON_GAMES", "300"))
"""Games of a tournament: some 20,000 events."""

START = """
import json, os, time
began = time.perf_counter()
from web.command_line.worker import the_app
app = the_app()
found = {"start": time.perf_counter() - began, "cpu": time.process_time()}
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
        slow = over_http(Path(home) / "node", settings)
        checked, longest = in_parts(Path(home) / "node", settings)
        stopped, copied = backed_up(Path(home), settings, A_ROW * events)
        tree = tree_made(Path(home) / "other", settings)
    yield Row(
        f"a node without lists starts on {events:,} events",
        f"{first['start']:.1f} s",
        "<= 5 s",
        f"{again['start']:.1f} s with what it had, {first['cpu']:.1f} and {again['cpu']:.1f} s "
        f"of a core; filled in {filling.seconds:.0f} s",
        first["start"] <= 5,
    )
    yield Row(
        "its newest tournament, made when asked for",
        f"{first['newest']:.1f} s",
        "<= 5 s",
        f"{again['newest'] * 1000:.0f} ms once it is made",
        first["newest"] <= 5,
    )
    yield Row(
        f"a player's page over {TOURNAMENTS} tournaments, over HTTP",
        f"p50 {slow[len(slow) // 2] * 1000:.0f} ms",
        "<= 100 ms",
        f"the slowest of {len(slow)} {slow[-1] * 1000:.0f} ms",
        slow[len(slow) // 2] <= 0.1,
    )
    yield Row(
        "verify in parts, each a process of its own that may be stopped",
        f"{events / sum(checked):,.0f} events/s",
        "10,000,000 in nights",
        f"{len(checked)} runs, the longest {longest:.0f} s; {sum(checked):.0f} s of a core",
        met=None,
    )
    yield Row(
        "a backup that is killed half way, and the next one",
        f"{copied:.0f} s after {stopped:.0f} s",
        "goes on",
        f"{events / (copied + stopped):,.0f} events/s, copied and proven",
        met=None,
    )
    yield Row(
        "the tree of checkpoints, made in parts",
        f"{events / tree:,.0f} events/s",
        "",
        f"{tree:.0f} s",
        met=None,
    )


MAKE_LISTS = """
import sys
from pathlib import Path
from web.command_line.opened import opened
with opened(Path(sys.argv[1]), serves=True) as here:
    here.hall.take_in_owed()
"""


def over_http(folder, settings):
    """Seconds that each of many requests took for the page of somebody who was everywhere."""
    env = {**os.environ, **settings}
    subprocess.run([sys.executable, "-c", MAKE_LISTS, str(folder)], env=env, check=True)
    took = []
    with serving(str(folder), settings) as (port, _):
        for _ in range(41):
            with timed() as asking, closing(HTTPConnection("127.0.0.1", port)) as connection:
                connection.request("GET", f"/players/{key_of(player(0, 1))}")
                answer = connection.getresponse()
                told = answer.read()
            assert (answer.status, b"<tbody>" in told) == (200, True), answer.status
            took.append(asking.seconds)
    return sorted(took)


COMMAND = "from web.command_line import main; main()"


def _command(settings, *words):
    done = [sys.executable, "-c", COMMAND, *map(str, words)]
    return subprocess.Popen(
        done, env={**os.environ, **settings}, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True,
    )  # fmt: skip


def in_parts(folder, settings):
    """Seconds of a core that each run took until the round was over; the longest, by the clock."""
    used, longest = [], 0.0
    while True:
        before, began = _children(), time.monotonic()
        run = _command(settings, "record", "verify", "--minutes", 0.1, "--data", folder)
        said, trouble = run.communicate()
        used.append(_children() - before)
        longest = max(longest, time.monotonic() - began)
        assert run.returncode == 0, said + trouble
        if "That was round" in said:
            return used, longest


def _children():
    found = os.times()
    return found.children_user + found.children_system


def backed_up(home, settings, half):
    """Seconds until a backup was killed, with half of it copied; and of the one that went on."""
    words = ("record", "backup", home / "copy", "--data", home / "node")
    file, began = home / HALF_DONE / LEDGER_FILE, time.monotonic()
    run = _command(settings, *words)
    while run.poll() is None and not (file.exists() and file.stat().st_size > half):
        time.sleep(0.1)
    assert run.poll() is None, run.communicate()
    run.kill()
    run.communicate()
    stopped = time.monotonic() - began
    run = _command(settings, *words)
    said, trouble = run.communicate()
    assert run.returncode == 0, trouble
    assert "had been copied before" in said, said
    return stopped, time.monotonic() - began - stopped


A_ROW = 300
"""Bytes of a copy for each event, when it is about half done."""


def tree_made(folder, settings):
    """Seconds until the tree over the log is there."""
    folder.mkdir()
    log = open_log(folder, {**os.environ, **settings})
    with closing(log), closing(KeptTree(folder, log.store)) as tree, timed() as making:
        tree.catch_up()
    return making.seconds


def started(folder, settings):
    """Seconds until a node is there and until pages are, asked one after the other."""
    folder.mkdir(exist_ok=True)
    ask = {"newest": f"/t/{slug_of(TOURNAMENTS - 1)}/"}
    env = {**os.environ, **settings, "TILESCRIBE_DATA": str(folder), "ASK": json.dumps(ask)}
    done = subprocess.run(
        [sys.executable, "-c", START], env=env, stdout=subprocess.PIPE, text=True, check=True
    )
    return json.loads(done.stdout.splitlines()[-1])
