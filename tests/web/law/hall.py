"""A hall under one rulebook, and in it a tournament for each act that is looked at."""

from __future__ import annotations

from contextlib import contextmanager
from itertools import count

from msgspec.structs import replace

from ledger.accounts.badges import Badges
from ledger.accounts.sessions import Cost
from ledger.desk.desk import preview
from ledger.desk.matters import matters_of_round
from ledger.desk.registers import acts_of, conduct_of, rulings_of
from ledger.game.endings.requests import CountUnplayed
from ledger.game.results.signing import ProposeResult
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.incidents.case_file import case_in, case_numbered
from ledger.incidents.requests import CaseRequest
from ledger.matters.in_game import matters_in
from ledger.proof.paper_requests import DeskToPrint
from ledger.record.events import tournament_id
from ledger.tournament.facts import Pairing, PlayerEntered
from ledger.tournament.opening import TournamentRequest
from ledger.tournament.tournament import tournament_named
from ledger.vocabulary import CONSOLE, Role
from ledger.vocabulary.refusals import Refusal
from printing.filling.case_papers import case_at_hand
from printing.filling.desk_papers import desk_at_hand, of_a_round
from printing.filling.table_papers import source_in
from tests.an_event import said
from tests.desks import DIRECTOR, OPTIONS, ORGANISER, A, B, Table, signature
from tests.officials import Director, Organiser
from tests.web.conftest import PRINTER
from tests.web.law.reading import read
from tests.web.whole_hall import FROM_HERE
from web.application import create_app
from web.command_line.opened import opened
from web.command_line.worker import PaperChecks
from web.site import RecordSite

SECOND = "D2"
STAFF = {
    "K1": Role.SCOREKEEPER, "J1": Role.WORD_JUDGE, DIRECTOR: Role.DIRECTOR, SECOND: Role.DIRECTOR,
    ORGANISER: Role.ORGANISER,
}  # fmt: skip
CLOCKS = (1200, 1100)


class LawHall:
    """The record and the pages of a hall in which one rulebook is played by."""

    def __init__(self, here, book):
        self.here, self.book, self.desk = here, book, here.desk
        self.office = Badges(here.desk, here.local_store, Cost(2, 1, 1))
        for badge, role in STAFF.items():
            self.office.issue(badge, f"Bearer of {badge}", role, by=CONSOLE)
        site = RecordSite(here.log, here.hall, here.desk, self.office)
        plain = {"TESTING": True, "PROPAGATE_EXCEPTIONS": True}
        plain["CHECKPOINTS"] = lambda: here.checkpoints
        checks = PaperChecks(here)
        self.app = create_app(site, None, PRINTER, self.office, checks, checks, **plain)
        self.sessions = {badge: self.office.sessions.begin(badge, "") for badge in STAFF}
        self.numbers = count(1)
        self.spoken = 0
        self.grounds = count(1)

    def ground(self):
        """A tournament nobody did anything in so far."""
        return Ground(self, f"law-{next(self.grounds)}")

    def ask(self, path, badge=DIRECTOR, accept="*/*", **form):
        """What a page answers an official; a form is sent where there is one."""
        with self.app.test_client(use_cookies=False) as client:
            method = {"method": "POST", "data": form} if form else {}
            cookie = f"tilescribe-session={self.sessions[badge]}"
            headers = {**FROM_HERE, "Accept": accept, "Cookie": cookie}
            return client.open(path, headers=headers, **method)


@contextmanager
def a_law_hall(folder, book):
    with opened(folder, make=True) as here:
        yield LawHall(here, book)


