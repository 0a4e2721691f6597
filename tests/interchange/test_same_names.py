"""Two players of one name: told apart in what is taken in, and never mistaken for one another."""

from __future__ import annotations

import pytest
from msgspec.structs import asdict

from ledger.interchange.importing import Given
from ledger.interchange.parsed import DivisionView, Entrant, ParsedTournament
from ledger.interchange.tsh_division import division_file, names_otherwise
from ledger.record.events import game_id
from ledger.tournament.facts import PlayerEntered
from ledger.tournament.players import EnterPlayers, RemovePlayer
from ledger.vocabulary.refusals import Refusal
from tests.desks import a_desk
from tests.interchange.files_at_the_desk import SLUG, Files, said, verdicts

TWO = "Name,Rating\nAnna Smith,1500\nBob Roy,1300\nAnna Smith,1200\n"


@pytest.fixture
def files(tmp_path):
    with a_desk(tmp_path) as desk:
        yield Files(desk)


def names(files):
    return {player.number: (player.name, player.rating) for player in files.tournament.players}


def refused(preview):
    return [change.said for change in preview.changes if change.verdict == "refused"]


def test_both_are_taken_in_with_their_numbers_behind_the_name_and_the_preview_says_so(files):
    preview = files.take_in(TWO, "a.csv")
    assert (
        "said",
        "Player 3, Anna Smith: written Anna Smith (3), because others have that name",
    ) in (verdicts(preview))
    assert names(files) == {
        1: ("Anna Smith (1)", 1500), 2: ("Bob Roy", 1300), 3: ("Anna Smith (3)", 1200),
    }  # fmt: skip
    assert not files.preview(TWO, "a.csv").is_news


def test_rows_in_another_order_swap_nobodys_rating(files):
    files.take_in(TWO, "a.csv")
    again = files.preview("Name,Rating\nAnna Smith,1200\nAnna Smith,1500\nBob Roy,1300\n", "a.csv")
    assert not again.is_news
    assert not again.refused


def test_a_number_tells_who_has_a_new_rating(files):
    files.take_in(TWO, "a.csv")
    files.take_in("Number,Name,Rating\n3,Anna Smith,1210\n1,Anna Smith,1490\n2,Bob Roy,\n", "a.csv")
    assert names(files)[3] == ("Anna Smith (3)", 1210)
    assert names(files)[1] == ("Anna Smith (1)", 1490)


def test_a_member_number_tells_who_is_who(files):
    files.take_in("Name,ID,Rating\nAnna Smith,AA000001,1500\nAnna Smith,AA000002,1200\n", "a.csv")
    files.take_in("Name,ID,Rating\nAnna Smith,AA000002,1250\nAnna Smith,AA000001,1550\n", "a.csv")
    assert names(files) == {1: ("Anna Smith (1)", 1550), 2: ("Anna Smith (2)", 1250)}


@pytest.mark.parametrize(
    "text",
    [
        "Name,Rating\nAnna Smith,1400\nAnna Smith,1100\n",  # both have other ratings now
        "Name,Rating\nAnna Smith,1400\n",  # one of the two
        "Name,Team\nAnna Smith,Gulls\nAnna Smith,Terns\n",  # nothing of that is known here
        "Number,Name,Rating\n1,Anna Smith,1200\n3,Anna Smith,1500\n",  # numbers against ratings
    ],
)
def test_where_nothing_says_who_is_who_nobody_is_changed_and_that_is_said(files, text):
    files.take_in(TWO, "a.csv")
    before = names(files)
    preview = files.preview(text, "b.csv")
    assert preview.refused
    assert "nothing in the file shows which of them is player 1 and player 3" in refused(preview)[0]
    assert preview.asked.players == ()
    assert names(files) == before


def test_of_a_list_with_a_new_second_one_the_first_is_known_by_her_rating(files):
    files.take_in("Name,Rating\nBob Roy,1300\nAnna Smith,1500\n", "a.csv")
    files.take_in("Name,Rating\nAnna Smith,1200\nAnna Smith,1500\nBob Roy,1300\n", "b.csv")
    assert names(files) == {
        1: ("Bob Roy", 1300), 2: ("Anna Smith (2)", 1500), 3: ("Anna Smith (3)", 1200),
    }  # fmt: skip


def test_whom_they_met_tells_who_is_who_in_a_file_of_results(files):
    first = (
        "*M14.03.2026 Cup\n*A\n                                      0\n"
        "Anna Smith           2431  +3\nAnna Smith            389   4\n"
        "Bob Roy               400   1\nCy Marrow            2450  +2\n*** END OF FILE ***\n"
    )
    files.take_in(first, "a.tou")
    again = (
        "*M14.03.2026 Cup\n*A\n                                      0\n"
        "Anna Smith            389   4\nAnna Smith           2431  +3\n"
        "Bob Roy               400   2\nCy Marrow            2450  +1\n*** END OF FILE ***\n"
    )
    preview = files.preview(again, "a.tou")
    assert not preview.is_news
    assert not preview.refused


def test_results_by_a_name_that_two_have_are_left_out_line_by_line(files):
    results = "Round,Player 1,Score 1,Player 2,Score 2\n1,Anna Smith,400,Bob Roy,380\n"
    preview = files.preview([Given("p.csv", TWO.encode()), Given("r.csv", results.encode())], "")
    assert said(preview, "left-out") == [(2, "name-twice")]
    assert preview.asked.rounds == ()


