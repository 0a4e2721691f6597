"""How the appeals of a case stand: the ladder, who may, what bars one, and the time that runs."""

from __future__ import annotations

from datetime import timedelta

import pytest

from ledger.incidents.appeals import appeal_standing
from ledger.incidents.facts import RulingTold
from ledger.incidents.ruling import TellRuling
from ledger.incidents.taking_back import TakeCaseActBack
from ledger.rulebook import in_force
from ledger.vocabulary.refusals import Refusal
from tests.an_event import AnEvent
from tests.desks import DIRECTOR, A, B, a_desk
from tests.officials import Director

STAGES = ("local body", "national body", "WESPA Executive Committee")


@pytest.fixture
def desk(tmp_path):
    with a_desk(tmp_path) as desk:
        yield desk


class Ruled:
    """A ruling in the last round of a tournament, against player 1."""

    def __init__(self, desk, book, *, over=True):
        self.desk, self.director = desk, Director(desk)
        self.event = AnEvent(desk, book, last=over)
        self.game = self.event.games[-1]
        self.case = self.director.open_case(self.game, "drawing", seat=A, by=DIRECTOR)
        clause = "7.5" if book == "wsc-2003" else "3.9.5"
        self.director.rule(self.case, self.game, "two shown", f"{book} {clause}", by=DIRECTOR)

    def told(self, seats=(A, B), until=None):
        request = TellRuling(seats=seats, right_told=True, appeal_until=until)
        self.director.asks(self.case, request, DIRECTOR)

    def lodged(self, **more):
        self.director.lodge_appeal(self.case, "Player 1", seat=A, by=DIRECTOR, **more)

    def standing(self, after=timedelta(0)):
        file = self.director.case_file(self.case)
        sheet = self.desk.sheet(self.game)
        rules = in_force(sheet.scheduled.rulebook, sheet.scheduled.options)
        return appeal_standing(file, rules, self.event.tournament, self.desk.now() + after)

    def rungs(self):
        return [(rung.state, rung.outcome) for rung in self.standing().ladder]


@pytest.mark.clause("wespa-5.1 6.5(c)")
def test_R17_the_ladder_tells_whose_turn_it_is_at_every_step(desk):
    ruled = Ruled(desk, "wespa-5.1")
    assert tuple(rung.body for rung in ruled.standing().ladder) == STAGES
    assert ruled.rungs() == [("next", None), ("later", None), ("later", None)]

    ruled.lodged()
    assert ruled.rungs() == [("lodged", None), ("later", None), ("later", None)]

    ruled.director.hear_appeal(ruled.case, STAGES[0], committee=("Ina",), by=DIRECTOR)
    assert ruled.rungs() == [("heard", None), ("later", None), ("later", None)]

    ruled.director.decide_appeal(ruled.case, STAGES[0], "dismissed", by=DIRECTOR)
    assert ruled.rungs() == [("decided", "dismissed"), ("next", None), ("later", None)]

    ruled.lodged(to=STAGES[2])
    assert ruled.rungs() == [("decided", "dismissed"), ("later", None), ("lodged", None)]


@pytest.mark.parametrize(
    ("book", "over", "bars", "clause", "may"),
    [
        ("wespa-5.1", True, None, "", (A, B, None)),
        ("wespa-5.1", False, "tournament-not-over", "wespa-5.1 6.5(a)", (A, B, None)),
        ("wespa-1.0", True, "no-right-of-appeal", "wespa-1.0 6.5(a)", ()),
        ("wsc-2003", True, "no-right-of-appeal", "wsc-2003 14.7", ()),
    ],
)
def test_R15_R16_what_bars_an_appeal_now_is_what_refuses_it(desk, book, over, bars, clause, may):
    ruled = Ruled(desk, book, over=over)

    standing = ruled.standing()

    assert standing.may == may
    if bars is None:
        assert standing.bars is None
        ruled.lodged()
        return
    assert (standing.bars.code, standing.bars.clause) == (bars, clause)
    with pytest.raises(Refusal) as refused:
        ruled.lodged()
    assert refused.value.code == bars


def test_R15_the_time_told_runs_out_and_then_an_appeal_needs_a_reason(desk):
    ruled = Ruled(desk, "wespa-5.1")
    until = desk.now() + timedelta(seconds=20)
    ruled.told(until=until)
    ruled.told((B,))  # told again, and no other time was set

    standing = ruled.standing()
    assert (standing.until, standing.runs_for, standing.bars) == (until, "to lodge", None)
    late = ruled.standing(after=timedelta(minutes=1))
    assert late.bars.code == "appeal-too-late"

    while desk.now() <= until:
        pass
    with pytest.raises(Refusal) as refused:
        ruled.lodged()
    assert refused.value.code == "appeal-too-late"
    ruled.lodged(although="the form was handed to a steward in time")
    assert ruled.standing().until is None


def test_R15_a_time_told_about_an_earlier_ruling_does_not_bar_an_appeal_against_the_next(desk):
    ruled = Ruled(desk, "wespa-5.1")
    ruled.told(until=desk.now())
    assert ruled.standing().bars.code == "appeal-too-late"

    ruled.director.rule(ruled.case, ruled.game, "one shown", "wespa-5.1 3.9.5", by=DIRECTOR)

    assert ruled.standing().bars is None


@pytest.mark.found("DI-3")
def test_a_time_that_was_told_by_mistake_and_taken_back_bars_nobody(desk):
    ruled = Ruled(desk, "wespa-5.1")
    ruled.told(until=desk.now())
    told = next(
        event.envelope.command_id
        for event in ruled.director.case_file(ruled.case).events
        if isinstance(event.fact, RulingTold)
    )
    back = TakeCaseActBack(act=told, reason="the time was another ruling's")
    ruled.director.asks(ruled.case, back, DIRECTOR)

    ruled.told()

    assert (ruled.standing().until, ruled.standing().bars) == (None, None)


def test_R17_the_time_for_the_body_runs_once_the_appeal_is_lodged(desk):
    ruled = Ruled(desk, "wespa-5.1")
    ruled.told(until=desk.now() + timedelta(hours=1))
    decide_by = desk.now() + timedelta(days=2)

    ruled.lodged(decide_by=decide_by)
    assert (ruled.standing().until, ruled.standing().runs_for) == (decide_by, "to decide")

    ruled.director.decide_appeal(ruled.case, STAGES[0], "upheld", by=DIRECTOR)
    assert (ruled.standing().until, ruled.standing().runs_for) == (None, "")


@pytest.mark.found("PH-6")
def test_a_time_that_ends_before_the_close_begins_with_the_close(desk):
    ruled = Ruled(desk, "wespa-5.1", over=False)
    span = timedelta(seconds=60)
    until = desk.now() + span
    ruled.told(until=until)

    before = ruled.standing(after=timedelta(hours=2))
    assert before.bars.code == "tournament-not-over", "not that its time is over"
    assert before.after_close <= span

    while desk.now() <= until:
        pass
    ruled.event.end()
    assert ruled.standing().bars is None
    assert ruled.standing().until > until
    assert ruled.standing(after=timedelta(minutes=2)).bars.code == "appeal-too-late"
    ruled.lodged()


@pytest.mark.found("PH-6")
def test_a_time_that_ends_after_the_close_stays_as_players_were_told(desk):
    ruled = Ruled(desk, "wespa-5.1", over=False)
    until = desk.now() + timedelta(hours=3)
    ruled.told(until=until)
    ruled.event.end()
    assert (ruled.standing().until, ruled.standing().bars) == (until, None)
