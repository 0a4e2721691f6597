"""The long runs: what is one of them, and what `make torture` says while they go on."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.long_runs import dear_first, in_shares, seed_of

HOUSE = Path(__file__).resolve().parents[1]


@pytest.mark.found("TO3")
def test_TO3_a_long_run_is_cut_into_shares_for_both_cores():
    @in_shares(1, 4)
    def test_something(share): ...

    [marked] = [mark for mark in test_something.pytestmark if mark.name == "parametrize"]
    shares = marked.args[1]

    assert [len(share.marks) for share in shares] == [0, 1, 1, 1]
    assert len({seed_of(share) for share in range(100)}) == 100


@pytest.mark.found("TO3")
def test_TO3_make_torture_uses_both_cores_and_only_the_long_runs():
    recipe = (HOUSE / "Makefile").read_text("utf-8").split("\ntorture:")[1].split("\n\n")[0]

    assert '-m "torture or longer"' in recipe
    assert "-n 2" in recipe
    assert "SEED" in recipe


@pytest.mark.found("TO3")
def test_TO3_what_takes_minutes_begins_first(request):
    here = [item for item in request.session.items if item.path == Path(__file__)]
    dear = here[-1]
    dear.add_marker("dear")
    whole = list(here)

    dear_first(here)

    assert here == [dear, *whole[:-1]]
    dear.own_markers.pop()


@pytest.mark.found("TO3")
def test_TO3_it_says_what_runs_and_how_far_it_is():
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--full", "-p", "no:randomly",
         "tests/test_long_runs.py", "-k", "cut_into_shares or only_the_long"],
        cwd=HOUSE, capture_output=True, text=True,
    )  # fmt: skip

    assert re.search(r"1/2 passed \S+cut_into_shares\S* in 0 s; going on: ", run.stdout)
    assert re.search(r"2/2 passed \S+only_the_long", run.stdout)


@pytest.mark.found("TO2")
def test_TO2_no_test_fails_for_being_slow():
    """A time asserted fails on a busy machine and says nothing on a quick one: `make bench`."""
    timed = re.compile(
        r"assert .*(perf_counter|monotonic)\(\) - \w+ <|\.duration <|slowest.* <=? \d"
        r"|assert .*< PATIENCE|threadTicks"
    )
    found = {
        path.relative_to(HOUSE).as_posix()
        for path in (HOUSE / "tests").rglob("test_*.py")
        if timed.search(path.read_text("utf-8")) and path.name != Path(__file__).name
    }

    assert found == set()
