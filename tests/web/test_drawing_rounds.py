"""The organiser's rounds: a draw looked at, changed by hand, confirmed, explained, put right."""

from __future__ import annotations

import re
from html import unescape
from uuid import uuid4

import pytest

from ledger.game.results.slips import TypeSlip
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.record.events import game_id, tournament_id
from ledger.tournament.facts import PlayerEntered
from ledger.tournament.players import ForbidPair
from ledger.tournament.tournament import tournament_named
from tests.officials import Organiser
from tests.web.conftest import FOR_PEOPLE
from tests.web.hostile_names import HOSTILE
from tests.web.whole_hall import FROM_HERE, a_whole_hall
from web.command_line.opened import CONSOLE

ROUNDS = "/t/gull-open/organise/rounds"


@pytest.fixture(scope="module")
def whole_hall(tmp_path_factory):
    with a_whole_hall(tmp_path_factory.mktemp("rounds")) as hall:
        yield hall


class Hall:
    """The hall with a tournament of its own; addresses say ``gull-open`` whatever it is called."""

    def __init__(self, whole, slug):
        self.desk, self.ask, self.slug = whole.desk, whole.ask, slug
        self.stream = tournament_id(slug)


@pytest.fixture
def hall(whole_hall):
    hall = Hall(whole_hall, f"gull-{uuid4().hex[:6]}")
    organiser = Organiser(hall.desk)
    organiser.open_tournament(hall.slug, "Gull Open", "nsa-1998", by=CONSOLE)
    organiser.enter_players(
        hall.slug,
        [PlayerEntered(number=n, name=f"Gull {n}", rating=2000 - n, table=3 * (n == 6))
         for n in range(1, 8)],
        by=CONSOLE,
    )  # fmt: skip
    organiser.asks(hall.stream, ForbidPair(one=1, other=4, reason="x"), CONSOLE)
    return hall


def shown(hall, path, who="organiser", **data):
    what = {"data": data} if data else {}
    path = path.replace("gull-open", hall.slug)
    method = "POST" if data else "GET"
    answer = hall.ask(who, path, method, headers=FOR_PEOPLE | FROM_HERE, **what)
    return answer, unescape(answer.text).replace(hall.slug, "gull-open")


def fields(page, form="by-hand"):
    """What the form of the page would send along."""
    inside = page.partition(f'id="{form}"')[2].partition("</form>")[0]
    found = re.findall(r'name="([a-z_]+)" value="([^"]*)"', inside)
    return {name: value for name, value in found if name != "what"}


def names(page):
    return re.findall(
        r'<th scope="row" class="name">(Gull \d)</th>\s*<td class="name">(?:(Gull \d)|<span)', page
    )


def opponent_of(name, page):
    [pair] = [pair for pair in names(page) if name in pair]
    return pair[1 - pair.index(name)]


def why_of(name, hall, page):
    """The explanation for a player: the pairing's, or from there the opponent's."""
    rows = re.findall(r'href="([^"]*/why/\d\?[^"]*)" aria-label="Why\? (Gull \d)', page)
    first = next(who for _, who in rows if who in (name, opponent_of(name, page)))
    _, why = shown(hall, {who: link for link, who in rows}[first])
    if first == name:
        return why
    return shown(hall, re.search(r'href="([^"]*)">Why for ' + name, why)[1])[1]


def record(hall):
    return tournament_named(hall.slug, hall.desk.log)


def preview(hall, **more):
    request = {"round": "1", "method": "swiss", "seed": "5", **more}
    query = "&".join(f"{name}={value}" for name, value in request.items())
    return shown(hall, f"{ROUNDS}/new?{query}")


def test_every_system_is_offered_with_a_sentence_and_the_seed_stands_there(hall):
    _, page = shown(hall, ROUNDS)
    for words in ("Round robin", "Initial Fontes", "Swiss", "King of the hill", "Factor",
                  "Australian draw", "7 players to pair: one has a bye"):  # fmt: skip
        assert words in page
    assert re.search(r'name="seed"[^>]* value="\d{1,6}"', page)


