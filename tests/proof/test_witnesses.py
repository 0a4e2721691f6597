"""Witnesses: asked by the protocol, believed only with their key, and heard when they object."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from ledger.game.clock.requests import ReadClocks
from ledger.proof.checkpoints_made import checked, disagreements, latest_in, made_in, witnesses_of
from ledger.proof.facts import CheckpointCosigned, WitnessDisagreed
from ledger.proof.game_proof import TREE_FILE, KeptTree
from ledger.proof.keys import signed
from ledger.proof.note import Unreadable, note_of
from ledger.proof.witnesses import Knows, NotSigned, Signed, Witness, answer, asked
from ledger.record.events import record_id
from ledger.record.verify import verify
from tests.desks import a_desk
from tests.proof.a_witness import ASecondReading, AWitness, served
from tests.proof.test_checkpoints import NOW, Hall, rewrite
from tests.proof.test_note import HERE, KEY
from tests.proof.test_note import NAME as OUR_NAME
from web.proofs.exchange import MOST_BYTES, Away, post
from web.proofs.sending import MOST_BEHIND, AskingAWitness


@pytest.fixture
def hall(tmp_path):
    with a_desk(tmp_path / "data") as desk:
        hall = Hall(desk, tmp_path / "data")
        yield hall
        hall.tree.close()


@pytest.fixture
def witness():
    with served(AWitness()) as (one,):
        yield one


def quickly(address, body):
    """For witnesses that take all the time there is; a busy machine answers later than this."""
    return post(address, body, longest=0.4)


def asking(hall, witness, *, known=True, send=post):
    """What asks a witness; unless it does not know us, it was given our keys."""
    if known:
        for key in hall.checkpoints.keys:
            witness.knows(str(key))
    named = Witness.read(witness.vkey, witness.address)
    return AskingAWitness(named, hall.checkpoints, lambda: datetime.now(UTC), send)


def one_more(hall):
    """An event more."""
    hall.table.enter(ReadClocks(), clocks=(1490, 1500))


def events(hall):
    return hall.log.events_of(record_id())


def signed_by(hall, made):
    return [one.name for one in witnesses_of(made, events(hall))]


def test_it_signs_the_first_and_each_that_continues_it(hall, witness):
    first = hall.make()
    ask = asking(hall, witness)
    assert ask.ask(first) is None
    hall.play_on()
    second = hall.make()
    assert ask.ask(second) is None

    assert signed_by(hall, first) == signed_by(hall, second) == [witness.name]
    assert [body.split(b"\n")[0] for body in witness.asked] == [b"old 0", b"old %d" % first.size]
    assert verify(hall.log.store).sound
    assert ask.ask(second) is None  # which it is not asked for again
    assert len(witness.asked) == 2


def test_what_it_missed_while_it_was_away_it_signs_oldest_first(hall, witness):
    for _ in range(3):
        hall.make()
        one_more(hall)
    ask = asking(hall, witness)
    waiting = ask.waiting()
    for made in waiting:
        assert ask.ask(made) is None

    assert [made.size for made in waiting] == [made.size for made in made_in(events(hall))]
    assert ask.waiting() == ()
    assert all(signed_by(hall, made) for made in waiting)
    assert MOST_BEHIND >= 3


def test_one_that_knows_another_size_is_asked_again_from_that(hall, witness):
    """Its answer was lost: it signed, and the record does not know."""
    made = hall.make()
    ask = asking(hall, witness)
    witness.lies = lambda handler, _body, _told: handler.connection.close()
    assert "can't be reached" in ask.ask(made).what
    witness.lies = None
    hall.play_on()
    later = hall.make()

    assert ask.ask(later) is None
    assert [body.split(b"\n")[0] for body in witness.asked[1:]] == [b"old 0", b"old %d" % made.size]
    assert ask.ask(made) is None  # signs none before its last: nothing was kept, nothing is wrong
    assert signed_by(hall, made) == []
    assert disagreements(made.origin, events(hall)) == ()


def test_a_log_or_a_key_it_does_not_know_is_said_in_words(hall, witness):
    made = hall.make()
    ask = asking(hall, witness, known=False)
    assert "does not know this log" in ask.ask(made).what
    ours = hall.checkpoints.keys[0]
    witness.knows(str(replace(ours, public=bytes(32))))
    assert "does not know the key" in ask.ask(made).what
    assert signed_by(hall, made) == []


LEFT = []
"""Who stopped listening before all was said, by what was said."""


def drip(handler, _body, _told):
    """A byte a tenth of a second, as long as anybody listens."""
    for_as_long_as_anybody_listens(handler, "drip", b"x", 0.1)


def without_end(handler, _body, _told):
    for_as_long_as_anybody_listens(handler, "without end", b"x" * MOST_BYTES, 0)


def for_as_long_as_anybody_listens(handler, what, each, wait):
    handler.send_response(200)
    handler.end_headers()
    try:
        for _ in range(200):
            handler.wfile.write(each)
            time.sleep(wait)
    except OSError:
        LEFT.append(what)


def wrong_key(witness):
    other = Ed25519PrivateKey.generate()
    return lambda _h, body, _told: (200, "text/plain", witness.signs(text_in(body), key=other))


def wrong_note(witness):
    return lambda _handler, _body, _told: (200, "text/plain", witness.signs("another\n1\nAAAA\n"))


def text_in(body):
    return body.decode().split("\n\n")[1] + "\n"


def said(status, kind, text):
    return lambda _witness: lambda _handler, _body, _told: (status, kind, text)


SIZE = "text/x.tlog.size"
WRONGLY = "signed with a key other than the one in the settings, or wrongly."
LIES = {
    "another key": (wrong_key, WRONGLY),
    "another note": (wrong_note, WRONGLY),
    "garbage": (said(200, "text/plain", b"\xff\x00\xfe"), "no signature"),
    "nothing": (said(200, "text/plain", ""), "none of its own"),
    "a page": (said(200, "text/html", "<!doctype html>\n<p>Sign in to this Wi-Fi"), "no signature"),
    "sent elsewhere": (said(302, "text/plain", ""), "gave an answer that no witness gives (302)."),
    "an endless answer": (lambda _w: without_end, "an endless answer"),
    "a byte now and then": (lambda _w: drip, "no answer in time"),
    "a size that is none": (
        said(409, SIZE, "007\n"),
        "gave an answer that no witness gives (409).",
    ),
    "a size without its end": (said(409, SIZE, "7"), "gave an answer that no witness gives (409)."),
    "too busy": (said(429, "text/plain", ""), "can't do this now (429)."),
    "broken": (said(500, "text/plain", "x"), "can't do this now (500)."),
    "the size it was asked from": (said(409, SIZE, "0\n"), "contradicts itself"),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_witness_that_lies_is_not_believed(hall, witness, lie):
    made = hall.make()
    how, why = LIES[lie]
    ask = asking(hall, witness, send=quickly if "in time" in why else post)
    witness.lies = how(witness)
    before = hall.log.last_position()

    refused = ask.ask(made)

    assert why in refused.what
    assert not refused.disagrees
    assert hall.log.last_position() == before
    assert signed_by(hall, made) == []


@pytest.mark.parametrize("lie", [drip, without_end])
def test_who_never_ends_is_left_in_the_middle_of_it(hall, witness, lie):
    LEFT.clear()
    witness.lies = lie
    asking(hall, witness, send=quickly).ask(hall.make())
    for _ in range(200):
        if LEFT:
            return
        time.sleep(0.02)
    pytest.fail("nobody left")


def test_a_witness_that_is_not_there_is_said_and_nothing_else(hall):
    with served(AWitness()) as (gone,):
        pass
    made = hall.make()

    assert "can't be reached" in asking(hall, gone).ask(made).what


def rewritten(hall, position=3):
    """The history changed behind the record's back, with tree and checkpoints made to agree."""
    rewrite(hall.folder, position, '"', '" ')
    hall.tree.close()
    (hall.folder / TREE_FILE).unlink()
    hall.tree = hall.checkpoints.tree = KeptTree(hall.folder, hall.log.store)
    hall.tree.catch_up()


