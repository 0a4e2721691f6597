"""What the blanks stand for."""

from __future__ import annotations

from ledger.facts.fact import Fact
from ledger.vocabulary import Seat


class BlankDesignated(Fact, frozen=True, kw_only=True, tag="blank-designated"):
    """A player said, on neutral paper or otherwise, which letter a blank is.

    Attributes:
      blank: 1 or 2: the first or the second blank to reach the board.
      letter: the letter, upper case.
      square: where the blank lies, row first, as ``8D``.
      how: ``slip-circled``, ``slip-written``, ``announced`` or ``score-sheet``.
    """

    seat: Seat
    blank: int
    letter: str
    square: str
    how: str


class BlankDisputed(Fact, frozen=True, kw_only=True, tag="blank-disputed"):
    """``seat`` says the blank at ``square`` stands for another letter."""

    seat: Seat
    square: str
    claimed: str


class BlankRedesignated(Fact, frozen=True, kw_only=True, tag="blank-redesignated"):
    """The blank at ``square`` was given another letter, by ``seat``, on the ``basis`` stated."""

    seat: Seat
    square: str
    letter: str
    basis: str
