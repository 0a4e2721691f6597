"""The sheet of a game: all its events add up to, procedures opened, signatures that stand.

It has no setters and never refuses: what is written has happened. Whatever can be worked
out (running totals, who is on move, tiles in the bag) is worked out by the fold and stored
nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from ledger.equipment.board import Squares
from ledger.game.calls.facts import (
    ClaimMade,
    DirectorArrived,
    DirectorCalled,
    DirectorLeft,
    DirectorSetOut,
    MatterSetAside,
    WarningDue,
    WarningSettled,
)
from ledger.game.challenges.facts import ChallengeIssued, CourtesyDraw, FlashDraw
from ledger.game.endings.facts import GameForfeited, GameResigned
from ledger.game.keeping.facts import GameFileTakenIn, TableHandedOver, TurnsVerified
from ledger.game.results.facts import (
    AmendmentAsked,
    AmendmentRefused,
    RecordsDiffer,
    ResultAmended,
    ResultHandedIn,
    ResultProposed,
    ResultReported,
    ResultSigned,
    SetGathered,
    TallySheetSigned,
)
from ledger.game.scores.facts import ScoresWritten
from ledger.game.setting_up.facts import GameScheduled
from ledger.game.sheet.line import TURNS, TURNS_COUNTED, Line, LineKind, Stock
from ledger.record.events import Event
from ledger.record.fact import Fact
from ledger.record.kept_words import WordsRemoved
from ledger.record.standing import taken_back
from ledger.vocabulary import Clocks, GameState, Points, Seat, Seconds, Tiles, Totals

# Which signatures stand: those given for the result as it is now, or a ruling in their place.
#
# What was signed is not what stands any more once anything in it has changed: a score corrected,
# overtime waived, a result amended. Nobody has to say so: it is seen from the events. Signatures
# void in this way count again only if what they were given for stands again.


class Signed(Struct, frozen=True):
    """A signature and the version of its event, which says when it was given."""

    fact: ResultSigned
    version: int

    @property
    def seat(self) -> Seat:
        return self.fact.seat


class Amending(Struct, frozen=True):
    """A petition for amendment that nobody has decided yet.

    Attributes:
      now: what the scores should be, if that was said.
      signatures: of the players who agree to exactly these scores, oldest first.
    """

    version: int
    seat: Seat | None
    reason: str
    now: Totals | None
    signatures: tuple[Signed, ...] = ()

    @property
    def agreed(self) -> bool:
        return len(self.signatures) == len(Seat)


IN_THE_RESULT = (
    LineKind.BONUS, LineKind.COST, LineKind.PENALTY, LineKind.CREDIT, LineKind.UNPLAYED,
    LineKind.OVERTIME, LineKind.RESIGNED, LineKind.FORFEITED,
)  # fmt: skip
"""Lines that are no turn of play: a result tells each of them with what it is for."""

CHANGES_NO_RESULT: frozenset[type[Fact]] = frozenset(
    {
        AmendmentAsked, AmendmentRefused, ClaimMade, DirectorArrived, DirectorCalled, DirectorLeft,
        DirectorSetOut, MatterSetAside, ResultAmended, ResultHandedIn, ResultProposed, ResultSigned,
        SetGathered, TableHandedOver, TurnsVerified, WarningDue, WarningSettled, WordsRemoved,
    }
)  # fmt: skip
"""What may follow a signature without a look at what was signed; amended scores are compared
anyway."""

Folded = Callable[[Sequence[Event]], "Sheet"]
"""What the first events of a game add up to."""


def with_signatures(sheet: Sheet, folded: Folded) -> Sheet:
    """``sheet`` with the signatures that stand, and with the ruling that stands for them."""
    if not sheet.result.given:
        return replace(
            sheet, result=replace(sheet.result, signatures=(), carried=sheet.result.ruled_at)
        )
    given = sheet.result.given
    standing = tuple(one for one in given if _covers(one, sheet, folded))
    carried = sheet.result.ruled_at or (0 if standing == given else _ruling_since(sheet))
    return replace(sheet, result=replace(sheet.result, signatures=standing, carried=carried))


def _covers(signed: Signed, sheet: Sheet, folded: Folded) -> bool:
    """Whether a signature is for what stands. Of an old one only the scores are known."""
    fact = signed.fact
    if fact.totals != sheet.stands:
        return False
    since = [e for e in sheet.events if e.originator_version > (fact.covers or signed.version)]
    if fact.covers is None or all(type(event.fact) in CHANGES_NO_RESULT for event in since):
        return True
    then = folded(sheet.events[: len(sheet.events) - len(since)])
    if fact.amendment is not None:
        then = replace(then, result=replace(then.result, amended=fact.totals))
    return result_stood(then) == result_stood(sheet)


def result_stood(sheet: Sheet) -> tuple[Any, ...]:
    """All that makes up a result: two sheets where this is the same tell the players the same."""
    lines = tuple(
        (line.kind, line.seat, line.score, line.note, line.tiles)
        for line in sheet.lines
        if line.kind in IN_THE_RESULT
    )
    return (
        sheet.stands, sheet.totals, lines, sheet.names, sheet.ending.margin, sheet.ending.forfeit,
        sheet.ending.resigned, sheet.ending.voided,
    )  # fmt: skip


def _ruling_since(sheet: Sheet) -> int:
    """The event by which a ruling changed what both players had signed; 0 for none.

    Without a ruling a signed result isn't touched, so where both had signed one result and
    another stands, what was entered under a ruling since is why.
    """
    given = sheet.result.given
    if len(given) < len(Seat) or len({one.fact.totals for one in given}) > 1:
        return 0
    last = max(one.version for one in given)
    gone = taken_back(sheet.events)
    return max(
        (
            event.originator_version
            for event in sheet.events
            if event.originator_version > last
            and event.originator_version not in gone
            and event.envelope.case is not None
        ),
        default=0,
    )


# Procedures that are going on at a table: which fact opened each, and what was done since.


# The score sheet of one game as it stands, with its parts, and the procedures open at the table.


F = TypeVar("F", bound=Fact)


class Opened(Struct, frozen=True):
    """A procedure that is not finished; ``done``: the steps recorded since, oldest first."""

    version: int
    fact: Fact
    done: tuple[Fact, ...] = ()

    def has(self, kind: type[Fact]) -> bool:
        return any(isinstance(step, kind) for step in self.done)


def find(
    procedures: tuple[Opened, ...], kind: type[Fact] | tuple[type[Fact], ...]
) -> Opened | None:
    for one in reversed(procedures):
        if isinstance(one.fact, kind):
            return one
    return None


def with_opened(procedures: tuple[Opened, ...], version: int, fact: Fact) -> tuple[Opened, ...]:
    return (*procedures, Opened(version, fact))


def with_step(procedures: tuple[Opened, ...], kind: type[Fact], step: Fact) -> tuple[Opened, ...]:
    """``step`` added to the latest procedure opened by ``kind``; unchanged if none is open."""
    current = find(procedures, kind)
    return tuple(
        Opened(one.version, one.fact, (*one.done, step)) if one is current else one
        for one in procedures
    )


def without_any(
    procedures: tuple[Opened, ...], kinds: tuple[type[Fact], ...]
) -> tuple[Opened, ...]:
    return tuple(one for one in procedures if not isinstance(one.fact, kinds))


def without(procedures: tuple[Opened, ...], kind: type[Fact]) -> tuple[Opened, ...]:
    current = find(procedures, kind)
    return tuple(one for one in procedures if one is not current)


# What is known about answering the play just made, and about the challenge judged last.


class NewTiles(Struct, frozen=True, kw_only=True, gc=False):
    """New tiles that left the bag for the play just made, as far as anybody noted them.

    Attributes:
      drawn: how many; ``None``: nobody counted.
    """

    drawn: int | None = None
    racked: bool = False
    mixed: bool = False

    def beside(self, before: NewTiles | None) -> NewTiles:
        """Both reports together; the later one has the number, where it has any."""
        if before is None:
            return self
        return NewTiles(
            drawn=before.drawn if self.drawn is None else self.drawn,
            racked=before.racked or self.racked,
            mixed=before.mixed or self.mixed,
        )


class Answering(Struct, frozen=True, kw_only=True, gc=False):
    """Since the last turn: what bears on the right to hold or to challenge it.

    Attributes:
      released: a hold on it was called and released.
      hold_after: seconds from the end of the turn to the hold; ``None``: not known.
      irregular: how it was made out of order, as ``TurnEndedIrregularly.how``; or empty.
      reopened: the director found that it may still be answered.
      passed: the time to answer it is over.
      new_tiles: what was drawn for it already; ``None``: nothing is on record.
      held: the hold that a challenge followed; it goes on where the challenge is undone.
    """

    released: bool = False
    hold_after: Seconds | None = None
    irregular: str = ""
    accepted: bool = False
    reopened: bool = False
    passed: bool = False
    flash: FlashDraw | None = None
    courtesy: CourtesyDraw | None = None
    new_tiles: NewTiles | None = None
    held: Opened | None = None


class Judged(Struct, frozen=True, kw_only=True, gc=False):
    """A challenge that has its verdict.

    Attributes:
      version: the event that took the play off or let it stand.
      in_force: the verdict that the sheet follows.
      asked: another opinion was asked for and is not given yet.
    """

    version: int
    play_seat: Seat
    challenge: ChallengeIssued
    verdicts: tuple[bool, ...]
    judges: tuple[str, ...]
    in_force: bool
    asked: bool = False


# The parts of the score sheet: board, set, clocks, challenges, ending, result and table.
#
# Who works with one of them is handed that part and reads nothing else.


class Blank(Struct, frozen=True):
    """A blank's letter as last designated: which blank, where it lies, how it was declared."""

    blank: int
    square: str
    letter: str
    how: str


