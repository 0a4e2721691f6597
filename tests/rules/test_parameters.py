"""Every parameter of the matrix's section 6, typed a second time and compared.

The golden file ``parameters.txt`` holds all clauses of all books; a change of one there must
be looked up in the rulebook first. To write it anew: ``python tests/rules/test_parameters.py``.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import fields

from ledger.rulebook import NAMES, load
from ledger.rulebook.model.options import Section
from tests.tiers import all_at_once

GOLDEN = Path(__file__).with_name("parameters.txt")
BOOKS = ("wespa-4.0", "wsc-2003", "wespa-1.0", "nsa-1998", "wespa-5.1")
SILENT, OPEN, LACKING = "silent", "organiser", "not-in-our-copy"
SAME = "="
"""As wespa-4.0."""

# Row of section 6: for each clause it became, wespa-4.0, wsc-2003, wespa-1.0, nsa-1998, wespa-5.1.
SECTION_6 = {
    "time_limit_s": {
        "time.limit": (1500, 1500, 1500, 1500, SAME),
        "time.rated_limits": ((1500, 1500), SILENT, SILENT, SILENT, (1200, 1500)),
    },
    "overtime_first_s / points_per_started_min": {
        "overtime.first_second": (1, 1, 1, 1, SAME),
        "overtime.points_per_started_minute": (10, 10, 10, 10, SAME),
    },
    "overtime_forfeit_s / floor margin": {
        "overtime.forfeit_after": (600, SILENT, 600, SILENT, SAME),
        "overtime.forfeit_least_margin": (100, SILENT, 100, SILENT, SAME),
        "overtime.forfeit_outcome": ("scores", SILENT, "margin", SILENT, SAME),
    },
    "late_forfeit_margin / rated": {
        "lateness.forfeit_margin": (100, SILENT, 150, 50, SAME),
        "lateness.margin_raisable": (True, SILENT, False, False, SAME),
        "lateness.forfeit_rated": (False, SILENT, False, False, SAME),
    },
    "late_elect_below_s": {"lateness.elect_below": (900, SILENT, 900, SILENT, SAME)},
    "both_late": {
        "lateness.both_late": ("from-the-start", "halves", "from-the-start", SILENT, SAME)
    },
    "late_clock_start_window_s": {
        "lateness.clock_started": ("director", "announcement", "director", "window", SAME),
        "lateness.clock_start_window": (SILENT, SILENT, SILENT, (180, 300), SAME),
    },
    "hold_window_s": {
        "windows.closes": (
            "tile-on-rack", "seconds", "first-tile-out", "first-tile-out", SAME,
        ),
        "windows.seconds": (SILENT, 15, SILENT, SILENT, SAME),
        "windows.hold_closes": (
            "tile-on-rack", "seconds", "first-tile-out", "seconds-or-first-tile-out", SAME,
        ),
        "windows.hold_seconds": (SILENT, 15, SILENT, 20, SAME),
    },
    "hold_max": {
        "windows.hold_lasts": ("overtime-forfeit", "unlimited", "unlimited", "unlimited", SAME),
        "windows.hold_until_over": (600, SILENT, SILENT, SILENT, SAME),
    },
    "out_play_window_s": {
        "windows.play_out_closes": (
            "overtime-forfeit", "seconds", "acceptance", "seconds", SAME,
        ),
        "windows.play_out_seconds": (SILENT, 15, SILENT, 5, SAME),
        "windows.play_out_restart_after": (5, SILENT, 5, SILENT, SAME),
    },
    "empty_bag_window": {
        "windows.empty_bag_closes": ("overtime-forfeit", "seconds", SILENT, "seconds", SAME),
        "windows.empty_bag_seconds": (SILENT, 15, SILENT, 20, SAME),
    },
    "irregular_turn_window_s": {
        "windows.irregular_closes": ("tile-on-rack", "seconds", SILENT, "seconds", SAME),
        "windows.irregular_seconds": (SILENT, 15, SILENT, 20, SAME),
        "windows.irregular_warn_after": (SILENT, SILENT, SILENT, 15, SAME),
        "windows.flash_draw": ("stays-open", SILENT, "on-petition", SILENT, SAME),
    },
    "courtesy_draw_after_s / from": {
        "windows.courtesy_after": (30, 60, 60, 60, SAME),
        "windows.courtesy_from": ("timer-press", "end-of-turn", "timer-press", "hold-call", SAME),
    },
    "courtesy tiles seen by opponent": {
        "windows.courtesy_seen": ("yes", "if-drawer-looked", "no", "yes", SAME)
    },
    "writing the score waives a challenge": {
        "windows.writing_waives": (False, SILENT, True, False, SAME)
    },
    "overdraw revealed (untouched)": {
        "drawing.untouched_found_by_drawer": ("x+2", "none", "x+1", "x+2", SAME),
        "drawing.untouched_found_by_opponent": ("x+2", "x+1", "whole-rack", "x+2", SAME),
        "drawing.all_new_shown_if": ("six-on-rack", SILENT, SILENT, "one-due", SAME),
    },
    "overdraw revealed (touched/mixed)": {
        "drawing.touched_found_by_drawer": ("x+2", "x+1", "x+1", "x+2", SAME),
        "drawing.touched_found_by_opponent": ("x+2", "whole-rack", "whole-rack", "x+2", SAME),
    },
    "overdraw revealed after too many turned up": {
        "drawing.after_too_many_shown": ("x", SILENT, SILENT, SILENT, SAME)
    },
    "overdraw_free_s, then corrector's clock": {
        "drawing.overdraw_free_seconds": (15, SILENT, SILENT, SILENT, SAME)
    },
    "tiles dropped back": {
        "drawing.dropped_back": (SILENT, SILENT, SILENT, "as-overdraw", "bag-and-rack-shown"),
        "drawing.dropped_from_bag": (SILENT, SILENT, SILENT, SILENT, "x+3"),
        "drawing.dropped_from_rack": (SILENT, SILENT, SILENT, SILENT, 3),
        "drawing.dropped_seconds": (SILENT, SILENT, SILENT, SILENT, 15),
    },
    "exchange_min_bag": {"exchange.minimum_in_bag": (7, 7, 7, 7, SAME)},
    "exchange number that binds": {
        "exchange.number_that_binds": ("tiles-on-table", SILENT, SILENT, "announcement", SAME)
    },
    "illegal exchange: choose within_s / found late": {
        "exchange.illegal_choose_within": (60, SILENT, SILENT, 60, SAME),
        "exchange.illegal_found_late": ("points", SILENT, "right-gone", "nothing", SAME),
        "exchange.illegal_late_points": (30, SILENT, SILENT, SILENT, SAME),
    },
    "challenge_penalty": {
        "challenge.mode": (
            "points-per-word-5", "credit-per-word-5", "points-per-word-5",
            "lose-turn-scoring-zero", SAME,
        )
    },
    "challenge points go to": {
        "challenge.points_go_to": (
            SILENT, "credit-challenged", SILENT, SILENT, "credit-challenged",
        )
    },
    "misadjudication correctable": {
        "challenge.misadjudication": (
            "if-nothing-racked", "second-adjudication", "if-nothing-racked", LACKING,
            "by-direction",
        )
    },
    "six_zeros / exception at 0–0": {
        "zeros.turns": (6, 6, 6, 6, SAME),
        "zeros.goes_on_at_nil_all": (False, False, False, True, SAME),
    },
    "four_passes_end": {"zeros.four_passes_end": (False, False, False, False, SAME)},
    "unplayed_tiles": {"unplayed.when_out": ("double", "double", OPEN, "double", SAME)},
    "recount_margin_max": {
        "recount.right": (
            "director-agrees", "director-if-tallies-differ", "within-margin", "permitted",
            "as-of-right",
        ),
        "recount.largest_margin": (SILENT, SILENT, 10, SILENT, SAME),
    },
    "partial recount": {"recount.partial": ("if-both-consent", SILENT, "no", SILENT, SAME)},
    "resignation": {
        "resignation.least_margin": (50, SILENT, 50, SILENT, SAME),
        "resignation.added_to_lead": (50, SILENT, 50, SILENT, SAME),
        "resignation.improper": (
            "director", SILENT, "director-from-proper-margin", SILENT, SAME,
        ),
        "leaving.least_loss": (SILENT, SILENT, SILENT, 50, SAME),
        "leaving.added_when_behind": (SILENT, SILENT, SILENT, 50, SAME),
    },
    "intentional upset": {
        "conduct.upset_when_ahead": (100, SILENT, SILENT, SILENT, SAME),
        "conduct.upset_added_when_behind": (100, SILENT, SILENT, SILENT, SAME),
    },
    "level 1, not round robin": {
        "conduct.level_one_otherwise": (
            "opponents-win", "director-may-forfeit-game", "games-void", SILENT, SAME,
        ),
        "conduct.level_one_margin": (150, SILENT, SILENT, SILENT, SAME),
    },
    "bye_spread": {"standings.bye_spread": (SILENT, SILENT, SILENT, 50, SAME)},
    "underdraw window closes with": {
        "drawing.underdraw_window": (
            "underdrawers-next-turn", "from-the-bag-only", "underdrawers-next-turn",
            "opponents-next-play", SAME,
        )
    },
    "underdraw must be disclosed": {
        "drawing.underdraw_disclosed": (False, SILENT, False, SILENT, True)
    },
    "late-found tile after play-out": {
        "drawing.late_found_after_play_out": (
            "added-until-signed", SILENT, "added-until-signed", "not-added", SAME,
        )
    },
    "blank authority": {
        "blanks.authority": (
            "slip", "both-score-sheets", "neutral-record", "printed-designation", SAME,
        )
    },
    "blank redesignator (undeclared)": {
        "blanks.redesignated_by": (
            "opponent-with-director", SILENT, "player-on-move", "player-on-move", SAME,
        )
    },
    "signatures": {
        "signing.who": (
            "both-on-one-slip", "both-on-one-slip", "both-on-one-slip",
            "each-on-the-others-card", SAME,
        )
    },
    "amendment after signing": {
        "amendment.before_hand_in": (
            "both-agree", SILENT, "both-agree", "director-and-both", SAME,
        ),
        "amendment.after_hand_in": (
            "swap-only", SILENT, "director-and-both", "director-and-both", SAME,
        ),
        "amendment.director_overrides": (SILENT, SILENT, True, False, SAME),
        "amendment.closes_with_last_round": (SILENT, SILENT, SILENT, True, SAME),
    },
    "appeal": {
        "appeal.who": (
            "anyone-affected", "director-may-refer", "adverse-conduct-finding", SILENT, SAME,
        ),
        "appeal.when": ("after-the-event", SILENT, "after-the-event", SILENT, SAME),
    },
}  # fmt: skip

VIRTUAL = {
    "virtual.play": "virtual",
    "virtual.rating_list": "virtual",
    "time.limit": 900,
    "time.rated_limits": (720, 1080),
    "overtime.points_per_started_minute": 10,
    "overtime.forfeit_after": 300,
    "overtime.forfeit_outcome": SILENT,
    "overtime.forfeit_least_margin": SILENT,
    "virtual.forfeit_after_announced": (60, 300),
    "windows.closes": "next-submission",
    "windows.play_out_closes": "acceptance",
    "windows.hold_lasts": SILENT,
    "virtual.monitor": True,
    "virtual.screen_shared": True,
    "virtual.cameras": 1,
    "virtual.connection": "breach",
    "zeros.turns": 6,
    "resignation.least_margin": 50,
}
"""Section 7.3."""

CELLS = [
    pytest.param(path, book, row[0] if row[place] == SAME else row[place], id=f"{path}-{book}")
    for clauses in SECTION_6.values()
    for path, row in clauses.items()
    for place, book in enumerate(BOOKS)
]


def held(rules, path):
    """What a rulebook holds at ``section.clause``: its value, or why it has none."""
    clause = rules.clause(*path.split("."))
    return clause.value if clause.is_known else clause.standing


@all_at_once
@pytest.mark.parametrize(("path", "book", "expected"), CELLS)
def test_a_parameter_is_what_section_6_says(path, book, expected):
    assert held(load(book), path) == expected


@pytest.mark.parametrize(("path", "expected"), VIRTUAL.items())
def test_a_parameter_of_virtual_play_is_what_section_7_3_says(path, expected):
    assert held(load("wespa-5.1").with_options([("play", "virtual")]), path) == expected


def test_every_row_of_section_6_has_its_parameters(shared):
    text = (shared / "rules-matrix.md").read_text("utf-8")
    table = text.split("## 6. Parameters at a glance")[1].split("\n## 7.")[0]
    rows = re.findall(r"^\| ([^|]+?) \|", table, re.MULTILINE)[1:]

    assert set(rows) - {"---"} == set(SECTION_6)


def test_the_books_are_the_five_of_the_matrix():
    assert set(NAMES) == set(BOOKS)


@pytest.mark.parametrize(("path", "in_4_0", "in_5_1"), [
    ("drawing.overdraw_disclosure", "3.9.7", "3.9.7"),
    ("drawing.underdraw_disclosed", "6.3.1(e)", "3.9.8"),
    ("drawing.underdraw_window", "3.9.8", "3.9.9"),
    ("drawing.out_of_order", "3.9.9(b)(i)", "3.9.10(b)(i)"),
    ("drawing.during_adjudication", "3.9.10", "3.9.11"),
    ("drawing.dropped_back", "Preamble", "3.9.12"),
])  # fmt: skip
def test_trap_T5_02_a_rule_is_cited_by_the_number_it_has_in_its_own_book(path, in_4_0, in_5_1):
    section, clause = path.split(".")

    assert load("wespa-4.0").clause(section, clause).number == in_4_0
    assert load("wespa-5.1").clause(section, clause).number == in_5_1


def at_a_glance(where, entry):
    """One clause, or the modes or methods at its place, a line each."""
    if not isinstance(entry, dict):
        value = entry.value if entry.is_known else f"({entry.standing})"
        return [f"{where} = {value} @ {entry.number}{' (inferred)' if entry.inferred else ''}"]
    if where == "judging.methods":
        return [f"{where}.{name} = {method_at_a_glance(of)}" for name, of in entry.items()]
    return [
        f"{where}.{mode} = {of.kind} {'-'.join(map(str, of.points))} @ {of.number}"
        f"{'' if of.standard else ' (not standard)'}"
        for mode, of in entry.items()
    ]


def method_at_a_glance(method):
    """A way to judge challenges: until when the words may change, what else, its steps."""
    also = "".join(f" {word}" for word in ("always", "consent") if getattr(method, word))
    restart = f", {' '.join(method.restart)} @ {method.restart_number}" if method.restart else ""
    steps = "".join(f", {act.do} @ {act.number}" for act in method.steps)
    return (
        f"{method.words_until} @ {method.words_number}"
        f"{' (inferred)' if method.inferred else ''}{also}{restart}, @ {method.number}{steps}"
    )


def offence_at_a_glance(act, of):
    """An offence: its level, what it takes, what follows the first time and then."""
    request = "".join(f" {word}" for word in ("intent", "abuse") if getattr(of, word))
    unsure = "" if of.certain else " or not"
    return (
        f"offence {act} = level {of.level}{unsure}{request} {of.first}>{of.then}"
        f" {of.amount} @ {of.number}"
    )


def glance():
    """All clauses of all books, a line each: where, value, rule."""
    lines = []
    virtual = load("wespa-5.1").with_options([("play", "virtual")])
    for name, rules in [*((name, load(name)) for name in NAMES), ("wespa-5.1 virtual", virtual)]:
        lines.append(f"# {name}")
        for section in fields(rules):
            group = getattr(rules, section.name)
            if not isinstance(group, Section):
                continue
            for field in fields(group):
                lines += at_a_glance(f"{section.name}.{field.name}", getattr(group, field.name))
        lines += [offence_at_a_glance(act, of) for act, of in rules.offences.items()]
        for kind, penalty in rules.penalties.items():
            lines.append(f"penalty {kind} = {penalty.scope} @ {penalty.number}")
        for why, report in rules.reports.items():
            lines.append(f"report {why} = {report.duty} to {report.to} @ {report.number}")
        for option, choice in rules.choices.items():
            limits = f"{choice.least}..{choice.most}"
            allowed = ", ".join(f"{value} @ {rule}" for value, rule in choice.values.items())
            lines.append(f"option {option} @ {choice.number}: {allowed or limits}")
    return "\n".join(lines) + "\n"


def test_no_clause_of_any_book_changed_unseen():
    assert glance() == GOLDEN.read_text("utf-8")


if __name__ == "__main__":
    GOLDEN.write_text(glance(), "utf-8")
