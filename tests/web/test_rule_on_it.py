"""*Rule on it*: nothing acts by itself, what is seen is written, an empty finding is refused."""

from __future__ import annotations

import html
import re
from datetime import UTC, datetime
from uuid import uuid4

import pytest

from ledger.desk.matters import RefusedRequest
from ledger.desk.requests import RejectedRequest, Sent
from ledger.game.calls.requests import CallDirector
from ledger.game.drawing.overdraws import ReportOverdraw
from ledger.game.judging.rules import Found, must_be_correctable
from ledger.game.results.amending import AmendResult, AskAmendment
from ledger.game.scores.requests import ApplyPenalty
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.incidents.case_file import case_in
from ledger.incidents.facts import RulingGiven
from ledger.incidents.ruling import DraftRuling, GiveRuling, SecondRuling, digest_of_ruling
from ledger.rulebook import load
from ledger.rulebook.ambiguities import ambiguities
from ledger.tournament.tournament import tournament_named
from ledger.vocabulary import CONSOLE, Role
from ledger.vocabulary.refusals import Refusal
from tests.desks import A, B, Table
from tests.officials import Director
from tests.web.conftest import FOR_PEOPLE
from tests.web.entry_hall import PIN, SLUG, a_hall
from tests.web.previewed import previewed
from web.cases.foreseen import Foreseen, given_as_seen
from web.cases.ruling_form import ways_of

FROM_HERE = {"Sec-Fetch-Site": "same-origin"}
CASES = f"/t/{SLUG}/cases/"
CHOSEN = re.compile(r"<input[^>]*type=\"(?:radio|checkbox)\"[^>]*\bchecked\b")


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("rule-on-it"), tables=36) as hall:
        hall.free = iter(range(1, 37))
        hall.office.issue("D2", "Dee", Role.DIRECTOR, by=CONSOLE)
        hall.office.pins.set("D2", PIN)
        hall.director = hall.app.test_client()
        hall.director.post("/sign-in", data={"badge": "D1", "pin": PIN}, headers=FROM_HERE)
        yield hall


@pytest.fixture
def table(hall):
    """A started table of its own."""
    number = next(hall.free)
    table = Table(hall.desk, hall.games[number - 1])
    table.numbers = iter(range(number * 100_000, number * 100_000 + 90_000))
    table.number = number
    table.enter(DetermineStarter(starter=1, method="draw"))
    table.enter(StartGame())
    return table


def refused(hall, table, request, by="D1"):
    """Something that is refused; the id of its entry."""
    entry = uuid4()
    hall.desk.enter(table.game, request, Sent(by=by, command_id=entry))
    return str(entry)


def a_draw_onto_a_full_rack(hall, table):
    table.passes(A)
    return refused(hall, table, ReportOverdraw(seat=A, drawn=1, touched=False))


def a_wrong_sum(hall, table):
    table.signed()
    return refused(hall, table, AmendResult(now=(28, 6), reason="HOT counts 17"))


def asks(hall, form, where=CASES):
    return hall.director.post(where, data=form, headers=FOR_PEOPLE | FROM_HERE)


def ruled(hall, form, where=CASES):
    return previewed(lambda data: asks(hall, data, where), **form)


def form_of(entry, **more):
    return {
        "request": str(uuid4()), "entry": entry, "category": "other", "rule": "",
        "citation": "wespa-5.1 3.9.5", **more,
    }  # fmt: skip


def cases(hall):
    return len(tournament_named(SLUG, hall.desk.log).cases)


def last(hall):
    return case_in(hall.desk.log, tournament_named(SLUG, hall.desk.log).cases[-1])


def at_its_field(answer, field):
    """Whether the refusal stands at the field; a field of a rule has a place of its own for it."""
    where = "rule-words field-wrong" if field == "citation" else f'id="wrong-{field}"'
    return where in answer.text


def page_of(hall, entry):
    answer = hall.director.get(f"{CASES}new?entry={entry}", headers=FOR_PEOPLE)
    return html.unescape(answer.text)


