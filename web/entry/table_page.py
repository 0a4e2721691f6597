"""The scorekeeper's page: the game at one table, entered as it is played."""

from __future__ import annotations

import msgspec
from flask import render_template

from ledger.equipment.tile_set import BLANK
from web.access.permissions import AT_THE_TABLE
from web.access.visitors import accounts, signed_in, the_device, the_viewer_of
from web.entry.table_state import state_of
from web.frame.addresses import game_at, tournament_at
from web.frame.modules import FIRST
from web.frame.pages import Pages, of_a_game
from web.replay.game_page import in_a_page

pages = Pages("entering", manual="tablet")


@pages.get(*of_a_game("enter"), who=AT_THE_TABLE)
def page(slug: str, round_number: int, table: int, division: str = "", replay: int = 1) -> str:
    """The entry page. It works on without a network once it has been opened."""
    session = signed_in()
    game = game_at(slug, division, round_number, table, replay)
    state = state_of(accounts().desk.sheet(game.id), the_viewer_of(game.id))
    return render_template(
        "entry/page.html",
        game=game,
        of=", ".join(filter(None, (tournament_at(slug).name, state.game.division))),
        size=state.board.size,
        premiums=state.board.premiums,
        keys=[kind.tile for kind in state.tiles if kind.tile != BLANK],
        session=session,
        device=the_device(),
        script=FIRST,
        modules=(FIRST, "js/vendor/idb.js"),
        data=in_a_page(msgspec.json.encode(state)),
    )
