"""The plan of rounds by browser: planned, previewed, drawn in one act, announced and stopped."""

from __future__ import annotations

import re
from html import unescape
from uuid import uuid4

import pytest

from ledger.desk.automatic_draws import AutomaticDraws
from ledger.game.results.slips import TypeSlip
from ledger.record.events import game_id, tournament_id
from ledger.tournament.facts import PlayerEntered
from ledger.tournament.round_plan import PlanRounds, settings_of, stretch
from ledger.tournament.tournament import tournament_named
from tests.officials import Organiser
from tests.web.conftest import FOR_PEOPLE
from tests.web.hostile_names import HOSTILE
from tests.web.test_drawing_rounds import Hall, fields, names, record, shown
from tests.web.whole_hall import FROM_HERE, a_whole_hall
from web.command_line.opened import CONSOLE

ROUNDS = "/t/gull-open/organise/rounds"
PLAN = "/t/gull-open/organise/plan"


@pytest.fixture(scope="module")
def whole_hall(tmp_path_factory):
    with a_whole_hall(tmp_path_factory.mktemp("plans")) as hall:
        yield hall


@pytest.fixture
def hall(whole_hall):
    hall = Hall(whole_hall, f"gull-{uuid4().hex[:6]}")
    organiser = Organiser(hall.desk)
    organiser.open_tournament(hall.slug, "Gull Open", "nsa-1998", by=CONSOLE)
    entered = [PlayerEntered(number=n, name=f"Gull {n}", rating=2000 - n) for n in range(1, 7)]
    organiser.enter_players(hall.slug, entered, by=CONSOLE)
    return hall


def plans(hall, **more):
    what = {"what": "plan", "first": "1", "last": "5", "method": "round-robin", **more}
    return shown(hall, PLAN, **what)


def rows(page):
    found = re.findall(r"<tr><th[^>]*>(Rounds? [^<]*)</th>(.*?)</tr>", page, re.DOTALL)
    return {name: " ".join(re.sub(r"<[^>]*>", " ", rest).split()) for name, rest in found}


def link(page, words):
    return re.search(r'href="([^"]*)"[^>]*>' + re.escape(words), page)[1]


def play(hall, number):
    for paired in record(hall).rounds:
        if paired.round_number == number:
            for pairing in paired.pairings:
                game = game_id(hall.slug, number, pairing.table)
                slip = TypeSlip(scores=(400 + pairing.first, 390), starter=1)
                Organiser(hall.desk).asks(game, slip, CONSOLE)


def test_rounds_are_planned_in_stretches_and_shown_as_they_stand(hall):
    assert "No round is planned." in shown(hall, PLAN)[1]
    answer, _ = plans(hall)
    assert answer.status_code == 303
    plans(hall, first="6", last="8", method="koth", standings="earlier", gibson="250, 200")
    page = shown(hall, PLAN)[1]
    assert rows(page) == {
        "Rounds 1 to 5": "Round robin Fixed schedule next Preview rounds 1 to 5",
        "Round 6": "King of the hill After round 4 Gibson’s rule: 250, 200",
        "Round 7": "King of the hill After round 5 Gibson’s rule: 250, 200",
        "Round 8": "King of the hill After round 6 Gibson’s rule: 250, 200",
    }
    shown(hall, PLAN, what="drop", first="7", last="8")
    assert [one.round_number for one in record(hall).plan_of("").rounds] == [1, 2, 3, 4, 5, 6]


def test_a_whole_round_robin_is_seen_first_and_drawn_in_one_act_as_it_was_seen(hall):
    plans(hall)
    page = shown(hall, PLAN)[1]
    _, preview = shown(hall, link(page, "Preview rounds 1 to 5"))
    seen = names(preview)
    assert len(set(map(frozenset, seen))) == len(seen) == 15
    assert not record(hall).rounds

    sent = dict(re.findall(r'name="(division|first|last|seen|request)" value="([^"]*)"', preview))
    answer, _ = shown(hall, PLAN, what="draw", **sent)
    assert answer.status_code == 303
    names_of = {one.number: one.name for one in record(hall).players}
    holds = [(names_of[one.first], names_of[one.second])
             for paired in record(hall).rounds for one in paired.pairings]  # fmt: skip
    assert holds == seen
    assert "Take rounds 3 to 5 back" in shown(hall, f"{ROUNDS}/3")[1]
    shown(hall, f"{ROUNDS}/3", what="unpair", later="1")
    assert [one.round_number for one in record(hall).rounds] == [1, 2]
    assert rows(shown(hall, PLAN)[1]) == {
        "Rounds 1 to 2": "Round robin Fixed schedule paired",
        "Rounds 3 to 5": "Round robin Fixed schedule next Preview rounds 3 to 5",
    }


