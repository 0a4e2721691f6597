"""A tournament as everybody looks at it: standings and why, cards, what is missing."""

from __future__ import annotations

from random import Random
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.hall import open_hall
from ledger.hall.rows import ClassPlace
from ledger.hall.standings import Decided, prizes_won, won_by
from ledger.hall.standings_building import ByeRow, rows_of
from ledger.hall.standings_view import (
    last_round_wording,
    last_whole_round,
    next_round_wording,
    provisional_wording,
    state_wording,
    tie_wording,
    unsigned_wording,
)
from ledger.tournament.facts import Pairing, PlayerEntered, Prize, RoundPaired
from ledger.tournament.tournament import Player, Tournament
from migrations.hall_db import prepare
from tests.courses import a_course, a_game, a_row, a_tournament_of, players, rounds_of
from tests.desks import ORGANISER, Table, a_desk
from tests.officials import Organiser

FOUR = players(4, names=("Ann", "Ben", "Cy", "Di"))
CALLED = {1: "Ann", 2: "Ben", 3: "Cy", 4: "Di"}


def games(*rounds):
    """Games of rounds, as ``(first, second, own, theirs)``."""
    return [
        a_game(number, *pair, scores, table=table, names=CALLED)
        for number, round_ in enumerate(rounds, 1)
        for table, (*pair, scores) in enumerate(round_, 1)
    ]


ROUND_ROBIN = games(
    [(1, 2, (410, 400)), (3, 4, (490, 400))],
    [(1, 3, (405, 400)), (2, 4, (600, 400))],
    [(4, 1, (440, 400)), (2, 3, (330, 400))],
)  # Ann 2 wins −25, Ben 1 +120, Cy 2 +155, Di 1 −250


def told(course):
    return [
        (row.name, row.place, tie_wording(row.tie) if row.tie else "") for row in course.standings
    ]


@pytest.mark.parametrize(
    ("ties", "said"),
    [
        (
            "spread",
            [
                ("Cy", 1, ""),
                ("Ann", 2, "below Cy by spread, −25 to +155"),
                ("Ben", 3, ""),
                ("Di", 4, "below Ben by spread, −250 to +120"),
            ],
        ),
        (
            "head-to-head spread",
            [
                ("Ann", 1, ""),
                ("Cy", 2, "below Ann by games among those who are level, 0 to 1"),
                ("Ben", 3, ""),
                ("Di", 4, "below Ben by games among those who are level, 0 to 1"),
            ],
        ),
        (
            "opponents-wins spread",
            [
                ("Cy", 1, ""),
                ("Ann", 2, "below Cy by spread, −25 to +155"),
                ("Ben", 3, ""),
                ("Di", 4, "below Ben by spread, −250 to +120"),
            ],
        ),
        (
            "opponents-wins",
            [
                ("Ann", 1, ""),
                ("Cy", 1, "level with Ann: they share the place"),
                ("Ben", 3, ""),
                ("Di", 3, "level with Ben: they share the place"),
            ],
        ),
    ],
)
def test_it_is_said_why_two_with_as_many_wins_stand_as_they_do(ties, said):
    assert told(a_course(FOUR, ROUND_ROBIN, row=a_row(ties=ties))) == said


def test_wins_then_losses_and_not_their_share():
    """Ann has won both of hers, Cy two of three: as many wins, fewer losses."""
    course = a_course(
        FOUR,
        games(
            [(1, 2, (401, 400)), (3, 4, (500, 300))],
            [(1, 4, (401, 400)), (3, 2, (500, 300))],
            [(4, 3, (401, 400))],
        ),
    )

    assert [(row.name, row.wins, row.losses) for row in course.standings] == [
        ("Ann", 2, 0), ("Cy", 2, 1), ("Di", 1, 2), ("Ben", 0, 2),
    ]  # fmt: skip
    assert course.standings[1].tie is None  # the losses are there to be seen