def test_a_draw_is_looked_at_and_written_as_it_was_seen(hall):
    _, page = preview(hall)
    seen = names(page)
    assert ("Gull 7", "") in seen
    assert not record(hall).rounds

    answer, _ = shown(hall, f"{ROUNDS}/new", what="confirm", **fields(page))
    assert answer.status_code == 303
    _, page = shown(hall, answer.location)
    assert "Saved in the record." in page
    assert names(page) == seen
    assert record(hall).draws[0].seed == 5
    _, page = shown(hall, f"{ROUNDS}/1?again=1")
    assert "Drawn again, the result is the same." in page


def test_the_columns_are_named_by_who_starts_only_where_the_pairings_say_it(hall):
    other = Hall(hall, f"tern-{uuid4().hex[:6]}")
    organiser = Organiser(hall.desk)
    organiser.open_tournament(other.slug, "Tern Open", "wespa-5.1", by=CONSOLE)
    entered = [PlayerEntered(number=n, name=f"Tern {n}") for n in range(1, 5)]
    organiser.enter_players(other.slug, entered, by=CONSOLE)

    by_pairing, drawn = preview(hall)[1], preview(other)[1]

    assert "Who starts is drawn at the table." in drawn
    assert re.findall(r"<th[^>]*>(First|Second|Player)<", drawn) == ["Player", "Player"]
    assert "Swap who starts" not in drawn
    assert re.findall(r"<th[^>]*>(First|Second|Player)<", by_pairing) == ["First", "Second"]
    assert "Swap who starts" in by_pairing


def test_two_taps_and_a_lost_reply_pair_one_round(hall):
    sent = {"what": "confirm", **fields(preview(hall)[1])}
    answers = [shown(hall, f"{ROUNDS}/new", **sent)[0].status_code for _ in range(2)]
    assert answers == [303, 303]
    assert len(record(hall).rounds) == 1


def test_what_changed_in_between_shows_the_new_draw_and_says_so(hall):
    sent = fields(preview(hall)[1])
    Organiser(hall.desk).asks(hall.stream, ForbidPair(one=1, other=5), CONSOLE)
    answer, page = shown(hall, f"{ROUNDS}/new", what="confirm", **sent)
    assert answer.status_code == 422
    assert "a result, a player, a table or a pair has changed" in page
    assert ("Gull 1", "Gull 5") not in names(page)
    assert shown(hall, f"{ROUNDS}/new", what="confirm", **fields(page))[0].status_code == 303


def test_it_is_changed_by_hand_with_a_warning_and_written_so(hall):
    _, page = preview(hall)
    opponent = opponent_of("Gull 1", page)
    _, page = shown(
        hall, f"{ROUNDS}/new", what="swap", one=opponent, other="4 Gull 4", **fields(page)
    )
    assert ("Gull 4", "Gull 1") in names(page)
    assert "Two players meet who were not to be drawn against one another." in page
    _, page = shown(hall, f"{ROUNDS}/new", what="starts-1", **fields(page))
    assert ("Gull 1", "Gull 4") in names(page)
    _, page = shown(hall, f"{ROUNDS}/new", what="move", table="1", to="9", **fields(page))
    shown(hall, f"{ROUNDS}/new", what="confirm", **fields(page))
    [paired] = record(hall).rounds
    assert (9, 1, 4) in [(one.table, one.first, one.second) for one in paired.pairings]
    assert "changed by hand" in shown(hall, f"{ROUNDS}/1")[1]


def test_somebody_who_is_nobody_is_said_and_the_changes_stay(hall):
    _, page = preview(hall)
    answer, page = shown(
        hall, f"{ROUNDS}/new", what="swap", one="Nobody", other="1", **fields(page)
    )
    assert answer.status_code == 422
    assert "“Nobody” is not a player of this tournament." in page
    assert len(names(page)) == 4


def test_each_pairing_is_explained_one_tap_away_before_and_after(hall):
    _, page = preview(hall)
    why = why_of("Gull 1", hall, page)
    assert "Why Gull 1 meets Gull" in why
    assert "Not Gull 4: the two are to be kept apart" in why
    shown(hall, f"{ROUNDS}/new", what="confirm", **fields(page))
    _, page = shown(hall, f"{ROUNDS}/1")
    assert "Not Gull 4: the two are to be kept apart" in why_of("Gull 1", hall, page)


