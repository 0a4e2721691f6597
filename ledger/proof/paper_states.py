"""What a list on paper is of, and in which state of the record, as its square code names it.

Officials' lists name the last entry of the record that they hold. How much is entered is not for
everybody, so what a visitor prints names the second in which it was printed instead; which state
of the record that was, whoever holds the record can tell.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import NamedTuple

AS_SHOWN = "%Y%m%dT%H%M%SZ"

STATE = re.compile(r"(?:e(?P<event>\d{1,12})|s(?P<shown>\d{8}T\d{6}Z))/(?P<of>.+)")
CASE = re.compile(r"C-(?P<number>\d{1,5})", re.IGNORECASE)
DIVISION = "D-"


class Place(NamedTuple):
    """Which of the lists of a tournament it is, so far as that is known.

    Attributes:
      form: its name among the forms; empty: any.
      round_number: of which round, or after which; ``None``: any.
      division: of one division; ``None``: any, or all of them.
    """

    form: str = ""
    round_number: int | None = None
    division: str | None = None

    def __str__(self) -> str:
        """As it stands in an address.

        >>> str(Place("standings", 3, "A")), str(Place("prizes"))
        ('standings/R3/D-A', 'prizes')
        """
        number = [] if self.round_number is None else [f"R{self.round_number}"]
        division = [] if self.division is None else [f"{DIVISION}{self.division}"]
        return "/".join([self.form, *number, *division]) if self.form else ""


class ListState(NamedTuple):
    """A list, or the papers of a case, in a state of the record.

    Attributes:
      slug: the tournament's short name.
      event: the last entry of the record that it holds; 0 where it was shown at a moment.
      shown: the second in which a visitor printed it, UTC.
      case: the number of a case; 0: it is about none.
      place: which of the lists it is.
    """

    slug: str
    event: int = 0
    shown: datetime | None = None
    case: int = 0
    place: Place = Place()

    @property
    def about(self) -> str:
        """The tournament or the case, as paper names it."""
        return f"{self.slug}/C-{self.case}" if self.case else self.slug


def list_state(text: str) -> ListState | None:
    """The state that an address names; ``None`` where it names none of a list.

    >>> list_state("e812/spring-open/standings/R3").place
    Place(form='standings', round_number=3, division=None)
    >>> list_state("e812/spring-open/c-4").case, list_state("31/spring-open/R3/T14")
    (4, None)
    """
    told = STATE.fullmatch(text)
    if told is None:
        return None
    slug, *more = told["of"].split("/")
    case = CASE.fullmatch(more[0]) if more else None
    place = _place(more[1:] if case else more)
    shown = _moment(told["shown"]) if told["shown"] else None
    if place is None or not slug or (told["shown"] and (shown is None or case)):
        return None
    event = int(told["event"] or 0)
    return ListState(slug, event, shown, int(case["number"]) if case else 0, place)


def shown_words(moment: datetime) -> str:
    """A second as paper and addresses name it.

    >>> shown_words(datetime(2026, 11, 25, 14, 32, 7, tzinfo=UTC))
    '20261125T143207Z'
    """
    return moment.astimezone(UTC).strftime(AS_SHOWN)


def _moment(text: str) -> datetime | None:
    try:
        return datetime.strptime(text, AS_SHOWN).replace(tzinfo=UTC)
    except ValueError:
        return None


def _place(parts: list[str]) -> Place | None:
    if not parts:
        return Place()
    form, *more = parts
    number: int | None = None
    division: str | None = None
    if more and re.fullmatch(r"[Rr]\d{1,4}", more[0]):
        number = int(more.pop(0)[1:])
    if more and more[0].startswith(DIVISION):
        division = "/".join(more)[len(DIVISION) :]
        more = []
    return None if more else Place(form.lower(), number, division)
