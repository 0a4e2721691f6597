"""Cases through the door: opened once, heard, ruled with what follows, told, reported, closed."""

from __future__ import annotations

import hashlib
import html
import io
import re
from pathlib import Path
from uuid import uuid4

import pytest

from ledger import rulebook
from ledger.desk.requests import Sent
from ledger.game.calls.requests import CallDirector
from ledger.game.clock.requests import ReadClocks, ReportTimerFault, WriteRecollection
from ledger.game.sheet.standing import amount_of
from ledger.incidents.case_file import case_in
from ledger.incidents.facts import (
    AppealHeard,
    BundleIssued,
    CaseReported,
    PenaltyDecided,
    RulingGiven,
    RulingTold,
)
from ledger.incidents.wording import CASES_TOLD, case_wording
from ledger.messages import NAME, text_of
from ledger.record.events import FACT_TYPES, tournament_id
from ledger.record.verify import verify
from ledger.refusals.catalogue import CATALOGUE
from ledger.refusals.saying import next_step_for, refusal
from ledger.tournament.rounds import ReopenRound
from ledger.tournament.tournament import tournament_named
from ledger.vocabulary import Role, Seat
from printing.cases.case_at_hand import CaseAtHand
from printing.cases.filled_cases import finding_of
from tests.officials import Organiser
from tests.web.previewed import previewed
from tests.web.whole_hall import FROM_HERE, SLUG, a_whole_hall

FROM_A_PAGE = {**FROM_HERE, "Accept": "text/html"}
TEMPLATES = Path(__file__).parents[2] / "web/templates"
CASES = f"/t/{SLUG}/cases/"


RULING = {"finding": "x", "citation": "wespa-5.1 1"}


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_whole_hall(tmp_path_factory.mktemp("cases") / "data") as hall:
        yield hall


def number():
    return {"request": str(uuid4()), "salt": "ab" * 16}


def opened(hall, **form):
    answer = hall.ask(
        "director",
        CASES,
        "POST",
        data={"category": "time", "game": hall.games[0]} | number() | form,
    )
    assert answer.status_code == 303, answer.text
    return int(answer.headers["Location"].rsplit("/", 1)[1])


def did(hall, case, step, by="director", **form):
    address = f"{CASES}{case}/{step}"

    def send(form):
        return hall.ask(by, address, "POST", headers=FROM_A_PAGE, data=form)

    return previewed(send, **(number() | form))


def page(hall, case, who="director"):
    return hall.ask(who, f"{CASES}{case}").text


def file_of(hall, case):
    tournament = tournament_named(SLUG, hall.desk.log)
    return case_in(hall.desk.log, tournament.cases[case - 1])


def test_every_fact_of_a_case_has_words():
    of_cases = {
        kind for kind in FACT_TYPES.values() if kind.__module__.startswith("ledger.incidents.facts")
    }
    assert set(CASES_TOLD) == of_cases


