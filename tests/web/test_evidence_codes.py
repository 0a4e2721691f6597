"""Codes of evidence sheets: what was ruled of their game since makes them older, not strangers."""

from __future__ import annotations

from uuid import uuid4

import pytest

from ledger.proof.paper_requests import EvidenceToPrint
from ledger.proof.paper_verdicts import Found
from ledger.visibility import Viewer
from printing.checking.codes import check_paper
from printing.filling.case_papers import evidence_paper
from tests.web.previewed import asks
from tests.web.whole_hall import SLUG, a_whole_hall

pytestmark = pytest.mark.found("PA2")


@pytest.fixture
def hall(tmp_path):
    with a_whole_hall(tmp_path / "data") as hall:
        yield hall


def rules(hall, finding):
    data = {
        "request": str(uuid4()), "salt": "ab" * 16, "finding": finding,
        "citation": "wespa-5.1 3.10", "alone": "-", "although": "-",
    }  # fmt: skip
    where = f"/t/{SLUG}/cases/1/rule"
    answer = asks(hall, where, **data)
    assert answer.status_code == 303, answer.text


def printed(hall):
    last = hall.desk.sheet(hall.games[0]).version
    [form] = evidence_paper(hall.here, EvidenceToPrint(hall.games[0], (2, last))).forms
    return form.heading


def looked_up(hall, head, viewer=Viewer.DIRECTOR, state=None):
    return check_paper(hall.here, head.check, head.state if state is None else state, viewer)


def test_one_printed_before_between_and_after_two_rulings_is_told_apart(hall):
    before = printed(hall)
    rules(hall, "in time")
    between = printed(hall)
    rules(hall, "too late after all")
    after = printed(hall)

    assert len({head.check for head in (before, between, after)}) == 3
    assert looked_up(hall, after).found is Found.LATEST
    for head, later in ((before, ["in time", "too late after all"]), (between, ["too late"])):
        found = looked_up(hall, head)
        assert found.found is Found.SUPERSEDED
        came = " ".join(line for sign, line in found.changed if sign == "+")
        assert [words in came for words in later] == [True] * len(later)
        assert [later[n] in one for n, one in enumerate(found.followed)] == [True] * len(later)
        assert f"Later events: {found.followed[0]}" in found.wording
        assert looked_up(hall, head, Viewer.VISITOR).said == ()


def test_a_sheet_that_no_ruling_changed_is_still_the_latest(hall):
    rules(hall, "in time")

    assert looked_up(hall, printed(hall)).found is Found.LATEST
