"""E2: the insider also holds the key that signs checkpoints, and signs what was rewritten.

Then nothing here disagrees, and paper may be far away. A witness that signed once refuses it, with
whatever proof the insider can make: of the rewritten log, or of the one before.
"""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing

import pytest

from ledger.proof.keys import signed
from ledger.proof.note import Checkpoint, consistency, joined, leaf_data, leaf_hash, root
from ledger.proof.witnesses import asked
from ledger.record.opening import LEDGER_FILE
from tests.desks import A, B, a_desk, a_table
from tests.long_runs import in_shares, seed_of
from tests.proof.a_witness import ASecondReading, AWitness
from tests.proof.test_note import KEY, NAME, OURS
from tests.reliability.test_insider import EACH, SHARES, WAYS, rows_in


@pytest.fixture(scope="module")
def rows(tmp_path_factory):
    folder = tmp_path_factory.mktemp("before") / "data"
    with a_desk(folder) as desk:
        table = a_table(desk)
        table.play(A, "8D", "WINDY", 32)
        for seat in (B, A, B):
            table.passes(seat)
    with closing(sqlite3.connect(folder / LEDGER_FILE)) as db:
        return rows_in(db)


class ALog:
    """The tree over some rows, and what its keeper can prove and sign."""

    def __init__(self, rows):
        self.leaves = [
            leaf_hash(leaf_data(str(s).encode(), b"%d" % int(v), str(t).encode(), bytes(state)))
            for s, v, t, state in rows
        ]
        self.size = len(self.leaves)

    def complete(self, level, place):
        if level == 0:
            return self.leaves[place]
        halves = (self.complete(level - 1, 2 * place + side) for side in (0, 1))
        return joined(*halves)

    def note(self, size):
        return str(signed(Checkpoint(NAME, size, root(self.complete, size)), NAME, KEY))

    def proof(self, old, size):
        return consistency(self.complete, old, size) if 0 < old <= size else []


def seen_by_a_witness(log, size, kind=AWitness):
    witness = kind()
    witness.knows(str(OURS))
    assert witness.answer(asked(log.note(size), 0, []))[0] == 200
    return witness


@in_shares(1, SHARES)
def test_E2_no_rewriting_is_signed_by_a_witness_that_saw_the_record(rows, share, request):
    draw = random.Random(seed_of(share))
    true = ALog(rows)
    signed_by_it = []
    for number in range(EACH if request.config.getoption("--full") else 3 * len(WAYS)):
        way = WAYS[number % len(WAYS)]
        size = draw.randrange(2, true.size)
        kind = (AWitness, ASecondReading)[number % 2]  # ours, and an independent one
        witness = seen_by_a_witness(true, size, kind)
        changed = [list(row) for row in rows]
        at = draw.randrange(size)
        way(changed, at, draw)
        other = ALog(changed)
        if other.leaves[:size] == true.leaves[:size]:
            continue  # two rows alike changed places: it is the same record
        for upto in {other.size, min(size, other.size)}:
            for path in (other.proof(size, upto), true.proof(size, min(upto, true.size)), []):
                answered = witness.answer(asked(other.note(upto), size, path))
                if answered[0] == 200:
                    signed_by_it.append((way.__name__, at, size, upto))
    assert signed_by_it == []


def test_the_record_as_it_was_is_signed_at_every_size(rows):
    true = ALog(rows)
    for size in range(1, true.size + 1):
        witness = seen_by_a_witness(true, size)
        whole = asked(true.note(true.size), size, true.proof(size, true.size))
        assert witness.answer(whole)[0] == 200
