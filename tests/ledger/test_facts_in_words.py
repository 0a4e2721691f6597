"""Every fact of a game is told in words of its own, in the room of its chapter."""

from __future__ import annotations

import pytest

from ledger.game.sheet.telling import in_words  # noqa: F401 (with all chapters)
from ledger.game.sheet.telling.tells import TELLS
from ledger.record.topics import FACT_TYPES
from tests.registered import is_of_a_sheet

OF_A_GAME = [kind for kind in FACT_TYPES.values() if is_of_a_sheet(kind)]


@pytest.mark.parametrize("kind", OF_A_GAME, ids=lambda kind: kind.topic())
def test_a_fact_has_words_in_the_chapter_it_belongs_to(kind):
    chapter = kind.__module__.rpartition(".")[2]

    assert TELLS[kind].__module__ == f"ledger.game.sheet.telling.{chapter}"


def test_nothing_else_is_told_there():
    assert set(TELLS) == set(OF_A_GAME)
