"""The scorekeeper's page, the state of its table, and what it keeps without a network."""

from __future__ import annotations

from collections import OrderedDict
from operator import is_
from typing import Literal, NamedTuple
from uuid import UUID

import msgspec
from flask import Response, render_template, request
from msgspec import Struct
from msgspec.structs import replace

from ledger import rulebook
from ledger.equipment.tile_set import BLANK
from ledger.game.calls.requests import last_view
from ledger.game.going_on import offers, open_procedures
from ledger.game.results.signatures import signatures_view
from ledger.game.sheet.line import mode_wording
from ledger.game.sheet.sheet import Sheet
from ledger.messages import language
from ledger.replay.replayed import board_view, players_view, tiles_view
from ledger.rulebook import Rulebook
from ledger.tournament.rounds import failed_before
from ledger.visibility import Viewer, sheet_visible_to
from ledger.vocabulary import Seat
from web.access.permissions import AT_THE_TABLE, EVERYBODY, leads_here
from web.access.visitors import accounts, signed_in, the_device, the_viewer_of
from web.entry.entries import waiting_at
from web.entry.form_catalogue import (
    Catalogue,
    CatalogueView,
    FormView,
    catalogue_of,
    forms,
    with_forms,
)
from web.entry.table_view import (
    OfferView,
    ResultAtTable,
    TableGame,
    TableState,
    amending_view,
    lines_view,
    read_at,
    result_at_table,
    rules_view,
    start_of,
    undo_view,
)
from web.frame.addresses import game_at, tournament_at
from web.frame.bodies import as_json
from web.frame.languages import direction
from web.frame.modules import FIRST, asset, of_the_tablet, release, sent
from web.frame.pages import Pages, of_a_game
from web.replay import in_a_page

pages = Pages("table_state", manual=None)


@pages.get("/api/games/<uuid:game>/table.json", who=AT_THE_TABLE, answers=TableState)
def table(game: UUID) -> Response:
    return as_json(state_of(accounts().desk.sheet(game), the_viewer_of(game)))


@pages.get("/api/games/<uuid:game>/forms.json", who=AT_THE_TABLE, answers=CatalogueView)
def form_catalogue(game: UUID) -> Response:
    """How everything is asked for under the book of this game. A state names it by its digest."""
    scheduled = accounts().desk.sheet(game).scheduled
    catalogue = catalogue_of(scheduled.rulebook, scheduled.options, scheduled.rulebook_digest)
    response = Response(catalogue.body, mimetype="application/json")
    response.set_etag(catalogue.digest)
    return response


def state_of(record: Sheet, viewer: Viewer) -> TableState:
    """The state of one game as this viewer is shown it.

    Its version is that of the record, for whoever enters something next must name it. What was
    entered too late and waits is for who is shown the whole of the game.
    """
    sheet = sheet_visible_to(viewer, record)
    whole, scheduled = sheet is record, sheet.scheduled
    rules = rulebook.rules_of(scheduled)
    mode = rules.challenge.mode.value
    catalogue = catalogue_of(scheduled.rulebook, scheduled.options, scheduled.rulebook_digest)
    worked_out = _reported if whole else _Reported.of
    reported = worked_out(sheet, rules, catalogue)
    return TableState(
        game=_game(sheet, record),
        players=players_view(sheet),
        board=board_view(scheduled.board),
        tiles=tiles_view(scheduled.tile_set),
        squares=sheet.board.squares,
        totals=sheet.totals,
        bag=sheet.stock.bag,
        racks=sheet.stock.racks,
        started=sheet.started,
        on_move=sheet.on_move,
        hold=sheet.challenges.hold,
        challenge=sheet.challenges.pending,
        clocks=sheet.clock.times,
        clocks_at=read_at(sheet),
        limits=sheet.clock.limits,
        neutral=sheet.clock.neutral,
        blanks=sheet.board.blanks,
        out=sheet.out,
        ended=sheet.ended,
        unplayed_counted=sheet.ending.unplayed_counted,
        lines=lines_view(sheet),
        proposed=sheet.result.proposed,
        signed_by=sheet.signed_by,
        final=sheet.is_final,
        by_ruling=sheet.result.carried > 0,
        signatures=signatures_view(sheet) if sheet.ended else (),
        amending=amending_view(sheet),
        handed_in=sheet.result.handed_in,
        open=with_forms(
            (*last_view(sheet), *open_procedures(sheet, rules)),
            catalogue,
            directs=viewer is Viewer.DIRECTOR,
        ),
        offers=reported.offers,
        catalogue=catalogue.digest,
        forms=reported.forms,
        challenge_mode=mode and mode_wording(mode),
        failed=_failed(sheet, rules),
        free=sheet.challenges.free,
        unplayed_mode=rules.unplayed.when_out.value,
        starter=sheet.starter,
        pairing=scheduled.players,
        keeper=sheet.table.keeper,
        start=None if sheet.started or sheet.ended else start_of(sheet, rules),
        overtime=sheet.clock.overtime,
        rules=rules_view(scheduled.rulebook, scheduled.options, scheduled.rulebook_digest),
        result=reported.result,
        unsettled=waiting_at(sheet) if whole else (),
        undo=undo_view(record) if whole else None,
    )


