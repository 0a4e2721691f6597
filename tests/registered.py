"""Every request to the desk, and which facts are a game's: for tests that look at all of them.

``python -m tests.registered`` writes what is kept of each of them: see ``KEPT_OF_EACH``.
"""

from __future__ import annotations

from runpy import run_module

import ledger.desk.badges
import ledger.desk.cases
import ledger.desk.games
import ledger.desk.tournaments  # noqa: F401 (all four register)
from ledger.accounts import requests as of_badges
from ledger.game.context import OF_GAMES
from ledger.incidents import requests as of_cases
from ledger.record.kept_words import WordsRemoved
from ledger.tournament import opening as of_tournaments

BESIDE = (of_tournaments, of_cases, of_badges)
REGISTERED = (
    OF_GAMES,
    *(room.BEGIN for room in BESIDE),
    *(room.GO_ON for room in BESIDE),
)
EVERY = {kind: requests for requests in REGISTERED for kind in requests.may}


def told_in(kind) -> str:
    """The module that says what a fact does to the sheet, and how it reads: its chapter's."""
    if kind is WordsRemoved:
        return "ledger.game.keeping.folds"
    return kind.__module__.removesuffix(".facts") + ".folds"


def is_of_a_game(kind) -> bool:
    """Whether a kind of fact can stand in a transcript: of games, their cases, and words kept."""
    beside = ("ledger.accounts.", "ledger.backup.", "ledger.proof.", "ledger.tournament.")
    return not kind.__module__.startswith(beside)


def is_of_a_sheet(kind) -> bool:
    """Whether a kind of fact lies in the stream of a game, which the sheet is folded from."""
    return kind.__module__.startswith(("ledger.game.", "ledger.record.kept_words"))


KEPT_OF_EACH = (
    "tests.store.make_stored",
    "tests.formats.test_transcript_files",
    "tests.ledger.test_shown_to",
    "tests.ledger.test_who_may_ask",
)
"""What writes golden bytes, lines of transcripts, who is shown a fact, who may make a request."""

if __name__ == "__main__":
    for module in KEPT_OF_EACH:
        run_module(module, run_name="__main__")
