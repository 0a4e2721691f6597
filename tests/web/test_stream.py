"""Live changes: nothing twice, nothing missed, whoever comes back when."""

from __future__ import annotations

import json
import threading
from uuid import UUID, uuid4

import pytest

from ledger.hall import ChangeRow
from ledger.visibility import Viewer
from ledger.vocabulary.refusals import Refusal
from tests.web.a_server import served_on_loopback
from tests.web.a_stream import Watching
from tests.web.fake_site import a_row, a_site, add
from tests.web.waiting import on_record
from web import live as stream
from web.application import create_app
from web.asgi import telling

HERE = "kestrel-bay-2026"


@pytest.fixture(scope="module")
def served():
    """The real front before a site of fixtures, with few places and quick signs of life."""
    site = a_site()
    app = create_app(site, HEARTBEAT_SECONDS=0.05, STREAMS=(6, 3))
    with served_on_loopback(app) as serving:
        serving.site = site
        yield serving


@pytest.fixture
def watch(served):
    open_ones = []

    def watching(path="/events", **headers):
        open_ones.append(Watching(served.address, path, headers))
        return open_ones[-1]

    yield watching
    for each in open_ones:
        each.close()
    on_record(lambda: served.front.hub.watchers == 0)


@pytest.fixture
def site(served):
    return served.site


def told_blocks(response):
    """A whole answer of the application, block by block, as a mapping of its fields."""
    blocks = response.get_data(as_text=True).split("\n\n")[:-1]
    return [dict(line.split(": ", 1) for line in block.split("\n")) for block in blocks]


def playing(site):
    return next(row.id for row in site.rows.values() if row.state == "playing")


def test_a_change_is_told_with_the_row_as_it_now_stands(watch, site):
    start, game = site.last_position(), playing(site)
    stream = watch(f"/events?tournament={HERE}&after={start}")
    hello = stream.next()
    site.happen(game, totals=(420, 377), last_line="Ann Lee 8D WINDY +32")

    change = stream.change()

    assert stream.headers["content-type"].startswith("text/event-stream")
    assert stream.headers["cache-control"] == "no-store"
    assert hello == {"retry": "2000", "id": str(start)}
    assert change["event"] == "game"
    assert change["id"] == str(start + 1)
    row = json.loads(change["data"])["game"]
    assert (row["totals"], row["last_line"]) == ([420, 377], "Ann Lee 8D WINDY +32")


def test_who_comes_back_gets_exactly_what_was_missed(watch, site):
    game = playing(site)
    seen = site.last_position()
    for total in (10, 20, 30):
        site.happen(game, totals=(total, 0))

    stream = watch(f"/events?tournament={HERE}&after=1", **{"Last-Event-ID": str(seen + 1)})
    _, change, beat = stream.next(), stream.next(), stream.next()

    assert change["id"] == str(seen + 3)
    assert json.loads(change["data"])["game"]["totals"] == [30, 0]
    assert (beat["event"], beat["id"]) == ("still-here", str(seen + 3))


def test_what_happens_while_a_stream_is_opened_is_told_once(served, watch, site):
    """The seam between what the application answers and what the hub goes on with."""
    game, start = playing(site), site.last_position()
    streams = []
    for number in range(1, 4):
        site.happen(game, totals=(number, 0))
        streams.append(watch(f"/events?after={start}"))

    for watching in streams:
        heard, position = [], start
        while position < start + 3:
            block = watching.change()
            if "event" in block:
                position = int(block["id"])
                heard.append(position)
        assert heard == sorted(set(heard))
        assert json.loads(block["data"])["game"]["totals"] == [3, 0]


def test_what_a_page_shows_already_is_not_told_though_the_hub_is_a_beat_behind(
    watch, site, monkeypatch
):
    monkeypatch.setattr("web.asgi.sse.BEAT", 0.5)
    game, other = list(site.rows)[:2]
    site.happen(game, last_line="seen")
    watching = watch()
    start = int(watching.next()["id"])
    site.happen(other, last_line="new")

    change = watching.change()
    while "event" not in change:
        change = watching.change()

    assert start == site.last_position() - 1
    assert int(change["id"]) > start
    assert json.loads(change["data"])["game"]["last_line"] == "new"


def test_several_changes_of_one_game_read_together_are_told_once(watch, site):
    game, start = playing(site), site.last_position()
    site.happen(game, totals=(1, 0))
    site.happen(game, totals=(2, 0))

    watching = watch(f"/events?after={start}")
    _, change, beat = watching.next(), watching.next(), watching.next()

    assert change["id"] == str(start + 2)
    assert beat["event"] == "still-here"


def test_a_stream_of_one_game_tells_of_no_other_but_moves_on(watch, site):
    game, other, start = playing(site), uuid4(), site.last_position()
    add(site, a_row(id=other, table=40))
    watching = watch(f"/events?game={game}&after={start}")
    site.happen(other)

    while (beat := watching.next())["id"] != str(start + 2):
        assert beat.get("event", "still-here") == "still-here"


def test_without_an_id_it_starts_from_now(watch, site):
    watching = watch(f"/events?tournament={HERE}")
    hello, beat = watching.next(), watching.next()

    assert hello["id"] == beat["id"] == str(site.last_position())


@pytest.fixture
def client():
    return create_app(a_site(), TESTING=True).test_client()


@pytest.mark.parametrize("strange", ["x", "-1", "1e9", "9" * 20, "9" * 40, "abc", "²"])
def test_who_comes_back_with_a_mark_that_was_never_given_begins_again(client, strange):
    response = client.get("/events", headers={"Last-Event-ID": strange.encode().decode("latin-1")})

    first, again = told_blocks(response)
    assert first["id"] == again["id"] == str(a_site().last_position())
    assert again["event"] == "begun-again"