@pytest.mark.found("DI-2")
@pytest.mark.parametrize("what", [a_draw_onto_a_full_rack, a_wrong_sum])
def test_refusing_it_never_enters_it_and_nothing_is_chosen_beforehand(hall, table, what):
    entry = what(hall, table)
    before = table.sheet

    page = page_of(hall, entry)
    assert CHOSEN.findall(page.replace('value="" checked', "")) == []
    for words in ("Enter it", "Refuse it", "Rule otherwise"):
        assert f"<b>{words}</b>" in page
    answer = ruled(hall, form_of(entry, decides="refuse", finding="Not established", alone="-"))

    assert answer.status_code == 303, answer.text
    assert last(hall).ruling.finding == "Not established"
    assert table.sheet.version == before.version
    assert (table.sheet.stock, table.sheet.stands) == (before.stock, before.stands)


@pytest.mark.found("DI-2")
def test_what_the_record_holds_of_a_full_rack_is_said_with_what_each_way_reads(hall, table):
    page = page_of(hall, a_draw_onto_a_full_rack(hall, table))
    assert "drew 1 tile for 0" in page
    enters = page[page.index("<b>Enter it") : page.index("<b>Refuse it")]
    refuses = page[page.index("<b>Refuse it") : page.index("<b>Rule otherwise")]
    assert "all the new tiles" in enters
    assert "all the new tiles" not in refuses


@pytest.mark.found("DI-2")
def test_each_reading_of_an_amendment_stands_under_the_way_it_leads_to(hall, table):
    page = page_of(hall, a_wrong_sum(hall, table))
    assert "Amend the result to 28 : 6 (signed 28 : −11): HOT counts 17" in page
    enters = page[page.index("<b>Enter it") : page.index("<b>Refuse it")]
    refuses = page[page.index("<b>Refuse it") : page.index("<b>Rule otherwise")]
    assert "the director corrects them" in enters
    assert "they stay as signed" in refuses
    assert "they stay as signed" not in enters


@pytest.mark.found("DI-2")
@pytest.mark.parametrize("trap", ["T4-15", "T1-03"])
@pytest.mark.parametrize("acceptable", [True, False])
def test_the_reading_of_a_wrong_verdict_follows_what_the_button_does(trap, acceptable):
    """A tile of the side of the mistake is on the rack: one reading still lets it be mended."""
    book = {"T4-15": "wespa-4.0", "T1-03": "wespa-1.0"}[trap]
    racked = Found(
        was_acceptable=acceptable, new_tile_racked=acceptable, retracted_tile_racked=True
    )
    with pytest.raises(Refusal) as met:
        must_be_correctable(racked, load(book))
    assert met.value.trap == trap
    request = RejectedRequest(asked={"ask": "report-misadjudication", "reason": "misread"}, by="D1")
    wanted = RefusedRequest(
        entry=uuid4(), game=uuid4(), device="", wanted=request, refusal=met.value,
        at=datetime.now(UTC), version=9, would_write=(),
    )  # fmt: skip
    own, either = ambiguities()[trap].readings

    enter, refuse, otherwise = ways_of(wanted, lambda: "the verdict was wrong")

    assert [one.words for one in enter.readings] == [either.words]
    assert [one.words for one in refuse.readings] == [own.words]
    assert [one.words for one in otherwise.readings] == [own.words, either.words]


@pytest.mark.found("DI-2")
def test_an_amendment_that_is_refused_settles_the_petition_for_it_as_well(hall, table):
    table.signed()
    table.enter(AskAmendment(seat=A, reason="HOT counts 17", now=(28, 6)))
    entry = refused(hall, table, AmendResult(now=(28, 6), reason="HOT counts 17"))
    stood = table.sheet.stands

    answer = ruled(hall, form_of(entry, decides="refuse/1", finding="They stay", alone="-"))

    assert answer.status_code == 303, answer.text
    assert table.sheet.result.amending is None
    assert table.sheet.stands == stood


