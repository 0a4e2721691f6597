"""What it takes to tell a tablet the state of its table: calls of Python functions, bytes, reads.

A call is what ``sys.setprofile`` calls one: a Python function begun, or a generator gone on with.
It depends on no machine and on no other load.
"""

from __future__ import annotations

import gzip
import tempfile
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import msgspec
from flask import g

from ledger.accounts.badges import Badges
from ledger.accounts.local_store import open_local_store
from ledger.accounts.sessions import Cost
from tests.bench.calls import own_calls
from tests.bench.table import Row
from tests.desks import DIRECTOR, SCOREKEEPER, A, B, a_desk, a_table
from tests.web.test_entries import FROM_HERE, PIN, Hall, Tablet, a_play
from web.access.visitors import the_viewer_of
from web.entry.table_state import state_of

CALLS, BYTES = 900, 12 * 1024

PLAYS = (
    "8D WINDY", "7C GALE", "9D TOE", "10C HARM", "11B FOIL", "12A RUINS", "6D PET", "5C BROAD",
    "4B QUITE", "13A ODE", "14A VEX", "3C LOAN",
)  # fmt: skip
"""Half a game: no list of words is asked."""


class Taken(NamedTuple):
    """What one request took, and what came back."""

    calls: int
    plain: int
    packed: int
    reads: Counter

    @property
    def size(self):
        return f"{self.plain / 1024:.1f} KB, {self.packed / 1024:.1f} packed"


class Table:
    """A tablet at a table of a real record, and what is read of the log meanwhile."""

    def __init__(self, folder, desk):
        self.game = a_table(desk).game
        self.local_store = open_local_store(folder, {})
        self.office = Badges(desk, self.local_store, Cost(2, 1, 1))
        for badge in (DIRECTOR, SCOREKEEPER):
            self.office.pins.set(badge, PIN)
        self.hall = Hall(desk, self.office, self.game)
        self.tablet = Tablet(self.hall)
        self.reads = Counter()
        read = desk.log.events_of

        def events_of(stream, **how):
            self.reads[stream] += 1
            return read(stream, **how)

        desk.log.events_of = events_of

    def play(self, number):
        square, letters = PLAYS[number].split()
        entry = self.tablet.entry(a_play((A, B)[number % 2], square, letters), self.hall.last)
        taken = self.taken(
            lambda: self.tablet.client.post("/api/entries", json=[entry], headers=FROM_HERE)
        )
        assert self.hall.desk.sheet(self.game).lines[-1].seat is (A, B)[number % 2]
        return taken

    def looked(self):
        return self.taken(
            lambda: self.tablet.client.get(f"/api/games/{self.game}/table.json", headers=FROM_HERE)
        )

    def taken(self, ask):
        self.reads.clear()
        calls, answer = own_calls(ask)
        assert answer.status_code == 200, answer.text
        body = answer.get_data()
        return Taken(calls, len(body), len(gzip.compress(body, 5)), Counter(self.reads))

    def state_told(self):
        """Calls for the state alone, after the doors; and its bytes."""
        cookie = self.tablet.client._cookies
        kept = "; ".join(f"{one.key}={one.value}" for one in cookie.values())
        with self.hall.app.test_request_context(headers={"Cookie": kept}):
            viewer = the_viewer_of(self.game)
            sheet = self.hall.desk.sheet(self.game)
            g.pop("viewers")
            return own_calls(lambda: msgspec.json.encode(state_of(sheet, viewer)))


def a_game_under_way():
    """The first plays of a game were entered: what the last of them took, and what looking does."""
    with tempfile.TemporaryDirectory() as folder, a_desk(Path(folder)) as desk:
        table = Table(Path(folder), desk)
        for number in range(len(PLAYS) - 1):
            table.play(number)
            table.looked()
        entered = table.play(len(PLAYS) - 1)
        calls, body = table.state_told()
        first = table.looked()
        assert first.plain == len(body)
        taken = entered, calls, first, table.looked()
        table.local_store.close()
    return taken


def rows():
    entered, calls, first, again = a_game_under_way()
    most, met = f"<= {CALLS} calls", calls <= CALLS
    yield Row("tell the state of a table after a turn", f"{calls} calls", most, "", met)
    met = first.plain <= BYTES
    yield Row("the state of a table", first.size, f"<= {BYTES // 1024} KB", "", met)
    reads = max(entered.reads.values()), max(first.reads.values())
    floor = f"again: {again.calls} calls"
    yield Row("the whole GET of table.json", f"{first.calls} calls", "", floor, met=True)
    yield Row("the whole POST of one entry", f"{entered.calls} calls", "", "", met=True)
    told = f"POST {sum(entered.reads.values())}, GET {sum(first.reads.values())}"
    yield Row("reads of the log", told, "each stream once", f"most {max(reads)}", max(reads) == 1)
