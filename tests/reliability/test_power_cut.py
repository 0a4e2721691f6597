"""D2: a turn that showed "written" survives the power failing.

``strace`` records every write, truncation and sync of a writer, and every acknowledgement it
prints. Then, for a random moment in that recording, we build the files a disk could hold after
the power went: what was synced is there; each unsynced write is kept, dropped, torn at 512
bytes or replaced by garbage. SQLite's own crash tests (its ``src/test6.c``) work this way.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
from collections import defaultdict
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

import migrations
from ledger.record.chain import START_OF_CHAIN, link
from ledger.record.engine import open_log
from ledger.record.verify import verify
from tests.long_runs import in_shares, seed_of

HERE = Path(__file__).parent
HOUSE = HERE.parents[1]
STATES, STATES_IN_FULL, STATES_UNSAFE = 2_000, 100_000, 300
SECTOR = 512
TRACED = "pwrite64,write,fsync,fdatasync,ftruncate"


@dataclass(frozen=True)
class Recording:
    """What a writer did to its files.

    Attributes:
      at_first: content of each file before it began.
      done: ("write", file, offset, data), ("size", file, bytes), ("sync", file) or
        ("ack", entry), in order.
      unasked: events of the set-up, which no tablet asked for and nobody was answered.
    """

    at_first: dict[str, bytes]
    done: list[tuple]
    unasked: int


def record(folder, synchronous, entries):
    """Run a writer at the real desk under ``strace``."""
    migrations.bring_up_to_date(folder, {})
    db = folder / "ledger.db"
    at_first = {db.name: db.read_bytes()}
    trace = folder / "trace"
    subprocess.run(
        ["strace", "-f", "-y", "-xx", "-s", "400000", "-o", trace, "-e", f"trace={TRACED}",
         sys.executable, HERE / "writer.py", folder, "--through", "desk",
         "--synchronous", synchronous,
         "--checkpoint", "40", "--count", str(entries)],
        stdout=subprocess.DEVNULL, check=True, env={**os.environ, "PYTHONPATH": str(HOUSE)},
    )  # fmt: skip
    lines = joined(trace.read_text().splitlines())
    done = [step for line in lines if (step := step_of(line, folder))]
    with closing(sqlite3.connect(db)) as file:
        [(unasked,)] = file.execute(
            "SELECT (SELECT count(*) FROM chain) - (SELECT count(*) FROM answers)"
        )
    return Recording(at_first, done, unasked)


def joined(lines):
    """Calls that ``strace`` split because another thread ran meanwhile, put together again."""
    begun = {}
    for line in lines:
        thread = line.split(None, 1)[0]
        if line.endswith("<unfinished ...>"):
            begun[thread] = line.removesuffix("<unfinished ...>").rstrip()
        elif "resumed>" in line:
            yield begun.pop(thread) + line.split("resumed>", 1)[1]
        else:
            yield line


def step_of(line, folder):
    call = re.match(r"\d+\s+(\w+)\((\d+)<([^>]*)>(.*)\)\s+= \d+", line)
    if not call:
        return None
    name, descriptor, path, rest = call.groups()
    path = Path(unhex(path).decode())
    ours = path.parent == folder and path.name in {"ledger.db", "ledger.db-wal"}
    if name in {"write", "pwrite64"}:
        data, offset = re.match(r', "((?:\\x..)*)", \d+(?:, (\d+))?', rest).groups()
        content = unhex(data)
        if descriptor == "1" and content.startswith(b"ACK"):
            return "ack", tuple(content.decode().split()[1:])
        return ("write", path.name, int(offset or 0), content) if ours else None
    if not ours:
        return None
    return ("size", path.name, int(rest[2:])) if name == "ftruncate" else ("sync", path.name)


def unhex(text):
    return bytes.fromhex(text.replace("\\x", "")) if "\\x" in text else text.encode()


def put(file, step):
    """Do one write or truncation to the bytes of a file."""
    if step[0] == "size":
        file[step[2] :] = bytes(max(0, step[2] - len(file)))
    else:
        _, _, offset, data = step
        file.extend(bytes(max(0, offset - len(file))))
        file[offset : offset + len(data)] = data


class Replay:
    """The recording played forward once, stopping at rising moments."""

    def __init__(self, recording):
        self.done = recording.done
        self.moment, self.acknowledged = 0, []
        self.disk = {name: bytearray(content) for name, content in recording.at_first.items()}
        self.unsynced = defaultdict(list)

    def forward_to(self, moment):
        for step in self.done[self.moment : moment]:
            if step[0] == "ack":
                self.acknowledged.append(step[1])
            elif step[0] == "sync":
                for waiting in self.unsynced.pop(step[1], ()):
                    put(self.disk.setdefault(step[1], bytearray()), waiting)
            else:
                self.unsynced[step[1]].append(step)
        self.moment = moment

    def after_a_cut(self, dice):
        """Content of each file once the power is back."""
        how = dice.choice(["none", "some", "torn", "trashed", "all"])
        files = {name: bytearray(content) for name, content in self.disk.items()}
        for name, waiting in self.unsynced.items():
            file = files.setdefault(name, bytearray())
            for step in waiting:
                for kept in survivors(step, how, dice):
                    put(file, kept)
        return files


def survivors(step, how, dice):
    """What is left of one unsynced write."""
    if how == "all" or (how == "some" and dice.random() < 0.5):
        yield step
    elif how in {"torn", "trashed"} and step[0] == "write":
        _, name, offset, data = step
        for at in range(0, len(data), SECTOR):
            if dice.random() < 0.5:
                sector = data[at : at + SECTOR]
                if how == "trashed":
                    sector = dice.randbytes(len(sector))
                yield "write", name, offset + at, sector


def damage(folder, acknowledged, unasked):
    """What is wrong with the record in ``folder``: "corrupt", "lost" or nothing."""
    with closing(sqlite3.connect(folder / "ledger.db")) as file:
        try:
            if file.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                return "corrupt"
            rows = file.execute(
                "SELECT originator_id, originator_version, topic, state, link FROM chain "
                "LEFT JOIN stored_events ON stored_events.rowid = position ORDER BY position"
            ).fetchall()
            answered = {command for (command,) in file.execute("SELECT command_id FROM answers")}
        except sqlite3.DatabaseError:
            return "corrupt"
    head = START_OF_CHAIN
    for stream, version, topic, state, stored in rows:
        head = link(head, stream, version, topic, state)
        if head != stored:
            return "corrupt"
    kept = {(row[0], str(row[1])) for row in rows}
    for stream, version, command in acknowledged:
        if (stream, version) not in kept or command not in answered:
            return "lost"
    return None if len(rows) == len(answered) + unasked else "corrupt"


def cut_the_power(recording, folder, states, seed=3):
    """How many of ``states`` random power cuts did what damage."""
    dice, found = random.Random(seed), {"lost": 0, "corrupt": 0, None: 0}
    first = next(i for i, step in enumerate(recording.done) if step[0] == "ack")
    moments = sorted(dice.randrange(first + 1, len(recording.done) + 1) for _ in range(states))
    replay = Replay(recording)
    for number, moment in enumerate(moments):
        replay.forward_to(moment)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for name, content in replay.after_a_cut(dice).items():
            (folder / name).write_bytes(content)
        found[damage(folder, replay.acknowledged, recording.unasked)] += 1
        if number % 100 == 0:
            log = open_log(folder, {})
            assert verify(log.store).sound
            log.close()
    return found


@pytest.fixture
def crash_site():
    """A folder in memory: what the disk may hold is made up here, so it need not be one."""
    shared = Path("/dev/shm")
    home = shared if shared.is_dir() else Path("/tmp")
    folder = home / f"tilescribe-crash-{os.getpid()}"
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


needs_strace = pytest.mark.skipif(not shutil.which("strace"), reason="needs strace")


@needs_strace
@in_shares(1, 10)
def test_d2_no_power_cut_loses_or_spoils_anything(tmp_path, crash_site, request, share):
    full = request.config.getoption("--full")
    recording = record(tmp_path, "FULL", entries=150)
    assert sum(step[0] == "ack" for step in recording.done) == 150

    states = STATES_IN_FULL // 10 if full else STATES
    found = cut_the_power(recording, crash_site, states, seed_of(share))

    assert (found["lost"], found["corrupt"]) == (0, 0)


@needs_strace
def test_d2_the_same_test_sees_the_loss_that_a_weaker_setting_allows(tmp_path, crash_site):
    recording = record(tmp_path, "NORMAL", entries=150)

    found = cut_the_power(recording, crash_site, STATES_UNSAFE)

    assert found["lost"] > STATES_UNSAFE // 4
    assert found["corrupt"] == 0