@pytest.mark.found("DI-2")
def test_nothing_is_given_that_was_not_seen_and_what_is_seen_is_what_is_written(hall, table):
    entry = a_wrong_sum(hall, table)
    there, version = cases(hall), table.sheet.version
    form = form_of(entry, decides="enter/2", finding="HOT counts 17", alone="nobody else")

    seen = asks(hall, form)

    assert seen.status_code == 200
    assert (cases(hall), table.sheet.version) == (there, version)
    said = html.unescape(seen.text)
    assert "Player" in said
    assert re.search(r'<tr class="changes"><th scope="row">[^<]+</th><td>−11</td><td>6', said)
    assert re.search(
        r"Standings: [^<]+</th><td>a loss, spread −39</td><td>a loss, spread −22", said
    )
    answer = ruled(hall, form)
    assert answer.status_code == 303
    shown = html.unescape(hall.director.get(answer.location, headers=FOR_PEOPLE).text)
    listed = re.findall(
        r"<li>([^<]+)</li>", said[said.index("All or nothing is written:") :].split("</ul>")[0]
    )
    assert [
        words for words in listed if not words.startswith("Ruled:") and words not in shown
    ] == []
    assert table.sheet.stands == (28, 6)


@pytest.mark.found("DI-2")
def test_a_game_that_moved_on_since_it_was_seen_is_asked_about_again(hall, table):
    table.passes(A)
    entry = refused(hall, table, ReportOverdraw(seat=A, drawn=1, touched=False))
    form = form_of(entry, decides="otherwise", finding="Leave it", points_seat="first",
                   points_amount="-10")  # fmt: skip
    seen = asks(hall, form).text
    previewed_as = re.search(r'name="previewed" value="(\w+)"', seen)[1]
    version = re.search(r'name="game_seen" value="(\d+)"', seen)[1]
    table.play(B, "8D", "WINDY", 32)
    there = cases(hall)

    again = asks(hall, form | {"previewed": previewed_as, "game_seen": version})

    assert again.status_code == 409
    assert "At the table since then" in again.text
    assert "8D WINDY" in again.text
    assert cases(hall) == there
    assert table.sheet.stands == (0, 32)


@pytest.mark.found("DI-2")
@pytest.mark.parametrize(("again", "versions"), [("as seen", [4, 5]), ("another", [4])])
def test_a_table_that_writes_while_it_is_given_is_looked_at_again(again, versions):
    """What does the same by then is given on the newer game; what does another is not."""
    given = []

    def give(version, _sent):
        given.append(version)
        if version == 4:
            raise Refusal("game-went-on", "The game went on.", "Look again.")

    seen, now = Foreseen((), (), "as seen", 4), Foreseen((), (), again, 5)
    sent = Sent(by="D1", command_id=uuid4())
    if again == "as seen":
        given_as_seen(give, sent, lambda: now, seen.digest, seen)
    else:
        with pytest.raises(Refusal) as refused:
            given_as_seen(give, sent, lambda: now, seen.digest, seen)
        assert refused.value.code == "game-went-on"

    assert given == versions


@pytest.mark.found("DI-2")
def test_what_changes_nothing_of_what_was_seen_does_not_stand_in_the_way(hall, table):
    entry = a_draw_onto_a_full_rack(hall, table)
    form = form_of(entry, decides="refuse", finding="It stays", alone="-")
    seen = asks(hall, form).text
    found = re.search(r'name="previewed" value="(\w+)"', seen)[1]
    hall.desk.record(table.game, CallDirector(reason="dispute"), Sent(by="D1", command_id=uuid4()))

    answer = asks(hall, form | {"previewed": found, "game_seen": "1"})

    assert answer.status_code == 303


@pytest.mark.found("DI-2")
def test_the_desk_refuses_a_ruling_seen_on_an_older_game_whoever_asks(hall, table):
    director = Director(hall.desk)
    case = director.open_case(table.game, "score", by="D1")
    follows = (ApplyPenalty(seat=A, unit="points", amount=10, reason="x"),)
    request = GiveRuling(game=table.game, finding="so", citation="wespa-5.1 5.2", follows=follows,
                       game_seen=table.sheet.version, although="-")  # fmt: skip
    table.passes(A)

    with pytest.raises(Refusal) as refusal:
        hall.desk.must_write(case, request, Sent(by="D1", command_id=uuid4()))

    assert refusal.value.code == "game-went-on"
    assert table.sheet.stands == (0, 0)