class OnBoard(Struct, frozen=True, kw_only=True, gc=False):
    """What lies on the board, and how.

    Attributes:
      blanks: the letters designated; ``blank_dispute``: square of the blank whose letter is
        disputed, or ``""``.
      orientation: degrees between the first play and the lettering; ``None``: not noted.
      unscored: squares whose words count nothing, for they were misplaced (nsa IV.D).
      false_blanks: square and real letter of tiles that lie as blanks and are none.
    """

    squares: Squares
    blanks: tuple[Blank, ...] = ()
    blank_dispute: str = ""
    orientation: int | None = None
    unscored: tuple[int, ...] = ()
    false_blanks: tuple[tuple[str, str], ...] = ()


class IrregularSet(Struct, frozen=True, kw_only=True, gc=False):
    """How the tiles of the game differ from the set (A-04, A-05).

    Attributes:
      missing: tiles of the set that are out of the game; ``missing_tiles``: those known.
      extra: tiles in the game beyond the set; ``extra_tiles``: those known.
    """

    missing: int = 0
    missing_tiles: Tiles = Tiles("")
    extra: int = 0
    extra_tiles: Tiles = Tiles("")


class AtTheClock(Struct, frozen=True, kw_only=True, gc=False):
    """What the timer shows and why it stands.

    Attributes:
      limits: seconds allotted to each seat.
      times: what both clocks showed when last read, adjustments included.
      neutral: why the clocks are stopped, or ``""`` while one runs.
      overtime: points taken for overtime, by seat; ``None`` where none was recorded.
    """

    limits: tuple[Seconds, Seconds]
    times: Clocks | None = None
    neutral: str = ""
    timer: str = ""
    outages: tuple[int, int] = (0, 0)
    overtime: tuple[Points | None, Points | None] = (None, None)

    def read(self, times: Clocks | None) -> AtTheClock:
        return self if times is None else replace(self, times=times)

    def less(self, seat: Seat, seconds: int) -> AtTheClock:
        """The same with ``seconds`` taken from the time left to ``seat``, once it is known."""
        if self.times is None or not seconds:
            return self
        first, second = self.times
        if seat is Seat.FIRST:
            return replace(self, times=(Seconds(first - seconds), second))
        return replace(self, times=(first, Seconds(second - seconds)))


