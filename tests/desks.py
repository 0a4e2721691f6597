"""Small builders: a desk with a record of its own, badges, a game at a table, a request."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import UUID

from ledger.desk.desk import Desk
from ledger.desk.requests import Sent
from ledger.game.challenges.requests import Adjudicate, IssueChallenge
from ledger.game.endings.requests import AcceptPlayOut, CountUnplayed
from ledger.game.exchanges.requests import ExchangeTiles, PassTurn
from ledger.game.results.amending import SignAmendment
from ledger.game.results.signatures import digest, digest_shown, shown_amendment
from ledger.game.results.signing import ProposeResult, SignResult
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.game.turns.requests import PlaceTiles
from ledger.record.engine import open_log
from ledger.record.events import game_id
from ledger.tournament.facts import Pairing, PlayerEntered
from ledger.vocabulary import Placement, Role, Seat
from migrations import LEDGER_FILE, bring_up_to_date
from tests.officials import Director, Organiser
from tests.tabletop import FILLER, ROWS, _sizes

SCOREKEEPER, DIRECTOR, ORGANISER, JUDGE = "K1", "D1", "O1", "J1"
A, B = Seat.FIRST, Seat.SECOND
SHOWN = "0" * 64
"""A digest of nothing that was ever shown: for facts that no desk has looked at."""
OPTIONS = {
    "wespa-5.1": (("challenge-mode", "points-per-word-5"),),
    "wespa-4.0": (("challenge-mode", "points-per-word-5"),),
    "wespa-1.0": (("challenge-mode", "points-per-word-5"), ("unplayed-tiles", "double")),
}
"""What an organiser settles where a book leaves a choice, for tests that are not about it."""


def signature(sheet, seat, how="stroke", **what):
    """The request by which ``seat`` signs for the result as it stands."""
    shown, words = digest_shown(sheet, seat), "5" * 64 if how == "stroke" else ""
    return SignResult(
        **{"seat": seat, "totals": sheet.stands, "how": how, "shown": shown, "words": words} | what
    )


def agreement(sheet, seat, how="stroke", **what):
    """The request by which ``seat`` signs for the amendment requested."""
    request, words = sheet.result.amending, "" if how == "witness" else "5" * 64
    shown = digest(shown_amendment(sheet, seat, request.now, request.reason))
    return SignAmendment(
        **{"seat": seat, "totals": request.now, "how": how, "shown": shown, "words": words} | what
    )


class Table:
    """A desk and one started game at it, with short ways to enter things."""

    def __init__(self, desk, game, entered=0):
        self.desk = desk
        self.game = game
        self.numbers = count(entered + 1)

    def sent(self, by=SCOREKEEPER, **what):
        return Sent(by=by, command_id=UUID(int=2**64 + next(self.numbers)), **what)

    def enter(self, request, by=SCOREKEEPER, **what):
        """Enter a request and return the sheet after it; refusals are raised."""
        return self.desk.record(self.game, request, self.sent(by, **what))

    def ask(self, request, **what):
        """Enter a request and return its outcome."""
        return self.desk.enter(self.game, request, self.sent(**what))

    def play(self, seat, square, letters, announced=None, **what):
        return self.enter(
            PlaceTiles(seat=seat, placement=Placement(square, letters), announced=announced), **what
        )

    def put(self, seat, tiles, announced=0):
        """A play of so many tiles, wherever there is room in a row."""
        squares = self.sheet.board.squares
        for row in ROWS:
            for column in range(15 - tiles + 1):
                at = (row - 1) * 15 + column
                if not any(squares[at : at + tiles]):
                    return self.play(seat, f"{row}{chr(65 + column)}", FILLER[:tiles], announced)
        raise AssertionError("the board is full")

    def fill_up(self, bag, scores):
        """Made-up plays, worth nothing beside these scores, until the bag holds so many."""
        seat = A
        for nth, tiles in enumerate(_sizes(86 - bag)):
            self.put(seat, tiles, scores[nth] if nth < 2 else 0)
            seat = seat.opponent

    def exchange(self, seat, number=3):
        return self.enter(ExchangeTiles(seat=seat, count=number))

    def passes(self, seat, **what):
        return self.enter(PassTurn(seat=seat), **what)

    def challenge(self, seat, acceptable, *words):
        self.enter(IssueChallenge(seat=seat, words=words))
        return self.enter(Adjudicate(acceptable=acceptable), by=JUDGE)

    def ruled(self, finding="as the director found"):
        """A case with a director's ruling for this game."""
        director = Director(self.desk)
        case = director.open_case(self.game, "other", by=DIRECTOR)
        director.rule(case, self.game, finding, "wespa-5.1 Preamble", by=DIRECTOR)
        return case

    def six_zeros(self):
        """A first play, then six passes: the game is over."""
        self.play(A, "8D", "WINDY")
        for seat in (B, A, B, A, B, A):
            self.passes(seat)
        return self.sheet

    def over_and_counted(self):
        self.six_zeros()
        return self.enter(CountUnplayed(racks=("EGN", "?AQ")))

    def signed(self):
        """A game over, counted, and signed by both."""
        self.over_and_counted()
        self.enter(ProposeResult())
        for seat in Seat:
            self.enter(signature(self.sheet, seat))
        return self.sheet

    @property
    def sheet(self):
        return self.desk.sheet(self.game)


