"""Whose badge a request is for, and the words for who else sends it."""

from __future__ import annotations

from ledger.refusals.saying import refusal
from ledger.vocabulary import Role
from ledger.vocabulary.refusals import Refusal

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


def not_allowed(allowed: frozenset[Role]) -> Refusal:
    """The refusal that says for whom a thing is, and whom to call."""
    whom = " or ".join(NAMES[role] for role in Role if role in allowed) or "nobody"
    return refusal("not-allowed", whom=whom)
