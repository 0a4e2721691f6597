"""Games and their proofs for players to take home: all of one player, or one game."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import Lock
from typing import cast

from flask import Response, current_app, request

from ledger.apart.reading import NoTurn, Turns
from ledger.hall import GameRow
from ledger.hall.standings_view import Card
from ledger.interchange.exporting import game_file_name
from ledger.messages import language, say
from ledger.proof.checkpoints import Checkpoints
from ledger.proof.to_take_home import (
    GCG,
    GameToKeep,
    Under,
    is_covered,
    newest_under,
    packed,
    proof_for,
)
from ledger.record.events import record_id
from ledger.visibility import Paper
from ledger.vocabulary import Boards
from ledger.vocabulary.refusals import RecordAway, Refusal
from ledger.vocabulary.signs import table_name
from web.access.permissions import EVERYBODY
from web.access.visitors import accounts, the_asker, the_hall, the_session, the_viewer_of
from web.downloads import OVER, drawn, game_name, named_plainly, to_take_away
from web.frame.addresses import card_at, course_at, game_at, tournament_at
from web.frame.pages import Pages, of_a_game
from web.site import the_site

pages = Pages("players_files", manual="players")

A_ZIP = "application/zip"


@pages.get("/t/<slug>/p/<int:number>/games.zip", who=EVERYBODY, answers=A_ZIP)
def of_a_player(slug: str, number: int) -> Response:
    """A player's games that are over, in a zip with proofs: of each, what one may see.

    Nothing is written for it: a game that no checkpoint covers yet comes without its proof.
    """
    course = course_at(slug)
    card = card_at(course, number)
    rows = games_over(card)
    if not rows:
        raise Refusal.of("no-game-over/of-a-player", player=card.player.name)
    whose = say("proofs.home.games-of", player=card.player.name, tournament=course.tournament.name)
    name = f"{named_plainly(slug)}-p{number}-games.zip"
    return to_take_away(_zip_of(slug, whose, rows), A_ZIP, name)


@pages.get(*of_a_game("game.zip"), who=EVERYBODY, answers=A_ZIP)
def of_one_game(
    slug: str, round_number: int, table: int, division: str = "", replay: int = 1
) -> Response:
    """One game that is over, in a zip with its proof: what one may see of it."""
    row = game_at(slug, division, round_number, table, replay)
    if row.state not in OVER:
        raise Refusal.of("no-game-over/this-one")
    whose = say("proofs.home.a-game", tournament=tournament_at(slug).name)
    return to_take_away(_zip_of(slug, whose, [row]), A_ZIP, game_name(row, "game.zip"))


def games_over(card: Card) -> list[GameRow]:
    """A player's games that are over, as whoever asks is shown them."""
    hall = the_hall()
    found = (hall.game(line.game) for line in card.lines if line.game is not None)
    return [row for row in found if row is not None and row.state in OVER]


def last_of_the_record() -> int:
    """Grows with each checkpoint, and whatever else happens to the record as a whole.

    With the record away, and without one, it is 0.
    """
    if current_app.extensions["badges"] is None:
        return 0
    try:
        return accounts().desk.log.version_of(record_id())
    except RecordAway:
        return 0


def not_yet_proved(games: Sequence[GameRow]) -> int:
    """How many of these games that are over have no proof before the next checkpoint."""
    try:
        checkpoints = _checkpoints()
        under = newest_under(checkpoints) if checkpoints is not None else None
    except RecordAway:  # the page is shown as far as it is known
        return 0
    if checkpoints is None:
        return 0
    over = [row for row in games if row.state in OVER and row.boards == Boards.NOW]
    return sum(not is_covered(checkpoints, under, row.position) for row in over)


def _checkpoints() -> Checkpoints | None:
    """``None`` in a service that signs none, as one that only shows a record."""
    make: Callable[[], Checkpoints] | None = current_app.config.get("CHECKPOINTS")
    return make() if make is not None and current_app.extensions["badges"] is not None else None


# What is in it.


def _made(whose: str, rows: Sequence[GameRow]) -> bytes:
    checkpoints = _checkpoints()
    under = newest_under(checkpoints) if checkpoints is not None else None
    return packed(whose, [_game(row, checkpoints, under) for row in rows], under)


