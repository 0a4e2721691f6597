"""What an organiser may choose, and one thing a rulebook lays down, with its clause.

Which values a book allows, and by which rule, stands in its file under ``[options]``; here
is only what the name means and which clause of the rulebook it sets.
"""

from __future__ import annotations

from typing import Generic, Literal, TypeVar

from msgspec import Struct, field

from ledger.messages import known, say
from ledger.refusals.saying import refusal
from ledger.vocabulary import Seconds
from ledger.vocabulary.refusals import Refusal, Saying

# One thing a rulebook lays down, and where it does; a section is a group of them.


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
            point=_said(self.point),
            clause=self,
            trap=self.trap,
        )


def _said(point: str) -> Saying | str:
    """What a clause is about, in the reader's language if a catalogue has it; else in English."""
    section, _, key = point.replace(" ", "-").partition(":-")
    if known(f"rules.point.{section}.{key}"):
        return Saying(f"rules.point.{section}.{key}")
    return point.replace(": ", ", ")


# What every part of a rulebook is: a group of clauses, none of which may be left out.


class Section(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A group of clauses. A rulebook file has every section, and every clause of it.

    Where a book says nothing, its file says so (``standing = "silent"``): a clause left out
    or misspelled is an error when the book is read, never a default.
    """


# What an organiser may choose, by the names used in commands, help texts and records.


OptionValue = str | int

Shape = Literal["choice", "yes-no", "points", "seconds", "points-list"]


class Option(Struct, frozen=True):
    """A point some rulebooks leave open.

    Attributes:
      shape: how the value is written: one of several words; yes or no; a whole number of
        points; seconds, also as ``25:00``; points as ``5-10-20-30``.
      mode: the challenge mode whose numbers it sets, or empty.
    """

    section: str
    clause: str
    shape: Shape
    mode: str = ""


OPTIONS: dict[str, Option] = {
    "play": Option("virtual", "play", "choice"),
    "challenge-mode": Option("challenge", "mode", "choice"),
    "challenge-points": Option("challenge", "points_go_to", "choice"),
    "challenge-count": Option("challenge", "counted_per", "choice"),
    "challenge-rising-points": Option("challenge", "mode", "points-list", mode="rising"),
    "challenge-seconds": Option("challenge", "mode", "seconds", mode="time"),
    "adjudication": Option("challenge", "adjudication", "choice"),
    "unplayed-tiles": Option("unplayed", "when_out", "choice"),
    "time-limit": Option("time", "limit", "seconds"),
    "overtime-forfeit": Option("overtime", "forfeit_after", "seconds"),
    "overtime-forfeit-rated": Option("overtime", "forfeit_rated", "yes-no"),
    "resignation-rated": Option("resignation", "rated", "yes-no"),
    "late-forfeit-margin": Option("lateness", "forfeit_margin", "points"),
    "bye-spread": Option("standings", "bye_spread", "points"),
    "bye-rated": Option("standings", "bye_rated", "yes-no"),
    "tie-half-wins": Option("standings", "tie_half_wins", "points"),
    "spread-cap": Option("standings", "spread_cap", "points"),
    "start-method": Option("start", "method", "choice"),
    "round-robin": Option("conduct", "round_robin", "yes-no"),
}  # fmt: skip
"""Every option by name. A name, once released, is for ever."""


class Choice(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one rulebook allows for one option.

    Attributes:
      number: the rule that leaves the point open.
      values: the words allowed, each with its rule; empty for numbers.
      least: smallest number allowed, or ``None`` where the rule sets none.
      most: largest number allowed, or ``None``.
    """

    book: str
    number: str = field(name="clause")
    values: dict[str, str] = {}
    least: int | None = None
    most: int | None = None
    note: str = ""
    point: str = ""

    def __str__(self) -> str:
        return f"{self.book} {self.number}"

    def allowed(self, shape: Shape) -> str:
        """What may be chosen, in words."""
        if self.values:
            return ", ".join(self.values)
        if shape in ("choice", "yes-no"):
            return say(f"options.allowed.{shape}")
        least, most = "" if self.least is None else "-from", "" if self.most is None else "-to"
        return say(f"options.allowed.{shape}{least}{most}", least=self.least, most=self.most)


class OptionWords(Struct, frozen=True):
    """One option of one rulebook, for help texts.

    Attributes:
      words: what is chosen, as a form says it.
      default: what holds if nobody chooses; empty if the book names nothing.
      must_choose: True where the games need a choice and the book names none.
    """

    name: str
    words: str
    allowed: str
    default: str
    must_choose: bool
    clause: str
    note: str


def read_value(value: OptionValue, shape: Shape) -> object | None:
    """What was written for an option, as the rulebook holds it; ``None`` if it makes no sense.

    >>> read_value("25:00", "seconds"), read_value(1500, "seconds"), read_value("1500", "points")
    (1500, 1500, 1500)
    >>> read_value("5-5-10-20-30", "points-list")
    (5, 5, 10, 20, 30)
    >>> read_value("no", "yes-no"), read_value("perhaps", "yes-no")
    (False, None)
    >>> read_value("25:61", "seconds"), read_value("-5", "points")
    (None, None)
    >>> read_value("5--5", "points-list")
    >>> read_value(0, "seconds"), read_value(0, "points")
    (None, 0)
    """
    text = str(value).strip()
    if shape == "choice":
        return text
    if shape == "yes-no":
        return {"yes": True, "no": False}.get(text)
    if shape == "points-list":
        parts = text.split("-")
        return tuple(map(int, parts)) if all(map(_is_number, parts)) else None
    minutes, colon, seconds = text.partition(":")
    if shape == "seconds" and colon and _is_number(minutes) and _is_number(seconds):
        in_all = int(minutes) * 60 + int(seconds)
        return Seconds(in_all) if int(seconds) < 60 and in_all else None
    if not _is_number(text) or (shape == "seconds" and int(text) == 0):
        return None
    return int(text)


def write_value(clause: Clause[object]) -> str:
    """A clause's value as it is written for an option; empty if it has none."""
    if clause.value is None:
        return ""
    if isinstance(clause.value, bool):
        return "yes" if clause.value else "no"
    return str(clause.value)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 6
