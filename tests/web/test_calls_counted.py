"""What a request costs, counted where no machine and no other load changes it."""

from __future__ import annotations

import pytest

from tests.bench.calls import a_full_hall, measured


@pytest.fixture(scope="module")
def counted(tmp_path_factory):
    with a_full_hall(tmp_path_factory.mktemp("full") / "data") as hall:
        return measured(hall)


@pytest.mark.parametrize(
    ("what", "most"),
    [
        ("page of a case, not ruled on", 8),
        ("page of a case, appealed", 9),
        ("POST of a plain ruling", 10),
        ("POST of a ruling", 12),
        ("GET of the register of cases", 3),
        ("GET of the desk", 12),
    ],
)
def test_the_record_is_asked_a_few_questions_however_many_cases_there_are(counted, what, most):
    """Each is a way to a server and back, where the record lies on one; there are 30 cases."""
    assert counted[what].questions <= most


@pytest.mark.parametrize(
    ("what", "most"),
    [
        ("page of a case, not ruled on", 900),
        ("page of a case, ruled on", 900),
        ("page of a case, appealed", 900),
        ("GET of a table's state again", 150),
        ("GET of a table's state", 400),
        ("POST of a pass", 300),
        ("POST of a play", 300),
        ("POST of a plain ruling", 400),
        ("POST of a ruling", 990),
    ],
)
def test_a_request_takes_no_more_calls_of_our_own_code_than_it_may(counted, what, most):
    """Where that is more than the budget of the design, it is what was reached.

    Budgets: a play 300, the state of a table 400, a plain ruling 400, a case's page 900. A ruling
    is decided twice, once as it was seen; the state after a turn says anew what can be reported.
    """
    calls, each, _ = counted[what]
    told = [(n, code.co_qualname) for code, n in each.most_common(12)]
    assert calls <= most, told


@pytest.mark.parametrize(
    ("what", "result", "turn", "again"),
    [
        ("the overview", 3550, 1230, 830),
        ("a round by name", 3780, 405, 117),
        ("the standings", 3550, 405, 115),
        ("a player's page", 3220, 440, 155),
    ],
)
def test_a_public_page_is_made_anew_after_a_result_and_kept_until_then(
    counted, what, result, turn, again
):
    """No budget of the design: what was reached, and a tenth more.

    The overview shows what is on the boards, and is not kept as the others are. A player's page
    asks each time whether the name is in another tournament.
    """
    for when, most in ((", after a result", result), (", after a turn", turn), (", again", again)):
        calls, each, questions = counted[what + when]
        assert calls <= most, [(n, code.co_qualname) for code, n in each.most_common(12)]
        assert questions <= 4