class Ground:
    """A tournament of four players, its first round paired; table 1 is where things happen."""

    def __init__(self, hall, slug):
        self.hall, self.slug, self.desk, self.book = hall, slug, hall.desk, hall.book
        organiser = Organiser(hall.desk)
        organiser.open_tournament(
            slug, slug, hall.book, by=ORGANISER, options=OPTIONS.get(hall.book, ())
        )
        players = [PlayerEntered(number=n, name=f"Player {n}") for n in range(1, 5)]
        organiser.enter_players(slug, players, by=ORGANISER)
        pairings = [Pairing(1, 1, 2), Pairing(2, 3, 4)]
        self.games = organiser.pair_round(slug, 1, pairings, by=ORGANISER)
        self.game = self.games[0]
        self.table = Table(hall.desk, self.game)
        self.table.numbers = hall.numbers
        self.director = Director(hall.desk)
        self.case = None

    @property
    def stream(self):
        return tournament_id(self.slug)

    @property
    def sheet(self):
        return self.desk.sheet(self.game)

    @property
    def tournament(self):
        return tournament_named(self.slug, self.desk.log)

    @property
    def file(self):
        return case_in(self.desk.log, self.case)

    @property
    def rules(self):
        return self.tournament.rules

    @property
    def cited(self):
        """A rule of the book that a ruling may rest on."""
        return str(self.rules.fallback.decides)

    def started(self):
        self.table.enter(DetermineStarter(starter=1, method="draw", draws=(("A", "E"),)))
        self.table.enter(StartGame())

    def under_way(self):
        """Two plays are made."""
        self.started()
        self.table.play(A, "8D", "WINDY")
        self.table.play(B, "9C", "HOT")

    def over(self):
        """The game is over and counted."""
        self.under_way()
        for seat in (A, B, A, B, A, B):
            self.table.passes(seat)
        self.table.enter(CountUnplayed(racks=("EGN", "?AQ")))

    def signed(self):
        self.over()
        self.table.enter(ProposeResult())
        for seat in (A, B):
            self.table.enter(signature(self.sheet, seat))

    def insist(self, request, **what):
        """Enter it as the director; under a ruling where the book wants one."""
        try:
            return self.table.enter(request, by=DIRECTOR, clocks=CLOCKS, **what)
        except Refusal:
            case = self.director.open_case(self.game, "other", by=DIRECTOR)
            self.director.rule(case, self.game, "so it was", self.cited, by=DIRECTOR)
            return self.table.enter(request, by=DIRECTOR, clocks=CLOCKS, case=case, **what)

    def opened(self, **more):
        """A case about the table, both players heard."""
        self.case = self.director.open_case(
            self.game, "conduct", by=DIRECTOR, **({"seat": A} | more)
        )
        for seat, role in ((A, "player"), (B, "opponent")):
            who, words = self.sheet.name(seat), said(f"{role}: so it was")
            self.director.take_statement(self.case, who, role, words, by=DIRECTOR, seat=seat)

    def ruled(self, **more):
        self.opened()
        self.rule(**more)

    def rule(self, **more):
        self.director.rule(self.case, self.game, "so it was", self.cited, by=DIRECTOR, **more)

    def stream_of(self, request):
        """Which stream a request is for."""
        if isinstance(request, CaseRequest):
            return self.case
        return self.stream if isinstance(request, TournamentRequest) else self.game

    def would(self, request, sent, stream=None):
        """What a look beforehand says: the events, and the sheet as it would be."""
        stream = stream or self.stream_of(request)
        seen = preview(self.desk, stream, self.game, request, sent)
        return seen.events, seen.after

    def stands(self):
        """All that adds up: both games, the standings, conduct, what is over, let go, and ruled."""
        games = [
            replace(self.desk.sheet(game), events=(), version=0, corrected=False)
            for game in self.games
        ]
        kept = self.tournament
        conduct = replace(kept.conduct, under_cases=(), struck=())
        standings = self.hall.here.hall.standings(self.slug)
        about = (kept.closed, kept.over, kept.set_aside)
        file = self.file if self.case else None
        ruled = (file.state, file.ruling, file.finding, file.penalties) if file else ()
        return {
            "games": games, "standings": standings, "conduct": conduct, "rounds": about,
            "the case": ruled,
        }  # fmt: skip

    # what is told, place by place

    @property
    def number(self):
        """The number of the case in its tournament."""
        return self.tournament.cases.index(self.case) + 1

    def page(self, path=""):
        answer = self.hall.ask(f"/t/{self.slug}/{path}", DIRECTOR)
        assert answer.status_code == 200, (path, answer.status_code)
        return read(answer.text)

    @property
    def at_hand(self):
        """The case as its papers have it."""
        return case_at_hand(self.hall.here, *case_numbered(self.desk.log, self.slug, self.number))

    @property
    def rulings(self):
        return [one for one in rulings_of(self.desk, self.tournament) if one.number == self.number]

    @property
    def conduct(self):
        return conduct_of(self.desk, self.tournament)

    @property
    def acts(self):
        """The log of the day, oldest first."""
        return acts_of(self.desk, self.tournament, self.hall.here.hall.games(self.slug))

    @property
    def source(self):
        """What papers of the game say beside its sheet."""
        return source_in(self.hall.here.log, self.sheet, b"")

    def waiting(self):
        """What waits for an official in the round."""
        return matters_of_round(
            self.desk.log, lambda game: matters_in(self.desk.sheet(game)), self.tournament, "", 1
        )

    @property
    def desk_at_hand(self):
        return desk_at_hand(self.hall.here, DeskToPrint(self.slug, 1))

    @property
    def round_at_hand(self):
        return of_a_round(self.hall.here, DeskToPrint(self.slug, 1), self.desk_at_hand)
