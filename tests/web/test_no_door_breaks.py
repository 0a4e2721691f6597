"""Every door is told things nobody means: whatever it is, the answer is in words and no 500."""

from __future__ import annotations

import json
import logging
from itertools import product
from urllib.parse import quote
from uuid import uuid4

import pytest

from tests.tiers import first_fast
from tests.web.whole_hall import FROM_HERE, PIN, SLUG, a_whole_hall

HUGE = 2**63
TEXTS = [
    str(HUGE), "-1", "0" * 5000, "\0", "a\r\nSet-Cookie: a=b", "//[", "/\\evil.example", "[", "%",
    "\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16"), "\u202egnp", "../../etc",
    "K" * 60_000, "' OR 1=1 --", "{{7*7}}", "é" * 50, "9999-99-99", "0001-01-01T00:00:00+14:00",
    "9999-12-31T23:59:59-14:00",
]  # fmt: skip
IN_AN_ADDRESS = [quote(text[:300], safe="") for text in TEXTS] + ["%ff%fe", "..", "%2e%2e%2f", "%"]
ASKED = ("after", "asof", "code", "embed", "game", "paper", "ply", "q", "then", "tournament")


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    logging.disable(logging.CRITICAL)
    with a_whole_hall(tmp_path_factory.mktemp("hall")) as hall:
        yield hall
    logging.disable(logging.NOTSET)


def holds(answer):
    """Whether a door held: it did something, or said in words why not."""
    if answer.status_code >= 500:
        return False
    if answer.status_code >= 400 and answer.mimetype == "application/json":
        told = answer.json
        return "answers" in told or bool(told["what"] and told["next_step"])
    return True


def addresses(hall):
    """Each rule with each hostile text in each place; where a number is meant, numbers too."""
    values = {name: quote(str(value)) for name, value in hall.values().items()}
    for rule in hall.app.url_map.iter_rules():
        method = "GET" if "GET" in rule.methods else "POST"
        for place, text in product(sorted(rule.arguments), IN_AN_ADDRESS):
            told = {**values, place: text}
            address = "".join(
                told[part] if is_place else part for is_place, part in rule._trace[1:]
            )
            yield rule.endpoint, method, address


@pytest.mark.found("SE11")
@pytest.mark.parametrize("then", ["//[", "/a\r\nSet-Cookie: a=b", "/\\evil.example", "/a b"])
def test_after_signing_in_an_address_nobody_can_go_to_leads_to_where_a_scorekeeper_begins(
    hall, then
):
    form = {"badge": "K2", "pin": PIN, "then": then}

    answer = hall.ask("nobody", "/sign-in", "POST", data=form)

    assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{SLUG}/r1/")


EACH_OR_ALL = pytest.mark.parametrize("every", first_fast([7, 1]), ids=["each once", "all pairs"])
"""Each door, and each text, in the first tier; each text at each door in the second."""


@EACH_OR_ALL
@pytest.mark.found("OP8", "SE11")
def test_every_address_with_something_nobody_means_in_it_is_answered_in_words(hall, every):
    broken = {
        (endpoint, address[:80])
        for endpoint, method, address in sorted(set(addresses(hall)))[::every]
        if not holds(hall.ask("director", address, method, **hall.body(endpoint)))
    }

    assert broken == set()


@pytest.mark.found("OP8")
@pytest.mark.parametrize(
    "address",
    ["r{}/", "r{}/t1/", "r1/t{}/", "r1/t1/{}/", "a/r{}/t1/", "r1/t{}/enter", "r1/t{}/replay.json"],
)
@pytest.mark.parametrize("number", [HUGE - 1, HUGE, 10**30, 10**6])
def test_a_round_a_table_or_a_replay_that_no_column_holds_is_not_there(hall, address, number):
    answer = hall.ask("nobody", f"/t/spring-open/{address.format(number)}")

    assert (answer.status_code, answer.json["refused"]) == (404, "no-such-page")


@EACH_OR_ALL
@pytest.mark.found("SE11")
def test_every_page_asked_with_something_nobody_means_is_answered_in_words(hall, every):
    pages = sorted({address for _, methods, address in hall.doors() if "GET" in methods})
    broken = {
        (page, text[:40])
        for page, text in [*product(pages, TEXTS)][::every]
        if not holds(hall.ask("nobody", page, query_string=dict.fromkeys(ASKED, text[:500])))
        or not holds(hall.ask("nobody", page, query_string={"asof": text[:500]}))
    }

    assert broken == set()


