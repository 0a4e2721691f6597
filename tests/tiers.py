"""Which tier a test is in: ``make test`` in minutes, and the rest in ``make test-all``.

* ``fast``: every claim that Python alone can show, and in a browser the journeys: what is marked
  ``@pytest.mark.journey("offline")``, with one of ``WHAT`` that it goes through.
* ``wide``: every other test that needs a browser, ``RELIABILITY``, and what is marked
  ``wide`` or is not the ``one_in`` so many: the rest of the books, papers and names of a claim
  that has others in ``fast``; and whole claims that are ``DEAR``.
* ``long``: what is marked ``torture`` (`tests/long_runs.py`).

Without an option a run has the first two, so who names a file runs it whole.
``python -m tests.tiers`` prints each claim with the tiers its tests are in, and how many.
"""

from __future__ import annotations

import inspect
import os
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from _pytest.mark.structures import ParameterSet

FAST, WIDE, LONG = TIERS = "fast", "wide", "long"

COLLECTED = pytest.StashKey[Sequence[pytest.Item]]()
"""Where a run keeps every test there was, of whichever tier."""

WHAT = (
    "a page", "a dispute", "by keyboard", "without scripts", "offline", "two windows",
    "two tablets", "a record put back", "start", "play", "blank", "exchange", "challenge", "hold",
    "slip", "rack", "clock", "missed turn", "turn order", "taking back", "correction", "procedure",
    "call", "warning", "penalty", "amendment", "turns since", "end", "signature", "handing in",
    "phone", "kiosk", "judge", "desk", "wall", "case", "rule", "results by slip",
    "photo", "players tell", "organising", "closing", "watching", "replay", "screen",
    "overlay", "old browser", "certificate", "said aloud", "themes", "sizes", "names",
)  # fmt: skip
"""What somebody goes through in a browser. Each has a journey in ``make test``."""


RELIABILITY = ("tests/reliability/", "tests/web/test_front_life.py", "tests/test_release.py")
"""Where processes are killed, records go away, and a release is built and installed: dear, and slow
by what they wait for."""


DEAR = {
    "processes": "services and other programs are begun, killed or waited for",
    "a whole hall": "a hall, a tournament or a demonstration is gone through from end to end",
    "all drawn": "every form of a record is drawn, or a bundle anew",
    "many": "as many, or as large, as there may be",
    "shown cheaper": "other claims beside it show the same by less",
}
"""Why a whole claim is wide though it needs no browser: ``@pytest.mark.wide("processes")``."""


def one_journey(what: str, values: Iterable[Any]) -> list[Any]:
    """Values for ``parametrize``: the first is a journey through ``what``, the others are wide."""
    first, *others = values
    return [pytest.param(first, marks=pytest.mark.journey(what)), *others]


def first_fast(values: Iterable[Any], fast: int = 1) -> list[Any]:
    """Values for ``parametrize``: after the first few they are wide."""
    return [
        one if nth < fast else pytest.param(one, marks=pytest.mark.wide)
        for nth, one in enumerate(values)
    ]


def each_new(cases: Iterable[tuple[Any, ...]]) -> list[Any]:
    """Cases for ``parametrize``: one whose every value another before it had is wide."""
    met: set[tuple[int, Any]] = set()
    given = []
    for case in cases:
        new = set(enumerate(case)) - met
        given.append(pytest.param(*case, marks=() if new else pytest.mark.wide))
        met |= new
    return given


def each_once(*kinds: Mapping[str, Any], one_in: int = 1) -> list[Any]:
    """Values for ``parametrize``: all that several kinds of them make together.

    In the first tier is each value of each kind once at least; the other pairs are wide.

    Args:
      kinds: values of a kind, by the name they have in the name of a test.
      one_in: of the longest kind the first tier has one in so many.
    """
    most = max(map(len, kinds))
    fast = {tuple(nth % len(kind) for kind in kinds) for nth in range(0, most, one_in)}
    return [
        pytest.param(
            *(value for _, value in told),
            id="-".join(name for name, _ in told),
            marks=() if numbers in fast else pytest.mark.wide,
        )
        for numbers, told in zip(
            product(*(range(len(kind)) for kind in kinds)),
            product(*(kind.items() for kind in kinds)),
            strict=True,
        )
    ]


def all_at_once(test: Callable[..., None]) -> Callable[..., None]:
    """One test over every case that ``parametrize`` below this gives it; each that fails is named.

    For claims over a list that has hundreds: as tests of their own they cost more to collect, to
    hand out and to tell than to look at. All cases get the same fixtures, so none may change them.
    """
    given = list(_given_by(test))
    names = {name for _, values in given for name in values}
    taken = inspect.signature(test)

    @wraps(test)
    def whole(**fixtures: Any) -> None:
        wrong: list[BaseException] = []
        for case, values in given:
            try:
                test(**fixtures, **values)
            except (Exception, pytest.fail.Exception, pytest.skip.Exception) as failed:
                failed.add_note(f"in the case {case}")
                wrong.append(failed)
        if wrong:
            failing = ", ".join(note for one in wrong for note in one.__notes__[-1:])
            raise BaseExceptionGroup(f"{len(wrong)} of {len(given)} cases: {failing}", wrong)

    whole.__dict__.pop("is_hypothesis_test", None)
    others = [mark for mark in test.__dict__["pytestmark"] if mark.name != "parametrize"]
    whole.__dict__["pytestmark"] = others
    fixtures = [one for name, one in taken.parameters.items() if name not in names]
    whole.__dict__["__signature__"] = taken.replace(parameters=fixtures)
    return whole


