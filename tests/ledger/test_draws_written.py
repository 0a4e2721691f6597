"""Rounds drawn at the desk: seen first, written as seen, made again from the record, put right."""

from __future__ import annotations

from contextlib import closing

import pytest
from msgspec.structs import replace

from ledger.game.endings.facts import PAIRED_ANEW
from ledger.game.results.slips import ReportResult, TypeSlip
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.hall import open_hall
from ledger.record.events import game_id, tournament_id
from ledger.rulebook import NAMES
from ledger.tournament.draw.explaining import Explained, why_wording
from ledger.tournament.draw.from_record import (
    drawn_again,
    inputs_of,
    moved_since,
    pairings_of,
    usual_settings,
)
from ledger.tournament.draw.inputs import digest_of
from ledger.tournament.draw.systems import SYSTEMS
from ledger.tournament.drawing import DrawRound, UnpairRound, draw_now
from ledger.tournament.facts import Pairing, PlayerEntered, Prize
from ledger.tournament.opening import AnnouncePrizes
from ledger.tournament.pairing import games_of_pairing
from ledger.tournament.players import CheckIn, ForbidPair, WithdrawPlayer
from ledger.tournament.round_repairs import RepairDuringPlay, RepairRound
from ledger.tournament.rounds import PairRound
from ledger.tournament.standing_now import standing_after
from ledger.vocabulary import remarks
from ledger.vocabulary.refusals import Refusal
from migrations.hall_db import prepare
from tests.desks import DIRECTOR, ORGANISER, SCOREKEEPER, a_desk
from tests.officials import Organiser

SLUG = "gull-open"
STREAM = tournament_id(SLUG)


class Event(Organiser):
    """A tournament of so many players that is drawn, played on paper and looked at."""

    def begin(self, players=8, book="nsa-1998", **more):
        self.open_tournament(SLUG, "Gull Open", book, by=ORGANISER)
        self.enter_players(
            SLUG,
            [PlayerEntered(number=n, name=f"Player {n}", rating=2000 - n, **more)
             for n in range(1, players + 1)],
            by=ORGANISER,
        )  # fmt: skip
        return self

    @property
    def now(self):
        return self.tournament(SLUG)

    @property
    def at_hand(self):
        return AtHand(self.desk)

    def looks(self, request):
        """The draw as an organiser sees it before anything is written."""
        return draw_now(self.now, request, self.at_hand, self.desk.rounds_read)

    def asked(self, number, system="swiss", seed=1, **more):
        settings = usual_settings(self.now, "", system, **more.pop("settings", {}))
        return DrawRound(round_number=number, settings=settings, seed=seed, **more)

    def draws(self, number, system="swiss", seed=1, **more):
        return self.asks(STREAM, self.asked(number, system, seed, **more), ORGANISER).events

    def repairs(self, number, pairings, **more):
        request = RepairRound(round_number=number, pairings=tuple(pairings), **more)
        return self.asks(STREAM, request, ORGANISER).events

    def holds(self, number):
        return [
            pairing
            for paired in self.now.rounds
            if paired.round_number == number
            for pairing in paired.pairings
        ]

    def games(self, number):
        return [
            games_of_pairing(self.desk.log, SLUG, paired, pairing)[-1]
            for paired in self.now.rounds
            if paired.round_number == number
            for pairing in paired.pairings
            if pairing.second
        ]

    def play(self, number):
        """Every game of a round from its slip: the lower number wins by 10 times its number."""
        for game in self.games(number):
            one, two = self.desk.sheet(game).scheduled.numbers
            won = (400 + 10 * min(one, two), 400)
            scores = won if one < two else won[::-1]
            self.asks(game, TypeSlip(scores=scores, starter=1), SCOREKEEPER)

    def start(self, game):
        self.asks(game, DetermineStarter(starter=1, method="assigned"), SCOREKEEPER)
        self.asks(game, StartGame(), SCOREKEEPER)
        return game


class AtHand:
    def __init__(self, desk):
        self.version_of, self.sheet = desk.log.version_of, desk.sheet


@pytest.fixture
def event(tmp_path):
    with a_desk(tmp_path / "data") as desk:
        yield Event(desk)


def code_of(caught):
    return caught.value.code