@EACH_OR_ALL
@pytest.mark.found("SE11")
def test_every_field_of_every_form_takes_whatever_is_typed(hall, every):
    broken = set()
    for endpoint, methods, address in hall.doors():
        form = hall.body(endpoint).get("data")
        if "POST" not in methods or form is None:
            continue
        for name, text in [*product((*form, "then"), TEXTS)][::every]:
            who = "nobody" if endpoint.startswith("signing_in.") else "director"
            answer = hall.ask(who, address, "POST", data={**form, name: text})
            if not holds(answer):
                broken.add((endpoint, name, text[:40]))

    assert broken == set()


VALUES = [
    HUGE, -HUGE - 1, 2**64, 10**400, 1e308, True, None, "", "\0", "x" * 100_000, [], {}, [[]],
    "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", {"ask": "place-tiles"}, str(uuid4()),
]  # fmt: skip


def bodies(body):
    """The body with each value in place of each part of it."""
    if isinstance(body, dict):
        for name, part in body.items():
            for changed in (*VALUES, *bodies(part)):
                yield {**body, name: changed}
        yield {**body, "never-heard-of": 1}
    elif isinstance(body, list):
        for place, part in enumerate(body):
            for changed in (*VALUES, *bodies(part)):
                yield [*body[:place], changed, *body[place + 1 :]]


@pytest.mark.found("SE11")
def test_every_part_of_every_body_may_be_anything(hall):
    broken = set()
    for endpoint, methods, address in hall.doors():
        if "POST" not in methods or "json" not in (sent := hall.body(endpoint)):
            continue
        for body in (*VALUES, *bodies(sent["json"])):
            answer = hall.ask("director", address, "POST", json=body)
            if not holds(answer):
                broken.add((endpoint, json.dumps(body)[:200]))

    assert broken == set()


@pytest.mark.found("SE11")
def test_a_body_that_is_no_text_is_refused_in_words_at_every_door(hall):
    headers = {**FROM_HERE, "Content-Type": "application/json"}
    broken = set()
    for endpoint, methods, address in hall.doors():
        if "POST" not in methods or "json" not in (sent := hall.body(endpoint)):
            continue
        body = json.dumps(sent["json"]).encode()
        for place in [place for place, byte in enumerate(body) if byte == ord('"')]:
            spoiled = body[: place + 1] + b"\xf0" + body[place + 2 :]
            answer = hall.ask("director", address, "POST", data=spoiled, headers=headers)
            if not holds(answer):
                broken.add((endpoint, spoiled[:200]))

    assert broken == set()


def deep(entry, how_deep, mark="[]"):
    text = json.dumps([{**entry, "asked": "here"}])
    return text.replace('"here"', mark[0] * how_deep + mark[1] * how_deep)


@pytest.mark.found("SE11")
@pytest.mark.parametrize("how_deep", [100, 900, 1_000, 20_000])
def test_an_entry_nested_too_deep_is_refused_and_the_tablets_queue_goes_on(hall, how_deep):
    headers = {**FROM_HERE, "Content-Type": "application/json"}
    body = deep(hall.entry("keeper"), how_deep)

    first = hall.ask("keeper", "/api/entries", "POST", data=body, headers=headers)
    again = hall.ask("keeper", "/api/entries", "POST", data=body, headers=headers)
    after = hall.ask("keeper", "/api/entries", "POST", json=[hall.entry("keeper")])

    assert first.json["answers"][0]["refused"] == "unreadable-request"
    assert again.json["answers"][0] == {**first.json["answers"][0], "again": True}
    assert after.json["answers"][0]["kind"] == "written"


@pytest.mark.found("SE12")
def test_a_reason_of_400_kb_is_refused_with_words_and_used_its_number_up(hall):
    entry = {**hall.entry("keeper"), "asked": {"ask": "call-director", "reason": "x" * 400_000}}

    [told] = hall.ask("keeper", "/api/entries", "POST", json=[entry]).json["answers"]
    [next_one] = hall.ask("keeper", "/api/entries", "POST", json=[hall.entry("keeper")]).json[
        "answers"
    ]

    assert told["refused"] == "too-long"
    assert told["what"] == "This has 400,000 characters. The limit is 2,000."
    assert next_one["kind"] == "written"
