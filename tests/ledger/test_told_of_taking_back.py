"""Players are told that a ruling was taken back, or stands after all; until then it waits."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ledger.incidents.facts import RulingTold
from ledger.incidents.hearing import hearing
from ledger.incidents.ruling import TellRuling
from ledger.incidents.taking_back import TakeCaseActBack
from ledger.matters.matter import matter_of_case, what_lacks
from ledger.rulebook import load
from tests.an_event import AnEvent
from tests.desks import DIRECTOR, A, B, a_desk
from tests.ledger.test_acts_taken_back import POINTS, act, asks, ruling
from tests.officials import Director

pytestmark = pytest.mark.found("DI-3")

BOTH = TellRuling(seats=(A, B))


class Case:
    """A case about a game, and what it lacks."""

    def __init__(self, desk):
        self.desk = desk
        self.event = AnEvent(desk, "wespa-5.1", margins=(None,))
        self.game = self.event.last_game
        self.director = Director(desk)
        self.id = self.director.open_case(self.game, "conduct", by=DIRECTOR)

    def asks(self, request):
        return asks(self.desk, self.id, request)

    def rules(self, **more):
        return self.asks(ruling(self.game, POINTS, **more))

    def takes_back(self, written):
        return self.asks(TakeCaseActBack(act=act(written), reason="the wrong player"))

    @property
    def file(self):
        return self.director.case_file(self.id)

    @property
    def lacks(self):
        return what_lacks(self.event.tournament, self.file)

    @property
    def told(self):
        return [one.of for one in self.file.each(RulingTold)]


@pytest.fixture
def case(tmp_path):
    with a_desk(tmp_path / "data") as desk:
        yield Case(desk)


def test_that_it_was_taken_back_waits_until_they_are_told(case):
    given = case.rules()
    case.asks(BOTH)
    case.takes_back(given)

    matter = matter_of_case(case.event.tournament, case.file)
    assert (case.lacks, matter.words.partition(": ")[2]) == (
        "taken-back", "a ruling was taken back; nobody was told",
    )  # fmt: skip
    steps = hearing(case.file, case.desk.sheet(case.game), load("wespa-5.1")).steps
    assert [one.done for one in steps if "was taken back" in one.does] == [False]

    case.asks(BOTH)

    assert case.told == ["taken-back"]
    assert case.file.last(RulingTold)[1].ruling == case.file.version - 1
    assert case.lacks == "ruling"
    steps = hearing(case.file, case.desk.sheet(case.game), load("wespa-5.1")).steps
    assert [one.done for one in steps if "was taken back" in one.does] == [True]


def test_that_it_stands_after_all_is_told_again(case):
    given = case.rules()
    case.asks(BOTH)
    back = case.takes_back(given)
    case.asks(BOTH)
    case.takes_back(back)

    assert case.lacks == "stands-again"
    case.asks(replace(BOTH, right_told=True))

    assert case.told == ["", "stands-again"]
    assert case.lacks == ""
    case.takes_back(given)
    assert case.lacks == "taken-back"


def test_nobody_is_told_of_what_was_undone_before_they_heard(case):
    given = case.rules()
    case.asks(BOTH)
    case.takes_back(case.takes_back(given))

    assert case.lacks == ""


def test_a_note_that_was_wrong_is_no_telling(case):
    case.takes_back(case.rules())
    told = case.asks(BOTH)
    assert case.lacks == "ruling"

    case.takes_back(told)

    assert case.lacks == "taken-back"


def test_what_a_new_ruling_replaces_is_told_with_it(case):
    case.takes_back(case.rules())
    case.rules()
    assert case.lacks == "telling"
    case.asks(BOTH)
    assert (case.told, case.lacks) == ([""], "")
    case.rules()
    assert case.lacks == "telling"


def test_of_two_side_by_side_both_are_told(case):
    first = case.rules()
    case.rules(beside=True)
    case.takes_back(first)

    assert case.lacks == "taken-back"
    case.asks(BOTH)
    assert case.lacks == "telling"
    case.asks(BOTH)

    assert (case.told, case.lacks) == (["taken-back", ""], "")
