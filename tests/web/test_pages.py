"""The pages, as a browser without scripts gets them."""

from __future__ import annotations

import html
import json
import re
from uuid import UUID

import pytest
from msgspec.structs import replace

from tests.web.conftest import FOR_PEOPLE, GAME
from tests.web.fake_site import FakeSite, a_row, add, whole_game
from web.application import create_app

TOURNAMENT = "/t/kestrel-bay-2026/"


def words(response):
    """The visible words of a page, tags taken out."""
    body = re.sub(r"(?s)<(script|style|svg).*?</\1>", " ", response.text)
    return " ".join(re.sub(r"<[^>]+>", " ", body).split())


def square(response, at):
    return re.search(
        rf'<div class="([^"]*)"[^>]*data-at="{at}"[^>]*aria-label="([^"]*)"', response.text
    )


@pytest.mark.found("OP12")
def test_OP12_an_empty_record_tells_visitors_who_begins_and_no_command(tmp_path):
    client = create_app(FakeSite(), TESTING=True, WORD_LISTS=tmp_path).test_client()

    for address in ("/", "/tournaments"):
        page = client.get(address, headers=FOR_PEOPLE)
        assert "No games are in progress. Officials can sign in above." in words(page)
        assert "<code>" not in page.text
        assert str(tmp_path) not in html.unescape(page.text)


KESTREL = "Kestrel Bay Open 2026"


def held(site, **what):
    """One more tournament, with the parts a test cares about set."""
    row = replace(site.tournament_rows[0], first_day="", last_day="", **what)
    site.tournament_rows.append(row)
    return row


def test_the_list_has_what_is_played_what_is_to_come_and_by_year_what_is_over(client, site):
    held(site, slug="b", name="Being Played", games=5, finished=2)
    held(site, slug="c", name="To Come", rounds=0, games=0, finished=0)
    held(site, slug="o", name="Closed", over=True)

    page = words(client.get("/tournaments", headers=FOR_PEOPLE))

    order = ["In progress", "Being Played", "Upcoming", "To Come", "Past · 2026", KESTREL, "Closed"]
    assert [name for name in order if name in page] == order
    assert sorted(order, key=page.index) == order


def test_the_front_page_is_the_one_tournament_that_is_played_and_the_list_of_several(client, site):
    held(site, slug="b", name="Being Played")
    alone = client.get("/", headers=FOR_PEOPLE)
    held(site, slug="d", name="Being Played Too")
    several = client.get("/", headers=FOR_PEOPLE)

    assert (alone.status_code, alone.location) == (302, "/t/b/")
    assert several.status_code == 200
    assert "Being Played Too" in words(several)


def test_a_tournament_shows_rounds_standings_and_what_is_on_the_boards(client):
    page = words(client.get(TOURNAMENT, headers=FOR_PEOPLE))

    assert "On the boards 2 of 8" in page
    assert "Round 5 is paired" in page
    assert "1 Ottilie Brandt 3–0 +312" in page
    assert "6 Dara Quillan 1½–1 +107" in page


def test_players_with_equal_wins_and_spread_share_a_place(client, site):
    site.standing_rows[1] = replace(site.standing_rows[1], spread=site.standing_rows[0].spread)

    rows = client.get(f"{TOURNAMENT}standings.json").json["standings"]

    assert [row["place"] for row in rows[:3]] == [1, 1, 3]


def test_a_search_finds_the_games_of_a_player(client):
    page = words(client.get(f"{TOURNAMENT}?q=brandt", headers=FOR_PEOPLE))

    assert "games with “brandt”" in page
    assert "Round 3, table 14" in page


def test_a_search_that_finds_nothing_says_what_to_try(client):
    page = words(client.get(f"{TOURNAMENT}?q=zzz", headers=FOR_PEOPLE))

    assert "No game with “zzz”" in page
    assert "Try part of a name" in page


