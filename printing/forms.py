"""Every form of paper, and how it is made: blank for hands, or filled from the record.

To add one: the module that draws it, its line here, and, where a game's page has it, its name in
``ledger.visibility.sheets``, which says whom it is for.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Literal, NamedTuple, cast

if TYPE_CHECKING:
    from printing.page import Paper
    from printing.papers import Papers
    from printing.source import Source

About = Literal["game", "round", "player", "tournament", "case", "desk", "evidence", "course"]
"""What a form can be filled about."""


class HowMade(NamedTuple):
    """How one form is made.

    Attributes:
      room: the module of ``printing`` that draws it; its ``blank`` makes it to fill in by hand.
        It is loaded when it is printed.
      filled: by what it is about, the function of ``printing.from_record`` that fills it; of a
        case, of ``printing.from_case``; of the desk of a tournament, of ``printing.from_desk``; of
        how it stands, of ``printing.from_course``.
    """

    room: str
    filled: dict[About, str]


FORMS: dict[str, HowMade] = {
    "score-sheet": HowMade(
        "score_sheet", {"game": "score_sheet_papers", "player": "player_sheet_papers"}
    ),
    "blank-slip": HowMade("blank_slip", {"game": "blank_slip_papers"}),
    "challenge-slip": HowMade("challenge_slip", {"game": "challenge_slips_papers"}),
    "result-slip": HowMade(
        "result_slip", {"game": "result_slip_papers", "round": "result_slips_papers"}
    ),
    "scorecard": HowMade("score_card", {"tournament": "score_cards_papers"}),
    "tally-sheet": HowMade("tally_sheet", {"round": "tally_sheets_papers"}),
    "incident-record": HowMade("incident_record", {"case": "incident_record_papers"}),
    "ruling-notice": HowMade("ruling_notice", {"case": "ruling_notices_papers"}),
    "warning-notice": HowMade(
        "warning_notice", {"case": "warning_notices_papers", "desk": "warning_papers"}
    ),
    "appeal-form": HowMade("appeal_form", {"case": "appeal_form_papers"}),
    "bundle": HowMade("bundle", {"case": "bundle_papers"}),
    "evidence-sheet": HowMade("evidence_sheet", {"evidence": "evidence_sheet_papers"}),
    "day-log": HowMade("day_log", {"desk": "day_log_papers"}),
    "rulings": HowMade("rulings_register", {"desk": "rulings_papers"}),
    "round-close": HowMade("round_close", {"desk": "round_close_papers"}),
    "pairings": HowMade("pairings", {"course": "pairings_papers"}),
    "standings": HowMade("standings", {"course": "standings_papers"}),
    "wall-chart": HowMade("wall_chart", {"course": "wall_charts_papers"}),
    "player-card": HowMade("player_card", {"course": "player_cards_papers"}),
    "missing-slips": HowMade("missing_slips", {"course": "missing_slips_papers"}),
    "prizes": HowMade("prizes", {"course": "prizes_papers"}),
    "poster": HowMade("poster", {"course": "poster_papers"}),
}
"""By the name people ask for it under."""

OWN_ROOMS = ("case", "desk", "evidence", "course")
"""What forms are about that are filled in a room named after it."""

A_PLAYERS_OWN = "player_sheet"
"""What draws a score sheet that is one player's own."""


def blank(form: str, paper: str, *, of_a_player: bool = False) -> bytes:
    """A form to fill in by hand, as PDF; slips fill a page."""
    from printing.page import EVERY_PAPER, RECEIPT
    from printing.receipts import blank_on_a_roll

    room = import_module(f"printing.{A_PLAYERS_OWN if of_a_player else FORMS[form].room}")
    if (size := EVERY_PAPER[paper]) is RECEIPT:
        return blank_on_a_roll(room)
    draw = cast("Callable[[Paper], bytes]", room.blank)
    return draw(size)


def of_a_game(form: str, sheet: object, source: Source) -> Papers:
    return filler(form, "game")(sheet, source)


def filler(form: str, about: About) -> Callable[..., Papers]:
    """The function that fills a form about something; its arguments are as that function has them.

    Raises:
      KeyError: the form is never about that.
    """
    room = import_module(f"printing.from_{about if about in OWN_ROOMS else 'record'}")
    found: Callable[..., Papers] = getattr(room, FORMS[form].filled[about])
    return found
