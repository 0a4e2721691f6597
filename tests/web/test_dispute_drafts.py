"""What is tried becomes a draft, taken up or dropped; a state seen becomes facts of a case."""

from __future__ import annotations

import html
import re
from uuid import uuid4

import msgspec
import pytest
from msgspec import structs

from ledger.game.challenges.requests import Adjudicate, IssueChallenge
from ledger.game.clock.requests import ReadClocks
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.game.turns.facts import PlayRecorded
from ledger.game.turns.requests import PlaceTiles
from ledger.incidents.facts import (
    DraftDropped,
    FactsBookmarked,
    RulingDrafted,
    RulingGiven,
)
from ledger.incidents.ruling import DraftRuling, GiveRuling
from ledger.incidents.wording import finding_wording, says_wording
from ledger.messages import speaking
from ledger.record.kept_words import KeptWords
from ledger.vocabulary import Placement
from tests.desks import DIRECTOR, A, B, Table
from tests.officials import Director
from tests.web.conftest import FOR_PEOPLE
from tests.web.entry_hall import PIN, SLUG, a_hall
from tests.web.previewed import previewed
from web.frame.languages import CHOSEN

FROM_HERE = {"Sec-Fetch-Site": "same-origin", "Accept": "text/html"}


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("drafts"), tables=40) as hall:
        hall.free = iter(range(1, 41))
        hall.visitors = {}
        for badge in ("", "K1", "D1"):
            hall.visitors[badge] = hall.app.test_client()
            if badge:
                hall.visitors[badge].post(
                    "/sign-in", data={"badge": badge, "pin": PIN}, headers=FROM_HERE
                )
        yield hall


@pytest.fixture
def table(hall):
    """WINdY with a blank for 28, clocks read, HOT for 17; a case is open."""
    table = Table(hall.desk, hall.games[next(hall.free) - 1])
    table.numbers = iter(lambda: uuid4().int >> 65, None)
    table.enter(DetermineStarter(starter=1, method="draw"))
    table.enter(StartGame())
    table.play(A, "8D", "WINdY", announced=28)
    table.turn = table.sheet.version
    table.enter(ReadClocks(), clocks=(1400, 1450))
    table.play(B, "9C", "HOT", announced=17)
    table.hall, table.director = hall, Director(hall.desk)
    table.case = table.director.open_case(table.game, "score", by=DIRECTOR)
    table.case_number = table.director.case_file(table.case).opened.number
    table.address = f"/t/{SLUG}/r1/t{table.sheet.scheduled.table}/"
    return table


def file_of(table):
    return table.director.case_file(table.case)


def did(table, step, badge="D1", **form):
    sent = {"request": str(uuid4()), "salt": "ab" * 16} | form
    address = f"/t/{SLUG}/cases/{table.case_number}/{step}"
    headers = {**FROM_HERE, **FOR_PEOPLE}
    return previewed(
        lambda form: table.hall.visitors[badge].post(address, data=form, headers=headers), **sent
    )


def back(table):
    """Where the one prepared ruling is taken back."""
    return re.search(r'href="([^"]+)" aria-label="Take back… ', page(table).text)[1]


def page_of(table, address):
    return table.hall.visitors["D1"].get(address, headers=FOR_PEOPLE)


def taken_back(table, address, reason):
    sent = {"request": str(uuid4()), "reason": reason}
    headers = {**FROM_HERE, **FOR_PEOPLE}
    return previewed(
        lambda form: table.hall.visitors["D1"].post(address, data=form, headers=headers), **sent
    )


def page(table, badge="D1", **request):
    address = f"/t/{SLUG}/cases/{table.case_number}"
    return table.hall.visitors[badge].get(address, query_string=request, headers=FOR_PEOPLE)


def tried(table, **request):
    address = f"{table.address}evidence"
    answer = table.hall.visitors["D1"].get(address, query_string=request, headers=FOR_PEOPLE)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.text))


def a_draft(table, **what):
    request = {"if": "score", "turn": table.turn, "points": "36"} | what
    answer = did(table, "adopt", **request)
    assert answer.status_code == 303, answer.text
    return file_of(table).version


# Bookmarks


def test_b_the_state_seen_becomes_facts_of_the_case_and_those_of_the_call_stay(table):
    frozen = file_of(table).opened.situation

    answer = did(table, "bookmark", version=str(table.turn), note="before the hold")

    assert answer.status_code == 303
    (kept,) = file_of(table).each(FactsBookmarked)
    found = kept.situation
    assert (found.version, found.totals, found.on_move) == (table.turn, (28, 0), B)
    assert (found.bag, found.racks, found.clocks) == (81, (7, 7), None)
    assert file_of(table).opened.situation == frozen
    said = page(table).text
    assert f"After event {table.turn}" in said
    assert "before the hold" in said


