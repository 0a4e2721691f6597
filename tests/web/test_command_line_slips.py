"""``tilescribe round result`` and ``missing``: slips typed at the console."""

from __future__ import annotations

import json
import re
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from click.testing import CliRunner

from ledger.desk.requests import Sent
from ledger.game.results.slips import ReportResult, TypeSlip
from ledger.record.events import game_id
from ledger.tournament.facts import Pairing, PlayerEntered
from ledger.vocabulary import Role
from ledger.vocabulary.refusals import Refusal
from tests.desks import ORGANISER, a_desk, a_tournament
from tests.officials import Organiser
from web.command_line import commands
from web.command_line.opened import opened
from web.public.own_page import home_of


def tilescribe(*words):
    done = CliRunner().invoke(commands, [str(word) for word in words])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.output


@pytest.fixture
def folder(tmp_path):
    """Two divisions: tables 1 and 2 without a name, table 3 of the veterans."""
    with a_desk(tmp_path) as desk:
        a_tournament(desk, tables=2)
        organiser = Organiser(desk)
        organiser.issue_badge("console", "Console", Role.ORGANISER, by=ORGANISER)
        veterans = [PlayerEntered(number=n, name=f"Veteran {n}", division="V") for n in (5, 6)]
        organiser.enter_players("spring-open", veterans, by=ORGANISER)
        organiser.pair_round("spring-open", 1, [Pairing(3, 5, 6)], division="V", by=ORGANISER)
    return tmp_path


def sheet(folder, table, division=""):
    with a_desk(folder) as desk:
        return desk.sheet(game_id("spring-open", 1, table, division=division))


def test_a_result_is_typed_by_round_and_table_and_is_no_longer_missing(folder):
    at = ("--data", folder)
    first = tilescribe("round", "missing", "spring-open", *at).splitlines()[0]
    assert first.startswith("R1 T1: Player 1 – Player 2: no result, since ")
    assert first.endswith(" UTC")

    said = tilescribe("round", "result", "spring-open", "R1", "T1", 412, 388, *at)

    assert said == "spring-open/R1/T1: Player 1 412, Player 2 388; final.\n"
    assert sheet(folder, 1).stands == (412, 388)
    shown = tilescribe("game", "show", "spring-open/R1/T1", *at)
    assert "Only the result of this game is in the record: no turn was entered." in shown
    assert "tiles in the bag" not in shown
    assert [
        one["table"]
        for one in json.loads(tilescribe("round", "missing", "spring-open", "--json", *at))
    ] == [2, 3]
    tilescribe(
        "round", "result", "spring-open", 1, 2, 300, 402, "--starter", 2, "--unsigned", "both", *at
    )
    assert (sheet(folder, 2).stands, sheet(folder, 2).state) == ((402, 300), "over")
    assert "R1 T2: Player 4 – Player 3: not signed" in tilescribe(
        "round", "missing", "spring-open", "R1", *at
    )


def test_nobody_is_said_to_have_started_where_the_slip_does_not_say_who_did(folder):
    tilescribe("round", "result", "spring-open", 1, 1, 412, 388, "--data", folder)
    tilescribe("round", "result", "spring-open", 1, 2, 300, 402, "--starter", 2, "--data", folder)
    told = json.loads(
        tilescribe("tournament", "standings", "spring-open", "--json", "--data", folder)
    )
    with opened(folder) as here:
        course = here.hall.course("spring-open")

    starts = {row["number"]: row["starts"] for row in told["standings"]}
    assert [starts[number] for number in (1, 2, 3, 4)] == [0, 0, 0, 1]
    seats = {card.player.number: (card.lines[0].seat, card.starts) for card in course.cards}
    assert [seats[number] for number in (1, 2)] == [(0, (0, 0)), (0, (0, 0))]
    assert [seats[number] for number in (3, 4)] == [(2, (0, 1)), (1, (1, 0))]
    assert [home_of(course, card.lines[0]) for card in course.cards][:4] == [None] * 4


def test_a_table_whose_two_slips_differ_is_listed_until_it_is_said_which_holds(folder):
    with a_desk(folder) as desk:
        for scores, whose in (((412, 388), 1), ((412, 398), 2)):
            request = TypeSlip(scores=scores, whose=whose)
            desk.record(game_id("spring-open", 1, 1), request, Sent(by="O1", command_id=uuid4()))

    told = tilescribe("round", "missing", "spring-open", "R1", "--data", folder)

    assert "R1 T1: Player 1 – Player 2: two slips differ, since " in told


def test_the_division_is_named_where_there_are_several_and_a_strange_score_is_meant(folder):
    at = ("--data", folder)
    with pytest.raises(Refusal) as refused:
        tilescribe("round", "result", "spring-open", "R1", "T9", 412, 388, *at)
    assert refused.value.code == "no-such-table"
    assert "tables 1 to 2, 3 in V" in refused.value.what

    strange = ("result", "spring-open", "R1", "T3", -5, 388, "--division", "V", *at)
    with pytest.raises(Refusal) as refused:
        tilescribe(*strange)
    assert refused.value.code == "unlikely-slip"
    tilescribe(*strange, "--sure")
    assert sheet(folder, 3, "V").stands == (-5, 388)
    assert "No slip is missing." in tilescribe(
        "round", "missing", "spring-open", "--division", "V", *at
    )


def test_what_is_misspelt_is_told(folder):
    for wrong in (("R1", "X1", 412, 388), ("R1", "T1", 412), ("R1", "T1", 412, 388, "--shure")):
        said = CliRunner().invoke(
            commands, ["round", "result", "spring-open", *map(str, wrong), "--data", str(folder)]
        )
        assert said.exit_code == 2, said.output
    with pytest.raises(Refusal):
        tilescribe("round", "missing", "autumn-open", "--data", folder)


@pytest.mark.found("PH-1")
def test_a_result_that_agrees_with_neither_phone_is_asked_about_at_the_console(folder):
    with a_desk(folder) as desk:
        game = game_id("spring-open", 1, 1)
        for player, scores in ((1, (400, 300)), (2, (300, 400))):
            report = ReportResult(player=player, scores=scores)
            desk.record(game, report, Sent(by=ORGANISER, command_id=uuid4()))
    with pytest.raises(Refusal, match="Player 1 told 400–300, Player 2 told 300–400 by phone"):
        tilescribe("round", "result", "spring-open", "R1", "T1", 420, 380, "--data", folder)
    said = tilescribe(
        "round", "result", "spring-open", "R1", "T1", 420, 380, "--sure", "--data", folder
    )
    assert "differs from what is there" in said


@pytest.mark.found("PH-14")
def test_show_tells_when_players_signed_in_the_zone_of_the_hall(folder):
    at = ("--data", folder)
    tilescribe("tournament", "time-zone", "spring-open", "Asia/Tokyo", *at)
    tilescribe("round", "result", "spring-open", "R1", "T1", 412, 388, *at)
    signed = sheet(folder, 1).result.signatures[0]
    with a_desk(folder) as desk:
        written = desk.sheet(game_id("spring-open", 1, 1)).event(signed.version).envelope.written_at
    told = f"{written.astimezone(ZoneInfo('Asia/Tokyo')):%H:%M}"
    shown = tilescribe("game", "show", "spring-open/R1/T1", *at)
    assert re.search(rf"Player 1 signed for 412 : 388 on paper, {told}.* Tokyo", shown)
