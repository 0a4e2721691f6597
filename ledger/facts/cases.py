"""Incidents, statements and rulings. People's words lie beside the log, under a digest."""

from __future__ import annotations

from uuid import UUID

from ledger.facts.fact import Fact


class CaseOpened(Fact, frozen=True, kw_only=True, tag="case-opened"):
    """The director began a case.

    Attributes:
      game: the game it is about.
      about: version of the event it is about, or ``None``.
      category: ``score``, ``challenge``, ``time``, ``conduct``, ``equipment``, ``late``,
        ``drawing``, ``blank``, ``correction``, ``appeal`` or ``other``.
      rule: rule at issue, as ``wespa-4.0 3.9.5(a)``, or empty.
    """

    game: UUID
    about: int | None = None
    category: str
    rule: str = ""


class RulingGiven(Fact, frozen=True, kw_only=True, tag="ruling-given"):
    """The director ruled. What is entered under this case outranks the software.

    Attributes:
      game: the game it is for; the ruling overrules nothing elsewhere.
      finding: what was decided, in the director's words.
      citation: the rule it rests on.
      consequences: what follows, one line each.
    """

    game: UUID
    finding: str
    citation: str
    consequences: tuple[str, ...] = ()


class CaseClosed(Fact, frozen=True, kw_only=True, tag="case-closed"):
    """Nothing more is to be decided here, unless it is reopened."""