def test_a_draw_is_written_with_all_it_was_made_from_and_its_games_are_scheduled(event):
    event.begin()
    request = event.asked(1)
    seen = event.looks(request)
    written = event.draws(1, seen=seen.digest)

    drawn, paired = (one.fact for one in written)
    assert drawn.inputs == seen.inputs
    assert (drawn.method, drawn.seed, drawn.digest) == ("swiss-1", 1, digest_of(seen.inputs))
    assert paired.pairings == pairings_of(seen.drawn)
    assert [event.desk.sheet(game).numbers for game in event.games(1)] == [
        (one.first, one.second) for one in paired.pairings
    ]


@pytest.mark.parametrize("change", ["result", "player", "forbidden", "check-in"])
def test_a_draw_that_was_looked_at_is_refused_once_something_changed(event, change):
    event.begin()
    event.draws(1)
    seen = event.looks(event.asked(2)).digest
    match change:
        case "result":
            event.play(1)
        case "player":
            event.enter_players(SLUG, [PlayerEntered(number=9, name="Nine")], by=ORGANISER)
        case "forbidden":
            event.asks(STREAM, ForbidPair(one=1, other=2), ORGANISER)
        case "check-in":
            event.asks(STREAM, CheckIn(players=(1, 2, 3, 4)), ORGANISER)
    with pytest.raises(Refusal) as caught:
        event.draws(2, seen=seen)
    assert code_of(caught) == "draw-moved-on"
    event.draws(2, seen=event.looks(event.asked(2)).digest)


def test_a_round_drawn_twice_is_refused_and_drawn_anew_while_nobody_plays(event):
    event.begin()
    event.draws(1)
    first = event.holds(1)
    with pytest.raises(Refusal) as caught:
        event.draws(1, seed=2)
    assert code_of(caught) == "round-paired"

    event.draws(1, "fontes", seed=2, again=True)
    assert [replace(one, replay=1) for one in event.holds(1)] != first
    assert len(event.now.draws) == 2

    event.start(event.games(1)[0])
    with pytest.raises(Refusal) as caught:
        event.draws(1, seed=3, again=True)
    assert code_of(caught) == "game-under-way"


@pytest.mark.parametrize("system", SYSTEMS)
def test_one_player_alone_is_no_first_round(event, system):
    event.begin(2)
    event.asks(STREAM, CheckIn(players=(1,)), ORGANISER)
    with pytest.raises(Refusal) as caught:
        event.draws(1, system)
    assert code_of(caught) == "nobody-to-pair"


def test_an_empty_field_is_refused_in_words(event):
    event.begin(2)
    event.asks(STREAM, CheckIn(players=(1, 2)), ORGANISER)
    with pytest.raises(Refusal) as caught:
        event.draws(1, division="B")
    assert code_of(caught) == "nobody-to-pair"


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("players", [8, 9])
def test_every_draw_of_a_tournament_is_made_again_from_the_record(event, system, players):
    """From the inputs that were written with it, which are those the record has of that moment."""
    event.begin(players)
    event.asks(STREAM, ForbidPair(one=1, other=2, reason="sisters"), ORGANISER)
    recorded = []
    for number in (1, 2, 3, 4):
        request = event.asked(number, system, settings={"rounds": 4, "gibson": (100,)})
        recorded.append(
            inputs_of(event.now, "", number, request.settings, request.seed, event.at_hand)
        )
        event.draws(number, system, settings={"rounds": 4, "gibson": (100,)})
        event.play(number)
    for fact, inputs in zip(event.now.draws, recorded, strict=True):
        again = drawn_again(event.now, fact, inputs)
        assert (again.same_inputs, again.same_draw, again.since) == (True, True, ())
        assert again.changed == ()


def test_what_was_changed_by_hand_on_looking_at_it_is_written_as_changed(event):
    event.begin(4)
    one, two = pairings_of(event.looks(event.asked(1)).drawn)
    by_hand = (Pairing(1, one.first, two.first), Pairing(2, one.second, two.second))
    written = event.draws(1, by_hand=by_hand)

    assert remarks.CHANGED_BY_HAND in written[0].envelope.remarks
    assert event.holds(1) == list(by_hand)
    again = drawn_again(event.now, event.now.draws[0])
    assert again.same_draw
    assert again.changed == ((one, by_hand[0]), (two, by_hand[1]))