@pytest.mark.found("DE14")
def test_DE14_a_form_handed_in_twice_opens_one_case_and_says_one_thing(hall):
    before = len(tournament_named(SLUG, hall.desk.log).cases)
    once = {"category": "score", "game": hall.games[1], "raised_by": "player"} | number()

    answers = [hall.ask("director", CASES, "POST", data=once) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [303, 303]
    assert answers[0].headers["Location"] == answers[1].headers["Location"]
    assert len(tournament_named(SLUG, hall.desk.log).cases) == before + 1
    case = before + 1
    said = {"who": "Player 3", "role": "player", "seat": "first", "words": "I had 40."} | number()
    for _ in range(2):
        assert hall.ask("director", f"{CASES}{case}/hear", "POST", data=said).status_code == 303
    assert page(hall, case).count("I had 40.") == 1


def test_a_case_opened_from_a_call_has_the_facts_of_the_call(hall):
    game = hall.games[0]
    call = hall.desk.must_write(
        game, CallDirector(reason="dispute"), Sent(by="D1", command_id=uuid4(), clocks=(1130, 1172))
    )
    version = call.events[-1].originator_version
    hall.desk.must_write(game, ReadClocks(), Sent(by="D1", command_id=uuid4(), clocks=(900, 901)))

    case = opened(hall, call=version, title="challenge in time?")

    shown = page(hall, case)
    assert "challenge in time?" in shown
    assert "18:50 and 19:32" in shown
    assert "15:00 and 15:01" not in shown


def test_a_ruling_is_seen_before_and_carried_out_told_and_closed(hall):
    case = opened(hall, title="hummed")
    ruling = {
        "finding": "a hold to gain time", "citation": "wespa-5.1 6.2",
        "points_seat": "first", "points_amount": "-10",
        "time_seat": "second", "time_amount": "0:40",
    }  # fmt: skip
    position = hall.desk.log.last_position()

    seen = did(hall, case, "rule", preview="1", **ruling)
    assert "Effects" in seen.text
    assert hall.desk.log.last_position() == position
    assert hall.desk.sheet(hall.games[0]).totals == (0, 0)

    assert did(hall, case, "rule", **ruling).status_code == 303
    assert hall.desk.sheet(hall.games[0]).totals == (-10, 0)
    [given] = file_of(hall, case).each(RulingGiven)
    assert given.finding == "a hold to gain time"

    assert (
        did(hall, case, "tell", told_first="1", told_second="1", right_told="1").status_code == 303
    )
    assert file_of(hall, case).each(RulingTold)[0].right_told
    assert did(hall, case, "close").status_code == 303
    assert "closed" in page(hall, case)
    assert did(hall, case, "hear", who="Wim", role="witness").status_code == 422
    assert did(hall, case, "reopen", reason="a new witness").status_code == 303


def test_what_was_typed_is_still_there_when_it_is_refused(hall):
    case = opened(hall, category="conduct", seat="first")
    refused = did(
        hall, case, "rule", finding="cheated", citation="wespa-5.1 6.2", against="first",
        offence="other", level="1", found="seen by <two> & more",
    )  # fmt: skip

    assert refused.status_code == 422
    assert "Each player must be heard before a finding about conduct." in refused.text
    assert 'value="cheated"' in refused.text
    assert "seen by &lt;two&gt; &amp; more" in refused.text
    assert "Reason for ruling anyway" in refused.text


def test_how_we_ruled_before_stands_beside_the_rule_and_a_search_finds_it(hall):
    first = opened(hall, category="drawing", title="late exchange")
    did(hall, first, "rule", finding="the exchange stands", citation="wespa-5.1 3.8")
    second = opened(hall, category="drawing")

    assert "the exchange stands" in page(hall, second)
    found = hall.ask("director", f"{CASES}?q=late+exchange").text
    assert f"C-{first} · " in found
    assert f"C-{second} · " not in found
    assert "No case contains all of these words." in hall.ask("director", f"{CASES}?q=zebra").text


@pytest.mark.parametrize("who", ["nobody", "display", "player", "keeper", "judge"])
def test_statements_are_out_of_reach_of_whom_they_do_not_concern(hall, who):
    case = opened(hall)
    did(hall, case, "hear", who="Wim Zee", role="witness", words="She palmed a tile.")

    for address in (CASES, f"{CASES}{case}", f"{CASES}new"):
        answer = hall.ask(who, address)
        assert answer.status_code == 403
        assert "palmed" not in answer.text
    assert "palmed" not in hall.ask(who, f"/t/{SLUG}/r1/t1/").text
    assert "palmed" not in hall.ask(who, f"/t/{SLUG}/r1/t1/replay.json").text


def test_an_organiser_reads_and_agrees_and_rules_nothing(hall):
    case = opened(hall)
    assert "Enter the ruling" not in page(hall, case, "organiser")
    assert did(hall, case, "rule", "organiser", finding="x", citation="1").status_code == 403
    ruling = {"finding": "so", "citation": "wespa-5.1 1"}
    assert did(hall, case, "draft", **ruling).status_code == 303
    shown = page(hall, case, "organiser")
    digest = re.search(r'name="digest" value="([0-9a-f]{64})"', shown)[1]
    assert did(hall, case, "second", "organiser", digest=digest).status_code == 303
    assert did(hall, case, "rule", **ruling).status_code == 303
    assert file_of(hall, case).ruling.seconded == "O1"


@pytest.mark.parametrize(
    ("step", "form"),
    [
        ("bless", {}),
        ("rule", {"finding": "x", "citation": "1", "points_seat": "first", "points_amount": "ten"}),
        (
            "rule",
            {"finding": "x", "citation": "1", "points_seat": "first", "points_amount": "9" * 99},
        ),
        ("rule", {"finding": "", "citation": ""}),
        ("confirm", {"statement": "²"}),
        ("penalise", {"kind": "no-such"}),
        ("report", {"to": "x", "why": "no-such"}),
    ],
)
def test_what_can_not_be_read_is_refused_in_words_and_writes_nothing(hall, step, form):
    case = opened(hall)
    position = hall.desk.log.last_position()
    answer = did(hall, case, step, **form)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert hall.desk.log.last_position() == position


def test_a_case_nobody_opened_is_not_there(hall):
    assert hall.ask("director", f"{CASES}999").status_code == 404
    junk = {"category": "other", "game": "x", "call": "²", "player": "9" * 5000}
    assert hall.ask("director", CASES, "POST", data=junk | number()).status_code == 422


@pytest.mark.found("DI-5")
def test_R15_an_appeal_goes_from_grounds_to_a_decision(hall):
    case = opened(hall)
    did(hall, case, "rule", finding="too late", citation="wespa-5.1 3.10.1(b)")
    form = {"who": "Player 1", "seat": "first", "grounds": "I said it at once.", "deposit": "20"}

    early = did(hall, case, "appeal", **form)
    assert early.status_code == 422
    assert "Reason for accepting it anyway" in early.text
    assert "I said it at once." in early.text

    taken = {"although": "the players leave today", "decide_by": "2026-12-01T18:00"}
    assert did(hall, case, "appeal", **form, **taken).status_code == 303
    panel = {"member_1": "Ina", "member_2": "Wim", "declared_1": "1", "how": "in person"}
    assert did(hall, case, "hear-appeal", **panel).status_code == 303
    assert file_of(hall, case).events[-1].envelope.remarks == ("interest-not-declared",)
    decided = {"outcome": "upheld", "reasons": "heard by two", "effect": "turn 9 comes off"}
    assert did(hall, case, "decide-appeal", **decided).status_code == 303

    shown = page(hall, case)
    for words in ("I said it at once.", "Heard in person by:", "Upheld", "turn 9 comes off"):
        assert words in shown
    file = file_of(hall, case)
    assert file.state == "to be carried out"
    assert "Every step the rulebook requires is done." not in shown
    assert "Not carried out yet" in shown
    [row] = [one for one in waiting(hall, "cases") if one["called"] == f"C-{case}"]
    assert (row["matter"]["kind"], row["lacks"]) == ("decision", "decision")
    filled = hall.ask("director", row["address"].partition("#")[0]).text
    for words in ("On appeal: upheld, turn 9 comes off", "Effect: turn 9 comes off"):
        assert words in html.unescape(filled)
    assert not re.search(r'<input[^>]*name="(enter|adopted)"[^>]* checked', filled)
    assert not re.search(r'name="beside"[^>]* checked', filled), "nothing is chosen for anybody"
    given = {"finding": "On appeal: upheld", "citation": "wespa-5.1 3.10.1(b)", "beside": ""}
    version = re.search(r'name="decision" value="(\d+)"', filled)[1]
    assert "Effects" in did(hall, case, "rule", **given, decision=version, preview="1").text
    assert did(hall, case, "rule", **given, decision=version).status_code == 303
    assert file_of(hall, case).ruling.decision == file.to_carry_out.version
    carried = html.unescape(page(hall, case))
    assert "by the ruling “On appeal: upheld”" in carried
    assert "Not carried out yet" not in carried
    assert did(hall, case, "appeal", decide_by="soon", **form).status_code == 422


def a_refused_exchange(hall):
    """An exchange of who is not on move, and what the tablet was answered."""
    sheet = hall.desk.sheet(hall.games[1])
    entry = {
        "command_id": str(uuid4()), "game": str(hall.games[1]),
        "asked": {"ask": "exchange-tiles", "seat": sheet.on_move.opponent, "count": 2},
    }  # fmt: skip
    [answer] = hall.ask("director", "/api/entries", "POST", json=[entry]).json["answers"]
    return sheet, answer


@pytest.mark.found("DE1")
def test_rule_on_it_from_the_refusal_to_the_sheet_in_one_form(hall):
    sheet, answer = a_refused_exchange(hall)
    assert answer["kind"] == "refused"
    assert answer["rule_on"].startswith(f"{CASES}new?entry=")

    form = hall.ask("director", answer["rule_on"]).text
    assert "exchange 2" in form
    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))
    ruling = {"category": "procedure", "finding": "the entry stands", "decides": "enter"}
    once = hidden | ruling | {"citation": "wespa-5.1 1"}

    answers = [
        previewed(
            lambda form: hall.ask("director", CASES, "POST", data=form, headers=FROM_A_PAGE), **once
        )
        for _ in range(2)
    ]

    assert [each.status_code for each in answers] == [303, 303]
    case = int(answers[0].headers["Location"].rsplit("/", 1)[1])
    file = file_of(hall, case)
    assert file.opened.entry is not None
    assert file.opened.situation.version == sheet.version
    assert len(file.each(RulingGiven)) == 1
    turn = hall.desk.sheet(hall.games[1]).last_turn
    assert turn.seat is sheet.on_move.opponent
    assert "exchange 2" in page(hall, case)


