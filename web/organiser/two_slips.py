"""Two slips of one game that differ: what each says, who handed it in, and the ways to settle it.

What a finger typed wrong is taken back here, whichever slip it was, and where the players told a
result each on their own phones the slip on paper is typed. Else the director finds what holds:
this page has the case and its ruling in one form.
"""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

from flask import Response, make_response, redirect, render_template, request, url_for

from ledger import rulebook
from ledger.game.play.results.slips import TakeBackSlip, TypeSlip, typed_slips
from ledger.game.sheet import Sheet
from ledger.hall import GameRow
from ledger.requests.request import Request
from ledger.vocabulary import Points, Role, Totals
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import AT_THE_RESULTS
from web.access.visitors import accounts, signed_in
from web.cases.foreseen import LIVE, Foreseen, shown_alone
from web.cases.opening import opened_or_shown
from web.frame.addresses import of_game, tournament_at
from web.frame.pages import Pages
from web.frame.refused import must_be_for_a_page, status_of
from web.frame.sent_forms import sent_by_form
from web.organiser.slips_view import may_enter_here, may_take_back, no_such_table
from web.site.site import the_site

pages = Pages("two_slips", manual="organiser")

WAYS = ("type", "take-back")


class Source(NamedTuple):
    """Where scores come from: a slip somebody typed, a player's phone, the table's tablet.

    Attributes:
      words: which of these, and whose.
      by: badge of who typed it; ``at``: when it was written.
      back: version of the slip, where who is signed in may take it back; else 0.
    """

    words: str
    by: str = ""
    at: str = ""
    back: int = 0
    photo: str = ""


class SlipScores(NamedTuple):
    """Scores that at least one slip says.

    Attributes:
      totals: by seat, the starter's first.
      scores: the same in the order of the pairing.
      holds: the same as a case takes them.
      stands: whether they are the result as it stands.
    """

    totals: Totals
    scores: Totals
    holds: str
    stands: bool
    sources: list[Source]


@pages.get("/t/<slug>/organise/results/slips/<uuid:game>", who=AT_THE_RESULTS)
def page(slug: str, game: UUID) -> str:
    return _page(_row(slug, game))


@pages.post("/t/<slug>/organise/results/slips/<uuid:game>", who=AT_THE_RESULTS)
def do(slug: str, game: UUID) -> Response:
    """Type the slip (``what=type``, ``holds``), take one back (``take-back``), or ``rule``."""
    row = _row(slug, game)
    try:
        if request.form.get("what") == "rule":
            return opened_or_shown(slug, lambda seen: _page(row, seen=seen))
        may_enter_here(row.tournament)
        desk_request = _asked(accounts().desk.sheet(game))
        accounts().desk.must_write(game, desk_request, sent_by_form(signed_in().badge))
    except Refusal as refusal:
        must_be_for_a_page(refusal)
        if request.form.get("preview") == LIVE:
            return make_response(shown_alone(None, refusal))
        return make_response(_page(row, refusal), status_of(refusal))
    return make_response(redirect(url_for("two_slips.page", slug=slug, game=game), 303))


def told_by(sheet: Sheet) -> list[SlipScores]:
    """What the slips of a game say, the result as it stands first."""
    found: dict[Totals, list[Source]] = {}
    for version, slip in typed_slips(sheet).items():
        envelope = sheet.event(version).envelope
        of = f"{sheet.name(slip.whose)}’s slip" if slip.whose else "A slip"
        at = envelope.written_at.isoformat(timespec="seconds")
        photo = _photo(sheet, slip.photo) if slip.photo else ""
        back = version if may_take_back(sheet, version) else 0
        source = Source(of, envelope.written_by, at, back, photo)
        found.setdefault(slip.totals, []).append(source)
    for report in sheet.result.reported:
        own = Source(f"{sheet.name(report.seat)}, on an own phone")
        found.setdefault(report.totals, []).append(own)
    if sheet.ended and sheet.stands not in found:
        lost = sheet.ending.forfeit is not None
        found[sheet.stands] = [Source("The forfeit" if lost else "The record of the table")]
    differ = sheet.result.records_differ
    for totals in (differ.of_first, differ.of_second) if differ else ():
        found.setdefault(totals, [Source("A paper an official looked at")])
    swapped = sheet.starter == 1
    told = [
        SlipScores(
            totals=totals,
            scores=totals[::-1] if swapped else totals,
            holds=f"{totals[0]} {totals[1]}",
            stands=bool(sheet.ended) and totals == sheet.stands,
            sources=sources,
        )
        for totals, sources in found.items()
    ]
    return sorted(told, key=lambda one: not one.stands)


def _photo(sheet: Sheet, digest: str) -> str:
    slug = sheet.scheduled.tournament
    return url_for("slip_photos.photo", slug=slug, game=sheet.id, digest=digest)


def _row(slug: str, game: UUID) -> GameRow:
    rows = the_site().hall.games(tournament_at(slug).slug)
    row = next((row for row in rows if row.id == game), None)
    if row is None:
        raise no_such_table("There is no such game here.", "Choose a table from the results.")
    return row


def _asked(sheet: Sheet) -> Request:
    what = request.form.get("what", "")
    if what == "take-back":
        version = request.form.get("version", "")
        is_one = version.isascii() and version.isdigit() and len(version) < 9
        return TakeBackSlip(version=int(version) if is_one else 0)
    for one in told_by(sheet) if what == "type" else ():
        if one.holds == request.form.get("holds"):
            return TypeSlip(scores=_in_points(one.scores), sure=True)
    raise Refusal(
        "unreadable-request", "It is not said which slip is meant.", "Choose one of the two."
    )


def _in_points(scores: Totals) -> tuple[Points, Points]:
    return Points(scores[0]), Points(scores[1])


def _page(row: GameRow, refused: Refusal | None = None, seen: Foreseen | None = None) -> str:
    sheet = accounts().desk.sheet(row.id)
    rules = rulebook.rules_of(sheet.scheduled)
    return render_template(
        "organiser/two_slips.html",
        tournament=tournament_at(row.tournament),
        game=row,
        game_address=of_game(row),
        sheet=sheet,
        players=sheet.scheduled.players,
        told=told_by(sheet),
        differ=sheet.result.records_differ is not None,
        said=request.form,
        directs=signed_in().role is Role.DIRECTOR,
        clause=str(rules.signing.records_differ) or f"{sheet.scheduled.rulebook} Preamble",
        refusal=refused,
        seen=seen,
    )