@pytest.mark.parametrize("page", ["/tournaments", "/t/kestrel-bay-2026/"])
def test_a_tournament_is_told_with_its_days_and_its_venue(client, page):
    assert "14 to 15 March 2026 · Harbour Hall, Kestrel Bay" in words(
        client.get(page, headers=FOR_PEOPLE)
    )


def test_a_round_lists_its_tables_with_state_and_totals(client):
    page = words(client.get(f"{TOURNAMENT}r3/", headers=FOR_PEOPLE))

    assert "Table 14 Ottilie Brandt to move 506 419 Kwabena Osei-Lund to move final" in page
    assert "results in" in page


def test_without_scripts_the_replay_shows_the_last_position_and_the_whole_list(client):
    page = client.get(GAME, headers=FOR_PEOPLE)

    assert square(page, 7 * 15 + 3).groups() == ("sq p2l tile", "8D, J, 8 points")
    assert square(page, 5 * 15 + 6).groups() == ("sq blank tile", "6G, blank as R, 0 points")
    assert square(page, 0).groups() == ("sq p3w", "1A, empty, triple word")
    assert "26 KO Kwabena Osei-Lund overtime overtime −10 419 −0:43 2" in words(page)


def test_a_withdrawn_phoney_is_struck_through_in_the_list(client):
    page = client.get(GAME, headers=FOR_PEOPLE)

    row = re.search(r'(?s)<tr class="kind-phoney turn" data-ply="7">.*?</tr>', page.text)[0]
    assert row.count("<s>") == 2
    assert "AFTIN" in row
    assert "withdrawn" in row


@pytest.mark.parametrize(("ply", "look", "says"), [
    (7, "sq tile last phoney", "12M, T, 1 point, just played"),
    (8, "sq gone", "12M, empty, T taken off"),
    (9, "sq", "12M, empty"),
])  # fmt: skip
def test_a_phoney_lies_then_is_taken_off_then_is_gone(client, ply, look, says):
    page = client.get(f"{GAME}?ply={ply}", headers=FOR_PEOPLE)

    assert square(page, 11 * 15 + 12).groups() == (look, says)


def test_a_clock_that_was_not_read_shows_what_it_showed_before(client, site):
    game = whole_game()
    game["plies"][-1]["clocks"] = None
    site.replays[UUID(game["game"]["id"])] = game

    page = words(client.get(GAME, headers=FOR_PEOPLE))

    assert "#22 clock over by 0:43" in page.replace("player ", "")
    assert "overtime overtime −10 419 – 2" in page


def test_a_correction_shows_what_was_what_is_who_when_and_why(client):
    page = words(client.get(f"{GAME}?ply=13", headers=FOR_PEOPLE))

    assert "14M DAK +30 14M DAK +32" in page
    assert "Both players recounted the play and agreed. Corrected by D1 at 14:32:46 UTC" in page
    assert "Announced 30 , counted 32" in page


@pytest.mark.parametrize(("desk_request", "shown"), [
    ("", "26 / 26"), ("?ply=17", "17 / 26"), ("?ply=0", "0 / 26"), ("?ply=999", "26 / 26"),
    ("?ply=-3", "0 / 26"), ("?ply=<b>", "26 / 26"),
])  # fmt: skip
def test_an_address_leads_to_its_ply_and_a_strange_one_to_the_nearest(client, desk_request, shown):
    assert shown in words(client.get(f"{GAME}{desk_request}", headers=FOR_PEOPLE))


def test_the_record_as_it_was_known_has_the_score_first_entered(client):
    page = words(client.get(f"{GAME}?asof=2026-11-14T14:02:00Z", headers=FOR_PEOPLE))

    assert "The record as it was known at 14:02:00 UTC" in page
    assert "13 KO Kwabena Osei-Lund 14M DAK +30 193" in page
    assert "I(N)TO" not in page


def test_replay_json_of_a_moment_is_what_was_known_then(client):
    known = client.get(f"{GAME}replay.json?asof=2026-11-14T14:02:00Z").json

    assert known["asof"] == "2026-11-14T14:02:00Z"
    assert len(known["plies"]) == 13


