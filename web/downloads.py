"""Files to take away: papers of a game, a case, the desk, the wall as PDF; GCG, JSON."""

from __future__ import annotations

from datetime import datetime
from functools import partial

import msgspec
from flask import Response, abort, request

from ledger.hall import GameRow
from ledger.hall.rows import FINAL
from ledger.incidents.case_file import case_numbered
from ledger.incidents.wording import number_wording
from ledger.interchange.exporting import game_file_name, zipped
from ledger.proof.paper_requests import (
    CaseToPrint,
    CourseToPrint,
    DeskToPrint,
    EvidenceToPrint,
    GameToPrint,
)
from ledger.replay.replayed import Replayed
from ledger.visibility import FOR_THE_TABLE, Paper
from ledger.vocabulary import Role
from ledger.vocabulary.refusals import Refusal
from printing.forms import FORMS, each_table_called, forms_about, of_each_table
from web.access.permissions import DIRECTORS, EVERYBODY, OFFICIALS
from web.access.visitors import accounts, the_hall, the_session, the_viewer_of
from web.frame.addresses import asked_asof, course_at, game_at, tournament_at
from web.frame.pages import PDF, PLAIN, Pages, of_a_game
from web.public.standings import asked_of
from web.site import the_printer, the_site

pages = Pages("downloads", manual=None)

PAPERS = ("a4", "letter", "receipt")
"""A form that is too wide for a receipt is refused where it is drawn."""

OF_A_CASE = forms_about("case")
"""The forms about a case; its page has a link to each."""


def forms_of_each_table() -> list[tuple[str, str]]:
    """The forms that lie on every table, each with what it is called."""
    return [(form, each_table_called(form)) for form in of_each_table()]


def below(form: str) -> str:
    """The address of a paper that lies below a tournament."""
    return f"/t/<slug>/{FORMS[form].page}"


def paper(
    form: Paper,
    slug: str,
    round_number: int,
    table: int,
    division: str = "",
    replay: int = 1,
) -> Response:
    """A form about a game as PDF: ``?paper=a4`` or ``letter``, ``?asof=``.

    Of challenges it is a slip for each, and one to fill in where there was none.
    """
    game = game_at(slug, division, round_number, table, replay)
    body = drawn(form, game, asked_paper(), asked_asof())
    return to_take_away(body, "application/pdf", game_name(game, f"{form}.pdf"))


def drawn(form: Paper, game: GameRow, size: str, asof: datetime | None = None) -> bytes:
    """A form about a game as whoever asks may have it; refuses as ``Site.sheet`` does."""
    sheet = the_site().sheet(game.id, asof, the_viewer_of(game.id), form)
    # What they had by then is known of no moment but this; and as the standings are shown.
    if form is Paper.RESULT_SLIP and asof is None and game.round_number > 1:
        sheet = GameToPrint(sheet, the_hall().course(game.tournament, game.round_number - 1))
    return the_printer()(form, sheet, size)


@pages.get(*of_a_game(FORMS["evidence-sheet"].page), who=DIRECTORS, answers=PDF)
def evidence_sheet(
    slug: str, round_number: int, table: int, division: str = "", replay: int = 1
) -> Response:
    """Two states of a game as PDF: ``?at=`` and ``?with=`` as on the page of the evidence."""
    game = game_at(slug, division, round_number, table, replay)
    states = tuple(request.args.get(name, 0, type=int) for name in ("at", "with"))
    which = EvidenceToPrint(game.id, (states[0], states[1]))
    body = the_printer()("evidence-sheet", which, asked_paper())
    return to_take_away(body, "application/pdf", game_name(game, "evidence-sheet.pdf"))


@pages.get(*of_a_game("game.gcg"), who=EVERYBODY, answers=PLAIN)
def gcg(slug: str, round_number: int, table: int, division: str = "", replay: int = 1) -> Response:
    game = game_at(slug, division, round_number, table, replay)
    return to_take_away(
        the_site().gcg(game.id, the_viewer_of(game.id)), "text/plain", game_name(game, "game.gcg")
    )


