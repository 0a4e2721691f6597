"""Finding games by names, tournament and words played, whatever somebody types."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger.hall import open_hall
from ledger.tournament.facts import Pairing, PlayerEntered
from migrations.hall_db import prepare
from tests.desks import ORGANISER, A, B, Table, a_desk, a_table
from tests.officials import Organiser
from tests.tiers import all_at_once

NAMES = ["Zoë Ångström", "Seán O'Brien", "Ann NEAR", "Łukasz Żak", "王小明", "--; DROP TABLE games"]


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hall") / "data"
    with a_desk(folder) as desk:
        hall = open_hall(folder, desk.log, desk.shelf, prepare=prepare)
        desk.followers = (hall,)
        organiser = Organiser(desk)
        organiser.open_tournament("names", "Tournament of Names", "wsc-2003", by=ORGANISER)
        players = [PlayerEntered(number=n, name=name) for n, name in enumerate(NAMES, 1)]
        organiser.enter_players("names", players, by=ORGANISER)
        pairings = [Pairing(1, 1, 2), Pairing(2, 3, 4), Pairing(3, 5, 6)]
        organiser.pair_round("names", 1, pairings, by=ORGANISER)
        yield desk
        hall.close()


@pytest.fixture(scope="module")
def found(desk):
    """Tables of the games found, in order."""
    return lambda text: [row.table for row in desk.followers[0].search(text)]


@pytest.mark.parametrize(
    ("text", "tables"),
    [
        ("zoe", [1]),
        ("ZOË ang", [1]),
        ("O'Brien", [1]),
        ("o’brien", [1]),
        ("zak", [2]),
        ("王小明", [3]),
        ("王", [3]),
        ("names zoe", [1]),
        ("zoe nobody", []),
        ("near", [2]),
        ("drop table", [3]),
        ("nam", [3, 2, 1]),
    ],
)
def test_every_word_typed_must_begin_a_word_of_the_game(found, text, tables):
    assert sorted(found(text)) == sorted(tables)


@all_at_once
@pytest.mark.parametrize(
    "text",
    ["", " ", 'a"b', '"zoe', 'zoe"', 'a""b"c', '"', '""', "*", "-", "^", "(", ")", "NEAR(",
     "NEAR(a b, 5)", "a AND", "OR", "NOT a",
     "names:zoe", "{names tournament}: zoe", "a + b", '"zoe" *', "zoe*", "'", "';--", "\x00zoe",
     "zoe\x00", "\ud800", "a" * 10_000, "a " * 10_000, "%", "_", "\u202ezoe", "^zoe", "-zoe",
     "zoe)", "/* zoe", "⁽", "½", "e\u0301", "\n\t"],
)  # fmt: skip
def test_signs_that_mean_something_to_the_index_mean_nothing_here(found, text):
    found(text)


@settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.text(alphabet=st.one_of(st.sampled_from("\"*^():-+{}'AND OR NOT NEAR"), st.characters())))
def test_nothing_typed_breaks_it(found, text):
    found(text)


def test_a_name_with_every_sign_is_found_by_itself(found):
    assert found(NAMES[5]) == [3]
    assert found(NAMES[1]) == [1]


@pytest.fixture
def table(tmp_path):
    with a_desk(tmp_path / "data") as desk:
        hall = open_hall(tmp_path / "data", desk.log, desk.shelf, prepare=prepare)
        desk.followers = (hall,)
        yield a_table(desk)
        hall.close()


@pytest.fixture
def hall(table):
    return table.desk.followers[0]


def test_a_word_is_found_while_the_game_is_played(table, hall):
    table.play(A, "8D", "WINDY")
    assert [row.id for row in hall.search("windy")] == [table.game]
    assert hall.search("gale") == ()

    table.play(B, "9C", "GALE", announced=1)

    assert [row.id for row in hall.search("gale")] == [table.game]


def test_a_phoney_is_found_after_it_came_off(table, hall):
    table.play(A, "8D", "WINDX")
    table.challenge(B, False)

    assert [row.id for row in hall.search("windx")] == [table.game]


def test_a_game_that_is_over_is_indexed_with_its_last_event_and_left_alone(table, hall):
    table.over_and_counted()
    assert hall.game(table.game)  # what was written is taken in before anybody reads
    with hall._file._readers.reading() as db:
        assert db.execute("SELECT count(*) FROM games WHERE unindexed").fetchone() == (0,)

    table.sent()

    assert [row.id for row in hall.search("spring windy")] == [table.game]


def test_at_most_so_many_are_given(table, hall):
    assert hall.search("player", limit=0) == ()
    assert len(hall.search("player", limit=1)) == 1


def test_a_name_counts_for_more_than_a_word_played(tmp_path):
    with a_desk(tmp_path / "data") as desk:
        hall = open_hall(tmp_path / "data", desk.log, desk.shelf, prepare=prepare)
        desk.followers = (hall,)
        organiser = Organiser(desk)
        organiser.open_tournament("t", "T", "wsc-2003", by=ORGANISER)
        players = [
            PlayerEntered(number=n, name=name)
            for n, name in enumerate(["Ann", "Ben", "Windy", "Cy"], 1)
        ]
        organiser.enter_players("t", players, by=ORGANISER)
        games = organiser.pair_round("t", 1, [Pairing(1, 1, 2), Pairing(2, 3, 4)], by=ORGANISER)
        from ledger.game.setting_up.requests import DetermineStarter, StartGame

        table = Table(desk, games[0])
        table.enter(DetermineStarter(starter=1, method="draw"))
        table.enter(StartGame())
        table.play(A, "8D", "WINDY")

        assert [row.table for row in hall.search("windy")] == [2, 1]
        hall.close()
