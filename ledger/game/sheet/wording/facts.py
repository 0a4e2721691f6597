"""A fact told in a few words, for lists of what happened at a table."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.game.facts.clock import TimeRead
from ledger.game.facts.keeping import TurnsVerified
from ledger.game.facts.setting_up import GameScheduled, GameStarted, StarterDetermined
from ledger.game.facts.taking_back import ActTakenBack
from ledger.game.sheet.folds import (
    arrivals,  # noqa: F401
    blanks,  # noqa: F401
    calls,  # noqa: F401
    challenges,  # noqa: F401
    clock,  # noqa: F401
    drawing,  # noqa: F401
    endings,  # noqa: F401
    exchanges,  # noqa: F401
    files,  # noqa: F401
    holds,  # noqa: F401
    judging,  # noqa: F401
    keeping,  # noqa: F401
    leaving,  # noqa: F401
    loose_tiles,  # noqa: F401
    placement,  # noqa: F401
    results,  # noqa: F401
    scores,  # noqa: F401
    setting_up,  # noqa: F401
    turns,  # noqa: F401
    upsets,  # noqa: F401
    virtual_play,  # noqa: F401
    word_facts,  # noqa: F401
)
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import because
from ledger.game.sheet.wording.tells import LINES, TELLS, tells
from ledger.record.fact import Fact
from ledger.vocabulary.signs import marked

__all__ = ["LINES", "note_of", "wording"]


# What is said of an act that an official took back.


@tells(ActTakenBack, "act taken back: events {versions}: {reason}")
def _act_taken_back(fact: ActTakenBack, sheet: Sheet) -> str:
    undone = _of(fact.versions, sheet)
    if undone and all(isinstance(one, ActTakenBack) for one in undone):
        again = [v for one in undone if isinstance(one, ActTakenBack) for v in one.versions]
        return f"Stands after all: {_what(_of(again, sheet), sheet)}{because(fact.reason)}"
    return f"Taken back: {_what(undone, sheet)}{because(fact.reason)}"


def _what(facts: Sequence[Fact], sheet: Sheet) -> str:
    """What was struck, or stands again, in words, less the takings back among it."""
    told = (TELLS[type(one)](one, sheet) for one in facts if not isinstance(one, ActTakenBack))
    return "; ".join(dict.fromkeys(told)) or "an entry of the officials'"


def _of(versions: Sequence[int], sheet: Sheet) -> list[Fact]:
    return [event.fact for event in sheet.events if event.originator_version in versions]


OF_NO_NOTE = (GameScheduled, StarterDetermined, GameStarted, TimeRead, TurnsVerified)
"""Facts that a reader of the game sees elsewhere, or need not see."""


def note_of(fact: Fact, sheet: Sheet) -> str:
    """The words for a fact that makes no line of its own; empty where nothing need be said."""
    return "" if isinstance(fact, OF_NO_NOTE) else f"{wording(fact, sheet)}."


def wording(fact: Fact, sheet: Sheet) -> str:
    """Any fact of a game in a few words, with the players' names."""
    return marked(TELLS[type(fact)](fact, sheet))
