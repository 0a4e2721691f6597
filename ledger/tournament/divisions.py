"""The divisions of a tournament: which there are, and which of them somebody means."""

from __future__ import annotations

from ledger.refusals.saying import refusal
from ledger.tournament.tournament import Tournament


def divisions_of(tournament: Tournament) -> tuple[str, ...]:
    """The divisions that are planned or have players; one without a name where there are none."""
    planned = [division.name for division in tournament.planned]
    found = dict.fromkeys((*planned, *sorted({p.division for p in tournament.players})))
    return tuple(found) or ("",)


def division_meant(tournament: Tournament, told: str) -> str:
    """The division that ``told`` names; where it names none, the only one there is.

    Raises:
      Refusal: ``no-such-division`` or ``which-division``.
    """
    paired = (one.division for one in tournament.rounds)
    there = tuple(dict.fromkeys((*divisions_of(tournament), *paired)))
    return _one_of(there, told, tournament, "no-such-division")


def division_entered(tournament: Tournament, told: str) -> str:
    """The division that a player is entered in: where some are planned, one of those.

    Raises:
      Refusal: ``division-not-planned`` or ``which-division``.
    """
    planned = tuple(division.name for division in tournament.planned)
    if not planned or (told and told in divisions_of(tournament)):
        return told
    return _one_of(planned, told, tournament, "division-not-planned")


def _one_of(there: tuple[str, ...], told: str, tournament: Tournament, code: str) -> str:
    if told in there:
        return told
    if not told and len(there) == 1:
        return there[0]
    listed = ", ".join(name or "one without a name" for name in there)
    if not told:
        raise refusal("which-division", name=tournament.name, listed=listed)
    raise refusal(code, name=tournament.name, division=told, listed=listed)
