"""A round that is closed is signed for, told to everybody, and on the sheet that people sign."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from msgspec.structs import replace

from ledger.desk.requests import Sent
from ledger.proof.made import made_in
from ledger.proof.note import Verifier, checkpoint_in, in_fours, note_of
from ledger.record.events import Envelope, Event
from ledger.record.streams import record_id, tournament_id
from ledger.record.verify import verify
from ledger.refusals.saying import refusal
from ledger.tournament.matters import CloseRound
from ledger.vocabulary import Role
from printing.from_desk import round_close_of
from printing.round_close import lines
from tests.proof.a_witness import AWitness
from tests.web.whole_hall import FROM_HERE, SLUG, a_whole_hall
from web.command_line.desk_papers import of_a_round
from web.site.site import DeskToPrint
from web.watching.looked_up import all_checks


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


def made(hall):
    return made_in(hall.here.log.events_of(record_id()))


def test_a_director_makes_one_now_and_reads_what_it_gives(hall):
    shown = hall.ask("director", "/checkpoints/").text
    assert "Make a checkpoint now" in shown
    assert "Make a checkpoint now" not in hall.ask("keeper", "/checkpoints/").text
    before = hall.here.log.last_position()

    answer = hall.ask("director", "/checkpoints/make", "POST", data={"request": str(uuid4())})

    assert answer.status_code == 303
    [one] = made(hall)
    assert (one.size, one.because) == (before, "asked")
    told = hall.ask("director", answer.headers["Location"]).text
    assert f"The record is signed up to event {before}" in told
    assert "finds any change" in told


def test_a_double_tap_or_a_lost_reply_makes_one(hall):
    number = str(uuid4())
    places = set()
    for _ in range(3):
        answer = hall.ask("organiser", "/checkpoints/make", "POST", data={"request": number})
        places.add(answer.headers["Location"])
        close_or_reopen(hall)

    assert len(places) == 1
    assert [one.because for one in made(hall)].count("asked") == 1


def close_or_reopen(hall):
    """Something else is written between the taps."""
    hall.office.issue(f"X{uuid4().hex[:6]}", "In between", Role.SCOREKEEPER, by="O1")


def test_what_is_refused_is_said_on_the_page(hall, monkeypatch):
    def cant(*_what, **_how):
        raise refusal("record-differs", size=812)

    monkeypatch.setattr(type(hall.here.checkpoints), "make", cant)
    by_browser = FROM_HERE | {"Accept": "text/html"}
    sent = {"request": str(uuid4())}
    answer = hall.ask("director", "/checkpoints/make", "POST", headers=by_browser, data=sent)

    assert answer.status_code == 422
    assert "The first 812 events are not those that were signed before." in answer.text
    assert "proof-alarm" in answer.text


def test_each_is_a_file_under_its_size(hall):
    close(hall)
    [one] = made(hall)
    answer = hall.ask("nobody", f"/checkpoints/{one.size}")

    assert answer.text == one.note == hall.ask("nobody", "/checkpoint").text
    assert f"checkpoint-{one.size}.txt" in answer.headers["Content-Disposition"]
    assert hall.ask("nobody", f"/checkpoints/{one.size}?log={one.origin}").text == one.note
    for wrong in (f"/checkpoints/{one.size}?log=other", f"/checkpoints/{one.size + 1}"):
        assert hall.ask("nobody", wrong).json["refused"] == "no-checkpoint"
    assert hall.ask("nobody", f"/checkpoints/{'9' * 400}").status_code == 404


def test_who_signed_stands_on_page_note_and_sheet(hall):
    close(hall)
    [one] = made(hall)
    witness = AWitness()
    key = Verifier.read(witness.vkey)
    line = witness.signs(note_of(one.note).text, at=1_795_600_000).strip()
    hall.here.checkpoints.cosign(one, key, line, now=hall.desk.now())

    assert f"by {witness.name}" in hall.ask("nobody", "/checkpoints/").text
    assert hall.ask("nobody", f"/checkpoints/{one.size}").text == f"{one.note}{line}\n"
    sheet = round_close_of(of_a_round(hall.here, DeskToPrint(SLUG, 1)), 1)
    assert any(witness.name in said for said in lines(sheet))


def test_a_witness_that_disagrees_is_said_to_everybody_and_at_the_desk(hall):
    close(hall)
    [one] = made(hall)
    key = Verifier.read(AWitness().vkey)
    assert "does not agree" not in hall.ask("director", "/desk").text
    hall.here.checkpoints.disagreed(one, key, 9_999, "not-in-the-record", now=hall.desk.now())

    for who, where in (("nobody", "/checkpoints/"), ("director", "/desk")):
        told = hall.ask(who, where).text
        assert "does not agree with this record" in told
        assert "It had signed 9999 events." in told
    checks = {one.name: one for one in all_checks(hall.app)}
    assert checks["witnesses"].state == "warning"
    assert "9999" in checks["witnesses"].told


def test_a_director_settles_what_a_witness_found_and_others_read_that_it_was(hall):
    close(hall)
    key = AWitness().vkey
    named = Verifier.read(key)
    hall.here.checkpoints.disagreed(
        made(hall)[0], named, 9_999, "not-in-the-record", now=hall.desk.now()
    )
    words = "The keeper tried another copy of the record"
    assert "checkpoints/settle" not in hall.ask("nobody", "/checkpoints/").text

    sent = {"request": str(uuid4()), "witness": key, "reason": words}
    for _ in range(2):
        assert hall.ask("director", "/checkpoints/settle", "POST", data=sent).status_code == 303

    assert "does not agree" not in hall.ask("director", "/desk").text
    assert words in hall.ask("director", "/checkpoints/").text
    told = hall.ask("nobody", "/checkpoints/").text
    assert "was looked into" in told
    assert words not in told
    empty = sent | {"reason": " ", "request": str(uuid4())}
    refused = hall.ask("director", "/checkpoints/settle", "POST", data=empty)
    assert refused.json["refused"] == "no-reason"


def test_of_two_logs_of_one_size_each_has_its_address(hall):
    """A record that was restored has had another log before; its checkpoints stay."""
    close(hall)
    [one] = made(hall)
    before = replace(
        one, origin=f"{one.origin}/0badcafe", note=one.note.replace("\n", "/0badcafe\n", 1)
    )
    number = hall.here.log.version_of(record_id()) + 1
    envelope = Envelope(written_at=hall.desk.now(), written_by="", command_id=uuid4(), fact=before)
    hall.here.log.append([Event(record_id(), number, envelope)])

    assert hall.ask("nobody", f"/checkpoints/{one.size}?log={one.origin}").text == one.note
    assert hall.ask("nobody", f"/checkpoints/{one.size}?log={before.origin}").text == before.note
    links = re.findall(
        r'href="(/checkpoints/\d+[^"]*)" download', hall.ask("nobody", "/checkpoints/").text
    )
    assert [hall.ask("nobody", link.replace("&amp;", "&")).text for link in links] == [
        before.note, one.note,
    ]  # fmt: skip
