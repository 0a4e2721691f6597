"""``tilescribe round pair``: drawn, explained, from a file, drawn again and compared."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from ledger.record.events import tournament_id
from ledger.tournament.facts import PlayerEntered, RoundRepaired
from ledger.tournament.players import ForbidPair
from ledger.tournament.tournament import tournament_named
from ledger.vocabulary import Role
from ledger.vocabulary.refusals import Refusal
from tests.desks import ORGANISER, a_desk
from tests.officials import Organiser
from web.command_line import commands
from web.command_line.opened import CONSOLE, opened
from web.organiser.drawing_rounds import rows_of


def tilescribe(*words, given=None, code=0):
    done = CliRunner().invoke(commands, [str(word) for word in words], input=given)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == code, done.output
    return done.output


@pytest.fixture
def folder(tmp_path):
    with a_desk(tmp_path) as desk:
        organiser = Organiser(desk)
        organiser.open_tournament("gull-open", "Gull Open", "nsa-1998", by=ORGANISER)
        players = [
            PlayerEntered(number=n, name=f"Player {n}", rating=2000 - n) for n in range(1, 8)
        ]
        organiser.enter_players("gull-open", players, by=ORGANISER)
        organiser.asks(tournament_id("gull-open"), ForbidPair(one=1, other=4), ORGANISER)
        organiser.issue_badge("console", "Console", Role.ORGANISER, by=ORGANISER)
    return tmp_path


def rounds(folder, slug="gull-open"):
    with a_desk(folder) as desk:
        return tournament_named(slug, desk.log).rounds


def test_a_round_is_seen_first_then_drawn_with_the_same_seed_and_made_again(folder):
    seen = tilescribe(
        "round", "pair", "gull-open", 1, "--method", "swiss", "--dry-run", "--data", folder
    )
    seed = re.search(r"seed (\d+)", seen)[1]
    assert not rounds(folder)

    said = tilescribe(
        "round", "pair", "gull-open", 1, "--method", "swiss", "--seed", seed, "--data", folder
    )
    assert said == seen.replace(": nothing is written", "")
    assert "Player 7 sits out" in said
    assert "No rule had to be broken." in said
    [paired] = rounds(folder)
    assert {1, 4} not in [{one.first, one.second} for one in paired.pairings]

    again = tilescribe("round", "pair", "gull-open", 1, "--again", "--data", folder)
    assert "The inputs are those whose digest was written down." in again
    assert "The record has the same of that moment." in again
    assert "The draw comes out as it was written down." in again


def test_a_draw_explains_each_pairing_on_being_asked(folder):
    said = tilescribe(
        "round", "pair", "gull-open", 1, "--seed", 3, "--explain", "--dry-run", "--data", folder
    )
    assert "Player 1 is 1st and meets Player 5" in said
    assert "Not Player 4: the two are to be kept apart" in said
    assert "Differences in wins are counted in half wins, squared." in said


def test_a_round_is_paired_from_a_file_with_what_is_noticed(folder):
    text = "table,first,second\n1,1,Player 4\n2,2,3\n3,5,6\n,7,bye\n"
    said = tilescribe("round", "pair", "gull-open", 1, "--file", "-", "--data", folder, given=text)
    assert "Player 1 and Player 4: Two players meet who were not to be drawn" in said
    [paired] = rounds(folder)
    assert [(one.table, one.first, one.second) for one in paired.pairings] == [
        (1, 1, 4), (2, 2, 3), (3, 5, 6), (0, 7, 0)]  # fmt: skip
    with pytest.raises(Refusal) as refusal:
        tilescribe("round", "pair", "gull-open", 1, "--again", "--data", folder)
    assert refusal.value.code == "not-drawn"


def test_who_is_in_no_pairing_of_a_file_is_named(folder):
    text = "table,first,second\n1,1,2\n2,4,3\n"
    said = tilescribe("round", "pair", "gull-open", 1, "--file", "-", "--data", folder, given=text)
    later = tilescribe(
        "round", "pair", "gull-open", 1, "--file", "-", "--data", folder, given="3,5,6\n"
    )

    assert said.endswith("In no pairing of this round: Player 5, Player 6, Player 7.\n")
    assert later.endswith("In no pairing of this round: Player 7.\n")


def test_a_damaged_file_is_told_line_by_line_and_nothing_is_written(folder):
    text = "1;1;2\nx;3;4\n3;Nobody;5\n4;6\n"
    with pytest.raises(Refusal) as refusal:
        tilescribe("round", "pair", "gull-open", 1, "--file", "-", "--data", folder, given=text)
    assert refusal.value.code == "unreadable-pairings"
    assert (
        "line 2: “x” is not a table; line 3: no player here is called “Nobody”."
        in refusal.value.what
    )
    assert not rounds(folder)


def test_a_draw_whose_inputs_were_tampered_with_is_told(folder, monkeypatch):
    """A record that says otherwise than it was drawn from is caught, and the exit code says so."""
    tilescribe("round", "pair", "gull-open", 1, "--method", "koth", "--seed", 1, "--data", folder)
    monkeypatch.setattr("ledger.tournament.draw.from_record.digest_of", lambda _told: "another")
    said = tilescribe("round", "pair", "gull-open", 1, "--again", "--data", folder, code=1)
    assert "NOT SO: the inputs are those whose digest was written down." in said


def test_words_that_make_no_sense_are_said(folder):
    said = tilescribe("round", "pair", "gull-open", 1, "--gibson", "many", "--data", folder, code=2)
    assert "--gibson takes points of spread" in said


def test_a_paired_round_is_put_right_by_hand_with_nothing_written_on_a_dry_run(folder):
    text = "table,first,second\n1,1,4\n2,2,3\n3,5,6\n,7,bye\n"
    tilescribe("round", "pair", "gull-open", 1, "--file", "-", "--data", folder, given=text)

    request = ("repair", "gull-open", 1, "--swap", 4, 7, "--starts", 2, "--move", 3, 9)
    seen = tilescribe(*request, "--dry-run", "--data", folder)
    assert "Round 1 would be:" in seen
    assert [one.first for one in rounds(folder)[0].pairings] == [1, 2, 5, 7]

    said = tilescribe(*request, "--reason", "4 is late", "--data", folder)
    assert said == seen.replace("would be", "is now")
    assert [(one.table, one.first, one.second) for one in rounds(folder)[-1].pairings] == [
        (1, 1, 7), (2, 3, 2), (9, 5, 6), (0, 4, 0)]  # fmt: skip
    assert "say what changes" in tilescribe(
        "round", "fix", "gull-open", 1, "--data", folder, code=2
    )


def test_gibsons_rule_takes_places_worth_the_same_and_says_where_it_can_not_be_used(folder):
    request = ("pair", "gull-open", 1, "--seed", 1, "--dry-run", "--data", folder)
    said = tilescribe(*request, "--gibson", "250,200", "--level-places", "2", "--gibson-class", "B")
    assert "Gibson’s rule could not be used: the number of rounds is" in said
    assert "--level-places takes places, as 2,2" in tilescribe(
        *request, "--level-places", "0", code=2
    )


@pytest.fixture
def two_divisions(tmp_path):
    """A from table 1 and B from table 21, four players each, nothing paired."""
    data = ("--data", tmp_path)
    tilescribe("tournament", "new", "cup", "--name", "Cup", "--rulebook", "wespa-5.1",
               "--division", "A:7:1", "--division", "B:7:21", *data)  # fmt: skip
    for number in range(8):
        tilescribe("player", "add", "cup", f"P{number}", "--division", "AB"[number % 2], *data)
    return data


@pytest.mark.parametrize(
    "words",
    [("pair", "cup", 1), ("pair", "cup", 1, "--again"), ("repair", "cup", 1, "--swap", 3, 2),
     ("close-round", "cup", 1), ("reopen-round", "cup", 1, "--reason", "x"),
     ("print", "round-close", "cup/R1", "-o", "x.pdf")],
)  # fmt: skip
def test_a_command_about_a_round_says_which_divisions_there_are(two_divisions, words):
    with pytest.raises(Refusal) as refused:
        tilescribe(*words, *two_divisions)

    assert refused.value.code == "which-division"
    assert refused.value.next_step.endswith("with --division: A, B.")


def test_a_round_that_is_not_paired_is_put_right_by_nobody_and_that_is_said(two_divisions):
    with pytest.raises(Refusal) as refused:
        tilescribe("round", "fix", "cup", 1, "--division", "A", "--swap", 1, 3, "--dry-run",
                   *two_divisions)  # fmt: skip

    assert refused.value.code == "round-not-paired"


def test_a_table_that_only_one_division_has_needs_no_division(two_divisions):
    for division in "AB":
        tilescribe("round", "pair", "cup", 1, "--division", division, *two_divisions)

    said = tilescribe("round", "result", "cup", "R1", "T21", 412, 388, *two_divisions)

    assert said.startswith("cup/B/R1/T21: ")


def test_a_round_of_the_only_division_needs_no_division(tmp_path):
    data = ("--data", tmp_path)
    tilescribe("tournament", "new", "cup", "--name", "Cup", "--rulebook", "wespa-5.1",
               "--division", "Open:5:11", *data)  # fmt: skip
    for name in ("Ann", "Bo"):
        tilescribe("player", "add", "cup", name, *data)

    assert "  11  " in tilescribe("round", "pair", "cup", 1, *data)
    assert tilescribe("round", "result", "cup", "R1", "T11", 412, 388, *data).startswith(
        "cup/Open/R1/T11"
    )
    assert tilescribe("round", "close", "cup", 1, *data) == "Round 1 of division Open is closed.\n"
    assert "is open again" in tilescribe("round", "reopen", "cup", 1, "--reason", "typo", *data)


EIGHT_BIT = "table,first,second\n1,Zoë,2\n".encode("latin-1")


@pytest.mark.parametrize("data", [EIGHT_BIT, "table;first;second\n1;Zoë;2".encode("utf-16")])
@pytest.mark.parametrize("command", ["pair", "repair"])
def test_a_file_of_pairings_is_read_in_the_encoding_it_has(tmp_path, data, command):
    folder = tmp_path / "data"
    with a_desk(folder) as desk:
        organiser = Organiser(desk)
        organiser.open_tournament("cup", "Cup", "nsa-1998", by=ORGANISER)
        organiser.enter_players(
            "cup",
            [PlayerEntered(number=n, name=name) for n, name in enumerate(("Zoë", "Bo"), 1)],
            by=ORGANISER,
        )
        organiser.issue_badge("console", "Console", Role.ORGANISER, by=ORGANISER)
    file = tmp_path / "round.csv"
    file.write_bytes(data)
    if command == "repair":
        tilescribe("round", "pair", "cup", 1, "--data", folder)

    said = tilescribe(command, "cup", 1, "--file", file, "--dry-run", "--data", folder)

    assert "1  Zoë – Bo" in said
    assert "read as" in said.lower()


def test_a_file_of_pairings_that_is_no_text_is_refused_in_a_line(folder, tmp_path):
    file = tmp_path / "round.pdf"
    file.write_bytes(b"%PDF\x00\x01\x02")

    with pytest.raises(Refusal) as refused:
        tilescribe("round", "pair", "gull-open", 1, "--file", file, "--data", folder)

    assert refused.value.code == "unreadable-pairings"


def test_a_round_far_ahead_is_likelier_a_slip_and_wants_to_be_meant(tmp_path):
    data = ("--data", tmp_path)
    tilescribe("tournament", "new", "cup", "--name", "Cup", "--rulebook", "wespa-5.1",
               "--division", "Open:2:1", *data)  # fmt: skip
    for name in ("Ann", "Bo"):
        tilescribe("player", "add", "cup", name, *data)

    with pytest.raises(Refusal, match="Round 1 is not paired yet, and round 3 comes after it"):
        tilescribe("round", "pair", "cup", 3, *data)
    assert "Round 1 is not paired yet" in tilescribe("round", "pair", "cup", 3, "--dry-run", *data)
    tilescribe("round", "pair", "cup", 1, *data)
    assert "not paired yet" not in tilescribe("round", "pair", "cup", 2, *data)
    with pytest.raises(Refusal, match="2 rounds are planned; there is no round 3") as refused:
        tilescribe("round", "pair", "cup", 3, "--file", "-", *data, given="1,Ann,Bo")
    assert "--sure" in refused.value.next_step
    assert "2 rounds are planned" in tilescribe("round", "pair", "cup", 3, "--sure", *data)


def test_who_withdraws_and_is_paired_is_told_where(two_divisions):
    for number in (1, 2):
        tilescribe("round", "pair", "cup", number, "--division", "A", "--seed", 1, *two_divisions)
    with a_desk(two_divisions[1]) as desk:
        [first, *_] = tournament_named("cup", desk.log).rounds
        table = next(one.table for one in first.pairings if 1 in (one.first, one.second))
    tilescribe("round", "result", "cup", "R1", f"T{table}", 412, 388, *two_divisions)

    said = tilescribe("player", "withdraw", "cup", "1", "--reason", "ill", *two_divisions)

    told, still = said.splitlines()
    assert told == "P0 takes no further part."
    assert re.fullmatch(
        r"Still paired: round 2 of A, table \d, against P\d: not begun; "
        r"`tilescribe round fix cup 2` pairs it anew\.", still,
    )  # fmt: skip


@pytest.fixture
def both_paired(two_divisions):
    """Round 1 of both divisions; A has the odd numbers 1 to 7, B the even ones 2 to 8."""
    for division in "AB":
        tilescribe("round", "pair", "cup", 1, "--division", division, "--seed", 1, *two_divisions)
    return two_divisions


@pytest.mark.one_in(2, "words", "only_look")
@pytest.mark.found("OG-1")
@pytest.mark.parametrize("only_look", [True, False])
@pytest.mark.parametrize(
    ("words", "given", "code"),
    [
        (("--swap", 1, 2), None, "player-of-another-division"),
        (("--swap", 1, 99), None, "no-such-player"),
        (("--file", "-"), "1,1,1\n", "unreadable-request"),
        (("--file", "-"), "1,1,2\n", "unreadable-pairings"),
        (("--file", "-"), "1,1,3\n", "players-left-out"),
        (("--move", 1, 9_000, "--swap", 3, 4), None, "player-of-another-division"),
    ],
)
def test_a_round_is_checked_alike_where_it_is_written_and_where_it_is_looked_at(
    both_paired, words, given, code, only_look
):
    before = rounds(both_paired[1], "cup")
    dry = ("--dry-run",) if only_look else ()
    command = ("repair", "cup", 1, "--division", "A", *words, *dry, *both_paired)

    if code == "players-left-out" and only_look:
        said = tilescribe(*command, given=given)
        assert "In no pairing of this round: P4 (5), P6 (7)." in said
        return
    with pytest.raises(Refusal) as refused:
        tilescribe(*command, given=given)

    assert refused.value.code == code
    assert rounds(both_paired[1], "cup") == before


@pytest.mark.found("OG-1")
def test_who_plays_in_the_other_division_is_named_with_it(both_paired):
    with pytest.raises(Refusal, match=r"P1 \(2\) plays in division B, and this is round 1 of div"):
        tilescribe("round", "fix", "cup", 1, "--division", "A", "--swap", 1, 2, *both_paired)
    with pytest.raises(Refusal, match=r"line 1: P1 \(2\) plays in division B"):
        tilescribe(
            "round", "pair", "cup", 2, "--division", "A", "--file", "-", *both_paired, given="1,1,2"
        )
    with pytest.raises(Refusal, match=r"paired twice: P0 \(1\)"):
        tilescribe(
            "round", "pair", "cup", 2, "--division", "A", "--file", "-", *both_paired, given="1,1,1"
        )


@pytest.mark.found("OG-1")
def test_a_table_of_the_other_division_is_said_whichever_way_a_round_is_paired(both_paired):
    """A begins at table 1 and B at table 21: two games at one table is what nobody meant."""
    said = "Another division plays at a table of this number in this round."
    data = both_paired[1]
    here = ("repair", "cup", 1, "--division", "A")

    assert said not in tilescribe(*here, "--move", 1, 9, "--dry-run", *both_paired)
    assert tilescribe(*here, "--move", 1, 21, "--dry-run", *both_paired).count(said) == 1
    assert tilescribe(*here, "--move", 1, 21, *both_paired).count(said) == 1
    filed = ("pair", "cup", 2, "--division", "B", "--file", "-", "--dry-run", *both_paired)
    assert said not in tilescribe(*filed, given="21,2,4\n22,6,8\n")
    tilescribe("round", "pair", "cup", 2, "--division", "A", "--seed", 1, *both_paired)
    assert tilescribe(*filed, given="1,2,4\n22,6,8\n").count(said) == 1

    with a_desk(data) as desk:
        tournament = tournament_named("cup", desk.log)
        written = [
            event.envelope.remarks
            for event in desk.log.events_of(tournament_id("cup"))
            if isinstance(event.fact, RoundRepaired)
        ]
        [of_a] = [one for one in tournament.rounds if (one.division, one.round_number) == ("A", 1)]
        noticed = [
            row.pairing.table
            for row in rows_of(tournament, 1, "A", of_a.pairings)
            if said in row.noticed
        ]
    assert written == [("table-of-another-division",)]
    assert noticed == [21], "on the pages too"


@pytest.mark.found("OG-1")
def test_who_changed_divisions_after_being_paired_is_drawn_in_neither_twice(two_divisions):
    tilescribe("round", "pair", "cup", 1, "--division", "A", "--seed", 1, *two_divisions)
    with a_desk(two_divisions[1]) as desk:
        moved = PlayerEntered(number=1, name="P0", division="B")
        Organiser(desk).enter_players("cup", [moved], by=CONSOLE)

    with pytest.raises(Refusal) as refused:
        tilescribe("round", "pair", "cup", 1, "--division", "B", "--file", "-", *two_divisions,
                   given="21,1,2\n22,4,6\n,8,bye\n")  # fmt: skip
    said = tilescribe("round", "pair", "cup", 1, "--division", "B", "--seed", 1, *two_divisions)

    assert refused.value.code == "paired-in-another-division"
    assert "P0" not in said
    [in_a] = [one for one in rounds(two_divisions[1], "cup") if one.division == "A"]
    assert 1 in {n for one in in_a.pairings for n in (one.first, one.second)}


@pytest.mark.found("OG-4")
def test_on_the_command_line_a_round_drawn_too_early_says_so_and_is_taken_back(two_divisions):
    tilescribe("round", "pair", "cup", 1, "--division", "A", "--seed", 1, *two_divisions)
    early = tilescribe("round", "pair", "cup", 2, "--division", "A", "--seed", 1, *two_divisions)
    for table in (1, 2):
        tilescribe("round", "result", "cup/A", "R1", f"T{table}", 412, 388, *two_divisions)
    moved = tilescribe("round", "pair", "cup", 2, "--division", "A", "--again", *two_divisions)
    back = tilescribe("round", "unpair", "cup", 2, "--division", "A", *two_divisions)
    anew = tilescribe("round", "pair", "cup", 2, "--division", "A", "--seed", 1, *two_divisions)

    assert early.startswith("2 of 2 results of round 1 are not in: tables 1, 2. The round is paire")
    assert (
        "The standings have changed since this draw: 4 of 4 players have a different place" in moved
    )
    assert back == "Round 2 of division A is taken back: pair it anew.\n"
    assert "not in" not in anew


@pytest.mark.found("OG-6")
def test_prizes_are_named_on_the_command_line(two_divisions):
    words = ("--prize", "A/1=200 EUR", "--prize", "1@under-18=a book")
    named = tilescribe("tournament", "prizes", "cup", *words, *two_divisions)
    again = tilescribe("tournament", "prizes", "cup", *two_divisions)
    none = tilescribe("tournament", "prizes", "cup", "--none", *two_divisions)
    wrong = tilescribe("tournament", "prizes", "cup", "--prize", "first", *two_divisions, code=2)

    assert named == again == "A/1=200 EUR\n1@under-18=a book\n"
    assert none == "No prize of cup is named.\n"
    assert "--prize takes PLACE=WHAT" in wrong


@pytest.mark.found("OG-12")
def test_a_round_closed_while_those_before_it_are_open_says_so(two_divisions):
    for number in (1, 2):
        tilescribe("round", "pair", "cup", number, "--division", "A", "--seed", 1, *two_divisions)
    for number in (1, 2):
        for table in (1, 2):
            tilescribe(
                "round", "result", "cup", f"R{number}", f"T{table}", 412, 388, *two_divisions
            )
    said = tilescribe("round", "close", "cup", 2, "--division", "A", *two_divisions)
    assert said.endswith("Before it, 1 round is open still: 1.\n")
    assert "open still" not in tilescribe(
        "round", "close", "cup", 1, "--division", "A", *two_divisions
    )


@pytest.mark.found("OG-1")
def test_a_game_that_moved_to_another_table_is_in_no_list_at_the_table_it_left(folder):
    """Else the wall has its players at two tables, and by-hand slips are printed for both."""
    tilescribe("round", "pair", "gull-open", 1, "--method", "koth", "--data", folder)
    [paired] = rounds(folder)
    moved = paired.pairings[0]
    tilescribe("round", "fix", "gull-open", 1, "--move", moved.table, 9, "--data", folder)

    with opened(folder) as here:
        games = here.hall.games("gull-open", 1)
    assert moved.table not in [row.table for row in games]
    assert sorted(name for row in games for name in row.names) == sorted(
        {name for row in games for name in row.names}
    )
    assert [row.names for row in games if row.table == 9] != []