def test_who_is_paired_by_hand_again_or_though_forbidden_or_sits_out_twice_is_remarked_on(event):
    event.begin(5)
    event.asks(STREAM, ForbidPair(one=3, other=4), ORGANISER)
    first = (Pairing(1, 1, 2), Pairing(2, 3, 4), Pairing(0, 5, 0))
    request = PairRound(round_number=1, pairings=first)
    [written] = event.asks(STREAM, request, ORGANISER).events
    assert written.envelope.remarks == (remarks.PAIRED_THOUGH_FORBIDDEN,)
    [written] = event.asks(STREAM, replace(request, round_number=2), ORGANISER).events
    assert set(written.envelope.remarks) == {
        remarks.PAIRED_AGAIN, remarks.PAIRED_THOUGH_FORBIDDEN, remarks.SAT_OUT_BEFORE,
        remarks.BYE_AGAIN, remarks.RESULTS_OUT,
    }  # fmt: skip


@pytest.mark.parametrize("book", sorted(NAMES))
def test_how_it_is_drawn_follows_the_rulebook_and_what_was_planned(event, book):
    event.begin(book=book)
    settings = usual_settings(event.now, "", "swiss")
    assert settings.more_seconds == (book == "nsa-1998")
    assert settings.starts == {"wespa-1.0": "draw", "wespa-4.0": "draw", "wespa-5.1": "draw"}.get(
        book, "self-balancing"
    )


# Repair


def test_two_players_are_swapped_before_play_and_no_game_is_written_over(event):
    event.begin(4)
    event.draws(1)
    one, two = event.holds(1)
    before = event.games(1)
    event.repairs(1, [Pairing(1, two.first, one.second), Pairing(2, one.first, two.second)])

    assert [event.desk.sheet(game).ending.voided for game in before] == [PAIRED_ANEW] * 2
    after = event.games(1)
    assert after == [game_id(SLUG, 1, table, replay=2) for table in (1, 2)]
    assert [event.desk.sheet(game).numbers for game in after] == [
        (two.first, one.second), (one.first, two.second),
    ]  # fmt: skip


def test_a_pairing_that_stays_keeps_its_game(event):
    event.begin(6)
    event.draws(1)
    one, two, three = event.holds(1)
    games = event.games(1)
    event.repairs(
        1, [one, Pairing(2, three.first, two.second), Pairing(3, two.first, three.second)]
    )
    assert event.games(1)[0] == games[0]
    assert not event.desk.sheet(games[0]).ending.voided


def test_a_game_under_way_stays_with_its_two_and_only_the_director_voids_it(event):
    event.begin(4)
    event.draws(1)
    one, two = event.holds(1)
    playing = event.start(event.games(1)[0])
    swapped = [Pairing(1, two.first, one.second), Pairing(2, one.first, two.second)]
    for more in ({}, {"reason": "the list was wrong"}):
        with pytest.raises(Refusal) as caught:
            event.repairs(1, swapped, **more)
    assert code_of(caught) == "game-under-way"

    request = RepairDuringPlay(
        round_number=1, pairings=tuple(swapped), reason="the list was wrong", void=(1,)
    )
    with pytest.raises(Refusal) as caught:
        event.asks(STREAM, request, ORGANISER)
    assert code_of(caught) == "not-allowed"
    written = event.asks(STREAM, request, DIRECTOR).events[0].fact
    assert (written.voided, len(written.called_off)) == ((playing,), 1)
    assert event.desk.sheet(playing).state == "void"
    assert [event.desk.sheet(game).state for game in event.games(1)] == ["scheduled", "scheduled"]


def test_the_others_move_around_a_game_that_is_played(event):
    event.begin(6)
    event.draws(1)
    one, two, three = event.holds(1)
    event.start(event.games(1)[0])
    moved = [Pairing(2, three.first, two.second), Pairing(3, two.first, three.second)]
    with pytest.raises(Refusal) as caught:
        event.repairs(1, [one, *moved])
    assert code_of(caught) == "no-reason"
    event.repairs(1, [Pairing(1, one.second, one.first), *moved], reason="two sat at wrong tables")
    assert event.holds(1)[0] == one