def _given_by(test: Callable[..., None]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The cases of a test: each by its name, with what it is given."""
    sets = []
    for mark in test.__dict__["pytestmark"]:
        if mark.name == "parametrize":
            names, ids = _names_of(mark), mark.kwargs.get("ids")
            sets.append([_one_case(names, one, nth, ids) for nth, one in enumerate(mark.args[1])])
    for cases in product(*sets):
        given = {name: value for _, values in cases for name, value in values.items()}
        yield "-".join(name for name, _ in cases), given


def _names_of(mark: pytest.Mark) -> Sequence[str]:
    """What a ``parametrize`` gives."""
    names = mark.args[0]
    return [one.strip() for one in names.split(",")] if isinstance(names, str) else names


def _values(names: Sequence[str], one: Any) -> tuple[Any, ...]:
    """The values of one case of ``parametrize``, however it is written."""
    if isinstance(one, ParameterSet):
        return tuple(one.values)
    return tuple(one) if len(names) > 1 else (one,)


def _one_case(names: Sequence[str], one: Any, nth: int, ids: Any) -> tuple[str, dict[str, Any]]:
    name = None
    if isinstance(one, ParameterSet):
        assert not one.marks, "a case with a mark of its own is a test of its own"
        name = one.id
    values = dict(zip(names, _values(names, one), strict=True))
    if name is None and ids is not None:
        name = "-".join(map(str, map(ids, values.values()))) if callable(ids) else list(ids)[nth]
    return name or "-".join(str(value)[:60] for value in values.values()), values


def in_a_browser(item: pytest.Item) -> bool:
    """Whether it needs Chromium: it says so, or has one given to it."""
    given = "browser" in getattr(item, "fixturenames", ())
    return given or item.get_closest_marker("browser") is not None


def _of_the_other_paper(item: pytest.Item) -> bool:
    """Of two papers for each kind of form the first tier has one, A4 and Letter in turn."""
    called = getattr(item, "callspec", None)
    if called is None or not {"kind", "paper"} <= called.params.keys():
        return False
    return bool((called.indices["kind"] + called.indices["paper"]) % 2)


def _is_one_in(item: pytest.Item) -> bool:
    """Whether the first tier has this one, where it has one in so many: by what numbers of values.

    ``one_in(3, "kind", "state")``: those whose numbers come to a multiple of 3 together. Where that
    is as many as the shorter list has, each value of both is there.
    """
    return all(
        sum(_number(item, name) for name in mark.args[1:]) % mark.args[0] == 0
        for mark in item.iter_markers("one_in")
    )


def _number(item: pytest.Item, name: str) -> int:
    """Which value of its list a test is given; pytest numbers those of fixtures alone."""
    called = item.callspec  # type: ignore[attr-defined]
    for mark in item.iter_markers("parametrize"):
        names = _names_of(mark)
        if name in names:
            given = tuple(called.params[each] for each in names)
            return next(nth for nth, one in enumerate(mark.args[1]) if _values(names, one) == given)
    return int(called.indices[name])


def tier_of(item: pytest.Item) -> str:
    """The one tier of a test."""
    if item.get_closest_marker("torture"):
        return LONG
    if _of_the_other_paper(item) or not _is_one_in(item):
        return WIDE
    if item.get_closest_marker("wide") or item.nodeid.startswith(RELIABILITY):
        return WIDE
    if in_a_browser(item) and not item.get_closest_marker("journey"):
        return WIDE
    return FAST


def only(tier: str, items: list[pytest.Item]) -> Sequence[pytest.Item]:
    """Leave in ``items`` what ``tier`` runs.

    Returns:
      What was taken out: to skip thousands costs as much as to run them.
    """
    out = [item for item in items if tier_of(item) != tier]
    items[:] = [item for item in items if tier_of(item) == tier]
    return out


class Seen(NamedTuple):
    """A test, as far as its tier goes."""

    where: str
    tier: str
    browser: bool
    marked: bool
    journeys: tuple[str, ...]
    found: tuple[str, ...]
    dear: tuple[str, ...]


def seen(item: pytest.Item) -> Seen:
    """What the marks of a test say: ``marked`` as one that needs a browser, why it is ``dear``."""
    journeys, found, dear = (
        tuple(said for mark in item.iter_markers(name) for said in mark.args)
        for name in ("journey", "found", "wide")
    )
    marked = item.get_closest_marker("browser") is not None
    return Seen(item.nodeid, tier_of(item), in_a_browser(item), marked, journeys, found, dear)


Claims = dict[str, Counter[str]]
"""By a claim, ``file::test``: how many of its tests are in each tier."""


def claims_of(tests: Iterable[Seen]) -> Claims:
    """The claims of some tests, in order."""
    claims: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for one in tests:
        claims[one.where.split("[")[0]][one.tier] += 1
    return dict(claims)


class _Collected:
    """Keeps what a run that only collects has found."""

    tests: Sequence[Seen] = ()

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.tests = [seen(item) for item in session.items]


def collected() -> Sequence[Seen]:
    """Every test there is."""
    kept = _Collected()
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        said, sys.stdout = sys.stdout, nowhere
        try:
            request = ["--collect-only", "-q", "-p", "no:xdist"]
            ended = pytest.main(request, plugins=[kept])
        finally:
            sys.stdout = said
    if ended:
        raise SystemExit(ended)
    return kept.tests


def main() -> None:
    """Print each claim with its tiers, and the sum."""
    tests = collected()
    for claim, tiers in claims_of(tests).items():
        told = " ".join(f"{tier}:{tiers[tier]}" for tier in TIERS if tiers[tier])
        print(f"{told:<24}{claim}")
    print()
    for browser, words in ((False, "without a browser"), (True, "in a browser")):
        counted = Counter(one.tier for one in tests if one.browser is browser)
        print(f"{words:<20}", " ".join(f"{tier}:{counted[tier]}" for tier in TIERS))


if __name__ == "__main__":
    main()