def test_a_case_can_be_opened_over_a_refusal_and_ruled_on_later(hall):
    sheet, answer = a_refused_exchange(hall)
    entry = answer["rule_on"].partition("entry=")[2]
    form = {"category": "other", "entry": entry, "finding": "typed, not meant", "only": "1"}

    opened = hall.ask("director", CASES, "POST", data=form | number(), headers=FROM_A_PAGE)

    case = int(opened.headers["Location"].rsplit("/", 1)[1])
    assert not file_of(hall, case).each(RulingGiven)
    assert hall.desk.sheet(hall.games[1]).version == sheet.version
    seen = did(
        hall, case, "rule", preview="1", decides="enter", finding="so", citation="wespa-5.1 1"
    )
    assert "Effects" in seen.text


@pytest.mark.parametrize("entry", ["junk", "00000000-0000-4000-8000-000000000000"])
def test_an_entry_that_was_not_refused_is_told_so(hall, entry):
    form = {"category": "other", "entry": entry} | number()
    answer = hall.ask("director", CASES, "POST", data=form, headers=FROM_A_PAGE)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text


def waiting(hall, kind):
    return hall.ask("director", f"/desk/now.json?tournament={SLUG}").json[kind]


def test_what_the_book_leaves_to_the_director_waits_on_the_desk_until_it_is_ruled_on(hall):
    request = {"ask": "grant-free-challenge", "seat": "first", "reason": "misled"}
    entry = {"command_id": str(uuid4()), "game": str(hall.games[0]), "asked": request}
    [answer] = hall.ask("director", "/api/entries", "POST", json=[entry]).json["answers"]
    slip = {**entry, "command_id": str(uuid4()), "asked": {"ask": "resume-game"}}
    hall.ask("director", "/api/entries", "POST", json=[slip])

    [row] = waiting(hall, "for_a_ruling")
    assert row["wanted"] == "Give Player 1 a free challenge: misled"
    assert row["rule_on"] == answer["rule_on"]

    form = {
        "category": "challenge", "entry": entry["command_id"], "decides": "enter/1",
        "finding": "a free challenge", "citation": "wespa-5.1 1",
    }  # fmt: skip
    opened = previewed(
        lambda form: hall.ask("director", CASES, "POST", data=form, headers=FROM_A_PAGE),
        **(form | number()),
    )
    assert opened.status_code == 303

    assert waiting(hall, "for_a_ruling") == []
    case = opened.headers["Location"].rsplit("/", 1)[1]
    [row] = [one for one in waiting(hall, "cases") if one["called"] == f"C-{case}"]
    assert row["lacks"] == "telling"
    did(hall, case, "tell", told_first="1", told_second="1")
    lacks = [one["lacks"] for one in waiting(hall, "cases") if one["called"] == f"C-{case}"]
    assert lacks == ["report"]  # a gap was settled, which the book wants to be told of
    did(hall, case, "close")
    assert f"C-{case}" not in [one["called"] for one in waiting(hall, "cases")]