def test_b_the_rack_that_was_written_down_with_the_last_turn_goes_along(table):
    placed = Placement("10B", "AT")
    table.enter(PlaceTiles(seat=A, placement=placed, rack="AETIRSN"))

    did(table, "bookmark", version=str(table.sheet.version))

    (kept,) = file_of(table).each(FactsBookmarked)
    assert kept.situation.held == "AETIRSN"
    assert "AETIRSN" in page(table).text


def test_b_the_clocks_are_those_that_were_read_by_then(table):
    did(table, "bookmark", version=str(table.turn + 1))

    (kept,) = file_of(table).each(FactsBookmarked)
    assert kept.situation.clocks == (1400, 1450)


def test_b_twice_tapped_or_sent_again_it_is_kept_once(table):
    once = {"request": str(uuid4()), "salt": "ab" * 16, "version": str(table.turn)}

    answers = [did(table, "bookmark", **once), did(table, "bookmark", **once)]
    answers.append(did(table, "bookmark", version=str(table.turn)))

    assert [answer.status_code for answer in answers[:2]] == [303, 303]
    assert answers[2].status_code in (409, 422)
    assert "already" in answers[2].text
    assert len(file_of(table).each(FactsBookmarked)) == 1


def test_b_an_event_that_never_was_and_a_closed_case_are_refused_in_words(table):
    assert did(table, "bookmark", version="999").status_code == 422
    did(table, "close")
    refused = did(table, "bookmark", version=str(table.turn))

    assert refused.status_code in (409, 422)
    assert 'role="alert"' in refused.text
    assert file_of(table).each(FactsBookmarked) == ()


# Adopting


def test_w_what_was_tried_is_a_draft_of_the_case_and_nothing_at_the_table(table):
    before = table.sheet

    version = a_draft(table)

    fact = file_of(table).fact(version, RulingDrafted)
    assert fact.tried == f"if=score&turn={table.turn}&points=36"
    assert "the score is 36" in fact.says
    assert "28:17 → 36:17" in fact.says
    assert table.sheet == before
    assert file_of(table).state == "open"
    said = page(table).text
    assert "Prepared, not given" in said
    assert "Use it to fill in the ruling" in said


@pytest.mark.parametrize(
    "what",
    [
        {"if": "score", "points": "36"}, {"if": "off"}, {"if": "instead", "move": "8D WINDY"},
        {"if": "stays", "book": "wespa-1.0"}, {"if": "blank", "blank": "8G", "letter": "E"},
    ],
)  # fmt: skip
def test_w_what_was_tried_is_kept_alike_in_every_language_and_told_in_the_readers(table, what):
    visitor, written, told = table.hall.visitors["D1"], set(), {}
    try:
        for of in ("en", "es", "de", "fr"):
            visitor.set_cookie(CHOSEN, of)
            version = a_draft(table, **what, salt=uuid4().hex)
            fact = file_of(table).fact(version, RulingDrafted)
            written.add(msgspec.json.encode(structs.replace(fact, words="")))
            ruling = msgspec.json.decode(table.hall.desk.log.words_of(fact.words), type=GiveRuling)
            with speaking(of):
                told[of] = says_wording(fact)
                assert told[of].startswith(finding_wording(ruling))
            assert told[of] in html.unescape(page(table).text)
    finally:
        visitor.set_cookie(CHOSEN, "en")
    assert len(written) == 1
    assert len(set(told.values())) == 4
    assert told["en"] == fact.says


def test_w_one_tap_fills_the_form_and_the_ruling_takes_the_draft_up(table):
    version = a_draft(table)
    filled = page(table, draft=version).text

    assert 'name="adopted" value="1" checked' in filled
    assert f'name="draft" value="{version}"' in filled
    finding = re.search(r'name="finding" required maxlength="300" value="([^"]+)"', filled)[1]
    citation = re.search(r'id="ruled-under" name="citation" value="([^"]+)"', filled)[1]
    form = {"finding": finding, "citation": citation, "draft": str(version), "adopted": "1"}
    answer = did(table, "rule", **form)

    assert answer.status_code == 303, answer.text
    assert table.sheet.totals == (36, 17)
    assert file_of(table).ruling.draft == version
    assert "Use it to fill in the ruling" not in page(table).text
    again = did(table, "rule", **form)
    assert again.status_code in (404, 409, 422)
    assert len(file_of(table).each(RulingGiven)) == 1


def test_w_a_draft_that_is_dropped_is_gone_from_the_page_and_stays_in_the_record(table):
    version = a_draft(table)

    seen = page_of(table, back(table)).text
    assert "Prepared, not given" in seen
    assert file_of(table).each(DraftDropped) == ()
    assert taken_back(table, back(table), reason="").status_code == 422
    door = back(table)
    assert taken_back(table, door, reason="not so").status_code == 303

    assert file_of(table).each(DraftDropped) == (DraftDropped(draft=version, reason="not so"),)
    assert file_of(table).each(RulingDrafted)
    assert "Use it to fill in the ruling" not in page(table).text
    assert page(table, draft=version).status_code in (404, 422)
    assert taken_back(table, door, reason="again").status_code in (404, 409, 422)


