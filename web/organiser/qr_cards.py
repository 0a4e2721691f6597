"""The QRs with which players tell results on their own phones, and whether they may."""

from __future__ import annotations

from secrets import token_bytes
from typing import NamedTuple

import segno
from flask import Response, make_response, redirect, render_template, request, url_for
from markupsafe import Markup

from ledger.hall.rows import lacks
from ledger.record.events import tournament_id
from ledger.record.kept_words import KeptWords
from ledger.tournament.players import LetPlayersHandIn, secret_of
from web.access.permissions import DIRECTORS
from web.access.visitors import accounts, signed_in
from web.director.inbox import with_a_tablet
from web.frame.addresses import tournament_at
from web.frame.pages import Pages
from web.frame.sent_forms import salt_of_form, sent_by_form
from web.organiser.reporting import key_of
from web.organiser.slips_view import rows_of
from web.site.site import the_site

pages = Pages("qr_cards", manual="organiser")

KEY_BYTES = 32


class Card(NamedTuple):
    """A QR to be given out: for which table and player, and its code in letters."""

    table: str
    name: str
    picture: Markup
    code: str


@pages.get("/t/<slug>/organise/results/qr", who=DIRECTORS)
def page(slug: str) -> Response:
    """The QRs of the open round, two a table, to be printed and given out; secret as keys are.

    A table with a tablet has none: its players sign there.
    """
    row = tournament_at(slug)
    tournament = accounts().desk.cases.tournament(row.slug)
    key = key_of(tournament)
    tablets = with_a_tablet(the_site().hall.games(row.slug))
    rows = [
        one
        for one in rows_of(row.slug, None, None)
        if lacks(one) == "result" and not one.turns and one.id not in tablets
    ]
    told: list[Card] = []
    for one in rows if key else ():
        scheduled = accounts().desk.sheet(one.id).scheduled
        for player in (1, 2):
            secret = secret_of(key, one.id, player)
            address = url_for(
                "reporting.page", slug=slug, game=one.id, _external=True, _anchor=secret
            )
            table = f"{one.division} R{one.round_number} T{one.table}".strip()
            told.append(Card(table, scheduled.players[player - 1], _qr(address), in_fives(secret)))
    response = make_response(
        render_template("organiser/qr_cards.html", tournament=row, cards=told, is_on=bool(key))
    )
    response.headers["Cache-Control"] = "no-store"
    return response


@pages.post("/t/<slug>/organise/results/qr", who=DIRECTORS)
def let(slug: str) -> Response:
    """Let players tell results (``let=yes``), with a new key, or no longer."""
    row = tournament_at(slug)
    badge = signed_in().badge
    kept = [KeptWords(salt_of_form(), _new_key())] if request.form.get("let") == "yes" else []
    desk_request = LetPlayersHandIn(by=badge, key=kept[0].digest) if kept else LetPlayersHandIn()
    accounts().desk.must_write(tournament_id(row.slug), desk_request, sent_by_form(badge), kept)
    return make_response(redirect(url_for("qr_cards.page", slug=slug), 303))


def _new_key() -> bytes:
    return token_bytes(KEY_BYTES)


def in_fives(secret: str) -> str:
    """A code as it is printed below its QR, for a phone that reads none.

    >>> in_fives("ABCDEFGHIJKL")
    'ABCDE FGHIJ KL'
    """
    return " ".join(secret[at : at + 5] for at in range(0, len(secret), 5))


def _qr(address: str) -> Markup:
    """The address as an SVG picture; drawn by us from our own address, so safe as it is."""
    drawn = segno.make(address, error="m").svg_inline(
        border=3, omitsize=True, dark="#000", light="#fff"
    )
    return Markup(drawn)  # noqa: S704
