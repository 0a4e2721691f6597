"""The game of a pairing whose result counts: the last one, where it was played again."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from uuid import UUID

from ledger.game.sheet.sheet import Sheet
from ledger.record.streams import game_id
from ledger.tournament.facts.tournaments import Pairing
from ledger.vocabulary.refusals import RecordAway, Refusal

SheetOf = Callable[[UUID], Sheet]
"""Gives the sheet of a game; it refuses for one that was never scheduled."""


def last_sheet(
    sheet: SheetOf, slug: str, round_number: int, pairing: Pairing, division: str
) -> Sheet:
    """The sheet of the game of a pairing, of the last one these two played there.

    At a table of a round that was put right others may have been before.

    Raises:
      Refusal: ``no-such-game``.
    """
    table, both = pairing.table, {pairing.first, pairing.second}
    found = sheet(game_id(slug, round_number, table, division=division))
    for replay in count(2):
        again = game_id(slug, round_number, table, division=division, replay=replay)
        try:
            other = sheet(again)
        except RecordAway:
            raise
        except Refusal:
            return found
        if both == set(other.numbers or ()) or both != set(found.numbers or ()):
            found = other
    return found  # pragma: no cover (count never ends)
