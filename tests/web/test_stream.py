"""Live changes: nothing twice, nothing missed, whoever comes back when."""

from __future__ import annotations

import json
from itertools import islice
from uuid import UUID, uuid4

import pytest

from ledger.shown_to import Viewer
from tests.web.fake_site import a_row, a_site, add
from web import create_app
from web.stream import Watched, told


def told_blocks(response, count):
    """So many blocks of a stream, each a mapping of its fields."""
    blocks = []
    for block in islice(response.response, count):
        text = block.decode() if isinstance(block, bytes) else block
        blocks.append(dict(line.split(": ", 1) for line in text.strip().split("\n")))
    response.close()
    return blocks


def playing(site):
    return next(row.id for row in site.rows.values() if row.state == "playing")


def test_a_change_is_told_with_the_row_as_it_now_stands(client, site):
    start, game = site.last_position(), playing(site)
    response = client.get(f"/events?tournament=kestrel-bay-2026&after={start}")
    site.happen(game, totals=(420, 377), last_line="Ann Lee 8D WINDY +32")

    hello, change = told_blocks(response, 2)

    assert response.mimetype == "text/event-stream"
    assert hello == {"retry": "2000", "id": str(start)}
    assert change["event"] == "game"
    assert change["id"] == str(start + 1)
    row = json.loads(change["data"])["game"]
    assert (row["totals"], row["last_line"]) == ([420, 377], "Ann Lee 8D WINDY +32")


def test_who_comes_back_gets_exactly_what_was_missed(client, site):
    game = playing(site)
    seen = site.last_position()
    for total in (10, 20, 30):
        site.happen(game, totals=(total, 0))

    back = {"Last-Event-ID": str(seen + 1)}
    response = client.get("/events?tournament=kestrel-bay-2026&after=1", headers=back)
    _, change, beat = told_blocks(response, 3)

    assert change["id"] == str(seen + 3)
    assert json.loads(change["data"])["game"]["totals"] == [30, 0]
    assert beat == {"": "still here", "id": str(seen + 3)}


def test_several_changes_of_one_game_read_together_are_told_once(site):
    game, start = playing(site), site.last_position()
    site.happen(game, totals=(1, 0))
    site.happen(game, totals=(2, 0))

    blocks = list(islice(told(site, Viewer.VISITOR, Watched(), start, 0.001), 3))

    assert sum("event: game" in block for block in blocks) == 1


def test_a_stream_of_one_game_tells_of_no_other_but_moves_on(client, site):
    game, other, start = playing(site), uuid4(), site.last_position()
    add(site, a_row(id=other, table=40))
    site.happen(other)

    _, beat = told_blocks(client.get(f"/events?game={game}&after={start}"), 2)

    assert beat["id"] == str(start + 2)
    assert "event" not in beat


def test_without_an_id_it_starts_from_now(client, site):
    hello, beat = told_blocks(client.get("/events?tournament=kestrel-bay-2026"), 2)

    assert hello["id"] == beat["id"] == str(site.last_position())


@pytest.mark.parametrize("strange", ["x", "-1", "1e9", "9" * 40, "²"])
def test_a_position_that_makes_no_sense_is_taken_for_none(client, site, strange):
    response = client.get("/events", headers={"Last-Event-ID": strange.encode().decode("latin-1")})

    assert told_blocks(response, 1)[0]["id"] == str(site.last_position())


def test_after_a_restore_from_backup_everybody_begins_again(client, site):
    _, again, beat = told_blocks(client.get("/events", headers={"Last-Event-ID": "5000"}), 3)

    assert again["event"] == "begun-again"
    assert beat["id"] == str(site.last_position())


def test_a_name_cannot_break_out_of_its_line(client, site):
    game, start = playing(site), site.last_position()
    site.happen(game, last_line="Ann\n\nevent: game\ndata: {}\u2028")

    _, change = told_blocks(client.get(f"/events?game={game}&after={start}"), 2)

    assert json.loads(change["data"])["game"]["last_line"] == "Ann\n\nevent: game\ndata: {}\u2028"


def test_an_event_about_no_game_is_told_of_its_tournament(client, site):
    from ledger.hall import ChangeRow

    start = site.last_position()
    site.log.append(ChangeRow(position=start + 1, game=None, tournament="kestrel-bay-2026",
                              version=7, topic="round-paired"))  # fmt: skip

    _, change = told_blocks(client.get(f"/events?tournament=kestrel-bay-2026&after={start}"), 2)

    assert change["event"] == "tournament"
    assert json.loads(change["data"])["topic"] == "round-paired"


def test_when_too_many_watch_the_next_is_told_so_and_comes_in_when_one_leaves():
    client = create_app(a_site(), TESTING=True, STREAMS_AT_MOST=1).test_client()
    first = client.get("/events")

    turned_away = client.get("/events")
    first.close()
    let_in = client.get("/events")

    assert turned_away.status_code == 503
    assert turned_away.json["refused"] == "too-many-watching"
    assert turned_away.headers["Retry-After"] == "10"
    assert let_in.status_code == 200
    let_in.close()


def test_an_event_with_a_game_the_hall_lacks_is_still_told(client, site):
    from ledger.hall import ChangeRow

    start = site.last_position()
    site.log.append(ChangeRow(position=start + 1, game=UUID(int=77), tournament="t", version=1,
                              topic="game-scheduled"))  # fmt: skip

    _, change = told_blocks(client.get(f"/events?after={start}"), 2)

    assert json.loads(change["data"])["game"] is None