def _game(sheet: Sheet, record: Sheet) -> TableGame:
    scheduled = sheet.scheduled
    return TableGame(
        id=sheet.id, tournament=scheduled.tournament, division=scheduled.division,
        round=scheduled.round_number, table=scheduled.table, replay=scheduled.replay,
        rulebook=scheduled.rulebook, lexicon=scheduled.lexicon, state=sheet.state,
        version=record.version, last=record.events[-1].envelope.command_id,
    )  # fmt: skip


def _failed(sheet: Sheet, rules: Rulebook) -> tuple[int, int]:
    """Challenges each player failed, those of earlier rounds too where they count here."""
    here, there = sheet.challenges.failed
    if rules.challenge.counted_per.value != "tournament":
        return here, there
    desk = accounts().desk
    first, second = (failed_before(desk.log, desk.shelf, sheet, seat, rules) for seat in Seat)
    return here + first, there + second


class _Reported(NamedTuple):
    """What follows from a sheet alone, which takes most of the time: what can be reported."""

    sheet: Sheet
    rules: Rulebook
    catalogue: Catalogue
    offers: tuple[OfferView, ...]
    forms: dict[str, FormView]
    result: ResultAtTable

    @classmethod
    def of(cls, sheet: Sheet, rules: Rulebook, catalogue: Catalogue) -> _Reported:
        offered = offers(sheet, rules)
        found_offers = [OfferView(one.name, one.title, one.asks, one.clause) for one in offered]
        return cls(
            sheet,
            rules,
            catalogue,
            tuple(found_offers),
            forms(offered, catalogue),
            result_at_table(sheet),
        )


_KEPT: OrderedDict[tuple[UUID, str], _Reported] = OrderedDict()
TABLES_KEPT = 400


def _reported(sheet: Sheet, rules: Rulebook, catalogue: Catalogue) -> _Reported:
    """What follows from this very sheet, under these very rules: worked out once for all screens.

    A sheet never changes: once something was written at the table, its sheet is another.
    """
    key = sheet.id, language()
    kept = _KEPT.get(key)
    if kept is not None and all(map(is_, kept[:3], (sheet, rules, catalogue))):
        return kept
    _KEPT[key] = found = _Reported.of(sheet, rules, catalogue)
    while len(_KEPT) > TABLES_KEPT:
        _KEPT.popitem(last=False)
    return found


# The scorekeeper's page: the game at one table, entered as it is played.


entering_pages = Pages("entering", manual="tablet", area="tables")


