"""What is missing before round 1, line by line."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from msgspec.structs import replace

from ledger.tournament.checklist import Around, checklist, missing
from ledger.tournament.facts import Division, Pairing, RoundPaired, SatOut
from ledger.tournament.names import OnPaper
from ledger.tournament.tournament import Attendance, ConductLedger, Player, Tournament
from ledger.vocabulary import Role
from ledger.vocabulary.names import add_a_font

NOW = datetime(2026, 12, 5, 9, 0, tzinfo=UTC)
FOUR = tuple(Player(number, f"Player {number}", "") for number in range(1, 5))
READY = Tournament(
    id=UUID(int=1), version=1, slug="gull-open", name="Gull Open", rulebook="wespa-5.1",
    first_day="2026-12-05", last_day="2026-12-06", time_zone="Europe/Lisbon", lexicon="Harbour 26",
    players=FOUR, attendance=Attendance(here=(1, 2, 3, 4)),
    rounds=(RoundPaired(round_number=1, pairings=(Pairing(1, 1, 2), Pairing(2, 3, 4))),),
)  # fmt: skip
THERE = Around(
    installed=True, badges={Role.DIRECTOR: 1, Role.SCOREKEEPER: 2}, tablets=("gull-open/T1", ""),
    backup=NOW - timedelta(minutes=4), now=NOW, officials=(OnPaper("Badge D1", "Ines Duarte"),),
    unprintable=lambda name: [sign for sign in name if sign == "世"],
)  # fmt: skip
EMPTY = Around(
    installed=False, badges={}, tablets=(), backup=None, now=NOW, officials=(), unprintable=tuple
)


def line(code, tournament=READY, around=THERE):
    """The lines of the check-list about one thing: whether done, needed, what is said."""
    return [
        (item.is_done, item.needed, item.words)
        for item in checklist(tournament, around)
        if item.code == code
    ]


def test_where_all_is_there_nothing_is_missing():
    assert missing(checklist(READY, THERE)) == ()


def test_of_an_empty_tournament_what_round_1_waits_for_comes_first():
    bare = replace(
        READY, first_day="", last_day="", time_zone="", lexicon="", players=(), rounds=(),
        attendance=Attendance(),
    )  # fmt: skip

    open_ones = [(item.code, item.needed) for item in missing(checklist(bare, EMPTY))]

    assert open_ones == [
        ("players", "must"), ("badges", "must"), ("round", "must"), ("days", "should"),
        ("time-zone", "should"), ("word-list", "should"), ("tablets", "should"),
        ("backup", "should"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("code", "changed", "says"),
    [
        ("time-zone", {"time_zone": ""}, "Times are shown in UTC."),
        ("days", {"first_day": "", "last_day": ""}, "The dates are not set."),
        ("word-list", {"lexicon": ""}, "No word list is set."),
        ("options", {"rulebook": "wsc-2003"}, "Championship leaves open: who plays first."),
        ("bye", {"players": FOUR[:3]}, "the worth of a bye is not decided"),
        ("check-in", {"attendance": Attendance()}, "Nobody is checked in"),
        ("check-in", {"attendance": Attendance(here=(1, 2))}, "2 of 4 are not here yet."),
        ("players", {"players": FOUR[:1]}, "There is one player."),
        ("round", {"rounds": ()}, "Round 1 is not paired."),
    ],
)
def test_what_is_missing_is_said(code, changed, says):
    [(is_done, _, words)] = line(code, replace(READY, **changed))

    assert not is_done
    assert says in words


@pytest.mark.parametrize(
    ("code", "changed", "says"),
    [
        ("word-list", {"installed": False}, "Harbour 26 is not installed here"),
        ("badges", {"badges": {Role.SCOREKEEPER: 1}}, "No director has a badge."),
        ("badges", {"badges": {Role.DIRECTOR: 1}}, "No scorekeeper has a badge."),
        ("tablets", {"tablets": ()}, "Every table keeps score on paper."),
        ("backup", {"backup": None}, "The record is not backed up."),
        ("backup", {"backup": NOW - timedelta(days=1)}, "The newest backup is of 2026-12-04"),
    ],
)
def test_so_is_what_is_missing_beside_the_record(code, changed, says):
    said = [
        words for is_done, _, words in line(code, around=replace(THERE, **changed)) if not is_done
    ]

    assert len(said) == 1
    assert says in said[0]


def test_each_division_that_is_planned_needs_players_and_a_round():
    planned = replace(
        READY, planned=(Division("A"), Division("B")), rounds=(), attendance=Attendance(),
        players=tuple(replace(player, division="A") for player in FOUR),
    )  # fmt: skip

    assert [words for _, _, words in line("players", planned)] == [
        "There are 4 players in division A.", "There are no players in division B.",
    ]  # fmt: skip
    assert len(line("round", planned)) == 2


def test_a_word_judge_is_wanted_where_one_judges():
    judged = replace(READY, options=(("adjudication", "runner"),))

    assert (False, "should", "No word judge has a badge.") in line("badges", judged)


def test_with_a_bye_settled_an_odd_number_is_no_open_point():
    odd = replace(READY, players=FOUR[:3], options=(("bye-spread", "50"),))

    assert line("bye", odd) == [
        (True, "should", "The number of players is odd: one player has a bye each round.")
    ]


def test_a_division_without_a_name_is_called_that_beside_others():
    both = (*FOUR[:3], replace(FOUR[3], division="Z"))
    odd = replace(READY, players=both, options=(("bye-spread", "50"),))

    [(_, _, words)] = line("bye", odd)
    assert "players of the division without a name and division Z is odd" in words


def test_who_withdrew_is_not_waited_for_at_the_door():
    gone = replace(
        READY, attendance=Attendance(here=(1, 2, 3)), conduct=ConductLedger(withdrawn=(4,))
    )

    assert line("check-in", gone) == [(True, "should", "All 3 are here.")]


@pytest.mark.found("PB-17")
def test_a_member_number_is_asked_for_where_a_ratings_file_can_t_spell_the_name():
    around = replace(THERE, unspelled=("鈴木 花",))
    [(done, _, words)] = line("ratings-names", READY, around)
    assert not done
    assert "鈴木 花" in words
    assert line("ratings-names", READY, THERE) == []


@pytest.mark.found("OG-11")
def test_a_bye_that_counts_for_nothing_is_a_red_line_before_and_after_it_is_given():
    [(done, needed, words)] = line("bye", replace(READY, players=FOUR[:3]))
    assert (done, needed) == (False, "must")
    assert words.endswith("A bye does not count until then.")

    bye = RoundPaired(round_number=1, pairings=(Pairing(1, 1, 2), Pairing(0, 3, 0)))
    given = replace(READY, rounds=(bye,))
    [(done, needed, words)] = line("bye", given)
    assert (done, needed) == (False, "must")
    assert words.startswith("1 bye so far, but its worth is not decided.")
    worth = SatOut(round_number=1, player=3, half_wins=2, spread=50)
    assert line("bye", replace(given, sat_out=(worth,))) == []


@pytest.mark.found("PP-13")
def test_PP13_the_check_list_says_beforehand_which_scripts_need_more_fonts():
    """Without any such name yet: who expects players from there learns it before they come."""
    without = replace(THERE, unprintable=lambda name: [sign for sign in name if ord(sign) > 0x2E80])
    [(is_done, _, words)] = line("paper", around=without)
    assert is_done
    assert words.endswith(
        "Names in Chinese, Japanese or Korean letters need more fonts. "
        "Enter their folder as fonts in the settings."
    )
    with_them = replace(THERE, unprintable=lambda _name: ())
    assert "Chinese" not in line("paper", around=with_them)[0][2]
    named = replace(READY, players=(Player(1, "王明", ""), *FOUR[1:]))
    [lacks] = [one for one in checklist(named, without) if one.code == "paper"]
    assert not lacks.is_done
    assert "fonts-noto-cjk" in lacks.next_step
    assert "as fonts in the settings" in lacks.next_step
    assert lacks.next_step == add_a_font()