def test_one_in_each_division_are_told_apart_and_neither_moves_to_the_other(files):
    text = "Name,Division\nAnna Smith,A\nBob Roy,A\nanna  smith,B\n"
    files.take_in(text, "a.csv")
    assert [(p.name, p.division) for p in files.tournament.players] == [
        ("Anna Smith (1)", "A"), ("Bob Roy", "A"), ("anna smith (3)", "B"),
    ]  # fmt: skip
    assert not files.preview(text, "a.csv").is_news
    files.take_in("Name,Division\nBob Roy,B\n", "b.csv")
    assert not files.preview("Name,Division\nAnna Smith,A\nanna smith,B\n", "a.csv").is_news


def test_who_was_there_first_gets_her_number_too_in_games_that_nobody_signed(files):
    files.take_in(
        "Anna Smith   1500 2; ; board 1; p12 1\nBob Roy   1400 1; ; board 1; p12 2\n", "a.t"
    )
    files.enter(EnterPlayers(players=(PlayerEntered(number=3, name="Smith, Anna"),)))
    assert [player.name for player in files.tournament.players] == [
        "Anna Smith (1)", "Bob Roy", "Smith, Anna (3)",
    ]  # fmt: skip
    sheet = files.desk.sheet(game_id(SLUG, 1, 1))
    assert sheet.names == ("Anna Smith (1)", "Bob Roy")


def test_a_name_stays_as_it_was_written_when_the_other_one_is_gone(files):
    files.take_in(TWO, "a.csv")
    files.enter(RemovePlayer(player=3))
    assert names(files)[1] == ("Anna Smith (1)", 1500)
    anna = files.tournament.player(1)
    files.enter(EnterPlayers(players=(PlayerEntered(**asdict(anna) | {"rating": 1510}),)))
    assert names(files)[1] == ("Anna Smith (1)", 1510)


def test_somebody_really_called_so_is_told_apart_as_well(files):
    files.take_in("Name\nAnna Smith\nAnna Smith (1)\nAnna Smith\n", "a.csv")
    assert [player.name for player in files.tournament.players] == [
        "Anna Smith (1) (1)", "Anna Smith (1) (2)", "Anna Smith (3)",
    ]  # fmt: skip


def test_every_file_has_both_names_and_says_that_only_a_number_tells_them_apart(files):
    files.take_in(TWO, "a.csv")
    for kind in ("tsh", "tou", "csv", "json"):
        written = files.export(kind)
        assert "Anna Smith (1) and Anna Smith (3) have the same name" in " ".join(
            written.remarks
        ), kind
    assert "Anna Smith (3)" in files.export("tou").body.decode()


@pytest.mark.found("AE-10")
def test_a_third_whose_name_cut_short_is_theirs_makes_nobody_new(files):
    """A results file has twenty letters of a name, and every name in it once."""
    files.take_in(
        "Name\nMaximilian Alexander Schmidt\nMaximilian Alexander\nMaximilian Alexander\n", "a.csv"
    )
    written = files.export("tou")

    again = files.preview(written.body, written.name)

    assert refused(again) == []
    assert not again.is_news


def test_a_results_file_without_a_day_is_refused_not_dated(tmp_path):
    with a_desk(tmp_path) as desk:
        files = Files(desk, first_day="")
        files.take_in(TWO, "a.csv")
        with pytest.raises(Refusal) as refused:
            files.export("tou")
    assert refused.value.code == "no-first-day"


def test_a_table_of_results_alone_says_what_it_lacks(files):
    files.take_in(TWO, "a.csv")
    said = " ".join(files.export("csv", table=True).remarks)
    assert "Without a round, so left out: Anna Smith (1), Bob Roy, Anna Smith (3)." in said


def test_two_names_that_a_t_file_would_write_alike_are_told_apart_in_it():
    """A semicolon ends a field there, so it is written as a comma, which another may have."""
    there = tuple(
        Entrant(number=number, name=name, rating=1500)
        for number, name in enumerate(("O;Neil", "O,Neil", "o,neil; Bo"), 1)
    )
    division = DivisionView(name="", entrants=there)
    lines = division_file(division).decode().splitlines()

    assert [line.split("  ")[0] for line in lines] == ["O,Neil (1)", "O,Neil", "o,neil, Bo"]
    assert names_otherwise(ParsedTournament((division,)))[0] == ("O;Neil", "O,Neil (1)")


@pytest.mark.found("PH-9")
def test_our_own_numbers_behind_names_are_those_of_the_tournament_a_file_is_taken_into(files):
    rows = ("Bea Smith (18),400,Dov Smith (20),350", "Bob Roy,390,Dov Smith (19),340")
    files.take_in("\n".join(("Player 1,Score 1,Player 2,Score 2", *rows)), "results.csv")
    assert {player.number: player.name for player in files.tournament.players} == {
        1: "Bea Smith (18)",  # nobody in the file shares that name: it may really be hers
        2: "Dov Smith (2)", 3: "Bob Roy", 4: "Dov Smith (4)",
    }  # fmt: skip
