"""The description of the interface is valid OpenAPI 3.1, and every door answers as it says."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator

from tests import schemas
from tests.web.whole_hall import VISITORS, a_whole_hall
from web.access.doors import DOORS, EVERYBODY, PROGRAMS
from web.frame.health import the_description

DESCRIPTION = yaml.load(the_description(), yaml.CSafeLoader)
OF_OPENAPI = json.loads(
    (Path(__file__).with_name("vendor") / "openapi-3.1.schema.json").read_text("utf-8")
)
OPERATIONS = {
    (path, method): operation
    for path, item in DESCRIPTION["paths"].items()
    for method, operation in item.items()
    if method != "parameters"
}

pytestmark = pytest.mark.found("OP9")


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_whole_hall(tmp_path_factory.mktemp("hall")) as hall:
        yield hall


def resolved(part):
    """What a reference stands for; anything else as it is."""
    while "$ref" in part:
        found = DESCRIPTION
        for name in part["$ref"].removeprefix("#/").split("/"):
            found = found[name]
        part = found
    return part


def parts(tree):
    """Every mapping in the description."""
    if isinstance(tree, dict):
        yield tree
    for part in tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ():
        yield from parts(part)


def endpoints(hall):
    """(path, method) of each route to its endpoint; those for programs are described apart."""
    return {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), method.lower()): rule.endpoint
        for rule in hall.app.url_map.iter_rules()
        for method in rule.methods - {"HEAD", "OPTIONS"}
        if rule.endpoint in DOORS and not rule.endpoint.startswith(f"{PROGRAMS}.")
    }


def test_it_is_valid_by_the_schema_of_openapi():
    validator = Draft202012Validator(OF_OPENAPI)

    wrong = [
        f"{'/'.join(map(str, e.path))}: {e.message[:200]}"
        for e in validator.iter_errors(DESCRIPTION)
    ]

    assert wrong == []


def test_every_schema_in_it_is_a_schema():
    for part in parts(DESCRIPTION):
        if isinstance(part.get("schema"), dict):
            Draft202012Validator.check_schema(part["schema"])
    for schema in DESCRIPTION["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)


def test_every_reference_leads_somewhere_and_nothing_lies_unused():
    asked = {part["$ref"] for part in parts(DESCRIPTION) if "$ref" in part}
    there = {
        f"#/components/{kind}/{name}"
        for kind, named in DESCRIPTION["components"].items()
        for name in named
    }

    assert asked == there


def test_the_schemas_are_made_from_the_types():
    assert schemas.WRITTEN.read_text("utf-8") == schemas.written(), "run python -m tests.schemas"


def test_no_description_is_cut_at_a_comma():
    """Unquoted, what follows a comma between braces becomes a key of its own, without a value."""
    cut = [
        part
        for part in parts(DESCRIPTION)
        if any(value is None and key != "default" for key, value in part.items())
    ]

    assert cut == []


def test_every_operation_has_a_name_of_its_own_which_is_the_endpoint_s(hall):
    there = endpoints(hall)

    assert set(OPERATIONS) == set(there)
    for key, operation in OPERATIONS.items():
        assert operation["operationId"].split("-of-")[0].removesuffix("-again") == there[key]
    assert max(Counter(each["operationId"] for each in OPERATIONS.values()).values()) == 1


def test_every_path_declares_its_parameters_and_no_others():
    for path, item in DESCRIPTION["paths"].items():
        declared = [resolved(each) for each in item.get("parameters", [])]

        assert [each["name"] for each in declared] == re.findall(r"{(\w+)}", path)
        assert all(each["in"] == "path" and each["required"] for each in declared)


def test_who_may_be_turned_away_is_told_so(hall):
    there = endpoints(hall)
    for key, operation in OPERATIONS.items():
        elsewhere = there[key] == "metrics.scrape"  # goes by where it is asked from
        turned_away = DOORS[there[key]] != EVERYBODY or key[1] == "post" or elsewhere

        assert ("403" in operation["responses"]) == turned_away, key


def test_what_is_sent_is_described():
    for (path, method), operation in OPERATIONS.items():
        assert ("requestBody" in operation) == (method == "post" and path != "/sign-out"), path


def answers_of(hall):
    """Every door as everybody would open it, and with an address that can't be right."""
    elsewhere = {"slug": "no-such", "game": "0" * 8 + "-0000-4000-8000-" + "0" * 12}
    values = {name: str(value) for name, value in hall.values().items()}
    for (path, method), operation in OPERATIONS.items():
        if method != "get" or path == "/events":
            continue
        right = path.format(**values)
        for who in VISITORS:
            yield operation, hall.ask(who, right)
        wrong = path.format(**(values | elsewhere | {"digest": "0", "book": "no-such"}))
        yield operation, hall.ask("director", wrong)
        yield operation, hall.ask("director", f"{right}?asof=yesterday&game=none&paper=a9&ply=x")


def amiss(operation, answer):
    """What of an answer is not in the description, in words; empty if all is."""
    described = operation["responses"].get(str(answer.status_code))
    if described is None:
        return f"{answer.status_code} is not described"
    content = resolved(described).get("content", {})
    if answer.status_code == 304 or 300 <= answer.status_code < 400:
        return ""
    if content and answer.mimetype not in content:
        return f"{answer.status_code} comes as {answer.mimetype}"
    if answer.mimetype != "application/json":
        return ""
    schema = {**content[answer.mimetype]["schema"], "components": DESCRIPTION["components"]}
    found = next(Draft202012Validator(schema).iter_errors(answer.json), None)
    return "" if found is None else f"{answer.status_code}: {found.json_path} {found.message[:150]}"


def test_whatever_is_read_is_answered_as_described(hall):
    found = {
        (operation["operationId"], said)
        for operation, answer in answers_of(hall)
        if (said := amiss(operation, answer))
    }

    assert found == set()


def test_what_can_be_asked_again_by_its_tag_is_told_so(hall):
    values = {name: str(value) for name, value in hall.values().items()}
    for (path, method), operation in OPERATIONS.items():
        if method != "get" or path == "/events":
            continue
        answers = [
            hall.ask(who, path.format(**values))
            for who in ("nobody", "keeper", "judge", "director")
        ]
        pages = [answer for answer in answers if answer.status_code == 200]
        if pages:
            tagged = any("ETag" in page.headers for page in pages)
            assert tagged == ("304" in operation["responses"]), operation["operationId"]


def test_whatever_is_sent_is_answered_as_described(hall):
    found = set()
    for (path, method), operation in OPERATIONS.items():
        if method != "post":
            continue
        endpoint = operation["operationId"]
        address = path.format(**{name: str(value) for name, value in hall.values().items()})
        for who in ("nobody", "keeper", "judge", "director"):
            for answer in (
                hall.ask(who, address, "POST", data=b"["),
                hall.ask(who, address, "POST", **hall.body(endpoint, who)),
                hall.ask(who, address, "POST", headers={"Origin": "http://elsewhere.example"}),
            ):
                if said := amiss(operation, answer):
                    found.add((endpoint, said))

    assert found == set()