class Ticking:
    """A clock that goes on by a second each time it is asked."""

    def __init__(self, start=datetime(2026, 11, 21, 9, 0, tzinfo=UTC)):
        self.at = start

    def __call__(self):
        self.at += timedelta(seconds=1)
        return self.at


@contextmanager
def a_desk(folder: Path, now=None, settings=None, *, with_a_table=False, **what):
    """A desk on a record in ``folder`` (or where ``settings`` say), one badge of each role.

    Without a clock or settings of its own a new record is a copy of one that was made once;
    ``with_a_table``: of one with a started game, which ``the_table`` finds.
    """
    settings = settings or {}
    if now is None and not settings and not (folder / LEDGER_FILE).exists():
        record, now = _made_once(with_a_table=with_a_table)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / LEDGER_FILE).write_bytes(record)
        now = Ticking(now)
    else:
        bring_up_to_date(folder, settings)
    log = open_log(folder, settings)
    try:
        desk = Desk(log, now=now or Ticking(), **what)
        if log.last_position() == 0:
            issue_badges(desk)
        yield desk
    finally:
        log.close()


@cache
def _made_once(*, with_a_table):
    """The bytes of a record with badges, and perhaps a started game; when it was finished."""
    clock = Ticking()
    with TemporaryDirectory() as folder:
        with a_desk(Path(folder), now=clock) as desk:
            if with_a_table:
                a_table(desk)
        return (Path(folder) / LEDGER_FILE).read_bytes(), clock.at


def the_table(desk):
    """The one game of a desk that was made ``with_a_table``."""
    return Table(desk, game_id("spring-open", 1, 1), entered=2)


def issue_badges(desk):
    organiser = Organiser(desk)
    organiser.issue_badge(ORGANISER, "Olga", Role.ORGANISER, by=ORGANISER)
    for badge, role in (
        (SCOREKEEPER, Role.SCOREKEEPER),
        (DIRECTOR, Role.DIRECTOR),
        (JUDGE, Role.WORD_JUDGE),
    ):
        organiser.issue_badge(badge, f"Bearer of {badge}", role, by=ORGANISER)


def a_tournament(desk, book="wespa-5.1", slug="spring-open", tables=1, options=None):
    """A tournament with its first round paired; ids of its games."""
    organiser = Organiser(desk)
    chosen = OPTIONS.get(book, ()) if options is None else options
    organiser.open_tournament(slug, "Spring Open", book, by=ORGANISER, options=chosen)
    numbers = range(1, 2 * tables + 1)
    organiser.enter_players(
        slug, [PlayerEntered(number=n, name=f"Player {n}") for n in numbers], by=ORGANISER
    )
    pairings = [Pairing(n, 2 * n - 1, 2 * n) for n in range(1, tables + 1)]
    return organiser.pair_round(slug, 1, pairings, by=ORGANISER)


def a_table(desk, book="wespa-5.1", options=None, slug="spring-open", entered=0):
    """A started game at table 1 of round 1, at a desk that ``entered`` requests were made at."""
    [game] = a_tournament(desk, book, slug, options=options)
    table = Table(desk, game, entered)
    table.enter(DetermineStarter(starter=1, method="draw", draws=(("A", "E"),)))
    table.enter(StartGame())
    return table


__all__ = ["AcceptPlayOut", "Table", "a_desk", "a_table", "a_tournament"]