def test_spread_is_capped_where_an_option_says_so_and_byes_and_rulings_are_not():
    found = Decided(frozenset(), {}, {1: -200}, frozenset())
    course = a_course(
        FOUR[:3],
        games([(1, 2, (700, 300))]),
        [ByeRow(3, 1, "", 2, 200)],
        found,
        row=a_row(spread_cap=150),
    )

    assert [(row.name, row.spread) for row in course.standings] == [
        ("Cy", 200), ("Ann", -50), ("Ben", -150),
    ]  # fmt: skip
    assert course.card(1).lines[0].spread == 150
    assert course.card(1).ruled == -200


def test_places_in_a_class_and_what_they_win():
    entered = players(1, names=("Ann",)) + players(
        2, first=2, names=("x", "Ben", "Cy"), classes=("U1200",)
    )
    course = a_course(
        entered,
        games([(1, 2, (500, 300)), (1, 3, (500, 300))]),
        prizes=(
            Prize(place=1, wins="a cup"),
            Prize(place=1, wins="a mug", class_name="U1200"),
            Prize(place=1, wins="not here", division="B"),
        ),
    )

    assert [row.classes for row in course.standings] == [
        (), (ClassPlace("U1200", 1, 2),), (ClassPlace("U1200", 1, 2),),
    ]  # fmt: skip
    assert [won_by(row, course.prizes) for row in course.standings] == [
        ("a cup",), ("a mug, shared by 2",), ("a mug, shared by 2",),
    ]  # fmt: skip


@pytest.mark.found("PH-4")
def test_those_who_share_places_have_all_their_prizes_between_them():
    money = tuple(Prize(place=n, wins=f"{200 // n} EUR") for n in (1, 2, 4))
    course = a_course(FOUR, games([(1, 2, (400, 350)), (3, 4, (400, 350))]), prizes=money)
    first, second, fourth = prizes_won(course.standings, course.prizes)

    assert first.names == second.names == ("Ann", "Cy")
    assert first.notes == second.notes == (
        "Places 1 and 2 are shared: 200 EUR and 100 EUR between them.",
    )  # fmt: skip
    assert (fourth.names, fourth.notes) == (
        ("Ben", "Di"), ("Places 3 and 4 are shared: 50 EUR between them.",)
    )  # fmt: skip
    assert won_by(course.standings[0], money) == ("200 EUR, shared by 2", "100 EUR, shared by 2")


@pytest.mark.found("PH-4")
def test_a_prize_of_a_class_beside_one_for_the_place_is_said():
    entered = (*players(1, names=("Ann",), classes=("U18",)), *FOUR[1:])
    money = (Prize(place=1, wins="200 EUR"), Prize(place=1, wins="a cup", class_name="U18"))
    course = a_course(entered, games([(1, 2, (400, 350)), (3, 4, (390, 350))]), prizes=money)
    _, of_class = prizes_won(course.standings, money)
    assert (of_class.names, of_class.notes) == (("Ann",), ("Ann also wins 200 EUR for place 1.",))


@pytest.mark.found("PH-5")
def test_nobody_has_a_place_before_the_first_result():
    course = a_course(FOUR, [a_game(1, 1, 2), a_game(1, 3, 4, table=2)])
    assert {row.place for row in course.standings} == {0}


@pytest.mark.found("PH-5")
def test_the_last_round_that_is_planned_is_said_to_be_the_last():
    course = a_course(FOUR, ROUND_ROBIN)
    assert last_round_wording(course, "") == ""
    planned = replace(course.tournament, planned={"": 3})
    assert last_round_wording(replace(course, tournament=planned), "") == "All 3 rounds are over."
    under_way = a_course(FOUR, [*ROUND_ROBIN[:-1], a_game(3, 2, 3, table=2)])
    said = last_round_wording(replace(under_way, tournament=planned), "")
    assert said == "Round 3 is the last one."


def test_of_a_round_that_nobody_planned_it_is_not_said_that_it_is_to_come():
    course = a_course(FOUR, ROUND_ROBIN)
    assert next_round_wording(course, "") == "No further round is paired."
    for rounds, said in ((3, "All 3 rounds are over."), (4, "Round 4 is not paired yet.")):
        planned = replace(course.tournament, planned={"": rounds})
        assert next_round_wording(replace(course, tournament=planned), "") == said
    assert next_round_wording(a_course(FOUR, []), "") == "Round 1 is not paired yet."


