"""A plan of 24 rounds from a configuration of tsh, drawn as tsh would draw it."""

from __future__ import annotations

from itertools import combinations
from time import process_time

import msgspec
import pytest

from ledger.game.results.slips import TypeSlip
from ledger.interchange.importing import Given
from ledger.interchange.parsed import Report
from ledger.interchange.tsh_autopair import (
    lines_of,
    not_written,
    plan_of,
    read_autopair,
    settings_not_written,
    settings_of_plan,
)
from ledger.interchange.tsh_config import SETTING, _without_comment, read_config
from ledger.messages import speaking
from ledger.record.events import game_id, tournament_id
from ledger.tournament.draw.systems import SYSTEMS
from ledger.tournament.facts import Pairing, PlannedRound
from ledger.tournament.round_plan import DrawPlanned, PlanRounds, stretch
from tests.desks import ORGANISER, SCOREKEEPER, a_desk
from tests.interchange.files_at_the_desk import Files, verdicts
from tests.officials import Organiser

CONFIG = """\
# Written for this test, with invented names.
division A a.t
division B b.t
config event_name = 'Gull Masters'
config max_rounds = 24
config track_firsts = 1
config gibson = 1
config gibson_spread{'A'} = [250,200]
config gibson_groups{'A'} = [2]
autopair A 0 1 if 3 A
autopair A 3 4 ns 0 3 A
autopair A 3 5 fp 4 20 3 A
autopair A 5 6 ns 0 5 A
autopair A 5 7 p1324 20 5 A
autopair A 7 8 koth 20 7 A
autopair A 8 9 koth 20 8 A
autopair A 9 10 fp 3 20 9 A
autopair A 10 11 cp 10 A
autopair A 11 12 ns 1 10 A
autopair A 12 13 fp 2 20 12 A
autopair A 13 14 fp 1 20 12 A
autopair A 14 15 koth 20 14 A
autopair A 15 16 fp 8 20 15 A
autopair A 16 17 fp 6 20 16 A
autopair A 17 18 fp 4 20 17 A
autopair A 18 19 koth 20 18 A
autopair A 19 20 fp 2 20 18 A
autopair A 20 21 fp 2 20 20 A
autopair A 21 22 koth 20 21 A
autopair A 22 23 koth 20 22 A
autopair A 23 24 koth 20 23 A
autopair b 0 1 rr 3 b
autopair B 21 22 koth 20 21 B
autopair B 22 23 koth 20 22 B
autopair B 23 24 koth 20 23 B
"""

RANKS_APART = {
    5: (3, 4), 7: (5, 2), 8: (7, 1), 9: (8, 1), 10: (9, 3), 13: (12, 2), 14: (12, 1), 15: (14, 1),
    16: (15, 8), 17: (16, 6), 18: (17, 4), 19: (18, 1), 20: (18, 2), 21: (20, 2), 22: (21, 1),
    23: (22, 1), 24: (23, 1),
}  # fmt: skip
"""Of each round that goes by rank alone: the standings it is drawn from, and how far apart."""

SWISS = {
    4: (3, "1-11 2-6 3-5 4-8 7-14 9-10 12-16 13-15"),
    6: (5, "1-12 2-10 3-4 5-7 6-13 8-9 11-16 14-15"),
    12: (10, "1-2 3-16 4-13 5-15 6-10 7-12 8-11 9-14"),
}
"""Of each Swiss round the standings it is drawn from, and who meets whom: worked out from the
page *Pairing Theory* by a reading of its own, which also gives the Swiss rounds of a real event."""

BY_HAND = 11
"""Chew pairings are not drawn here: that round is left out of the plan, and told."""


def roster(names, best):
    return "".join(f"{name:<22} {best - 7 * at:4}\n" for at, name in enumerate(names))


NAMES = [f"Gull, {letter}da" for letter in "ABCDEFGHIJKLMNOP"]
OTHERS = [f"Tern, {letter}lla" for letter in "ABCDEFGH"]

