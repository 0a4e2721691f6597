"""Every row of the matrix is answered for, and every worked case has its test."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from ledger.record.events import FACT_TYPES
from ledger.refusals.catalogue import CATALOGUE
from ledger.refusals.saying import code_of
from ledger.rulebook import load
from ledger.rulebook.ambiguities import ambiguities
from ledger.rulebook.model.options import OPTIONS
from ledger.vocabulary import remarks
from tests.cases import coverage
from tests.registered import EVERY

HERE = Path(__file__).parent
ROWS = (HERE / "rows.txt").read_text("utf-8").split()
CASES = (HERE / "cases.txt").read_text("utf-8").split()
OPEN = {"official decides", "not ours"}


@cache
def words_in(*folders):
    """What is in quotation marks in these rooms' source; of a refusal its code alone."""
    return {
        word
        for folder in folders
        for path in (coverage.HOUSE / folder).rglob("*.py")
        for word in re.findall(r'"([\w-]+)(?:/[\w-]+)?"', path.read_text("utf-8"))
    }


@cache
def codes():
    """Every code of the catalogue, as tablets see it."""
    return {code_of(code) for code in CATALOGUE}


def is_there(reference):
    """Whether an event, request, parameter ... named in the table exists."""
    kind, _, name = reference.partition(":")
    return {
        "fact": lambda: name in FACT_TYPES,
        "ask": lambda: name in {request.__struct_config__.tag for request in EVERY},
        "clause": lambda: bool(load("wespa-5.1").clause(*name.split("."))),
        "option": lambda: name in OPTIONS,
        "trap": lambda: name in ambiguities(),
        "remark": lambda: name in remarks.ALL or name in ambiguities(),
        "refusal": lambda: name in codes() | words_in("ledger"),
        "procedure": lambda: name in words_in("ledger/game", "ledger/incidents"),
        "offence": lambda: name in words_in("ledger"),
        "form": lambda: name in words_in("printing", "web/command_line"),
    }[kind]()


def wanting(row):
    """What a row of the matrix has left out."""
    entry = coverage.rows()[row]
    if entry["does"] in OPEN:
        there = {"because": entry.get("because")}
    else:
        there = {"how": entry["how"], "with": entry["with"], "tests": coverage.tests_of(row)}
    there |= {"does": entry["does"] in coverage.DOES, "title": entry["title"]}
    return [part for part, said in there.items() if not said]


def test_every_row_of_the_matrix_is_answered_for():
    """Open: why. Else: how, with which event, request or parameter, and a test or worked case."""
    assert {row: parts for row in ROWS if (parts := wanting(row))} == {}


def test_what_a_row_names_exists():
    missing = [
        (row, kind, name)
        for row in ROWS
        for kind, there in (
            ("with", is_there),
            ("cases", CASES.__contains__),
            ("tests", coverage.all_tests().__contains__),
        )
        for name in coverage.rows()[row].get(kind, ())
        if not there(name)
    ]

    assert missing == []


def test_every_worked_case_is_a_test_that_carries_its_id():
    assert [case for case in CASES if not coverage.tests_by_id().get(case)] == []


def test_every_trap_is_named_by_a_decision_and_a_test_or_says_what_settles_it():
    named = [id_ for id_, trap in sorted(ambiguities().items()) if not trap.unnamed]

    assert [id_ for id_ in named if not coverage.named_by(id_)] == []
    assert [id_ for id_ in named if not coverage.tests_by_trap().get(id_)] == []


FORMS = ("result-slip", "score-card", "challenge-slip", "blank-slip", "score-sheet",
         "incident-report")  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_every_printed_form_the_rules_call_for_is_answered_for(form):
    entry = coverage.rows()[f"S-{form}"]

    assert entry["does"] in coverage.DOES
    assert entry.get("how") or entry.get("because")


def test_the_table_has_a_line_for_every_situation_and_every_trap():
    begins = re.findall(r"^\| ([A-Z][\w-]+) \|", coverage.table(), re.MULTILINE)

    assert begins == [*coverage.rows(), *sorted(ambiguities())]


def test_no_row_or_case_of_the_matrix_is_missing_here(shared):
    matrix = (shared / "rules-matrix.md").read_text("utf-8")
    rows = re.findall(r"^\| ([A-Z]-\d\d) \|", matrix, re.MULTILINE)
    cases = matrix[matrix.index("## 5. Worked cases") : matrix.index("## 6. Parameters")]

    assert set(rows) <= set(ROWS)
    assert re.findall(r"^\| ([A-Z]\d+) \|", cases, re.MULTILINE) == CASES
