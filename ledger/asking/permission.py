"""Whose badge a request is for, and the words for who else sends it."""

from __future__ import annotations

from ledger.refusals.saying import refusal
from ledger.vocabulary import Role

STAFF = frozenset({Role.SCOREKEEPER, Role.DIRECTOR})
JUDGES = frozenset({Role.WORD_JUDGE, Role.SCOREKEEPER, Role.DIRECTOR})
DIRECTORS = frozenset({Role.DIRECTOR})
ORGANISERS = frozenset({Role.ORGANISER, Role.DIRECTOR})
AT_THE_RESULTS = STAFF | ORGANISERS
"""Who takes slips in: paper comes to a desk, whoever sits there."""

NAMES = {
    Role.SCOREKEEPER: "a scorekeeper",
    Role.WORD_JUDGE: "a word judge",
    Role.DIRECTOR: "the tournament director",
    Role.ORGANISER: "the organiser",
    Role.DISPLAY: "a display",
    Role.PLAYER: "a player who signs",
}


def must_be_allowed(role: Role | None, allowed: frozenset[Role]) -> None:
    """Turn away a badge whose role is none of these, and say for whom the thing is.

    Raises:
      Refusal: ``not-allowed``.
    """
    if role not in allowed:
        whom = " or ".join(NAMES[one] for one in Role if one in allowed) or "nobody"
        raise refusal("not-allowed", whom=whom)
