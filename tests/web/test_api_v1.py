"""The interface for other programs: read without a token, entered with one, a page at a time."""

from __future__ import annotations

import json
import re
from uuid import uuid4

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from ledger.accounts.requests import MakeToken
from ledger.desk.requests import Sent
from ledger.game.calls.requests import CallDirector
from ledger.game.results.facts import SlipTyped
from ledger.game.results.slips import ReportResult
from ledger.record.events import badge_id
from ledger.vocabulary.refusals import Refusal
from tests.web import promised
from tests.web.whole_hall import FROM_HERE, SLUG, a_whole_hall
from web.access.permissions import PROGRAMS
from web.api.operations import OPERATIONS
from web.frame.pages import PAGES

V1 = "/api/v1"


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_whole_hall(
        tmp_path_factory.mktemp("hall"), CORS_ORIGINS=("https://stream.example",)
    ) as hall:
        yield hall


def a_token(hall, *scopes, by="D1", name=None, days=30):
    request = MakeToken(badge=by, token=name or str(uuid4()), scopes=scopes, days=days)
    return hall.office.make_token(request, Sent(by=by, command_id=uuid4()))


def bearing(token, **more):
    return {"Authorization": f"Bearer {token}", **more}


def entered(hall, path, body, token, key=None):
    headers = bearing(token, **{"Idempotency-Key": str(key or uuid4())})
    return hall.app.test_client().post(f"{V1}{path}", json=body, headers=headers)


def parts(tree):
    """Every mapping in the description."""
    if isinstance(tree, dict):
        yield tree
    for part in tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ():
        yield from parts(part)


@pytest.mark.found("OP9")
def test_the_description_is_valid_and_made_of_the_operations_and_nothing_lies_unused(hall):
    answer = hall.app.test_client().get(f"{V1}/openapi.json")
    told = answer.get_json()
    named = [part["$ref"] for part in parts(told) if "$ref" in part]
    request = {one["operationId"] for path in told["paths"].values() for one in path.values()}

    assert answer.mimetype == "application/vnd.oai.openapi+json"
    assert list(OpenAPIV31SpecValidator(told).iter_errors()) == []
    assert set(named) == {f"#/components/schemas/{name}" for name in told["components"]["schemas"]}
    assert request == set(OPERATIONS)
    assert all(PAGES[name].scope == one.scope for name, one in OPERATIONS.items())
    assert {one.scope for one in OPERATIONS.values()} == {"read", "results", "players", "rounds"}


def test_every_operation_is_a_door_and_every_address_of_the_interface_is_described(hall):
    told = hall.app.test_client().get(f"{V1}/openapi.json").get_json()
    described = {
        (path, method.upper(), one["operationId"])
        for path, item in told["paths"].items()
        for method, one in item.items()
    }
    there = {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), method, rule.endpoint)
        for rule in hall.app.url_map.iter_rules()
        if rule.endpoint.startswith(f"{PROGRAMS}.")
        for method in rule.methods - {"HEAD", "OPTIONS"}
    }

    assert described == there


def test_what_programs_were_promised_stays_or_changes_on_purpose(hall):
    told = hall.app.test_client().get(f"{V1}/openapi.json").get_json()

    assert promised.lines(told) == promised.WRITTEN.read_text("utf-8").splitlines(), (
        "see what changes for programs: python -m tests.web.promised, and the difference in git"
    )


def test_where_the_description_of_every_page_lay_is_the_way_to_the_one_for_programs(hall):
    answer = hall.app.test_client().get("/openapi.yaml")

    assert (answer.status_code, answer.headers["Location"]) == (308, f"{V1}/openapi.json")


def test_what_visitors_see_is_read_without_a_token(hall):
    client = hall.app.test_client()
    for path in ("", f"/{SLUG}", f"/{SLUG}/players", f"/{SLUG}/games", f"/{SLUG}/rounds"):
        assert client.get(f"{V1}/tournaments{path}").status_code == 200, path
    table = client.get(f"{V1}/tournaments/{SLUG}/tables/1").get_json()
    assert table["game"]["names"] == ["Player 1", "Player 2"]
    assert client.get(f"{V1}/tournaments/{SLUG}/tables/99").get_json()["game"] is None