def test_clocks_as_both_remember_them_stand_beside_the_fields_of_the_ruling(hall):
    game = hall.games[1]
    for request in (
        ReportTimerFault(fault="display-dead"),
        WriteRecollection(seat=Seat.FIRST, remembered=(1380, 1440)),
        WriteRecollection(seat=Seat.SECOND, remembered=(1370, 1450)),
    ):
        hall.desk.must_write(game, request, Sent(by="K1", command_id=uuid4()))

    shown = page(hall, opened(hall, game=str(game)))

    assert "as Player 3 remembers" in shown
    assert 'data-first="22:55" data-second="24:05"' in shown


# Appeals at a glance, and the papers handed out


@pytest.mark.found("PH-6")
def test_R15_the_time_to_appeal_is_told_shown_and_bars_when_it_is_over(hall):
    case = opened(hall)
    did(hall, case, "rule", finding="too late", citation="wespa-5.1 3.10.1(b)")
    told = {"told_first": "1", "told_second": "1", "right_told": "1"}
    assert did(hall, case, "tell", appeal_until="2030-01-01T10:00", **told).status_code == 303
    shown = page(hall, case)
    assert "Can be lodged once the last round is closed, until" in shown
    assert shown.count("after that") == 2
    assert "data-until" not in shown, "no time runs before the close"

    Organiser(hall.desk).close_round(SLUG, 1, by="O1", last=True, waiving="for the test")
    assert 'data-until="2030-01-01T10:00:00+00:00"' in page(hall, case)
    past = "2020-01-01T10:00"
    assert did(hall, case, "tell", appeal_until=past, past=past, **told).status_code == 303
    assert 'class="time-left chip now"' in page(hall, case)
    refused = did(hall, case, "appeal", who="Player 1", seat="first", although="")
    assert 'href="#taken-although"' in refused.text, "the summary leads to what may be answered"
    assert 'id="taken-although"' in refused.text
    assert refused.status_code == 422
    again = ReopenRound(round_number=1, reason="for the next test")
    hall.desk.must_write(tournament_id(SLUG), again, Sent(by="D1", command_id=uuid4()))