@pages.get(*of_a_game("game.json"), who=EVERYBODY, answers=Replayed)
def game_json(
    slug: str, round_number: int, table: int, division: str = "", replay: int = 1
) -> Response:
    game = game_at(slug, division, round_number, table, replay)
    replayed = the_site().replay(game.id, asked_asof(), the_viewer_of(game.id))
    name = game_name(game, "game.json")
    return to_take_away(msgspec.json.encode(replayed), "application/json", name)


@pages.get("/t/<slug>/games.zip", who=EVERYBODY, answers="application/zip")
def games_zip(slug: str) -> Response:
    """The games that are over, as GCG files in a zip: of each, what one may see."""
    row = tournament_at(slug)
    files = [
        (
            game_file_name(game.division, game.round_number, game.table, game.replay),
            the_site().gcg(game.id, the_viewer_of(game.id)),
        )
        for game in the_hall().games(row.slug)
        if game.turns and game.state in OVER
    ]
    return to_take_away(zipped(files), "application/zip", f"{named_plainly(row.slug)}-games.zip")


OVER = FINAL | {"over", "signed by one"}
"""States of a game that nobody plays any more."""


@pages.get("/t/<slug>/cases/<int:number>/<word:form>.pdf", who=DIRECTORS, answers=PDF)
def case_paper(slug: str, number: int, form: str) -> Response:
    """A form about a case as PDF: ``?paper=a4`` or ``letter``, ``?redacted=1``.

    A redacted copy is without people's words and the names of the uninvolved.
    """
    if form not in OF_A_CASE:
        abort(404)
    size = asked_paper()
    case_numbered(accounts().desk.log, slug, number)
    redacted = request.args.get("redacted", "") == "1"
    body = the_printer()(form, CaseToPrint(slug, number, redacted), size)
    copy = "-redacted" if redacted else ""
    name = f"{named_plainly(slug)}-{number_wording(number).lower()}-{form}{copy}.pdf"
    return to_take_away(body, "application/pdf", name)


@pages.get(below("day-log"), who=DIRECTORS, answers=PDF)
def day_log(slug: str) -> Response:
    """The log of a day as PDF: ``?day=`` of which, without it the last one."""
    return _of_the_desk("day-log", DeskToPrint(slug, day=request.args.get("day", "")))


@pages.get(below("warning-notice"), who=DIRECTORS, answers=PDF)
def warning(slug: str, version: int) -> Response:
    """The notice of a warning that was given without a case, as PDF."""
    return _of_the_desk("warning-notice", DeskToPrint(slug, warning=version))


@pages.get(below("rulings"), who=DIRECTORS, answers=PDF)
def rulings(slug: str) -> Response:
    """The register of rulings as PDF: ``?q=``, ``?clause=`` and ``?anonymous=1`` as on its page."""
    query = request.args
    which = DeskToPrint(
        slug,
        text=query.get("q", ""),
        clause=query.get("clause", ""),
        anonymous=query.get("anonymous") == "1",
    )
    return _of_the_desk("rulings", which)


@pages.get(below("round-close"), who=DIRECTORS, answers=PDF)
def round_close(slug: str, round_number: int) -> Response:
    """The sheet of a round as PDF: ``?division=`` of which."""
    division = request.args.get("division", "")
    return _of_the_desk("round-close", DeskToPrint(slug, round_number, division))


def _of_the_desk(form: str, which: DeskToPrint) -> Response:
    size = asked_paper()
    accounts().desk.cases.tournament(which.tournament)
    body = the_printer()(form, which, size)
    at = f"-r{which.round_number}" if which.round_number else ""
    copy = "-anonymous" if which.anonymous else ""
    name = f"{named_plainly(which.tournament)}{at}-{form}{copy}.pdf"
    return to_take_away(body, "application/pdf", name)


for _form in Paper:
    pages.get(
        *of_a_game(FORMS[_form].page),
        who=OFFICIALS if _form in FOR_THE_TABLE else EVERYBODY,
        name=_form.replace("-", "_"),
        answers=PDF,
    )(partial(paper, _form))


def asked_paper() -> str:
    """The paper that is asked for; refuses ``unreadable-address``."""
    paper = request.args.get("paper", "a4").lower()
    if paper not in PAPERS:
        raise Refusal.of("unreadable-address/paper")
    return paper


