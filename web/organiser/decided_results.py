"""Results told by players, and results decided: of slips that disagree, of byes and forfeits."""

from __future__ import annotations

from secrets import token_bytes
from typing import NamedTuple
from uuid import UUID

import segno
from flask import Response, abort, make_response, redirect, render_template, request, url_for
from markupsafe import Markup
from msgspec.structs import replace

from ledger import rulebook
from ledger.desk.requests import Refused, Sent, must_be_written
from ledger.game.endings.forfeits import Forfeit
from ledger.game.results.slips import (
    ReportResult,
    TakeBackSlip,
    TypeSlip,
    as_paired,
    told_by_players,
    told_on_phones,
    typed_slips,
)
from ledger.game.sheet.sheet import Sheet
from ledger.hall import GameRow
from ledger.hall.rows import lacks
from ledger.messages import listed, say
from ledger.record.events import tournament_id
from ledger.record.kept_words import KeptWords
from ledger.requests import Request
from ledger.tournament.pairing import byes_of, players_with_a_bye
from ledger.tournament.players import LetPlayersHandIn, player_by, secret_of
from ledger.tournament.tournament import Tournament
from ledger.vocabulary import Points, Role, Seat, Totals
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import AT_THE_RESULTS, DIRECTORS, EVERYBODY
from web.access.visitors import accounts, signed_in
from web.cases.foreseen import LIVE, Foreseen, shown_alone
from web.cases.opening import opened_or_shown
from web.cases.ruling_form import OF_TWO_SLIPS
from web.director.inbox import with_a_tablet
from web.frame.addresses import of_game, to_rule_on, tournament_at
from web.frame.bodies import salt_of_form, sent_by_form
from web.frame.pages import Pages
from web.frame.refused import must_be_for_a_page, status_of
from web.organiser.players import rated_wording, worth_of
from web.organiser.slip_results import (
    has_result,
    may_enter_here,
    may_take_back,
    no_such_table,
    rows_of,
    table_meant,
)
from web.site import the_site

# Two slips of one game that differ: what each says, who handed it in, and the ways to settle it.
#
# What a finger typed wrong is taken back here, whichever slip it was, and where the players told a
# result each on their own phones the slip on paper is typed. Else the director finds what holds:
# this page has the case and its ruling in one form.


pages = Pages("two_slips", manual="organiser", area="results")

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
        of = (
            say("results.slip-of-player", name=sheet.name(slip.whose))
            if slip.whose
            else say("results.a-slip")
        )
        at = envelope.written_at.isoformat(timespec="seconds")
        photo = _photo(sheet, slip.photo) if slip.photo else ""
        back = version if may_take_back(sheet, version) else 0
        source = Source(of, envelope.written_by, at, back, photo)
        found.setdefault(slip.totals, []).append(source)
    for report in sheet.result.reported:
        own = Source(say("results.on-an-own-phone", name=sheet.name(report.seat)))
        found.setdefault(report.totals, []).append(own)
    if sheet.ended and sheet.stands not in found:
        lost = sheet.ending.forfeit is not None
        found[sheet.stands] = [
            Source(say("results.the-forfeit") if lost else say("results.record-of-the-table"))
        ]
    differ = sheet.result.records_differ
    for totals in (differ.of_first, differ.of_second) if differ else ():
        found.setdefault(totals, [Source(say("results.paper-looked-at"))])
    swapped = sheet.starter == 1
    slip_scores = [
        SlipScores(
            totals=totals,
            scores=totals[::-1] if swapped else totals,
            holds=f"{totals[0]} {totals[1]}",
            stands=bool(sheet.ended) and totals == sheet.stands,
            sources=sources,
        )
        for totals, sources in found.items()
    ]
    return sorted(slip_scores, key=lambda one: not one.stands)


def _photo(sheet: Sheet, digest: str) -> str:
    slug = sheet.scheduled.tournament
    return url_for("slip_photos.photo", slug=slug, game=sheet.id, digest=digest)


