"""What is said where a tournament goes on, or ends, while slips are still out."""

from __future__ import annotations

from collections.abc import Iterable

from ledger.hall import GameRow
from ledger.hall.missing import missing_slips
from ledger.vocabulary.counted import some


def still_out(slug: str, games: Iterable[GameRow], before: int | None = None) -> str:
    """How many slips are not in, and how to list them; empty: all are.

    Args:
      slug: the tournament's short name.
      games: its games, or those of a division.
      before: only of rounds before this one; all of them if ``None``.
    """
    found = [
        one for one in missing_slips(games) if before is None or one.game.round_number < before
    ]
    if not found:
        return ""
    rounds = ", ".join(str(number) for number in sorted({one.game.round_number for one in found}))
    are = "is" if len(found) == 1 else "are"
    return (
        f"{some(len(found), 'slip')} {are} not in, of round {rounds}: "
        f"`tilescribe missing {slug}` lists them."
    )
