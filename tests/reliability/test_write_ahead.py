"""E1: what lies in the write-ahead file alone is lost or spoiled; a checkpoint finds it.

SQLite drops without a word what its write-ahead file has behind the first frame that is wrong, and
all of it where the file is gone. What is left is sound in itself: only paper from before says that
there was more.
"""

from __future__ import annotations

import random
import shutil
from contextlib import closing
from datetime import UTC, datetime

import pytest

from ledger.game.clock.requests import ReadClocks
from ledger.proof.checkpoints import Checkpoints
from ledger.proof.game_proof import KeptTree
from ledger.proof.note import Checkpoint
from ledger.record.engine import open_log
from ledger.record.opening import LEDGER_FILE
from ledger.record.verify import verify
from ledger.vocabulary.refusals import Refusal
from tests.desks import A, B, a_desk, a_table
from tests.long_runs import in_shares, seed_of

NOW = datetime(2026, 11, 21, 14, 32, 7, tzinfo=UTC)
WAL = f"{LEDGER_FILE}-wal"
SHARES, EACH, FEW = 20, 500, 60


@pytest.fixture(scope="module")
def crashed(tmp_path_factory):
    """The files as a kill -9 leaves them: the newest events in the write-ahead file alone."""
    folder, left = tmp_path_factory.mktemp("whole") / "data", tmp_path_factory.mktemp("left")
    with a_desk(folder) as desk:
        table = a_table(desk)
        table.play(A, "8D", "WINDY", 32)
        tree = KeptTree(folder, desk.log.store)
        checkpoints = Checkpoints(folder, desk.log, tree)
        made = checkpoints.make("asked", now=NOW)
        early = Checkpoint(made.origin, made.size, bytes.fromhex(made.root))
        table.passes(B)
        for seconds in range(12):
            table.enter(ReadClocks(), clocks=(1400 - seconds, 1300))
        made = checkpoints.make("asked", now=NOW)
        tree.close()
        for name in (LEDGER_FILE, WAL):
            shutil.copyfile(folder / name, left / name)
    assert (left / WAL).stat().st_size > 50_000
    return left, early, Checkpoint(made.origin, made.size, bytes.fromhex(made.root))


def looked_at(folder, printed):
    """How many events are there, and what is wrong with one checkpoint in hand."""
    with closing(open_log(folder, to_write=False)) as log:
        verdict = verify(log.store, against=[printed])
    return verdict.events, verdict.faults


def test_what_a_kill_left_is_whole(crashed, tmp_path):
    left, _, printed = crashed
    shutil.copytree(left, tmp_path, dirs_exist_ok=True)

    events, faults = looked_at(tmp_path, printed)
    assert (events >= printed.size, faults) == (True, ())


def test_a_write_ahead_file_that_is_gone_is_found_with_a_checkpoint_in_hand(crashed, tmp_path):
    left, _, printed = crashed
    shutil.copyfile(left / LEDGER_FILE, tmp_path / LEDGER_FILE)
    events, faults = looked_at(tmp_path, printed)

    assert events < printed.size
    assert [fault.table for fault in faults] == ["checkpoint"]


@in_shares(1, SHARES)
def test_E1_every_flip_in_the_write_ahead_file_is_found_or_leaves_what_the_checkpoint_covers(
    crashed, tmp_path, share, request
):
    left, _, printed = crashed
    draw, whole = random.Random(seed_of(share)), (left / WAL).read_bytes()
    shutil.copyfile(left / LEDGER_FILE, tmp_path / LEDGER_FILE)
    (tmp_path / WAL).write_bytes(whole)
    as_it_was = looked_at(tmp_path, printed)
    missed, harmful = [], 0
    for _ in range(EACH if request.config.getoption("--full") else FEW):
        place, bit = draw.randrange(len(whole)), draw.randrange(8)
        content = bytearray(whole)
        content[place] ^= 1 << bit
        for name in tmp_path.iterdir():
            name.unlink()
        shutil.copyfile(left / LEDGER_FILE, tmp_path / LEDGER_FILE)
        (tmp_path / WAL).write_bytes(content)
        try:
            found = looked_at(tmp_path, printed)
        except Refusal:
            harmful += 1
            continue
        harmful += found != as_it_was
        if found[0] < printed.size and not found[1]:
            missed.append((place, bit, found[0]))
    print(f"{harmful} change what is read")
    assert missed == []
    assert harmful > 0


def test_a_tail_that_was_cut_off_is_found_by_a_later_checkpoint_and_not_by_an_earlier(
    crashed, tmp_path
):
    left, early, printed = crashed
    whole = (left / WAL).read_bytes()
    shutil.copyfile(left / LEDGER_FILE, tmp_path / LEDGER_FILE)
    (tmp_path / WAL).write_bytes(whole[: len(whole) * 9 // 10])

    events, faults = looked_at(tmp_path, printed)
    assert early.size < events < printed.size
    assert [fault.table for fault in faults] == ["checkpoint"]
    assert looked_at(tmp_path, early)[1] == ()
