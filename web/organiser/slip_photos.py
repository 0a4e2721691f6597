"""A photo of a slip: kept beside the log, and shown to officials only."""

from __future__ import annotations

from uuid import UUID

from flask import Response, abort, make_response, redirect, request, url_for

from ledger.game.play.results.slips import TypeSlip, typed_slips
from ledger.game.sheet import Sheet
from ledger.game.sheet.on_paper import ends_on_paper
from ledger.record.kept_words import KeptWords
from ledger.vocabulary import Seat
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import AT_THE_RESULTS, OFFICIALS
from web.access.visitors import accounts, signed_in, the_asker
from web.cases.photos import photo_of
from web.frame.addresses import tournament_at
from web.frame.json_io import as_json
from web.frame.pages import JPEG, PHOTO, Pages
from web.frame.refused import asked_by_a_person
from web.frame.sent_forms import salt_of_form, sent_by_form
from web.organiser.slips_view import (
    TableView,
    as_it_is,
    has_result,
    may_enter_here,
    table_meant,
    table_view,
)

pages = Pages("slip_photos", manual="organiser")


@pages.post("/t/<slug>/organise/results/photo", who=AT_THE_RESULTS, answers=TableView, reads=PHOTO)
def attach(slug: str) -> Response:
    """Put a photo with the slip of ``table``; nobody signs by it."""
    row = tournament_at(slug)
    may_enter_here(row.slug)
    game = table_meant(row.slug, request.form)
    desk = accounts().desk
    sheet = desk.sheet(game.id)
    if not has_result(sheet) or ends_on_paper(sheet):
        raise Refusal(
            "no-slip-yet",
            "No result of this table is in yet.",
            "Type its slip first; then put the photo with it.",
        )
    sent = request.files.get("photo")
    kept = KeptWords(salt_of_form(), photo_of(sent.read() if sent else b"", the_asker()).content)
    desk.must_write(game.id, _with_photo(sheet, kept), sent_by_form(signed_in().badge), [kept])
    if not asked_by_a_person():
        return as_json(table_view(as_it_is(game)))
    return make_response(redirect(url_for("slip_results.page", slug=slug), 303))


def _with_photo(sheet: Sheet, kept: KeptWords) -> TypeSlip:
    one, two = sheet.stands if sheet.starter == 0 else sheet.stands[::-1]
    both = tuple(range(1, len(Seat) + 1))
    return TypeSlip(scores=(one, two), unsigned=both, sure=True, photo=kept.digest)


@pages.get("/t/<slug>/organise/results/photo/<uuid:game>/<digest>.jpg", who=OFFICIALS, answers=JPEG)
def photo(slug: str, game: UUID, digest: str) -> Response:
    desk = accounts().desk
    sheet = desk.sheet(game)
    known = {one.photo for one in typed_slips(sheet).values()}
    kept = desk.log.words_of(digest) if digest in known else None
    if kept is None or sheet.scheduled.tournament != slug:
        abort(404)
    response = Response(kept, mimetype="image/jpeg")
    response.headers["Cache-Control"] = "private, no-store"
    return response