@pytest.mark.found("PB-6")
def test_a_bye_counts_once_its_round_has_a_result():
    bye = ByeRow(3, 1, "", 2, 50)
    drawn = a_course(FOUR[:3], [a_game(1, 1, 2)], [bye])
    assert state_wording(drawn) == "before the first result"
    assert [row.games for row in drawn.standings] == [0, 0, 0]
    line = drawn.card(3).next_line
    assert (line.how, line.counts) == ("bye", False)
    assert drawn.byes_worth_nothing() == (), "it is settled what it is worth"

    played = a_course(FOUR[:3], games([(1, 2, (410, 400))]), [bye])
    assert state_wording(played) == "after round 1"
    assert (played.standings[0].name, played.standings[0].spread) == ("Cy", 50)

    second = [*games([(1, 2, (410, 400))]), a_game(2, 1, 3)]
    both = a_course(FOUR[:3], second, [bye, ByeRow(2, 2, "", 2, 50)])
    assert state_wording(both) == "after round 1"
    assert next(row for row in both.standings if row.name == "Ben").games == 1


def test_the_next_of_a_class_stands_behind_all_who_share_a_place_of_it():
    entered = players(4, names=("Ann", "Ben", "Cy", "Di"), classes=("A",))
    course = a_course(entered, games([(1, 2, (500, 300)), (3, 4, (500, 300))]))

    assert [row.classes[0].place for row in course.standings] == [1, 1, 3, 3]


def test_who_was_put_out_stands_last_whatever_was_won():
    found = Decided(frozenset(), {}, {}, frozenset({3}))

    assert [row.name for row in a_course(FOUR, ROUND_ROBIN, (), found).standings][-1] == "Cy"


def test_standings_are_provisional_while_games_are_missing_and_say_which():
    played = games([(1, 2, (410, 400)), (3, 4, (490, 400))], [(1, 3, None), (2, 4, (600, 400))])
    course = a_course(FOUR, played)

    assert state_wording(course) == "after round 1, with what is in of round 2"
    assert (
        provisional_wording(course.missing) == "Provisional: 1 game is missing (round 2, table 1)."
    )
    assert last_whole_round(course) == 1


def test_a_result_that_is_not_signed_for_by_both_is_provisional_and_one_that_was_ruled_is_not():
    played = games([(1, 2, (410, 400)), (3, 4, (490, 400))])
    open_ = played[0]._replace(state="signed by one")
    course = a_course(FOUR, [open_, played[1]])
    awarded = Decided(frozenset(), {open_.id: (1, 50)}, {}, frozenset())
    by_file = open_._replace(first_number=0, second_number=0)

    assert unsigned_wording(course.unsigned) == (
        "Provisional: not signed for by both yet (round 1, table 1)."
    )
    assert [card.lines[0].provisional for card in course.cards] == [True, True, False, False]
    assert a_course(FOUR, [open_, played[1]], (), awarded).unsigned == ()
    assert a_course(FOUR, [by_file, played[1]]).unsigned == ()


def test_a_round_that_is_only_paired_is_not_missing():
    course = a_course(FOUR, [*ROUND_ROBIN, a_game(4, 1, 2), a_game(4, 3, 4, table=2)])

    assert course.missing == ()
    assert state_wording(course) == "after round 3"
    assert course.rounds == 4


def test_after_a_round_it_is_as_if_nothing_had_followed():
    whole = a_course(FOUR, ROUND_ROBIN, [ByeRow(2, 3, "", 2, 50)])
    two = [game for game in ROUND_ROBIN if game.round_number <= 2]

    assert a_course(FOUR, two).standings != whole.standings
    assert [row.games for row in a_course(FOUR, two).standings] == [2, 2, 2, 2]


