"""The score sheet: what the events of one game add up to.

It has no setters and never refuses: what is written has happened. Whatever can be worked
out (running totals, who is on move, tiles in the bag) is worked out by the fold and stored
nowhere else.
"""

from __future__ import annotations

from uuid import UUID

from msgspec import Struct

from ledger.equipment.board import Squares
from ledger.game.facts.challenges import ChallengeIssued
from ledger.game.facts.endings import GameResigned
from ledger.game.facts.keeping import TableHandedOver
from ledger.game.facts.results import RecordsDiffer, SetGathered, TallySheetSigned
from ledger.game.facts.scores import RecountDone, ScoresWritten
from ledger.game.facts.setting_up import GameForfeited, GameScheduled
from ledger.game.sheet.answering import Answering, Judged
from ledger.game.sheet.line import LOST_TURNS, Line, LineKind, Stock
from ledger.game.sheet.opened import Opened
from ledger.game.sheet.signed import Amending, Signed
from ledger.record.events import Event
from ledger.vocabulary import Clocks, Points, Seat, Seconds, Tiles, Totals


class Blank(Struct, frozen=True):
    """A blank's letter as last designated: which blank, where it lies, how it was declared."""

    blank: int
    square: str
    letter: str
    how: str


class Sheet(Struct, frozen=True, kw_only=True):
    """The state of one game.

    Attributes:
      version: version of the last event; corrections count like any other event.
      events: every event, oldest first, so that a correction can fold the game again.
      starter: 0 or 1: which of the scheduled players sits in the first seat.
      stock: where the tiles are, taking racks as refilled.
      on_move: whose turn it is; ``None`` before the start and after the end.
      zero_turns: scoreless turns in a row.
      hold: who called hold, while it lasts.
      challenge: the challenge waiting for its verdict or for what follows from it.
      verdict: the verdict on ``challenge``, once given.
      failed: failed challenges so far, by seat: some modes rise with them.
      stood: version of the play last challenged in vain; it can't be challenged again.
      clocks: what both clocks showed when last read, adjustments included.
      limits: seconds allotted to each seat.
      neutral: why the clocks are stopped, or ``""`` while one runs.
      out: who played the last tile; the opponent may still challenge until ``ended``.
      ended: cause of the end, or ``""``.
      overtime: points taken for overtime, by seat; ``None`` where none was recorded.
      spread_changes: penalties and credits that touch the spread only, by seat.
      proposed: the totals put before the players to sign.
      amended: the scores that stand after an amendment.
      amending: a petition for amendment that is not decided yet.
      given: the latest signature of each player since the result was last amended or reopened.
      signatures: those of them that are for the result as it stands now
        (``ledger.game.sheet.signed``).
      ruled_at: version of the event by which a director amended the result; 0: none.
      carried: version of the event under a ruling, or by a director, that makes the result stand
        without signatures; 0: none.
      open: procedures that are going on, oldest first.
      orientation: degrees between the first play and the lettering; ``None``: not noted.
      unscored: squares whose words count nothing, for they were misplaced (nsa IV.D).
      false_blanks: square and real letter of tiles that lie as blanks and are none.
      answering: what bears on the right to hold or to challenge the play just made.
      judged: the challenge judged last, for another opinion.
      judge: who gave the verdict on ``challenge``, once given; empty if not known.
      timer: which kind of timer stands on the table, or ``""``.
      not_recorded: players of the pairing (1, 2) who did not agree to the moves being kept.
      monitor: who watches a game on a platform, or ``""``.
      outages: how often the connection of each seat failed.
      free_challenges: challenges that may fail at no cost, given and not used, by seat.
      resignation: how the game was resigned, with what the ruling adds to the margin.
      voided: why the game counts for nobody, or ``""``.
      written: what the players have on their own score sheets, as far as they said.
      recounted: the last recount that was finished.
      barred: whom no change found by a recount may favour.
      tally: signatures on the organiser's tally sheet.
      records_differ: two papers that tell the result differently, until that is settled.
      gathered: how the tiles were left at the end.
      ejected: who must leave the event.
      missing: tiles of the set that are out of the game; ``missing_tiles``: those known.
      extra: tiles in the game beyond the set; ``extra_tiles``: those known.
      keeper: the last hand-over of the table; ``None``: any scorekeeper may write here.
      withheld: whether this is a copy for somebody who is not shown everything
        (``ledger.shown_to``): events may be missing, and nothing is looked for that disagrees.
    """

    id: UUID
    version: int
    events: tuple[Event, ...]
    scheduled: GameScheduled
    squares: Squares
    stock: Stock
    limits: tuple[Seconds, Seconds]
    starter: int = 0
    started: bool = False
    lines: tuple[Line, ...] = ()
    totals: Totals = (Points(0), Points(0))
    on_move: Seat | None = None
    zero_turns: int = 0
    hold: Seat | None = None
    challenge: ChallengeIssued | None = None
    verdict: bool | None = None
    failed: tuple[int, int] = (0, 0)
    stood: int = 0
    clocks: Clocks | None = None
    neutral: str = ""
    blanks: tuple[Blank, ...] = ()
    blank_dispute: str = ""
    out: Seat | None = None
    ended: str = ""
    unplayed_counted: bool = False
    overtime: tuple[Points | None, Points | None] = (None, None)
    forfeit: GameForfeited | None = None
    margin: Points | None = None
    resigned: Seat | None = None
    spread_changes: Totals = (Points(0), Points(0))
    agreed: Totals | None = None
    discrepancy: str = ""
    proposed: Totals | None = None
    given: tuple[Signed, ...] = ()
    signatures: tuple[Signed, ...] = ()
    ruled_at: int = 0
    carried: int = 0
    handed_in: Seat | None = None
    amending: Amending | None = None
    amended: Totals | None = None
    corrected: bool = False
    open: tuple[Opened, ...] = ()
    orientation: int | None = None
    unscored: tuple[int, ...] = ()
    false_blanks: tuple[tuple[str, str], ...] = ()
    answering: Answering = Answering()
    judged: Judged | None = None
    judge: str = ""
    timer: str = ""
    not_recorded: tuple[int, ...] = ()
    monitor: str = ""
    outages: tuple[int, int] = (0, 0)
    resignation: GameResigned | None = None
    voided: str = ""
    written: tuple[ScoresWritten, ...] = ()
    recounted: RecountDone | None = None
    barred: Seat | None = None
    tally: tuple[TallySheetSigned, ...] = ()
    records_differ: RecordsDiffer | None = None
    gathered: SetGathered | None = None
    ejected: tuple[Seat, ...] = ()
    free_challenges: tuple[int, int] = (0, 0)
    missing: int = 0
    missing_tiles: Tiles = Tiles("")
    extra: int = 0
    extra_tiles: Tiles = Tiles("")
    keeper: TableHandedOver | None = None
    withheld: bool = False

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
        if self.amended is not None:
            return self.amended
        if self.forfeit is not None and self.forfeit.scores is not None:
            return self.forfeit.scores
        return self.totals

    @property
    def final(self) -> Totals | None:
        """The scores of the result, once one was amended, forfeited or put before the players."""
        if self.amended is not None or self.proposed is not None:
            return self.stands
        if self.forfeit is not None:
            return self.forfeit.scores
        return None

    @property
    def amendment_asked(self) -> str:
        """Why an amendment is asked for; empty while none is."""
        return "" if self.amending is None else self.amending.reason

    @property
    def set_irregular(self) -> bool:
        """Whether the game is played with tiles missing from the set, or too many (A-04, A-05)."""
        return bool(self.missing or self.extra)

    @property
    def signed_by(self) -> tuple[Seat, ...]:
        """The seats that signed for the result as it stands, in order of signing."""
        return tuple(signature.seat for signature in self.signatures)

    @property
    def is_signed(self) -> bool:
        """Whether both players signed for the result as it stands."""
        return len(self.signatures) == len(Seat)

    @property
    def is_final(self) -> bool:
        """Whether the result stands: both players signed it as it is, or a ruling does for them."""
        return self.is_signed or self.carried > 0

    @property
    def state(self) -> str:
        """Where the game stands, in the words of the director's screen."""
        if self.voided:
            return "void"
        if self.amended is not None and self.is_final:
            return "amended"
        if self.is_final:
            return "final"
        if self.signatures:
            return "signed by one"
        if self.forfeit is not None:
            return "forfeited"
        if self.ended:
            return "incomplete" if self.ended == "incomplete" else "over"
        if self.challenge is not None:
            return "challenge"
        if self.hold is not None:
            return "on hold"
        if self.out is not None:
            return "played out"
        return "playing" if self.started else "scheduled"
