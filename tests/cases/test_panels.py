"""Who sits on an appeal has no part in the case, or it is said why they sat all the same (R-17)."""

from __future__ import annotations

import pytest

from ledger.incidents.facts import AppealHeard
from ledger.vocabulary.refusals import Refusal
from tests.cases.test_appeals_carried_out import BOOKS, a_case, appealed
from tests.desks import DIRECTOR, a_desk
from tests.officials import Director


@pytest.fixture
def desk(tmp_path):
    with a_desk(tmp_path / "data") as desk:
        yield desk


@pytest.fixture
def director(desk):
    return Director(desk)


RULED = f"Bearer of {DIRECTOR}"
PARTS = {
    "Player 2": "played in this game",
    "player 1": "played in this game",
    "1, Player": "played in this game",
    DIRECTOR: "ruled in this case",
    "Wim Witness": "was heard in this case",
}


@pytest.mark.found("DI-14")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("name", PARTS)
def test_a_member_with_a_part_in_the_case_sits_only_for_a_reason(desk, director, book, name):
    _, case = a_case(desk, director, book)
    director.take_statement(case, "Wim Witness", "witness", None, by=DIRECTOR)
    body = appealed(director, case, book)
    panel = ("Ilse Marchetti", name)
    before = desk.log.last_position()

    with pytest.raises(Refusal) as refused:
        director.hear_appeal(case, body, committee=panel, declared=panel, by=DIRECTOR)

    assert refused.value.code == "panel-concerned"
    assert f"{name} {PARTS[name]}" in refused.value.what
    assert "Ilse" not in refused.value.what
    assert desk.log.last_position() == before

    director.hear_appeal(
        case, body, committee=panel, declared=panel, although="nobody else was there", by=DIRECTOR
    )
    [heard] = director.case_file(case).each(AppealHeard)
    assert heard.although == "nobody else was there"


@pytest.mark.found("DI-14")
def test_the_director_who_ruled_is_known_by_name_and_badge_and_each_member_is_named(desk, director):
    _, case = a_case(desk, director, "wespa-5.1")
    body = appealed(director, case, "wespa-5.1")
    panel = (RULED, "Player 2")

    with pytest.raises(Refusal) as refused:
        director.hear_appeal(case, body, committee=panel, by=DIRECTOR)

    assert refused.value.what.startswith(
        f"{RULED} ruled in this case; Player 2 played in this game."
    )


@pytest.mark.found("DI-14")
def test_a_panel_without_a_part_in_the_case_is_asked_nothing(desk, director):
    _, case = a_case(desk, director, "wespa-5.1")
    body = appealed(director, case, "wespa-5.1")

    director.hear_appeal(case, body, committee=("Ina", "Player 3"), although="x", by=DIRECTOR)

    [heard] = director.case_file(case).each(AppealHeard)
    assert heard.although == "", "there was nothing to give a reason for"
