"""E2: whoever holds the file and knows this program rewrites yesterday; paper from before finds it.

The insider changes what they like and works out every link and check sum again, so that nothing in
the file disagrees. A checkpoint that was printed before says that it is another record.
"""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from datetime import UTC, datetime

import pytest

from ledger.proof.checkpoints import Checkpoints
from ledger.proof.game_proof import KeptTree
from ledger.proof.note import Checkpoint
from ledger.record.chain import START_OF_CHAIN, event_check_sums, link
from ledger.record.engine import open_log
from ledger.record.opening import LEDGER_FILE
from ledger.record.verify import verify
from tests.desks import A, B, a_desk, a_table
from tests.long_runs import in_shares, seed_of

NOW = datetime(2026, 11, 21, 14, 32, 7, tzinfo=UTC)
SHARES, EACH = 20, 500


@pytest.fixture(scope="module")
def before(tmp_path_factory):
    """A record whose checkpoint was printed, and play that went on after it."""
    folder = tmp_path_factory.mktemp("before") / "data"
    with a_desk(folder) as desk:
        table = a_table(desk)
        table.play(A, "8D", "WINDY", 32)
        table.passes(B)
        tree = KeptTree(folder, desk.log.store)
        made = Checkpoints(folder, desk.log, tree).make("asked", now=NOW)
        tree.close()
        table.passes(A)
        table.passes(B)
    return folder, Checkpoint(made.origin, made.size, bytes.fromhex(made.root))


def rows_in(db):
    return [list(row) for row in db.execute(
        "SELECT originator_id, originator_version, topic, state FROM stored_events ORDER BY rowid"
    )]  # fmt: skip


def written_anew(path, rows):
    """The file as it would be, had this been its record from the start."""
    with closing(sqlite3.connect(path)) as db, db:
        for (name,) in db.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall():
            db.execute(f"DROP TRIGGER {name}")
        db.execute("DELETE FROM stored_events")
        db.execute("DELETE FROM chain")
        db.execute("DELETE FROM answers")
        previous = START_OF_CHAIN
        for position, (stream, version, topic, state) in enumerate(rows, 1):
            previous = link(previous, stream, version, topic, state)
            sums = event_check_sums(stream, version, topic, state)
            db.execute(
                "INSERT INTO stored_events (rowid, originator_id, originator_version, topic, state)"
                " VALUES (?, ?, ?, ?, ?)", (position, stream, version, topic, state),
            )  # fmt: skip
            db.execute("INSERT INTO chain VALUES (?, ?, ?)", (position, previous, sums))


def edited(rows, at, draw):
    state = bytearray(rows[at][3])
    place = draw.randrange(len(state))
    state[place] = state[place] ^ 1
    rows[at][3] = bytes(state)


def deleted(rows, at, draw):
    del rows[at]


def put_in(rows, at, draw):
    rows.insert(at, ["f" * 32, 1, "turn-passed", b'{"fact":{"topic":"turn-passed"}}'])


def swapped(rows, at, draw):
    other = (at + 1) % len(rows)
    rows[at], rows[other] = rows[other], rows[at]


def another_topic(rows, at, draw):
    rows[at][2] = draw.choice(["turn-missed", "game-resigned", "result-handed-in"])


def another_stream(rows, at, draw):
    rows[at][0] = f"{draw.getrandbits(128):032x}"


def another_version(rows, at, draw):
    rows[at][1] += draw.choice([100, 1000])


def cut_off(rows, at, draw):
    del rows[at:]


WAYS = (edited, deleted, put_in, swapped, another_topic, another_stream, another_version, cut_off)


@in_shares(1, SHARES)
def test_E2_every_rewriting_by_an_insider_is_found_with_one_checkpoint_in_hand(
    before, tmp_path, share, request
):
    folder, printed = before
    draw = random.Random(seed_of(share))
    with closing(sqlite3.connect(folder / LEDGER_FILE)) as db:
        whole = rows_in(db)
        copy = tmp_path / LEDGER_FILE
        with closing(sqlite3.connect(copy)) as into:
            db.backup(into)
    unfound = []
    for number in range(EACH if request.config.getoption("--full") else 3 * len(WAYS)):
        way = WAYS[number % len(WAYS)]
        rows = [list(row) for row in whole]
        at = draw.randrange(printed.size)
        way(rows, at, draw)
        written_anew(copy, rows)
        with closing(open_log(tmp_path, to_write=False)) as log:
            verdict = verify(log.store, against=[printed])
        if not any(fault.table == "checkpoint" for fault in verdict.faults):
            unfound.append((way.__name__, at))
    assert unfound == []


def test_the_same_record_written_anew_is_found_to_be_the_same(before, tmp_path):
    folder, printed = before
    with closing(sqlite3.connect(folder / LEDGER_FILE)) as db:
        rows = rows_in(db)
        with closing(sqlite3.connect(tmp_path / LEDGER_FILE)) as into:
            db.backup(into)
    written_anew(tmp_path / LEDGER_FILE, rows)

    with closing(open_log(tmp_path, to_write=False)) as log:
        verdict = verify(log.store, against=[printed])

    assert [fault for fault in verdict.faults if fault.table == "checkpoint"] == []
    assert verdict.checkpoints == 1


def test_what_was_rewritten_after_the_checkpoint_it_says_nothing_about(before, tmp_path):
    folder, printed = before
    with closing(sqlite3.connect(folder / LEDGER_FILE)) as db:
        rows = rows_in(db)
        with closing(sqlite3.connect(tmp_path / LEDGER_FILE)) as into:
            db.backup(into)
    del rows[-1]
    written_anew(tmp_path / LEDGER_FILE, rows)

    with closing(open_log(tmp_path, to_write=False)) as log:
        found = verify(log.store, against=[printed]).faults

    assert [fault for fault in found if fault.table == "checkpoint"] == []
