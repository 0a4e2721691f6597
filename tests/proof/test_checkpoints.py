"""Checkpoints: signed once a size, kept, handed from key to key, and what they find (E2)."""

from __future__ import annotations

import sqlite3
import stat
from contextlib import closing
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from msgspec.structs import replace

from ledger.proof.checkpoints import Checkpoints
from ledger.proof.checkpoints_made import (
    cosignatures_of,
    disagreements,
    findings,
    made_in,
    signed_up_to,
    whole_note,
    witnesses_of,
)
from ledger.proof.facts import CheckpointKeyMade, CheckpointMade, WitnessSettled
from ledger.proof.game_proof import TREE_FILE, KeptTree
from ledger.proof.keys import KEY_FILE, cosigned, keep, key_in, key_of_copy, keys_in, verifier_of
from ledger.proof.note import (
    COSIGNATURE,
    Note,
    Unreadable,
    Verifier,
    checkpoint_in,
    note_of,
)
from ledger.record.events import Event, record_id
from ledger.record.opening import LEDGER_FILE
from ledger.record.verify import verify
from ledger.vocabulary.refusals import Refusal
from tests.desks import A, a_desk, a_table
from tests.proof.a_second_tree import goes_on_from, leads_to
from tests.proof.test_note import KEY, WITNESS

NOW = datetime(2026, 11, 21, 14, 32, 7, tzinfo=UTC)


class Hall:
    def __init__(self, desk, folder):
        self.desk, self.folder, self.log = desk, folder, desk.log
        self.table = a_table(desk)
        self.tree = KeptTree(folder, desk.log.store)
        self.checkpoints = Checkpoints(folder, desk.log, self.tree)

    def make(self, **more):
        return self.checkpoints.make("asked", now=NOW, by="D1", **more)

    def play_on(self):
        self.table.play(A, "8D", "WINDY", 32)


@pytest.fixture
def hall(tmp_path):
    with a_desk(tmp_path / "data") as desk:
        hall = Hall(desk, tmp_path / "data")
        yield hall
        hall.tree.close()


def test_it_says_how_many_events_there_are_and_what_they_come_to(hall):
    size = hall.log.last_position()
    made = hall.make()
    note = note_of(made.note)

    assert checkpoint_in(note.text).size == made.size == size
    assert note.signed_by(hall.checkpoints.keys) == hall.checkpoints.keys
    assert made.origin.startswith("tilescribe/")
    assert [type(e.fact) for e in hall.log.events_of(record_id())][-2:] == [
        CheckpointKeyMade, CheckpointMade,
    ]  # fmt: skip


def test_the_key_is_its_owners_alone_and_in_no_event(hall):
    hall.make()
    path = hall.folder / KEY_FILE

    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    secret = key_in(hall.folder).private_bytes_raw()
    assert secret.hex() not in str(hall.log.events_of(record_id()))


def test_each_is_the_beginning_of_the_next(hall):
    first = hall.make()
    hall.play_on()
    second = hall.make()
    path = hall.tree.consistency(first.size, second.size)

    assert second.size > first.size
    assert goes_on_from(
        first.size, bytes.fromhex(first.root), second.size, bytes.fromhex(second.root), path
    )


def test_every_event_is_proved_to_lie_under_it(hall):
    made = hall.make()
    hall.tree.catch_up()
    for index in range(made.size):
        path = hall.tree.inclusion(index, made.size)
        leaf = hall.tree.complete(0, index)
        assert leads_to(leaf, index, made.size, path, bytes.fromhex(made.root))


def test_the_tree_is_the_same_made_anew_and_goes_on_where_it_was(hall):
    first = hall.make()
    hall.tree.close()
    again = KeptTree(hall.folder, hall.log.store)
    assert again.size == first.size
    hall.play_on()
    size = again.catch_up()
    root = again.root(size)
    again.close()
    (hall.folder / TREE_FILE).write_bytes(b"no such file")

    anew = KeptTree(hall.folder, hall.log.store)

    assert anew.size == 0
    assert (anew.catch_up(), anew.root(size)) == (size, root)
    anew.close()
    hall.tree = KeptTree(hall.folder, hall.log.store)


