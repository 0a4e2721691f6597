"""``tilescribe tournament standings``, and what hangs on the wall printed from the command line."""

from __future__ import annotations

import json

import pypdfium2
import pytest
from click.testing import CliRunner

from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.vocabulary.refusals import Refusal
from tests.desks import Table, a_desk, a_tournament
from web.command_line import commands


def tilescribe(*words):
    done = CliRunner().invoke(commands, [str(word) for word in words])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.output


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Two tables, at the first of which the game is signed."""
    folder = tmp_path_factory.mktemp("record")
    with a_desk(folder) as desk:
        game, _ = a_tournament(desk, tables=2)
        table = Table(desk, game)
        table.enter(DetermineStarter(starter=1, method="draw"))
        table.enter(StartGame())
        table.signed()
    return folder


def test_standings_say_where_everybody_stands_and_what_is_missing(folder):
    said = tilescribe("tournament", "standings", "spring-open", "--data", folder)

    assert "Spring Open, with what is in of round 1" in said
    assert "Provisional: 1 game is missing (round 1, table 2)." in said
    assert "Ranked by wins, then losses, then spread." in said
    assert said.splitlines()[4].split()[:4] == ["1", "Player", "1", "1–0"]


def test_the_same_as_json_and_after_a_round(folder):
    told = json.loads(
        tilescribe("tournament", "standings", "spring-open", "--json", "--data", folder)
    )
    after = json.loads(
        tilescribe(
            "tournament", "standings", "spring-open", "--json", "--after", 1, "--data", folder
        )
    )

    assert [row["place"] for row in told["standings"]] == [1, 2, 2, 4]
    assert told["missing"] == [
        {"division": "", "round": 1, "table": 2, "names": ["Player 3", "Player 4"]}
    ]
    assert after["after"] == 1
    assert after["standings"] == told["standings"]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("standings", "spring-open", "--division", "B"), "no-such-division"),
        (("standings", "nowhere"), "no-such-tournament"),
        (("print", "pairings", "spring-open", "-o", "x.pdf"), "unreadable-name"),
        (("print", "pairings", "spring-open/R7", "-o", "x.pdf"), "no-such-round"),
        (("print", "player-card", "spring-open/P9", "-o", "x.pdf"), "no-such-player"),
        (("print", "standings", "spring-open/B", "-o", "x.pdf"), "no-such-division"),
    ],
)
def test_what_is_not_there_is_refused_in_words(folder, words, code):
    with pytest.raises(Refusal) as refused:
        tilescribe(*words, "--data", folder)

    assert refused.value.code == code


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("pairings", "spring-open/R1"), ["Player 1", "Player 2"]),
        (("pairings", "spring-open/r1", "--by", "name"), ["Player 4"]),
        (("standings", "spring-open"), ["Provisional", "Ranked by wins"]),
        (("standings", "spring-open/R1", "--paper", "letter"), ["Player 1"]),
        (("wall-chart", "spring-open"), ["Round 1"]),
        (("player-card", "spring-open/P2"), ["Player 2", "lost"]),
        (("missing-slips", "spring-open"), ["Player 3 – Player 4", "no result"]),
        (("prizes", "spring-open"), ["No prizes were announced."]),
    ],
)
def test_what_hangs_on_the_wall_is_printed(folder, tmp_path, words, said):
    tilescribe("paper", "print", *words, "-o", tmp_path / "it.pdf", "--data", folder)

    pages = pypdfium2.PdfDocument((tmp_path / "it.pdf").read_bytes())
    text = " ".join(page.get_textpage().get_text_range() for page in pages)
    assert [part for part in said if part not in text] == []
    assert "record to entry" in text


def test_a_bye_that_counts_for_nothing_is_said_of_its_division_on_screen_and_on_paper(tmp_path):
    data = ("--data", tmp_path)
    tilescribe(
        "tournament", "new", "cup", "--name", "Cup", "--rulebook", "wespa-5.1",
        "--division", "A:3:1", "--division", "B:3:21", *data,
    )  # fmt: skip
    for division, names in (("A", ("Ann", "Bo", "Cy")), ("B", ("Dee", "Ed"))):
        for name in names:
            tilescribe("player", "add", "cup", name, "--division", division, *data)
        tilescribe("round", "pair", "cup", 1, "--division", division, *data)

    def printed(form, division):
        tilescribe("paper", "print", form, f"cup/{division}", "-o", tmp_path / "it.pdf", *data)
        pages = pypdfium2.PdfDocument((tmp_path / "it.pdf").read_bytes())
        return " ".join(page.get_textpage().get_text_range() for page in pages)

    def said(division):
        yield tilescribe("tournament", "standings", "cup", "--division", division, *data)
        yield from (printed(form, division) for form in ("standings", "wall-chart"))

    telling = "A bye counts for nothing until the organiser settles its spread ("
    assert [telling in one for one in said("A")] == [True] * 3
    assert ["counts for nothing" in one for one in said("B")] == [False] * 3
