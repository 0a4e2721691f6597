"""A tired director rules: numbers half typed, a ruling prepared by another, one player told."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from uuid import uuid4

import pytest
from msgspec.structs import replace

from ledger.desk.requests import Sent
from ledger.game.results.amending import AmendResult
from ledger.game.sheet.rescoring import findings
from ledger.incidents.facts import AppealDecided, AppealHeard, RulingTold
from ledger.incidents.hearing import hearing
from ledger.incidents.reports import draft_of, due_reports
from ledger.incidents.wording import case_wording
from ledger.matters.matter import matter_of_case, what_lacks
from printing.cases.filled_cases import finding_of, ruling_notices_of
from printing.lists.from_desk import rulings_of as register_on_paper
from tests.desks import DIRECTOR, A, B
from tests.tabletop import FIVE
from tests.web.law.acts import ONE
from tests.web.law.filled import filled
from tests.web.law.hall import SECOND, a_law_hall
from tests.web.law.reading import below, items, read
from tests.web.previewed import DIGEST, previewed
from web.command_line.cases import case_shown

ACT = "act found: collusion by Player 1, level 1, deliberate"


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_law_hall(tmp_path_factory.mktemp("attacked"), "wespa-5.1") as hall:
        yield hall


@pytest.fixture
def at(hall):
    """A game that both signed, and a case about it in which both were heard."""
    ground = hall.ground()
    ground.signed()
    ground.opened()
    return ground


def asks(at, path, badge=DIRECTOR, **form):
    """What a person is answered."""
    return at.hall.ask(f"/t/{at.slug}/{path}", badge, "text/html", **form)


def case_of(at, badge=DIRECTOR, **address):
    request = "&".join(f"{name}={value}" for name, value in address.items())
    return read(asks(at, f"cases/{at.number}?{request}", badge).text)


def prepared_in(at):
    """The version of the only ruling that is prepared."""
    [version] = set(re.findall(r"draft=(\d+)", asks(at, f"cases/{at.number}").text))
    return version


def form_of(page, step):
    [form] = [one for one in page.all("form") if one.attrs.get("action", "").endswith(f"/{step}")]
    return form


def sends(at, step, badge=DIRECTOR, *, seen=True, **form):
    """A form as it is sent; one that has a preview once that was seen."""
    form = {"request": str(uuid4()), "salt": uuid4().hex} | form

    def send(fields):
        return asks(at, f"cases/{at.number}/{step}", badge, **fields)

    return previewed(send, **form) if seen else send(form)


def from_a_page(at, step, form):
    """A form with all that its page gave it, the version of the case it was made for too."""

    def send(fields):
        return asks(at, f"cases/{at.number}/{step}", **fields)

    return previewed(send, **{"request": str(uuid4()), "salt": uuid4().hex} | form)


def looks(at, **form):
    """What the live preview of a ruling says."""
    base = {"finding": "so it was", "citation": at.cited}
    answer = sends(at, "rule", seen=False, preview="live", **(base | form))
    return read(answer.text)


def rules(at, **form):
    return sends(at, "rule", **({"finding": "so it was", "citation": at.cited} | form))


# What was prepared is what is given


@pytest.mark.found("DI-14")
def test_a_prepared_ruling_that_is_filled_in_is_the_one_another_official_agreed_to(at):
    prepared = {
        "finding": "he held a tile", "citation": at.cited, "found": "a tile in the sleeve",
        "against": "first", "offence": "collusion", "level": "1", "mind": "deliberate",
        "consequences": "They shake hands\n   \nHe is sorry", "gap": "1",
        "result_first": "18", "result_second": "6",
    }  # fmt: skip
    assert sends(at, "draft", **prepared).status_code == 303
    shown = below(case_of(at, SECOND), "draft-title")
    assert ACT in shown.text
    assert "a tile in the sleeve" in shown.text
    agrees = filled(form_of(case_of(at, SECOND), "second"))
    assert sends(at, "second", SECOND, **agrees).status_code == 303

    fields = filled(form_of(case_of(at, draft=prepared_in(at)), "rule"))
    answer = rules(at, **fields)

    assert answer.status_code == 303, answer.text
    ruling = at.file.ruling
    assert (ruling.offence, ruling.level, ruling.state_of_mind) == ("collusion", 1, "deliberate")
    assert ruling.consequences == ("They shake hands", "He is sorry")
    assert ruling.seconded == SECOND
    assert at.sheet.stands == (18, 6)


@pytest.mark.found("DI-14")
def test_a_reading_that_another_official_agreed_to_is_given_with_the_ruling(at):
    entry = uuid4()
    request = AmendResult(now=(18, 6), reason="HOT counts 17")
    at.desk.enter(at.game, request, Sent(by=DIRECTOR, command_id=entry))
    opened = asks(at, "cases/", entry=str(entry), only="1", category="score", request=str(uuid4()))
    assert opened.status_code == 303
    at.case = at.tournament.cases[-1]
    prepared = {"finding": "HOT counts 17", "citation": at.cited, "decides": "enter/2"}
    assert sends(at, "draft", **prepared).status_code == 303
    page = case_of(at, SECOND)
    assert "Reading of the rule the director corrects them" in below(page, "draft-title").text
    assert sends(at, "second", SECOND, **filled(form_of(page, "second"))).status_code == 303

    fields = filled(form_of(case_of(at, draft=prepared_in(at)), "rule"))
    answer = rules(at, **fields)

    assert answer.status_code == 303, answer.text
    assert at.file.ruling.reading.startswith("the director corrects them")
    assert at.file.ruling.seconded == SECOND
    assert at.sheet.stands == (18, 6)


# What is found is told in each place


@pytest.mark.found("DI-1")
def test_an_act_that_is_found_and_what_is_typed_are_in_preview_page_register_log_and_papers(at):
    conduct = {"against": "first", "offence": "collusion", "mind": "deliberate"}
    seen = items(looks(at, **conduct, consequences="They shake hands"))
    assert any(line.endswith(ACT) for line in seen)
    assert "They shake hands" in seen
    assert rules(at, **conduct, consequences="They shake hands\n \t\n").status_code == 303

    ruled = below(case_of(at), "ruled-title")
    assert ACT.removeprefix("a") in ruled.text
    assert items(ruled) == ["They shake hands"]
    assert ACT.removeprefix("a") in at.page("rulings").text
    assert any(ACT in act.words for act in at.acts)
    assert dict(finding_of(at.at_hand))["Act"] == ACT.removeprefix("act found: ")
    for notice in ruling_notices_of(at.at_hand):
        assert ACT in notice.ruled
    [entry] = register_on_paper(at.desk_at_hand).rulings
    assert f"act found: {entry.act}" == ACT
    [due] = due_reports(at.file, at.rules)[:1]
    assert ACT.removeprefix("a") in draft_of(at.file, due, at.tournament, at.sheet)


@pytest.mark.found("DI-3")
def test_a_report_and_the_command_tell_what_stands_and_not_what_was_taken_back(at):
    taken_back = {"points_seat": "first", "points_amount": "-10", "gap": "1", "alone": "nobody"}
    assert rules(at, finding="the first").status_code == 303
    assert rules(at, **taken_back, beside="1", finding="the second").status_code == 303
    act = str(at.file.events[-1].envelope.command_id)
    form = {"request": str(uuid4()), "reason": "a slip", "alone": "nobody"}
    back = previewed(lambda sent: asks(at, f"back/{act}", **sent), **form)
    assert back.status_code == 303, back.text
    whole, _ = case_shown(at.hall.here, at.slug, at.number)
    assert whole.case.ruling.finding == "the first"
    assert whole.case.ruling.follows == ()

    assert rules(at, finding="a gap", gap="1").status_code == 303
    due = next(one for one in due_reports(at.file, at.rules) if one.why == "gap")
    assert "What followed" not in draft_of(at.file, due, at.tournament, at.sheet)


# Numbers


@pytest.mark.found("TB-3")
@pytest.mark.parametrize(("form", "field"), [
    ({"times_first": "18:50"}, "times_second"),
    ({"times_first": "18:50", "times_second": "1700"}, "times_second"),
    ({"times_first": "18:99", "times_second": "17:00"}, "times_first"),
    ({"result_second": "30"}, "result_first"),
    ({"result_first": "1:30", "result_second": "6"}, "result_first"),
    ({"points_seat": "first", "points_amount": "1:30"}, "points_amount"),
    ({"points_seat": "first", "points_amount": "--5"}, "points_amount"),
    ({"spread_seat": "first", "spread_amount": "0:50"}, "spread_amount"),
    ({"time_seat": "first", "time_amount": "0:75"}, "time_amount"),
    ({"forfeit_seat": "first", "forfeit_amount": "a lot"}, "forfeit_amount"),
    ({"forfeit_seat": "first", "forfeit_amount": "−5"}, "forfeit_amount"),
])  # fmt: skip
def test_half_a_pair_or_a_number_of_another_kind_is_refused_at_its_field(at, form, field):
    version = at.file.version
    assert "Not yet:" in looks(at, **form).text
    answer = rules(at, **form)
    assert answer.status_code == 422
    assert f'id="wrong-{field}"' in answer.text
    assert at.file.version == version


@pytest.mark.found("DI-1")
@pytest.mark.parametrize(("typed", "margin", "words"), [
    ("50", 50, f"{ONE} forfeited by 50: ruling"), ("", None, f"{ONE} forfeited: ruling"),
])  # fmt: skip
def test_by_how_much_a_game_is_lost_can_be_ruled_and_is_told(at, typed, margin, words):
    form = {"forfeit_seat": "first", "forfeit_amount": typed}
    seen = looks(at, **form).text
    assert words in seen
    assert ("wins by 50" in seen) == bool(typed)
    assert rules(at, **form).status_code == 303

    assert at.sheet.events[-1].fact.margin == margin
    [notice, _] = ruling_notices_of(at.at_hand)
    assert notice.follows == (words,)
    assert words in asks(at, f"cases/{at.number}").text
    assert at.rulings[0].follows == (words,)


@pytest.mark.found("TB-3")
def test_a_penalty_of_points_takes_no_time_and_one_of_time_takes_both(at):
    assert rules(at).status_code == 303
    form = {"seat": "first", "reason": "so", "kind": "score-penalty"}
    kinds = {name: one.scope for name, one in at.rules.penalties.items()}
    [points, *_] = [name for name, scope in kinds.items() if scope == "points"]
    answer = sends(at, "penalise", **(form | {"kind": points, "amount": "1:30"}))
    assert answer.status_code == 422
    assert 'id="wrong-amount"' in answer.text
    assert at.file.penalties == ()


# Told


@pytest.mark.found("DI-2")
def test_who_was_not_told_can_still_be_told_and_waits_for_it(at):
    assert rules(at).status_code == 303
    assert sends(at, "tell", told_first="1", right_told="1").status_code == 303

    assert what_lacks(at.tournament, at.file) == "telling"
    assert matter_of_case(at.tournament, at.file).words.endswith("one player was not told")
    ruled = below(case_of(at), "ruled-title")
    assert "told: Player 1" in ruled.text
    [button] = [one for one in ruled.all("button") if one.text == "Told Player 2"]
    step = [one for one in hearing(at.file, at.sheet, at.rules).steps if one.asks == "tell-ruling"]
    assert not step[0].done

    answer = sends(at, "tell", **{button.attrs["name"]: "1"})
    assert answer.status_code == 303
    assert [fact.seats for fact in at.file.each(RulingTold)] == [(A,), (B,)]
    assert what_lacks(at.tournament, at.file) != "telling"
    ruled = below(case_of(at), "ruled-title")
    assert not [one for one in ruled.all("button") if one.text.startswith("Told")]


# Appeals


def appealed(at):
    assert rules(at, points_seat="first", points_amount="-10", alone="nobody").status_code == 303
    form = {"who": "Player 1", "seat": "first", "although": "they leave", "grounds": "I did not"}
    assert sends(at, "appeal", **form).status_code == 303
    return form


@pytest.mark.found("DI-5")
def test_an_appeal_is_lodged_once_and_decided_once_in_however_many_windows(at):
    form = appealed(at)

    twice = sends(at, "appeal", **form)
    assert twice.status_code == 422
    assert "An appeal in this case is already waiting for its decision." in twice.text

    form = {"outcome": "upheld", "effect": "the points are given back"}
    assert sends(at, "decide-appeal", **form).status_code == 303
    version = at.file.version
    for step, fields in (
        ("decide-appeal", form | {"outcome": "dismissed", "reasons": "typed for a while"}),
        ("hear-appeal", {"member_1": "Ina", "declared_1": "1", "how": "in person"}),
    ):
        answer = sends(at, step, **fields)
        assert answer.status_code == 422, step
        assert "is decided" in answer.text
    assert at.file.version == version
    assert at.file.state == "to be carried out"


@pytest.mark.found("DI-2")
def test_no_outcome_of_an_appeal_is_chosen_beforehand_and_what_was_typed_is_kept(at):
    appealed(at)
    fields = filled(form_of(case_of(at), "decide-appeal"))
    assert fields["outcome"] == ""
    assert filled(form_of(case_of(at), "hear-appeal"))["how"] == ""

    fields |= {"reasons": "heard by two", "recommends": "one point"}
    answer = sends(at, "decide-appeal", **fields)
    assert answer.status_code == 422
    kept = filled(form_of(read(answer.text), "decide-appeal"))
    assert (kept["reasons"], kept["recommends"]) == ("heard by two", "one point")


@pytest.mark.found("DI-5")
def test_where_a_book_names_no_body_the_appeal_says_to_whom_it_goes(tmp_path):
    with a_law_hall(tmp_path, "nsa-1998") as hall:
        at = hall.ground()
        at.signed()
        at.opened()
        assert rules(at).status_code == 303
        form = filled(form_of(case_of(at), "appeal"))
        assert form["to"] == ""
        form |= {"who": "Player 1", "although": "-", "to": "the club"}
        assert sends(at, "appeal", **form).status_code == 303
        fields = filled(form_of(case_of(at), "decide-appeal")) | {"outcome": "dismissed"}
        assert sends(at, "decide-appeal", **fields).status_code == 303
        assert at.file.appeal_told == "Decided on appeal by the club: dismissed."

    for fact in (AppealDecided(by="", outcome="dismissed"), AppealHeard(by="")):
        assert case_wording(fact, str).startswith("The body")


@pytest.mark.found("DI-5")
def test_a_matter_that_was_referred_waits_for_the_body_it_was_referred_to(tmp_path):
    with a_law_hall(tmp_path, "wsc-2003") as hall:
        at = hall.ground()
        at.signed()
        at.opened()
        assert rules(at).status_code == 303
        form = {"why": "referred", "to": "WSC Technical Committee"}
        assert sends(at, "report", **form).status_code == 303
        assert sends(at, "report", **form).status_code == 422

        def waits():
            return [one["first"] for one in hall.ask("/desk/now.json").json["cases"]]

        assert [one["words"] for one in waits()] == ["Tell the players"]
        assert sends(at, "tell", told_first="1", told_second="1").status_code == 303
        [verb] = waits()
        assert verb["words"] == "Enter the decision"
        address, _, part = verb["at"].partition("#")
        page = read(hall.ask(address, accept="text/html").text)
        assert page.one("h2", id=part).text == "Appeal"
        assert form_of(page, "decide-appeal")
        told = "The director referred the matter to WSC Technical Committee, which has not decided."
        assert at.file.appeal_told == told
        assert sends(at, "decide-appeal", outcome="dismissed").status_code == 303
        assert at.file.last(AppealDecided)[1].by == "WSC Technical Committee"
        ladder = case_of(at).one("ol", aria_label="Bodies that decide, first to last")
        assert items(ladder) == ["WSC Technical Committee dismissed"]
        assert waits() == []


# What a forged form, a second window or a closed case can't do


@pytest.mark.found("DI-3")
def test_a_ruling_under_appeal_is_not_replaced_before_the_appeal_is_decided(at):
    appealed(at)
    form = {"alone": "nobody", "finding": "I was wrong"}
    assert "an appeal against it is waiting" in looks(at, **form).text
    answer = rules(at, **form)
    assert answer.status_code == 422
    assert at.sheet.stands == (18, 6)

    assert sends(at, "decide-appeal", outcome="upheld").status_code == 303
    carried = {"decision": str(at.file.to_carry_out.version), "beside": ""}
    assert rules(at, **form, **carried).status_code == 303
    assert at.sheet.stands == (28, 6)


@pytest.mark.found("DI-3")
def test_nothing_is_ruled_or_penalised_in_a_closed_case_and_what_was_typed_is_shown(at):
    assert rules(at).status_code == 303
    prepared = {
        "rule": {"finding": "again", "citation": at.cited},
        "penalise": {"seat": "first", "kind": "lost-points", "amount": "5", "reason": "so"},
    }
    seen = {
        step: DIGEST.search(sends(at, step, seen=False, preview="live", **form).text)[1]
        for step, form in prepared.items()
    }
    assert sends(at, "close").status_code == 303
    version = at.file.version
    for step, form in prepared.items():
        answer = sends(at, step, seen=False, **form, previewed=seen[step])
        assert answer.status_code == 422, step
        assert "This case is closed" in answer.text
    answer = sends(at, "hear", who="Wim", role="witness", words="A long story")
    assert answer.status_code == 422
    assert "A long story" in answer.text
    assert at.file.version == version


@pytest.mark.found("DI-3")
def test_nobody_is_warned_in_a_closed_case_of_no_game(at):
    form = {"request": str(uuid4()), "category": "conduct", "player": "3", "title": "shouting"}
    case = asks(at, "cases/", **form).headers["Location"].rsplit("/", 1)[1]
    assert asks(at, f"cases/{case}/close", request=str(uuid4())).status_code == 303

    form = {"offence": "other", "words": "loud", "kind": "official-warning"}
    answer = asks(at, f"cases/{case}/warn", request=str(uuid4()), **form)

    assert answer.status_code == 422
    assert "This case is closed" in answer.text
    assert at.tournament.conduct.warnings == ()


@pytest.mark.found("DI-3")
def test_what_was_replaced_in_another_window_is_neither_told_nor_appealed_nor_penalised(at):
    assert rules(at).status_code == 303
    forms = {
        "tell": {"both": "ruling"},
        "appeal": {"who": "Player 1", "seat": "first", "although": "they leave"},
        "penalise": {"seat": "first", "kind": "lost-points", "amount": "5", "reason": "so"},
    }
    left_open = case_of(at)
    seen = {step: filled(form_of(left_open, step))["seen"] for step in forms}
    assert rules(at, finding="quite otherwise", beside="").status_code == 303
    version = at.file.version

    for step, form in forms.items():
        answer = from_a_page(at, step, form | {"seen": seen[step]})
        assert answer.status_code == 422, step
        assert "has changed since you opened" in answer.text
    assert at.file.version == version
    for step, form in forms.items():
        fresh = filled(form_of(case_of(at), step))["seen"]
        assert from_a_page(at, step, form | {"seen": fresh}).status_code == 303, step


@pytest.mark.found("DI-5")
def test_what_becomes_of_a_ruling_that_was_appealed_against_is_chosen_before_anything_is_seen(at):
    appealed(at)
    assert sends(at, "decide-appeal", outcome="upheld").status_code == 303
    form = {"decision": str(at.file.to_carry_out.version), "alone": "nobody else is here"}
    version = at.file.version

    shown = looks_at(at, **form)
    assert not DIGEST.search(shown.text)
    assert "Choose whether it is taken back or stays in force." in shown.text
    answer = rules(at, **form)

    assert answer.status_code == 422
    assert "Choose whether it is taken back or stays in force." in answer.text
    assert at.file.version == version
    assert DIGEST.search(looks_at(at, **form, beside="").text)
    assert DIGEST.search(looks_at(at, **form, beside="1").text)


def looks_at(at, **form):
    return sends(at, "rule", seen=False, preview="live", finding="so", citation="1", **form)


@pytest.mark.found("DI-5")
def test_a_decision_is_written_down_for_the_appeal_that_was_looked_at(at):
    form = appealed(at)
    decides = filled(form_of(case_of(at), "decide-appeal"))
    decided = {"outcome": "dismissed", "reasons": "too late"}
    assert from_a_page(at, "decide-appeal", decides | decided).status_code == 303
    assert sends(at, "appeal", **form).status_code == 303
    version = at.file.version

    late = {"request": str(uuid4()), "outcome": "upheld"}
    answer = from_a_page(at, "decide-appeal", decides | late)

    assert answer.status_code == 422
    assert "has changed since you opened" in answer.text
    assert at.file.version == version


@pytest.mark.found("DI-2")
def test_a_penalty_takes_something_away_and_a_warning_is_one_of_the_book(at):
    assert rules(at).status_code == 303
    form = {"seat": "first", "kind": "forfeit", "amount": "-5", "reason": "so"}
    assert sends(at, "penalise", **form).status_code == 422
    assert not at.file.penalties

    for kind, status in (("forfeit", 422), ("bogus", 422), ("stern-warning", 303)):
        answer = asks(at, "r1/t1/warn", player="1", kind=kind, words="so", request=str(uuid4()))
        assert answer.status_code == status, kind
    assert [one.kind for one in at.tournament.conduct.warnings] == ["stern-warning"]


@pytest.mark.found("DI-1")
@pytest.mark.parametrize("book", FIVE)
def test_a_warning_can_follow_from_a_ruling_under_every_book(tmp_path, book):
    with a_law_hall(tmp_path, book) as hall:
        at = hall.ground()
        at.under_way()
        at.opened()
        [seen] = [line for line in items(looks(at, warn_seat="first")) if "warning" in line]
        assert rules(at, warn_seat="first").status_code == 303
        assert items(below(case_of(at), "ruled-title"))[0] == seen
        assert [one.kind for one in at.tournament.conduct.warnings] == ["official-warning"]


@pytest.mark.found("DI-1")
def test_points_ruled_after_both_signed_are_no_sum_that_is_wrong(at):
    def wrong():
        return [one.what for one in findings(at.sheet) if one.code == "totals-differ"]

    form = {"points_seat": "first", "points_amount": "-10", "alone": "nobody"}
    assert rules(at, **form).status_code == 303
    assert at.sheet.stands == (18, 6)
    assert wrong() == []
    assert rules(at, alone="nobody", finding="none after all").status_code == 303
    assert at.sheet.stands == (28, 6)
    assert wrong() == []

    other = replace(at.sheet, result=replace(at.sheet.result, proposed=(28, -4)))
    [found] = [one.what for one in findings(other) if one.code == "totals-differ"]
    assert found == "The result says 28–−4; the lines add up to 28–6."


@pytest.mark.found("DI-2")
def test_no_penalty_chosen_is_said_in_words_of_people(at):
    assert rules(at).status_code == 303
    form = {"seat": "first", "kind": "", "reason": "so", "preview": "live"}
    said = read(sends(at, "penalise", seen=False, **form).text).text
    assert "Not yet: No penalty is chosen." in said
    assert "unofficial-warning" not in said


@pytest.mark.found("PH-6")
def test_until_when_an_appeal_may_be_lodged_is_told_with_its_zone(at):
    told = RulingTold(ruling=4, seats=(A,), appeal_until=datetime(2026, 11, 27, 18, 30, tzinfo=UTC))
    assert case_wording(told, at.sheet.name).endswith(
        "told of the ruling until 2026-11-27 18:30 UTC"
    )
