"""Each test is in one tier, and no claim was lost to the second."""

from __future__ import annotations

import inspect
import json
import re
import subprocess
import sys
from types import SimpleNamespace

import pytest

from tests import found, tiers
from tests.tiers import FAST, LONG, WIDE, Seen
from tests.web.disputes import by_book

HERE = found.TESTS.parent
MOST_JOURNEYS, MOST_DEAR = 80, 39

TOLD = "import json; from tests import tiers; print(json.dumps(tiers.collected()))"


@pytest.fixture(scope="module")
def every_test(request):
    """All that there are: of this run, or where that has some files alone, of a run of its own."""
    items = request.config.stash[tiers.COLLECTED]
    if {item.path for item in items} >= set(found.TESTS.rglob("test_*.py")):
        return [tiers.seen(item) for item in items]
    desk_request = [sys.executable, "-c", TOLD]
    told = subprocess.run(desk_request, cwd=HERE, capture_output=True, text=True, check=True).stdout
    return [Seen(*one) for one in json.loads(told)]


ODD = [1, 2, pytest.param(4, id="four"), 5]


@pytest.mark.parametrize("times", [1, 2], ids=lambda times: f"times {times}")
@pytest.mark.parametrize("number", ODD)
def of_odd_numbers(tmp_path, number, times):
    assert tmp_path == "a fixture"
    assert number * times % 2
    if number == 5:
        pytest.skip("what is skipped would hide the rest")


def test_of_many_cases_at_once_each_that_fails_is_named_and_all_are_looked_at():
    whole = tiers.all_at_once(of_odd_numbers)

    assert list(inspect.signature(whole).parameters) == ["tmp_path"]
    assert whole.pytestmark == []
    with pytest.raises(BaseExceptionGroup) as wrong:
        whole(tmp_path="a fixture")
    named = [note.split("the case ")[1] for one in wrong.value.exceptions for note in one.__notes__]
    assert named == [
        "1-times 2", "2-times 1", "2-times 2", "four-times 1", "four-times 2", "5-times 1",
        "5-times 2",
    ]  # fmt: skip
    assert str(wrong.value).startswith("7 of 8 cases: in the case 1-times 2, in the case 2-times 1")


@pytest.mark.one_in(3, "form", "state")
@pytest.mark.parametrize("state", ["filled", pytest.param("blank", id="empty"), "worst"])
@pytest.mark.parametrize(("form", "copies"), [("slip", 1), ("slip", 2), ("card", 1), ("sheet", 1)])
def of_forms(form, copies, state, paper):
    """Twelve cases, of each paper that its fixture gives."""


class OfForms:
    """One of them, as pytest has collected it."""

    nodeid, fixturenames = "tests/printing/test_forms.py::of_forms", ("paper",)

    def __init__(self, **given):
        papers = {"paper": ("A4", "Letter").index(given["paper"])}
        self.callspec = SimpleNamespace(params=given, indices=dict.fromkeys(given, 7) | papers)

    def iter_markers(self, name):
        return (mark for mark in of_forms.pytestmark if mark.name == name)

    def get_closest_marker(self, name):
        return next(self.iter_markers(name), None)


def test_of_one_in_three_cases_each_value_is_in_the_first_tier():
    """By the number of a value in its list: what pytest calls its index counts cases."""
    first = [
        f"{form} {copies} {state}"
        for form, copies in (("slip", 1), ("slip", 2), ("card", 1), ("sheet", 1))
        for state in ("filled", "blank", "worst")
        if tiers.tier_of(OfForms(form=form, copies=copies, state=state, paper="Letter")) == FAST
    ]

    assert first == ["slip 1 filled", "slip 2 worst", "card 1 blank", "sheet 1 filled"]


def test_a_case_is_in_the_first_tier_that_has_a_value_which_none_before_it_had():
    cases = tiers.each_new([("slip", 1), ("slip", 2), ("card", 1), ("card", 2), ("card", 3)])

    assert [one.values for one in cases if not one.marks] == [
        ("slip", 1), ("slip", 2), ("card", 1), ("card", 3)
    ]  # fmt: skip


def test_what_is_given_a_browser_says_so(every_test):
    """Else a run without one, `-m "not browser"`, would begin it all the same."""
    assert [one.where for one in every_test if one.browser and not one.marked] == []


def test_a_journey_needs_a_browser_and_goes_through_something_on_the_list(every_test):
    journeys = [one for one in every_test if one.journeys and one.tier != LONG]

    assert [one.where for one in journeys if not one.browser] == []
    assert {one.tier for one in journeys} == {FAST}
    assert {what for one in journeys for what in one.journeys} == set(tiers.WHAT)
    assert len(journeys) <= MOST_JOURNEYS


def test_what_the_first_run_leaves_out_is_what_the_second_has(request):
    """Of the tests of this run: in the whole suite, of all."""
    items = [item for item in request.config.stash[tiers.COLLECTED] if tiers.tier_of(item) != LONG]
    second = list(items)
    first = tiers.only(WIDE, second)

    assert {*first, *second} == {*items}
    assert [item.nodeid for item in second if tiers.tier_of(item) == FAST] == []
    assert [item.nodeid for item in first if tiers.tier_of(item) == WIDE] == []


def test_each_dispute_is_gone_through_in_one_of_the_first_two_tiers(every_test):
    """Two of them in the first: all ten took more than a minute."""
    claims = tiers.claims_of(every_test)
    tiers_of = {
        f"{letter}-{number}": had
        for claim, had in claims.items()
        for letter, number in re.findall(r"/disputes/.*::test_([A-Z])_(\d\d)_", claim)
        if had[FAST] or had[WIDE]
    }

    assert set(tiers_of) == set(by_book.COMES)
    assert {dispute for dispute, had in tiers_of.items() if had[FAST]} == by_book.FIRST


def test_a_claim_without_a_browser_has_a_test_in_the_first_tier_or_says_why_not(every_test):
    """And a file with such a claim has others there, which show at less what its subject does."""
    alone = [
        one for one in every_test if not one.browser and not one.where.startswith(tiers.RELIABILITY)
    ]
    claims = tiers.claims_of(alone)
    dear = {one.where.split("[")[0] for one in alone if one.dear}
    first = {claim.partition("::")[0] for claim, had in claims.items() if had[FAST]}

    assert {why for one in every_test for why in one.dear} == set(tiers.DEAR)
    assert {claim for claim, had in claims.items() if had[WIDE] and not had[FAST]} == dear
    assert {claim for claim in dear if claim.partition("::")[0] not in first} == set()
    assert len(dear) <= MOST_DEAR


def test_what_was_found_is_held_shut_before_the_long_runs(every_test):
    held = {known_as for one in every_test if one.tier != LONG for known_as in one.found}

    assert set(found.NOW) - held == set()


def test_no_claim_but_of_the_long_runs_is_in_no_tier(every_test):
    """CI runs the first two; these make `make torture` and no other run."""
    claims = tiers.claims_of(every_test)

    assert sum(had[FAST] > 0 or had[WIDE] > 0 for had in claims.values()) > 4000
    assert {tier for had in claims.values() for tier in had} == set(tiers.TIERS)
