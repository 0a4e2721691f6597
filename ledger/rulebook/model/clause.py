"""One thing a rulebook lays down, and where it does; a section is a group of them."""

from __future__ import annotations

from typing import Generic, Literal, TypeVar

from msgspec import Struct, field

from ledger.refusals.saying import refusal
from ledger.vocabulary.refusals import Refusal

T = TypeVar("T")

Standing = Literal["stated", "silent", "not-in-our-copy", "organiser"]


class Clause(Struct, Generic[T], frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One value of one rulebook, with the number of the rule that sets it.

    Attributes:
      number: the rule; where the book is silent, the rule that makes the director decide.
      value: what the rule says; ``None`` for every standing but ``stated``.
      standing: ``stated``; ``silent`` (the book says nothing, or sets no number);
        ``not-in-our-copy`` (the rule exists, its text does not); ``organiser`` (the book
        leaves it to the organiser, who has not chosen yet).
      inferred: True where the value is our reading of the rule, not its words.
      note: what a person should know beside the value; empty if nothing.
      trap: id of the gap or contradiction that touches this (``ledger.rulebook.ambiguities``); or
        empty.
      point: what this is about, as ``overtime: forfeit after``; set when the book is read.
    """

    book: str
    number: str = field(name="clause")
    value: T | None = None
    standing: Standing = "stated"
    inferred: bool = False
    chosen: bool = False
    note: str = ""
    point: str = ""
    trap: str = ""

    def __post_init__(self) -> None:
        """Refuse, at load, a value that is stated and missing, or unknown and there."""
        if (self.value is None) == (self.standing == "stated"):
            raise ValueError(
                f"{self.point or self}: a stated clause has a value and no other one does"
            )
        if self.chosen and self.standing != "stated":
            raise ValueError(f"{self.point or self}: what was chosen is not unknown")

    def __str__(self) -> str:
        return f"{self.book} {self.number}"

    @property
    def is_known(self) -> bool:
        return self.value is not None

    def known(self) -> T:
        """The value, where there is one.

        Raises:
          Refusal: ``rulebook-silent``, ``clause-not-in-our-copy`` or ``option-not-chosen``;
            then only a director, or the organiser, can say.
        """
        if self.value is None:
            raise self.refusal()
        return self.value

    def refusal(self) -> Refusal:
        """Why there is no value, in words for people."""
        return refusal(
            {
                "silent": "rulebook-silent",
                "not-in-our-copy": "clause-not-in-our-copy",
                "organiser": "option-not-chosen/by-the-organiser",
            }[self.standing],
            point=self.point.replace("_", " ").replace(": ", ", "),
            clause=self,
            trap=self.trap,
        )


# What every part of a rulebook is: a group of clauses, none of which may be left out.


class Section(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A group of clauses. A rulebook file has every section, and every clause of it.

    Where a book says nothing, its file says so (``standing = "silent"``): a clause left out
    or misspelled is an error when the book is read, never a default.
    """