def test_an_offset_in_asof_survives_the_plus_that_becomes_a_space(client):
    assert client.get(f"{GAME}replay.json?asof=2026-11-14T15:02:00+01:00").json["asof"] == (
        "2026-11-14T14:02:00Z"
    )


def test_a_permanent_address_leads_to_the_table_and_keeps_ply_and_moment(client):
    game = whole_game()["game"]["id"]

    answer = client.get(f"/games/{game}/?ply=7&asof=2026-11-14T14:02:00Z&other=1")

    assert answer.status_code == 302
    assert answer.location == f"{GAME}?ply=7&asof=2026-11-14T14:02:00Z"


def test_a_game_played_again_and_a_division_have_addresses_of_their_own(client, site):
    again = a_row(id=a_row().id, division="b", replay=2, table=30)
    site.replays[add(site, again).id] = whole_game()

    assert client.get("/t/kestrel-bay-2026/b/r3/t30/2/", headers=FOR_PEOPLE).status_code == 200
    assert client.get("/t/kestrel-bay-2026/b/r3/t30/", headers=FOR_PEOPLE).status_code == 404
    assert client.get("/t/kestrel-bay-2026/b/r3/", headers=FOR_PEOPLE).status_code == 200


def test_where_there_is_one_division_its_name_may_be_left_out(client, site):
    for row in list(site.rows.values()):
        site.rows[row.id] = replace(row, division="open")

    assert client.get(GAME, headers=FOR_PEOPLE).status_code == 200


def test_an_embedded_replay_has_no_bar_and_may_be_framed_where_the_organiser_says(site):
    client = create_app(site, TESTING=True, EMBED_ORIGINS=("https://club.example",)).test_client()

    plain, embedded = client.get(GAME), client.get(f"{GAME}?embed=1", headers=FOR_PEOPLE)

    assert "frame-ancestors 'none'" in plain.headers["Content-Security-Policy"]
    assert "frame-ancestors https://club.example" in embedded.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in embedded.headers
    assert 'class="bar"' not in embedded.text


@pytest.mark.parametrize("name", [
    '<img src=x onerror="alert(1)">', "</script><script>alert(1)</script>", "<!--<script>",
    "O'Brien & Co", "{{ 7*7 }}", '"><u>', "\u202egnp.exe",
])  # fmt: skip
def test_a_name_is_shown_as_it_is_spelled_never_obeyed(client, site, name):
    game = whole_game()
    game["players"][0]["name"] = game["plies"][0]["text"] = name
    row = next(row for row in site.rows.values() if row.table == 14 and row.round_number == 3)
    site.rows[row.id] = replace(row, names=(name, "Ben Ode"), last_line=name)
    site.replays[row.id] = game

    for address in (GAME, TOURNAMENT, f"{TOURNAMENT}r3/", f"{TOURNAMENT}?q={name}"):
        page = client.get(address, headers=FOR_PEOPLE)
        assert page.status_code == 200
        outside = re.sub(r'(?s)<script type="application/json".*?</script>', "", page.text)
        assert "<img src=x" not in outside
        assert "alert(1)</script>" not in outside
        assert "<u>" not in outside
        assert "49" not in re.findall(r'<span class="name">(.*?)</span>', page.text)
    data = re.search(r'(?s)<script type="application/json" id="data">(.*?)</script>',
                     client.get(GAME, headers=FOR_PEOPLE).text)[1]  # fmt: skip
    assert json.loads(data)["players"][0]["name"] == name
    assert "<" not in data


@pytest.mark.found("TB-15")
def test_help_is_in_a_landmark_and_a_result_that_stands_in_full_is_no_stop_of_the_keyboard(client):
    page = client.get(GAME, headers=FOR_PEOPLE).text

    assert re.search(
        r'<a class="tool help-link" href="[^"]+">Help</a>', page.partition("</header>")[0]
    )
    assert "Manual</a>" in page.partition('<footer class="foot">')[2]
    assert re.search(r'<section [^>]*id="result" aria-labelledby="result-title"', page)
