"""A game told ply by ply, as types; its JSON is what the replay page and the download hold.

Moments are ISO 8601 in UTC. What is asked for by squares is an index on the board, row by row.
"""

from __future__ import annotations

from uuid import UUID

from msgspec import Struct

from ledger.game.sheet.rescoring import Finding
from ledger.game.sheet.result_lines import ResultTold
from ledger.vocabulary import Boards, Clocks, GameState, IsoTime, Seat, WordScore


class GameFacts(Struct, frozen=True):
    """Where and under which rules the game was played, and how far its record goes."""

    id: UUID
    tournament: str
    tournament_name: str
    division: str
    round: int
    table: int
    replay: int
    rulebook: str
    lexicon: str
    version: int
    state: GameState
    source: str = ""


class PlayerFacts(Struct, frozen=True):
    """Who sits where."""

    seat: Seat
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
    at: IsoTime
    what: str


class PlacedTile(Struct, frozen=True):
    """A tile and its square; lower case for a blank."""

    at: int
    tile: str


class CorrectionTold(Struct, frozen=True):
    """What was put right, by whom, when and why."""

    version: int
    at: IsoTime
    by: str
    reason: str
    was: str
    now: str


class Ply(Struct, frozen=True):
    """One line of the score sheet, with what it changed. Fields as in ``Line``.

    Attributes:
      ply: 1 for the first.
      version: of the event that made the line.
      kind: as in ``LineKind``, or ``phoney``: a play that was challenged off.
      text: the line in one sentence, for who listens.
      square: where the word starts; ``None``: no tiles were placed.
      announced: points the player said; ``computed``: by our own count; ``None``: not known.
      clocks: seconds left on both, where they were read.
      rack: tiles held before; empty: not known, or not shown.
      placed: tiles that came to the board: index on the board and tile, blanks lower case.
      removed: indexes of the squares this ply emptied.
      unseen: tiles the player then on move has not seen: the bag and the opponent's rack.
      remarks: what was remarked on at this ply, and on what was written between it and the next.
      remark_rules: the rule behind each of the remarks, as ``wespa-4.0 3.2.1(a)``, or empty.
      notes: what else was written down between this ply and the next, in words.
      verified: badges of those who looked it over and found it right.
    """

    ply: int
    version: int
    seat: Seat | None
    kind: str
    move: str
    text: str
    square: str | None = None
    across: bool = True
    placed: tuple[PlacedTile, ...] = ()
    removed: tuple[int, ...] = ()
    words: tuple[WordScore, ...] = ()
    score: int = 0
    announced: int | None = None
    computed: int | None = None
    totals: tuple[int, int] = (0, 0)
    clocks: tuple[int | None, int | None] | None = None
    unseen: int = 0
    bag: int = 0
    rack: str = ""
    on_move: Seat | None = None
    marks: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    remark_rules: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    written_at: IsoTime = ""
    occurred_at: IsoTime | None = None
    written_by: str = ""
    device: str = ""
    corrections: tuple[CorrectionTold, ...] = ()
    verified: tuple[str, ...] = ()


class RulingTold(Struct, frozen=True):
    """The ruling under which something was entered.

    Attributes:
      called: the case as people call it, and ``number`` of it in its tournament.
      by: badge of the director.
    """

    called: str
    number: int
    finding: str
    citation: str
    by: str


class IncidentTold(Struct, frozen=True, kw_only=True):
    """One thing that was no ordinary turn, as a mark in the lane below the turns.

    Attributes:
      version: of its event; ``ply``: how many lines the sheet had then, with its own.
      about: what it is about, in a word, as ``ledger.replay.incidents.SIGNS`` has them, or
        ``ruling``.
      late: seconds it was written after it happened, where that is worth a word; else 0.
      clocks: seconds left on both, where they were read with it.
      ruling: under which it was entered; only directors and organisers are told.
    """

    version: int
    ply: int
    about: str
    words: str
    written_at: IsoTime
    occurred_at: IsoTime | None = None
    late: int = 0
    by: str = ""
    device: str = ""
    clocks: Clocks | None = None
    ruling: RulingTold | None = None


class Replayed(Struct, frozen=True, kw_only=True):
    """A whole game.

    Attributes:
      asof: the moment of knowledge that is shown; ``None``: now.
      moments: every event, known at ``asof`` or not.
      findings: where the record doesn't agree with itself.
      boards: how live this is for whoever asks.
      incidents: what was no ordinary turn, as far as whoever asks is shown it.
    """

    game: GameFacts
    players: tuple[PlayerFacts, PlayerFacts]
    board: BoardFacts
    tiles: tuple[TileFacts, ...]
    asof: IsoTime | None = None
    moments: tuple[Moment, ...]
    plies: tuple[Ply, ...]
    result: ResultTold | None = None
    findings: tuple[Finding, ...] = ()
    boards: Boards = Boards.NOW
    incidents: tuple[IncidentTold, ...] = ()