def test_a_list_is_read_page_by_page_and_nothing_is_left_out(hall):
    client, after, seen = hall.app.test_client(), "", []
    while True:
        answer = client.get(f"{V1}/tournaments/{SLUG}/players?limit=3&after={after}")
        told = answer.get_json()
        seen += [one["number"] for one in told["players"]]
        after = told["next"]
        if not after:
            assert "Link" not in answer.headers
            break
        assert f"after={after}" in answer.headers["Link"]
    assert (seen, told["total"]) == ([1, 2, 3, 4], 4)


@pytest.mark.parametrize(
    "desk_request", ["limit=0", "limit=201", "limit=x", "limit=1&limit=2", "state=odd"]
)
def test_what_makes_no_sense_is_refused_in_words(hall, desk_request):
    answer = hall.app.test_client().get(f"{V1}/tournaments/{SLUG}/games?{desk_request}")

    assert answer.status_code == 422
    assert answer.get_json()["refused"] == "unreadable-request"


def test_an_answer_is_asked_for_again_by_its_etag(hall):
    client = hall.app.test_client()
    first = client.get(f"{V1}/tournaments/{SLUG}/games")
    again = client.get(
        f"{V1}/tournaments/{SLUG}/games", headers={"If-None-Match": first.headers["ETag"]}
    )

    assert (again.status_code, again.data) == (304, b"")


def test_a_result_is_typed_once_however_often_the_answer_is_lost(hall):
    token, key = a_token(hall, "results"), uuid4()
    body = {"scores": [412, 388], "unsigned": [1, 2], "sure": True}
    path = f"/tournaments/{SLUG}/rounds/1/tables/2/result"

    first, again = (entered(hall, path, body, token, key) for _ in range(2))

    assert first.status_code == 200, first.data
    assert first.get_json()["again"] is False
    assert again.get_json()["again"] is True
    events = hall.desk.log.events_of(hall.games[1])
    [event] = [event for event in events if isinstance(event.fact, SlipTyped)]
    assert (event.envelope.written_by, event.envelope.device[:5]) == ("D1", "token")
    other = entered(hall, path, {"scores": [1, 2], "sure": True}, token, key)
    assert other.status_code == 422


@pytest.mark.found("PH-1")
def test_a_result_that_contradicts_both_phones_is_asked_about_by_the_interface_too(hall):
    game, token = hall.games[0], a_token(hall, "results")
    path = f"/tournaments/{SLUG}/rounds/1/tables/1/result"
    for player in (1, 2):
        report = ReportResult(player=player, scores=(401, 400))
        hall.desk.must_write(game, report, Sent(by="D1", command_id=uuid4()))

    request = entered(hall, path, {"scores": [301, 400]}, token)
    assert (request.status_code, request.get_json()["refused"]) == (422, "unlikely-slip")
    assert "told 401–400 by phone" in request.get_json()["what"]
    assert entered(hall, path, {"scores": [301, 400], "sure": True}, token).status_code == 200
    assert hall.desk.sheet(game).result.records_differ is not None


def test_players_are_entered_and_a_round_is_paired(hall):
    token = a_token(hall, "players", "rounds")
    players = {"players": [{"number": 5, "name": "Ann Lee", "rating": 1500, "classes": ["A"]}]}

    assert entered(hall, f"/tournaments/{SLUG}/players", players, token).status_code == 200
    told = hall.app.test_client().get(f"{V1}/tournaments/{SLUG}/players").get_json()
    assert told["players"][-1] | {"takes_part": True} == {
        "number": 5, "name": "Ann Lee", "division": "", "rating": 1500, "team": "",
        "classes": ["A"], "takes_part": True,
    }  # fmt: skip
    paired = {"round": 2, "pairings": [{"table": 1, "first": 1, "second": 3}]}
    assert entered(hall, f"/tournaments/{SLUG}/rounds", paired, token).status_code == 200
    again = entered(hall, f"/tournaments/{SLUG}/rounds", paired, token)
    assert (again.status_code, again.get_json()["refused"]) == (422, "round-paired")


