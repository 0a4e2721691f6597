"""The evidence sheet, filled from a record: two states side by side, for officials only."""

from __future__ import annotations

from io import BytesIO
from uuid import uuid4

import pypdfium2
import pytest
from click.testing import CliRunner

from ledger.desk.requests import Sent
from ledger.game.challenges.holds import CallHold
from ledger.game.turns.facts import EntryCorrected
from ledger.game.turns.requests import PlaceTiles
from ledger.vocabulary import Placement, Seat
from printing.sheets.from_evidence import evidence_of
from printing.source import NOTHING_ELSE
from tests.printing.test_from_record import ANN, play, told
from tests.web.whole_hall import SLUG, a_whole_hall
from web.command_line.papers import print_
from web.command_line.worker import _printer

PAGE = f"/t/{SLUG}/r1/t1/evidence"


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """A hall whose first table has a play and a hold."""
    with a_whole_hall(tmp_path_factory.mktemp("evidence") / "data") as hall:
        hall.app.extensions["printer"] = _printer(hall.here)
        play = PlaceTiles(seat=Seat.FIRST, placement=Placement("8D", "WINDY"))
        for request in (play, CallHold(seat=Seat.SECOND)):
            hall.desk.record(hall.games[0], request, Sent(by="K1", command_id=uuid4()))
        yield hall


def text_of(pdf):
    document = pypdfium2.PdfDocument(BytesIO(pdf))
    pages = (page.get_textpage().get_text_range() for page in document)
    return " ".join(" ".join(pages).split())


@pytest.mark.found("PP-10")
def test_the_sheet_has_both_states_what_differs_and_what_happened(hall):
    """Of states far apart it tells the turns between, and no list of their squares."""
    last = hall.desk.sheet(hall.games[0]).version

    said = text_of(hall.ask("director", f"{PAGE}.pdf?at=3&with={last}").get_data())

    assert "(event 3)" in said
    assert f"After turn 1: Player 2 called hold (event {last})" in said
    assert "Score of Player 1 0, beside 32" in said
    assert "Turn 1 Player 1: 8D WINDY, +32" in said
    assert "Square" not in said
    assert "Player 2 called hold" in said or "Hold" in said
    assert "WESPA Game Rules" in said


def test_the_same_state_twice_differs_in_nothing(hall):
    assert "Nothing." in text_of(hall.ask("director", f"{PAGE}.pdf").get_data())


@pytest.mark.parametrize("who", ["nobody", "display", "player", "keeper", "other", "judge"])
def test_nobody_but_directors_and_organisers_gets_it(hall, who):
    assert hall.ask(who, f"{PAGE}.pdf").status_code == 403


def test_an_event_that_is_not_there_is_said(hall):
    answer = hall.ask("director", f"{PAGE}.pdf?at=999")

    assert answer.status_code == 422
    assert "999" in answer.json["what"]


def test_the_page_links_to_the_paper_of_what_it_shows(hall):
    shown = hall.ask("director", f"{PAGE}?at=3", headers={"Accept": "text/html"}).text

    assert f"{PAGE}.pdf?at=3&amp;with=" in shown


def test_the_command_prints_it_and_the_same_twice(hall, tmp_path):
    files = [tmp_path / "one.pdf", tmp_path / "two.pdf"]
    for file in files:
        request = ["evidence-sheet", f"{SLUG}/R1/T1", "--at", "3", "--data", str(hall.here.folder)]
        done = CliRunner().invoke(print_, [*request, "-o", str(file)], catch_exceptions=False)
        assert done.exit_code == 0, done.output

    assert files[0].read_bytes() == files[1].read_bytes()
    assert "(event 3)" in text_of(files[0].read_bytes())


@pytest.mark.found("PP-10")
def test_PP10_a_turn_that_was_put_right_between_two_states_is_told_square_by_square():
    """The same turn stands in both, so the turns between do not tell what lies otherwise."""
    first = play(ANN, "8D WINDY", 32, "WINDY")
    turn = told(first).version
    corrected = EntryCorrected(
        supersedes=turn, replacement=play(ANN, "8D CINDY", 30, "CINDY"), reason="-",
        approved_by="-",
    )  # fmt: skip
    found = evidence_of(told(first, corrected), (turn, turn + 1), (), NOTHING_ELSE)
    assert ("Square 8D", "W, beside C") in found.differs
    assert not [row for row in found.differs if row[0].startswith("Turn ")]
