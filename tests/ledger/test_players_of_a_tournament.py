"""Players added, corrected, late, gone and back; who is drawn; and what of it reaches the games."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.game.turns.taking_back import RetractTurn
from ledger.hall import open_hall
from ledger.record.events import game_id, tournament_id
from ledger.tournament.facts import Pairing, PlayerEntered
from ledger.tournament.pairing import playing
from ledger.tournament.players import (
    AddPlayers,
    AllowPair,
    BringBackPlayer,
    CheckIn,
    CheckInByPhone,
    EnterPlayers,
    ForbidPair,
    KeepTeamApart,
    LetPhonesCheckIn,
    RemovePlayer,
    TakeBackCheckInByPhone,
    WithdrawPlayer,
)
from ledger.vocabulary import Seat
from ledger.vocabulary.refusals import Refusal
from migrations.hall_db import prepare
from tests.desks import DIRECTOR, ORGANISER, Table, a_desk
from tests.officials import Director, Organiser

SLUG = "gull-open"
STREAM = tournament_id(SLUG)
NAMES = ("Ann Lee", "Ben Ode", "Cem Ay", "Dora Bo")


@pytest.fixture
def organiser(tmp_path):
    with a_desk(tmp_path / "data") as desk:
        hall = open_hall(tmp_path / "data", desk.log, desk.shelf, prepare=prepare)
        desk.followers = (hall,)
        organiser = Organiser(desk)
        organiser.hall = hall
        options = [("challenge-mode", "lose-turn")]
        organiser.open_tournament(SLUG, "Gull Open", "wespa-5.1", by=ORGANISER, options=options)
        ask(organiser, AddPlayers(players=tuple(PlayerEntered(number=0, name=n) for n in NAMES)))
        yield organiser
        hall.close()


def ask(organiser, request, by=ORGANISER):
    organiser.asks(STREAM, request, by)
    return organiser.tournament(SLUG)


def refused(organiser, request):
    with pytest.raises(Refusal) as refusal:
        ask(organiser, request)
    return refusal.value.code


def paired(organiser, number=1, *, tables=((1, 1, 2), (2, 3, 4))):
    pairings = [Pairing(*each) for each in tables]
    organiser.pair_round(SLUG, number, pairings, by=ORGANISER)
    return [Table(organiser.desk, game_id(SLUG, number, table)) for table, _, _ in tables]


def begin(table):
    table.enter(DetermineStarter(starter=1, method="draw", draws=(("A", "E"),)))
    table.enter(StartGame())


def numbers(organiser, round_number=1):
    return [player.number for player in playing(organiser.tournament(SLUG), round_number)]


def test_players_get_the_next_numbers_whatever_they_come_with(organiser):
    now = ask(organiser, AddPlayers(players=(PlayerEntered(number=1, name="Eve Fox"),)))

    assert [(player.number, player.name) for player in now.players][-1] == (5, "Eve Fox")
    assert now.player(1).name == "Ann Lee"


@pytest.mark.found("OG-8")
@pytest.mark.parametrize("name", ["Eve Fox,", "6", "Total", "3. Eve Fox"])
def test_what_is_likelier_no_name_is_asked_about_whoever_enters_or_corrects_it(organiser, name):
    new = AddPlayers(players=(PlayerEntered(number=0, name=name),))
    renamed = EnterPlayers(players=(PlayerEntered(number=2, name=name),), sure=False)
    for request in (new, renamed):
        with pytest.raises(Refusal) as refused:
            ask(organiser, request)
        assert refused.value.code == "name-unlikely"
        assert f"“{name}”" in refused.value.what

    now = ask(organiser, replace(new, sure=True))
    assert [player.name for player in now.players][-1] == name
    same = PlayerEntered(number=now.players[-1].number, name=name, rating=1500)
    now = ask(organiser, EnterPlayers(players=(same,), sure=False))
    assert now.players[-1].rating == 1500, "who is called so is not asked again"


@pytest.mark.found("PB-12")
def test_a_name_that_is_there_is_not_entered_twice_unless_it_is_another_person(organiser):
    again = AddPlayers(players=(PlayerEntered(number=0, name="ANN  LEE"),))
    with pytest.raises(Refusal, match="Player 1 is already called Ann Lee"):
        ask(organiser, again)
    renamed = EnterPlayers(players=(PlayerEntered(number=2, name="ann lee"),), namesakes=False)
    with pytest.raises(Refusal, match="Player 1 is already called Ann Lee"):
        ask(organiser, renamed)

    now = ask(organiser, replace(again, namesakes=True))
    assert (now.player(1).name, now.player(5).name) == ("Ann Lee (1)", "ANN  LEE (5)")
    now = ask(organiser, replace(renamed, namesakes=True))
    assert now.player(2).name == "ann lee (2)"
    same = PlayerEntered(number=2, name="ann lee (2)", rating=1500)
    now = ask(organiser, EnterPlayers(players=(same,), namesakes=False))
    assert now.player(2).rating == 1500, "who keeps a shared name is not asked again"


def test_who_was_entered_by_mistake_is_gone_unless_paired(organiser):
    now = ask(organiser, RemovePlayer(player=4))

    assert [player.number for player in now.players] == [1, 2, 3]
    assert len(organiser.hall.standings(SLUG)) == 3
    paired(organiser, tables=((1, 1, 2),))
    assert refused(organiser, RemovePlayer(player=1)) == "player-paired"


def test_nobody_checked_in_everybody_is_drawn_then_only_who_is_here(organiser):
    assert numbers(organiser) == [1, 2, 3, 4]

    ask(organiser, CheckIn(players=(1, 2, 3)))
    assert numbers(organiser) == [1, 2, 3]

    ask(organiser, CheckIn(players=(2,), here=False))
    assert numbers(organiser) == [1, 3]
    assert refused(organiser, CheckIn(players=(1,))) == "nothing-changed"


def test_the_last_check_in_taken_back_leaves_nobody_to_draw(organiser):
    ask(organiser, CheckIn(players=(1,)))
    ask(organiser, CheckIn(players=(1,), here=False))

    assert numbers(organiser) == []


LET = LetPhonesCheckIn(by=ORGANISER, key="digest of a key")


def made_by_phone(organiser):
    """Who was checked in on a phone, with the number that the phone alone knows."""
    return {one.player: one.request for one in organiser.tournament(SLUG).attendance.phones}


def test_phones_check_players_in_once_the_organiser_lets_them(organiser):
    assert refused(organiser, CheckInByPhone(player=2)) == "phones-do-not-check-in"
    ask(organiser, LET)
    assert refused(organiser, LET) == "nothing-changed"
    assert organiser.hall.tournament(SLUG).phones_check_in

    ask(organiser, CheckInByPhone(player=2))
    assert numbers(organiser) == [2]
    assert refused(organiser, CheckInByPhone(player=2)) == "nothing-changed", "twice is safe"
    ask(organiser, CheckIn(players=(1, 2, 3)))
    assert list(made_by_phone(organiser)) == [2]
    here = {one.player.number: one.player.here for one in organiser.hall.course(SLUG).cards}
    assert here == {1: True, 2: True, 3: True, 4: False}

    ask(organiser, LetPhonesCheckIn())
    assert refused(organiser, CheckInByPhone(player=4)) == "phones-do-not-check-in"
    assert not organiser.hall.tournament(SLUG).phones_check_in
    ask(organiser, WithdrawPlayer(player=4, reason="ill"))
    ask(organiser, LET)
    assert refused(organiser, CheckInByPhone(player=4)) == "check-in-at-the-desk"


def test_a_check_in_that_the_desk_took_back_is_made_by_the_desk_alone(organiser):
    ask(organiser, LET)
    ask(organiser, CheckInByPhone(player=2))
    ask(organiser, CheckIn(players=(2,), here=False))

    assert refused(organiser, CheckInByPhone(player=2)) == "check-in-at-the-desk"
    ask(organiser, CheckIn(players=(2,)))
    assert numbers(organiser) == [2]
    assert made_by_phone(organiser) == {}


def test_the_phone_that_checked_somebody_in_takes_it_back_and_no_other(organiser):
    ask(organiser, LET)
    ask(organiser, CheckInByPhone(player=2))
    ask(organiser, CheckInByPhone(player=3))
    ask(organiser, CheckIn(players=(4,)))
    one, other = (made_by_phone(organiser)[number] for number in (2, 3))

    def taken_back(player, number):
        return TakeBackCheckInByPhone(player=player, check_in=number)

    assert refused(organiser, taken_back(2, other)) == "not-checked-in-here"
    assert refused(organiser, taken_back(4, one)) == "not-checked-in-here"
    ask(organiser, taken_back(2, one))
    assert numbers(organiser) == [3, 4]
    assert refused(organiser, taken_back(2, one)) == "not-checked-in-here"
    ask(organiser, CheckInByPhone(player=2))
    assert numbers(organiser) == [2, 3, 4], "the right player checks in after the wrong one"
    paired(organiser, tables=((1, 2, 3),))
    assert refused(organiser, taken_back(3, other)) == "check-in-was-drawn"


def test_a_late_entry_is_drawn_from_its_round_on_check_in_or_not(organiser):
    late = PlayerEntered(number=0, name="Eve Fox", first_round=3)
    ask(organiser, CheckIn(players=(1, 2, 3, 4)))
    ask(organiser, AddPlayers(players=(late,)))

    assert [len(numbers(organiser, number)) for number in (1, 2, 3)] == [4, 4, 5]


@pytest.mark.parametrize(
    ("spread", "stands"), [(None, (0, 0, 0)), (-50, (0, 2, -100)), (0, (0, 2, 0))]
)
def test_rounds_a_late_entry_missed_count_as_the_organiser_said(organiser, spread, stands):
    for number in (1, 2, 3):
        tables = ((1, 1, 2), (2, 3, 4))
        paired(organiser, number, tables=tables)
    late = PlayerEntered(number=0, name="Eve Fox", first_round=3, missed_spread=spread)
    ask(organiser, AddPlayers(players=(late,)))

    [row] = [row for row in organiser.hall.standings(SLUG) if row.number == 5]

    assert (row.wins, row.losses, row.spread) == stands


def test_who_withdrew_is_not_drawn_and_may_come_back(organiser):
    now = ask(organiser, WithdrawPlayer(player=2, reason="ill"))
    assert now.conduct.withdrawn == (2,)
    assert numbers(organiser) == [1, 3, 4]
    assert refused(organiser, WithdrawPlayer(player=2, reason="ill")) == "player-withdrawn"

    ask(organiser, BringBackPlayer(player=2))
    assert numbers(organiser) == [1, 2, 3, 4]
    assert refused(organiser, BringBackPlayer(player=2)) == "not-withdrawn"
    assert refused(organiser, WithdrawPlayer(player=2, reason=" ")) == "no-reason"


def test_who_was_put_out_by_a_ruling_does_not_come_back(organiser):
    first, _ = paired(organiser)
    director = Director(organiser.desk)
    begin(first)
    case = director.open_case(first.game, "conduct", by=DIRECTOR)
    director.rule(case, first.game, "tiles palmed", "wespa-5.1 6.2.4", by=DIRECTOR)
    director.penalise(case, Seat.FIRST, "ejection", "palmed tiles", by=DIRECTOR)

    assert refused(organiser, BringBackPlayer(player=1)) == "player-put-out"


@pytest.mark.parametrize("pair", [(3, 1), (1, 3)])
def test_a_forbidden_pair_is_told_with_the_lower_number_first_until_it_is_allowed(organiser, pair):
    now = ask(organiser, ForbidPair(one=pair[0], other=pair[1], reason="sisters"))

    assert now.forbidden == ((1, 3),)
    assert refused(organiser, ForbidPair(one=1, other=3, reason="sisters")) == "nothing-changed"
    assert ask(organiser, AllowPair(one=3, other=1)).forbidden == ()
    assert refused(organiser, AllowPair(one=3, other=1)) == "nothing-changed"


def test_a_team_is_kept_apart_in_each_division_and_again_once_it_has_grown(organiser):
    teams = {1: ("Gulls", ""), 2: ("Gulls", ""), 3: ("Terns", ""), 4: ("Gulls", "B")}
    organiser.enter_players(
        SLUG,
        [
            PlayerEntered(number=n, name=NAMES[n - 1], team=team, division=division)
            for n, (team, division) in teams.items()
        ],
        by=ORGANISER,
    )

    assert ask(organiser, KeepTeamApart(team="Gulls")).forbidden == ((1, 2),)
    for team in ("Gulls", "Terns", ""):
        assert refused(organiser, KeepTeamApart(team=team)) == "nothing-changed"

    more = tuple(PlayerEntered(number=0, name=f"Gull {n}", team="Gulls") for n in range(18))
    assert len(ask(organiser, AddPlayers(players=more[:1])).players) == 5
    assert ask(organiser, KeepTeamApart(team="Gulls")).forbidden == ((1, 2), (1, 5), (2, 5))
    ask(organiser, AddPlayers(players=more[1:]))
    assert refused(organiser, KeepTeamApart(team="Gulls")) == "team-too-large"


def test_nobody_is_kept_from_themselves_nor_from_somebody_who_is_not_there(organiser):
    assert refused(organiser, ForbidPair(one=1, other=1)) == "pair-of-one"
    assert refused(organiser, ForbidPair(one=1, other=9)) == "no-such-player"


def rename(organiser, number, name):
    player = PlayerEntered(number=number, name=name)
    organiser.enter_players(SLUG, [player], by=ORGANISER)


@pytest.mark.found("OP13")
def test_OP13_a_corrected_name_reaches_games_to_come_and_games_that_go_on(organiser):
    first, second = paired(organiser)
    begin(first)
    first.play(Seat.FIRST, "8D", "WINDY")
    rename(organiser, 1, "Anne Lee")
    rename(organiser, 4, "Dora Bos")

    assert first.sheet.names == ("Anne Lee", "Ben Ode")
    assert second.sheet.names == ("Cem Ay", "Dora Bos")
    assert organiser.hall.find(SLUG, 1, 2).names == ("Cem Ay", "Dora Bos")
    assert {row.name for row in organiser.hall.standings(SLUG)} >= {"Anne Lee", "Dora Bos"}


@pytest.mark.found("OP13")
def test_OP13_what_a_player_signed_keeps_the_name_it_was_signed_with(organiser):
    first, _ = paired(organiser)
    begin(first)
    version = first.signed().version
    rename(organiser, 1, "Anne Lee")

    assert first.sheet.names == ("Ann Lee", "Ben Ode")
    assert first.sheet.is_final
    assert first.sheet.version == version
    assert organiser.tournament(SLUG).player(1).name == "Anne Lee"


@pytest.mark.found("OP13")
def test_OP13_a_tablet_that_has_not_seen_the_new_name_may_write_its_turn(organiser):
    first, _ = paired(organiser)
    begin(first)
    first.play(Seat.FIRST, "8D", "WINDY")
    seen = first.sheet.events[-1].envelope.command_id
    rename(organiser, 1, "Anne Lee")

    first.play(Seat.SECOND, "D8", ".oN", after=seen)

    assert len(first.sheet.plays) == 2


@pytest.mark.found("OP13")
def test_OP13_a_turn_can_be_taken_back_over_a_corrected_name(organiser):
    first, _ = paired(organiser)
    begin(first)
    first.play(Seat.FIRST, "8D", "WINDY")
    version = first.sheet.last_turn.version
    rename(organiser, 1, "Anne Lee")

    first.enter(RetractTurn(version=version))

    assert not first.sheet.plays


def test_a_player_told_anew_with_the_same_name_moves_no_game(organiser):
    first, _ = paired(organiser)
    before = first.sheet.version
    rated = PlayerEntered(number=1, name="Ann Lee", rating=1500)
    organiser.enter_players(SLUG, [rated], by=ORGANISER)

    assert first.sheet.version == before
    assert organiser.tournament(SLUG).player(1).rating == 1500
