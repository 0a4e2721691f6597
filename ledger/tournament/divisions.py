"""The divisions of a tournament: which there are, and which of them somebody means."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from ledger.messages import say
from ledger.refusals.saying import refusal
from ledger.tournament.tournament import Tournament


def divisions_of(tournament: Tournament) -> tuple[str, ...]:
    """The divisions that are planned or have players; one without a name where there are none."""
    planned = [division.name for division in tournament.planned]
    found = dict.fromkeys((*planned, *sorted({p.division for p in tournament.players})))
    return tuple(found) or ("",)


def called(tournament: Tournament, division: str) -> str:
    """What a division is called, as the beginning of a sentence; empty where it is the only one."""
    return division_heading(division) if division or has_others(tournament) else ""


def division_heading(division: str) -> str:
    """What a division is called, as the beginning of a sentence."""
    if division:
        return say("tournament.division-heading", division=division)
    return say("tournament.nameless-division-heading")


def has_others(tournament: Tournament) -> bool:
    """Whether there are divisions with a name, beside which one without needs words."""
    return any(divisions_of(tournament)) or any(one.division for one in tournament.rounds)


def division_named(division: str) -> str:
    """What a division is called within a sentence."""
    if division:
        return say("tournament.division-named", division=division)
    return say("tournament.nameless-division")


class ToCome(NamedTuple):
    """Rounds of a division that were not paired yet, from ``first`` to ``last``.

    Attributes:
      several: whether there are several divisions, so that it has to be said which.
    """

    division: str
    first: int
    last: int
    several: bool = False

    @property
    def wording(self) -> str:
        """Which rounds of which division, as a list of what is missing has it.

        >>> ToCome("A", 3, 4, several=True).wording, ToCome("", 3, 3).wording
        ('Rounds 3 to 4 of division A', 'Round 3')
        >>> ToCome("B", 1, 7, several=True).wording
        'Division B: no round was paired'
        """
        if self.first == 1 and self.several:
            return say("tournament.no-round-paired", division=division_heading(self.division))
        last = self.last if self.first > 1 else 1
        how = "rounds" if self.first != last else "round"
        if self.several:
            division = division_named(self.division)
            return say(
                f"tournament.{how}-to-come-of", first=self.first, last=last, division=division
            )
        return say(f"tournament.{how}-to-come", first=self.first, last=last)


def rounds_to_come(tournament: Tournament) -> tuple[ToCome, ...]:
    """Of each division the rounds that are planned and not paired; the first, where none was.

    Nothing of a division in which nobody plays, or whose last round was closed as such.
    """
    played_in = {one.division for one in tournament.players}
    planned = {one.name: one.rounds for one in tournament.planned}
    found = []
    for division in divisions_of(tournament):
        paired = [one.round_number for one in tournament.rounds if one.division == division]
        first = max(paired, default=0) + 1
        last = planned.get(division, 0) if paired else max(planned.get(division, 0), 1)
        if division in played_in and division not in tournament.over and first <= last:
            several = bool(division) or has_others(tournament)
            found.append(ToCome(division, first, last, several))
    return tuple(found)


NOT_IN_AN_ADDRESS = "/\\?#%"
"""Signs that end a part of an address, or of what a command is about."""

MEANS_ANOTHER = re.compile(r"[rpt][0-9]+|\.+", re.IGNORECASE)
"""What addresses and commands read as a round, a player, a table or another folder."""


def misnamed(name: str) -> str:
    """What keeps a division from being called so, in words; empty where nothing does.

    >>> misnamed("A"), misnamed("Late Birds"), misnamed("")
    ('', '', '')
    >>> misnamed("A/B")
    "“/” can't be part of an address"
    >>> misnamed("r1")
    'it looks like a round, a player, a table or a folder'
    """
    wrong = next((sign for sign in name if sign in NOT_IN_AN_ADDRESS), "")
    if wrong:
        return say("tournament.misnamed.sign", sign=wrong)
    if name != name.strip():
        return say("tournament.misnamed.space")
    if MEANS_ANOTHER.fullmatch(name):
        return say("tournament.misnamed.another")
    return ""


def must_name_a_division(name: str) -> None:
    """Refuse a name under which nobody would find the division again."""
    if wrong := misnamed(name):
        raise refusal("unreadable-request/division-name", division=name, wrong=wrong)


def division_meant(tournament: Tournament, told: str) -> str:
    """The division that ``told`` names; where it names none, the only one there is."""
    paired = (one.division for one in tournament.rounds)
    there = tuple(dict.fromkeys((*divisions_of(tournament), *paired)))
    meant, name, listed = _meant(there, told), tournament.name, listed_divisions(there)
    if meant is not None:
        return meant
    if told:
        raise refusal("no-such-division", name=name, division=told, listed=listed)
    raise refusal("which-division/of-a-command", name=name, listed=listed)


def division_entered(tournament: Tournament, told: str) -> str:
    """The division that a player is entered in: where some are planned, one of those."""
    planned = tuple(division.name for division in tournament.planned)
    if told and told in divisions_of(tournament):
        return told
    if not planned:
        must_name_a_division(told)
        return told
    meant, name, listed = _meant(planned, told), tournament.name, listed_divisions(planned)
    if meant is not None:
        return meant
    if told:
        raise refusal("division-not-planned", name=name, division=told, listed=listed)
    raise refusal("which-division/entered", name=name, listed=listed)


def _meant(there: tuple[str, ...], name: str) -> str | None:
    """The division that is told, or the only one where none is; ``None``: none of these."""
    if name in there:
        return name
    return there[0] if not name and len(there) == 1 else None


def listed_divisions(names: Iterable[str]) -> str:
    return ", ".join(name or say("tournament.one-without-a-name") for name in names)