def test_who_sat_and_declared_no_interest_is_seen_member_by_member(hall):
    case = opened(hall)
    did(hall, case, "rule", finding="too late", citation="wespa-5.1 3.10.1(b)")
    did(hall, case, "appeal", who="Player 1", seat="first", although="they leave today")
    did(
        hall, case, "hear-appeal", member_1="Ina", declared_1="1", member_3="Wim",
        executive_3="1", how="in writing",
    )  # fmt: skip

    [heard] = file_of(hall, case).each(AppealHeard)
    assert (heard.committee, heard.declared) == (("Ina", "Wim"), ("Ina",))
    assert heard.executive == ("Wim",)
    shown = re.sub(r"<[^>]+>|\s+", " ", page(hall, case))
    assert re.search(r"Ina +declared no interest", shown)
    assert re.search(r"Wim +of the Executive +no declaration", shown)
    assert "heard, to decide" in shown


@pytest.mark.found("DI-14")
def test_who_sat_is_asked_about_by_name_and_the_form_keeps_what_was_typed(hall):
    case = opened(hall)
    did(hall, case, "rule", finding="too late", citation="wespa-5.1 3.10.1(b)")
    did(hall, case, "appeal", who="Player 1", seat="first", although="they leave today")
    panel = {"member_1": "Ina", "declared_1": "1", "member_2": "Player 2", "how": "in writing"}

    request = did(hall, case, "hear-appeal", **panel)

    assert request.status_code == 422
    assert "Player 2 played in this game. The members of a panel must have no part" in request.text
    for kept in ('value="Ina"', 'value="Player 2"', "Reason for sitting anyway"):
        assert kept in request.text
    assert re.search(r'name="declared_1" value="1" checked', request.text)
    assert not file_of(hall, case).each(AppealHeard)
    sat = did(hall, case, "hear-appeal", **panel, although="they were two only")
    assert sat.status_code == 303
    assert "A person involved in the case sat: they were two only" in page(hall, case)