def _row(slug: str, game: UUID) -> GameRow:
    rows = the_site().hall.games(tournament_at(slug).slug)
    row = next((row for row in rows if row.id == game), None)
    if row is None:
        raise no_such_table(say("results.no-such-game"), say("results.choose-a-table"))
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
        "unreadable-request",
        say("results.which-slip-is-meant"),
        say("results.choose-one-of-the-two"),
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
        by_what=OF_TWO_SLIPS,
        differ=sheet.result.records_differ is not None,
        said=request.form,
        directs=signed_in().role is Role.DIRECTOR,
        clause=str(rules.signing.records_differ) or f"{sheet.scheduled.rulebook} Preamble",
        refusal=refused,
        seen=seen,
    )


lost_games_pages = Pages("lost_games", manual="organiser", area="results")

WHO = ("1", "2", "both")

ASKED = "unlikely-slip"
"""What is refused until whoever sends it says that it is meant."""


class ByeView(NamedTuple):
    name: str
    round_number: int
    worth: str
    clause: str


class WayView(NamedTuple):
    """One way a game can be lost without play.

    Attributes:
      who: ``1``, ``2`` or ``both``, in the order of the pairing.
      worth: what it comes to; of what is refused, why.
      ruled: whether it takes a director's ruling.
    """

    who: str
    words: str
    worth: str
    clause: str
    ruled: bool


@lost_games_pages.get("/t/<slug>/organise/results/lost", name="page", who=AT_THE_RESULTS)
def lost_games_page(slug: str) -> str:
    """The byes of the round, and for ``?table=`` what it comes to if a player does not come."""
    row = tournament_at(slug)
    return _lost_games_page(
        slug, table_meant(row.slug, request.args) if request.args.get("table") else None
    )


@lost_games_pages.post("/t/<slug>/organise/results/lost", name="do", who=AT_THE_RESULTS)
def lost_games_do(slug: str) -> Response:
    """Declare the game at ``table`` lost: ``who`` did not come is ``1``, ``2`` or ``both``.

    What only a ruling can do leads to the case in which it is made. Where players told a result
    on their phones it is asked first whether it is meant (``sure``).
    """
    game = table_meant(tournament_at(slug).slug, request.form)
    desk, sent = accounts().desk, sent_by_form(signed_in().badge)
    try:
        desk_request = _forfeit_asked(desk.sheet(game.id), request.form.get("who", ""))
        outcome = desk.enter(game.id, desk_request, sent)
        ruling = isinstance(outcome, Refused) and outcome.ruling and outcome.refusal.code != ASKED
        if ruling and signed_in().role is Role.DIRECTOR:
            return make_response(redirect(to_rule_on(slug, sent.command_id), 303))
        must_be_written(outcome)
    except Refusal as refusal:
        must_be_for_a_page(refusal)
        return make_response(_lost_games_page(slug, game, refusal), status_of(refusal))
    return make_response(redirect(url_for("slip_results.page", slug=slug), 303))


def _forfeit_asked(sheet: Sheet, who: str) -> Forfeit:
    if who not in WHO:
        raise Refusal(
            "unreadable-request",
            say("results.who-did-not-come"),
            say("results.choose-one-of-the-ways"),
        )
    loser = None if who == "both" else _seat(sheet, int(who))
    return Forfeit(loser=loser, cause="no-show", sure=bool(request.form.get("sure")))


def _seat(sheet: Sheet, player: int) -> Seat:
    return Seat.FIRST if player - 1 == sheet.starter else Seat.SECOND


def _lost_games_page(slug: str, game: GameRow | None, refused: Refusal | None = None) -> str:
    row = tournament_at(slug)
    tournament = accounts().desk.cases.tournament(row.slug)
    rows = rows_of(row.slug, None, None)
    return render_template(
        "organiser/lost.html",
        tournament=row,
        byes=_byes(tournament, {(one.division, one.round_number) for one in rows}),
        rows=[one for one in rows if lacks(one) == "result"],
        game=game,
        ways=[_way(game, who) for who in WHO] if game is not None else [],
        told=told_on_phones(accounts().desk.sheet(game.id)) if game is not None else "",
        directs=signed_in().role is Role.DIRECTOR,
        refusal=refused,
    )


