"""A case found by the number it has in its tournament."""

from __future__ import annotations

from uuid import UUID

from ledger.incidents.in_words import number_told
from ledger.record.streams import Streams
from ledger.refusals.saying import refusal
from ledger.tournament.tournament import Tournament, tournament_named


def case_numbered(log: Streams, slug: str, number: int) -> tuple[Tournament, UUID]:
    """The tournament, and the case that people call ``C-`` and this number there.

    Raises:
      Refusal: ``no-such-tournament``, ``no-such-case``.
    """
    tournament = tournament_named(slug, log)
    if not 1 <= number <= len(tournament.cases):
        raise refusal("no-such-case", case=number_told(number))
    return tournament, tournament.cases[number - 1]