def _game(row: GameRow, checkpoints: Checkpoints | None, under: Under | None) -> GameToKeep:
    viewer = the_viewer_of(row.id)
    lacking, gcg, slip, proof = [], b"", b"", None
    if row.turns:
        gcg = the_site().gcg(row.id, viewer)
    else:
        lacking.append(say("proofs.home.no-game-file"))
    try:
        slip = drawn(Paper.RESULT_SLIP, row, "a4")
    except RecordAway:
        raise
    except Refusal as refused:
        lacking.append(say("proofs.home.no-slip", why=refused.what.rstrip(".")))
    if row.boards != Boards.NOW:
        lacking.append(say("proofs.home.no-proof-board-held-back"))
    elif checkpoints is None:
        lacking.append(say("proofs.home.no-proof-unsigned"))
    else:
        proof = proof_for(viewer, accounts().desk.sheet(row.id), checkpoints, under)
        if proof is None:
            lacking.append(say("proofs.home.no-proof-yet"))
    return GameToKeep(
        name=game_file_name(row.division, row.round_number, row.table, row.replay).removesuffix(
            GCG
        ),
        told=_told(row),
        gcg=gcg,
        slip=slip,
        proof=proof,
        lacking=tuple(lacking),
    )


def _told(row: GameRow) -> str:
    """``Round 1, table 4: Ann Lee 431, Bo Ek 398``."""
    scores = row.totals or ("", "")
    both = ", ".join(
        f"{one} {score}".rstrip() for one, score in zip(row.names, scores, strict=True)
    )
    number, table = row.round_number, table_name(row.division, row.table)
    if row.replay != 1:
        return say(
            "proofs.home.game-again", number=number, table=table, replay=row.replay, both=both
        )
    return say("proofs.home.game", number=number, table=table, both=both)


# A crowd of phones asks when the last round is over: what visitors are given is kept for a while,
# and made one at a time. Whoever would wait long is told to come back, as at other files.


KEPT_BYTES = 24_000_000
"""Bytes of zips at hand: of a dozen players with 24 games each, 1.75 MB and half a second each."""

ROOM = 4
"""Visitors whose zip is made and who wait for theirs, and officials as many: each holds a thread
that a tablet may want."""

PATIENCE = 5.0  # seconds


class _Zips:
    """What was made for visitors, and whose turn it is."""

    def __init__(self) -> None:
        self.turns = Turns(ROOM)
        self._lock = Lock()
        self._kept: OrderedDict[str, tuple[object, bytes]] = OrderedDict()

    def get(self, address: str, stamp: object) -> bytes | None:
        kept = self._kept.get(address)
        return kept[1] if kept is not None and kept[0] == stamp else None

    def put(self, address: str, stamp: object, body: bytes) -> None:
        with self._lock:
            self._kept.pop(address, None)
            self._kept[address] = stamp, body
            while sum(len(each) for _, each in self._kept.values()) > KEPT_BYTES:
                self._kept.popitem(last=False)


def _zip_of(slug: str, whose: str, rows: Sequence[GameRow]) -> bytes:
    zips = cast("_Zips", current_app.extensions.setdefault("players_zips", _Zips()))
    official = the_session() is not None
    address, stamp = request.host_url + request.path, _stamp(slug, whose, rows)
    if not official and (kept := zips.get(address, stamp)) is not None:
        return kept
    try:
        with zips.turns.mine(the_asker(), official=official, patience=PATIENCE):
            # Whoever waited for the same zip finds it made.
            body = None if official else zips.get(address, stamp)
            if body is None:
                body = _made(whose, rows)
                if not official:
                    zips.put(address, stamp, body)
    except NoTurn as none:
        raise Refusal.of("too-many-files/of-players") from none
    return body


def _stamp(slug: str, whose: str, rows: Sequence[GameRow]) -> object:
    """What a visitor's zip follows from: games, course of the event, checkpoints, language."""
    made = last_of_the_record()
    return tournament_at(slug), the_hall().stamp(slug), made, whose, tuple(rows), language()