def test_nothing_is_entered_without_a_token_or_past_its_scope(hall):
    path, body = f"/tournaments/{SLUG}/rounds/1/tables/2/result", {"scores": [400, 300]}
    none = hall.app.test_client().post(f"{V1}{path}", json=body, headers=FROM_HERE)
    wrong = entered(hall, path, body, "tilescribe_nothing")
    narrow = entered(hall, path, body, a_token(hall, "read", "players"))

    assert [(a.status_code, a.get_json()["refused"]) for a in (none, wrong, narrow)] == [
        (401, "token-needed"), (401, "no-such-token"), (403, "scope-lacking"),
    ]  # fmt: skip
    assert none.headers["WWW-Authenticate"] == "Bearer"


def test_a_cookie_opens_nothing_at_the_interface(hall):
    client = hall.app.test_client()
    client.set_cookie("tilescribe-session", hall.token_of("director"))
    path, body = f"/tournaments/{SLUG}/rounds/1/tables/2/result", {"scores": [400, 300]}

    answer = client.post(f"{V1}{path}", json=body, headers=FROM_HERE)

    assert answer.get_json()["refused"] == "token-needed"


def test_a_token_taken_back_or_of_a_badge_taken_back_is_dead_at_once(hall):
    hall.office.issue("O7", "Organiser for a day", hall.desk.role_of("O1"), by="D1")
    token, other = a_token(hall, "read", by="O7", name="one"), a_token(hall, "read", by="O7")
    read = hall.app.test_client().get
    assert read(f"{V1}/tournaments", headers=bearing(token)).status_code == 200

    hall.office.revoke_token("O7", "one", "lost", by="D1")
    assert read(f"{V1}/tournaments", headers=bearing(token)).status_code == 401
    assert read(f"{V1}/tournaments", headers=bearing(other)).status_code == 200
    hall.office.revoke("O7", "gone", by="D1")
    assert read(f"{V1}/tournaments", headers=bearing(other)).status_code == 401


def test_only_with_the_scope_does_a_token_show_what_its_badge_is_shown(hall):
    game, read = hall.games[0], hall.app.test_client().get
    hall.desk.record(game, CallDirector(reason="Spilled tea"), Sent(by="K1", command_id=uuid4()))
    told = {
        scope: read(f"{V1}/games/{game}/plies", headers=bearing(a_token(hall, scope))).get_json()
        for scope in ("read", "official")
    }
    visitor = read(f"{V1}/games/{game}/plies").get_json()

    assert told["read"] == visitor
    assert "Spilled tea" not in json.dumps(visitor)
    assert "Spilled tea" in json.dumps(told["official"])


def test_the_pages_of_a_named_site_may_read_and_no_others(hall):
    client = hall.app.test_client()
    good = client.get(f"{V1}/tournaments", headers={"Origin": "https://stream.example"})
    bad = client.get(f"{V1}/tournaments", headers={"Origin": "https://evil.example"})
    page = client.get("/", headers={"Origin": "https://stream.example"})
    first = client.options(
        f"{V1}/tournaments/{SLUG}/players",
        headers={"Origin": "https://stream.example", "Access-Control-Request-Method": "POST"},
    )

    assert good.headers["Access-Control-Allow-Origin"] == "https://stream.example"
    assert "Access-Control-Allow-Credentials" not in good.headers
    assert "Access-Control-Allow-Origin" not in bad.headers
    assert "Access-Control-Allow-Origin" not in page.headers
    assert "Authorization" in first.headers["Access-Control-Allow-Headers"]


