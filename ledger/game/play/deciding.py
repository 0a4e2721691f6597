"""What may be written next at a table: one small pure function per kind of request.

Each is registered where it is written (``@decides``); ``decide`` looks a request up.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any

from ledger.asking.asked import Asked, Decision, load_all
from ledger.game import play
from ledger.game.play.entry import OF_GAMES, Entry
from ledger.game.play.keeping import keeping
from ledger.game.sheet.sheet import Sheet
from ledger.record.known_words import must_be_listed
from ledger.vocabulary.bounds import must_make_sense

load_all(play)

DECISIONS = OF_GAMES.decisions
MAY_ASK = OF_GAMES.may
REQUESTS = OF_GAMES.by_tag

AnyAsked: Any = reduce(or_, DECISIONS)
"""The union of all requests, for reading one from JSON."""


def decide(sheet: Sheet, asked: Asked, entry: Entry) -> Decision:
    """What is to be written for ``asked``.

    Raises:
      Refusal: why nothing is.
    """
    must_be_listed(asked)
    must_make_sense(asked, entry.clocks)
    keeping.must_keep_the_table(sheet, asked, entry)
    return DECISIONS[type(asked)](sheet, asked, entry)
