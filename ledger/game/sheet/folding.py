"""The fold: from the events of a game to its sheet, pure; it never refuses. And a fact in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import takewhile

from msgspec.structs import replace

from ledger.equipment.board import Squares, empty_squares, load_board
from ledger.equipment.tile_set import load_tile_set
from ledger.game import of_each_chapter
from ledger.game.clock.facts import TimeRead
from ledger.game.keeping.facts import TurnsVerified
from ledger.game.setting_up.facts import GameScheduled, GameStarted, StarterDetermined
from ledger.game.sheet.line import Stock
from ledger.game.sheet.sheet import AtTheClock, OnBoard, Sheet, with_signatures
from ledger.game.sheet.standing import (
    CORRECTIONS,
    FOLDS,
    LINES,
    TELLS,
    Standing,
    standing,
    tells,
    with_reason,
)
from ledger.game.turns.facts import ActTakenBack
from ledger.messages import say
from ledger.record.events import Event
from ledger.record.fact import Fact
from ledger.refusals.saying import refusal
from ledger.vocabulary import RACK_SIZE
from ledger.vocabulary.refusals import Telling
from ledger.vocabulary.signs import marked

__all__ = ["FOLDS", "LINES", "after", "note_of", "replay", "telling", "wording"]


of_each_chapter("folds")


def replay(events: Iterable[Event]) -> Sheet:
    """Fold the events of one game, oldest first, into its sheet."""
    return with_signatures(_folded(tuple(events)), _folded)


def _folded(kept: Sequence[Event]) -> Sheet:
    """What the events add up to, but for which signatures stand."""
    if not kept or not isinstance(kept[0].fact, GameScheduled):
        raise ValueError("a game starts with GameScheduled")
    sheet = blank_sheet(kept[0], kept[0].fact)
    if _corrects(kept):
        for entry in standing(kept)[1:]:
            if entry.fact is not None:
                sheet = FOLDS[type(entry.fact)](sheet, entry.fact, entry)
        sheet = replace(sheet, corrected=True)
    else:
        for event in kept[1:]:
            fact = event.envelope.fact
            sheet = FOLDS[type(fact)](sheet, fact, Standing(event, fact, ()))
    return replace(sheet, events=tuple(kept), version=kept[-1].originator_version)


def after(sheet: Sheet, events: Sequence[Event]) -> Sheet:
    """The sheet after ``events``, which follow those it holds.

    A correction folds the game again from its first event; anything else adds to the sheet.
    """
    kept = sheet.events + tuple(events)
    if sheet.corrected or _corrects(events):
        return replay(kept)
    for event in events:
        fact = event.envelope.fact
        sheet = FOLDS[type(fact)](sheet, fact, Standing(event, fact, ()))
    sheet = replace(sheet, events=kept, version=kept[-1].originator_version)
    unsigned = not (
        sheet.result.given
        or sheet.result.ruled_at
        or sheet.result.signatures
        or sheet.result.carried
    )
    return sheet if unsigned else with_signatures(sheet, _folded)


def _corrects(events: Sequence[Event]) -> bool:
    return not {type(event.envelope.fact) for event in events}.isdisjoint(CORRECTIONS)


def blank_sheet(event: Event, fact: GameScheduled) -> Sheet:
    """The sheet before anything happened but that the game was scheduled."""
    return Sheet(
        id=event.originator_id,
        version=event.originator_version,
        events=(event,),
        scheduled=fact,
        board=OnBoard(squares=_empty(fact.board)),
        stock=full_stock(fact.tile_set),
        clock=AtTheClock(limits=fact.time_limits),
    )


@lru_cache
def _empty(board: str) -> Squares:
    return empty_squares(load_board(board))


@lru_cache
def full_stock(tile_set: str) -> Stock:
    """The stock when both racks have been drawn and nothing played."""
    return Stock(load_tile_set(tile_set).size - 2 * RACK_SIZE, (RACK_SIZE, RACK_SIZE))


# The sheet of a game as it was: after one of its events, or as it was known at a moment.


def sheet_as_known(sheet: Sheet, *, at: int | None = None, as_of: datetime | None = None) -> Sheet:
    """The sheet as it was at version ``at``, or as it was known at ``as_of``.

    Args:
      at: the version; ``None`` for the last one.
      as_of: the moment of knowledge; ``None`` for now.

    Raises:
      Refusal: ``no-such-moment`` where there is no such event, or before the first one.
    """
    events = sheet.events
    if as_of is not None:
        moment = as_of
        events = tuple(takewhile(lambda e: e.envelope.written_at <= moment, events))
    if at is not None:
        if at < 1 or at > sheet.version:
            raise refusal("no-such-moment/version", last=sheet.version, at=at)
        events = events[:at]
    if not events:
        raise refusal(
            "no-such-moment/before", first=f"{sheet.events[0].envelope.written_at:%FT%TZ}"
        )
    return replay(events)


# A fact told in a few words, for lists of what happened at a table.


# What is said of an act that an official took back.


@tells(ActTakenBack, "act taken back: events {versions}: {reason}")
def _act_taken_back(fact: ActTakenBack, sheet: Sheet) -> str:
    undone = _of(fact.versions, sheet)
    if undone and all(isinstance(one, ActTakenBack) for one in undone):
        again = [v for one in undone if isinstance(one, ActTakenBack) for v in one.versions]
        what = _what(_of(again, sheet), sheet)
        return with_reason(say("game.stands-after-all", what=what), fact.reason)
    what = _what(undone, sheet)
    return with_reason(say("game.taken-back", what=what), fact.reason)


def _what(facts: Sequence[Fact], sheet: Sheet) -> str:
    """What was struck, or stands again, in words, less the takings back among it."""
    lines = (TELLS[type(one)](one, sheet) for one in facts if not isinstance(one, ActTakenBack))
    return "; ".join(dict.fromkeys(lines)) or say("game.entry-of-officials")


def _of(versions: Sequence[int], sheet: Sheet) -> list[Fact]:
    return [event.fact for event in sheet.events if event.originator_version in versions]


OF_NO_NOTE = (GameScheduled, StarterDetermined, GameStarted, TimeRead, TurnsVerified)
"""Facts that a reader of the game sees elsewhere, or need not see."""


def note_of(fact: Fact, sheet: Sheet) -> str:
    """The words for a fact that makes no line of its own; empty where nothing need be said."""
    return "" if isinstance(fact, OF_NO_NOTE) else f"{wording(fact, sheet)}."


def wording(fact: Fact, sheet: Sheet) -> str:
    return marked(TELLS[type(fact)](fact, sheet))


def telling(fact: Fact, sheet: Sheet) -> Telling:
    """The same as a value of a refusal, within a sentence."""
    return Telling(lambda: wording(fact, sheet).rstrip("."))