def test_a_history_written_anew_is_refused_and_said_loudly(hall, witness, monkeypatch):
    """Whoever does it knows this program, and lets it sign whatever is there."""
    made = hall.make()
    ask = asking(hall, witness)
    assert ask.ask(made) is None
    hall.play_on()
    rewritten(hall)
    monkeypatch.setattr("ledger.proof.checkpoints.made_in", lambda _events: ())
    later = hall.make()
    monkeypatch.undo()

    refused = ask.ask(later)

    assert refused.disagrees
    assert "not the log it signed before" in refused.what
    [one] = disagreements(later.origin, events(hall))
    found = one.fact
    assert (found.found, found.knows, found.size) == ("not-a-continuation", made.size, later.size)
    assert ask.ask(later).disagrees
    assert sum(isinstance(event.fact, WitnessDisagreed) for event in events(hall)) == 1
    assert "refused to sign" in verify(hall.log.store).disagreed[0]


def test_a_record_cut_short_meets_the_witness_that_saw_more(hall, witness):
    made = hall.make()
    ask = asking(hall, witness)
    witness.seen[made.origin] = made.size + 40, bytes(32)

    refused = ask.ask(made)

    assert refused.disagrees
    assert f"{made.size + 40} events, which this record does not have." in refused.what
    assert disagreements(made.origin, events(hall))[0].fact.found == "not-in-the-record"


