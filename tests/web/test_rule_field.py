"""A rule named on the pages of a case: looked for, chosen, refused if it is none, found again."""

from __future__ import annotations

import json
import re
from uuid import uuid4

import pytest

from ledger.desk.requests import Sent
from ledger.game.blanks.requests import ReportUndeclaredBlank
from ledger.game.calls.requests import CallDirector
from ledger.game.turns.requests import PlaceTiles
from ledger.incidents.facts import RuleCited, RulingGiven
from ledger.rulebook.help.book import clauses
from ledger.rulebook.reading import title_of
from ledger.vocabulary import Placement
from tests.desks import A
from tests.web.test_case_pages import CASES, FROM_A_PAGE, did, file_of, number, opened, page
from tests.web.whole_hall import SLUG, a_whole_hall

BOOK = "wespa-5.1"


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_whole_hall(tmp_path_factory.mktemp("rules") / "data") as hall:
        yield hall


def new(hall, **request):
    return hall.ask("director", f"{CASES}new", query_string=request).text


def chosen_in(html, name):
    """What is chosen in a list or among radio buttons of a form."""
    return re.findall(rf'name="{name}" value="([^"]*)" checked', html) + [
        option
        for each in re.findall(rf'<select name="{name}">(.*?)</select>', html, re.DOTALL)
        for option in re.findall(r'<option value="([^"]*)" selected', each)
    ]


def value_of(html, name):
    return re.search(rf'<input[^>]* name="{name}" value="([^"]*)"', html)[1]


@pytest.mark.found("DI-10")
def test_DI10_a_rule_typed_short_is_kept_whole_with_text_link_and_place_in_the_register(hall):
    case = opened(hall, rule="3.8(b)")
    did(hall, case, "hear", seat="first", who="A", words="so")
    assert did(hall, case, "rule", finding="it is so", citation="3.8 c").status_code == 303

    assert file_of(hall, case).opened.rule == f"{BOOK} 3.8(b)"
    assert file_of(hall, case).last(RulingGiven)[1].citation == f"{BOOK} 3.8(c)"
    shown = page(hall, case)
    assert f'href="/rules/{BOOK}/3.8#3.8(c)"' in shown
    assert clauses(BOOK)["3.8(c)"] in shown
    for request, there in (
        ("3.8", True),
        ("3.8(c)", True),
        (f"{BOOK} 3.8", True),
        ("3.8(b)", False),
    ):
        register = hall.ask("director", f"/t/{SLUG}/rulings", query_string={"clause": request}).text
        assert ("it is so" in register) is there, request


@pytest.mark.found("DI-10")
@pytest.mark.parametrize("typed", ["3.8(z)", "undeclared blank"])
def test_DI10_what_is_no_rule_is_refused_at_its_field_with_the_nearest_to_choose(hall, typed):
    case = opened(hall)
    for step, field in (("rule", "citation"), ("cite", "rule")):
        answer = did(hall, case, step, finding="so", **{field: typed})

        assert answer.status_code == 422
        assert f"{typed}" in answer.text
        assert "is not a clause of wespa-5.1" in answer.text
        assert 'aria-invalid="true"' in answer.text
        assert f'<input type="radio" name="{field}_of" value="{BOOK} 3.8(b)">' in answer.text
    assert not file_of(hall, case).each(RuleCited)
    not_opened = hall.ask(
        "director", CASES, "POST", headers=FROM_A_PAGE,
        data={"category": "time", "game": hall.games[0], "rule": typed} | number(),
    )  # fmt: skip
    assert not_opened.status_code == 422
    assert f'name="rule_of" value="{BOOK} 3.8(b)"' in not_opened.text
    assert f'value="{typed}"' in not_opened.text