GIVEN = [
    Given("config.tsh", CONFIG.encode()),
    Given("a.t", roster(NAMES, 2000).encode()),
    Given("b.t", roster(OTHERS, 1500).encode()),
]


@pytest.fixture
def files(tmp_path):
    with a_desk(tmp_path / "data") as desk:
        yield Files(desk)


class Hall(Organiser):
    """The event drawn by its plan and played; scores follow from numbers and the round."""

    def __init__(self, desk, slug):
        super().__init__(desk)
        self.slug = slug
        self.wins, self.spread, self.places = {}, {}, {}

    def draws(self, division, first, last=0):
        request = DrawPlanned(division=division, first=first, last=last)
        self.asks(tournament_id(self.slug), request, ORGANISER)

    def pairs(self, division, number):
        [paired] = [one for one in self.tournament(self.slug).rounds
                    if (one.division, one.round_number) == (division, number)]  # fmt: skip
        return {tuple(sorted((one.first, one.second))): one for one in paired.pairings}

    def plays(self, division, number):
        for (one, two), pairing in self.pairs(division, number).items():
            scores = {who: 300 + (who * 37 + number * 53 + who * number * 11) % 211
                      for who in (one, two)}  # fmt: skip
            if scores[one] == scores[two]:
                scores[one] += 1
            game = game_id(self.slug, number, pairing.table, division=division)
            slip = (scores[pairing.first], scores[pairing.second])
            self.asks(game, TypeSlip(scores=slip, starter=1), SCOREKEEPER)
            for who, other in ((one, two), (two, one)):
                margin = scores[who] - scores[other]
                self.wins[who] = self.wins.get(who, 0) + (margin > 0)
                self.spread[who] = self.spread.get(who, 0) + margin
        here = [one.number for one in self.tournament(self.slug).players
                if one.division == division]  # fmt: skip
        rank = sorted(here, key=lambda who: (-self.wins[who], -self.spread[who]))
        self.places[division, number] = rank


def by_rank(ranked, apart):
    """Who meets whom where each, from the top, meets whoever is nearest to so many places below."""
    found, left = set(), dict(enumerate(ranked))
    while left:
        at = min(left)
        one = left.pop(at)
        two = left.pop(min(left, key=lambda other: abs(other - at - apart)))
        found.add(tuple(sorted((one, two))))
    return found


@pytest.mark.wide("many")
def test_a_configuration_of_24_rounds_is_drawn_as_tsh_draws_it(files):
    preview = files.take_in(GIVEN)
    told = [said for verdict, said in verdicts(preview) if said.startswith("Plan of")]
    assert told == [
        "Plan of rounds of A: 23 rounds. They are drawn automatically only if you choose that.",
        "Plan of rounds of B: 24 rounds. They are drawn automatically only if you choose that.",
    ]
    [left_out] = [line for line in preview.lines if line.weight == "left-out"]
    assert "autopair A 10 11 cp 10 A" in left_out.said
    hall = Hall(files.desk, files.slug)
    _division_b(hall)
    _division_a(hall)


def _division_b(hall):
    """Everybody three times, then king of the hill."""
    hall.draws("B", 1, 21)
    met = [pair for number in range(1, 22) for pair in hall.pairs("B", number)]
    assert sorted(met) == sorted(3 * list(combinations(range(17, 25), 2)))
    for number in range(1, 22):
        hall.plays("B", number)
    for number in (22, 23, 24):
        hall.draws("B", number)
        _goes_by_rank(hall, "B", number, number - 1, 1)
        hall.plays("B", number)


def _goes_by_rank(hall, division, number, source, apart):
    """Gibson's rule takes out who can't be caught; the others go by rank among themselves."""
    draw = hall.tournament(hall.slug).draws[-1]
    by_gibson = {tuple(sorted((one.first, one.second))) for one in draw.drawn.pairings
                 if one.gibson}  # fmt: skip
    gone = {who for pair in by_gibson for who in pair}
    ranked = [who for who in hall.places[division, source] if who not in gone]
    assert set(hall.pairs(division, number)) - by_gibson == by_rank(ranked, apart), number


