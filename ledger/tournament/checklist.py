"""What is missing before round 1: a check-list that follows from the record alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from ledger.tournament.tournament import Tournament

Needed = Literal["must", "should"]
"""Whether round 1 can't be played without it, or only not as well."""


class Item(Struct, frozen=True):
    """One line of the check-list.

    Attributes:
      code: a stable name, as ``players-entered``.
      is_done: whether nothing is missing here.
      words: what holds, or what is missing, in a sentence.
      next_step: what to do about it; empty where nothing has to be done.
      needed: whether round 1 waits for it.
    """

    code: str
    is_done: bool
    words: str
    next_step: str = ""
    needed: Needed = "should"


def checklist(tournament: Tournament) -> tuple[Item, ...]:
    """Everything that is looked at before round 1, in the order in which people do it."""
    return (_players(tournament), _rounds(tournament), *_zone(tournament))


def missing(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """What is not done yet, what round 1 waits for first."""
    return tuple(sorted((i for i in items if not i.is_done), key=lambda i: i.needed != "must"))


def _players(tournament: Tournament) -> Item:
    there = len(tournament.players)
    if there < 2:
        words = "One player is entered." if there else "No players are entered."
        return Item("players-entered", False, words, "Enter the players.", "must")
    return Item("players-entered", True, f"{there} players are entered.", needed="must")


def _rounds(tournament: Tournament) -> Item:
    if not tournament.rounds:
        words = "Round 1 is not paired."
        return Item("round-paired", False, words, "Pair it once the players are there.", "must")
    return Item("round-paired", True, "Round 1 is paired.", needed="must")


def _zone(tournament: Tournament) -> Iterator[Item]:
    if tournament.time_zone:
        yield Item("time-zone", True, f"Times are those of {tournament.time_zone}.")
    else:
        words = "The time zone of the hall is not named; times are shown in UTC."
        yield Item("time-zone", False, words, "Name it in the set-up.")