class Challenges(Struct, frozen=True, kw_only=True, gc=False):
    """Holds and challenges: the one that goes on, and what earlier ones left.

    Attributes:
      pending: the challenge waiting for its verdict or for what follows from it.
      failed: failed challenges so far, by seat: some modes rise with them.
      free: challenges that may fail at no cost, given and not used, by seat.
      stood: version of the play last challenged in vain; it can't be challenged again.
    """

    hold: Seat | None = None
    pending: ChallengeIssued | None = None
    verdict: bool | None = None
    judge: str = ""
    failed: tuple[int, int] = (0, 0)
    free: tuple[int, int] = (0, 0)
    stood: int = 0
    judged: Judged | None = None


class Ending(Struct, frozen=True, kw_only=True, gc=False):
    """How the game ended, beyond its cause.

    Attributes:
      unplayed_counted: whether what was left on the racks is in the totals.
      forfeit: how it was forfeited; ``margin``: by how many points, where that is known.
      resigned: who resigned; ``resignation``: how, with what the ruling adds to the margin.
      voided: why the game counts for nobody, or ``""``.
    """

    unplayed_counted: bool = False
    forfeit: GameForfeited | None = None
    margin: Points | None = None
    resigned: Seat | None = None
    resignation: GameResigned | None = None
    voided: str = ""
    gathered: SetGathered | None = None


