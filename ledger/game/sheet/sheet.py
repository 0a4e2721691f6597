"""The score sheet: what the events of one game add up to.

It has no setters and never refuses: what is written has happened. Whatever can be worked
out (running totals, who is on move, tiles in the bag) is worked out by the fold and stored
nowhere else.
"""

from __future__ import annotations

from uuid import UUID

from msgspec import Struct

from ledger.game.facts.files import GameFileTakenIn
from ledger.game.facts.setting_up import GameScheduled
from ledger.game.sheet.answering import Answering
from ledger.game.sheet.line import LOST_TURNS, Line, LineKind, Stock
from ledger.game.sheet.opened import Opened
from ledger.game.sheet.parts import (
    AtTheClock,
    AtTheTable,
    Challenges,
    Ending,
    IrregularSet,
    OnBoard,
    Result,
)
from ledger.record.events import Event
from ledger.vocabulary import GameState, Points, Seat, Totals


class FromFile(Struct, frozen=True, gc=False):
    """That the game came from a file: the version with which that ended, and what it said."""

    version: int
    told: GameFileTakenIn


class Sheet(Struct, frozen=True, kw_only=True, gc=False):
    """The state of one game.

    Attributes:
      version: version of the last event; corrections count like any other event.
      events: every event, oldest first, so that a correction can fold the game again.
      corrected: whether one of them corrects another.
      withheld: whether this is a copy for somebody who is not shown everything
        (``ledger.visibility``): events may be missing, and nothing is looked for that disagrees.
      starter: 0 or 1: which of the scheduled players sits in the first seat.
      on_move: whose turn it is; ``None`` before the start and after the end.
      zero_turns: scoreless turns in a row.
      stock: where the tiles are, taking racks as refilled.
      out: who played the last tile; the opponent may still challenge until ``ended``.
      ended: cause of the end, or ``""``.
      open: procedures that are going on, oldest first; ``waived``: those that a director ended
        without doing anything, which can be taken back.
      answering: what bears on the right to hold or to challenge the play just made.
      file: the game file it was taken in from, with what that says beside the turns.
    """

    id: UUID
    version: int
    events: tuple[Event, ...]
    corrected: bool = False
    withheld: bool = False
    scheduled: GameScheduled
    starter: int = 0
    started: bool = False
    lines: tuple[Line, ...] = ()
    totals: Totals = (Points(0), Points(0))
    on_move: Seat | None = None
    zero_turns: int = 0
    stock: Stock
    out: Seat | None = None
    ended: str = ""
    open: tuple[Opened, ...] = ()
    waived: tuple[Opened, ...] = ()
    answering: Answering = Answering()
    board: OnBoard
    irregular: IrregularSet = IrregularSet()
    clock: AtTheClock
    challenges: Challenges = Challenges()
    ending: Ending = Ending()
    result: Result = Result()
    table: AtTheTable = AtTheTable()
    file: FromFile | None = None

    @property
    def names(self) -> tuple[str, str]:
        """Both players' names: first seat, then second."""
        one, two = self.scheduled.players
        return (one, two) if self.starter == 0 else (two, one)

    @property
    def numbers(self) -> tuple[int, int] | None:
        """Both players' tournament numbers, first seat then second, if they have any."""
        if self.scheduled.numbers is None:
            return None
        one, two = self.scheduled.numbers
        return (one, two) if self.starter == 0 else (two, one)

    def name(self, seat: Seat) -> str:
        """The name of who sits in ``seat``."""
        return self.names[seat.place]

    def total(self, seat: Seat) -> Points:
        """Points of ``seat`` as they stand."""
        return self.totals[seat.place]

    def event(self, version: int) -> Event:
        """The event with this version; its place in ``events`` says nothing about that.

        Raises:
          StopIteration: there is none.
        """
        return next(event for event in self.events if event.originator_version == version)

    @property
    def plays(self) -> tuple[Line, ...]:
        """Lines with tiles that lie on the board."""
        return tuple(x for x in self.lines if x.kind is LineKind.PLAY and not x.withdrawn)

    @property
    def turn_count(self) -> int:
        """Turns entered so far, lost and withdrawn ones included."""
        return sum(line.is_turn or line.kind in LOST_TURNS for line in self.lines)

    @property
    def last_turn(self) -> Line | None:
        """The turn most recently entered, if any."""
        return next((line for line in reversed(self.lines) if line.is_turn), None)

    @property
    def stands(self) -> Totals:
        """The scores as they stand: amended, forfeited, or as the lines add up."""
        if self.result.amended is not None:
            return self.result.amended
        if self.ending.forfeit is not None and self.ending.forfeit.scores is not None:
            return self.ending.forfeit.scores
        return self.totals

    @property
    def final(self) -> Totals | None:
        """The scores of the result, once one was amended, forfeited or put before the players."""
        if self.result.amended is not None or self.result.proposed is not None:
            return self.stands
        if self.ending.forfeit is not None:
            return self.ending.forfeit.scores
        return None

    @property
    def amendment_asked(self) -> str:
        """Why an amendment is asked for; empty while none is."""
        return "" if self.result.amending is None else self.result.amending.reason

    @property
    def set_irregular(self) -> bool:
        """Whether the game is played with tiles missing from the set, or too many (A-04, A-05)."""
        return bool(self.irregular.missing or self.irregular.extra)

    @property
    def signed_by(self) -> tuple[Seat, ...]:
        """The seats that signed for the result as it stands, in order of signing."""
        return tuple(signature.seat for signature in self.result.signatures)

    @property
    def is_signed(self) -> bool:
        """Whether both players signed for the result as it stands."""
        return len(self.result.signatures) == len(Seat)

    @property
    def was_signed(self) -> bool:
        """Whether both players signed for a result of this game: this one, or one before it."""
        return len(self.result.given) == len(Seat)

    @property
    def is_final(self) -> bool:
        """Whether the result stands: both players signed it as it is, or a ruling does for them.

        Of a result that came in a file, the paper may lie with the program it came from.
        """
        result = self.result
        elsewhere = result.elsewhere > result.from_file > 0 and result.records_differ is None
        return self.is_signed or result.carried > 0 or elsewhere

    @property
    def state(self) -> GameState:
        """Where the game stands, in the words of the director's screen."""
        if self.ending.voided:
            return "void"
        if self.result.amended is not None and self.is_final:
            return "amended"
        if self.is_final:
            return "final"
        if self.result.signatures:
            return "signed by one"
        if self.ending.forfeit is not None:
            return "forfeited"
        if self.ended:
            return "incomplete" if self.ended == "incomplete" else "over"
        if self.challenges.pending is not None:
            return "challenge"
        if self.challenges.hold is not None:
            return "on hold"
        if self.out is not None:
            return "played out"
        return "playing" if self.started else "scheduled"