def test_two_programs_take_in_the_same_log_at_once(hall):
    beside = KeptTree(hall.folder, hall.log.store)
    hall.tree.catch_up()
    hall.play_on()

    assert beside.catch_up() == hall.tree.catch_up() == hall.log.last_position()
    assert beside.root(beside.size) == hall.tree.root(beside.size)
    beside.close()


def rewrite(folder, position, was, now):
    """What whoever holds the file can do: an event changed behind the triggers' back."""
    with closing(sqlite3.connect(folder / LEDGER_FILE)) as db, db:
        for (name,) in db.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall():
            db.execute(f"DROP TRIGGER {name}")
        changed = db.execute(
            "UPDATE stored_events SET state = CAST(replace(CAST(state AS TEXT), ?, ?) AS BLOB) "
            "WHERE rowid = ?",
            (was, now, position),
        )
        assert changed.rowcount == 1


def test_a_record_that_is_not_what_was_signed_is_signed_no_more(hall):
    hall.make()
    hall.play_on()
    rewrite(hall.folder, 3, '"', '" ')
    hall.tree.close()
    (hall.folder / TREE_FILE).unlink()
    hall.tree = hall.checkpoints.tree = KeptTree(hall.folder, hall.log.store)

    with pytest.raises(Refusal) as refused:
        hall.make()

    assert refused.value.code == "record-differs"


def test_a_new_key_is_named_by_the_old_one_and_one_that_only_says_so_is_not(hall):
    hall.make()
    old = key_in(hall.folder)
    new = hall.checkpoints.new_key(now=NOW, by="D1")
    assert hall.checkpoints.keys == (verifier_of(old, hall.checkpoints.origin), new)
    hall.play_on()
    assert note_of(hall.make().note).signed_by([new])

    events = hall.log.events_of(record_id())
    [handed] = [e for e in events if getattr(e.fact, "replaces", "")]
    forged = CheckpointKeyMade(key=handed.fact.key, replaces=handed.fact.replaces, signed="AAAA")
    event = Event(record_id(), 1, replace(handed.envelope, fact=forged))
    assert keys_in([event]) == ()


def test_a_copy_of_the_key_is_put_away_under_a_password(hall, tmp_path):
    hall.make()
    key = key_in(hall.folder)
    keep(key, tmp_path / "copy.pem", "long and good")

    assert b"ENCRYPTED" in (tmp_path / "copy.pem").read_bytes()
    assert (
        key_of_copy(tmp_path / "copy.pem", "long and good").private_bytes_raw()
        == key.private_bytes_raw()
    )
    for password in ("another", ""):
        with pytest.raises(Refusal, match=r"^That password does not open copy\.pem") as said:
            key_of_copy(tmp_path / "copy.pem", password)
        assert "Restore its copy with `tilescribe key restore FILE`, or" not in str(said.value)
    (tmp_path / "letter.pem").write_text("no key")
    with pytest.raises(Refusal, match=r"letter\.pem does not contain keys"):
        key_of_copy(tmp_path / "letter.pem", "long and good")


WITNESS_KEY = Verifier("witness.example", WITNESS.public_key().public_bytes_raw(), COSIGNATURE)


JUST_NOW = int(NOW.timestamp())


def line_of(made, key=WITNESS, name="witness.example", at=JUST_NOW):
    return str(Note("", (cosigned(note_of(made.note), name, key, at=at),))).strip()


def test_a_witness_elsewhere_signs_it_as_well_once(hall):
    made = hall.make()

    assert hall.checkpoints.cosign(made, WITNESS_KEY, line_of(made), now=NOW)
    assert not hall.checkpoints.cosign(made, WITNESS_KEY, line_of(made, at=1), now=NOW)
    events = hall.log.events_of(record_id())
    assert len(cosignatures_of(made, events)) == 1
    assert note_of(whole_note(made, events)).signed_by([WITNESS_KEY]) == (WITNESS_KEY,)
    assert [(one.name, one.good) for one in witnesses_of(made, events)] == [
        ("witness.example", True)
    ]
    assert signed_up_to(WITNESS_KEY, made.origin, events) == made.size