def _division_a(hall):
    hall.draws("A", 1, 3)
    groups = [set(pair) for number in (1, 2, 3) for pair in hall.pairs("A", number)]
    for number in range(1, 17):
        of_one = set().union(*(pair for pair in groups if number in pair))
        assert len(of_one) == 4, "groups of four"
        assert sorted((one - 1) // 4 for one in of_one) == [0, 1, 2, 3], "one of every quarter"
    for number in (1, 2, 3):
        hall.plays("A", number)
    for number in range(4, 25):
        if number == BY_HAND:
            _by_hand(hall)
            continue
        if number in (5, 7, 14, 20):  # drawn before the round before it was played
            hall.draws("A", number)
            _holds(hall, number)
            hall.plays("A", number - 1)
            hall.plays("A", number)
            continue
        hall.draws("A", number)
        _holds(hall, number)
        if number + 1 not in (5, 7, 14, 20):
            hall.plays("A", number)


def _by_hand(hall):
    ranked = hall.places["A", BY_HAND - 1]
    pairs = sorted(by_rank(ranked, 1))
    pairings = [Pairing(at, *pair) for at, pair in enumerate(pairs, 1)]
    hall.pair_round(hall.slug, BY_HAND, pairings, by=ORGANISER, division="A")
    hall.plays("A", BY_HAND)


def _holds(hall, number):
    if number in RANKS_APART:
        _goes_by_rank(hall, "A", number, *RANKS_APART[number])
        return
    source, written = SWISS[number]
    draw = hall.tournament(hall.slug).draws[-1]
    ranked = [one.number for one in sorted(draw.inputs.entrants, key=lambda one: one.place)]
    assert ranked == hall.places["A", source]
    assert not draw.drawn.relaxed, "nobody meets more often than the line allows"
    pairs = " ".join(f"{one}-{two}" for one, two in sorted(hall.pairs("A", number)))
    assert pairs == written, number


def test_what_is_exported_is_read_again_as_the_same_plan(files, tmp_path):
    files.take_in(GIVEN)
    exported = files.export("tsh")
    assert exported.name.endswith("-tsh.zip")
    with a_desk(tmp_path / "other") as desk:
        other = Files(desk, slug="copy")
        other.take_in(exported.body, exported.name)
        for division in ("A", "B"):
            plan = files.tournament.plan_of(division).rounds
            assert other.tournament.plan_of(division).rounds == plan
            assert len(plan) == 23 + (division == "B")
        again = other.preview(exported.body, exported.name)
        assert not again.is_news


def test_a_plan_that_is_here_stays(files):
    files.take_in(GIVEN)
    config = CONFIG.replace("autopair A 23 24 koth 20 23 A\n", "")
    other = [Given("config.tsh", config.encode()), *GIVEN[1:]]
    assert ("said", "Plan of rounds of A: the file has a different one. The one here stays.") in (
        verdicts(files.preview(other))
    )


def test_a_division_alone_is_exported_with_a_configuration_only_where_rounds_are_planned(files):
    files.take_in(roster(NAMES, 2000), "a.t")
    assert files.export("tsh").name == "cup.t"
    files.enter(PlanRounds(rounds=stretch(1, 3, "australian", "before")))
    exported = files.export("tsh")
    assert exported.name == "cup-tsh.zip"
    assert "Plan of rounds: tsh has no Australian draw. Its plan omits round 1, 2, 3." in (
        exported.remarks
    )


@pytest.mark.parametrize(
    "line",
    [
        "autopair A 3", "autopair A x 4 ns 0 3 A", "autopair A 4 4 ns 0 3 A",
        "autopair A 3 4 ns 0 3 B", "autopair A 3 4 A", "config A 3 4 ns 0 3 A",
        "autopair A 3 4 koth 3 3 A{C}",
    ],
)  # fmt: skip
def test_what_is_no_such_line_is_none(line):
    assert read_autopair(1, line) is None


@pytest.mark.parametrize(
    "line",
    [
        "autopair A 3 4 ns 0 4 A", "autopair A 3 4 ns 0 A", "autopair A 3 4 ns -1 3 A",
        "autopair A 3 4 fp 0 0 3 A", "autopair A 0 1 if 0 A", "autopair A 0 1 rr x A",
        "autopair A 3 4 system 3 A", "autopair A 3 4 koth 1s2 3 A", "autopair A 3 4 ns 99 3 A",
    ],
)  # fmt: skip
def test_a_line_whose_method_or_numbers_can_not_be_used_is_told_and_plans_nothing(line):
    report = Report()
    assert plan_of([read_autopair(1, line)], 8, report) == ()
    [told] = report.told()
    assert told.weight == "left-out"
    assert "Ignored" in told.said


def test_a_schedule_holds_its_rounds_and_what_is_beyond_the_last_round_is_dropped():
    lines = [read_autopair(1, "autopair A 0 1 rr A"), read_autopair(2, "autopair A 5 6 koth 0 5 A")]
    report = Report()
    plan = plan_of(lines, 8, report, rounds=6)
    assert [one.system for one in plan] == 6 * ["round-robin"]
    assert any(line.code == "paired-twice" for line in report.told())


def test_of_two_lines_for_one_round_the_later_holds_and_the_earlier_is_told():
    lines = [read_autopair(1, "autopair A 3 4 ns 0 3 A"), read_autopair(2, "autopair A 3 4 cp 3 A"),
             read_autopair(3, "autopair A 2 4 koth 9 2 A")]  # fmt: skip
    report = Report()
    [planned] = plan_of(lines, 8, report)
    assert (planned.system, planned.based_on) == ("koth", 2)
    assert [line.number for line in report.told() if line.weight == "left-out"] == [1, 2]


LIKE_A_REAL_ONE = """\
division a a.t
config event_name = "Tern Trophy"
config event_date = "February 19, 2027"

config assign_firsts = 1\x20
config bye_spread = 1
config final_draw = 1
config check_by_winner = 1
config pairing_system = 'auto'
autopair a 0 1 ns 0 0 a
autopair a 1 2 ns 0 1 a\x20
autopair a 2 3 ns 3 2 a
autopair a 3 4 koth 10 3
config spread_cap = [200, 700, 700, 700]
config rating_system = 'aus'
config max_rounds = 5
config max_div_rounds{'A'} = 4
prize rank 1 a 25pts
prize highwin 1 a 'Cup & Certificate'
config no_boards = 1
config gibson = 1
config gibson = 'strict'
config gibson_spread{'A'} = [250]
config prize_bands{'A'} = [1, 12]
config consecutive_repeats = 1
config top_down_swiss = 0
config swiss_order = ['auto','koth','auto','auto']
config reserved{'A'}[2] = 5
autopair b 0 1 rr b
"""
"""The lines of a director of 37 players, shortened, with names of ours: as they came."""


def test_a_configuration_as_directors_write_it_is_read_to_the_last_line(files):
    given = [Given("config.tsh", LIKE_A_REAL_ONE.encode()),
             Given("a.t", roster(OTHERS, 0).replace("-", "").encode())]  # fmt: skip
    preview = files.take_in(given)
    plan = files.tournament.plan_of("").rounds
    assert [(one.system, one.based_on, one.meetings, one.gibson) for one in plan] == [
        ("win-groups", 0, 1, (250,)), ("win-groups", 1, 1, (250,)), ("win-groups", 2, 4, (250,)),
        ("koth", 3, 11, (250,)),
    ]  # fmt: skip
    assert all(one.by_starts for one in plan)
    assert {one.gibson_meets for one in plan} == {"highest-met-or-not"}
    told = {line.number: line.code for line in preview.lines if line.weight != "understood"}
    lines = LIKE_A_REAL_ONE.splitlines()
    of_line = {lines[number - 1].split("=")[0].strip(): code for number, code in told.items() if
               number}  # fmt: skip
    assert of_line == {
        "config assign_firsts": "setting-changes-results",
        "prize rank 1 a 25pts": "setting-changes-results",
        "prize highwin 1 a 'Cup & Certificate'": "setting-changes-results",
        "config consecutive_repeats": "setting-changes-results",
        "config swiss_order": "setting-changes-results",
        "autopair b 0 1 rr b": "not-understood",
    }
    [left] = [line.said for line in preview.lines if line.code == "setting-not-used"]
    names = "final_draw, check_by_winner, pairing_system, rating_system, no_boards, prize_bands"
    assert names in left
    assert "top_down_swiss" in left
    assert [one.rounds for one in files.tournament.planned] == [4]
    kept = {one.number: one.table for one in files.tournament.players if one.table}
    assert kept == {2: 5}


def test_without_its_division_at_the_end_a_line_is_told_where_there_are_several():
    report = Report()
    says = read_config(["division A a.t", "division B b.t", "autopair A 3 4 ns 0 3"], report)
    assert says.autopairs == ()
    [told] = [line for line in report.told() if line.weight == "left-out"]
    assert "It does not end with its division." in told.said


@pytest.mark.parametrize(
    ("settings", "by_starts"),
    [
        ([], False), (["track_firsts = 1"], True), (["assign_firsts = 1"], True),
        (["track_firsts = 0"], False), (["track_firsts = 1", "swiss_ignores_firsts = 1"], False),
    ],
)  # fmt: skip
def test_starts_count_in_a_swiss_round_where_tsh_tracks_them_and_are_told_to_it(
    settings, by_starts
):
    lines = [*(f"config {one}" for one in settings), "division A a.t", "autopair A 3 4 ns 0 3 A"]
    says = read_config(lines, Report())
    plan = plan_of(says.autopairs, 8, Report(), by_starts=says.by_starts)
    assert [one.by_starts for one in plan] == [by_starts]
    again = read_config([*settings_of_plan(plan, "A"), "division A a.t"], Report())
    assert again.by_starts == by_starts


@pytest.mark.parametrize("system", [one for one in SYSTEMS if one not in ("swiss", "australian")])
def test_every_method_of_theirs_is_written_as_it_is_read(system):
    rounds = stretch(1, 7, system, "before")
    lines = [read_autopair(1, line) for line in lines_of(rounds, "A", 8)]
    read = plan_of(lines, 8, Report())
    as_written = [(one.round_number, one.system, one.based_on, one.since) for one in read]
    assert as_written == [(one.round_number, one.system, one.based_on, one.since) for one in rounds]
    once_more = [read_autopair(1, line) for line in lines_of(read, "A", 8)]
    assert plan_of(once_more, 8, Report()) == read


def test_our_own_swiss_is_written_as_theirs_and_that_is_said():
    rounds = stretch(3, 4, "swiss", "before")
    assert list(lines_of(rounds, "A", 8)) == ["autopair A 2 3 ns 0 2 A", "autopair A 3 4 ns 0 3 A"]
    with speaking("en"):
        assert list(not_written(rounds, "Division A", 8)) == [
            "Division A: tsh draws round 3, 4 by its own Swiss system."
        ]
    assert not list(not_written(stretch(3, 4, "win-groups", "before"), "Division A", 8))


@pytest.mark.parametrize("meets", ["lowest", "highest", "highest-met-or-not"])
def test_whom_a_leader_meets_by_gibson_is_written_or_told(meets):
    rounds = stretch(3, 4, "koth", "before", gibson=(250,), gibson_meets=meets)
    written = [*settings_of_plan(rounds, "A"), *lines_of(rounds, "A", 8)]
    says = read_config(written, Report())
    again = plan_of(says.autopairs, 8, Report(), gibson=says.gibson_of("A"))
    with speaking("en"):
        told = list(not_written(rounds, "Division A", 8))
    if meets == "lowest":
        [said] = told
        assert said.startswith("Division A: by Gibson’s rule tsh takes the highest player")
    else:
        assert not told
        assert [one.gibson_meets for one in again] == [meets, meets]


@pytest.mark.parametrize(
    ("rounds", "more", "lines"),
    [
        (14, {}, ["autopair A 0 1 rr 1 A", "autopair A 7 8 rr 1 A"]),
        (14, {"in_a_row": 2}, ["autopair A 0 1 rr 2 A"]),
        (28, {"in_a_row": 2}, ["autopair A 0 1 rr 2 A", "autopair A 14 15 rr 2 A"]),
    ],
)  # fmt: skip
def test_cycles_of_a_round_robin_are_lines_and_games_in_a_row_are_a_number(rounds, more, lines):
    plan = stretch(1, rounds, "round-robin", "before", **more)
    assert list(lines_of(plan, "A", 8)) == lines
    read = plan_of([read_autopair(1, line) for line in lines], 8, Report())
    of = [(one.round_number, one.since, one.in_a_row) for one in plan]
    assert [(one.round_number, one.since, one.in_a_row) for one in read] == of


@pytest.mark.parametrize("command", ["rr 999", "rr 100", "rr 99", "rr 0", "if 99", "fp 999 98 0"])
def test_a_line_plans_no_more_than_a_record_can_hold(command):
    """A round robin of 100 games in a row could not be stored, and nothing else of the file was."""
    plan = plan_of([read_autopair(1, f"autopair A 0 950 {command} A")], 9_999, Report(), rounds=999)
    assert msgspec.convert(msgspec.to_builtins(plan), tuple[PlannedRound, ...]) == plan


def test_a_class_with_a_quotation_mark_is_read_as_it_was_written():
    rounds = stretch(3, 3, "koth", "before", gibson=(250,), gibson_class="O'Hara \\ co")
    says = read_config(list(settings_of_plan(rounds, "A")), Report())
    assert says.gibson_of("A").of_class == "O'Hara \\ co"


def test_what_divisions_settle_otherwise_is_told_for_tsh_has_one_setting():
    """Written for A alone, Gibson's rule was read back for B as well, with tsh's 500 points."""
    with_rule = stretch(3, 4, "koth", "before", gibson=(250,), gibson_meets="highest")
    without = stretch(3, 4, "koth", "before")
    starts = stretch(5, 5, "win-groups", "before")
    no_starts = stretch(5, 5, "win-groups", "before", by_starts=False)
    schedule = stretch(1, 3, "fontes", "none")
    for differ in ([with_rule, without], [starts, no_starts], [with_rule, [], without]):
        [said] = settings_not_written(differ)
        assert said
    for alike in ([with_rule, with_rule], [starts, schedule], [without], []):
        assert not list(settings_not_written(alike))


def test_lines_of_nothing_but_blanks_and_marks_take_no_longer_than_others():
    """One of 20,000 characters took 13 s: as many steps as its square, or its cube."""
    lines = [
        "config a{'" + " " * 19_000 + "= 1", "config a " + " " * 19_000 + "b",
        "config a{ " + "'" * 19_000, "config gibson_spread = [1] " + " #" * 9_000 + "'",
    ]  # fmt: skip
    began = process_time()
    read_config(lines, Report())
    assert process_time() - began < 0.5


@pytest.mark.parametrize(
    ("written", "of", "at", "value"),
    [
        ("config gibson_spread{'A'} = [250,200]  # the 'usual'", "A", None, "[250,200]"),
        ('config reserved { "A" } [ 2 ] = 5 # here', "A", "2", "5"),
        ("config reserved{A}[2] = 5", "A", "2", "5"),
        ("config event_name = 'Gull #1 Open' # best", None, None, "'Gull #1 Open'"),
        ("config max_rounds = 7\t# seven", None, None, "7"),
    ],
)
def test_a_setting_and_what_stands_behind_it(written, of, at, value):
    match = SETTING.match(written)
    assert (match.group(2), match.group(3)) == (of, at)
    if "'usual'" not in written:  # a comment with quotation marks may be none
        assert _without_comment(match.group(4)).strip() == value


def test_a_round_of_no_method_of_theirs_has_no_line():
    assert not list(lines_of(stretch(1, 2, "australian", "before"), "A", 8))
    assert PlannedRound(round_number=1, system="swiss").meetings == 1