def test_players_are_told_why_without_what_is_private(hall):
    shown(hall, f"{ROUNDS}/new", what="confirm", **fields(preview(hall)[1]))
    _, page = shown(hall, "/t/gull-open/r1/", "nobody")
    assert '"/t/gull-open/r1/why/">Why these pairings?' in page
    answer, page = shown(hall, "/t/gull-open/r1/why/", "nobody")
    assert answer.status_code == 200
    link = re.search(r'href="(/t/gull-open/r1/why/1)"', page)[1]
    _, page = shown(hall, link, "nobody")
    assert "Why Gull 1 meets Gull" in page
    assert "seed 5" in page
    assert "Gull 1 is 1st" in page
    assert "kept apart" not in page
    assert "Not Gull 4" not in page
    assert shown(hall, "/t/gull-open/r1/why/99", "nobody")[0].status_code != 200
    assert shown(hall, "/t/gull-open/r2/why/", "nobody")[0].status_code == 404
    assert shown(hall, f"{ROUNDS}/1", "nobody")[0].status_code == 403


def test_a_round_is_typed_or_taken_from_a_file_and_looked_at_first(hall):
    sent = {"what": "typed", "source": "typed", "round": "1", "lines": "1,1,4\n2,2,3\n"}
    _, page = shown(hall, f"{ROUNDS}/new", **sent)
    assert "Not in any pairing: Gull 5, Gull 6 and Gull 7." in page
    assert "were not to be drawn" in page
    assert shown(hall, f"{ROUNDS}/new", what="confirm", **fields(page))[0].status_code == 303
    [paired] = record(hall).rounds
    assert len(paired.pairings) == 2


def test_lines_that_can_not_be_read_are_said_and_kept(hall):
    sent = {"what": "typed", "source": "typed", "round": "1", "lines": "1,1,Nobody\n"}
    answer, page = shown(hall, f"{ROUNDS}/new", **sent)
    assert answer.status_code == 422
    assert "line 1: no player here is called “Nobody”" in page
    assert "1,1,Nobody\n</textarea>" in page


def test_a_round_is_put_right_and_a_game_under_way_only_by_the_director(hall):
    shown(hall, f"{ROUNDS}/new", what="confirm", **fields(preview(hall)[1]))
    game = game_id(hall.slug, 1, 1)
    organiser = Organiser(hall.desk)
    organiser.asks(game, DetermineStarter(starter=1, method="assigned"), "K1")
    organiser.asks(game, StartGame(), "K1")
    at_one = record(hall).rounds[0].pairings[0]
    other = record(hall).rounds[0].pairings[1]
    _, page = shown(hall, f"{ROUNDS}/1")
    assert "begun" in page
    swap = {"what": "swap", "one": str(at_one.second), "other": str(other.second)}
    _, page = shown(hall, f"{ROUNDS}/1", **swap, **fields(page))
    sent = {**fields(page), "what": "confirm", "reason": "the list was wrong"}
    answer, page = shown(hall, f"{ROUNDS}/1", **sent)
    assert answer.status_code == 422
    assert "have begun their game at table 1" in page
    assert "The director can void a game that has begun." in page
    sent["request"] = fields(page)["request"]
    assert shown(hall, f"{ROUNDS}/1", "director", **sent, void="1")[0].status_code == 303
    assert hall.desk.sheet(game).state == "void"


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ("seed=1&level_places=0", "Write how many places are of equal worth: 2, or 2, 4."),
        ("seed=1&level_places=x", "Write how many places are of equal worth: 2, or 2, 4."),
        ("seed=x", "Enter a number from 0 to 999999."),
        ("seed=1&gibson=-1", "Write points of spread, the last round’s first: 250, 200."),
        ("seed=1&factor=0", "Enter a number from 1 to 99."),
        ("seed=99999999", "Enter a number from 0 to 999999."),
    ],
)
def test_what_makes_no_sense_is_said_and_not_an_error(hall, wrong, says):
    answer, page = shown(hall, f"{ROUNDS}/new?round=1&method=swiss&{wrong}")
    assert answer.status_code == 422
    assert says in page