def test_a_line_that_is_not_the_witnesss_or_of_a_time_to_come_is_not_kept(hall):
    made = hall.make()
    before = hall.log.last_position()

    ahead = int((NOW + timedelta(days=1, seconds=1)).timestamp())
    of_a_time_to_come = [line_of(made, at=at) for at in (ahead, 10**12, 2**64 - 1)]
    others = (line_of(made, KEY), line_of(made, name="another.example"), "garbage", "")
    for line in (*others, *of_a_time_to_come):
        with pytest.raises(Unreadable):
            hall.checkpoints.cosign(made, WITNESS_KEY, line, now=NOW)
    assert hall.log.last_position() == before


def test_a_request_that_comes_twice_makes_one(hall):
    number = uuid4()
    first = hall.make(command_id=number)
    hall.play_on()

    assert hall.make(command_id=number) == first
    assert len(made_in(hall.log.events_of(record_id()))) == 1
    assert hall.make(command_id=uuid4()).size > first.size


def test_two_taps_at_the_same_moment_make_one(hall, monkeypatch):
    """Both looked before either wrote: the second finds the first when its place is taken."""
    number, version_of = uuid4(), type(hall.log).version_of
    hall.make(about="the key is there")
    meanwhile = [lambda: Checkpoints(hall.folder, hall.log, hall.tree).make(
        "asked", now=NOW, by="D1", command_id=number)]  # fmt: skip

    def version_and_then(log, stream):
        found = version_of(log, stream)
        if meanwhile:
            meanwhile.pop()()
        return found

    monkeypatch.setattr(type(hall.log), "version_of", version_and_then)
    made = hall.make(command_id=number)

    assert [one for one in made_in(hall.log.events_of(record_id())) if not one.about] == [made]


def test_nothing_but_checkpoints_since_is_nothing_to_sign_again(hall):
    made = hall.make()
    hall.checkpoints.cosign(made, WITNESS_KEY, line_of(made), now=NOW)
    assert hall.make() == made

    hall.play_on()
    assert hall.make().size > made.size


def test_what_a_witness_finds_is_written_once_and_settled_by_its_signing_on(hall):
    made = hall.make()
    for _ in range(2):
        hall.checkpoints.disagreed(made, WITNESS_KEY, 900, "not-in-the-record", now=NOW)
    [found] = disagreements(made.origin, hall.log.events_of(record_id()))
    assert (found.fact.knows, found.at) == (900, NOW)

    hall.play_on()
    later = hall.make()
    hall.checkpoints.cosign(later, WITNESS_KEY, line_of(later), now=NOW)
    assert disagreements(made.origin, hall.log.events_of(record_id())) == ()


def test_an_official_settles_what_a_witness_found_and_it_is_no_news_again(hall):
    made, key = hall.make(), str(WITNESS_KEY)
    hall.checkpoints.disagreed(made, WITNESS_KEY, 900, "not-in-the-record", now=NOW)
    how = {"now": NOW, "by": "D1", "command_id": uuid4()}
    for witness, reason, why in (
        (key, "  ", "no-reason"), ("other", "it errs", "nothing-to-settle"),
    ):  # fmt: skip
        with pytest.raises(Refusal) as refused:
            hall.checkpoints.settle(witness, reason, **how)
        assert refused.value.code == why
    assert verify(hall.log.store).disagreed

    for _ in range(2):
        hall.checkpoints.settle(key, " it errs ", **how)
    hall.checkpoints.disagreed(made, WITNESS_KEY, 900, "not-in-the-record", now=NOW)

    events = hall.log.events_of(record_id())
    assert disagreements(made.origin, events) == verify(hall.log.store).disagreed == ()
    [one] = findings(made.origin, events)
    assert one.settled == ("D1", NOW, "it errs")
    assert sum(isinstance(event.fact, WitnessSettled) for event in events) == 1
    hall.checkpoints.disagreed(made, WITNESS_KEY, 901, "not-in-the-record", now=NOW)
    assert len(disagreements(made.origin, hall.log.events_of(record_id()))) == 1
