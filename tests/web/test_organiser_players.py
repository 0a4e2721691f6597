"""The organiser's page of players: added, changed, checked in, withdrawn, kept apart."""

from __future__ import annotations

import re
from html import unescape

import pytest
from msgspec.structs import replace

from ledger.record.events import tournament_id
from ledger.tournament.facts import Division
from ledger.tournament.opening import SetUp, particulars_of
from ledger.tournament.pairing import playing
from ledger.tournament.tournament import tournament_named
from tests.desks import ORGANISER
from tests.officials import Organiser
from tests.web.conftest import FOR_PEOPLE
from tests.web.whole_hall import FROM_HERE, SLUG, a_whole_hall

PLAYERS = f"/t/{SLUG}/organise/players"


@pytest.fixture
def hall(tmp_path):
    with a_whole_hall(tmp_path) as hall:
        yield hall


def shown(hall, path=PLAYERS, method="GET", who="organiser", **form):
    """What a person of that role is shown."""
    sent = {"data": form} if method == "POST" else {}
    return hall.ask(who, path, method, headers=FOR_PEOPLE | FROM_HERE, **sent)


def sent(hall, path=PLAYERS, **form):
    return shown(hall, path, "POST", **form)


def now(hall):
    return tournament_named(SLUG, hall.desk.log)


def test_a_player_is_added_under_the_next_number_and_shown(hall):
    answer = sent(hall, name="Noor Abendroth", rating="1411", classes="A, under-18, A")

    page = shown(hall, answer.location).text
    added = now(hall).player(5)
    assert "Noor Abendroth is entered as player 5." in page
    assert (added.rating, added.classes) == (1411, ("A", "under-18"))


@pytest.mark.found("OG-8")
def test_a_name_that_is_likelier_none_is_asked_about_at_its_field(hall):
    request = sent(hall, name="Total")
    assert request.status_code == 422
    assert "“Total” is likelier a sum than a player." in request.text
    assert "The name is correct" in request.text
    assert now(hall).player(5) is None

    assert sent(hall, name="Total", sure="yes").status_code == 303
    assert now(hall).player(5).name == "Total"
    corrected = sent(hall, f"{PLAYERS}/5", name="Noor Abendroth,")
    assert corrected.status_code == 422
    assert "has a sign of a list, no name" in corrected.text


def test_the_next_player_is_typed_at_once_in_the_same_division(hall):
    answer = sent(hall, name="Noor Abendroth", division="B")

    page = shown(hall, answer.location).text
    assert re.search(r'name="name"[^>]* autofocus', page)
    assert re.search(r'name="division"[^>]* value="B"', page)
    assert "#" not in answer.location  # with a part of the page named, no field has the focus


def test_of_divisions_that_are_planned_one_is_chosen_and_no_other_is_taken(hall):
    planned = (Division("Open", 5), Division("Late", 5))
    Organiser(hall.desk).asks(
        tournament_id(SLUG),
        SetUp(name=now(hall).name, rules=now(hall).rulebook, options=now(hall).options,
              particulars=replace(particulars_of(now(hall)), divisions=planned)),
        ORGANISER,
    )  # fmt: skip

    assert '<option value="Late">Late</option>' in shown(hall).text
    assert "without a name" not in shown(hall).text
    assert "without a name" in shown(hall, f"{PLAYERS}/1").text  # where player 1 was before
    for division in ("Nowhere", ""):
        answer = sent(hall, name="Noor Abendroth", division=division)
        assert answer.status_code == 422
        assert 'id="f-division-wrong">' in answer.text
        assert "Open, Late" in answer.text
    assert sent(hall, name="Noor Abendroth", division="Late").status_code == 303
    assert now(hall).player(5).division == "Late"


def test_a_double_tap_adds_one_player(hall):
    number = re.search(r'name="request" value="([^"]+)"', shown(hall).text)[1]
    for _ in range(2):
        assert sent(hall, name="Noor Abendroth", request=number).status_code == 303

    assert len(now(hall).players) == 5


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("name", "", "A player needs a name."),
        ("name", "player 1", "Player 1 is already called"),
        ("name", "Ann \u202eeeL", "a character that is not seen"),
        ("rating", "99999999999999999999", "Enter a number from 0 to 9999."),
        ("rating", "-5", "Enter a number"),
        ("first_round", "0", "Enter a number from 1 to 999."),
        ("team", "x" * 81, "more than 80 characters"),
    ],
)
def test_what_is_wrong_is_said_at_its_field_and_nothing_is_lost(hall, field, value, says):
    form = {"name": "Noor Abendroth", "member": "AA000123"} | {field: value}

    answer = sent(hall, **form)

    page = unescape(answer.text)
    assert answer.status_code == 422
    assert says in re.search(f'id="f-{field}-wrong">([^<]*)<', page)[1]
    assert 'value="AA000123"' in page
    assert len(now(hall).players) == 4


def test_a_late_entry_says_from_which_round_and_what_the_others_count(hall):
    sent(hall, name="Noor Abendroth", first_round="3", missed="lost", missed_by="50")

    late = now(hall).player(5)
    assert (late.first_round, late.missed_spread) == (3, -50)
    assert "from round 3" in shown(hall).text