@entering_pages.get(*of_a_game("enter"), who=AT_THE_TABLE)
def page(slug: str, round_number: int, table: int, division: str = "", replay: int = 1) -> str:
    """The entry page. It works on without a network once it has been opened."""
    session = signed_in()
    game = game_at(slug, division, round_number, table, replay)
    state = state_of(accounts().desk.sheet(game.id), the_viewer_of(game.id))
    return render_template(
        "entry/page.html",
        game=game,
        of=", ".join(filter(None, (tournament_at(slug).name, state.game.division))),
        tournament_name=tournament_at(slug).name,
        size=state.board.size,
        premiums=state.board.premiums,
        keys=[kind.tile for kind in state.tiles if kind.tile != BLANK],
        session=session,
        device=the_device(),
        script=FIRST,
        modules=(FIRST, "js/vendor/idb.js"),
        data=in_a_page(msgspec.json.encode(state)),
    )


# What lets a tablet go on without a network: the worker, the list of files, the manifest.


offline_pages = Pages("offline", manual=None)

SHEETS = (
    "css/tokens.css", "css/base.css", "css/board.css", "css/tablet.css",
    "icon.svg",
)  # fmt: skip


class Icon(Struct, frozen=True):
    """A picture for the home screen, in the words of the Web Application Manifest."""

    src: str
    sizes: str
    type: str
    purpose: str


ICONS = (
    Icon("icon.svg", "any", "image/svg+xml", "any"),
    Icon("icons/icon-192.png", "192x192", "image/png", "any"),
    Icon("icons/icon-512.png", "512x512", "image/png", "any"),
    Icon("icons/icon-maskable-512.png", "512x512", "image/png", "maskable"),
)
"""By their files. iOS and older Android take no SVG."""


AWAY = ("css/tokens.css", "css/base.css", "css/templates.css", "css/components.css")


class OfflineFiles(Struct, frozen=True, kw_only=True):
    """Every file the entry page is made of, and the page *Away*, at its address of this release."""

    release: str
    files: tuple[str, ...]
    away: tuple[str, ...]


class Manifest(Struct, frozen=True, kw_only=True):
    """What a tablet needs to keep the page on its home screen: a Web Application Manifest."""

    id: str = "/"
    name: str = "Tilescribe"
    short_name: str = "Tilescribe"
    start_url: str = "/"
    scope: str = "/"
    display: Literal["standalone"] = "standalone"
    orientation: Literal["any"] = "any"
    background_color: str = "#f5f3ee"
    theme_color: str = "#f6f4ef"
    icons: tuple[Icon, ...]


@offline_pages.get("/sw.js", who=EVERYBODY, answers="text/javascript", alike=True)
def worker() -> Response:
    """The service worker. From the root, for it may only serve pages below where it lies."""
    said = sent("js/sw.js", language()) or ""
    script = said.replace('["en", "ltr"]', f'["{language()}", "{direction()}"]', 1)
    response = Response(script, mimetype="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    response.vary.add("Cookie")
    response.vary.add("Accept-Language")
    return response


@offline_pages.get("/offline/files.json", who=EVERYBODY, answers=OfflineFiles)
def files() -> Response:
    offline_files = OfflineFiles(
        release=release(),
        files=tuple(asset(name) for name in (*SHEETS, *of_the_tablet())),
        away=tuple(asset(name) for name in AWAY),
    )
    return as_json(offline_files, may_be_kept=True)


@offline_pages.get(
    "/manifest.webmanifest", who=EVERYBODY, answers=Manifest, alike=True, at_kiosk=True
)
def manifest() -> Response:
    """What a tablet or phone needs to keep a page on its home screen: ``?at=``, that page."""
    icons = (replace(icon, src=asset(icon.src)) for icon in ICONS)
    at = request.args.get("at", "")
    start = at if leads_here(at) else "/"
    response = as_json(Manifest(icons=tuple(icons), start_url=start), may_be_kept=True)
    response.mimetype = "application/manifest+json"
    return response
