"""The chapters of the manual, for whom each is, and which pages each helps with: one table."""

from __future__ import annotations

from typing import NamedTuple


class Chapter(NamedTuple):
    """A chapter.

    Attributes:
      name: in its address, and of its file: ``director`` is ``director.md``.
      words: what it is called.
      whom: for whom it is, in a line.
      helps: blueprints whose pages it helps with.
    """

    name: str
    words: str
    whom: str
    helps: frozenset[str] = frozenset()


CHAPTERS = (
    Chapter(
        "tablet", "The scorekeeper’s tablet", "Scorekeepers: a game to its slip",
        frozenset({"entering", "handover"}),
    ),
    Chapter(
        "judge", "The word judge", "Word judges and runners: slips, verdicts, a screen by itself",
        frozenset({"judging", "kiosk", "runner"}),
    ),
    Chapter(
        "director", "The director’s desk", "Directors: called to a table, ruling, appeals, paper",
        frozenset({
            "desk", "cases", "registers", "evidence", "amending", "warning", "turns_since",
            "taking_back", "closing", "confirming",
        }),
    ),
    Chapter(
        "organiser", "Organising an event", "Organisers: set up, run, close",
        frozenset({
            "organising", "new_tournament", "setting_up", "players", "check_in", "ending", "prizes",
            "slip_results", "slip_photos", "drawing_rounds", "transfers", "live_boards",
            "lost_games", "screens", "round_repairs", "two_slips", "qr_cards", "round_papers",
            "forgetting",
        }),
    ),
    Chapter(
        "replay", "The replay", "Everybody: a finished game, or one in progress, step by step",
        frozenset({"games"}),
    ),
    Chapter(
        "players", "On a player’s phone", "Players and visitors: next table, standings, games",
        frozenset({
            "tournaments", "standings", "cards", "rounds_listed", "reporting", "why_paired",
            "paper",
        }),
    ),
    Chapter(
        "operator", "Running it", "Operators: one laptop, a hall server, many halls",
        frozenset({"checkpoints", "certificate"}),
    ),
    Chapter("hall", "In the hall’s network", "Operators: HTTPS without the internet, badges",
            frozenset({"badges", "signing_in"})),
    Chapter("settings", "Settings", "Operators: everything that can be set, and where"),
    Chapter(
        "programs", "For other programs", "Developers: reading, tokens, a score in a video stream",
        frozenset({"browsing", "tokens"}),
    ),
    Chapter("simulate", "Made-up games", "Developers: random games with all that goes wrong"),
)  # fmt: skip

BY_NAME = {chapter.name: chapter for chapter in CHAPTERS}
_BY_PAGE = {page: chapter for chapter in CHAPTERS for page in chapter.helps}


def helps_with(endpoint: str) -> Chapter | None:
    """The chapter about a page; ``None`` where there is none."""
    return _BY_PAGE.get(endpoint.partition(".")[0])