@pytest.mark.found("DI-6")
@pytest.mark.parametrize(("field", "form"), [
    ("finding", {"decides": "enter/2", "finding": " "}),
    ("citation", {"decides": "enter/2", "finding": "so", "citation": " "}),
    ("decides", {"finding": "so"}),
    ("points_amount", {"decides": "otherwise", "finding": "so", "points_seat": "first",
                       "points_amount": ""}),
    ("warn_seat", {"decides": "otherwise", "finding": "so", "warn_seat": ""}),
])  # fmt: skip
def test_what_is_left_empty_is_refused_at_its_field_and_no_case_is_opened(hall, table, field, form):
    entry = a_wrong_sum(hall, table)
    there, version = cases(hall), table.sheet.version

    answer = asks(hall, form_of(entry, alone="-") | form)

    assert answer.status_code == 422
    assert at_its_field(answer, field)
    assert (
        "so nothing was" in answer.text
        or "line of the consequences" in answer.text
        or ("A ruling needs a rule" in answer.text)
    )
    assert (cases(hall), table.sheet.version) == (there, version)


@pytest.mark.found("DI-6")
@pytest.mark.parametrize(("step", "field", "form"), [
    ("rule", "finding", {"finding": " ", "citation": "wespa-5.1 5.2"}),
    ("rule", "citation", {"finding": "so", "citation": " "}),
    ("hear", "who", {"who": " ", "role": "witness", "words": "I saw it"}),
    ("cite", "citation", {"citation": " "}),
    ("appeal", "who", {"who": " "}),
    ("reopen", "reason", {"reason": " "}),
])  # fmt: skip
def test_an_open_case_takes_no_empty_finding_reason_rule_or_name(hall, table, step, field, form):
    director = Director(hall.desk)
    case = director.open_case(table.game, "score", by="D1")
    number = director.case_file(case).opened.number
    version = director.case_file(case).version

    answer = asks(hall, {"request": str(uuid4()), "salt": "ab" * 16, **form},
                  f"{CASES}{number}/{step}")  # fmt: skip

    assert answer.status_code == 422
    assert "empty" in answer.text or "A ruling needs a rule" in answer.text
    if step == "rule":
        assert at_its_field(answer, field)
    assert director.case_file(case).version == version


@pytest.mark.found("DI-2")
def test_without_scripts_a_look_comes_first_and_fills_in_the_finding_of_what_was_chosen(
    hall, table
):
    entry = a_draw_onto_a_full_rack(hall, table)
    form = form_of(entry, decides="refuse", finding="", preview="1")

    seen = html.unescape(asks(hall, form).text)

    assert re.search(
        r'name="finding"[^>]*value="Not established: Player \d+ drew 1 tile for 0"', seen
    )
    assert re.search(r'value="refuse"[^>]*checked', seen)
    other = asks(hall, form | {"decides": "otherwise", "finding": "Not established: something"})
    assert 'value="Not established: something"' in other.text


@pytest.mark.found("DI-2")
def test_lines_of_what_follows_are_added_and_taken_away_without_scripts(hall, table):
    entry = a_draw_onto_a_full_rack(hall, table)
    assert 'class="follow"' not in page_of(hall, entry).split("<template")[0]
    form = form_of(entry, decides="otherwise", finding="so")
    there = cases(hall)

    added = asks(hall, form | {"add": "points"}).text
    assert 'name="points_amount"' in added.split("<template")[0]
    form |= {"points_seat": "first", "points_amount": "-10"}
    taken = asks(hall, form | {"drop": "0"}).text
    assert 'name="points_amount"' not in taken.split("<template")[0]
    assert cases(hall) == there
    assert not table.sheet.lines[-1].score


@pytest.mark.found("DI-11")
def test_what_was_asked_stands_whole_on_the_page_of_its_case_and_on_the_desk(hall, table):
    entry = a_draw_onto_a_full_rack(hall, table)
    rows = hall.director.get("/desk/now.json").json["for_a_ruling"]
    row = next(one for one in rows if one["where"]["game"] == str(table.game))
    assert re.fullmatch(r"Player \d+ drew 1 tile for 0", row["wanted"])

    answer = asks(hall, form_of(entry, only="1"))
    page = html.unescape(hall.director.get(answer.location, headers=FOR_PEOPLE).text)
    assert re.search(r"Player \d+ drew 1 tile for 0", page)