class Result(Struct, frozen=True, kw_only=True, gc=False):
    """The scores on their way from the score sheets to a result that stands.

    Attributes:
      barred: whom no change may favour.
      spread_changes: penalties and credits that touch the spread only, by seat.
      given: the latest signature of each player since the result was last amended or reopened.
      signatures: those of them that are for the result as it stands now
        (``ledger.game.sheet.sheet``).
      amending: a petition for amendment that is not decided yet; ``amending_waived``: one that
        the director waived, which can be taken back.
      ruled_at: version of the event by which a director amended the result; 0: none.
      carried: version of the event under a ruling, or by a director, that makes the result stand
        without signatures; 0: none.
      from_file: version of the event by which the result was taken over from a file; 0: none.
      elsewhere: version of the event that says that its paper lies with another program; 0: none.
    """

    written: tuple[ScoresWritten, ...] = ()
    agreed: Totals | None = None
    discrepancy: str = ""
    barred: Seat | None = None
    spread_changes: Totals = (Points(0), Points(0))
    proposed: Totals | None = None
    given: tuple[Signed, ...] = ()
    signatures: tuple[Signed, ...] = ()
    handed_in: Seat | None = None
    amending: Amending | None = None
    amending_waived: Amending | None = None
    amended: Totals | None = None
    ruled_at: int = 0
    carried: int = 0
    from_file: int = 0
    elsewhere: int = 0
    tally: tuple[TallySheetSigned, ...] = ()
    reported: tuple[ResultReported, ...] = ()
    records_differ: RecordsDiffer | None = None

    def with_seats_changed(self) -> Result:
        """What was told by seat before it was known who started, in the seats of the players."""
        reported = tuple(
            replace(one, seat=one.seat.opponent, totals=one.totals[::-1]) for one in self.reported
        )
        differ = self.records_differ
        if differ is not None:
            differ = RecordsDiffer(of_first=differ.of_second[::-1], of_second=differ.of_first[::-1])
        return replace(self, reported=reported, records_differ=differ)


class AtTheTable(Struct, frozen=True, kw_only=True, gc=False):
    """Who may be there and who writes.

    Attributes:
      keeper: the last hand-over of the table; ``None``: any scorekeeper may write here.
      not_recorded: players of the pairing (1, 2) who did not agree to the moves being kept.
    """

    keeper: TableHandedOver | None = None
    not_recorded: tuple[int, ...] = ()
    monitor: str = ""
    ejected: tuple[Seat, ...] = ()


class FromFile(Struct, frozen=True, gc=False):
    """That the game came from a file: the version with which that ended, and what it said."""

    version: int
    told: GameFileTakenIn


class Sheet(Struct, frozen=True, kw_only=True, gc=False):
    """The state of one game.

    Attributes:
      events: every event, oldest first, so that a correction can fold the game again.
      corrected: whether one of them corrects another.
      withheld: whether this is a copy for somebody who is not shown everything
        (``ledger.visibility``): events may be missing, and nothing is looked for that disagrees.
      starter: 0 or 1: which of the scheduled players sits in the first seat.
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
        return self.names[seat.place]

    def total(self, seat: Seat) -> Points:
        return self.totals[seat.place]

    def event(self, version: int) -> Event:
        """The event with this version; its place in ``events`` says nothing about that."""
        for event in self.events:
            if event.originator_version == version:
                return event
        raise LookupError(f"no event of version {version}")

    @property
    def plays(self) -> tuple[Line, ...]:
        play = LineKind.PLAY
        return tuple([line for line in self.lines if line.kind is play and not line.withdrawn])

    @property
    def turn_count(self) -> int:
        """Turns entered so far, lost and withdrawn ones included."""
        return len([line for line in self.lines if line.kind in TURNS_COUNTED])

    @property
    def last_turn(self) -> Line | None:
        for line in reversed(self.lines):
            if line.kind in TURNS:
                return line
        return None

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
        return "" if self.result.amending is None else self.result.amending.reason

    @property
    def set_irregular(self) -> bool:
        """Whether the game is played with tiles missing from the set, or too many (A-04, A-05)."""
        return bool(self.irregular.missing or self.irregular.extra)

    @property
    def signed_by(self) -> tuple[Seat, ...]:
        return tuple(signature.seat for signature in self.result.signatures)

    @property
    def is_signed(self) -> bool:
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
        if result.carried > 0 or len(result.signatures) == len(Seat):
            return True
        return result.elsewhere > result.from_file > 0 and result.records_differ is None

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
