"""Players tell results on their own phones: their page, their QRs, and whether they may."""

from __future__ import annotations

from secrets import token_bytes
from typing import Any
from uuid import UUID

import segno
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
from markupsafe import Markup

from ledger.desk.requests import Sent
from ledger.game.play.results.reports import ReportResult
from ledger.game.sheet import Sheet
from ledger.hall.missing import lacks
from ledger.record.kept_words import KeptWords
from ledger.record.streams import tournament_id
from ledger.tournament.players_hand_in import LetPlayersHandIn, player_by, secret_of
from ledger.tournament.tournament import Tournament, tournament_named
from ledger.vocabulary.refusals import Refusal
from web.access.visitors import signed_in, the_badges
from web.frame.addresses import tournament_at
from web.frame.refused import must_be_for_a_page, status_of
from web.frame.sent_forms import salt_of_form, sent_by_form
from web.organiser.slips_told import rows_of

bp = Blueprint("reporting", __name__)

KEY_BYTES = 32


@bp.get("/t/<slug>/tell/<uuid:game>/<secret>")
def page(slug: str, game: UUID, secret: str) -> Response:
    """A player's page of one game: both names, two scores. What the other told is not shown."""
    return _page(slug, *_at(slug, game, secret))


@bp.post("/t/<slug>/tell/<uuid:game>/<secret>")
def tell(slug: str, game: UUID, secret: str) -> Response:
    """What the player tells, written under the badge of who lets players do so."""
    tournament, sheet, player = _at(slug, game, secret)
    by = sent_by_form(tournament.hand_in.by)
    sent = Sent(by=by.by, command_id=by.command_id, device="phone")
    refused: Refusal | None = None
    try:
        asked = ReportResult(player=player, scores=(_score("first"), _score("second")))
        sheet = the_badges().desk.record(game, asked, sent)
    except Refusal as why:
        must_be_for_a_page(why)
        refused = why
    return _page(slug, tournament, sheet, player, refused)


@bp.get("/t/<slug>/organise/results/qr")
def cards(slug: str) -> Response:
    """The QRs of the open round, two a table, to be printed and given out; secret as keys are.

    Raises:
      Refusal: ``no-such-tournament``.
    """
    row = tournament_at(slug)
    tournament = tournament_named(row.slug, the_badges().desk.log)
    key = _key(tournament)
    rows = [one for one in rows_of(row.slug, None, None) if lacks(one) == "result"]
    told: list[tuple[str, str, Markup]] = []
    for one in rows if key else ():
        scheduled = the_badges().desk.sheet(one.id).scheduled
        for player in (1, 2):
            where: dict[str, Any] = {
                "slug": slug, "game": one.id, "secret": secret_of(key, one.id, player),
            }  # fmt: skip
            address = url_for("reporting.page", **where, _external=True)
            table = f"{one.division} T{one.table}".strip()
            told.append((table, scheduled.players[player - 1], _qr(address)))
    response = make_response(
        render_template("organiser/qr_cards.html", tournament=row, cards=told, is_on=bool(key))
    )
    response.headers["Cache-Control"] = "no-store"
    return response


@bp.post("/t/<slug>/organise/results/qr")
def let(slug: str) -> Response:
    """Let players tell results (``let=yes``), with a new key, or no longer.

    Raises:
      Refusal: why it stays as it is.
    """
    row = tournament_at(slug)
    badge = signed_in().badge
    kept = [KeptWords(salt_of_form(), _new_key())] if request.form.get("let") == "yes" else []
    asked = LetPlayersHandIn(by=badge, key=kept[0].digest) if kept else LetPlayersHandIn()
    the_badges().desk.must_write(tournament_id(row.slug), asked, sent_by_form(badge), kept)
    return make_response(redirect(url_for("reporting.cards", slug=slug), 303))


def _new_key() -> bytes:
    return token_bytes(KEY_BYTES)


def _key(tournament: Tournament) -> bytes:
    """The key of the QRs; empty where players don't tell results."""
    digest = tournament.hand_in.key
    return (the_badges().desk.log.words_of(digest) or b"") if digest else b""


def _at(slug: str, game: UUID, secret: str) -> tuple[Tournament, Sheet, int]:
    """The game and whose secret it is; nothing is there for anybody else."""
    row = tournament_at(slug)
    desk = the_badges().desk
    tournament = tournament_named(row.slug, desk.log)
    key = _key(tournament)
    player = player_by(key, game, secret) if key else 0
    if not player:
        abort(404)
    sheet = desk.sheet(game)
    if sheet.scheduled.tournament != row.slug:
        abort(404)
    return tournament, sheet, player


def _score(name: str) -> int:
    text = request.form.get(name, "").strip()
    if not (text.isascii() and text.isdigit() and len(text) < 5):
        raise Refusal("unreadable-request", "A score is missing, or is no number.", "Type both.")
    return int(text)


def _page(
    slug: str, tournament: Tournament, sheet: Sheet, player: int, refused: Refusal | None = None
) -> Response:
    place = player - 1 if sheet.starter == 0 else 2 - player
    mine = next((one for one in sheet.result.reported if one.seat.place == place), None)
    totals = mine.totals if mine else None
    if totals and sheet.starter == 1:
        totals = totals[::-1]
    response = make_response(
        render_template(
            "organiser/tell.html",
            slug=slug,
            name=tournament.name,
            scheduled=sheet.scheduled,
            me=sheet.scheduled.players[player - 1],
            told=totals,
            is_in=bool(sheet.ended),
            form=request.form,
            refusal=refused,
        ),
        200 if refused is None else status_of(refused),
    )
    response.headers["Cache-Control"] = "no-store"
    return response


def _qr(address: str) -> Markup:
    """The address as an SVG picture; drawn by us from our own address, so safe as it is."""
    drawn = segno.make(address, error="m").svg_inline(
        border=3, omitsize=True, dark="#000", light="#fff"
    )
    return Markup(drawn)  # noqa: S704
