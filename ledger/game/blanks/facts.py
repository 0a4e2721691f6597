"""What the blanks stand for."""

from __future__ import annotations

from ledger.record.fact import BOARD, HANDS, Fact
from ledger.vocabulary import Seat
from ledger.vocabulary.closed_lists import BlankHow


class BlankDesignated(Fact, frozen=True, kw_only=True, tag="blank-designated"):
    """A player said, on neutral paper or otherwise, which letter a blank is.

    Attributes:
      blank: 1 or 2: the first or the second blank to reach the board.
      square: where the blank lies, row first, as ``8D``.
      changed: whether the letter was another when the play was entered, and was changed
        while it still could be; the tile on the board follows.
    """

    visibility = BOARD

    seat: Seat
    blank: int
    letter: str
    square: str
    how: BlankHow
    changed: bool = False


class BlankDisputed(Fact, frozen=True, kw_only=True, tag="blank-disputed"):
    """``seat`` says the blank at ``square`` stands for another letter."""

    visibility = BOARD.less("on_paper")

    seat: Seat
    square: str
    claimed: str
    declared: bool = False
    on_paper: tuple[Seat, ...] = ()


class BlankRedesignated(Fact, frozen=True, kw_only=True, tag="blank-redesignated"):
    """The blank at ``square`` was given another letter, by ``seat``, on the ``basis`` stated.

    Attributes:
      words: words that may be challenged because of it.
    """

    visibility = BOARD.less("basis")

    seat: Seat
    square: str
    letter: str
    basis: str
    words: tuple[str, ...] = ()


class RedesignationChallenged(Fact, frozen=True, kw_only=True, tag="redesignation-challenged"):
    visibility = BOARD

    seat: Seat
    words: tuple[str, ...]
    acceptable: bool


class RedesignationAccepted(Fact, frozen=True, kw_only=True, tag="redesignation-accepted"):
    """Nobody challenged those words while it could be done."""

    visibility = BOARD


class BlankConfirmed(Fact, frozen=True, kw_only=True, tag="blank-confirmed"):
    """A dispute ended with the letter as it was, for the ``reason`` stated."""

    visibility = BOARD.less("reason")

    square: str
    letter: str
    reason: str


class BlankUndeclared(Fact, frozen=True, kw_only=True, tag="blank-undeclared"):
    """``seat`` ended a turn without saying which letter the blank at ``square`` is.

    Attributes:
      before: how often the same player had done so in this game.
    """

    visibility = BOARD

    seat: Seat
    square: str
    before: int = 0


class MoveReplayed(Fact, frozen=True, kw_only=True, tag="move-replayed"):
    """``seat`` may make the move again that rested on a misread blank.

    Attributes:
      move: version of the event that held the move.
    """

    visibility = BOARD.less("reason")

    seat: Seat
    move: int
    reason: str


class FalseBlankFound(Fact, frozen=True, kw_only=True, tag="false-blank-found"):
    """``seat`` turned over a blank at ``square`` and found a letter tile.

    Attributes:
      taken_back: whether the play comes off because of it.
      drawn: new tiles the player had drawn by then.
    """

    visibility = BOARD.sealing("drawn", "mixed")

    seat: Seat
    player: Seat
    square: str
    real: str
    taken_back: bool
    drawn: int = 0
    mixed: bool = False


class FalseBlankSettled(Fact, frozen=True, kw_only=True, tag="false-blank-settled"):
    """The tiles drawn after a false blank went back: ``shown`` first, then ``returned``."""

    visibility = HANDS

    player: Seat
    shown: int
    returned: int
