"""A game set up and started, at a table or on a platform: what can have happened."""

from __future__ import annotations

from ledger.equipment.board import USUAL_BOARD
from ledger.equipment.tile_set import USUAL_TILES
from ledger.record.fact import BOARD, TALK, Fact
from ledger.vocabulary import Clocks, Seat, Seconds
from ledger.vocabulary.closed_lists import (
    Equipment,
    NamedTimer,
    SetCountedBy,
    StartMethod,
    StartMoment,
    TimerKind,
)

# Before the first tile: pairing, the set, who starts, how much time.


OptionValue = str | int


class GameScheduled(Fact, frozen=True, kw_only=True, tag="game-scheduled"):
    """Two players were paired at a table. The first event of every game.

    Attributes:
      players: the names, in the order of the pairing; who starts is ``StarterDetermined``.
      options: what the organiser chose where the rulebook leaves a choice, as (name, value).
      time_limits: seconds allotted to each of ``players``, in the same order.
      replay: 2 for a game played again at the same table of the same round, and so on.
      rulebook_digest: the edition of the rulebook, where it is one of the organiser's own.
      tile_set: the name of a set that ships, or all of a set that somebody gave.
      source: where an imported game came from, as ``gcg:<sha256>``; empty if played here.
    """

    visibility = BOARD

    tournament: str
    division: str = ""
    round_number: int
    table: int
    replay: int = 1
    players: tuple[str, str]
    numbers: tuple[int, int] | None = None
    rulebook: str
    options: tuple[tuple[str, OptionValue], ...] = ()
    lexicon: str = ""
    time_limits: tuple[Seconds, Seconds] = (Seconds(1500), Seconds(1500))
    tile_set: str = USUAL_TILES
    board: str = USUAL_BOARD
    source: str = ""
    rulebook_digest: str = ""


class SetChecked(Fact, frozen=True, kw_only=True, tag="set-checked"):
    """The tiles were counted. ``complete`` is False when the set was found wrong.

    Attributes:
      counted_by: ``both`` players, ``one`` of them or ``staff``; empty if nobody noted it.
    """

    visibility = BOARD.less("note")

    complete: bool
    note: str = ""
    counted_by: SetCountedBy = ""


class StarterDetermined(Fact, frozen=True, kw_only=True, tag="starter-determined"):
    """It was settled who plays first.

    Attributes:
      starter: 1 or 2: which of the scheduled ``players``.
      draws: tiles shown in each round of the draw, in the order of ``players``.
      firsts: how often each of ``players`` had started before; ``None`` if not looked up.
      unplayed: byes and forfeits of each.
    """

    visibility = BOARD

    starter: int
    method: StartMethod
    draws: tuple[tuple[str, str], ...] = ()
    firsts: tuple[int, int] | None = None
    seconds: tuple[int, int] | None = None
    unplayed: tuple[int, int] | None = None


class TimeAssigned(Fact, frozen=True, kw_only=True, tag="time-assigned"):
    """A player's allowance was set to ``seconds``, for lateness or by special arrangement."""

    visibility = BOARD.less("reason")

    seat: Seat
    seconds: Seconds
    reason: str


class GameStarted(Fact, frozen=True, kw_only=True, tag="game-started"):
    """The starter's clock was started.

    Attributes:
      cause: ``tile-out`` of the bag or ``tile-seen``; empty if nobody noted it.
      timer: the kind of timer, where it was not named before; ``unknown`` or ``none`` where
        the game goes on without one being named.
    """

    visibility = BOARD

    cause: StartMoment = ""
    timer: NamedTimer = ""


class TimerChosen(Fact, frozen=True, kw_only=True, tag="timer-chosen"):
    """Which timer stands on the table. The kind decides where overtime begins.

    Attributes:
      owner: 1 or 2 for a timer that a player brought; 0 for the organiser's.
      settings: what both sides were set to and showed, if both players looked.
    """

    visibility = BOARD.less("label", "owner")

    kind: TimerKind
    label: str = ""
    owner: int = 0
    settings: Clocks | None = None


class EquipmentNoted(Fact, frozen=True, kw_only=True, tag="equipment-noted"):
    """Which ``what`` (``tiles``, ``board``, ``rack``, ``bag``) is used; owner as with timers."""

    visibility = TALK

    what: Equipment
    label: str = ""
    owner: int = 0


class RecordingAgreed(Fact, frozen=True, kw_only=True, tag="recording-agreed"):
    """Player 1 or 2 of the pairing agreed, or did not, to the moves being written down."""

    visibility = TALK

    player: int
    agrees: bool


class ArrangementMade(Fact, frozen=True, kw_only=True, tag="arrangement-made"):
    """The director allowed player 1 or 2 another way of doing things, as ``what`` says."""

    visibility = TALK

    player: int
    what: str


class StartTilesReturned(Fact, frozen=True, kw_only=True, tag="start-tiles-returned"):
    """Player 1 or 2 put the tiles of the starting draw back into the bag."""

    visibility = BOARD

    player: int
    shuffled: bool = False


class PlayersNamed(Fact, frozen=True, kw_only=True, tag="players-named"):
    """A name was corrected: what ``players`` of the pairing are called, in the same order."""

    visibility = BOARD

    players: tuple[str, str]


class FirstTileDrawn(Fact, frozen=True, kw_only=True, tag="first-tile-drawn"):
    """The starter's first tile is out of the bag, or ``seen`` as well: two moments."""

    visibility = BOARD

    seen: bool


class FirstRackDrawn(Fact, frozen=True, kw_only=True, tag="first-rack-drawn"):
    """``seat`` drew its first seven tiles."""

    visibility = BOARD

    seat: Seat


class MonitorNamed(Fact, frozen=True, kw_only=True, tag="monitor-named"):
    """Who watches the game, and what the monitor sees.

    Attributes:
      cameras: cameras of the player who has the fewest.
    """

    visibility = TALK

    monitor: str
    screens_shared: bool
    cameras: int


class ConnectionLost(Fact, frozen=True, kw_only=True, tag="connection-lost"):
    """The connection of ``seat`` failed for ``seconds`` (``None``: not measured)."""

    visibility = TALK

    seat: Seat
    seconds: Seconds | None = None
    note: str = ""
