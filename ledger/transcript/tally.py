"""The running totals of a transcript, turn by turn, as two players keep them on paper."""

from __future__ import annotations

from ledger.game.facts.blanks import FalseBlankFound
from ledger.game.facts.challenges import ChallengeFailed, PhoneyWithdrawn
from ledger.game.facts.clock import OvertimeWaived
from ledger.game.facts.endings import OvertimeRecorded, UnplayedTilesCounted
from ledger.game.facts.judging import MisadjudicationFound
from ledger.game.facts.loose_tiles import UnplayedTakenBack
from ledger.game.facts.results import (
    ResultAmended,
    ResultSigned,
    ResultTakenOver,
    SlipTakenBack,
    SlipTyped,
)
from ledger.game.facts.scores import CreditApplied, EntryCorrected, PenaltyApplied, ScoreCorrected
from ledger.game.facts.turns import (
    PlayRecorded,
    PlayRetracted,
    SeatsExchanged,
    TilesExchanged,
    TurnInserted,
    TurnMissed,
    TurnPassed,
)
from ledger.game.sheet.effective import CORRECTIONS
from ledger.game.sheet.turn_order import OF_A_TURN
from ledger.record.fact import Fact
from ledger.vocabulary import Seat

Change = tuple[int, int]
"""Points added to the first seat's total and to the second's."""

NOTHING: Change = (0, 0)
TURNS = (PlayRecorded, TilesExchanged, TurnPassed, TurnMissed)


def _for(seat: Seat, points: int) -> Change:
    return (points, 0) if seat is Seat.FIRST else (0, points)


def change(fact: Fact | None) -> Change:
    """What a fact by itself does to the totals.

    >>> change(TurnMissed(seat=Seat.SECOND, announced=24))
    (0, 24)
    """
    match fact:
        case PlayRecorded(seat=seat, announced=points) | TurnMissed(seat=seat, announced=points):
            return _for(seat, points)
        case PhoneyWithdrawn(seat=seat, lost=points):
            return _for(seat, -points)
        case ChallengeFailed(seat=challenger, credited=credited, debited=debited):
            gained, lost = _for(challenger.opponent, credited), _for(challenger, -debited)
            return gained[0] + lost[0], gained[1] + lost[1]
        case UnplayedTilesCounted(adjustments=adjustments):
            return adjustments[0], adjustments[1]
        case OvertimeRecorded(seat=seat, penalty=points):
            return _for(seat, -points)
        case PenaltyApplied(seat=seat, unit="points", amount=points):
            return _for(seat, -points)
        case (
            CreditApplied(seat=seat, unit="points", amount=points)
            | OvertimeWaived(seat=seat, points=points)
        ):
            return _for(seat, points)
        case _:
            return NOTHING


