"""``tilescribe rulebook find``: a rule looked up on the terminal."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from ledger.rulebook import NAMES
from ledger.rulebook.help.book import clauses
from ledger.vocabulary.refusals import Refusal
from web.command_line import commands


def rule(*words):
    done = CliRunner().invoke(commands, ["rulebook", "find", *words], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def test_a_rule_is_shown_with_its_parts_and_the_rule_it_is_part_of():
    said = rule("3.9.5(a)", "--book", "wespa-4.0")

    assert said.startswith("WESPA Game Rules 4.0, 3.9.5(a)\n")
    assert clauses("wespa-4.0")["3.9.5(a)"] in said
    assert "Part of\n  3.9.5 " in said
    assert "  3.9.5(a)(iii)" in said


@pytest.mark.parametrize("words", [
    ("3.9.5a", "--book", "wespa-4.0"), ("wespa-4.0", "3.9.5(a)"), ("wespa-4.0 3.9.5(a)",),
    ("rule", "3.9.5", "(a)", "--book", "wespa-4.0"),
])  # fmt: skip
def test_a_citation_is_understood_however_it_is_written(words):
    assert rule(*words).startswith("WESPA Game Rules 4.0, 3.9.5(a)\n")


def test_a_trap_is_shown_with_its_readings_and_which_one_we_work_with():
    said = " ".join(rule("3.9.9(a)", "--book", "wespa-4.0").split())

    assert "Unclear (T4-20)" in said
    assert "[what is worked with until a director rules] - only as many" in said


def test_values_are_shown_and_what_the_organiser_chooses():
    said = rule("5.1.4", "--book", "wespa-1.0")

    assert "Values used here" in said
    assert "unplayed: when out: the organiser chooses" in said


def test_without_a_clause_the_rules_of_the_book_are_listed():
    said = rule("--book", "wsc-2003")

    assert all(f"  {number} " in said for number in clauses("wsc-2003"))
    assert max(map(len, said.splitlines())) <= 92


def test_only_rules_with_certain_words_can_be_listed():
    said = rule("--book", "wsc-2003", "--find", "hold 15 seconds")

    assert [line.split()[0] for line in said.splitlines() if not line.startswith(" " * 10)] == [
        "12.1", "12.2",
    ]  # fmt: skip
    assert "no rule has these words" in rule("--book", "wsc-2003", "--find", "zebra")


@pytest.mark.found("DI-10")
def test_DI10_rules_are_listed_that_words_may_mean_the_likeliest_first():
    said = rule("--book", "wespa-5.1", "--find", "tile fell on the floor")

    assert "  4.4 " in said
    assert rule("--book", "wespa-5.1", "--find", "phone rang").split()[0] == "1.6"


def test_json_has_everything():
    found = json.loads(rule("III.C.1", "--book", "nsa-1998", "--json"))

    assert found["number"] == "III.C.1"
    assert found["parent"]["number"] == "III.C"
    assert "TN-06" in [trap["id"] for trap in found["traps"]]
    assert {"situations", "nearby", "parameters", "elsewhere", "children"} <= set(found)


def test_json_lists_too():
    listed = json.loads(rule("--book", "wespa-5.1", "--json"))

    assert {each["number"]: each["words"] for each in listed} == clauses("wespa-5.1")


@pytest.mark.one_in(3, "name")
@pytest.mark.parametrize("name", NAMES)
def test_every_rule_of_every_book_can_be_shown(name):
    from ledger.rulebook.help.finder import clause_help
    from web.command_line.rulebooks import help_text

    for number in clauses(name):
        lines = list(help_text(clause_help(name, number)))
        assert max(map(len, lines)) <= 92 or "http" in "".join(lines)


@pytest.mark.parametrize(("words", "code"), [
    (("3.9.5q", "--book", "wespa-4.0"), "no-such-clause"),
    (("3.9.5",), "no-such-rulebook"),
    (("3.9.5", "--book", "wespa-9"), "no-such-rulebook"),
    (("3.9.5", "--book", "wespa-5.2"), "no-such-rulebook"),
])  # fmt: skip
def test_what_is_not_there_is_refused_with_what_to_do(words, code):
    with pytest.raises(Refusal) as refusal:
        rule(*words)

    assert refusal.value.code == code
    assert refusal.value.next_step
