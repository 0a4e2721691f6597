"""Each test is in one tier, and no claim was lost to the second."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

from tests import found, tiers
from tests.tiers import FAST, LONG, WIDE, Seen
from tests.web.disputes import by_book

HERE = found.TESTS.parent
MOST_JOURNEYS = 160

TOLD = "import json; from tests import tiers; print(json.dumps(tiers.collected()))"


@pytest.fixture(scope="module")
def every_test(request):
    """All that there are: of this run, or where that has some files alone, of a run of its own."""
    items = request.session.items
    if {item.path for item in items} >= set(found.TESTS.rglob("test_*.py")):
        return [tiers.seen(item) for item in items]
    desk_request = [sys.executable, "-c", TOLD]
    told = subprocess.run(desk_request, cwd=HERE, capture_output=True, text=True, check=True).stdout
    return [Seen(*one) for one in json.loads(told)]


def test_what_is_given_a_browser_says_so(every_test):
    """Else a run without one, `-m "not browser"`, would begin it all the same."""
    assert [one.where for one in every_test if one.browser and not one.marked] == []


def test_a_journey_needs_a_browser_and_goes_through_something_on_the_list(every_test):
    journeys = [one for one in every_test if one.journeys and one.tier != LONG]

    assert [one.where for one in journeys if not one.browser] == []
    assert {what for one in journeys for what in one.journeys} == set(tiers.WHAT)
    assert {one.tier for one in journeys} <= {FAST, WIDE}
    assert sum(one.tier == FAST for one in journeys) <= MOST_JOURNEYS


def test_what_the_first_run_leaves_out_is_what_the_second_has(request):
    """Of the tests of this run: in the whole suite, of all."""
    items = [item for item in request.session.items if tiers.tier_of(item) != LONG]
    second = list(items)
    first = tiers.only(WIDE, second)

    assert {*first, *second} == {*items}
    assert [item.nodeid for item in second if tiers.tier_of(item) == FAST] == []
    assert [item.nodeid for item in first if tiers.tier_of(item) == WIDE] == []


def test_each_dispute_has_a_journey_in_the_first_tier(every_test):
    claims = tiers.claims_of(every_test)
    disputes = {
        f"{letter}-{number}"
        for claim, had in claims.items()
        for letter, number in re.findall(r"/disputes/.*::test_([A-Z])_(\d\d)_", claim)
        if had[FAST]
    }

    assert disputes == set(by_book.COMES)


def test_a_claim_without_a_browser_has_a_test_in_the_first_tier(every_test):
    alone = [
        one for one in every_test if not one.browser and not one.where.startswith(tiers.RELIABILITY)
    ]
    claims = tiers.claims_of(alone)

    assert [claim for claim, had in claims.items() if had[WIDE] and not had[FAST]] == []


def test_what_was_found_is_held_shut_before_the_long_runs(every_test):
    held = {known_as for one in every_test if one.tier != LONG for known_as in one.found}

    assert set(found.NOW) - held == set()


def test_no_claim_but_of_the_long_runs_is_in_no_tier(every_test):
    """CI runs the first two; these make `make torture` and no other run."""
    claims = tiers.claims_of(every_test)

    assert sum(had[FAST] > 0 or had[WIDE] > 0 for had in claims.values()) > 4000
    assert {tier for had in claims.values() for tier in had} == set(tiers.TIERS)
