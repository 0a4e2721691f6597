"""Every form of paper, declared once: what it is about, what draws and fills it, where it is had.

To add one: the module that draws it, the function that fills it, and its declaration here. The
command, the list of codes that are looked up, forms by hand and receipts follow from that; its page
is a view in ``web/downloads`` at the address said here. Where a game's page has it, its name in
``ledger.visibility.viewers`` says whom it is for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast

if TYPE_CHECKING:
    from printing.engine.page import Paper
    from printing.papers import Papers
    from printing.source import Source

About = Literal["game", "round", "player", "tournament", "case", "desk", "evidence", "course"]
"""What a form can be filled about."""

Subject = Literal["tournament", "either", "round", "player"]
"""What a list of a tournament is of: all of it; that, or a round; a round; all, or a player."""


class FormOfPaper(NamedTuple):
    """A form of paper, declared once: for commands, pages and codes.

    Attributes:
      room: the module of ``printing`` that draws it; its ``blank`` makes it to fill in by hand.
        It is loaded when it is printed, as all that is named here.
      filled: by what it is about, what fills it, as ``module:function``. Its codes are checked by
        filling it again: of a game, a case, and of each list ``of`` says.
      also: another name that people script against.
      of: what a list of a tournament or a paper of its desk is of.
      options: those of the command that are for this form alone.
      page: where it is downloaded: below a game, if it is about one, else below a tournament. Empty
        where only the command prints it. The papers of a case lie below the case, by their names.
      each_table: what its forms are called where one lies on every table of a round.
      by_hand: ``module:class`` of such a form with no more on it than its head.
      on_a_roll: the module that draws it on a receipt.
    """

    room: str
    filled: Mapping[About, str]
    also: str = ""
    of: Subject = "tournament"
    options: tuple[str, ...] = ()
    page: str = ""
    each_table: str = ""
    by_hand: str = ""
    on_a_roll: str = ""


FORMS: dict[str, FormOfPaper] = {
    "score-sheet": FormOfPaper(
        room="sheets.score_sheet",
        filled={
            "game": "sheets.filled_sheets:score_sheet_papers",
            "player": "sheets.filled_sheets:player_sheet_papers",
        },
        options=("seat",),
        page="score-sheet.pdf",
        each_table="Score sheets",
        by_hand="sheets.score_sheet:ScoreSheet",
    ),
    "blank-slip": FormOfPaper(
        room="slips.blank_slip",
        filled={"game": "slips.filled_slips:blank_slip_papers"},
        page="blank-slip.pdf",
        each_table="Blank designation slips",
        by_hand="slips.blank_slip:BlankSlip",
        on_a_roll="slips.blank_receipt",
    ),
    "challenge-slip": FormOfPaper(
        room="slips.challenge_slip",
        filled={"game": "slips.filled_slips:challenge_slips_papers"},
        page="challenge-slip.pdf",
        each_table="Challenge slips",
        by_hand="slips.challenge_slip:ChallengeSlip",
        on_a_roll="slips.challenge_receipt",
    ),
    "result-slip": FormOfPaper(
        room="slips.result_slip",
        filled={
            "game": "slips.filled_slips:result_slip_papers",
            "round": "slips.filled_slips:result_slips_papers",
        },
        page="result-slip.pdf",
        each_table="Result slips",
        by_hand="slips.result_words:ResultSlip",
        on_a_roll="slips.result_receipt",
    ),
    "scorecard": FormOfPaper(
        room="sheets.score_card", filled={"tournament": "slips.filled_slips:score_cards_papers"}
    ),
    "tally-sheet": FormOfPaper(
        room="sheets.tally_sheet", filled={"round": "slips.filled_slips:tally_sheets_papers"}
    ),
    "incident-record": FormOfPaper(
        room="cases.incident_record",
        filled={"case": "cases.from_case:incident_record_papers"},
        also="incident",
    ),
    "ruling-notice": FormOfPaper(
        room="cases.ruling_notice",
        filled={"case": "cases.from_case:ruling_notices_papers"},
        also="ruling",
    ),
    "warning-notice": FormOfPaper(
        room="cases.warning_notice",
        filled={
            "case": "cases.from_case:warning_notices_papers",
            "desk": "lists.from_desk:warning_papers",
        },
        page="conduct/<int:version>/warning.pdf",
    ),
    "appeal-form": FormOfPaper(
        room="cases.appeal_form",
        filled={"case": "cases.from_case:appeal_form_papers"},
        also="appeal",
    ),
    "bundle": FormOfPaper(room="cases.bundle", filled={"case": "cases.from_case:bundle_papers"}),
    "evidence-sheet": FormOfPaper(
        room="sheets.evidence_sheet",
        filled={"evidence": "sheets.from_evidence:evidence_sheet_papers"},
        options=("at", "with"),
        page="evidence.pdf",
    ),
    "day-log": FormOfPaper(
        room="lists.day_log",
        filled={"desk": "lists.from_desk:day_log_papers"},
        options=("day",),
        page="log.pdf",
    ),
    "rulings": FormOfPaper(
        room="lists.rulings_register",
        filled={"desk": "lists.from_desk:rulings_papers"},
        also="rulings-register",
        options=("anonymous",),
        page="rulings.pdf",
    ),
    "round-close": FormOfPaper(
        room="lists.round_close",
        filled={"desk": "lists.from_desk:round_close_papers"},
        of="round",
        page="r<int:round_number>/close.pdf",
    ),
    "pairings": FormOfPaper(
        room="lists.pairings",
        filled={"course": "lists.from_course:pairings_papers"},
        of="round",
        options=("by",),
        page="r<int:round_number>/pairings.pdf",
    ),
    "standings": FormOfPaper(
        room="lists.standings",
        filled={"course": "lists.from_course:standings_papers"},
        of="either",
        page="standings.pdf",
    ),
    "wall-chart": FormOfPaper(
        room="lists.wall_chart",
        filled={"course": "lists.from_course:wall_charts_papers"},
        of="either",
        page="wall-chart.pdf",
    ),
    "player-card": FormOfPaper(
        room="lists.player_card",
        filled={"course": "lists.from_course:player_cards_papers"},
        of="player",
        page="player-cards.pdf",
    ),
    "missing-slips": FormOfPaper(
        room="lists.missing_slips",
        filled={"course": "lists.from_course:missing_slips_papers"},
        page="missing-slips.pdf",
    ),
    "prizes": FormOfPaper(
        room="lists.prizes", filled={"course": "lists.from_course:prizes_papers"}, page="prizes.pdf"
    ),
    "poster": FormOfPaper(
        room="lists.poster", filled={"course": "lists.from_course:poster_papers"}, page="poster.pdf"
    ),
}
"""By the name people ask for it under."""

LEADS_TO_A_PAGE = "poster"
"""The one form of a tournament that has no division, and no code, for nothing on it is of play."""


def of_each_table() -> dict[str, str]:
    """The forms that lie on every table, what is asked for most first, and what they are called."""
    first = ("result-slip", "score-sheet")
    names = (*first, *(name for name in reversed(FORMS) if name not in first))
    return {name: FORMS[name].each_table for name in names if FORMS[name].each_table}


def forms_about(what: About) -> tuple[str, ...]:
    """The names of the forms that can be filled about something."""
    return tuple(name for name, form in FORMS.items() if what in form.filled)


def named_by(path: str) -> Any:  # noqa: ANN401 (whatever has that name)
    """What ``module:name`` of this package names."""
    module, _, name = path.partition(":")
    return getattr(import_module(f"printing.{module}"), name)


A_PLAYERS_OWN = "sheets.player_sheet"
"""What draws a score sheet that is one player's own."""


def blank(form: str, paper: str, *, of_a_player: bool = False) -> bytes:
    """A form to fill in by hand, as PDF; slips fill a page."""
    from printing.engine.page import EVERY_PAPER, RECEIPT
    from printing.receipts import blank_on_a_roll

    room = import_module(f"printing.{A_PLAYERS_OWN if of_a_player else FORMS[form].room}")
    if (size := EVERY_PAPER[paper]) is RECEIPT:
        return blank_on_a_roll(room)
    draw = cast("Callable[[Paper], bytes]", room.blank)
    return draw(size)


def of_a_game(form: str, sheet: object, source: Source) -> Papers:
    return filler(form, "game")(sheet, source)


def filler(form: str, what: About) -> Callable[..., Papers]:
    """The function that fills a form about something; its arguments are as that function has them.

    Raises:
      KeyError: the form is never about that.
    """
    found: Callable[..., Papers] = named_by(FORMS[form].filled[what])
    return found