@pytest.mark.found("DI-5")
def test_a_decision_that_changes_nothing_here_is_said_to_with_a_reason(hall):
    case = opened(hall)
    did(hall, case, "rule", finding="too late", citation="wespa-5.1 3.10.1(b)")
    did(hall, case, "appeal", who="Player 1", seat="first", although="they leave today")
    did(hall, case, "decide-appeal", outcome="upheld-in-part")
    version = file_of(hall, case).to_carry_out.version
    assert did(hall, case, "carry-nothing-out", decision=version, reason=" ").status_code == 422

    once = did(hall, case, "carry-nothing-out", decision=version, reason="never rated")

    assert once.status_code == 303
    assert "There is nothing to carry out: never rated" in page(hall, case)
    assert f"C-{case}" not in [
        one["called"] for one in waiting(hall, "cases") if one["lacks"] == "decision"
    ]


@pytest.mark.found("PH-11")
def test_R18_a_bundle_handed_out_is_one_event_and_the_very_file_stays(hall):
    case = opened(hall, title="overdraw found late")
    did(hall, case, "rule", finding="two are shown", citation="wespa-5.1 3.9.5")
    once = {"to": "the local body", "redacted": "1"} | number()
    assert not re.search(r'name="redacted"[^>]* checked', page(hall, case)), "nobody chose it"
    for _ in range(2):  # tapped twice, and the second time the case had gone on
        answer = hall.ask("director", f"{CASES}{case}/issue", "POST", data=once)
        assert answer.status_code == 303
    assert answer.headers["Location"] == f"{CASES}{case}?handed=1#papers-title"
    signed = hall.ask("director", f"{CASES}{case}?handed=1").text
    assert re.search(rf'href="{CASES}{case}/issued/[0-9a-f]+.pdf">Save the bundle</a>', signed)

    [given] = file_of(hall, case).each(BundleIssued)
    address = f"{CASES}{case}/issued/{given.digest}.pdf"
    file = hall.ask("director", address)
    assert file.mimetype == "application/pdf"
    assert hashlib.sha256(file.data).hexdigest() == given.digest
    assert (given.to, given.redacted) == ("the local body", True)
    assert address in page(hall, case)
    sent = {"pdf": (io.BytesIO(file.data), "bundle.pdf")}
    looked = hall.ask("nobody", "/verify", "POST", data=sent).get_data(as_text=True)
    assert f"It is bundle 1 of {SLUG}/C-{case}, as handed out on" in looked
    for other in ("nobody", "player", "keeper", "judge"):
        assert hall.ask(other, address).status_code in {302, 303, 403}
    assert hall.ask("director", f"{CASES}{case}/issued/{'0' * 64}.pdf").status_code == 404
    assert did(hall, case, "issue", to=" ").status_code == 422
    assert verify(hall.desk.log.store).faults == ()


# Reports, and cases about no game


LEVEL_TWO = {
    "finding": "counted aloud", "citation": "wespa-5.1 6.3.1(d)", "against": "first",
    "offence": "needless-talk", "level": "2", "mind": "careless", "although": "both heard",
}  # fmt: skip


def report_forms(hall, case):
    """To whom and why, as the forms of the page have it."""
    shown = page(hall, case)
    return re.findall(
        r'name="to" value="([^"]+)"><input type="hidden" name="why" value="([^"]+)"', shown
    )


