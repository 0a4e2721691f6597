"""Files in and results out: pasted or uploaded, previewed line by line, confirmed; downloads."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec
from flask import (
    Blueprint,
    Response,
    abort,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)

from ledger.desk.desk import Desk
from ledger.interchange import aupair_writing, tsh_writing
from ledger.interchange.exporting import KINDS, exported_as
from ledger.interchange.importing import Preview, previewed
from ledger.interchange.reading import Given
from ledger.interchange.taking_in import TakeInFile
from ledger.interchange.told_here import told_here
from ledger.record.streams import tournament_id
from ledger.tournament.tournament import Tournament, tournament_named
from ledger.vocabulary.refusals import Refusal
from web.access.visitors import signed_in, the_badges
from web.downloads.files import to_take_away
from web.frame.addresses import tournament_at
from web.frame.refused import must_be_for_a_page, status_of
from web.frame.sent_forms import sent_by_form
from web.organiser.files_carried import brought_back, carried, files_sent
from web.organiser.preview_rows import preview_shown
from web.site.site import the_site

bp = Blueprint("transfers", __name__)

FORMATS_IN = "tsh (.t, config.tsh, the folder as a zip) · AUPAIR (.tou) · CSV · .xlsx · .ods"


LOOKED_AT_ONCE = 600
"""Games of which the page says by itself what is not rated; of more, once it is asked to: each is
a millisecond."""


@bp.get("/t/<slug>/organise/files")
def page(slug: str) -> str:
    """Take a file in, or write the tournament out; what is not written as rated, and why.

    Raises:
      Refusal: ``no-such-tournament``.
    """
    return _page(slug)


def _page(slug: str, refused: Refusal | None = None) -> str:
    row = tournament_at(slug)
    desk = the_badges().desk
    tournament = tournament_named(row.slug, desk.log)
    games = sum(len(paired.pairings) for paired in tournament.rounds)
    looked = games <= LOOKED_AT_ONCE or "remarks" in request.args
    told = told_here(tournament, desk.shelf.sheet) if looked else None
    return render_template(
        "organiser/files.html",
        tournament=row,
        divisions=_divisions(tournament),
        looked=looked,
        remarks=told.remarks if told else (),
        as_aupair=aupair_writing.names_otherwise(told.told) if told else (),
        as_tsh=tsh_writing.names_otherwise(told.told) if told else (),
        tsh_in_utf8=tsh_writing.is_utf8(told.told) if told else False,
        formats=FORMATS_IN,
        taken=request.args.get("taken", ""),
        refusal=refused,
        pasted=request.form.get("pasted", ""),
    )


@bp.post("/t/<slug>/organise/files")
def preview(slug: str) -> Response:
    """What a file says, line by line, and what would become of it; nothing is written.

    Raises:
      Refusal: ``no-such-tournament``.
    """
    given = files_sent()
    try:
        if not given:
            raise _no_file()
        return _previewed(slug, given, request.form.get("division") or None)
    except Refusal as refused:
        must_be_for_a_page(refused)
        return make_response(_page(slug, refused), status_of(refused))


@bp.post("/t/<slug>/organise/files/take-in")
def take_in(slug: str) -> Response:
    """Write what was previewed; where it would be something else by now, show that first.

    Raises:
      Refusal: ``no-such-tournament``.
    """
    row = tournament_at(slug)
    desk, sent = the_badges().desk, sent_by_form(signed_in().badge)
    done = redirect(url_for("transfers.page", slug=row.slug, taken="1"), 303)
    answer = desk.log.answer_to(sent.command_id)
    if answer is not None and answer.kind == "written":
        return make_response(done)  # a second tap on the button
    given = brought_back(request.form.get("carried", ""))
    into = request.form.get("division") or None
    try:
        if not given:
            raise _no_file()
        asked = _of(desk, row.slug, given, into).asked
        if _digest(asked) != request.form.get("shown", ""):
            return _previewed(slug, given, into, changed=True)
        desk.must_write(tournament_id(row.slug), asked, sent)
    except Refusal as refused:
        must_be_for_a_page(refused)
        return make_response(_page(slug, refused), status_of(refused))
    return make_response(done)


@bp.get("/t/<slug>/organise/export/<kind>")
def export(slug: str, kind: str) -> Response:
    """The tournament in one of the formats, as a file to take away.

    Raises:
      Refusal: ``no-such-tournament``.
    """
    row = tournament_at(slug)
    known = next((one for one in KINDS if one == kind), None)
    if known is None:
        abort(404)
    desk, hall = the_badges().desk, the_site().hall
    tournament = tournament_named(row.slug, desk.log)
    exported = exported_as(
        known,
        tournament,
        desk.shelf.sheet,
        standings=hall.standings(row.slug),
        games=(desk.shelf.sheet(game.id) for game in hall.games(row.slug)),
    )
    return to_take_away(exported.body, exported.media, exported.name)


def _no_file() -> Refusal:
    return Refusal(
        "unreadable-request",
        "There is no file and no text to take in.",
        "Choose a file, or paste its text.",
    )


def _of(desk: Desk, slug: str, given: Sequence[Given], into: str | None) -> Preview:
    tournament = tournament_named(slug, desk.log)
    return previewed(tournament, given, desk.shelf.sheet, into=into, unprintable=desk.unprintable)


def _previewed(
    slug: str, given: Sequence[Given], into: str | None, *, changed: bool = False
) -> Response:
    row = tournament_at(slug)
    found = _of(the_badges().desk, row.slug, given, into)
    body = render_template(
        "organiser/files_preview.html",
        tournament=row,
        named=" + ".join(one.name for one in given if one.name) or "What was pasted",
        usable=found.usable,
        is_news=found.is_news,
        shown=preview_shown(found),
        digest=_digest(found.asked),
        carried=carried(given) if found.is_news else "",
        division=into or "",
        changed=changed,
    )
    return make_response(body, 200 if found.usable else 422)


def _digest(asked: TakeInFile) -> str:
    """What tells one plan from another."""
    return hashlib.sha256(msgspec.json.encode(asked)).hexdigest()


def _divisions(tournament: Tournament) -> list[str]:
    """The divisions a file of one division can go into, where there are several."""
    names = {one.name for one in tournament.planned} | {one.division for one in tournament.players}
    return sorted(names) if len(names) > 1 else []