@pytest.mark.parametrize("pairings", ["1:1-1", "x", "0:1-2", "1:1-2 1:3-4", "1:1-99"])
def test_pairings_that_no_hall_could_sit_down_to_are_refused(hall, pairings):
    sent = fields(preview(hall)[1]) | {"pairings": pairings, "what": "confirm"}
    assert shown(hall, f"{ROUNDS}/new", **sent)[0].status_code in (404, 422)
    assert not record(hall).rounds


def test_hostile_names_are_text_on_every_page(hall):
    name = next(one for one in HOSTILE if "<" in one)
    entered = PlayerEntered(number=1, name=name[:60], rating=1999)
    Organiser(hall.desk).enter_players(hall.slug, [entered], by=CONSOLE)
    answer, _ = preview(hall)
    assert name[:20] not in answer.text


@pytest.mark.found("OG-1")
def test_a_swap_with_a_player_of_another_division_is_refused_as_it_is_made(hall):
    others = [PlayerEntered(number=n, name=f"Loon {n}", division="B") for n in (8, 9)]
    Organiser(hall.desk).enter_players(hall.slug, others, by=CONSOLE)
    _, drawn = preview(hall)
    sent = fields(drawn) | {"one": "8 Loon 8", "other": "1 Gull 1"}

    answer, page = shown(hall, f"{ROUNDS}/new", what="swap", **sent)

    assert answer.status_code == 422
    assert "Loon 8 (8) plays in division B" in page
    assert fields(page)["pairings"] == fields(drawn)["pairings"]
    shown(hall, f"{ROUNDS}/new", what="confirm", **fields(drawn))
    _, written = shown(hall, f"{ROUNDS}/1")
    sent = fields(written) | {"one": "8 Loon 8", "other": "1 Gull 1"}
    answer, page = shown(hall, f"{ROUNDS}/1", what="swap", **sent)
    assert answer.status_code == 422
    assert "Loon 8 (8) plays in division B" in page


@pytest.mark.found("OG-4")
def test_a_round_that_is_not_due_says_so_comes_last_and_is_taken_back_in_one_act(hall):
    others = [PlayerEntered(number=n, name=f"Loon {n}", division="B") for n in (8, 9)]
    Organiser(hall.desk).enter_players(hall.slug, others, by=CONSOLE)
    shown(hall, f"{ROUNDS}/new", what="confirm", **fields(preview(hall)[1]))
    _, page = shown(hall, ROUNDS)
    first, _, second = page.partition('id="next-2"')
    assert 'name="division" value="B"' in first
    assert "3 of 3 results of round 1 are not in: tables 1, 2, 3." in second
    seen = {"division": "", "round": "2", "method": "swiss", "seed": "5"}
    query = "&".join(f"{name}={value}" for name, value in seen.items())
    _, page = shown(hall, f"{ROUNDS}/new?{query}")
    assert "3 of 3 results of round 1 are not in" in page
    answer, _ = shown(hall, f"{ROUNDS}/new", what="confirm", **fields(page))
    assert answer.status_code == 303
    _, page = shown(hall, f"{ROUNDS}/2")
    assert "This round was paired without them." in page
    for table in (1, 2, 3):
        request = TypeSlip(scores=(412, 388))
        Organiser(hall.desk).asks(game_id(hall.slug, 1, table), request, CONSOLE)
    _, page = shown(hall, f"{ROUNDS}/2")
    assert (
        "The standings have changed since this draw: 6 of 7 players have a different place." in page
    )
    sent = {"what": "unpair", "division": "", "request": str(uuid4())}
    assert shown(hall, f"{ROUNDS}/2", **sent)[0].status_code == 303
    assert {one.round_number for one in record(hall).rounds} == {1}
    assert "/t/gull-open/r2/" not in shown(hall, "/t/gull-open/", "nobody")[1]
    _, page = shown(hall, f"{ROUNDS}/1")
    assert "Take round 1 back" not in page