def test_R14_a_report_is_made_for_the_reason_it_is_due_for_and_each_once(hall):
    case = opened(hall, category="conduct")
    did(hall, case, "rule", **LEVEL_TWO, gap="1", trap="T4-24", reading="1")

    due = report_forms(hall, case)
    assert due == [
        ("the national association or WESPA", "level-2"), ("the WESPA Rules Committee", "gap"),
    ]  # fmt: skip
    for to, why in due:
        assert did(hall, case, "report", to=to, why=why, sent="by mail").status_code == 303

    made = [(one.why, one.duty) for one in file_of(hall, case).each(CaseReported)]
    assert made == [("level-2", "may"), ("gap", "should")]
    assert report_forms(hall, case) == []


def test_R14_the_draft_of_a_report_has_facts_and_ruling_and_a_body_asked_of_a_rule_no_names(hall):
    case = opened(hall, category="conduct", title="Player 1 counted")
    did(hall, case, "hear", who="Player 1", role="player", seat="first", words="I never did.")
    did(hall, case, "rule", **LEVEL_TWO, gap="1", consequences="Player 1 is told to be quiet")

    about_conduct, about_the_rule = re.findall(
        r'aria-label="Draft of the report to [^"]+">([^<]+)<', page(hall, case)
    )

    for draft in (about_conduct, about_the_rule):
        assert "Spring Open, round 1, table 1. Played by WESPA Game Rules 5.1." in draft
        assert "Ruled: counted aloud" in draft
        assert "I never did" not in draft
    assert "Player 1" in about_conduct
    assert "Player 1" not in about_the_rule
    assert "What followed: a player is told to be quiet" in about_the_rule


def test_a_case_about_no_game_hears_and_warns_the_player_it_is_about(hall):
    answer = hall.ask(
        "director", CASES, "POST",
        data={"category": "conduct", "player": "3", "title": "shouted outside"} | number(),
    )  # fmt: skip
    case = int(answer.headers["Location"].rsplit("/", 1)[1])
    assert "Hear Player 3" in page(hall, case)
    did(hall, case, "hear", who="Player 3", role="player", words="I was angry.")
    assert "Hear Player 3" not in page(hall, case)
    once = {"words": "shouted in the corridor", "kind": "official-warning"} | number()

    for _ in range(2):  # a double tap
        did(hall, case, "warn", **once)

    [warned] = tournament_named(SLUG, hall.desk.log).conduct.warnings_of(3)
    assert (warned.words, warned.case) == ("shouted in the corridor", file_of(hall, case).id)
    assert "official warning: shouted in the corridor" in page(hall, case)
    assert did(hall, case, "warn", by="keeper", **once).status_code in (403, 404)


def test_a_warning_in_a_case_about_nobody_is_refused_in_words(hall):
    answer = hall.ask("director", CASES, "POST", data={"category": "other"} | number())
    case = int(answer.headers["Location"].rsplit("/", 1)[1])

    refused = did(hall, case, "warn", words="x")

    assert refused.status_code == 404
    assert 'role="alert"' in refused.text
    assert "<summary>Warn " not in page(hall, case)


def test_what_was_done_has_its_day(hall):
    case = opened(hall)

    assert re.search(r"<p><b>\d{4}-\d{2}-\d{2}</b>", page(hall, case))


def test_5_3_the_page_says_what_the_book_asks_for_next_and_ticks_off_what_is_done(hall):
    case = opened(hall, category="conduct", seat="first")

    def next_step():
        shown = page(hall, case)
        if "Every step the rulebook requires is done." in shown:
            return "all is done"
        [said] = re.findall(r"Steps the rulebook requires <span.*? next: (.+?)</span>", shown)
        return f"Next: {said}"

    assert next_step() == "Next: Hear Player 1, or note that Player 1 had nothing to say."
    for seat in ("first", "second"):
        did(hall, case, "hear", who="x", role="player", seat=seat, words=f"Not I, {seat}.")
    assert next_step() == "Next: Name the rule and its rulebook."
    did(hall, case, "rule", **LEVEL_TWO)
    assert next_step().startswith("Next: Decide on a penalty or none. The rulebook lists:")
    did(hall, case, "penalise", seat="first", kind="official-warning", reason="counted aloud")
    assert "Tell the national association or WESPA: this may be reported." in page(hall, case)
    assert next_step().startswith("Next: Tell the players: the ruling binds")
    did(hall, case, "tell", told_first="1", told_second="1", right_told="1")
    assert next_step() == "all is done"