@pytest.mark.found("DI-10")
def test_DI10_without_scripts_words_are_sent_and_a_rule_is_chosen_of_those_that_come_back(hall):
    case = opened(hall)
    before = file_of(hall, case).version

    found = did(hall, case, "cite", find="rule", rule="phone rang")

    assert found.status_code == 200
    assert file_of(hall, case).version == before
    assert f'name="rule_of" value="{BOOK} 1.6"' in found.text
    assert 'name="rule_of" value="wsc-2003 14.3"' in found.text
    folded = [title_of(book) for book in ("wespa-4.0", "wsc-2003")]
    assert all(f"<details><summary>{title}</summary>" in found.text for title in folded)
    did(hall, case, "cite", rule="phone rang", rule_of=f"{BOOK} 1.6")
    assert file_of(hall, case).last(RuleCited)[1].citation == f"{BOOK} 1.6"


@pytest.mark.found("DI-10")
def test_DI10_naming_the_rule_has_a_field_and_a_case_opened_with_one_has_it_done(hall):
    bare, named = opened(hall), opened(hall, rule="3.8(b)")

    done = re.compile(r"Done: </span>Name the rule and its rulebook")
    assert not done.search(page(hall, bare))
    assert done.search(page(hall, named))
    assert 'action="' + f"{CASES}{bare}/cite" in page(hall, bare)
    did(hall, bare, "cite", rule="a rule of this event: no hats")
    assert "a rule of this event: no hats" in page(hall, bare)
    assert did(hall, bare, "cite", rule=" ").status_code == 422


@pytest.mark.found("DI-10")
def test_DI10_every_field_of_a_rule_is_the_one_component(hall):
    shown = new(hall, game=hall.games[0]) + page(hall, opened(hall))

    assert shown.count('class="field wide rule-field') == 3
    fields = re.findall(r'<input[^>]*name="(?:rule|citation)"[^>]*>', shown)
    assert len([one for one in fields if "hidden" not in one]) == 3


@pytest.mark.found("DI-10")
def test_DI10_a_program_looks_for_rules_as_the_page_does(hall):
    answer = hall.ask("nobody", f"/rules/{BOOK}/find.json", query_string={"q": "undeclared blank"})
    found = json.loads(answer.text)["books"]

    assert found[0]["book"] == BOOK
    assert found[0]["rules"][0] == {
        "citation": f"{BOOK} 3.8(b)", "number": "3.8(b)", "words": clauses(BOOK)["3.8(b)"],
    }  # fmt: skip
    assert {one["book"] for one in found} > {BOOK, "wespa-4.0"}


@pytest.mark.found("DI-10")
@pytest.mark.parametrize(("words", "subject"), [
    ("conduct", "conduct"), ("the clock does not work", "time"),
    ("Dispute: was the challenge in time?", "challenge"), ("drew too many", "drawing"),
    ("phone rang", "conduct"), ("the totals differ", "score"), ("something", "other"),
])  # fmt: skip
def test_DI10_the_subject_follows_what_the_matter_says(hall, words, subject):
    request = {"game": hall.games[0], "title": words}

    assert chosen_in(new(hall, **request), "category") == [subject]


@pytest.mark.found("DI-10")
def test_DI10_a_call_at_a_table_with_an_open_procedure_begins_with_its_rule_and_subject(hall):
    game = hall.games[1]
    for request in (
        PlaceTiles(seat=A, placement=Placement("8D", "WiNDY"), announced=36),
        ReportUndeclaredBlank(seat=A, square="8E"),
        CallDirector(reason="dispute"),
    ):
        hall.desk.must_write(game, request, Sent(command_id=uuid4(), by="K2", device="T2"))
    version = hall.desk.sheet(game).version

    call = hall.ask("director", "/desk/now.json").text
    request = {"game": game, "call": version, "title": "dispute", "rule": f"{BOOK} Preamble"}
    shown = new(hall, **request)

    assert f"{BOOK} 3.8(b)" in call
    assert value_of(shown, "rule") == f"{BOOK} 3.8(b)"
    assert chosen_in(shown, "category") == ["blank"]
