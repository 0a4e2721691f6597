"""Earlier warnings: at the next call, on the page of the case and on its papers; the notice."""

from __future__ import annotations

import io
import json
from uuid import uuid4

import pypdfium2
import pytest

from ledger.desk.requests import Sent
from ledger.game.calls.requests import CallDirector
from ledger.record.events import tournament_id
from ledger.rulebook import load
from ledger.tournament.conduct import WarnPlayer
from ledger.tournament.tournament import tournament_named
from tests.desks import B
from tests.web.test_case_pages import CASES, opened, page
from tests.web.whole_hall import SLUG, a_whole_hall
from web.command_line.worker import _printer

ACT = "a phone or another device in play"


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """Player 1 and player 2 were warned at another table; then the director is called to theirs."""
    with a_whole_hall(tmp_path_factory.mktemp("warned") / "data") as hall:
        hall.app.extensions["printer"] = _printer(hall.here)
        for player, offence, words in ((1, "device-used", "it rang"), (2, "other", "shouted")):
            request = WarnPlayer(player=player, offence=offence, words=words, notice="a penalty")
            sent = Sent(command_id=uuid4(), by="D1", device="desk")
            hall.desk.must_write(tournament_id(SLUG), request, sent)
        called = CallDirector(reason="conduct", seat=B)
        hall.desk.must_write(hall.games[0], called, Sent(command_id=uuid4(), by="K1", device="T1"))
        yield hall


def text_of(pdf):
    with pypdfium2.PdfDocument(io.BytesIO(pdf)) as document:
        pages = [one.get_textpage().get_text_bounded() for one in document]
    return " ".join(" ".join(pages).split())


@pytest.mark.found("DI-13")
def test_DI13_the_next_call_says_who_was_warned_before_whose_act_it_is_about_first(hall):
    [call] = json.loads(hall.ask("director", "/desk/now.json").text)["calls"]

    assert call["warned"] == [
        {"name": "Player 2", "of": ["shouted"]},
        {"name": "Player 1", "of": [f"{ACT}; it rang"]},
    ]


@pytest.mark.found("DI-13")
def test_DI13_the_case_begins_with_whose_act_and_says_who_was_warned(hall):
    version = hall.desk.sheet(hall.games[0]).version
    new = hall.ask(
        "director", f"{CASES}new", query_string={"game": hall.games[0], "call": version}
    ).text
    case = opened(hall, category="conduct")

    assert '<input type="radio" name="seat" value="second" checked>' in new
    assert f"<b>Player 1</b> was warned before: {ACT}; it rang" in page(hall, case)
    for form in ("incident-record", "bundle"):
        said = text_of(hall.ask("director", f"{CASES}{case}/{form}.pdf").get_data())
        assert "Warned before" in said
        assert f"{ACT}; it rang" in said
        assert said.index("it rang") < said.index("shouted")


@pytest.mark.found("DI-13")
def test_DI13_a_case_opened_before_a_warning_does_not_list_it_on_its_record(hall):
    case = opened(hall, category="conduct", game=hall.games[1])
    request = WarnPlayer(player=3, offence="other", words="slammed the clock")
    sent = Sent(command_id=uuid4(), by="D1", device="desk")
    hall.desk.must_write(tournament_id(SLUG), request, sent)

    said = text_of(hall.ask("director", f"{CASES}{case}/incident-record.pdf").get_data())

    assert "slammed the clock" not in said


@pytest.mark.found("DI-13")
def test_DI13_a_warning_from_the_desk_has_its_own_notice_filled_in(hall):
    first = tournament_named(SLUG, hall.desk.log).conduct.warnings[0]
    address = f"/t/{SLUG}/conduct/{first.version}/warning.pdf"
    for linked in (f"/t/{SLUG}/r1/t1/warn", f"/t/{SLUG}/conduct"):
        assert f'href="{address}"' in hall.ask("director", linked).text

    said = text_of(hall.ask("director", address).get_data())

    for words in ("Warning notice", "Player 1", f"{ACT}; it rang", "wespa-5.1 1.6", "a penalty"):
        assert words in said
    assert hall.ask("director", f"/t/{SLUG}/conduct/1/warning.pdf").status_code == 404
    assert hall.ask("keeper", address).status_code == 403


@pytest.mark.found("DI-13")
@pytest.mark.parametrize("book", ["wespa-5.1", "wespa-4.0", "wespa-1.0", "wsc-2003"])
def test_DI13_every_book_that_speaks_of_phones_lists_one_as_an_act(book):
    acts = load(book).offences

    assert any("phone" in act.words for act in acts.values())
