"""The state of a table, as a typed value: everything a tablet must know about its game."""

from __future__ import annotations

from uuid import UUID

from msgspec import Struct

from ledger.equipment.board import Squares
from ledger.game.facts.challenges import ChallengeIssued
from ledger.game.facts.keeping import TableHandedOver
from ledger.game.sheet.parts import Blank
from ledger.game.sheet.signatures import SignatureTold
from ledger.replay.replayed import BoardFacts, PlayerFacts, TileFacts
from ledger.vocabulary import Clocks, GameState, Moment, Points, Seat, Seconds, Totals
from web.entry.before_the_start import StartTold
from web.entry.conflicts import Waits
from web.entry.form_catalogue import FormTold, ProcedureShown
from web.entry.lines_told import LineTold, Undo
from web.entry.results_told import AmendingTold, ResultAtTable
from web.entry.rules_told import RulesTold


class GamePlace(Struct, frozen=True, kw_only=True):
    """Where a game is played.

    Attributes:
      tournament: its short name.
      division: empty where there is one only.
      replay: 2 for a game played again.
    """

    id: UUID
    tournament: str
    division: str
    round: int
    table: int
    replay: int


class TableGame(GamePlace, frozen=True, kw_only=True):
    """Which game it is, and how far its record goes.

    Attributes:
      version: of the record's last event, whatever of it this viewer is shown.
      last: ``command_id`` of that event; whoever enters something next names it as ``after``.
    """

    rulebook: str
    lexicon: str
    state: GameState
    version: int
    last: UUID


class OfferTold(Struct, frozen=True):
    """Something irregular that can be reported at this moment, under this rulebook.

    Attributes:
      name: of the procedure it opens.
      title: what the button says.
      asks: tag of the request that reports it.
      clause: the rule.
    """

    name: str
    title: str
    asks: str
    clause: str


class TableState(Struct, frozen=True, kw_only=True):
    """The state of one game as somebody is shown it.

    Attributes:
      players: first seat, then second; so are all pairs.
      squares: what lies on each square, row by row: empty, a tile, a blank in lower case.
      bag: tiles in it; ``racks``: on each rack, taken as refilled.
      hold: who called hold, while it lasts.
      challenge: the challenge that waits for its verdict or for what follows from it.
      clocks: seconds left when both were last read, at ``clocks_at``; ``None``: never.
      limits: seconds allotted to each.
      neutral: why the clocks are stopped, or empty while one runs.
      blanks: the letters designated.
      out: who played the last tile.
      ended: cause of the end, or empty.
      unplayed_counted: whether what was left on the racks is in the totals.
      lines: the score sheet, oldest line first.
      proposed: the totals put before the players to sign.
      signed_by: who signed for the result as it stands.
      final: whether it stands; ``by_ruling``: by a director's word.
      signatures: once the game is over, all that were given, with what each is for.
      handed_in: who took the slip to the director's table.
      open: the procedures that are going on, oldest first.
      offers: what can be reported; ``forms``: how each is asked for, by the request's tag.
      catalogue: digest of the forms that ``forms`` and ``open`` name (forms.json).
      challenge_mode: what a failed challenge costs; ``None``: not chosen.
      failed: challenges that failed so far and count here, by seat; ``free``: those that may
        fail at no cost.
      unplayed_mode: what an unplayed rack is worth when one player is out.
      starter: 0 or 1: which player of ``pairing`` sits in the first seat.
      keeper: the last hand-over of the table; ``None``: any scorekeeper may write here.
      start: what is asked before the first clock; ``None`` from then on.
      overtime: points taken for it; ``None`` where none was recorded.
      unsettled: what was entered too late and waits for a person; for who is shown all of it.
      undo: what taking back the last turn does; ``None``: there is none, or not for this viewer.
    """

    game: TableGame
    players: tuple[PlayerFacts, ...]
    board: BoardFacts
    tiles: tuple[TileFacts, ...]
    squares: Squares
    totals: Totals
    bag: int
    racks: tuple[int, int]
    started: bool
    on_move: Seat | None
    hold: Seat | None
    challenge: ChallengeIssued | None
    clocks: Clocks | None
    clocks_at: Moment | None
    limits: tuple[Seconds, Seconds]
    neutral: str
    blanks: tuple[Blank, ...]
    out: Seat | None
    ended: str
    unplayed_counted: bool
    lines: tuple[LineTold, ...]
    proposed: Totals | None
    signed_by: tuple[Seat, ...]
    final: bool
    by_ruling: bool
    signatures: tuple[SignatureTold, ...]
    amending: AmendingTold | None
    handed_in: Seat | None
    open: tuple[ProcedureShown, ...]
    offers: tuple[OfferTold, ...]
    catalogue: str
    forms: dict[str, FormTold]
    challenge_mode: str | None
    failed: tuple[int, int]
    free: tuple[int, int]
    unplayed_mode: str | None
    starter: int
    pairing: tuple[str, str]
    keeper: TableHandedOver | None
    start: StartTold | None
    overtime: tuple[Points | None, Points | None]
    rules: RulesTold
    result: ResultAtTable
    unsettled: tuple[Waits, ...]
    undo: Undo | None