def test_a_changed_name_is_shown_at_the_table_and_what_others_changed_stays(hall):
    page = shown(hall, f"{PLAYERS}/1").text
    was = unescape(re.search(r'name="was" value="([^"]*)"', page)[1])
    sent(hall, f"{PLAYERS}/1", was=was, name="Player 1", rating="1500")

    sent(hall, f"{PLAYERS}/1", was=was, name="Anne Lee")

    assert (now(hall).player(1).name, now(hall).player(1).rating) == ("Anne Lee", 1500)
    assert hall.desk.sheet(hall.games[0]).names[0] == "Anne Lee"


def test_who_withdraws_is_marked_and_may_be_brought_back(hall):
    refused = sent(hall, f"{PLAYERS}/2", what="withdraw", reason="")
    assert refused.status_code == 422
    assert "No reason was given for the withdrawal." in refused.text

    sent(hall, f"{PLAYERS}/2", what="withdraw", reason="ill")
    assert "withdrawn" in shown(hall).text
    assert 2 not in [player.number for player in playing(now(hall), 2)]

    sent(hall, f"{PLAYERS}/2", what="back")
    assert now(hall).conduct.withdrawn == ()


def test_two_are_kept_apart_and_may_meet_again(hall):
    sent(hall, f"{PLAYERS}/1", what="forbid", other="3", reason="sisters")
    assert now(hall).forbidden == ((1, 3),)
    assert "sisters" in shown(hall, f"{PLAYERS}/3").text

    sent(hall, f"{PLAYERS}/3", what="allow", other="1")
    assert now(hall).forbidden == ()


def test_a_whole_team_is_kept_apart_with_one_tap(hall):
    for number in (1, 3):
        sent(hall, f"{PLAYERS}/{number}", name=f"Player {number}", team="Gulls")
    assert '<option value="Gulls">Gulls</option>' in shown(hall).text

    assert sent(hall, what="team", team="Gulls").status_code == 303
    assert now(hall).forbidden == ((1, 3),)
    assert sent(hall, what="team", team="Terns").status_code == 422


def test_who_was_entered_by_mistake_is_removed_and_who_was_paired_is_not(hall):
    sent(hall, name="Noor Abendroth")

    assert sent(hall, f"{PLAYERS}/5", what="remove").location == PLAYERS
    assert sent(hall, f"{PLAYERS}/1", what="remove").status_code == 422
    assert [player.number for player in now(hall).players] == [1, 2, 3, 4]


@pytest.mark.parametrize("number", ["99", "9999999999999999999999"])
def test_a_player_who_is_not_there_is_refused_in_words(hall, number):
    assert shown(hall, f"{PLAYERS}/{number}").status_code == 404


def test_at_the_door_each_is_tapped_and_who_is_missing_is_shown(hall):
    door = f"/t/{SLUG}/organise/check-in"
    for number in "1123":  # the second tap on 1 may come from another phone
        assert sent(hall, door, player=number).status_code == 303

    page = shown(hall, f"{door}?missing=1").text
    assert "3 of 4 here" in page
    assert re.findall(r'id="p(\d)"', page) == ["4"]
    assert [player.number for player in playing(now(hall), 2)] == [1, 2, 3]

    sent(hall, door, player="2", here="0")
    assert now(hall).attendance.here == (1, 3)
    sent(hall, door, player="all")
    assert now(hall).attendance.here == (1, 2, 3, 4)


def test_member_number_and_table_are_for_officials_alone(hall):
    sent(hall, f"{PLAYERS}/1", name="Player 1", member="AA000123", table="7")

    for path in (f"/t/{SLUG}/", f"/t/{SLUG}/r1/", f"/t/{SLUG}/standings.json"):
        assert "AA000123" not in shown(hall, path, who="nobody").text
    assert "AA000123" in shown(hall).text
    assert shown(hall, who="keeper").status_code == 403


def withdraws(hall, number, who="director", **more):
    form = {"what": "withdraw", "reason": "ill"} | more
    return shown(hall, f"{PLAYERS}/{number}", "POST", who, **form)


def test_a_withdrawal_says_what_becomes_of_the_game_under_way(hall):
    """Nothing does, unless a director declares it forfeited; the page says so, with the clause."""
    game = hall.desk.sheet(hall.games[0])
    number, at = game.numbers[0], f"{PLAYERS}/{game.numbers[0]}"

    request = shown(hall, at, who="director").text
    assert "is forfeited: Player 1 loses −50" in request
    assert "#4.10" in request
    assert "Only a director declares that." in shown(hall, at).text

    withdraws(hall, number)
    page = shown(hall, at).text
    assert hall.desk.sheet(game.id).ending.forfeit is None
    assert "<b>continues at its table</b>" in page


def test_the_game_of_who_withdraws_is_forfeited_by_the_book_and_once(hall):
    game = hall.desk.sheet(hall.games[0])
    number, at = game.numbers[0], f"{PLAYERS}/{game.numbers[0]}"
    form = {"game": "forfeited", "request": "00000000-0000-4000-8000-000000000011"}

    assert withdraws(hall, number, game="forfeited", reason="").status_code == 422
    assert hall.desk.sheet(game.id).ending.forfeit is None, "refused whole"
    assert withdraws(hall, number, "organiser", game="forfeited").status_code == 403
    assert now(hall).conduct.withdrawn == (), "nothing half done"
    for _ in range(2):
        assert withdraws(hall, number, **form).status_code == 303

    sheet = hall.desk.sheet(game.id)
    assert sheet.ending.forfeit.loser.place == 0
    assert now(hall).conduct.withdrawn == (number,)
    assert f"{sheet.names[1]} wins +" in shown(hall, at).text
