"""What a rulebook lays down about conduct: offences, penalties, hearings, reports, appeals."""

from typing import Literal

from msgspec import Struct, field

from ledger.rulebook.model.clause import Clause, Section
from ledger.vocabulary import Points

Scope = Literal[
    "person", "credit", "time", "turn", "points", "spread", "game", "tournament", "committee"
]
"""What a penalty touches: a warning touches the ``person`` only; ``spread`` never a game's
score or winner (TX-16); a ``credit`` is given to the opponent; ``committee``: not the
director's to give."""

Duty = Literal["must", "should", "may", "if-serious"]
Intervening = Literal["must", "may", "must-not"]


class _Entry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    book: str
    number: str = field(name="clause")
    note: str = ""
    point: str = ""

    def __str__(self) -> str:
        return f"{self.book} {self.number}"


class Offence(_Entry, frozen=True, kw_only=True):
    """An act the book names as wrong. Every book's list is open: others may be found too.

    Attributes:
      level: 1 for the gravest; 0 where the book names no level.
      intent: whether the book asks that it was done knowingly or on purpose.
      certain: False where the book says it *can* be of this level, so that the director
        finds whether it is.
      abuse: whether it is abuse of a person rather than cheating (level 1 only).
      first: the penalty the book names for the first time, empty if none.
      then: the one it names for a repeated offence, empty if none.
      amount: points of ``then`` (or of ``first`` if there is no ``then``), 0 if none is named.
    """

    words: str
    level: int = 0
    intent: bool = False
    certain: bool = True
    abuse: bool = False
    graver_if_repeated: bool = False
    first: str = ""
    then: str = ""
    amount: Points = Points(0)
    trap: str = ""


class Penalty(_Entry, frozen=True, kw_only=True):
    """A penalty the book names; the file lists them from the mildest to the gravest."""

    words: str
    scope: Scope


class Report(_Entry, frozen=True, kw_only=True):
    """Who is told of a decision, and how strongly the book wants it.

    Attributes:
      to: the bodies; all of them.
    """

    to: tuple[str, ...]
    duty: Duty


class Hearing(Section, frozen=True):
    """How the director finds out, and when the director may step in unasked.

    Attributes:
      levels: names of the levels of offence, the gravest first.
      etiquette_at_most: the most a breach of etiquette normally attracts: a penalty's name,
        or ``none``.
      minor_abuse: the penalty for abuse of a minor kind, in place of the gravest.
      third_party: what somebody else who sees it does.
      uninvited_arithmetic: whether the director steps in unasked on a wrong sum.
    """

    levels: Clause[tuple[str, ...]]
    both_heard: Clause[bool]
    standard: Clause[Literal["balance-of-probabilities", "sufficient-evidence"]]
    state_of_mind: Clause[Literal["director", "presumed-innocent"]]
    witnesses: Clause[Literal["where-relevant", "not-for-found-tiles"]]
    etiquette_at_most: Clause[str]
    minor_abuse: Clause[str]
    third_party: Clause[Literal["reports", "suggests-second-opinion"]]
    uninvited_arithmetic: Clause[Intervening]
    uninvited_misconduct: Clause[Intervening]
    uninvited_procedure: Clause[Intervening]


class Appeal(Section, frozen=True):
    """Asking for a ruling to be decided again. A petition is not one: it goes to the director.

    Attributes:
      when: ``after-the-event``.
      bodies: who hears it, first to last.
      committee: who sits for the last of them: ``disinterested`` players, and whether a
        member of its Executive may be among them.
      outcome: what the committee does: ``recommends`` to the last body, which accepts the
        recommendation in whole, in part, or not.
    """

    who: Clause[Literal["anyone-affected", "adverse-conduct-finding", "director-may-refer"]]
    when: Clause[Literal["after-the-event"]]
    bodies: Clause[tuple[str, ...]]
    committee: Clause[Literal["disinterested", "disinterested-no-executive"]]
    how: Clause[tuple[str, ...]]
    outcome: Clause[Literal["recommends", "decides"]]
    final: Clause[bool]
