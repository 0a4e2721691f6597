"""Results told by players: the QR cards of a round, and the page a card leads to."""

from __future__ import annotations

from secrets import token_bytes
from typing import NamedTuple
from uuid import UUID

import segno
from flask import Response, abort, make_response, redirect, render_template, request, url_for
from markupsafe import Markup

from ledger.desk.requests import Sent
from ledger.game.results.slips import ReportResult, as_paired, told_by_players
from ledger.game.sheet.sheet import Sheet
from ledger.hall.rows import lacks
from ledger.record.events import tournament_id
from ledger.record.kept_words import KeptWords
from ledger.tournament.players import LetPlayersHandIn, player_by, secret_of
from ledger.tournament.tournament import Tournament
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import DIRECTORS, EVERYBODY
from web.access.visitors import accounts, signed_in
from web.director.inbox import with_a_tablet
from web.frame.addresses import tournament_at
from web.frame.bodies import salt_of_form, sent_by_form
from web.frame.pages import Pages
from web.frame.refused import must_be_for_a_page, status_of
from web.organiser.slip_results import has_result, rows_of
from web.site import the_site

pages = Pages("reporting", manual="players", area="public", tab="Rounds")

COOKIE = "tilescribe-tell"
"""The cookie of a player's page: the code of its QR, for this one game."""

KEPT_FOR = 60 * 60 * 24  # seconds: a round is over in a day

NO_SUCH_CODE = Refusal(
    "unreadable-request",
    "This is no code of this game, or it works no longer.",
    "Scan your QR again, or type the letters printed below it.",
)

OTHER_PLAYER = Refusal(
    "unreadable-request",
    "This phone has opened the other player’s QR since.",
    "Look at who you are here, or scan your own QR again.",
)


@pages.get("/t/<slug>/tell/<uuid:game>", who=EVERYBODY)
def page(slug: str, game: UUID) -> Response:
    """A player's page of one game: both names, two scores. What the other told is not shown.

    Whose it is says a cookie of this page; without one it asks for the code of the QR, which the
    browser has behind the ``#`` of the address and nobody on the way is told.
    """
    tournament = _letting(slug)
    found = _whose(slug, tournament, game, request.cookies.get(COOKIE, ""))
    return _page(slug, tournament, *found) if found else _asking(slug, tournament, game)


@pages.post("/t/<slug>/tell/<uuid:game>", "/t/<slug>/tell/<uuid:game>/<secret>", who=EVERYBODY)
def tell(slug: str, game: UUID, secret: str = "") -> Response:
    """Open the page by its code (``what=open``), or tell a result.

    What a player tells is written under the badge of who lets players do so.
    """
    tournament = _letting(slug)
    opens = request.form.get("what") == "open"
    code = request.form.get("code", "").replace(" ", "").upper() if opens else ""
    found = _whose(slug, tournament, game, code or secret or request.cookies.get(COOKIE, ""))
    if found is None and secret:
        abort(404)
    if found is None:
        return _asking(slug, tournament, game, NO_SUCH_CODE)
    if opens:
        return _opened(slug, game, code)
    sheet, player = found
    by = sent_by_form(tournament.hand_in.by)
    sent = Sent(by=by.by, command_id=by.command_id, device="phone")
    refused: Refusal | None = None
    try:
        if request.form.get("player", str(player)) != str(player):
            raise OTHER_PLAYER
        desk_request = ReportResult(
            player=player,
            scores=(_score("first"), _score("second")),
            sure=bool(request.form.get("sure")),
        )
        sheet = accounts().desk.record(game, desk_request, sent)
    except Refusal as why:
        must_be_for_a_page(why)
        refused = why
    return _page(slug, tournament, sheet, player, refused)


@pages.get("/t/<slug>/tell/<uuid:game>/<secret>", who=EVERYBODY)
def printed(slug: str, game: UUID, secret: str) -> Response:
    """The same page, by a QR that an earlier release printed with its code in the address."""
    tournament = _letting(slug)
    if _whose(slug, tournament, game, secret) is None:
        abort(404)
    return _opened(slug, game, secret)


