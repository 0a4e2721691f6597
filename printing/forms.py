"""Every form of paper, declared once: what it is about, what draws and fills it, where it is had.

To add one: how it is drawn, the function that fills it, and its declaration here. The
command, the list of codes that are looked up, forms by hand and receipts follow from that; its page
is a view in ``web/downloads`` at the address said here. Where a game's page has it, its name in
``ledger.visibility`` says whom it is for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

from ledger.messages import say
from ledger.vocabulary.refusals import Refusal
from printing.languages import in_its_languages, speaking, wanted

if TYPE_CHECKING:
    from printing.engine.heading import Drawing
    from printing.papers import Papers
    from printing.source import Source

Filled = TypeVar("Filled")

About = Literal["game", "round", "player", "tournament", "case", "desk", "evidence", "course"]
"""What a form can be filled about."""

Subject = Literal["tournament", "either", "round", "player"]
"""What a list of a tournament is of: all of it; that, or a round; a round; all, or a player."""


class FormOfPaper(NamedTuple):
    """A form of paper, declared once: for commands, pages and codes.

    Attributes:
      drawing: its ``Drawing``, as ``module:NAME`` of ``printing``. It is loaded when it is printed,
        as all that is named here.
      filled: by what it is about, the function that fills it, likewise. Its codes are checked by
        filling it again: of a game, a case, and of each list ``of`` says.
      also: another name that people script against.
      of: what a list of a tournament or a paper of its desk is of.
      options: those of the command that are for this form alone.
      page: where it is downloaded: below a game, if it is about one, else below a tournament. Empty
        where only the command prints it. The papers of a case lie below the case, by their names.
      each_table: whether one lies on every table of a round.
    """

    drawing: str
    filled: Mapping[About, str]
    also: str = ""
    of: Subject = "tournament"
    options: tuple[str, ...] = ()
    page: str = ""
    each_table: bool = False


FORMS: dict[str, FormOfPaper] = {
    "score-sheet": FormOfPaper(
        drawing="sheets.score_sheet:SCORE_SHEET",
        filled={
            "game": "sheets.filled_sheets:score_sheet_papers",
            "player": "sheets.filled_sheets:player_sheet_papers",
        },
        options=("seat",),
        page="score-sheet.pdf",
        each_table=True,
    ),
    "blank-slip": FormOfPaper(
        drawing="slips.blank_slip:BLANK_SLIP",
        filled={"game": "slips.filled_slips:blank_slip_papers"},
        page="blank-slip.pdf",
        each_table=True,
    ),
    "challenge-slip": FormOfPaper(
        drawing="slips.challenge_slip:CHALLENGE_SLIP",
        filled={"game": "slips.filled_slips:challenge_slips_papers"},
        page="challenge-slip.pdf",
        each_table=True,
    ),
    "result-slip": FormOfPaper(
        drawing="slips.result_slip:RESULT_SLIP",
        filled={
            "game": "slips.filled_slips:result_slip_papers",
            "round": "slips.filled_slips:result_slips_papers",
        },
        page="result-slip.pdf",
        each_table=True,
    ),
    "scorecard": FormOfPaper(
        drawing="sheets.cards:SCORE_CARD",
        filled={"tournament": "sheets.filled_cards:score_cards_papers"},
    ),
    "tally-sheet": FormOfPaper(
        drawing="sheets.cards:TALLY_SHEET",
        filled={"round": "sheets.filled_cards:tally_sheets_papers"},
    ),
    "incident-record": FormOfPaper(
        drawing="cases.records:INCIDENT_RECORD",
        filled={"case": "cases.filled_cases:incident_record_papers"},
        also="incident",
    ),
    "ruling-notice": FormOfPaper(
        drawing="cases.notices:RULING_NOTICE",
        filled={"case": "cases.filled_cases:ruling_notices_papers"},
        also="ruling",
    ),
    "warning-notice": FormOfPaper(
        drawing="cases.notices:WARNING_NOTICE",
        filled={
            "case": "cases.filled_cases:warning_notices_papers",
            "desk": "lists.from_desk:warning_papers",
        },
        page="conduct/<int:version>/warning.pdf",
    ),
    "appeal-form": FormOfPaper(
        drawing="cases.records:APPEAL_FORM",
        filled={"case": "cases.filled_cases:appeal_form_papers"},
        also="appeal",
    ),
    "bundle": FormOfPaper(
        drawing="cases.bundle:BUNDLE", filled={"case": "cases.filled_bundles:bundle_papers"}
    ),
    "evidence-sheet": FormOfPaper(
        drawing="sheets.board_picture:EVIDENCE_SHEET",
        filled={"evidence": "sheets.from_evidence:evidence_sheet_papers"},
        options=("at", "with"),
        page="evidence.pdf",
    ),
    "day-log": FormOfPaper(
        drawing="lists.desk_lists:DAY_LOG",
        filled={"desk": "lists.from_desk:day_log_papers"},
        options=("day",),
        page="log.pdf",
    ),
    "rulings": FormOfPaper(
        drawing="lists.desk_lists:RULINGS_REGISTER",
        filled={"desk": "lists.from_desk:rulings_papers"},
        also="rulings-register",
        options=("anonymous",),
        page="rulings.pdf",
    ),
    "round-close": FormOfPaper(
        drawing="lists.desk_lists:ROUND_CLOSE",
        filled={"desk": "lists.from_desk:round_close_papers"},
        of="round",
        page="r<int:round_number>/close.pdf",
    ),
    "pairings": FormOfPaper(
        drawing="lists.course_lists:PAIRINGS",
        filled={"course": "lists.from_course:pairings_papers"},
        of="round",
        options=("by",),
        page="r<int:round_number>/pairings.pdf",
    ),
    "standings": FormOfPaper(
        drawing="lists.course_lists:STANDINGS",
        filled={"course": "lists.from_course:standings_papers"},
        of="either",
        page="standings.pdf",
    ),
    "wall-chart": FormOfPaper(
        drawing="lists.course_lists:WALL_CHART",
        filled={"course": "lists.from_course:wall_charts_papers"},
        of="either",
        page="wall-chart.pdf",
    ),
    "player-card": FormOfPaper(
        drawing="lists.course_lists:PLAYER_CARD",
        filled={"course": "lists.from_course:player_cards_papers"},
        of="player",
        page="player-cards.pdf",
    ),
    "missing-slips": FormOfPaper(
        drawing="lists.course_lists:MISSING_SLIPS",
        filled={"course": "lists.from_course:missing_slips_papers"},
        page="missing-slips.pdf",
    ),
    "prizes": FormOfPaper(
        drawing="lists.course_lists:PRIZES",
        filled={"course": "lists.from_course:prizes_papers"},
        page="prizes.pdf",
    ),
    "poster": FormOfPaper(
        drawing="lists.course_lists:POSTER",
        filled={"course": "lists.from_course:poster_papers"},
        page="poster.pdf",
    ),
}
"""By the name people ask for it under."""

LEADS_TO_A_PAGE = "poster"
"""The one form of a tournament that has no division, and no code, for nothing on it is of play."""


def of_each_table() -> tuple[str, ...]:
    """The forms that lie on every table, what is asked for most first."""
    first = ("result-slip", "score-sheet")
    names = (*first, *(name for name in reversed(FORMS) if name not in first))
    return tuple(name for name in names if FORMS[name].each_table)


def each_table_called(form: str) -> str:
    """What forms are called of which one lies on every table."""
    return say(f"paper_forms.each-table-{form}")


def forms_about(what: About) -> tuple[str, ...]:
    """The names of the forms that can be filled about something."""
    return tuple(name for name, form in FORMS.items() if what in form.filled)


def named_by(path: str) -> Any:  # noqa: ANN401 (whatever has that name)
    """What ``module:name`` of this package names."""
    module, _, name = path.partition(":")
    return getattr(import_module(f"printing.{module}"), name)


A_PLAYERS_OWN = "sheets.player_sheet:PLAYER_SHEET"
"""What draws a score sheet that is one player's own."""


