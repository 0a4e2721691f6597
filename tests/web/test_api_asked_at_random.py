"""Every operation for programs, asked at random by schemathesis what its description promises.

A program that reads the description must not meet anything else: no status, no type, no shape of an
answer that is not described, nothing written without a token, nothing taken that makes no sense.
"""

from __future__ import annotations

from uuid import uuid4

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import ignored_auth, positive_data_acceptance

from ledger.accounts.requests import MakeToken
from ledger.desk.requests import Sent
from tests.web.whole_hall import SLUG, a_whole_hall
from web.api.operations import OPERATIONS

SCOPES = ("read", "results", "players", "rounds")


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_whole_hall(tmp_path_factory.mktemp("hall")) as hall:
        yield hall


@pytest.fixture(scope="module")
def description(hall):
    return schemathesis.openapi.from_wsgi("/api/v1/openapi.json", hall.app)


@pytest.fixture(scope="module")
def token(hall):
    request = MakeToken(badge="D1", token="At random", scopes=SCOPES)
    return hall.office.make_token(request, Sent(by="D1", command_id=uuid4()))


def test_every_operation_is_asked(description):
    request = {one.ok().definition.raw["operationId"] for one in description.get_all_operations()}

    assert request == set(OPERATIONS)


@pytest.mark.one_in(2, "endpoint", "mode")
@pytest.mark.longer
@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=str)
@pytest.mark.parametrize("endpoint", OPERATIONS)
def test_whatever_is_asked_is_answered_as_described(
    hall, description, token, endpoint, mode, request
):
    one = next(
        found.ok()
        for found in description.get_all_operations()
        if found.ok().definition.raw["operationId"] == endpoint
    )
    known = {"slug": SLUG, "game": str(hall.games[0]), "table": 1, "round_number": 1}

    # What is entered may make sense and yet be refused, in words, by a rule of the game.
    refusable = one.method.upper() == "POST"
    by_a_rule = [positive_data_acceptance] if refusable else []
    # It takes the token handed in here for one it made up itself; test_api_v1.py tries wrong ones.
    by_a_rule.append(ignored_auth)

    @given(case=one.as_strategy(generation_mode=mode))
    @settings(
        max_examples=200 if request.config.getoption("--full") else 6,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def ask(case):
        if mode is GenerationMode.POSITIVE:  # of what is there, and not only that nothing is
            case.path_parameters = {name: known[name] for name in case.path_parameters or {}}
        answer = case.call(
            headers={"Authorization": f"Bearer {token}", "Accept-Encoding": "identity"}
        )
        case.validate_response(answer, excluded_checks=by_a_rule)
        assert answer.status_code < 500

    if "negative" in str(mode).lower() and not one.definition.raw["parameters"]:
        pytest.skip("nothing can be asked of it that makes no sense")
    ask()