def test_after_a_restore_from_backup_everybody_begins_again(watch, site):
    watching = watch("/events", **{"Last-Event-ID": "5000"})
    _, again, beat = watching.next(), watching.next(), watching.next()

    assert again["event"] == "begun-again"
    assert beat["id"] == str(site.last_position())


def test_who_missed_a_whole_day_begins_again_instead_of_being_told_it(client, monkeypatch):
    monkeypatch.setattr(stream, "TOO_FAR", 10)

    _, again = told_blocks(client.get("/events?after=1"))

    assert again["event"] == "begun-again"
    assert again["id"] == str(a_site().last_position())


def test_a_name_cannot_break_out_of_its_line(watch, site):
    game, start = playing(site), site.last_position()
    site.happen(game, last_line="Ann\n\nevent: game\ndata: {}\u2028")

    watching = watch(f"/events?game={game}&after={start}")
    _, change = watching.next(), watching.next()

    assert json.loads(change["data"])["game"]["last_line"] == "Ann\n\nevent: game\ndata: {}\u2028"


def test_an_event_about_no_game_is_told_of_its_tournament(client):
    site = client.application.extensions["site"]
    start = site.last_position()
    site.log.append(ChangeRow(position=start + 1, game=None, tournament=HERE,
                              version=7, topic="round-paired"))  # fmt: skip

    _, change = told_blocks(client.get(f"/events?tournament={HERE}&after={start}"))

    assert change["event"] == "tournament"
    assert json.loads(change["data"])["topic"] == "round-paired"


def test_an_event_with_a_game_the_hall_lacks_is_still_told(client):
    site = client.application.extensions["site"]
    start = site.last_position()
    site.log.append(ChangeRow(position=start + 1, game=UUID(int=77), tournament="t", version=1,
                              topic="game-scheduled"))  # fmt: skip

    _, change = told_blocks(client.get(f"/events?after={start}"))

    assert json.loads(change["data"])["game"] is None


@pytest.mark.found("SE2")
def test_one_address_watches_so_often_and_comes_in_again_when_one_leaves(served, watch):
    first, *_ = [watch() for _ in range(3)]

    turned_away = watch()
    first.close()
    on_record(lambda: served.front.hub.watchers == 2)
    let_in = watch()

    assert turned_away.status == 503
    assert turned_away.headers["retry-after"] == "10"
    assert let_in.status == 200


def test_a_stream_that_could_not_be_opened_gives_its_place_back(served, watch, monkeypatch):
    def away(*_what):
        raise Refusal("no-database", "The record is away.", "Keep score on paper.")
        yield

    monkeypatch.setattr(stream, "beginning", away)
    turned_away = [watch().status for _ in range(4)]
    monkeypatch.undo()

    assert turned_away == [422] * 4
    assert watch().status == 200


@pytest.mark.found("SE2")
def test_a_change_is_put_into_words_once_for_all_who_watch(monkeypatch):
    site, said, in_words = a_site(), [], telling.told_to

    def counted(site, audience, change, row):
        said.append(change.position)
        return in_words(site, audience, change, row)

    monkeypatch.setattr(telling, "told_to", counted)
    with served_on_loopback(create_app(site)) as serving:
        streams = [Watching(serving.address) for _ in range(30)]
        for each in streams:
            each.next()
        said.clear()
        site.happen(playing(site), totals=(7, 7))
        heard = {each.change()["data"] for each in streams}
        for each in streams:
            each.close()

    assert len(heard) == 1
    assert len(said) == 1


def test_each_audience_is_told_its_own_and_what_falls_due_is_told_when_it_does(monkeypatch):
    """The seam to ``telling``: who may be told what is asked there, once an audience."""
    site, game = a_site(), playing(a_site())
    other = next(row.id for row in site.rows.values() if row.id != game)
    late = threading.Event()

    def audience_told(site, audience, change, row):
        return None if audience == Viewer.VISITOR else b'"for %b"' % audience.encode()

    def due(viewer, slug, since, until):
        assert since < until
        if viewer is not Viewer.VISITOR or not late.is_set():
            return ()
        late.clear()
        return [site.rows[game], site.rows[other]]

    site.fell_due = due
    monkeypatch.setattr(telling, "told_to", audience_told)
    monkeypatch.setattr("web.asgi.sse.LATE_EVERY", 0.05)
    app = create_app(site, role_of=lambda request: request.args.get("as", "anyone"))
    with served_on_loopback(app) as serving:
        visitor = Watching(serving.address, f"/events?game={game}")
        director = Watching(serving.address, f"/events?game={game}&as=director")
        visitor.next()
        director.next()
        site.happen(game)
        heard = director.change()["data"]
        late.set()
        shown_late = json.loads(visitor.change()["data"])["game"]["id"]
        late.set()
        again = json.loads(visitor.change()["data"])["game"]["id"]
        visitor.close()
        director.close()

    assert heard == '"for director"'
    assert shown_late == again == str(game)


@pytest.mark.wide("processes")
@pytest.mark.found("SE2")
def test_who_reads_too_slowly_is_ended_and_the_others_are_told_everything(monkeypatch):
    site = a_site()
    monkeypatch.setattr("web.asgi.sse.BEHIND", 3_000_000)
    with served_on_loopback(create_app(site)) as serving:
        slow, quick = Watching(serving.address), Watching(serving.address)
        slow.next()
        quick.next()
        game = playing(site)
        for number in range(200):
            if serving.front.hub.watchers < 2:
                break
            site.happen(game, last_line=f"{number} " + "x" * 1_000_000)
            while str(number) not in quick.change()["data"]:
                pass
        else:
            pytest.fail("the slow one is still there")
        site.happen(game, last_line="the end")
        assert "the end" in quick.change()["data"]
        slow.close()
        quick.close()
