"""How far a day is, and what one player is to do now: by what was written, or an organiser said."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ledger.hall import open_hall
from ledger.hall.phases import marks_of, phase_of, phase_of_player
from ledger.hall.standings_building import ByeRow
from ledger.record.events import tournament_id
from ledger.tournament.facts import Pairing, PlayerEntered
from ledger.tournament.opening import SetRoundPhase
from ledger.tournament.players import AddPlayers
from ledger.vocabulary.refusals import Refusal
from migrations.hall_db import prepare
from tests.courses import a_course, a_game, a_row, players
from tests.desks import ORGANISER, a_desk
from tests.officials import Organiser

FOUR = players(4)
IN = (400, 380)


def mine(course, number=1):
    return phase_of_player(course, course.card(number)).phase


def of(course, division=""):
    return phase_of(course, division).phase


def a_round(*results, number=1, **what):
    """A round of two players a table, with these results; ``None``: nothing is in."""
    return [
        a_game(number, 2 * table - 1, 2 * table, scores, table=table, **what)
        for table, scores in enumerate(results, 1)
    ]


def test_before_the_first_round_players_check_in_where_phones_may():
    there = players(1, here=True) + players(1, first=2) + players(1, first=3, first_round=2)

    before = a_course(there, [])
    assert [mine(before, n) for n in (1, 2, 3)] == ["here", "before", "later"]
    open_ = a_course(there, [], row=a_row(phones_check_in=True))
    assert [mine(open_, n) for n in (1, 2, 3)] == ["here", "check-in", "later"]
    assert of(open_) == "before"


def test_a_round_goes_from_the_tables_to_its_slips_and_the_break():
    eight = players(16)
    none = [None] * 8
    phases = [of(a_course(eight, a_round(*([IN] * n + none[n:])))) for n in (0, 1, 5, 6, 7, 8)]
    assert phases == ["seat", "play", "play", "hand-in", "hand-in", "break"]
    near = a_course(eight, a_round(*([IN] * 7), None))
    assert (mine(near, 1), mine(near, 16)) == ("break", "hand-in")


def test_a_game_on_a_tablet_is_played_till_its_result_is_in():
    begun = a_round(None, None)
    begun[0] = begun[0]._replace(state="playing", turns=3, begun=1)
    course = a_course(FOUR, begun)
    assert (of(course), mine(course, 1), mine(course, 3)) == ("play", "play", "play")
    said = a_course(FOUR, begun, row=a_row(phases={"": "1 break"}))
    assert (mine(said, 1), mine(said, 3)) == ("play", "hand-in")


def test_a_slip_that_is_not_signed_is_handed_in_whatever_others_do():
    games = a_round(IN, None)
    games[0] = games[0]._replace(state="over")
    assert mine(a_course(FOUR, games)) == "hand-in"
    games[0] = games[0]._replace(state="final")
    assert mine(a_course(FOUR, games)) == "break"


def test_a_game_of_the_round_before_is_played_first():
    games = [*a_round(None, IN), *a_round(None, None, number=2)]
    games[0] = games[0]._replace(state="playing", turns=9, begun=1)
    course = a_course(FOUR, games)
    view = phase_of_player(course, course.card(1))
    assert (view.phase, view.line.round_number, view.division.round_number) == ("play", 1, 2)
    assert mine(course, 3) == "seat"


def test_who_has_a_bye_withdrew_or_is_in_no_pairing_is_told_so():
    there = [*players(3), *players(1, first=4, withdrawn=True), *players(1, first=5, first_round=3)]
    there += players(1, first=6)
    games = a_round(None)
    course = a_course(there, games, [ByeRow(3, 1, "", 2, 50)])
    told = [mine(course, number) for number in range(1, 7)]
    assert told == ["seat", "seat", "bye", "withdrawn", "later", "left-out"]
    open_ = a_course(there, games, row=a_row(phones_check_in=True))
    assert mine(open_, 6) == "check-in", "who comes late is drawn from the next round on"
    came = [*there[:5], *players(1, first=6, here=True)]
    assert mine(a_course(came, games, row=a_row(phones_check_in=True)), 6) == "here"


def test_divisions_go_at_their_own_pace_and_the_last_round_ends_the_day():
    there = players(2, "A") + players(2, "B", first=3)
    games = [
        a_game(1, 1, 2, IN, division="A"),
        a_game(1, 3, 4, division="B"),
    ]
    course = a_course(there, games, row=a_row(planned={"A": 1, "B": 2}))
    assert marks_of(course) == {"A": "1 over", "B": "1 seat"}
    assert (mine(course, 1), mine(course, 3)) == ("over", "seat")
    closed = a_course(there, games, row=a_row(over=True))
    assert [mine(closed, number) for number in (1, 3)] == ["over", "over"]


def test_an_organiser_says_that_a_round_is_further_and_of_this_round_alone():
    def said(phase, *results, number=1):
        games = a_round(*results)
        return of(a_course(FOUR, games, row=a_row(phases={"": f"{number} {phase}"})))

    assert [said(one, None, None) for one in ("", "play", "hand-in", "break")] == [
        "seat", "play", "hand-in", "break",
    ]  # fmt: skip
    assert said("play", IN, IN) == "break", "what happened since goes on"
    assert said("break", None, None, number=2) == "seat"


@pytest.fixture
def organiser(tmp_path):
    with a_desk(tmp_path / "data") as desk:
        hall = open_hall(tmp_path / "data", desk.log, desk.shelf, prepare=prepare)
        desk.followers = (hall,)
        organiser = Organiser(desk)
        organiser.hall = hall
        organiser.open_tournament("gull-open", "Gull Open", "wespa-5.1", by=ORGANISER)
        entered = tuple(PlayerEntered(number=0, name=one) for one in ("Ann Lee", "Ben Ode"))
        organiser.asks(tournament_id("gull-open"), AddPlayers(players=entered), ORGANISER)
        yield organiser
        hall.close()


def test_what_an_organiser_says_of_a_round_is_written_for_the_round_that_is_played(organiser):
    stream = tournament_id("gull-open")
    asked = SetRoundPhase(round_number=1, phase="break")

    def refused(request):
        with pytest.raises(Refusal) as refusal:
            organiser.asks(stream, request, ORGANISER)
        return refusal.value.code

    assert refused(asked) == "no-such-phase"
    organiser.pair_round("gull-open", 1, [Pairing(table=1, first=1, second=2)], by=ORGANISER)
    assert refused(replace(asked, phase="")) == "nothing-changed"
    organiser.asks(stream, asked, ORGANISER)
    assert refused(asked) == "nothing-changed"
    assert of(organiser.hall.course("gull-open")) == "break"
    organiser.asks(stream, replace(asked, phase=""), ORGANISER)
    assert of(organiser.hall.course("gull-open")) == "seat"
    organiser.close_round("gull-open", 1, by=ORGANISER, waiving="for the test")
    assert refused(asked) == "no-such-phase"