@pytest.mark.parametrize("kind", ["text/plain", SIZE])
def test_two_roots_of_one_size_are_found(hall, witness, kind):
    """Older witnesses answer their size there, newer ones a word."""
    made = hall.make()
    ask = asking(hall, witness)
    witness.seen[made.origin] = made.size, bytes(32)
    witness.lies = lambda _handler, _body, told: (
        (409, kind, f"{made.size}\n") if told[0] == 409 else told
    )

    assert ask.ask(made).disagrees


@pytest.mark.parametrize("kind", [ASecondReading, AWitness])
def test_every_proof_between_two_sizes_is_taken_by_the_other_reading(hall, kind):
    """All sizes of a small record, each against each, by a second program and by our witness."""
    witness = kind()
    witness.address = "http://127.0.0.1:1"
    for _ in range(4):
        one_more(hall)
    size = hall.tree.catch_up()
    made = hall.make()
    ask = asking(hall, witness)
    for old in range(1, size + 1):
        witness.seen = {made.origin: (old, hall.tree.root(old))}
        path = hall.tree.consistency(old, size)
        assert witness.answer(asked(made.note, old, path))[0] == 200, old
        witness.seen = {made.origin: (old, bytes(32))}
        assert witness.answer(asked(made.note, old, path))[0] in (409, 422), old
    assert ask.waiting() == (made,)


NOTE = str(signed(HERE, OUR_NAME, KEY))
ANY = AWitness()


@settings(max_examples=60)
@given(
    status=st.sampled_from([200, 204, 302, 400, 403, 404, 409, 422, 429, 500]) | st.integers(),
    kind=st.sampled_from(["", "text/plain", SIZE, f"{SIZE}; charset=utf-8", "TEXT/X.TLOG.SIZE"]),
    body=st.binary(max_size=200)
    | st.from_regex(r"(— \S{1,9} [A-Za-z0-9+/]{8,40}={0,2}\n){0,3}", fullmatch=True).map(str.encode)
    | st.from_regex(rb"[0-9]{1,20}\n?", fullmatch=True),
)
def test_whatever_is_answered_nothing_is_taken_for_a_signature_that_is_none(status, kind, body):
    means = answer(Witness.read(ANY.vkey, "http://w.example"), NOTE, status, kind, body, now=NOW)

    assert isinstance(means, Knows | NotSigned)
    if isinstance(means, Knows):
        assert body == b"%d\n" % means.size
    else:
        assert means.what.startswith(ANY.name)
        told_a_size = SIZE in kind.lower()
        assert means.disagrees == (status == 422 or (status == 409 and not told_a_size))