def test_others_move_after_somebody_withdrew_who_is_put_opposite_nobody_new(event):
    event.begin(6)
    event.draws(1)
    one, two, three = event.holds(1)
    event.start(event.games(1)[0])
    for gone in (one.first, two.second):
        event.asks(STREAM, WithdrawPlayer(player=gone, reason="gone home"), ORGANISER)
    moved = [one, two, Pairing(9, three.first, three.second)]
    event.repairs(1, moved, reason="misprinted")
    assert [each.table for each in event.holds(1)] == [1, 2, 9]

    for wrong in (
        [one, Pairing(2, three.first, two.second), Pairing(9, two.first, three.second)],
        [one, Pairing(2, two.second, 0), Pairing(9, three.first, three.second)],
    ):
        with pytest.raises(Refusal) as caught:
            event.repairs(1, wrong, reason="wrong")
        assert code_of(caught) == "player-withdrawn"

    event.repairs(1, [one, Pairing(2, two.first, 0), Pairing(9, three.first, three.second)],
                  reason="the opponent has a bye")  # fmt: skip
    assert event.holds(1)[1].second == 0


def test_swapped_starts_are_a_new_game_before_play(event):
    event.begin(2)
    event.draws(1)
    [one] = event.holds(1)
    event.repairs(1, [Pairing(1, one.second, one.first)])
    assert event.desk.sheet(event.games(1)[0]).numbers == (one.second, one.first)


def test_nothing_changed_is_said_and_a_round_not_paired_is_not_repaired(event):
    event.begin(2)
    event.draws(1)
    with pytest.raises(Refusal) as caught:
        event.repairs(1, event.holds(1))
    assert code_of(caught) == "nothing-changed"
    with pytest.raises(Refusal) as caught:
        event.repairs(2, [Pairing(1, 1, 2)])
    assert code_of(caught) == "round-not-paired"


def test_after_a_repair_results_starts_and_meetings_are_those_of_who_really_played(event, tmp_path):
    event.begin(4)
    event.draws(1)
    one, two = event.holds(1)
    event.repairs(1, [Pairing(1, one.first, two.second), Pairing(2, two.first, one.second)])
    event.play(1)
    told = event.looks(event.asked(2)).inputs
    met = {one.number: [each.opponent for each in one.before] for one in told.entrants}
    assert met == {
        one.first: [two.second], two.second: [one.first],
        two.first: [one.second], one.second: [two.first],
    }  # fmt: skip
    hall = open_hall(tmp_path / "data", event.desk.log, event.desk.shelf, prepare=prepare)
    try:
        rows = {row.number: row for row in hall.standings(SLUG)}
    finally:
        hall.close()
    for entrant in told.entrants:
        row = rows[entrant.number]
        assert (entrant.place, entrant.half_wins, entrant.spread) == (
            row.place, 2 * row.wins, row.spread,
        )  # fmt: skip
        assert row.games == 1


def test_gibsons_rule_is_told_of_the_classes_that_have_prizes_and_of_nobody_s_otherwise(event):
    event.begin(classes=("B",))
    prizes = Prize(1, "a cup"), Prize(1, "a book", class_name="B"), Prize(2, "tea", class_name="B")
    event.asks(STREAM, AnnouncePrizes(prizes=prizes), ORGANISER)
    with_it = {"gibson": (250,), "rounds": 5, "level_places": (2,)}
    event.draws(1, settings=with_it)
    inputs = event.desk.log.events_of(STREAM)[-2].fact.inputs
    assert (inputs.settings.class_paid, inputs.settings.paid_of) == ((("B", 2),), "all")
    assert {one.classes for one in inputs.entrants} == {("B",)}
    assert usual_settings(event.now, "", "swiss").class_paid == ()
    without = inputs_of(event.now, "", 1, event.asked(1).settings, 1, event.at_hand)
    assert {one.classes for one in without.entrants} == {()}


def unpaired(event, number):
    return event.asks(STREAM, UnpairRound(round_number=number), ORGANISER).events


@pytest.mark.found("OG-4")
def test_an_unbegun_round_is_taken_back_and_paired_anew_at_the_same_tables(event):
    event.begin(players=7)
    event.draws(1)
    first = event.games(1)
    unpaired(event, 1)

    assert (event.now.rounds, event.now.draws) == ((), ())
    assert {event.desk.sheet(game).state for game in first} == {"void"}
    event.draws(1, seed=2)
    assert {pairing.replay for pairing in event.holds(1) if pairing.second} == {2}
    event.play(1)
    assert not set(first) & set(event.games(1))
    event.draws(2)
    pairings = [Pairing(one.table, one.first, one.second) for one in event.holds(2)]
    unpaired(event, 2)
    event.asks(STREAM, PairRound(round_number=2, pairings=tuple(pairings)), ORGANISER)
    event.play(2)