def test_w_a_draft_never_bars_ruling_otherwise(table):
    a_draft(table)

    answer = did(table, "rule", finding="the entry stands", citation="wespa-5.1 Preamble")

    assert answer.status_code == 303
    assert file_of(table).ruling.draft == 0
    assert table.sheet.totals == (28, 17)


def test_w_a_draft_whose_words_can_t_be_read_is_told_and_can_be_dropped(table):
    kept = KeptWords(b"s" * 16, b"no ruling")
    request = DraftRuling(digest="ab", words=kept.digest, says="by another program", tried="if=off")
    sent = table.sent(by=DIRECTOR)
    table.hall.desk.must_write(table.case, request, sent, [kept])

    said = page(table).text

    assert "by another program" in said
    assert "Use it to fill in the ruling" not in said
    assert taken_back(table, back(table), reason="no ruling").status_code == 303


@pytest.mark.parametrize(("what", "totals", "top"), [
    ({"if": "off"}, (0, 17), "N"),
    ({"if": "instead", "move": "8H WIND"}, (16, 17), ""),
    ({"if": "blank", "blank": "8G", "letter": "g"}, (28, 17), "g"),
])  # fmt: skip
def test_w_what_was_adopted_can_be_carried_out_as_it_was_tried(table, what, totals, top):
    version = a_draft(table, points="", **what)
    draft = file_of(table).fact(version, RulingDrafted)
    ruling = msgspec.json.decode(table.hall.desk.log.words_of(draft.words), type=GiveRuling)
    assert ruling.follows

    form = {"finding": ruling.finding, "citation": ruling.citation}
    answer = did(table, "rule", draft=str(version), adopted="1", **form)

    assert answer.status_code == 303, answer.text
    assert table.sheet.totals == totals
    if what["if"] == "blank":
        assert top in table.sheet.board.squares


def test_w_what_can_t_be_entered_any_more_is_adopted_in_words(table):
    version = a_draft(table, points="", **{"if": "bad"})

    draft = file_of(table).fact(version, RulingDrafted)
    ruling = msgspec.json.decode(table.hall.desk.log.words_of(draft.words), type=GiveRuling)
    assert ruling.follows == ()
    assert "challenged, and not acceptable" in ruling.finding
    assert "later entries conflict with it." in page(table).text


@pytest.mark.parametrize("what", [
    {"if": "score", "points": "much"}, {"if": ""}, {"if": "off", "turn": "1"},
    {"if": "instead", "move": "8D"}, {"if": "blank", "blank": "1A", "letter": "g"},
])  # fmt: skip
def test_w_what_can_t_be_tried_is_adopted_by_nobody(table, what):
    answer = did(table, "adopt", **({"turn": str(table.turn)} | what))

    assert answer.status_code in (404, 409, 422)
    assert 'role="alert"' in answer.text
    assert file_of(table).each(RulingDrafted) == ()


@pytest.mark.parametrize("badge", ["", "K1"])
@pytest.mark.parametrize("step", ["adopt", "bookmark"])
def test_nobody_but_a_director_adopts_or_bookmarks(table, badge, step):
    sent = {"if": "off", "turn": str(table.turn), "version": str(table.turn), "draft": "2"}

    answer = did(table, step, badge, **sent)

    assert answer.status_code in (401, 403)
    assert file_of(table).version == 1
    assert page(table, badge).status_code in (401, 403)


# What if


def test_w_another_play_in_its_place_is_counted_and_what_differs_is_listed(table):
    said = tried(table, **{"if": "instead", "turn": table.turn, "move": "8H WIND"})

    assert "Now, as supposed 16 17" in said
    assert "Square 8H Y W" in said


def test_w_another_letter_on_a_blank_changes_its_square_and_no_score(table):
    said = tried(table, **{"if": "blank", "blank": "8G", "letter": "G"})

    assert "Now, as supposed 28 17" in said
    assert "Square 8G d g" in said


def test_w_under_another_book_the_same_verdict_stands_beside_the_games_own(table):
    last = max(e.originator_version for e in table.sheet.events if isinstance(e.fact, PlayRecorded))

    said = tried(table, **{"if": "good", "turn": last, "book": "nsa-1998"})

    assert "Now, as supposed by NSA Official Tournament Rules 28 17" in said
    assert "Now, as supposed by WESPA Game Rules 5.1 28 22" in said, said[
        said.index("Then, as played") :
    ]


def test_w_a_phoney_that_came_off_goes_on_again(table):
    table.enter(IssueChallenge(seat=A, words=("HOT",)))
    table.enter(Adjudicate(acceptable=False))
    assert table.sheet.totals == (28, 0)
    last = max(e.originator_version for e in table.sheet.events if isinstance(e.fact, PlayRecorded))

    said = tried(table, **{"if": "stays", "turn": last})

    assert "Now, as played 28 0" in said
    assert "Now, as supposed 28 17" in said