def _byes(tournament: Tournament, rounds: set[tuple[str, int]]) -> list[ByeView]:
    worth = tournament.rules.standings.bye_spread
    counted = {bye.number: bye for bye in byes_of(tournament)}
    found = []
    for paired in tournament.rounds:
        if (paired.division, paired.round_number) not in rounds:
            continue
        for number in players_with_a_bye((paired,)):
            player, bye = tournament.player(number), counted.get(number)
            words = (
                say("results.bye-worth", spread=bye.spread, rated=rated_wording(bye.rated))
                if bye is not None
                else say("results.bye-not-settled")
            )
            name = player.name if player is not None else str(number)
            found.append(ByeView(name, paired.round_number, words, str(worth)))
    return found


def _way(game: GameRow, who: str) -> WayView:
    """What a director would write, and what the game then comes to."""
    sheet = accounts().desk.sheet(game.id)
    names = listed(sheet.names) if who == "both" else sheet.scheduled.players[int(who) - 1]
    worth = worth_of(sheet, replace(_forfeit_asked(sheet, who), sure=True))
    return WayView(who, names, worth.words, worth.clause, worth.ruled)


# Results told by players: the QR cards of a round, and the page a card leads to.


telling_pages = Pages("reporting", manual="players", area="public", tab="rounds")

COOKIE = "tilescribe-tell"
"""The cookie of a player's page: the code of its QR, for this one game."""

KEPT_FOR = 60 * 60 * 24  # seconds: a round is over in a day


def _no_such_code() -> Refusal:
    return Refusal(
        "unreadable-request",
        say("results.no-such-code"),
        say("results.scan-again-or-type"),
    )


def _other_player() -> Refusal:
    return Refusal(
        "unreadable-request",
        say("results.other-player-opened"),
        say("results.look-who-you-are"),
    )


@telling_pages.get("/t/<slug>/tell/<uuid:game>", who=EVERYBODY, name="page")
def telling_page(slug: str, game: UUID) -> Response:
    """A player's page of one game: both names, two scores. What the other told is not shown.

    Whose it is says a cookie of this page; without one it asks for the code of the QR, which the
    browser has behind the ``#`` of the address and nobody on the way is told.
    """
    tournament = _letting(slug)
    found = _whose(slug, tournament, game, request.cookies.get(COOKIE, ""))
    return _telling_page(slug, tournament, *found) if found else _asking(slug, tournament, game)


@telling_pages.post(
    "/t/<slug>/tell/<uuid:game>", "/t/<slug>/tell/<uuid:game>/<secret>", who=EVERYBODY
)
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
        return _asking(slug, tournament, game, _no_such_code())
    if opens:
        return _opened(slug, game, code)
    sheet, player = found
    by = sent_by_form(tournament.hand_in.by)
    sent = Sent(by=by.by, command_id=by.command_id, device="phone")
    refused: Refusal | None = None
    try:
        if request.form.get("player", str(player)) != str(player):
            raise _other_player()
        desk_request = ReportResult(
            player=player,
            scores=(_score("first"), _score("second")),
            sure=bool(request.form.get("sure")),
        )
        sheet = accounts().desk.record(game, desk_request, sent)
    except Refusal as why:
        must_be_for_a_page(why)
        refused = why
    return _telling_page(slug, tournament, sheet, player, refused)


@telling_pages.get("/t/<slug>/tell/<uuid:game>/<secret>", who=EVERYBODY)
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
        raise Refusal(
            "unreadable-request", say("results.score-is-missing"), say("results.type-both")
        )
    return int(text)


def _telling_page(
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