def drawing_of(form: str) -> Drawing[Any]:
    found: Drawing[Any] = named_by(FORMS[form].drawing)
    return found


def blank(form: str, paper: str, *, of_a_player: bool = False) -> bytes:
    """A form to fill in by hand, as PDF, in the languages wanted; slips fill a page."""
    from printing.engine.page import EVERY_PAPER, RECEIPT

    drawing: Drawing[Any] = named_by(A_PLAYERS_OWN) if of_a_player else drawing_of(form)
    with speaking(wanted()):
        if (size := EVERY_PAPER[paper]) is RECEIPT:
            return draw_on_a_roll(drawing, drawing.empty())
        return drawing.blank(size)


def draw_on_a_roll(drawing: Drawing[Filled], *filled: Filled) -> bytes:
    """Forms as they are printed on a roll; refuses ``no-such-paper`` for one that is too wide."""
    if not drawing.on_a_roll:
        raise Refusal(
            "no-such-paper",
            say("paper.too-wide-for-a-receipt", form=drawing.form.name),
            say("paper.print-it-on-a4-or-letter"),
        )
    drawn: bytes = named_by(drawing.on_a_roll)(*filled)
    return drawn


def of_a_game(form: str, sheet: object, source: Source) -> Papers:
    return filler(form, "game")(sheet, source)


def filler(form: str, what: About) -> Callable[..., Papers]:
    """The function that fills a form about something; its arguments are as that function has them.

    Raises:
      KeyError: the form is never about that.
    """
    found: Callable[..., Papers] = named_by(FORMS[form].filled[what])
    return in_its_languages(found)