def answered(lines, now):
    asked_one = Witness.read(ANY.vkey, "http://w.example")
    return answer(asked_one, NOTE, 200, "", lines.encode(), now=now)


def test_its_line_is_found_among_those_of_others():
    text = note_of(NOTE).text
    lines = AWitness("other.example").signs(text) + ANY.signs(text) + "— x AAAAAAAA\n"
    means = answer(
        Witness.read(ANY.vkey, "http://w.example"),
        NOTE,
        200,
        "",
        lines.encode(),
        now=datetime.now(UTC),
    )

    assert isinstance(means, Signed)
    assert means.line + "\n" == lines.splitlines(keepends=True)[1]


@pytest.mark.parametrize(
    ("at", "said"),
    [
        (int((NOW + timedelta(days=2)).timestamp()), "2026-11-23 14:32 UTC"),
        (10**12, "after the year 9999"),
        (2**64 - 1, "after the year 9999"),
    ],
)
def test_a_line_of_a_time_that_is_still_to_come_is_refused_in_words(at, said):
    line = ANY.signs(note_of(NOTE).text, at=at)
    means = answer(
        Witness.read(ANY.vkey, "http://w.example"), NOTE, 200, "", line.encode(), now=NOW
    )

    assert isinstance(means, NotSigned)
    assert f"dates its signature {said}" in means.what


def test_a_clock_a_day_ahead_is_none_of_a_liar():
    line = ANY.signs(note_of(NOTE).text, at=int((NOW + timedelta(hours=23)).timestamp()))
    means = answer(
        Witness.read(ANY.vkey, "http://w.example"), NOTE, 200, "", line.encode(), now=NOW
    )

    assert isinstance(means, Signed)


def test_a_line_of_no_year_that_could_be_is_nobodys_word_in_a_record_either(hall):
    made = hall.make()
    line = ANY.signs(note_of(made.note).text, at=10**12).strip()
    fact = CheckpointCosigned(origin=made.origin, size=made.size, signature=line, key=ANY.vkey)

    assert checked(fact, made).good is False


def test_a_line_that_was_changed_is_a_fault_and_good_ones_are_named(hall, witness):
    made = hall.make()
    assert asking(hall, witness).ask(made) is None
    key = Witness.read(witness.vkey, witness.address).key
    [good] = verify(hall.log.store, witnesses=[key]).witnessed
    assert (good.name, good.checkpoints, good.size, good.trusted) == (
        witness.name, 1, made.size, True,
    )  # fmt: skip
    assert verify(hall.log.store).witnessed[0].trusted is None
    other = Witness.read(AWitness("other.example").vkey, "http://other.example").key
    assert verify(hall.log.store, witnesses=[other]).witnessed[0].trusted is False

    line = events(hall)[-1].fact.signature
    rewrite(hall.folder, hall.log.last_position(), line[-20:-10], line[-20:-10].swapcase())
    found = verify(hall.log.store)

    assert found.witnessed == ()
    assert any("is not right over these" in fault.what for fault in found.faults)


@pytest.mark.parametrize("key", ["", "w+00000000+AAAA", "é+00000000+é", "no key"])
def test_what_is_no_key_of_a_witness_is_refused(key):
    with pytest.raises(Unreadable):
        Witness.read(key, "http://witness.example")


def test_the_key_of_a_log_is_no_witnesss(hall):
    made = hall.make()
    assert made == latest_in(events(hall))
    with pytest.raises(Unreadable):
        Witness.read(str(hall.checkpoints.keys[0]), "http://witness.example")


def test_an_address_that_answers_too_late_is_given_up(witness):
    witness.lies = lambda _handler, _body, _told: time.sleep(1)
    with pytest.raises(Away, match="in time"):
        post(f"{witness.address}/add-checkpoint", b"old 0\n\n", longest=0.2)