def test_changes_come_from_where_the_connection_was_lost(hall):
    client = hall.app.test_client()
    last = hall.here.log.last_position()

    all_of_them = client.get(f"{V1}/events?tournament={SLUG}&after=0").data.decode()
    since = client.get(
        f"{V1}/events?tournament={SLUG}", headers={"Last-Event-ID": str(last - 1)}
    ).data.decode()

    assert re.findall(r"^id: (\d+)", all_of_them, re.MULTILINE)
    assert f"id: {last}" in since or since.startswith("retry")


def test_a_token_is_made_on_a_page_told_once_and_taken_back(hall):
    client = hall.app.test_client()
    client.set_cookie("tilescribe-session", hall.token_of("director"))
    form = {
        "name": "Scoreboard",
        "scope": ["read", "results"],
        "days": "3",
        "request": str(uuid4()),
    }

    made = client.post("/tokens/make", data=form, headers=FROM_HERE)
    token = re.search(r"tilescribe_[\w-]{43}", made.text)[0]

    assert made.headers["Cache-Control"] == "no-store"
    assert hall.office.tokens.find(token).scopes == ("read", "results")
    page = client.get("/tokens/").text
    assert token not in page
    assert "<code>read</code>, <code>results</code>" in page
    stored = str(hall.desk.log.events_of(badge_id("D1")))
    assert token not in stored
    none = client.post(
        "/tokens/make",
        data={**form, "scope": [], "name": "x", "request": str(uuid4())},
        headers={**FROM_HERE, "Accept": "text/html"},
    )
    assert none.status_code == 422
    assert "A token needs at least one permission." in none.text
    for days in ("0", "foo", "-3", "", "9" * 40, "²"):
        wrong = client.post(
            "/tokens/make",
            data={**form, "days": days, "name": "y", "request": str(uuid4())},
            headers={**FROM_HERE, "Accept": "text/html"},
        )
        assert (days, wrong.status_code) == (days, 422)
        assert "tilescribe_" not in wrong.text
    client.post(
        "/tokens/revoke",
        data={"badge": "D1", "name": "Scoreboard", "reason": "over"},
        headers=FROM_HERE,
    )
    assert hall.office.tokens.find(token) is None


def test_a_form_that_is_sent_again_does_not_bring_back_a_token_that_was_taken_back(hall):
    request = MakeToken(badge="D1", token="Once", scopes=("results",))
    sent = Sent(by="D1", command_id=uuid4())
    first = hall.office.make_token(request, sent)
    again = hall.office.make_token(request, sent)
    assert hall.office.tokens.find(first) is None
    hall.office.revoke_token("D1", "Once", "lost", by="D1")

    with pytest.raises(Refusal):
        hall.office.make_token(request, sent)

    assert hall.office.tokens.find(again) is None
    assert "Once" not in {one.name for one in hall.office.tokens.all_of("D1")}


@pytest.mark.parametrize("path", ["players", "rounds", "rounds/1/tables/2/result"])
@pytest.mark.parametrize("shown", ["", "Bearer x", "Basic eDp5", "Bearer", "bearer tilescribe_"])
def test_no_door_that_writes_takes_a_wrong_token(hall, path, shown):
    headers = {"Idempotency-Key": str(uuid4()), **({"Authorization": shown} if shown else {})}

    answer = hall.app.test_client().post(
        f"{V1}/tournaments/{SLUG}/{path}", json={}, headers=headers
    )

    assert answer.status_code == 401


@pytest.mark.found("OG-1")
def test_a_round_with_a_player_of_another_division_is_refused_and_who_is_left_out_remarked(hall):
    token = a_token(hall, "players", "rounds")
    other, number = "og-1-b", 901
    players = [{"number": number + n, "name": f"Loon {n}", "division": other} for n in range(3)]
    path = f"/tournaments/{SLUG}"
    assert entered(hall, f"{path}/players", {"players": players}, token).status_code == 200
    body = {"round": 1, "division": other, "pairings": [{"table": 90, "first": 1, "second": 901}]}

    refused = entered(hall, f"{path}/rounds", body, token)
    body["pairings"] = [{"table": 90, "first": 902, "second": 901}]
    written = entered(hall, f"{path}/rounds", body, token)

    assert refused.status_code == 422
    assert refused.json["refused"] == "player-of-another-division"
    assert written.json["remarks"] == ["left-out"]


