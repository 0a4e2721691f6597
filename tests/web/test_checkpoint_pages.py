"""A round that is closed is signed for, told to everybody, and on the sheet that people sign."""

from __future__ import annotations

from uuid import uuid4

import pytest

from ledger.desk.requests import Sent
from ledger.proof.note import checkpoint_in, in_fours, note_of
from ledger.record.streams import tournament_id
from ledger.record.verify import verify
from ledger.tournament.matters import CloseRound
from printing.from_desk import round_close_of
from printing.round_close import lines
from tests.web.whole_hall import SLUG, a_whole_hall
from web.command_line.desk_papers import of_a_round
from web.site.site import DeskToPrint


@pytest.fixture
def hall(tmp_path):
    with a_whole_hall(tmp_path) as hall:
        yield hall


def close(hall):
    asked = CloseRound(round_number=1, waiving="for the test")
    hall.desk.must_write(tournament_id(SLUG), asked, Sent(by="D1", command_id=uuid4()))


def test_no_checkpoint_yet_is_said_in_words(hall):
    answer = hall.ask("nobody", "/checkpoint")

    assert (answer.status_code, answer.json["refused"]) == (404, "no-checkpoint")
    assert "None has been made yet" in hall.ask("nobody", "/checkpoints/").text


def test_a_round_that_is_closed_makes_one_which_anybody_may_keep(hall):
    before = hall.here.log.last_position()
    close(hall)
    told = checkpoint_in(note_of(hall.ask("nobody", "/checkpoint").text).text)

    assert told.size > before  # the closing itself lies under it
    assert verify(hall.here.log.store, against=[told]).sound
    page = hall.ask("nobody", "/checkpoints/").text
    assert f"{SLUG}/R1" in page
    assert in_fours(told.root.hex()[:32]) in page


def test_it_stands_on_the_sheet_of_the_round(hall):
    close(hall)
    told = checkpoint_in(note_of(hall.ask("nobody", "/checkpoint").text).text)
    sheet = round_close_of(of_a_round(hall.here, DeskToPrint(SLUG, 1)), 1)

    said = "\n".join(lines(sheet))

    assert in_fours(told.root.hex()[:32]) in said
    assert in_fours(told.root.hex()[32:]) in said


def test_a_round_is_closed_even_where_it_can_t_be_signed_for(hall, monkeypatch):
    def cant(*_what, **_how):
        raise OSError("no room")

    monkeypatch.setattr(type(hall.here.checkpoints), "make", cant)

    close(hall)

    assert hall.ask("nobody", "/checkpoint").status_code == 404