@pytest.mark.found("OG-4")
def test_a_round_that_somebody_began_or_that_another_rests_on_is_not_taken_back(event):
    event.begin()
    event.draws(1)
    event.draws(2)
    with pytest.raises(Refusal) as rests:
        unpaired(event, 1)
    unpaired(event, 2)
    event.start(event.games(1)[0])
    with pytest.raises(Refusal) as begun:
        unpaired(event, 1)

    assert (rests.value.code, begun.value.code) == ("round-after", "game-under-way")
    assert len(event.holds(1)) == 4


@pytest.mark.found("OG-4")
def test_a_taken_back_round_stands_in_no_list_of_the_hall(event, tmp_path):
    event.begin()
    event.draws(1)
    (tmp_path / "hall").mkdir()
    here = open_hall(tmp_path / "hall", event.desk.log, event.desk.shelf, prepare=prepare)
    with closing(here) as hall:
        before = len(hall.games(SLUG))
        unpaired(event, 1)
        hall.catch_up()
        [row] = [one for one in hall.tournaments() if one.slug == SLUG]
        assert (before, len(hall.games(SLUG)), row.games, row.rounds) == (4, 0, 0, 0)
        assert hall.course(SLUG).rounds == 0


@pytest.mark.found("OG-4")
def test_a_round_drawn_before_its_results_are_in_has_a_remark_and_the_standings_move(event):
    event.begin()
    event.draws(1)
    early = event.looks(event.asked(2))
    assert [(one.round_number, one.tables, one.of) for one in early.out] == [(1, (1, 2, 3, 4), 4)]
    assert remarks.RESULTS_OUT in event.draws(2)[0].envelope.remarks
    fact = event.now.draws[-1]

    def moved():
        now = inputs_of(event.now, "", 2, fact.inputs.settings, fact.seed, event.at_hand)
        return moved_since(fact.inputs, now)

    assert moved() == ()
    event.play(1)
    assert moved() == tuple(range(1, 9))
    assert not event.looks(event.asked(2)).out
    unpaired(event, 2)
    assert remarks.RESULTS_OUT not in event.draws(2)[0].envelope.remarks
    pairings = tuple(Pairing(n, 2 * n - 1, 2 * n) for n in range(1, 5))
    request = PairRound(round_number=3, pairings=pairings)
    assert remarks.RESULTS_OUT in event.asks(STREAM, request, ORGANISER).events[0].envelope.remarks


@pytest.mark.found("OG-5")
@pytest.mark.parametrize("book", ["nsa-1998", "wespa-5.1"])
def test_standings_and_draws_count_the_same_starts_of_slips_that_say_none(event, book):
    """The first book has the pairing say who starts; the second has players draw at the table."""
    event.begin(book=book)
    for number in (1, 2):
        event.draws(number)
        for game in event.games(number):
            event.asks(game, TypeSlip(scores=(410, 400)), SCOREKEEPER)
    told = event.looks(event.asked(3)).inputs
    in_draw = {one.number: one.firsts for one in told.entrants}
    played = event.desk.rounds_read.before(event.now, "", 3, event.at_hand)
    in_standings = {n: row.starts for n, row in standing_after(event.now, "", played).items()}

    named = [pairing.first for number in (1, 2) for pairing in event.holds(number)]
    said = {number: named.count(number) for number in range(1, 9)}
    assert in_draw == in_standings == (said if book == "nsa-1998" else dict.fromkeys(said, 0))
    explained = Explained(told, event.looks(event.asked(3)).drawn)
    for number in range(1, 9):
        words = " ".join(why_wording(explained.why(number), str, told))
        if book == "wespa-5.1":
            assert "due to start" not in words
            assert "the players draw for it at the table" in words


@pytest.mark.found("OG-4")
def test_a_round_of_which_a_player_told_a_result_is_begun(event):
    """On paper nothing else may be known of a game that was played."""
    event.begin()
    event.draws(1)
    game = event.games(1)[0]
    event.asks(game, ReportResult(player=1, scores=(401, 400)), ORGANISER)

    with pytest.raises(Refusal) as begun:
        unpaired(event, 1)

    assert begun.value.code == "game-under-way"
