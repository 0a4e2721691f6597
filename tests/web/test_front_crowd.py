"""A whole hall and a whole crowd, at their full size: what is asked is answered, every time.

How quickly is `make bench`'s to say; here, that it is.
"""

from __future__ import annotations

import pytest

from tests.bench.http.a_hall import a_hall
from tests.bench.over_http import measured

pytestmark = pytest.mark.torture


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    return tmp_path_factory.mktemp("crowd")


@pytest.fixture(scope="module")
def hall(home):
    return a_hall(home / "hall")


@pytest.mark.found("SE1")
def test_turns_are_written_while_one_address_holds_all_it_can(home, hall):
    """2,000 silent connections, 700 unfinished bodies and 400 sign-ins, again when they end."""
    found = measured("harm", home, hall)

    assert (found["errors"], found["asked"]) == (0, 300)


@pytest.mark.found("SE2")
def test_220_screens_are_all_told_the_turns_of_200_tablets(home, hall):
    found = measured("crowd", home, hall)
    least, most = found["told"]

    assert found["errors"] == 0
    # Two turns of one table that are read together are told once.
    assert 0 < least == most <= found["asked"]


@pytest.mark.found("SE1")
def test_200_tablets_come_back_with_40_entries_each_and_all_are_written(home, hall):
    assert measured("back", home, hall)["written"] == 8000