def test_what_changed_since_it_was_seen_is_shown_anew(hall):
    plans(hall)
    _, preview = shown(hall, f"{PLAN}/rounds?first=1&last=5")
    sent = dict(re.findall(r'name="(first|last|seen|request)" value="([^"]*)"', preview))
    late = [PlayerEntered(number=7, name="Gull 7", rating=1800)]
    Organiser(hall.desk).enter_players(hall.slug, late, by=CONSOLE)
    answer, page = shown(hall, PLAN, what="draw", **sent)
    assert answer.status_code == 422
    assert "a result, a player, a table or a pair has changed" in page
    assert "Gull 7" in page
    assert not record(hall).rounds


def test_the_form_of_the_next_round_has_it_as_it_is_planned_and_draws_the_same(hall):
    plans(hall, last="1", method="swiss")
    plans(hall, first="2", last="2", method="factor", factor="3", meetings="2", gibson="300",
          level_places="2", byes="lot", standings="none")  # fmt: skip
    plan = record(hall).plan_of("")
    page = shown(hall, ROUNDS)[1]
    assert "Round 1 is planned: Swiss." in page
    assert f'value="{plan.seed}"' in page
    _, drawn = shown(hall, link(shown(hall, PLAN)[1], "Preview round 1"))
    shown(hall, f"{ROUNDS}/new", what="confirm", **fields(drawn))
    play(hall, 1)
    _, drawn = shown(hall, link(shown(hall, PLAN)[1], "Preview round 2"))
    shown(hall, f"{ROUNDS}/new", what="confirm", **fields(drawn))

    drawn = record(hall).draws[-1]
    assert drawn.inputs.settings == settings_of(record(hall), "", plan.of_round(2))
    assert drawn.inputs.settings.based_on == 0
    assert drawn.seed == plan.seed
    assert "King of the hill" not in rows(shown(hall, PLAN)[1])["Round 2"]
    assert "paired" in rows(shown(hall, PLAN)[1])["Round 2"]


def test_what_only_a_plan_of_tsh_says_is_shown_and_drawn_from_the_form_as_well(hall):
    plans(hall, last="1", method="round-robin", in_a_row="2")
    only_there = {"by_starts": False, "gibson": (300,), "gibson_meets": "highest"}
    later = stretch(2, 2, "win-groups", "before", **only_there)
    Organiser(hall.desk).asks(tournament_id(hall.slug), PlanRounds(rounds=later), CONSOLE)
    plan = record(hall).plan_of("")
    told = rows(shown(hall, PLAN)[1])
    assert "Games in a row: 2" in told["Round 1"]
    assert "Starts do not count" in told["Round 2"]
    assert "Gibson’s rule takes the highest out of reach" in told["Round 2"]
    for number in (1, 2):
        _, drawn = shown(hall, link(shown(hall, PLAN)[1], f"Preview round {number}"))
        shown(hall, f"{ROUNDS}/new", what="confirm", **fields(drawn))
        settings = record(hall).draws[-1].inputs.settings
        assert settings == settings_of(record(hall), "", plan.of_round(number))
        play(hall, number)
    assert (settings.by_starts, settings.gibson_meets) == (False, "highest")


