"""Two slips of one game that differ: from the desk's row to both of them, and settled there."""

from __future__ import annotations

import re
from html import unescape
from uuid import uuid4

import msgspec
import pytest
from msgspec import structs

from ledger.accounts.badges import Badges
from ledger.game.results.slips import ReportResult, TypeSlip
from ledger.incidents.case_file import case_in, case_numbered
from ledger.incidents.wording import case_wording
from ledger.messages import say, speaking
from ledger.tournament.tournament import tournament_named
from ledger.vocabulary import Role
from printing.cases.filled_cases import incident_record_of
from printing.filling.case_papers import case_at_hand
from tests.officials import Organiser
from tests.web.a_tablet import let_in
from tests.web.conftest import FOR_PEOPLE
from tests.web.entry_hall import PIN, SLUG, a_hall, the_desk
from tests.web.previewed import previewed
from tests.web.test_players_tell import usable
from web.frame.languages import CHOSEN

FROM_HERE = {"Sec-Fetch-Site": "same-origin"} | FOR_PEOPLE


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("slips"), tables=16) as hall:
        office: Badges = hall.office
        office.issue("O1", "Ines", Role.ORGANISER, by="D1")
        office.pins.set("O1", PIN)
        hall.free = iter(hall.games)
        hall.clients = {badge: client(hall, badge) for badge in ("D1", "O1", "K1")}
        yield hall


@pytest.fixture
def game(hall):
    """A game of which two slips were typed, by the director and by the scorekeeper."""
    game = next(hall.free)
    typed(hall, game, (401, 388), "D1")
    typed(hall, game, (411, 388), "K1")
    return game


def typed(hall, game, scores, by):
    Organiser(hall.desk).asks(game, TypeSlip(scores=scores, sure=True), by)


def client(hall, badge):
    visitor = hall.app.test_client()
    if badge == "K1":
        visitor.set_cookie("tilescribe-device", the_desk(hall.office).key)
    visitor.post("/sign-in", data={"badge": badge, "pin": PIN}, headers=FROM_HERE)
    return visitor


def where(game):
    return f"/t/{SLUG}/organise/results/slips/{game}"


def shown(hall, game, who="D1"):
    return unescape(hall.clients[who].get(where(game), headers=FOR_PEOPLE).text)


def does(hall, game, who="D1", **form):
    data = {"request": str(uuid4())} | form
    return hall.clients[who].post(where(game), data=data, headers=FROM_HERE)


def form_that_rules(page):
    inside = page.partition('id="holds-title"')[2].partition("</form>")[0]
    found = dict(re.findall(r'type="hidden" name="([a-z_]+)" value="([^"]*)"', inside))
    return found, re.findall(r'name="holds" value="([^"]*)"', inside)


def cases(hall):
    return tournament_named(SLUG, hall.desk.log).cases


def test_the_row_on_the_desk_leads_to_both_slips_and_so_does_the_table(hall, game):
    others = hall.clients["D1"].get("/desk/now.json").json["others"]
    [row] = [one for one in others if one["where"]["game"] == str(game)]
    assert (row["called"], row["first"]["at"]) == ("two slips of one game differ", where(game))
    tables = hall.clients["K1"].get(f"/t/{SLUG}/organise/results.json").json["tables"]
    assert next(one for one in tables if one["game"] == str(game))["shown"] == where(game)
    page = shown(hall, game)
    assert re.search(r'401–388 <span class="chip[^>]*>current</span>', page)
    assert "A slip, typed by D1 at" in page
    assert "A slip, typed by K1 at" in page


def test_the_director_settles_it_in_one_form_however_often_it_is_sent(hall, game):
    before = len(cases(hall))
    hidden, holds = form_that_rules(shown(hall, game))
    assert sorted(holds) == ["401 388", "411 388"]
    form = hidden | {"holds": "411 388", "finding": "both score sheets say so", "alone": "nobody"}
    headers = {**FROM_HERE, **FOR_PEOPLE}
    sent = [
        previewed(
            lambda data: hall.clients["D1"].post(where(game), data=data, headers=headers), **form
        )
        for _ in range(2)
    ]
    assert [answer.status_code for answer in sent] == [303, 303]
    sheet = hall.desk.sheet(game)
    assert (sheet.stands, sheet.result.records_differ) == ((411, 388), None)
    assert len(cases(hall)) == before + 1
    file = case_in(hall.desk.log, cases(hall)[-1])
    assert (file.opened.game, file.opened.title) == (game, "two slips differ")
    assert "Nothing differs here. The result is" in shown(hall, game)


