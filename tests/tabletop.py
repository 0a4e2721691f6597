"""A game on a tabletop: the public decisions and the fold, without a store under them.

For worked cases: quick to set up at any position, every request goes through ``decide`` as it
would at the desk, with the permission check before and the fold after it.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import count
from uuid import UUID

import pytest

from ledger import rulebook
from ledger.game.challenges.requests import Adjudicate, IssueChallenge
from ledger.game.context import OF_GAMES, GameContext
from ledger.game.deciding import decide
from ledger.game.endings.facts import PlayedOut
from ledger.game.exchanges.requests import ExchangeTiles, PassTurn
from ledger.game.going_on import offers, open_procedures
from ledger.game.setting_up.facts import GameScheduled, GameStarted, StarterDetermined
from ledger.game.sheet.folding import after, replay
from ledger.game.turns.requests import PlaceTiles
from ledger.record.events import Envelope, Event
from ledger.vocabulary import Placement, Points, Role, Seat, Seconds
from ledger.vocabulary.refusals import Refusal

GAME = UUID(int=14)
CASE = UUID(int=99)
START = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
FIVE = ("wespa-5.1", "wespa-4.0", "wespa-1.0", "wsc-2003", "nsa-1998")
WESPA = ("wespa-5.1", "wespa-4.0", "wespa-1.0")
A, B = Seat.FIRST, Seat.SECOND
FILLER = "EAIONRTLSUDGAEIO"
ROWS = (8, 9, 10, 11, 12, 13, 14, 15, 7, 6, 5, 4, 3, 2, 1)
WHAT_IS_LEFT_OPEN = {
    "wespa-5.1": {"challenge-mode": "points-per-word-5"},
    "wespa-4.0": {"challenge-mode": "points-per-word-5"},
    "wespa-1.0": {"challenge-mode": "points-per-word-5", "unplayed-tiles": "double"},
}


class Tabletop:
    """One game under one rulebook.

    Args:
      book: the rulebook; options as keywords with underscores: ``challenge_mode="dingle"``.
      bag: tiles in the bag when the case begins, both racks full; made-up plays fill the
        board until then, an even number of them, so that A is on move.
      scores: both totals when the case begins; needs ``bag`` of 84 or fewer.
      started: False to begin before the start.
      limits: seconds each player has.
    """

    def __init__(
        self, book="wespa-4.0", *, bag=86, scores=None, started=True, limits=(1500, 1500), **options
    ):
        chosen = WHAT_IS_LEFT_OPEN.get(book, {}) | {
            name.replace("_", "-"): value for name, value in options.items()
        }
        self.book = book
        self.rules = rulebook.in_force(book, tuple(chosen.items()))
        self.at = START
        self.numbers = count(1)
        self.command = 0
        scheduled = GameScheduled(
            tournament="cases",
            round_number=1,
            table=1,
            players=("Ann", "Bob"),
            rulebook=book,
            options=tuple(chosen.items()),
            time_limits=tuple(Seconds(limit) for limit in limits),
        )
        self.remarks = ()
        self.facts = ()
        self.sheet = replay([self._event(1, scheduled)])
        if started:
            self.write(StarterDetermined(starter=1, method="draw"), GameStarted())
            self._fill(bag, scores)

    def write(self, *facts, clocks=None, remarks=(), case=None):
        """Append facts as they are, undecided: only to set a case up. One request writes them."""
        self.command = next(self.numbers)
        events = [
            self._event(self.sheet.version + nth, fact, clocks, remarks if nth == 1 else (), case)
            for nth, fact in enumerate(facts, 1)
        ]
        self.sheet = after(self.sheet, events)
        return self.sheet

    def enter(self, request, *, ruled=False, role=None, clocks=None):
        """Enter a request: the sheet after it. ``ruled``: under a director's ruling."""
        role = role or (Role.DIRECTOR if ruled else self._role(request))
        OF_GAMES.must_be_allowed(role, request)
        entry = GameContext(
            rules=self.rules, by="K1", role=role, clocks=clocks, case=CASE if ruled else None
        )
        decision = decide(self.sheet, request, entry)
        self.facts, self.remarks = decision.facts, decision.remarks
        return self.write(*decision.facts, clocks=clocks, remarks=decision.remarks, case=entry.case)

    def refused(self, request, **how):
        """The refusal this request meets; nothing is written, and a ruling overrules it."""
        version = self.sheet.version
        with pytest.raises(Refusal) as refusal:
            self.enter(request, **how)
        assert self.sheet.version == version
        assert refusal.value.what.endswith(".")
        assert refusal.value.next_step
        return refusal.value

    def fact(self, kind):
        """The fact of this kind that the last request wrote."""
        [found] = [fact for fact in self.facts if isinstance(fact, kind)]
        return found

    def procedure(self, name=None):
        """The one open procedure, or the one of this name."""
        found = [p for p in open_procedures(self.sheet, self.rules) if name in (None, p.name)]
        assert len(found) == 1, [p.name for p in open_procedures(self.sheet, self.rules)]
        return found[0]

    def offered(self):
        """Names of what can be reported now."""
        return {offer.name for offer in offers(self.sheet, self.rules)}

    def offers(self):
        """What can be reported now, with its questions."""
        return offers(self.sheet, self.rules)

    def procedures(self):
        """Every procedure that is open now."""
        return open_procedures(self.sheet, self.rules)

    def play(self, seat, square, letters, announced=None, **how):
        return self.enter(
            PlaceTiles(seat=seat, placement=Placement(square, letters), announced=announced), **how
        )

    def exchange(self, seat, number=3, **how):
        return self.enter(ExchangeTiles(seat=seat, count=number), **how)

    def passes(self, *seats):
        for seat in seats:
            self.enter(PassTurn(seat=seat))
        return self.sheet

    def challenge(self, seat, acceptable, *words):
        self.enter(IssueChallenge(seat=seat, words=words))
        return self.enter(Adjudicate(acceptable=acceptable), role=Role.WORD_JUDGE)

    @property
    def totals(self):
        return self.sheet.totals

    @property
    def bag(self):
        return self.sheet.stock.bag

    @property
    def racks(self):
        return self.sheet.stock.racks

    def _role(self, request):
        for role in (Role.SCOREKEEPER, Role.WORD_JUDGE, Role.DIRECTOR, Role.ORGANISER):
            try:
                OF_GAMES.must_be_allowed(role, request)
            except Refusal:
                continue
            return role
        return Role.SCOREKEEPER

    def _fill(self, bag, scores):
        """Made-up plays, worth nothing beside the scores asked for, until the bag holds ``bag``."""
        tiles = 86 - bag
        assert tiles >= 0, "a full set leaves 86 in the bag"
        assert tiles != 1, "an even number of plays needs two tiles"
        assert scores is None or tiles, "scores need a play or two: take bag=84"
        sizes = _sizes(tiles)
        at = [(row, column) for row in ROWS for column in (4, 11, 1)]  # columns D, K, A
        widths = {4: 7, 11: 5, 1: 3}
        slots = iter(at)
        seat = A
        for nth, size in enumerate(sizes):
            row, column = next(slot for slot in slots if widths[slot[1]] >= size)
            points = scores[nth] if scores and nth < 2 else 0
            letters = "".join(FILLER[(nth + k) % len(FILLER)] for k in range(size))
            self.play(seat, f"{row}{chr(64 + column)}", letters, Points(points))
            seat = seat.opponent
        self.facts, self.remarks = (), ()

    def _event(self, version, fact, clocks=None, remarks=(), case=None):
        self.at += timedelta(seconds=1)
        return Event(
            GAME,
            version,
            Envelope(
                written_at=self.at,
                written_by="K1",
                command_id=UUID(int=2**64 + self.command),
                clocks=clocks,
                remarks=remarks,
                case=case,
                fact=fact,
            ),
        )


def _sizes(tiles):
    """An even number of plays of seven tiles or fewer that use so many in all."""
    if not tiles:
        return []
    plays = -(-tiles // 7)
    plays += plays % 2
    return [tiles // plays + (nth < tiles % plays) for nth in range(plays)]


def a_play(book, tiles="WINDY", **options):
    """A made a play; B may answer it."""
    table = Tabletop(book, **options)
    table.play(A, "8D", tiles)
    return table


def a_play_out(book, **options):
    """A has just played the last tile with the bag empty."""
    table = Tabletop(book, bag=0, scores=(300, 290), **options)
    table.write(PlayedOut(seat=B))
    return table
