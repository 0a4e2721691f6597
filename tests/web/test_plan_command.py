"""``tilescribe round plan``: planned, drawn as planned, read from tsh, drawn by themselves."""

from __future__ import annotations

import re

import pytest

from ledger.record.events import tournament_id
from ledger.tournament.facts import PlayerEntered
from ledger.tournament.tournament import tournament_named
from ledger.vocabulary import Role
from ledger.vocabulary.refusals import Refusal
from tests.desks import ORGANISER, a_desk
from tests.officials import Organiser
from tests.web.test_pair_command import tilescribe
from web.command_line.opened import CONSOLE, opened

SLUG = "gull-open"


@pytest.fixture
def ask(tmp_path):
    with a_desk(tmp_path) as desk:
        organiser = Organiser(desk)
        organiser.open_tournament(SLUG, "Gull Open", "nsa-1998", by=ORGANISER)
        players = [
            PlayerEntered(number=n, name=f"Player {n}", rating=2000 - n) for n in range(1, 9)
        ]
        organiser.enter_players(SLUG, players, by=ORGANISER)
        organiser.issue_badge(CONSOLE, "Command line", Role.ORGANISER, by=ORGANISER)

    def run(command, *words, code=0):
        words = ("round", command, SLUG, *words, "--data", tmp_path)
        if code != 1:
            return tilescribe(*words, code=code)
        with pytest.raises(Refusal) as caught:
            tilescribe(*words)
        return f"{caught.value.what} {caught.value.next_step}"

    run.folder = tmp_path
    return run


def pairs(printed):
    return re.findall(r"^ +\d+  (Player \d) – (Player \d)$", printed, re.MULTILINE)


def test_rounds_are_planned_shown_and_drawn_as_they_are_planned(ask):
    assert "No round is planned." in ask("plan")
    shown = ask("plan", "1-7 round-robin", "8-9 koth from earlier meetings 3 gibson 250,200",
                "--seed", "12")  # fmt: skip
    assert "Plan of the rounds, seed 12:" in shown
    assert re.search(r"1  Round robin +Fixed schedule  \[next\]", shown)
    assert re.search(
        r"9  King of the hill +After round 7; Meetings allowed: 3; Gibson’s rule: 250, 200", shown
    )

    looked = ask("pair", "1", "--until", "7", "--dry-run")
    drawn = ask("pair", "1", "--until", "7")
    assert pairs(looked) == pairs(drawn)
    assert len(set(map(frozenset, pairs(drawn)))) == 28
    assert "Round 7 by Round robin (round-robin-2), seed 12" in drawn
    shown = ask("plan")
    assert shown.count("[paired]") == 7
    assert re.search(r"8  King of the hill +After round 6; .*  \[waiting for 24 results\]", shown)
    assert "The draw comes out as it was written down." in ask("pair", "7", "--again")


def test_a_method_that_is_named_goes_before_the_plan(ask):
    ask("plan", "1-3 round-robin", "--seed", "4")
    assert "by Swiss (swiss-1)" in ask("pair", "1", "--method", "swiss", "--dry-run")
    assert "by Round robin (round-robin-2), seed 4" in ask("pair", "1", "--dry-run")
    assert "leave the method to the plan" in (
        ask("pair", "1", "--until", "3", "--method", "swiss", code=2)
    )
    assert "Round 4 is not in the plan of rounds." in ask("pair", "1", "--until", "4", code=1)


def test_several_rounds_are_taken_back_in_one_act(ask):
    ask("plan", "1-7 round-robin")
    ask("pair", "1", "--until", "7")
    assert "Take round 7 back first." in ask("unpair", "3", code=1)
    assert "Rounds 3 to 7 are taken back" in ask("unpair", "3", "--and-later")
    with opened(ask.folder) as here:
        assert len(tournament_named(SLUG, here.log).rounds) == 2


def test_the_plan_is_written_for_tsh_and_read_from_there(ask, tmp_path):
    ask("plan", "1-7 round-robin", "8-9 koth from earlier meetings 2 gibson 250", "--seed", "1")
    written = ask("plan", "--tsh")
    assert written.splitlines() == [
        "config gibson = 1",
        "config gibson_spread{'A'} = [250]",
        "autopair A 0 1 rr 1 A",
        "autopair A 6 8 koth 1 6 A",
        "autopair A 7 9 koth 1 7 A",
        "# Division A: by Gibson’s rule tsh takes the highest player out of reach, not the lowest.",
    ]
    file = tmp_path / "config.tsh"
    file.write_text(f"division A a.t\n{written}autopair A 9 10 cp 9 A\n")
    ask("plan", "--without", "1-9")
    shown = ask("plan", "--file", file)
    assert "line 8: Ignored: “autopair A 9 10 cp 9 A”" in shown
    as_tsh, remark = written.splitlines()[:5], written.splitlines()[5]
    assert ask("plan", "--tsh").splitlines() == as_tsh, remark


def test_rounds_draw_themselves_only_once_that_is_chosen(ask):
    assert "No round of this division is planned." in ask("plan", "--automatic", "5", code=1)
    ask("plan", "1-4 swiss")
    shown = ask("plan", "--automatic", "5")
    assert "Planned rounds draw themselves, 5 minutes after it is announced" in shown
    assert "No draw is announced." in ask("plan", "--stop", code=1)
    assert "is not due for its automatic draw." in ask("plan", "--announce", code=1)
    assert "draw themselves" not in ask("plan", "--automatic", "0")


@pytest.mark.parametrize(
    "line",
    ["swiss", "0 swiss", "3-1 swiss", "1 dance", "1 swiss from", "1 swiss from later",
     "1 swiss gibson x", "1 swiss meetings 1,2", "1 swiss byes 3", "1 swiss colour red",
     "1 factor factor 0"],
)  # fmt: skip
def test_a_line_that_plans_nothing_says_how_one_is_written(ask, line):
    assert "Usage" in ask("plan", line, code=2)
    with opened(ask.folder) as here:
        assert not here.log.events_of(tournament_id(SLUG))[-1].fact.topic().startswith("rounds-")
