"""A round that is closed is signed for, told to everybody, and on the sheet that people sign."""

from __future__ import annotations

import re
from datetime import timedelta
from functools import partial
from uuid import uuid4

import pytest
from msgspec.structs import replace

from ledger.proof.checkpoints_made import Quorum, listed_in, made_in
from ledger.proof.note import Verifier, checkpoint_in, in_fours, note_of
from ledger.proof.paper_requests import DeskToPrint
from ledger.record.events import Envelope, Event, record_id
from ledger.record.verify import verify
from ledger.refusals.saying import refusal
from ledger.vocabulary import Role
from printing.filling.desk_papers import of_a_round
from printing.lists.desk_lists import ROUND_CLOSE
from printing.lists.from_desk import round_close_of
from printing.papers import as_bound
from tests.officials import Organiser
from tests.proof.a_witness import AWitness
from tests.web.whole_hall import FROM_HERE, SLUG, a_whole_hall
from web.monitoring.metrics import all_checks


@pytest.fixture
def hall(tmp_path):
    with a_whole_hall(tmp_path) as hall:
        yield hall


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """One hall for tests that take it as they find it."""
    with a_whole_hall(tmp_path_factory.mktemp("shared")) as hall:
        yield hall


def something_new(hall):
    """Whatever is written, so that there is something to sign."""
    hall.office.issue(f"X{uuid4().hex[:6]}", "In between", Role.SCOREKEEPER, by="O1")


def close(hall):
    Organiser(hall.desk).close_round(SLUG, 1, by="D1", waiving="for the test")


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
    assert "Spring Open, round 1" in page
    assert in_fours(told.root.hex()[:32]) in page


def test_it_stands_on_the_sheet_of_the_round_with_who_signed_it(hall):
    close(hall)
    [one] = made(hall)
    witness = AWitness()
    line = witness.signs(note_of(one.note).text, at=1_795_600_000).strip()

    def said():
        sheet = round_close_of(of_a_round(hall.here, DeskToPrint(SLUG, 1)), 1)
        return "\n".join(ROUND_CLOSE.lines(sheet))

    assert in_fours(one.root[:32]) in said()
    assert in_fours(one.root[32:]) in said()
    assert "Signed also by" not in said()
    key = Verifier.read(witness.vkey)
    hall.here.checkpoints.cosign(one, key, line, now=hall.desk.now())

    assert f"Signed also by {witness.name}, 25 Nov 2026" in said()
    assert f"by {witness.name}" in hall.ask("nobody", "/checkpoints/").text
    assert hall.ask("nobody", f"/checkpoints/{one.size}").text == f"{one.note}{line}\n"


def test_page_and_sheet_say_whether_enough_witnesses_signed_and_who_was_late(hall, monkeypatch):
    """The code of the sheet binds none of it: more may sign, or be asked, after it was printed."""
    close(hall)
    [row] = listed_in(hall.here.log.events_of(record_id()))
    asked = [AWitness(f"w{number}.example") for number in range(3)]
    keys = [Verifier.read(each.vkey) for each in asked]
    named = " ".join(f"{each.vkey} https://{each.name}" for each in asked)
    monkeypatch.setenv("TILESCRIBE_WITNESSES", named)
    monkeypatch.setenv("TILESCRIBE_QUORUM", "2")
    words = "2 of 3 witnesses signed: the quorum of 2 is reached"
    assert "quorum of 2 is not reached" in hall.ask("nobody", "/checkpoints/").text
    for minutes, witness, key in zip((0, 1, 90), asked, keys, strict=True):
        at = row.at + timedelta(minutes=minutes)
        line = witness.signs(note_of(row.made.note).text, at=int(at.timestamp()) + 1).strip()
        hall.here.checkpoints.cosign(row.made, key, line, now=at)
        page = hall.ask("nobody", "/checkpoints/").text
        assert (words in page) == (minutes == 1)
        assert ("signed late" in page) == (minutes == 90)
    assert "3 of 3 witnesses signed: the quorum of 2 is reached" in page

    here = replace(hall.here, quorum=Quorum(tuple(keys), 2, timedelta(hours=1)))
    told = of_a_round(here, DeskToPrint(SLUG, 1))
    untold = of_a_round(hall.here, DeskToPrint(SLUG, 1))
    assert told.quorum == "3 of 3 witnesses signed: the quorum of 2 is reached"
    sheets = [round_close_of(each, 1) for each in (told, untold)]
    assert told.quorum in str(sheets[0].checkpoint)
    assert "quorum" not in str(sheets[1].checkpoint)
    one, other = (ROUND_CLOSE.lines(as_bound(sheet)) for sheet in sheets)
    assert one == other


