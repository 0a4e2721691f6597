"""A board that was upset."""

from __future__ import annotations

from ledger.record.fact import BOARD, TALK, Fact
from ledger.vocabulary import Points, Seat
from ledger.vocabulary.closed_lists import UpsetHow


class BoardUpset(Fact, frozen=True, kw_only=True, tag="board-upset"):
    """Tiles were knocked off their squares; nobody touches anything until the director comes.

    Attributes:
      seat: who did it; ``None`` if nobody at the table did, or it is not known.
      note: what happened, in a few words.
    """

    visibility = BOARD.less("seat", "note")

    seat: Seat | None = None
    note: str = ""


class UpsetFound(Fact, frozen=True, kw_only=True, tag="upset-found"):
    """Both players and the witnesses were heard, and the director found what it was.

    Attributes:
      how: ``accidental`` or ``intentional``.
      seat: whose doing it was, if anybody's.
      witnesses: who else was heard.
    """

    visibility = TALK

    how: UpsetHow
    seat: Seat | None = None
    witnesses: tuple[str, ...] = ()


class PositionRebuilt(Fact, frozen=True, kw_only=True, tag="position-rebuilt"):
    """The position was laid out again from the plays on record.

    Attributes:
      version: event of the game up to which the plays were taken.
      tiles: tiles on the board as it was laid out.
      board: the squares row by row, ``.`` for an empty one, blanks lower case.
    """

    visibility = BOARD

    version: int
    tiles: int
    board: str


class UpsetEnded(Fact, frozen=True, kw_only=True, tag="upset-ended"):
    """The position could not be rebuilt, or there was no time: how the scores came about.

    Attributes:
      turns: turns each player had made.
      taken_off: points of the last turn, taken off who had made one more; 0 if nobody had.
      seat: from whom.
    """

    visibility = BOARD.less("seat")

    turns: tuple[int, int]
    taken_off: Points = Points(0)
    seat: Seat | None = None


class PlayerEjected(Fact, frozen=True, kw_only=True, tag="player-ejected"):
    """``seat`` must leave the event. The own other games are not touched by that alone."""

    visibility = TALK

    seat: Seat
    clause: str = ""