def ruled_in(hall, of):
    """The case of two slips, settled by the first suggestion in a language; and those words."""
    game = next(hall.free)
    typed(hall, game, (401, 388), "D1")
    typed(hall, game, (411, 388), "K1")
    visitor = client(hall, "D1")
    visitor.set_cookie(CHOSEN, of)
    page = unescape(visitor.get(where(game), headers=FOR_PEOPLE).text)
    words = re.findall(r"<option>([^<]+)</option>", page.partition('id="by-what"')[2])[0]
    form = form_that_rules(page)[0] | {"holds": "411 388", "finding": words, "alone": "nobody"}
    headers = {**FROM_HERE, **FOR_PEOPLE}
    answer = previewed(lambda data: visitor.post(where(game), data=data, headers=headers), **form)
    assert answer.status_code == 303
    return case_in(hall.desk.log, cases(hall)[-1]), words


def test_by_what_it_was_judged_is_kept_alike_in_every_language_and_said_in_the_readers(hall):
    kept, told = set(), {}
    for of in ("en", "es", "de"):
        file, told[of] = ruled_in(hall, of)
        opened = structs.replace(file.opened, game=None, number=0, situation=None, about=None)
        ruling = structs.replace(file.ruling, game=None)
        kept.add((msgspec.json.encode(opened), msgspec.json.encode(ruling)))
    assert len(set(told.values())) == 3
    assert len(kept) == 1
    assert file.ruling.finding == told["en"]
    visitor = client(hall, "D1")
    table = hall.desk.sheet(file.opened.game).scheduled.table
    case = case_at_hand(hall.here, *case_numbered(hall.desk.log, SLUG, file.opened.number))
    for of, words in told.items():
        visitor.set_cookie(CHOSEN, of)
        for page in (f"cases/{file.opened.number}", "rulings", f"r1/t{table}/evidence"):
            shown = unescape(visitor.get(f"/t/{SLUG}/{page}", headers=FOR_PEOPLE).text)
            assert words in shown, (of, page)
            assert told["en" if of == "es" else "es"] not in shown, (of, page)
        with speaking(of):
            paper = incident_record_of(case)
            assert words in [told for _, told in paper.finding]
            assert paper.title == say("lines.reason-two-slips-differ")
            assert words in case_wording(file.ruling, lambda seat: seat.value)


@pytest.mark.found("OG-2")
def test_a_form_that_is_refused_opens_no_case_and_keeps_what_was_typed(hall, game):
    before = len(cases(hall))
    hidden, _ = form_that_rules(shown(hall, game))
    form = hidden | {"holds": "411 388", "finding": "counted by two"}
    headers = {**FROM_HERE, **FOR_PEOPLE}
    answer = previewed(
        lambda data: hall.clients["D1"].post(where(game), data=data, headers=headers), **form
    )
    assert answer.status_code == 422
    assert re.search(r'value="411 388" checked required', answer.text)
    assert 'value="counted by two"' in answer.text
    assert len(cases(hall)) == before
    again = {name: form[name] for name in form if name != "what"} | {"request": str(uuid4())}
    anew = previewed(
        lambda data: hall.clients["D1"].post(f"/t/{SLUG}/cases/", data=data, headers=headers),
        **again,
    )
    assert anew.status_code == 422
    assert len(cases(hall)) == before
    assert hall.desk.sheet(game).result.records_differ is not None


