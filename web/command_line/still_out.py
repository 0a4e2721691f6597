"""What is said where a tournament goes on, or ends, while slips are still out."""

from __future__ import annotations

from collections.abc import Iterable

from ledger.hall import GameRow
from ledger.hall.rows import Missing, missing_slips
from ledger.vocabulary.bounds import some


def still_out(slug: str, games: Iterable[GameRow]) -> str:
    """How many slips are not in, and how to list them; empty: all are."""
    found = missing_slips(games)
    if not found:
        return ""
    out = [one for one in found if one.lacks == "result"]
    unsigned = [one for one in found if one.lacks != "result"]
    parts = [
        f"{some(len(some_of), 'slip')} {'is' if len(some_of) == 1 else 'are'} {what}, "
        f"of round {_rounds(some_of)}"
        for some_of, what in ((out, "not in"), (unsigned, "in and not settled"))
        if some_of
    ]
    return f"{'; '.join(parts)}: `tilescribe round missing {slug}` lists them."


def _rounds(found: Iterable[Missing]) -> str:
    return ", ".join(str(number) for number in sorted({one.game.round_number for one in found}))
