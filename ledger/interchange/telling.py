"""What was understood of a line, in a few words."""

from __future__ import annotations

from ledger.interchange.described import Entrant


def told_of(entrant: Entrant, division: str = "") -> str:
    """A player as a file has it, in a few words: ``Player 3 of A: Marrow, Cy, 3 rounds``.

    >>> told_of(Entrant(number=3, name="Marrow, Cy", rating=1402, team="Gulls", off=-50), "A")
    'Player 3 of A: Marrow, Cy, rating 1402, team Gulls, takes no further part'
    """
    where = f" of {division}" if division else ""
    rounds = len(entrant.outings)
    parts = (
        entrant.name,
        f"rating {entrant.rating}" if entrant.rating else "",
        f"team {entrant.team}" if entrant.team else "",
        f"class {' '.join(entrant.classes)}" if entrant.classes else "",
        f"member {entrant.member}" if entrant.member else "",
        f"fixed table {entrant.table}" if entrant.table else "",
        f"{rounds} round{'s' if rounds > 1 else ''}" if rounds else "",
        "takes no further part" if entrant.off is not None else "",
    )
    return f"Player {entrant.number}{where}: {', '.join(part for part in parts if part)}"
