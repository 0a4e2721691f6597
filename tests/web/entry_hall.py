"""A hall with a real record, and a server in front of it."""

from __future__ import annotations

import time
from contextlib import contextmanager
from itertools import zip_longest

from ledger.accounts.badges import Badges
from ledger.accounts.sessions import Cost
from ledger.tournament.facts import Pairing, PlayerEntered
from ledger.tournament.opening import Particulars
from ledger.vocabulary import CONSOLE, Role
from tests.officials import Organiser
from tests.web.a_server import LOOPBACK, Serving
from tests.web.slow_world import slowed
from web.application import create_app
from web.command_line.opened import opened
from web.site import RecordSite

SLUG, PIN = "spring-open", "a good pin"
OPTIONS = (("challenge-mode", "points-per-word-5"),)


class Hall:
    """One tournament, as many tables as are asked for, served on loopback."""

    def __init__(
        self, here, tables, book="wespa-5.1", options=OPTIONS, names=(), host=LOOPBACK,
        tiles="english", board="standard",
    ):  # fmt: skip
        self.here = here
        self.desk = here.desk
        self.office = Badges(here.desk, here.local_store, Cost(2, 1, 1))
        self.office.issue("K1", "Kim", Role.SCOREKEEPER, by=CONSOLE)
        self.office.issue("D1", "Dora", Role.DIRECTOR, by=CONSOLE)
        for badge in ("K1", "D1"):
            self.office.pins.set(badge, PIN)
        organiser = Organiser(here.desk)
        organiser.open_tournament(
            SLUG, "Spring Open", book, by=CONSOLE, options=options,
            particulars=Particulars(tile_set=tiles, board=board),
        )  # fmt: skip
        numbers = range(1, 2 * tables + 1)
        organiser.enter_players(
            SLUG,
            [
                PlayerEntered(number=n, name=name or f"Player {n}")
                for n, name in zip_longest(numbers, names)
            ],
            by=CONSOLE,
        )
        pairings = [Pairing(n, 2 * n - 1, 2 * n) for n in range(1, tables + 1)]
        self.games = organiser.pair_round(SLUG, 1, pairings, by=CONSOLE)
        self.delay = 0.0  # seconds that each answer takes longer
        self._serve(host)

    def _serve(self, host, port=0):
        here = self.here
        self.app = create_app(
            RecordSite(here.log, here.hall, here.desk, self.office),
            badges=self.office,
            CHECKPOINTS=lambda: here.checkpoints,
        )
        slowed(self.app)
        self.app.wsgi_app = self._later(self.app.wsgi_app)
        self.server = Serving(self.app, host=host, port=port)
        self.address = self.server.address

    @contextmanager
    def away(self):
        """The server is stopped in this block, and another one in its place afterwards."""
        self.server.stop()
        try:
            yield
        finally:
            self._serve(self.server.host, self.server.port)

    def _later(self, answer):
        def later(*request):
            if self.delay:
                time.sleep(self.delay)
            return answer(*request)

        return later

    def sheet(self, table=1):
        return self.desk.sheet(self.games[table - 1])


def taken_in(office, scope):
    """A device taken in for a table, the results desk of a tournament or any table."""
    return office.tablets.enrol(office.tablets.invite(scope, by=CONSOLE))


def the_desk(office, slug=SLUG):
    """A device taken in for the results desk, at which a scorekeeper types slips."""
    return taken_in(office, f"{slug}/desk")


@contextmanager
def a_hall(folder, tables=1, **how):
    with opened(folder, make=True) as here:
        hall = Hall(here, tables, **how)
        try:
            yield hall
        finally:
            hall.server.stop()
