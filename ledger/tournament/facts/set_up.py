"""How a tournament is set up: its days, paper and divisions, what it gives away and announces."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ledger.record.fact import EVENT, Fact

Paper = Literal["a4", "letter"]
"""The paper that the forms of a tournament are printed on."""

TieBreak = Literal["spread", "head-to-head", "opponents-wins"]
"""What settles who stands higher of players with as many wins."""

USUAL_TIES: tuple[TieBreak, ...] = ("spread",)
"""Where nothing else was announced."""


class Division(Struct, frozen=True):
    """A division that is planned.

    Attributes:
      name: empty where the tournament has only one.
      rounds: how many are planned; 0: not said.
      first_table: the number of its first table.
    """

    name: str = ""
    rounds: Annotated[int, Meta(ge=0, le=999)] = 0
    first_table: Annotated[int, Meta(ge=1, le=9999)] = 1


class Prize(Struct, frozen=True):
    """A prize for a place: in a division, or among the players of one class of it.

    Attributes:
      wins: what the winner gets, as ``120 euros``.
      class_name: empty: everybody of the division.
    """

    place: Annotated[int, Meta(ge=1, le=999)]
    wins: str
    division: str = ""
    class_name: str = ""


class TournamentDescribed(Fact, frozen=True, kw_only=True, tag="tournament-described"):
    """What a tournament is called, where and when it is held, and on what paper it prints.

    Attributes:
      first_day, last_day: as ``2026-11-21``; empty: not said.
    """

    visibility = EVENT

    name: str
    place: str = ""
    first_day: str = ""
    last_day: str = ""
    paper: Paper = "a4"


class DivisionsPlanned(Fact, frozen=True, kw_only=True, tag="divisions-planned"):
    """Which divisions are held, over how many rounds, from which table on."""

    visibility = EVENT

    divisions: tuple[Division, ...]


class OptionLeft(Fact, frozen=True, kw_only=True, tag="option-left"):
    """A point the organiser had settled is left as the rulebook has it. ``source``: why."""

    visibility = EVENT.less("source")

    name: str
    source: str


class TieBreaksAnnounced(Fact, frozen=True, kw_only=True, tag="tie-breaks-announced"):
    """In which order ties in the standings are broken; wins come before all of them."""

    visibility = EVENT

    order: tuple[TieBreak, ...]


class PrizesAnnounced(Fact, frozen=True, kw_only=True, tag="prizes-announced"):
    """What may be won: the whole list, in place of any list before."""

    visibility = EVENT

    prizes: tuple[Prize, ...]


class AnnouncementMade(Fact, frozen=True, kw_only=True, tag="announcement-made"):
    """Something everybody in the hall should know; empty: what was announced holds no longer."""

    visibility = EVENT

    announced: str
