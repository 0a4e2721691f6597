"""One game, for other programs: as a row, ply by ply, as a file; and changes as they come."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from flask import Response
from msgspec import Meta

from ledger.hall import GameRow
from ledger.replay.replayed import Replayed
from ledger.vocabulary.refusals import Refusal
from web.access.visitors import the_hall, the_viewer_of
from web.api.operations import Parameter, operation
from web.frame.addresses import of_game
from web.live import stream
from web.public.rows import GameListed, game_listed
from web.site.site import the_site

TOURNAMENT = Parameter(
    "tournament", Annotated[str, Meta(max_length=80)], "Of this tournament alone.", ""
)
GAME = Parameter("game", UUID, "Of this game alone.", None)
SINCE = Parameter(
    "after",
    Annotated[str, Meta(max_length=27, pattern="^(([0-9a-f]{8}[.])?[0-9]{1,18})?$")],
    "Everything past this position, as the id of an event; `Last-Event-ID` goes first.",
    "",
)


@operation("/games/<uuid:game>", GameListed)
def game(game: UUID) -> GameListed:
    """One game as it stands: names, scores, clocks, the last line of its sheet."""
    row = _game(game)
    return game_listed(row, of_game(row))


@operation("/games/<uuid:game>/plies", Replayed)
def plies(game: UUID) -> Replayed:
    """One game ply by ply, as far as it is shown to who asks."""
    return the_site().replay(_game(game).id, None, the_viewer_of(game))


@operation("/games/<uuid:game>/gcg", "text/plain")
def gcg(game: UUID) -> Response:
    """One game as a GCG file."""
    content = the_site().gcg(_game(game).id, the_viewer_of(game))
    return Response(content, mimetype="text/plain")


@operation("/events", "text/event-stream", TOURNAMENT, GAME, SINCE, refusals=(400, 404))
def events(tournament: str, game: UUID | None, after: str) -> Response:
    """Changes as they are written, as server-sent events whose id is their place in the log."""
    del tournament, game, after  # the stream reads them itself, as at its own address
    return stream.events()


def _game(game: UUID) -> GameRow:
    row = the_hall().game(game)
    if row is None:
        raise Refusal(
            "no-such-game",
            "This record has no such game.",
            "Look for it in the list of games.",
        )
    return row
