"""E2: one result slip in somebody's hand finds every single edit of what it was filled from.

The insider changes one thing in the record and works out everything anew with the product's own
functions. The code on the slip hangs on its words and on the link of the last event it was filled
from, and that link on every event before.
"""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from math import inf

import pytest

from ledger.desk.opened import game_named
from ledger.proof.paper_codes import as_read
from ledger.record.opening import LEDGER_FILE
from ledger.visibility import Viewer
from ledger.vocabulary.refusals import Refusal
from printing.checking.codes import looked_up
from printing.checking.lists import within
from printing.filling.table_papers import source_of
from printing.forms import of_a_game
from tests.desks import A, B, a_desk, a_table
from tests.long_runs import in_shares, seed_of
from tests.reliability.test_insider import WAYS, rows_in, written_anew
from web.command_line.opened import looked_at

SHARES, EACH = 20, 500
GAME = "spring-open/R1/T1"


@pytest.fixture(scope="module")
def printed(tmp_path_factory):
    """A record in which a slip was printed: its folder, the code with its place, what it holds."""
    folder = tmp_path_factory.mktemp("before") / "data"
    with a_desk(folder) as desk:
        table = a_table(desk)
        table.play(A, "8D", "WINDY", 32)
        table.passes(B)
        table.passes(A)
    with looked_at(folder) as here:
        row = game_named(here.hall, GAME)
        sheet = here.shelf.sheet(row.id)
        slip = of_a_game("result-slip", sheet, source_of(here, sheet)).forms[0]
        size = here.log.last_position()
    return folder, as_read(slip.heading.check), f"{sheet.version}/{GAME}", size


def is_taken_for_genuine(folder, code, state):
    with looked_at(folder, apart=True) as here:
        return looked_up(here, code, state, Viewer.DIRECTOR, within(inf)).verdict.genuine


@in_shares(1, SHARES)
def test_E2_every_single_edit_is_found_with_one_slip_in_hand(printed, tmp_path, share, request):
    folder, code, state, size = printed
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
        at = draw.randrange(size)
        way(rows, at, draw)
        if rows == whole:
            continue  # two rows alike changed places
        written_anew(copy, rows)
        try:
            if is_taken_for_genuine(tmp_path, code, state):
                unfound.append((way.__name__, at))
        except Refusal:
            continue  # the record says itself that it can't be read
    assert unfound == []


def test_the_slip_is_genuine_in_the_record_written_anew_without_an_edit(printed, tmp_path):
    folder, code, state, _ = printed
    with closing(sqlite3.connect(folder / LEDGER_FILE)) as db:
        rows = rows_in(db)
        with closing(sqlite3.connect(tmp_path / LEDGER_FILE)) as into:
            db.backup(into)
    written_anew(tmp_path / LEDGER_FILE, rows)

    assert is_taken_for_genuine(tmp_path, code, state)