def game_name(game: GameRow, what: str) -> str:
    """``spring-open-r3-t14-score-sheet.pdf``: plain letters only, whatever the slug holds."""
    division = f"-{game.division}" if game.division else ""
    again = f"-{game.replay}" if game.replay != 1 else ""
    where = f"{game.tournament}{division}-r{game.round_number}-t{game.table}{again}"
    return f"{named_plainly(where)}-{what}"


def named_plainly(where: str) -> str:
    """A name that every disk takes: plain letters, digits, hyphens."""
    return "".join(ch if ch.isascii() and (ch.isalnum() or ch in "-_") else "-" for ch in where)


def to_take_away(body: bytes, kind: str, name: str) -> Response:
    response = Response(body, mimetype=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


# What hangs on the wall, to take away as PDF: made from what whoever asks is shown.


course_pages = Pages("course_papers", manual=None)

OFFICIALLY = frozenset({Role.DIRECTOR, Role.ORGANISER})
"""Who may read from a paper how much was entered in the record."""


@course_pages.get(below("standings"), who=EVERYBODY, answers=PDF)
def standings(slug: str) -> Response:
    """Who stands where: ``?after=``, ``?division=``, ``?paper=`` as on the page."""
    return _of_the_course("standings", slug)


@course_pages.get(below("wall-chart"), who=EVERYBODY, answers=PDF)
def wall_chart(slug: str) -> Response:
    """Every round of every player: ``?after=``, ``?division=``, ``?paper=``."""
    return _of_the_course("wall-chart", slug)


@course_pages.get(below("missing-slips"), who=EVERYBODY, answers=PDF)
def missing_slips(slug: str) -> Response:
    """Tables from which no result is in: ``?division=``, ``?paper=``."""
    return _of_the_course("missing-slips", slug)


@course_pages.get(below("prizes"), who=EVERYBODY, answers=PDF)
def prizes(slug: str) -> Response:
    """What may be won, and by whom as things stand: ``?division=``, ``?paper=``."""
    return _of_the_course("prizes", slug)


@course_pages.get(below("poster"), who=EVERYBODY, answers=PDF)
def poster(slug: str) -> Response:
    """The poster whose square code leads phones to the tournament's page: ``?paper=``."""
    size = asked_paper()
    body = the_printer()("poster", CourseToPrint(course_at(slug)), size)
    return to_take_away(body, "application/pdf", f"{named_plainly(slug)}-poster.pdf")


@course_pages.get(below("player-card"), who=EVERYBODY, answers=PDF)
def player_cards(slug: str) -> Response:
    """Players' cards: ``?number=`` of one player, ``?division=``, ``?paper=``."""
    number = max(0, request.args.get("number", 0, type=int))
    return _of_the_course("player-card", slug, number=number)


@course_pages.get(below("pairings"), who=EVERYBODY, answers=PDF)
def pairings(slug: str, round_number: int) -> Response:
    """Who sits where in a round: ``?by=table`` or ``name``, ``?division=``, ``?paper=``."""
    size = asked_paper()
    which = CourseToPrint(
        course_at(slug),
        round_number,
        "name" if request.args.get("by") == "name" else "table",
        request.args.get("division"),
        officially=_officially(),
    )
    body = the_printer()("pairings", which, size)
    name = f"{named_plainly(slug)}-r{round_number}-pairings-by-{which.order}.pdf"
    return to_take_away(body, "application/pdf", name)


def _of_the_course(form: str, slug: str, number: int = 0) -> Response:
    size = asked_paper()
    desk_request = asked_of(slug)
    which = CourseToPrint(
        desk_request.course, division=desk_request.chosen, number=number, officially=_officially()
    )
    body = the_printer()(form, which, size)
    at = f"-after-r{desk_request.course.after}" if desk_request.course.after else ""
    who = f"-p{number}" if number else ""
    return to_take_away(body, "application/pdf", f"{named_plainly(slug)}{at}-{form}{who}.pdf")


def _officially() -> bool:
    session = the_session()
    return session is not None and session.role in OFFICIALLY
