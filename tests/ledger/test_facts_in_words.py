"""Every fact of a game is told in words of its own, in the room of its chapter."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from ledger.game.blanks.facts import FalseBlankSettled
from ledger.game.clock.facts import BagCounted
from ledger.game.drawing.facts import (
    DrawnOutOfOrder,
    DrawOrderRestored,
    OverdrawCorrected,
    Overdrawn,
)
from ledger.game.exchanges.facts import ExchangeChallenged
from ledger.game.placement.facts import PositionRebuilt
from ledger.game.scores.facts import RecountAsked, RecountDone
from ledger.game.sheet import folding as in_words
from ledger.game.sheet.standing import TELLS
from ledger.game.turns.facts import ActTakenBack
from ledger.record.events import FACT_TYPES
from ledger.transcript import read_transcript
from tests.formats.test_transcript_files import EVERY_FACT
from tests.registered import is_of_a_sheet, told_in
from tests.tabletop import Tabletop
from tests.tiers import all_at_once

OF_A_GAME = [kind for kind in FACT_TYPES.values() if is_of_a_sheet(kind)]


@all_at_once
@pytest.mark.parametrize("kind", OF_A_GAME, ids=lambda kind: kind.topic())
def test_a_fact_has_words_in_the_chapter_it_belongs_to(kind):
    there = "ledger.game.sheet.folding" if kind is ActTakenBack else told_in(kind)

    assert TELLS[kind].__module__ == there


def test_nothing_else_is_told_there():
    assert set(TELLS) == set(OF_A_GAME)


COUNTED = r"\b(?:0?1) (?:\w+ )?(?:tile|point|turn|second|minute|time|game)s\b"
ONES = {
    Overdrawn: {"drawn": 1, "due": 0, "over": 1, "held": 7},
    DrawnOutOfOrder: {"drawn": 1},
    OverdrawCorrected: {"charged": 1, "returned": 1},
    BagCounted: {"count": 1},
    FalseBlankSettled: {"returned": 1},
    ExchangeChallenged: {"bag": 1},
    RecountAsked: {"last_turns": 1},
    RecountDone: {"turns": (7,)},
    PositionRebuilt: {"tiles": 1},
    DrawOrderRestored: {"racks": (7, 1)},
}


@pytest.mark.found("DI-17")
@pytest.mark.parametrize("kind", ONES, ids=lambda kind: kind.topic())
def test_one_of_something_is_told_as_one(kind):
    [fact, *_] = [line.fact for line in read_transcript(EVERY_FACT) if type(line.fact) is kind]
    words = in_words.wording(replace(fact, **ONES[kind]), Tabletop("wespa-5.1").sheet)

    assert "1 " in words
    assert re.findall(COUNTED, words) == []