def test_a_round_is_closed_even_where_it_can_t_be_signed_for(hall, monkeypatch):
    def cant(*_what, **_how):
        raise OSError("no room")

    monkeypatch.setattr(type(hall.here.checkpoints), "make", cant)

    close(hall)

    assert hall.ask("nobody", "/checkpoint").status_code == 404


def made(hall):
    return made_in(hall.here.log.events_of(record_id()))


def test_a_director_makes_one_now_and_reads_what_it_gives(shared):
    something_new(shared)
    assert "Make a checkpoint now" in shared.ask("director", "/checkpoints/").text
    assert "Make a checkpoint now" not in shared.ask("keeper", "/checkpoints/").text
    before = shared.here.log.last_position()

    answer = shared.ask("director", "/checkpoints/make", "POST", data={"request": str(uuid4())})

    assert answer.status_code == 303
    one = made(shared)[-1]
    assert (one.size, one.because) == (before, "asked")
    told = shared.ask("director", answer.headers["Location"]).text
    assert f"The record is signed up to event {before}" in told
    assert "any change to an earlier event" in told


def test_a_double_tap_or_a_lost_reply_makes_one(shared):
    something_new(shared)
    number, before, places = str(uuid4()), len(made(shared)), set()
    for _ in range(3):
        answer = shared.ask("organiser", "/checkpoints/make", "POST", data={"request": number})
        places.add(answer.headers["Location"])
        something_new(shared)

    assert len(places) == 1
    assert len(made(shared)) == before + 1


def test_what_is_refused_is_said_on_the_page(shared, monkeypatch):
    def cant(*_what, **_how):
        raise refusal("record-differs", size=812)

    monkeypatch.setattr(type(shared.here.checkpoints), "make", cant)
    by_browser = FROM_HERE | {"Accept": "text/html"}
    sent = {"request": str(uuid4())}
    answer = shared.ask("director", "/checkpoints/make", "POST", headers=by_browser, data=sent)

    assert answer.status_code == 422
    assert "The first 812 events are not the ones that were signed before." in answer.text
    assert 'class="problems" role="alert"' in answer.text


def test_each_is_a_file_under_its_size(shared):
    something_new(shared)
    one = shared.here.checkpoints.make("asked", now=shared.desk.now())
    answer = shared.ask("nobody", f"/checkpoints/{one.size}")

    assert answer.text == one.note == shared.ask("nobody", "/checkpoint").text
    assert f"checkpoint-{one.size}.txt" in answer.headers["Content-Disposition"]
    assert shared.ask("nobody", f"/checkpoints/{one.size}?log={one.origin}").text == one.note
    for wrong in (f"/checkpoints/{one.size}?log=other", f"/checkpoints/{one.size + 10_000}"):
        assert shared.ask("nobody", wrong).json["refused"] == "no-checkpoint"
    assert shared.ask("nobody", f"/checkpoints/{'9' * 400}").status_code == 404


def test_a_witness_that_disagrees_is_said_to_everybody_and_at_the_desk_until_it_is_settled(shared):
    one = shared.here.checkpoints.make("asked", now=shared.desk.now())
    witness, now = AWitness(), shared.desk.now()
    at_the_desk = partial(shared.ask, "director", "/desk/now.json")
    assert at_the_desk().json["witness"] == ""
    assert "checkpoints/settle" not in shared.ask("director", "/checkpoints/").text
    key = Verifier.read(witness.vkey)
    shared.here.checkpoints.disagreed(one, key, 9_999, "not-in-the-record", now=now)

    assert at_the_desk().json["witness"].endswith("9999 events.")
    for who, where in (("nobody", "/checkpoints/"), ("director", "/desk")):
        told = shared.ask(who, where).text
        assert "does not agree with this record" in told
        assert "It had signed 9999 events." in told
    checks = {one.name: one for one in all_checks(shared.app)}
    assert (checks["witnesses"].state, "9999" in checks["witnesses"].told) == ("warning", True)
    assert "checkpoints/settle" not in shared.ask("nobody", "/checkpoints/").text

    words = "The keeper tried another copy of the record"
    sent = {"request": str(uuid4()), "witness": witness.vkey, "reason": words}
    empty = sent | {"reason": " "}
    refused = shared.ask("director", "/checkpoints/settle", "POST", data=empty)
    assert refused.json["refused"] == "no-reason"
    for _ in range(2):
        assert shared.ask("director", "/checkpoints/settle", "POST", data=sent).status_code == 303

    assert at_the_desk().json["witness"] == ""
    assert words in shared.ask("director", "/checkpoints/").text
    told = shared.ask("nobody", "/checkpoints/").text
    assert "Findings by a witness that were examined" in told
    assert words not in told


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
