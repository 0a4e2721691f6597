"""The law that what is offered can be taken: some answer to its questions is written down.

A refusal after an offer is no defect by itself: who answers that a tile was racked already is
told that it is too late. An offer that is refused whatever is answered is one. The decisions are
pure, so that answers are tried on the sheet as it stands and nothing is written.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random
from uuid import UUID

from ledger.game.deciding import MAY_ASK, decide
from ledger.game.entry import GameContext
from ledger.requests.request import Request
from ledger.simulation.answers import Unanswerable
from ledger.simulation.clerk import Table
from ledger.vocabulary import Role
from ledger.vocabulary.refusals import Refusal

TRIED = 200  # so many answers are tried before an offer counts as one that nobody can take

TRIED_IN_NUMBERS = 5_000
"""So many where all that is wrong may be that the numbers made up do not fit each other."""

NUMBERS_DO_NOT_FIT = frozenset({"unreadable-request", "more-than-there-are"})

A_RULING = UUID(int=1)
DIRECTOR = Role.DIRECTOR
ENTERING = (Role.SCOREKEEPER, Role.WORD_JUDGE, DIRECTOR)

WITH_THE_DIRECTOR = frozenset(
    {
        "call-the-director", "clause-not-in-our-copy", "director-adjudicates", "director-judges",
        "needs-ruling", "option-not-chosen", "rulebook-silent",
    }
)  # fmt: skip
"""Refusals that say no more than who must rule; the offer leads there."""


def refused_whatever(
    table: Table, fill: Callable[[Table], Request], *, by_director: bool = False
) -> str:
    """Why nobody can take what is offered; empty where some answer is written down.

    Args:
      fill: makes the request with other answers each time, on the table it is given.
    """
    random = Random(f"{table.sheet.id} {table.sheet.version}")  # noqa: S311 (games of chance)
    hands = copy.copy(table.hands)
    hands.random = random
    beside = replace(table, random=random, hands=hands)
    met: Counter[str] = Counter()
    for tried in range(TRIED_IN_NUMBERS):
        if tried >= TRIED and not NUMBERS_DO_NOT_FIT & met.keys():
            break
        try:
            request = fill(beside)
        except Unanswerable:
            return ""  # counted elsewhere
        for role in roles_for(request, by_director):
            refusal = _refusal(table, request, role, ruled=by_director)
            if refusal is None or refusal.code in WITH_THE_DIRECTOR:
                return ""
            met[refusal.code] += 1
    return ", ".join(sorted(met))


def roles_for(request: Request, by_director: bool) -> tuple[Role, ...]:
    """Who may enter it: a director, where it is the director's, or anybody who may."""
    may = MAY_ASK.get(type(request), frozenset())
    return tuple(role for role in ENTERING if role in may and (role is DIRECTOR or not by_director))


def _refusal(table: Table, request: Request, role: Role, *, ruled: bool) -> Refusal | None:
    clerk = table.clerk
    entry = GameContext(
        rules=table.rules,
        by=clerk.staff.badge(request),
        role=role,
        device=clerk.device,
        clocks=clerk.clocks,
        case=A_RULING if ruled else None,
    )
    try:
        decide(table.sheet, request, entry)
    except Refusal as refused:
        return refused
    return None
