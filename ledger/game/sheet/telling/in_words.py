"""A fact told in a few words, for lists of what happened at a table."""

from __future__ import annotations

from ledger.game.facts.clock import TimeRead
from ledger.game.facts.keeping import TurnsVerified
from ledger.game.facts.setting_up import GameScheduled, GameStarted, StarterDetermined
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.telling import (  # noqa: F401 (they register)
    arrivals,
    blanks,
    calls,
    challenges,
    clock,
    drawing,
    endings,
    exchanges,
    files,
    holds,
    judging,
    keeping,
    leaving,
    loose_tiles,
    placement,
    results,
    scores,
    setting_up,
    taking_back,
    turns,
    upsets,
    virtual_play,
    word_facts,
)
from ledger.game.sheet.telling.tells import LINES, TELLS
from ledger.record.fact import Fact
from ledger.vocabulary.signs import marked

__all__ = ["LINES", "note_of", "told"]

OF_NO_NOTE = (GameScheduled, StarterDetermined, GameStarted, TimeRead, TurnsVerified)
"""Facts that a reader of the game sees elsewhere, or need not see."""


def note_of(fact: Fact, sheet: Sheet) -> str:
    """The words for a fact that makes no line of its own; empty where nothing need be said."""
    return "" if isinstance(fact, OF_NO_NOTE) else f"{told(fact, sheet)}."


def told(fact: Fact, sheet: Sheet) -> str:
    """Any fact of a game in a few words, with the players' names."""
    return marked(TELLS[type(fact)](fact, sheet))