def key_of(tournament: Tournament) -> bytes:
    """The key of the QRs; empty where players don't tell results."""
    digest = tournament.hand_in.key
    return (accounts().desk.log.words_of(digest) or b"") if digest else b""


def _letting(slug: str) -> Tournament:
    """The tournament; nothing is there where players tell no results."""
    tournament = accounts().desk.cases.tournament(tournament_at(slug).slug)
    if not tournament.hand_in.key:
        abort(404)
    return tournament


def _whose(slug: str, tournament: Tournament, game: UUID, secret: str) -> tuple[Sheet, int] | None:
    """The game, and whose code it is, 1 or 2; ``None``: nobody's."""
    player = player_by(key_of(tournament), game, secret)
    if not player:
        return None
    sheet = accounts().desk.sheet(game)
    return (sheet, player) if sheet.scheduled.tournament == tournament_at(slug).slug else None


def _opened(slug: str, game: UUID, secret: str) -> Response:
    """To the page, with the code in a cookie of it and no longer in the address."""
    address = url_for("reporting.page", slug=slug, game=game)
    response = make_response(redirect(address, 303))
    response.set_cookie(
        COOKIE, secret, max_age=KEPT_FOR, path=address,
        httponly=True, samesite="Lax", secure=request.is_secure,
    )  # fmt: skip
    response.headers["Cache-Control"] = "no-store"
    return response


def _asking(
    slug: str, tournament: Tournament, game: UUID, refused: Refusal | None = None
) -> Response:
    """The page before its code is known: what stands behind the ``#`` is sent by its script."""
    shown = render_template(
        "organiser/tell_code.html", slug=slug, name=tournament.name, game=game, refusal=refused
    )
    response = make_response(shown, status_of(refused) if refused else 200)
    response.headers["Cache-Control"] = "no-store"
    return response


def _score(name: str) -> int:
    text = request.form.get(name, "").strip()
    if not (text.isascii() and text.isdigit() and len(text) < 5):
        raise Refusal("unreadable-request", "A score is missing, or is no number.", "Type both.")
    return int(text)


def _page(
    slug: str, tournament: Tournament, sheet: Sheet, player: int, refused: Refusal | None = None
) -> Response:
    points = told_by_players(sheet)
    mine, other = points[player - 1], points[2 - player]
    response = make_response(
        render_template(
            "organiser/tell.html",
            slug=slug,
            game=sheet.id,
            player=player,
            name=tournament.name,
            scheduled=sheet.scheduled,
            me=sheet.scheduled.players[player - 1],
            told=mine,
            differs=mine is not None and other is not None and mine != other,
            there=as_paired(sheet, sheet.stands) if has_result(sheet) else None,
            is_in=bool(sheet.ended),
            on_tablet=bool(sheet.turn_count),
            form=request.form,
            refusal=refused,
        ),
        200 if refused is None else status_of(refused),
    )
    response.headers["Cache-Control"] = "no-store"
    return response


# The QRs with which players tell results on their own phones, and whether they may.


qr_cards_pages = Pages("qr_cards", manual="organiser", area="results")

KEY_BYTES = 32


class Card(NamedTuple):
    """A QR to be given out: for which table and player, and its code in letters."""

    table: str
    name: str
    picture: Markup
    code: str


@qr_cards_pages.get("/t/<slug>/organise/results/qr", name="page", who=DIRECTORS)
def qr_cards_page(slug: str) -> Response:
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
    cards: list[Card] = []
    for one in rows if key else ():
        scheduled = accounts().desk.sheet(one.id).scheduled
        for player in (1, 2):
            secret = secret_of(key, one.id, player)
            address = url_for(
                "reporting.page", slug=slug, game=one.id, _external=True, _anchor=secret
            )
            table = f"{one.division} R{one.round_number} T{one.table}".strip()
            cards.append(Card(table, scheduled.players[player - 1], _qr(address), in_fives(secret)))
    response = make_response(
        render_template("organiser/qr_cards.html", tournament=row, cards=cards, is_on=bool(key))
    )
    response.headers["Cache-Control"] = "no-store"
    return response


@qr_cards_pages.post("/t/<slug>/organise/results/qr", who=DIRECTORS)
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