def test_a_card_has_opponents_scores_starts_and_the_next_table():
    course = a_course(
        FOUR, [*ROUND_ROBIN, a_game(4, 2, 1, table=7, names=CALLED)], [ByeRow(3, 4, "", 2, 50)]
    )
    card = course.card(1)

    assert [(line.round_number, line.name, line.score, line.against, line.wins, line.total)
            for line in card.lines] == [
        (1, "Ben", 410, 400, 2, 10), (2, "Cy", 405, 400, 4, 15), (3, "Di", 400, 440, 4, -25),
        (4, "Ben", None, None, 4, -25),
    ]  # fmt: skip
    assert card.starts == (2, 1)
    assert (card.next_line.table, card.next_line.seat) == (7, 2)
    assert course.card(3).next_line.how == "bye"
    assert course.card(3).lines[-1].how == "bye"


def test_a_game_that_is_being_played_is_neither_next_nor_over():
    course = a_course(FOUR, games([(1, 2, (410, 400)), (3, 4, None)]))
    playing = a_course(
        FOUR, [*games([(1, 2, (410, 400))]), a_game(1, 3, 4, table=2, state="playing")]
    )

    assert (course.card(3).next_line.table, course.card(3).line_in_play) == (2, None)
    assert (playing.card(3).next_line, playing.card(3).line_in_play.table) == (None, 2)
    assert playing.card(1).line_in_play is None


BYES = {"nsa-1998": 50, "wespa-1.0": None, "wespa-4.0": None, "wespa-5.1": None, "wsc-2003": None}


@pytest.mark.parametrize("book", BYES)
@pytest.mark.parametrize("settled", [None, 75])
def test_P_04_a_bye_counts_as_the_book_or_the_organiser_has_it(book, settled):
    if book == "nsa-1998" and settled:
        settled = None  # that book leaves nothing to choose
    tournament = Tournament(
        id=UUID(int=1), version=1, slug="s", name="S", rulebook=book,
        options=(("bye-spread", settled),) if settled else (),
        players=(Player(1, "Ann", "A"), Player(2, "Ben", "A"), Player(3, "Cy", "A")),
        rounds=(RoundPaired(round_number=1, division="A", pairings=(Pairing(0, 3, 0),)),),
    )  # fmt: skip
    spread = settled or BYES[book]
    [row] = rows_of(tournament)

    assert row == (3, 1, "A", 2 if spread else None, spread, "bye")
    [line] = a_course(FOUR[:3], [], [row._replace(division="")]).card(3).lines
    assert (line.how, line.spread, line.counts) == ("bye", spread, spread is not None)


def test_a_game_given_to_a_player_has_no_scores():
    [game] = games([(1, 2, (410, 400))])
    found = Decided(frozenset(), {game.id: (2, 150)}, {}, frozenset())
    card = a_course(FOUR[:2], [game], (), found).card(2)

    assert [(x.score, x.half_wins, x.spread, x.how) for x in card.lines] == [
        (None, 2, 150, "awarded")
    ]


def test_a_game_that_is_void_counts_for_nobody_and_is_not_missing():
    [game] = games([(1, 2, (410, 400))])
    course = a_course(FOUR[:2], [game], (), Decided(frozenset({game.id}), {}, {}, frozenset()))

    assert [row.games for row in course.standings] == [0, 0]
    assert course.missing == ()
    assert course.card(1).lines[0].how == "void"
    assert course.card(1).starts == (0, 0)


def test_a_bye_nobody_has_settled_is_listed_and_does_not_count():
    course = a_course(FOUR[:3], games([(1, 2, (410, 400))]), [ByeRow(3, 1, "", None, None)])

    assert course.card(3).lines[0].how == "bye"
    assert [row.games for row in course.standings if row.number == 3] == [0]
    assert [one.table for one in course.of_round(1)] == [1, 0]


def test_a_kept_table_is_marked_and_not_for_whom():
    course = a_course(players(2, kept={2: 1}), games([(1, 2, None)]))

    assert course.of_round(1)[0].kept
    assert [card.lines[0].kept for card in course.cards] == [True, True]
    assert "kept=1" not in repr(course)