def test_a_round_drawn_from_an_earlier_one_is_not_warned_of_while_a_round_is_played(hall):
    plans(hall, last="3", method="swiss", standings="earlier")
    for number in (1, 2):
        _, drawn = shown(hall, link(shown(hall, PLAN)[1], f"Preview round {number}"))
        shown(hall, f"{ROUNDS}/new", what="confirm", **fields(drawn))
        if number == 1:
            play(hall, 1)
    page = shown(hall, ROUNDS)[1]
    assert "not in" not in page
    _, drawn = shown(hall, link(shown(hall, PLAN)[1], "Preview round 3"))
    assert "not in" not in drawn
    shown(hall, f"{ROUNDS}/new", what="confirm", **fields(drawn))
    assert "not in" not in shown(hall, f"{ROUNDS}/3")[1]


def test_rounds_draw_themselves_once_it_is_chosen_and_whoever_sees_it_can_stop_it(hall):
    plans(hall, last="3", method="swiss")
    page = shown(hall, PLAN)[1]
    assert "Rounds are not drawn automatically unless you choose it." in page
    assert 'name="minutes" inputmode="numeric" autocomplete="off" value=""' in page
    shown(hall, PLAN, what="automatic", minutes="5")
    plan = record(hall).plan_of("")
    assert plan.minutes == 5
    _, drawn = shown(hall, link(shown(hall, PLAN)[1], "Preview round 1"))
    shown(hall, f"{ROUNDS}/new", what="confirm", **fields(drawn))
    play(hall, 1)
    watch = AutomaticDraws(hall.desk, lambda: [hall.slug])
    assert watch.look() == 1

    for address in (ROUNDS, PLAN):
        page = shown(hall, address)[1]
        assert re.search(r"Round 2 is drawn automatically at \d\d:\d\d", page)
        assert "Stop the draw of round 2" in page
    shown(hall, PLAN, what="stop")
    page = shown(hall, ROUNDS)[1]
    assert "Round 2 will not be drawn automatically: somebody stopped it" in page
    shown(hall, PLAN, what="announce", round="2")
    assert record(hall).plan_of("").announced.round_number == 2
    shown(hall, PLAN, what="by-hand")
    assert record(hall).plan_of("").minutes == 0


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"last": "x"}, "Enter a number from 1 to 999."),
        ({"first": "4", "last": "2"}, "The last round is before the first."),
        ({"method": "dance"}, "Choose one of the methods."),
        ({"method": ""}, "Choose one of the methods."),
        ({"gibson": "a lot"}, "Write points of spread"),
        ({"first": "3", "based_on": "3", "method": "koth"}, "Enter a number from 0 to 2."),
        ({"meetings": "100"}, "Enter a number from 0 to 99."),
    ],
)
def test_what_is_wrong_stands_at_its_field_and_nothing_is_written(hall, wrong, said):
    answer, page = plans(hall, **wrong)
    assert answer.status_code == 400
    assert said in page
    assert not record(hall).plans


def test_divisions_have_pages_of_their_own_and_names_are_text(whole_hall):
    hall = Hall(whole_hall, f"tern-{uuid4().hex[:6]}")
    organiser = Organiser(hall.desk)
    organiser.open_tournament(hall.slug, "Tern Open", "nsa-1998", by=CONSOLE)
    entered = [PlayerEntered(number=n, name=f"{HOSTILE[0]} {n}", division="AB"[n % 2], rating=n)
               for n in range(1, 9)]  # fmt: skip
    organiser.enter_players(hall.slug, entered, by=CONSOLE)
    for division, method in (("A", "swiss"), ("B", "round-robin")):
        sent = {"what": "plan", "first": "1", "last": "3", "method": method}
        shown(hall, PLAN, division=division, **sent)
    now = tournament_named(hall.slug, hall.desk.log)
    assert [(one.division, one.rounds[0].system) for one in now.plans] == [
        ("A", "swiss"), ("B", "round-robin"),
    ]  # fmt: skip
    page = hall.ask("organiser", f"/t/{hall.slug}/organise/plan/rounds?division=B&first=1&last=3",
                    headers=FOR_PEOPLE | FROM_HERE)  # fmt: skip
    assert page.status_code == 200
    assert HOSTILE[0] not in page.text
    assert HOSTILE[0] in unescape(page.text)
    assert shown(hall, f"{PLAN}?division=Z")[0].status_code == 404