@pytest.mark.found("DI-2")
def test_players_are_told_only_where_somebody_says_so(hall, table):
    director = Director(hall.desk)
    case = director.open_case(table.game, "score", by="D1")
    director.rule(case, table.game, "it stands", "wespa-5.1 5.2", by="D1", although="-")
    number = director.case_file(case).opened.number
    page = hall.director.get(f"{CASES}{number}", headers=FOR_PEOPLE).text
    told = page[page.index('id="ruled-title"') :].split("</section>")[0]
    assert "checked" not in told

    empty = asks(hall, {"request": str(uuid4())}, f"{CASES}{number}/tell")
    assert empty.status_code == 422
    assert (
        asks(hall, {"request": str(uuid4()), "both": "right"}, f"{CASES}{number}/tell").status_code
        == 303
    )


@pytest.mark.found("DI-2")
def test_a_second_official_agrees_to_what_stands_there_and_to_nothing_later(hall, table):
    director = Director(hall.desk)
    case = director.open_case(table.game, "score", by="D1")
    first, second = (
        GiveRuling(game=table.game, finding=words, citation="wespa-5.1 5.2")
        for words in ("HOT counts 17", "HOT counts 7")
    )
    for ruling in (first, second):
        request = DraftRuling(digest=digest_of_ruling(ruling), words="", says=ruling.finding)
        hall.desk.must_write(case, request, Sent(by="D1", command_id=uuid4()))

    with pytest.raises(Refusal) as refusal:
        hall.desk.must_write(
            case, SecondRuling(digest=digest_of_ruling(first)), Sent(by="D2", command_id=uuid4())
        )
    assert refusal.value.code == "draft-changed"


def test_a_program_that_did_not_look_is_told_so(hall, table):
    entry = a_draw_onto_a_full_rack(hall, table)
    answer = hall.director.post(
        CASES, data=form_of(entry, decides="refuse", finding="so"), headers=FROM_HERE
    )
    assert answer.status_code == 422
    assert answer.json["refused"] == "not-looked-at"
    assert not any(one.each(RulingGiven) for one in [last(hall)] if one.opened.entry == entry)


@pytest.mark.found("DI-2")
def test_i_agree_stands_beside_the_whole_and_refuses_what_does_otherwise_by_now(hall, table):
    """Of DI-14: a second official reads what it changes, its rule and who asked."""
    first, _ = table.signed().names
    director = Director(hall.desk)
    case = director.open_case(table.game, "score", by="D1")
    number = director.case_file(case).opened.number
    form = {"finding": "HOT counts 17", "citation": "wespa-5.1 5.4.1", "result_first": "28",
            "result_second": "6"}  # fmt: skip
    drafted = asks(
        hall, {"request": str(uuid4()), "salt": "ab" * 16, **form}, f"{CASES}{number}/draft"
    )
    assert drafted.status_code == 303

    second = hall.app.test_client()
    second.post("/sign-in", data={"badge": "D2", "pin": PIN}, headers=FROM_HERE)
    page = html.unescape(second.get(f"{CASES}{number}", headers=FOR_PEOPLE).text)
    whole = page[page.index('id="draft-title"') :].split("</section>")[0]
    changed = f"{first} wins by 39</td><td>{first} wins by 22"
    for words in ("HOT counts 17", "wespa-5.1 5.4.1", "badge D1", "<td>−11</td><td>6", changed):
        assert words in whole, words
    assert "a loss, spread −22" in whole
    sends = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', whole))
    table.enter(AmendResult(now=(30, 6), reason="other"), by="D1",
                case=table.ruled("another matter"))  # fmt: skip

    late = second.post(f"{CASES}{number}/second", data=sends, headers=FOR_PEOPLE | FROM_HERE)

    assert late.status_code == 422
    assert "have changed since you read them" in late.text