@pytest.mark.found("OG-2")
@pytest.mark.parametrize(("who", "wrong", "stands"), [("K1", 1, (401, 388)), ("D1", 0, (411, 388))])
def test_what_was_only_typed_wrong_is_taken_back_by_who_typed_it_or_the_director(
    hall, game, who, wrong, stands
):
    """K1 typed the second of the two; the director takes back the first."""
    versions = re.findall(r'name="version" value="(\d+)"', shown(hall, game, who))
    assert len(versions) == (2 if who == "D1" else 1)
    assert "Take back" not in shown(hall, game, "O1")
    version = sorted(versions, key=int)[wrong if who == "D1" else 0]
    refused = does(hall, game, "O1", what="take-back", version=version)
    assert refused.status_code == 422
    assert hall.desk.sheet(game).result.records_differ is not None
    request = str(uuid4())
    for _ in range(2):
        answer = does(hall, game, who, what="take-back", version=version, request=request)
        assert answer.status_code == 303
    sheet = hall.desk.sheet(game)
    assert (sheet.stands, sheet.result.records_differ) == (stands, None)


@pytest.mark.found("OG-2")
def test_the_tile_of_a_slip_leads_to_where_it_is_taken_back(hall):
    game = next(hall.free)
    typed(hall, game, (401, 388), "K1")
    tables = hall.clients["K1"].get(f"/t/{SLUG}/organise/results.json").json["tables"]
    [table] = [one for one in tables if one["game"] == str(game)]
    assert table["shown"] == where(game)
    assert table["slip"]["mine"] is True
    page = shown(hall, game, "K1")
    assert "Take back 401–388" in page
    assert "Take back" not in shown(hall, game, "O1")


def test_of_two_phones_the_slip_that_was_signed_is_typed(hall):
    game = next(hall.free)
    for player, scores in ((1, (401, 388)), (2, (388, 401))):
        Organiser(hall.desk).asks(game, ReportResult(player=player, scores=scores), "D1")
    page = shown(hall, game, "K1")
    one, two = hall.desk.sheet(game).names
    assert f"{one}, on their own phone" in page
    assert f"{two}, on their own phone" in page
    assert "Which is right" not in page
    request = str(uuid4())
    for _ in range(2):
        answer = does(hall, game, "K1", what="type", holds="401 388", request=request)
        assert answer.status_code == 303
    sheet = hall.desk.sheet(game)
    assert (sheet.stands, sheet.result.records_differ) == ((401, 388), None)
    assert sheet.is_signed


def test_organisers_and_scorekeepers_read_both_and_rule_on_neither(hall, game):
    for who in ("O1", "K1"):
        page = shown(hall, game, who)
        assert "The director decides which is right. It is waiting on the desk." in page
        assert "Enter the ruling" not in page


@pytest.mark.parametrize(
    "form",
    [{"what": "type", "holds": "1 2"}, {"what": "take-back", "version": "9" * 30}, {"what": "x"}],
)
def test_what_makes_no_sense_is_said_and_writes_nothing(hall, form):
    game = hall.games[0]
    before = hall.desk.sheet(game).version
    assert does(hall, game, **form).status_code in (404, 422)
    assert hall.desk.sheet(game).version == before


@pytest.mark.browser
def test_everybody_can_use_the_page_on_every_screen(browser, hall, game):
    phones = next(hall.free)
    for player, scores in ((1, (401, 388)), (2, (388, 401))):
        Organiser(hall.desk).asks(phones, ReportResult(player=player, scores=scores), "D1")
    context = browser.new_context(has_touch=True)
    let_in(context, hall, "D1")
    page = context.new_page()
    for each in (game, phones):
        page.goto(f"{hall.address}{where(each)}")
        assert usable(page)

    page.goto(f"{hall.address}/t/{SLUG}/organise/close")  # on a phone by now
    here = page.locator(".tabs [aria-current]").bounding_box()
    assert 0 <= here["x"] <= 390 - here["width"]
    context.close()


def test_a_game_that_is_not_here_and_one_nothing_was_typed_for(hall):
    assert hall.clients["D1"].get(where(uuid4()), headers=FOR_PEOPLE).status_code == 404
    page = shown(hall, hall.games[-1])
    assert "Nothing differs here." in page
