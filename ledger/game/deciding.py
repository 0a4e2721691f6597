"""What may be written next at a table: one small pure function per kind of request.

Each is registered where it is written (``@decides``); ``decide`` looks a request up.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any

from ledger import game
from ledger.game.context import OF_GAMES, GameContext
from ledger.game.keeping import requests as keeping
from ledger.game.sheet.sheet import Sheet
from ledger.record.mapper import validate_choices
from ledger.requests import Decision, Request, load_all
from ledger.vocabulary.bounds import validate_bounds

load_all(game)

DECISIONS = OF_GAMES.decisions
MAY_ASK = OF_GAMES.may
REQUESTS = OF_GAMES.by_tag

AnyGameRequest: Any = reduce(or_, DECISIONS)
"""The union of all requests, for reading one from JSON."""


def decide(sheet: Sheet, request: Request, context: GameContext) -> Decision:
    validate_choices(request)
    validate_bounds(request, context.clocks)
    keeping.must_keep_the_table(sheet, request, context)
    return DECISIONS[type(request)](sheet, request, context)