def test_who_withdrew_is_known_and_why_is_not(tmp_path):
    with a_desk(tmp_path / "data") as desk:
        hall = open_hall(tmp_path / "data", desk.log, desk.shelf, prepare=prepare)
        desk.followers = (hall,)
        organiser = Organiser(desk)
        organiser.open_tournament("spring-open", "Spring Open", "nsa-1998", by=ORGANISER)
        entered = [
            PlayerEntered(
                number=n, name=f"Player {n}", rating=1000 + n, member=f"AA{n:06}", table=9
            )
            for n in (1, 2, 3)
        ]
        organiser.enter_players("spring-open", entered, by=ORGANISER)
        [game] = organiser.pair_round(
            "spring-open", 1, [Pairing(4, 1, 2), Pairing(0, 3, 0)], by=ORGANISER
        )
        table = Table(desk, game)
        table.enter(DetermineStarter(starter=2, method="assigned"))
        table.enter(StartGame())
        before = hall.stamp("spring-open")
        table.play(table.sheet.on_move, "8D", "WINDY")
        same = hall.stamp("spring-open")
        course = hall.course("spring-open")
        hall.close()

    assert before == same  # a turn is no news to anybody but who watches the board
    assert [one.place for one in course.standings if one.number == 3] == [0]
    line = course.card(3).lines[0]
    assert (line.how, line.spread) == ("bye", None), "no game of its round has a result"
    assert course.card(2).lines[0].seat == 1  # who starts is first from there on
    assert "AA0000" not in repr(course)
    assert [card.player.rating for card in course.cards] == [1001, 1002, 1003]
    assert [one.table for one in course.missing] == [4]


def test_the_course_of_a_tournament_is_read_once_until_something_counts(tmp_path):
    with a_desk(tmp_path / "data") as desk:
        hall = open_hall(tmp_path / "data", desk.log, desk.shelf, prepare=prepare)
        desk.followers = (hall,)
        organiser = Organiser(desk)
        organiser.open_tournament("spring-open", "Spring Open", "nsa-1998", by=ORGANISER)
        organiser.enter_players(
            "spring-open", [PlayerEntered(number=n, name=f"P{n}") for n in (1, 2)], by=ORGANISER
        )
        first = hall.course("spring-open")
        again = hall.course("spring-open")
        [game] = organiser.pair_round("spring-open", 1, [Pairing(1, 1, 2)], by=ORGANISER)
        paired = hall.course("spring-open")
        held_back = hall.course("spring-open", leaving_out=[game])
        hall.close()

    assert first is again
    assert paired.rounds == 1
    assert held_back.pairings[0].names == ("P1", "P2")


@given(st.integers(2, 9), st.integers(1, 6), st.integers(0, 2**16), st.integers(0, 2))
@settings(deadline=None, max_examples=60)
def test_cards_add_up_to_the_standings_after_every_round(count, rounds, seed, lacking):
    entered = players(count)
    played, byes = rounds_of(entered, rounds, Random(seed), lacking=lacking)
    for after in range(1, rounds + 1):
        course = a_course(
            entered,
            [game for game in played if game.round_number <= after],
            [bye for bye in byes if bye.round_number <= after],
            after=after,
        )
        for row in course.standings:
            card = course.card(row.number)
            assert (card.lines[-1].wins, card.lines[-1].total) == (2 * row.wins, row.spread)
            assert sum(line.counts for line in card.lines) == row.games
            assert card.starts[0] == row.starts
        counting = {game.round_number for game in played if game.counted}
        counting |= set(range(1, rounds + 1)) - {game.round_number for game in played}
        assert sum(row.spread for row in course.standings) == 50 * sum(
            bye.round_number <= after and bye.round_number in counting for bye in byes
        )
    lacks = [g.table for g in played if g.round_number == rounds and not g.counted]
    is_begun = len(lacks) < count // 2
    assert [one.table for one in course.missing] == (lacks if is_begun else [])


def test_divisions_stand_apart_and_places_begin_anew():
    course = a_tournament_of(12, 3, divisions=("A", "B"), seed=4)

    assert course.divisions == ("A", "B")
    assert next(row.place for row in course.standings if row.division == "B") == 1
    assert {row.division for row in course.standings[:6]} == {"A"}