class Tally:
    """Adds up facts in the order of their versions; a correction reaches back to what it mends.

    Attributes:
      version: version of the fact added last.
      totals: both totals after it, the first seat's first.
      turn: number of the turn made last, 0 before the first.
    """

    def __init__(self, before: int = 0) -> None:
        self.version = before
        self.totals: Change = NOTHING
        self.turn = 0
        self._changes: dict[int, Change] = {}
        self._seats: dict[int, Seat] = {}
        self._first_entry: dict[int, int] = {}
        self._entry_of_turn: dict[int, int] = {}
        self._turn_of_entry: dict[int, int] = {}
        self._places: dict[int, float] = {}
        self._of_a_turn: set[int] = set()
        self._plays: set[int] = set()
        self._unplayed: int | None = None
        self._slip: int | None = None
        self._signed = False

    def add(self, fact: Fact) -> None:
        """Count one more fact."""
        self.version += 1
        if isinstance(fact, CORRECTIONS):
            self._correct(fact)
        else:
            self._put(self.version, self._change(fact))
        self._signed |= isinstance(fact, ResultAmended | ResultSigned)
        if isinstance(fact, UnplayedTilesCounted):
            self._unplayed = self.version
        if isinstance(fact, OF_A_TURN):
            self._of_a_turn.add(self.version)
        if isinstance(fact, TURNS):
            self.turn += 1
            self._seats[self.version] = fact.seat
            self._entry_of_turn[self.turn] = self.version
            self._turn_of_entry[self.version] = self.turn
        if isinstance(fact, PlayRecorded | TurnMissed):
            self._plays.add(self.version)

    def _change(self, fact: Fact) -> Change:
        """What a fact does to the totals, those among them that look at what came before."""
        match fact:
            case ResultAmended(now=now) | ResultTakenOver(totals=now):
                return self._up_to(now)
            case SlipTyped(totals=now) if self._ends_on_paper():
                self._slip = self.version
                return self._up_to(now)
            case UnplayedTakenBack() if self._unplayed is not None:
                self._put(self._unplayed, NOTHING)
                self._unplayed = None
                return NOTHING
            case FalseBlankFound(player=seat, taken_back=True):
                mine = [entry for entry in self._plays if self._seats[entry] is seat]
                one, two = self._changes[max(mine)] if mine else NOTHING
                return -one, -two
            case _:
                return change(fact)

    def _up_to(self, totals: Change) -> Change:
        return totals[0] - self.totals[0], totals[1] - self.totals[1]

    def _ends_on_paper(self) -> bool:
        """Whether a slip says how it ended: nothing was signed, counted at the end, or typed."""
        return not (self._signed or self._unplayed is not None or self._slip is not None)

    def _correct(self, fact: Fact) -> None:
        """Reach back to what a correction mends."""
        match fact:
            case ScoreCorrected(supersedes=version, now=now):
                entry = self._entry(version)
                if entry in self._seats:
                    self._put(entry, _for(self._seats[entry], now))
            case (
                EntryCorrected(supersedes=version, replacement=replacement)
                | MisadjudicationFound(supersedes=version, replacement=replacement)
            ):
                entry = self._entry(version)
                if entry in self._changes:
                    self._put(entry, change(replacement))
                self._first_entry[self.version] = entry
            case PlayRetracted(supersedes=version):
                self._take_back(self._entry(version))
            case SlipTakenBack(supersedes=version):
                self._take_back(version)
            case TurnInserted(before=before, turn=turn):
                self._places[self.version] = before - 0.5
                self._seats[self.version] = turn.seat
                self._put(self.version, change(turn))
            case SeatsExchanged(supersedes=version, onwards=onwards):
                self._exchange(self._entry(version), onwards=onwards)

    def _take_back(self, entry: int) -> None:
        """A turn, or the slip that said how the game ended, counts no longer."""
        if entry in self._seats or entry == self._slip:
            self._put(entry, NOTHING)
        if entry == self._slip:
            self._slip = None
        if self._turn_of_entry.get(entry) == self.turn:
            self.turn -= 1

    def total(self, seat: Seat) -> int:
        """The running total of a seat."""
        return self.totals[seat.place]

    def turn_of(self, version: int) -> int | None:
        """The number of the turn entered at ``version``, if that number leads back to it."""
        turn = self._turn_of_entry.get(version)
        return turn if turn and self._entry_of_turn[turn] == version else None

    def entry_of(self, turn: int) -> int | None:
        """The version at which turn number ``turn`` was entered, if it was."""
        return self._entry_of_turn.get(turn)

    def _exchange(self, first: int, *, onwards: bool) -> None:
        """Give what a turn and those after it brought to the other seat."""
        start = self._place(first)
        turns = (self._place(each) for each in self._seats)
        following = (place for place in turns if place > start)
        end = float("inf") if onwards else min(following, default=float("inf"))
        for entry in [*self._changes]:
            if start <= self._place(entry) < end and entry in {*self._seats, *self._of_a_turn}:
                one, two = self._changes[entry]
                self._put(entry, (two, one))
                if entry in self._seats:
                    self._seats[entry] = self._seats[entry].opponent

    def _place(self, entry: int) -> float:
        return self._places.get(entry, entry)

    def _entry(self, version: int) -> int:
        return self._first_entry.get(version, version)

    def _put(self, entry: int, now: Change) -> None:
        before = self._changes.get(entry, NOTHING)
        self._changes[entry] = now
        self.totals = (
            self.totals[0] + now[0] - before[0],
            self.totals[1] + now[1] - before[1],
        )
