"""The replay JSON as types: what the server reads of it to draw the page without scripts.

The JSON is made by ``ledger.replay.game_told``; what it means is written there. Fields we don't
read are skipped.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct


class GameFacts(Struct, frozen=True):
    """Where and under which rules the game was played, and how far its record goes."""

    id: str
    tournament: str
    tournament_name: str
    division: str
    round: int
    table: int
    replay: int
    rulebook: str
    lexicon: str
    version: int
    state: str
    source: str = ""


class PlayerFacts(Struct, frozen=True):
    """Who sits where."""

    seat: str
    name: str
    number: int | None = None


class BoardFacts(Struct, frozen=True):
    """The bare board: ``size`` squares a side, a premium or ``""`` for each."""

    size: int
    premiums: tuple[str, ...]


class TileFacts(Struct, frozen=True):
    """A kind of tile: face, points, how many the set holds. ``?`` is the blank."""

    tile: str
    value: int
    count: int


class Moment(Struct, frozen=True):
    """When something was written, and what."""

    version: int
    at: str
    what: str


class PlacedTile(Struct, frozen=True):
    """A tile and its square; lower case for a blank."""

    at: int
    tile: str


class WordFormed(Struct, frozen=True):
    """A word of a play and its points."""

    word: str
    score: int


class Correction(Struct, frozen=True):
    """What was put right, by whom, when and why."""

    version: int
    at: str
    by: str
    reason: str
    was: str
    now: str


class Ply(Struct, frozen=True):
    """One line of the move list; ``notes`` are what was written between it and the next."""

    ply: int
    version: int
    seat: str | None
    kind: str
    move: str
    text: str
    square: str | None = None
    across: bool = True
    placed: tuple[PlacedTile, ...] = ()
    removed: tuple[int, ...] = ()
    words: tuple[WordFormed, ...] = ()
    score: int = 0
    announced: int | None = None
    computed: int | None = None
    totals: tuple[int, int] = (0, 0)
    clocks: tuple[int | None, int | None] | None = None
    unseen: int = 0
    bag: int = 0
    rack: str = ""
    on_move: str | None = None
    marks: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    remark_rules: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    written_at: str = ""
    occurred_at: str | None = None
    written_by: str = ""
    device: str = ""
    corrections: tuple[Correction, ...] = ()
    verified: tuple[str, ...] = ()


class Result(Struct, frozen=True):
    """How the game stands; ``lines`` hold a label, the first seat's value, the second's.

    Attributes:
      notes: a sentence for each signature and amendment: for which scores, how, when, and
        whether it is for what stands.
    """

    totals: tuple[int, int]
    spread: int
    over: bool
    winner: str | None = None
    final: bool = False
    signed: tuple[str, ...] = ()
    handed_in: bool = False
    amended: bool = False
    notes: tuple[str, ...] = ()
    by_ruling: int = 0
    lines: tuple[tuple[str | int | None, ...], ...] = ()


class Finding(Struct, frozen=True):
    """Something in the record that does not agree with itself; mere arithmetic needs nobody."""

    version: int
    code: str
    what: str
    for_director: bool = True
    resolved: str = ""


class Replayed(Struct, frozen=True):
    """A whole game."""

    game: GameFacts
    players: tuple[PlayerFacts, PlayerFacts]
    board: BoardFacts
    tiles: tuple[TileFacts, ...]
    moments: tuple[Moment, ...]
    plies: tuple[Ply, ...]
    asof: str | None = None
    result: Result | None = None
    findings: tuple[Finding, ...] = ()
    boards: str = "now"


_REPLAYED = msgspec.json.Decoder(Replayed)
# Made at import: msgspec 0.22 can crash when several threads are the first to need a type.


def read_replay(body: bytes) -> Replayed:
    """The replay JSON, read.

    Raises:
      msgspec.ValidationError: where it is not of the agreed form; that is our mistake.
    """
    return _REPLAYED.decode(body)