@pytest.mark.found("DI-17")
def test_DI17_a_director_is_told_to_rule_and_nobody_else_is(hall):
    for who, says in (("director", "rule on it in a case"), ("keeper", "call the director")):
        request = {"ask": "pass-turn", "seat": "second"}
        entry = {"command_id": str(uuid4()), "game": str(hall.games[0]), "asked": request}
        answer = hall.ask(who, "/api/entries", "POST", json=[entry])
        [told] = answer.get_json()["answers"]

        assert (told["kind"], says in told["next_step"]) == ("refused", True), told


@pytest.mark.found("DI-17")
def test_DI17_what_a_penalty_or_a_credit_is_worth_is_said_as_people_say_it():
    name = {Seat.FIRST: "Ann", Seat.SECOND: "Ben"}.__getitem__
    lost = PenaltyDecided(
        seat=Seat.FIRST, kind="lost-points", scope="points", amount=10, reason="it rang again"
    )

    assert case_wording(lost, name) == "Ann loses 10 points: it rang again"
    assert amount_of(60, "time") == "1:00 on the clock"


@pytest.mark.found("DI-17")
def test_DI17_no_refusal_tells_a_director_to_call_the_director():
    told = [
        next_step_for(Role.DIRECTOR, refusal(code, rulebook.load("wespa-5.1"), **said.example))
        for code, said in CATALOGUE.items()
    ]

    assert [one for one in told if re.search(r"\b[Cc]all the director\b", one)] == []


@pytest.mark.found("DI-17")
@pytest.mark.parametrize(("beside", "still"), [("1", 1), ("", 0)])
def test_DI17_a_ruling_given_beside_an_earlier_one_is_not_said_to_replace_it(hall, beside, still):
    case = opened(hall, title="two rulings")
    first, second = RULING | {"finding": "the first"}, RULING | {"finding": "the second"}
    assert did(hall, case, "rule", **first).status_code == 303
    assert did(hall, case, "rule", **second, beside=beside).status_code == 303

    shown = html.unescape(page(hall, case))

    assert "A later ruling stands in its place" not in shown
    assert shown.count("It still stands. The later ruling was given in addition") == still
    assert shown.count('class="stack quiet"') == 1 - still
    file, tournament = file_of(hall, case), tournament_named(SLUG, hall.desk.log)
    at_hand = CaseAtHand(file=file, tournament=tournament, sheet=hall.desk.sheet(hall.games[0]))
    paper = [name for name, told in finding_of(at_hand) if "the first" in told]
    assert paper == ["Also ruled" if still else "Ruled before"]


@pytest.mark.found("DI-17")
def test_DI17_what_a_book_leaves_open_is_said_without_the_names_of_our_files():
    for name in ("rulebook-silent", "clause-not-in-our-copy", "option-not-chosen/by-the-organiser"):
        template = text_of(f"refusals.{name.replace('/', '.')}.what")
        assert NAME.findall(template) == ["point"]

    refused = rulebook.load("wsc-2003").upset.unequal_turns.refusal()

    assert refused.what == "The rulebook does not settle this: upset, unequal turns."


@pytest.mark.found("DI-17")
def test_DI17_no_page_prints_the_next_step_of_a_refusal_as_it_was_written():
    refused = r"(refusal|wrong|\w+\.(bars|refused|stands_in_its_way)|not_yet)"
    raw = re.compile(r"\{\{ *" + refused + r"\.next_step")
    pages = [one for one in TEMPLATES.rglob("*.html") if raw.search(one.read_text())]

    assert pages == []
