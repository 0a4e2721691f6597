"""One line of the score sheet: a turn, or points beside one; its kinds, tiles left (`Stock`)."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from enum import StrEnum

from msgspec import Struct

from ledger.game.keeping.facts import GameLineNoted
from ledger.messages import known, say
from ledger.messages.written import reason_given
from ledger.vocabulary import RACK_SIZE, Clocks, Placement, Points, Seat, Tiles, Totals, WordScore
from ledger.vocabulary.names import spelled


class LineKind(StrEnum):
    """What a line of the score sheet is about.

    A failed challenge brings the opponent a ``BONUS`` or takes its ``COST``; a ``CREDIT`` and a
    ``PENALTY`` are the director's. A ``SLIP`` is what a slip filled in by hand has beyond the lines
    above it: all of a player's points where nobody recorded the game; a ``FILE`` the same of a
    file of another program.
    """

    PLAY = "play"
    EXCHANGE = "exchange"
    PASS = "pass"
    MISSED = "missed"
    WITHDRAWN = "withdrawn"
    TURN_LOST = "challenge-failed"
    BONUS = "bonus"
    COST = "challenge-cost"
    PENALTY = "penalty"
    CREDIT = "credit"
    UNPLAYED = "unplayed"
    OVERTIME = "overtime"
    RESIGNED = "resigned"
    FORFEITED = "forfeited"
    SAND = "sand-turn-lost"
    SLIP = "slip"
    FILE = "file"


TURNS = frozenset({LineKind.PLAY, LineKind.EXCHANGE, LineKind.PASS, LineKind.MISSED})
"""The kinds that are turns of play, entered as such."""

NOT_RECORDED = frozenset({LineKind.SLIP, LineKind.FILE})
"""The kinds that stand for all the turns nobody recorded here."""

LOST_TURNS = frozenset({LineKind.TURN_LOST, LineKind.SAND})
"""The kinds that are a turn a player did not get to make."""

TURNS_COUNTED = TURNS | LOST_TURNS


class Stock(Struct, frozen=True, gc=False):
    """Where the tiles are: how many in the bag and on each rack, taking racks as refilled."""

    bag: int
    racks: tuple[int, int]

    def after_playing(self, seat: Seat, tiles: int) -> Stock:
        """The stock once ``tiles`` left a rack and it was refilled as far as the bag goes."""
        kept = self.racks[seat.place] - tiles
        drawn = max(0, min(RACK_SIZE - kept, self.bag))
        return Stock(self.bag - drawn, self._with(seat, kept + drawn))

    def with_racks(self, racks: tuple[int, int], lost: int = 0) -> Stock:
        """The stock with so many tiles on the racks and the rest of the pool in the bag.

        ``lost`` tiles leave the pool; below zero they join it.
        """
        return Stock(self.bag + sum(self.racks) - sum(racks) - lost, racks)

    def after_taking_back(self, seat: Seat, tiles: int, held: int) -> Stock:
        """The stock once ``tiles`` came off the board to a rack that held ``held`` before.

        What was drawn in the meantime goes back to the bag.
        """
        back = self.racks[seat.place] + tiles - held
        return Stock(self.bag + back, self._with(seat, held))

    def _with(self, seat: Seat, rack: int) -> tuple[int, int]:
        first, second = self.racks
        return (rack, second) if seat is Seat.FIRST else (first, rack)


class Correction(Struct, frozen=True, gc=False):
    """How a line was put right: by which event, when, by whom, why, and what stood before."""

    version: int
    at: datetime
    by: str
    reason: str
    was: str
    now: str

    @property
    def why(self) -> str:
        """The reason as people read it."""
        return say("lines.taken-back") if self.reason == TAKEN_BACK else reason_given(self.reason)


class Line(Struct, frozen=True, kw_only=True, gc=False):
    """One line of the score sheet.

    Attributes:
      score: points that stand for this line, negative where points were lost.
      totals: both players' points after this line.
      zero_turns: scoreless turns in a row, up to and with this line.
      placed: (index on the board, tile) of each tile laid, blanks lower case.
      withdrawn: True for a play that was challenged off.
      fits: False where the placement could not be laid on the board as it stands.
      before: the stock before this line, for a play that comes off again.
      before_version: of a turn that was put in later, version of the turn it was made before.
      noted: what the game file it came from says beside it.
      verified: badges under which it was looked over and found right since its last correction.
    """

    version: int
    kind: LineKind
    seat: Seat
    score: Points
    totals: Totals
    zero_turns: int = 0
    placement: Placement | None = None
    placed: tuple[tuple[int, str], ...] = ()
    words: tuple[WordScore, ...] = ()
    announced: Points | None = None
    computed: Points | None = None
    count: int = 0
    tiles: Tiles = Tiles("")
    rack: Tiles = Tiles("")
    note: str = ""
    clocks: Clocks | None = None
    withdrawn: bool = False
    fits: bool = True
    before: Stock | None = None
    corrections: tuple[Correction, ...] = ()
    verified: tuple[str, ...] = ()
    before_version: int | None = None
    noted: GameLineNoted | None = None

    @property
    def place(self) -> float:
        """Where it stands in the order of the game, to compare with versions of events."""
        return self.version if self.before_version is None else self.before_version - 0.5

    @property
    def is_turn(self) -> bool:
        return self.kind in TURNS

    @property
    def move(self) -> str:
        """The line as it was entered: ``8D WINDY``, ``8D .AGE``, ``exchange 3``, ``pass``.

        >>> from ledger.vocabulary import Placement, Points, Seat
        >>> Line(version=3, kind=LineKind.PLAY, seat=Seat.FIRST, score=Points(32),
        ...      totals=(Points(32), Points(0)), placement=Placement("8D", "WINDY")).move
        '8D WINDY'
        """
        return self._called() if self.placement is None else str(self.placement)

    @property
    def wording(self) -> str:
        """The same as people read it: the tiles that lay there already in brackets."""
        if self.placement is not None:
            return spelled(self.placement, self.words)
        if self.kind is LineKind.UNPLAYED and self.tiles:
            return say("lines.unplayed-tiles", tiles=self.tiles)
        return say(f"lines.{self.kind.value}", n=self.count)

    def _called(self) -> str:
        if self.kind is LineKind.EXCHANGE:
            return f"exchange {self.count}"
        return _MOVES[self.kind] + (f" {self.tiles}" if self.kind is LineKind.UNPLAYED else "")


# The record's own notation of moves and notes, told to people.


def move_told(move: str) -> str:
    """What the record calls a move or an entry, as people say it; a play as it is.

    >>> move_told("exchange 3"), move_told("tiles to follow +32"), move_told("8D WINDY +32")
    ('exchange 3', 'tiles to follow +32', '8D WINDY +32')
    >>> move_told("hold called")
    'hold called'
    """
    if move.endswith(BY_OTHER):
        return say("lines.by-other-player", move=move_told(move.removesuffix(BY_OTHER)))
    name, _, rest = move.rpartition(" ")
    if name == "exchange" and rest.isdigit():
        return say("lines.exchange", n=int(rest))
    if name == "unplayed tiles":
        return say("lines.unplayed-tiles", tiles=rest)
    if name == "tiles to follow":
        return say("lines.missed-points", points=rest)
    if move == NOTHING:
        return say("lines.nothing")
    kind = _KINDS.get(move)
    if kind:
        return say(f"lines.{kind.value}")
    topic = move.replace(" ", "-")  # of what is no move, as the record calls it
    return event_called(topic) if known(f"events.{topic}") else move


def event_called(topic: str) -> str:
    """What people call an event of a game or of a case, by the topic it is stored under.

    >>> event_called("blank-designated")
    'blank designated'
    """
    return say(f"events.{topic}")


def note_told(note: str) -> str:
    """A note beside a line, as people say it; what an official wrote stays as it is.

    >>> note_told("points-per-word-5"), note_told("0:35 over"), note_told("void-exchange")
    ('5 points a word', '0:35 over', 'void exchange')
    """
    if known(f"lines.note-{note}"):
        return say(f"lines.note-{note}")
    for pattern, tell in _NOTES:
        found = pattern.fullmatch(note)
        if found:
            return tell(found)
    return note


def noted_wording(line: Line) -> str:
    """The note beside a line as people read it.

    Players sign for its words, in each language, so none of them ever changes.
    """
    if line.kind is LineKind.FORFEITED and known(f"codes.forfeit-cause.{line.note}"):
        return say(f"codes.forfeit-cause.{line.note}")
    return mode_wording(line.note)


def mode_wording(mode: str) -> str:
    """How points came about, as people read it: what a book calls it, or the record, or somebody.

    >>> mode_wording("lose-turn"), mode_wording("credit-per-word-5"), mode_wording("double")
    ('lose turn', 'credit per word 5', 'double')
    """
    if known(f"lines.mode-{mode}"):
        return say(f"lines.mode-{mode}")
    credited = _CREDIT.fullmatch(mode)
    if credited:
        return say("lines.mode-credit-per-word", points=credited[1])
    told = note_told(mode)
    return reason_given(told) if told == mode else told


_CREDIT = re.compile(r"credit-per-word-(\d+)")


_NOTES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (
        re.compile(r"points-per-(word|turn)-(\d+)"),
        lambda found: say(f"lines.note-points-per-{found[1]}", n=int(found[2])),
    ),
    (re.compile(r"([\d:]+) over"), lambda found: say("lines.note-over", time=found[1])),
    (re.compile(r"loses by (\d+)"), lambda found: say("lines.note-loses-by", margin=found[1])),
    (
        re.compile(r"waived: (.+)", re.DOTALL),
        lambda found: say("lines.note-waived-because", reason=found[1]),
    ),
)

NOTHING = "nothing"
"""What stood where an entry is new, and stands where one was struck out."""

TAKEN_BACK = "taken back"
"""In place of a reason where an entry was struck out with the turn it went with."""

BY_OTHER = ", by the other player"
"""Behind a move that was given to the other player."""

_MOVES = {
    LineKind.PLAY: "play",
    LineKind.PASS: "pass",
    LineKind.MISSED: "tiles to follow",
    LineKind.WITHDRAWN: "challenged off",
    LineKind.TURN_LOST: "turn lost: challenge failed",
    LineKind.BONUS: "challenge failed",
    LineKind.COST: "challenge failed",
    LineKind.PENALTY: "penalty",
    LineKind.CREDIT: "credit",
    LineKind.UNPLAYED: "unplayed tiles",
    LineKind.OVERTIME: "overtime",
    LineKind.RESIGNED: "resigned",
    LineKind.FORFEITED: "forfeited",
    LineKind.SAND: "turn lost: sand ran out",
    LineKind.SLIP: "as on the slip",
    LineKind.FILE: "as in the file",
}

_KINDS = {called: kind for kind, called in _MOVES.items()}