@pytest.mark.found("OG-4")
def test_a_round_paired_too_early_is_remarked_on_and_taken_back(hall):
    token, path, div = a_token(hall, "players", "rounds"), f"/tournaments/{SLUG}", "og-4"
    players = [{"number": 950 + n, "name": f"Tern {n}", "division": div} for n in range(2)]
    entered(hall, f"{path}/players", {"players": players}, token)
    one = [{"table": 95, "first": 950, "second": 951}]
    said = [
        entered(hall, f"{path}/rounds", {"round": n, "division": div, "pairings": one}, token)
        for n in (1, 2)
    ]
    back = [
        entered(hall, f"{path}/rounds/{n}/taken-back", {"division": div}, token) for n in (1, 2, 1)
    ]

    assert [one.json["remarks"] for one in said] == [[], ["paired-again", "results-out"]]
    assert [one.status_code for one in back] == [422, 200, 200]
    assert back[0].json["refused"] == "round-after"


@pytest.mark.found("OG-12")
def test_a_name_that_is_none_is_refused_and_a_division_that_was_not_named_is_asked_for(hall):
    token, path = a_token(hall, "players", "rounds", "results"), f"/tournaments/{SLUG}"
    digit = entered(hall, f"{path}/players", {"players": [{"number": 1, "name": "7"}]}, token)
    assert (digit.status_code, digit.json["refused"]) == (422, "unreadable-request")
    assert "has no letter in it" in digit.json["what"]
    two = [{"number": 970 + n, "name": f"Skua {n}", "division": "og-12"} for n in range(2)]
    entered(hall, f"{path}/players", {"players": two}, token)
    body = {
        "round": 1,
        "division": "og-12",
        "pairings": [{"table": 97, "first": 970, "second": 971}],
    }
    assert entered(hall, f"{path}/rounds", body, token).status_code == 200
    slip = entered(hall, f"{path}/rounds/1/tables/97/result", {"scores": [400, 300]}, token)
    assert slip.status_code == 404
    assert "has several divisions. Say which one." in slip.json["what"]


@pytest.mark.found("OG-12")
def test_a_whole_number_written_with_a_nought_behind_its_point_is_read(hall):
    token, path = a_token(hall, "players", "rounds", "results"), f"/tournaments/{SLUG}"
    two = [{"number": 980.0 + n, "name": f"Tern {n}", "division": "og-280"} for n in range(2)]
    assert entered(hall, f"{path}/players", {"players": two}, token).status_code == 200
    pairing = {"table": 98, "first": 980.0, "second": 981}
    body = {"round": 1.0, "division": "og-280", "pairings": [pairing]}
    assert entered(hall, f"{path}/rounds", body, token).status_code == 200

    slips = [
        entered(
            hall,
            f"{path}/rounds/1/tables/98/result",
            {"scores": scores, "division": "og-280"},
            token,
        )
        for scores in ([280.5, 300], [280.0, "300"], [280.0, 1e40], [280.0, 300.0])
    ]

    assert [slip.status_code for slip in slips] == [422, 422, 422, 200]
    written = [event.fact for _, event in hall.desk.log.about(SlipTyped)]
    assert written[-1].totals == (280, 300)


@pytest.mark.found("OG-12")
def test_a_division_without_a_name_is_called_so_where_one_is_to_be_named(hall):
    token, path = a_token(hall, "players", "rounds", "results"), f"/tournaments/{SLUG}"
    one = [{"number": 990, "name": "Auk", "division": "og-unnamed"}]
    assert entered(hall, f"{path}/players", {"players": one}, token).status_code == 200

    with pytest.raises(Refusal) as refused:
        hall.office.tablets.invite(f"{SLUG}/T77", by="D1")

    assert refused.value.code == "which-division"
    assert "one without a name" in refused.value.what
    assert "//" not in refused.value.next_step
