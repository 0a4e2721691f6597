"""Issue 12: a blank form with the tournament's name for a whole round, before pairing and after."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from ledger.tournament.facts import Division
from ledger.tournament.opening import SetUp, particulars_of
from ledger.tournament.tournament import tournament_named
from ledger.vocabulary.refusals import Refusal
from printing.checking.codes import check_paper
from printing.checking.files import check_pdf
from printing.engine.cut_slips import cut_and_stack
from printing.filling.course_papers import MOST, by_hand_named, by_hand_paper
from printing.papers import BY_HAND
from tests.web.conftest import FOR_PEOPLE
from tests.web.whole_hall import SLUG, a_whole_hall
from web.command_line.worker import _printer

PAPERS = f"/t/{SLUG}/organise/papers"


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_whole_hall(tmp_path_factory.mktemp("hall")) as hall:
        yield hall


def of(hall, form, subject, tables=0):
    return by_hand_paper(hall.here, form, by_hand_named(subject, tables)).forms


def shown(hall, path, who="organiser"):
    return hall.ask(who, path, "GET", headers=FOR_PEOPLE)


@pytest.mark.parametrize("form", BY_HAND)
def test_before_pairing_each_table_has_its_form_with_where_it_belongs_and_nothing_else(hall, form):
    found = of(hall, form, f"{SLUG}/R9", 3)

    assert [one.heading.table for one in found] == [1, 2, 3]
    for one in found:
        empty = type(one)(heading=one.heading)
        assert one == empty
        assert one.heading.tournament
        assert (one.heading.round_number, one.heading.check, one.heading.address) == (9, "", "")


def test_of_a_round_that_is_played_the_slips_are_as_before_play_and_their_codes_hold(hall):
    [first, *_] = of(hall, "result-slip", f"{SLUG}/R1")

    assert all(side.name for side in first.sides)
    assert [side.score for side in first.sides] == [None, None]
    assert [side.signature.how for side in first.sides] == ["", ""]
    verdict = check_paper(hall.here, first.heading.check, first.heading.state)
    assert verdict.genuine


def test_a_round_left_white_and_what_no_file_holds(hall):
    [one] = of(hall, "result-slip", SLUG, 1)
    assert one.heading.round_number is None

    with pytest.raises(Refusal) as refused:
        of(hall, "result-slip", f"{SLUG}/R9", MOST + 1)
    assert refused.value.code == "too-many-forms"


@pytest.mark.parametrize(
    ("form", "subject", "code"),
    [
        ("standings", f"{SLUG}/R1", "not-by-hand"),
        ("result-slip", f"{SLUG}/Q/R1", "no-such-division"),
        ("result-slip", "nowhere/R1", "no-such-tournament"),
        ("result-slip", "a/b/c/d", "unreadable-name"),
    ],
)
def test_what_is_not_there_is_refused_in_words(hall, form, subject, code):
    with pytest.raises(Refusal) as refused:
        of(hall, form, subject)
    assert refused.value.code == code


def test_a_round_beyond_the_plan_is_refused_and_says_how_many_there_are(tmp_path):
    with a_whole_hall(tmp_path / "hall") as hall:
        was = tournament_named(SLUG, hall.here.log)
        planned = tuple(replace(one, rounds=4) for one in was.planned) or (Division(rounds=4),)
        hall.here.organise(
            SLUG,
            SetUp(
                name=was.name, place=was.place, rules=was.rulebook, reason="two more rounds",
                particulars=replace(particulars_of(was), divisions=planned),
            ),
        )  # fmt: skip
        assert of(hall, "result-slip", f"{SLUG}/R4", 2)
        with pytest.raises(Refusal) as refused:
            of(hall, "result-slip", f"{SLUG}/R99", 2)

    assert refused.value.code == "no-such-round"
    assert "planned over 4 rounds, and round 99 is none of them" in refused.value.what


def test_the_page_asks_and_a_number_that_is_none_is_told_with_what_was_typed_kept(hall):
    page = shown(hall, PAPERS)
    assert page.status_code == 200
    assert re.search(r'name="round"[^>]* value="1"', page.text)

    wrong = shown(hall, f"{PAPERS}/by-hand.pdf?form=score-sheet&round=3&tables=many")
    assert wrong.status_code == 422
    assert "Enter a number from 0 to 500." in wrong.text
    assert 'value="many"' in wrong.text
    assert '<option value="score-sheet" selected>' in wrong.text


def test_the_pdf_is_named_after_what_it_is(hall):
    answer = shown(hall, f"{PAPERS}/by-hand.pdf?form=blank-slip&round=1&tables=&paper=letter")
    assert answer.status_code == 200
    named = answer.headers["Content-Disposition"]
    assert named == f'attachment; filename="{SLUG}-r1-blank-slip-by-hand.pdf"'


def test_slips_come_on_a_roll_and_a_score_sheet_is_refused_there(hall):
    for form in ("result-slip", "challenge-slip", "blank-slip"):
        papers = by_hand_paper(hall.here, form, by_hand_named(f"{SLUG}/R1", 0))
        verdict = check_pdf(hall.here, papers.pdf("receipt", "https://hall.example"))
        assert verdict.as_printed, form

    papers = by_hand_paper(hall.here, "score-sheet", by_hand_named(f"{SLUG}/R1", 0))
    with pytest.raises(Refusal) as refused:
        papers.pdf("receipt")
    assert refused.value.code == "no-such-paper"


def test_two_slips_a_table_and_a_stack_a_round_come_in_one_go_and_in_order_after_the_cut(hall):
    asked = by_hand_named(f"{SLUG}/R8", 3)._replace(upto=9, each=2)

    found = by_hand_paper(hall.here, "result-slip", asked).forms

    tables = [(one.heading.round_number, one.heading.table) for one in found]
    assert tables == [(number, table) for number in (8, 9) for table in (1, 1, 2, 2, 3, 3)]
    sheets = cut_and_stack(len(tables), 2)
    piles = [[sheet[at] for sheet in sheets if at < len(sheet)] for at in range(2)]
    assert [tables[nth] for pile in piles for nth in pile] == tables


def test_stacks_are_asked_for_on_the_page_and_a_last_round_before_the_first_is_refused(hall):
    asked = f"{PAPERS}/by-hand.pdf?form=result-slip&tables=2&each=2"

    several = shown(hall, f"{asked}&round=8&upto=9")
    backwards = shown(hall, f"{asked}&round=8&upto=7")
    too_many = shown(hall, f"{PAPERS}/by-hand.pdf?form=result-slip&each=9&round=8")

    assert several.mimetype == "application/pdf"
    assert "-r8-to-r9-result-slip-by-hand.pdf" in several.headers["Content-Disposition"]
    assert backwards.status_code == 422
    assert "Enter a number, 8 or more." in backwards.text
    assert too_many.status_code == 422


def test_paper_is_had_in_another_language_and_no_reader_changes_it(hall):
    address = f"/t/{SLUG}/standings.pdf"
    before = hall.app.extensions["printer"]
    hall.app.extensions["printer"] = _printer(hall.here)
    try:
        english, other, both = (
            shown(hall, f"{address}{query}").data
            for query in ("", "?language=qps", "?language=en%2Bqps")
        )
        hall.app.config["PSEUDO_LANGUAGE"] = True
        cookie = {**FOR_PEOPLE, "Cookie": "tilescribe-language=qps"}
        read = hall.ask("organiser", address, "GET", headers=cookie)
        refused = shown(hall, f"{address}?language=xx")
    finally:
        hall.app.extensions["printer"] = before
        hall.app.config["PSEUDO_LANGUAGE"] = False

    codes = [check_pdf(hall.here, pdf) for pdf in (english, other, both, read.data)]
    assert [verdict.as_printed for verdict in codes] == [True] * 4
    assert len({english, other, both}) == 3
    assert b"in:qps" not in read.data
    assert refused.status_code in (400, 422)
