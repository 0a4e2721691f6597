"""What a witness decides: the protocol's table, by two readings of it; and what it keeps."""

from __future__ import annotations

import base64
import json
import os
import signal
import stat
import subprocess
import sys
import textwrap
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from threading import Barrier, Thread

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger.proof.note import COSIGNATURE, EMPTY, Verifier, continues, note_of
from ledger.proof.witness_store import (
    MOST_FOUND,
    MOST_KEPT,
    MOST_KEYS,
    MOST_NEW,
    STORE_FILE,
    WITNESS_KEY,
    WitnessStore,
)
from ledger.proof.witnessing import MOST_ASKED
from ledger.vocabulary.refusals import Refusal
from tests.proof.a_log import NAME, OURS, ALog
from tests.proof.a_witness import ASecondReading, AWitness, proves

NOW = datetime(2026, 11, 27, 14, 0, tzinfo=UTC)
LOG = ALog(40)
FORK = ALog(40, forked_at=12)
THAT_OF_A_WITNESS = str(Verifier("witness.example/w1", OURS.public, COSIGNATURE))
STRANGER = ALog(40, key=Ed25519PrivateKey.generate())
OTHER = ALog(40, name="other.example/log")


@pytest.fixture
def store(tmp_path):
    store = WitnessStore(tmp_path / "w", "witness.example")
    store.add(str(OURS), "", NOW)
    yield store
    store.close()


def later(seconds):
    return NOW + timedelta(seconds=seconds)


# The proofs


def test_every_proof_is_taken_and_none_with_a_step_more_less_or_changed():
    for size in range(1, LOG.size + 1):
        for old in range(1, size + 1):
            path, now = LOG.proof(old, size), LOG.root(size)
            assert continues(old, LOG.root(old), size, now, path), (old, size)
            assert not continues(old, LOG.root(old), size, now, [*path, bytes(32)])
            assert not continues(old, bytes(32), size, now, path)
            assert not continues(old, LOG.root(old), size, bytes(32), path)
            if path:
                assert not continues(old, LOG.root(old), size, now, path[:-1])
                assert not continues(old, LOG.root(old), size, now, [bytes(32), *path[1:]])
                assert not continues(old, LOG.root(old), size, now, path[::-1] if path[1:] else [])


@settings(max_examples=300)
@given(
    old=st.integers(-1, 70), size=st.integers(-1, 70),
    path=st.lists(st.sampled_from([LOG.root(n) for n in range(9)]), max_size=8),
    roots=st.tuples(*[st.sampled_from([LOG.root(n) for n in range(40)])] * 2),
)  # fmt: skip
def test_what_is_no_proof_is_none_by_either_reading(old, size, path, roots):
    ours = continues(old, roots[0], size, roots[1], path)

    if 0 < old <= size:
        assert ours == proves(old, roots[0], size, roots[1], path)
    else:
        assert not ours


# The protocol's table

TABLE = {
    "the first": (0, LOG.body(0, 7), 200),
    "it goes on": (7, LOG.body(7, 20), 200),
    "Send one.": (7, LOG.body(7, 7), 200),
    "an empty log": (0, LOG.body(0, 0), 200),
    "an empty log with a root": (0, LOG.body(0, 0).replace(
        base64.b64encode(EMPTY), base64.b64encode(bytes(32))), 403),
    "another origin": (0, OTHER.body(0, 7), 404),
    "another's key": (0, STRANGER.body(0, 7), 403),
    "from a size it is not at": (7, LOG.body(3, 20), 409),
    "from nothing, it knows more": (7, LOG.body(0, 20), 409),
    "from more than there is": (7, LOG.body(7, 3, []), 400),
    "back, and says so": (7, LOG.body(3, 3), 409),
    "a proof of nothing": (0, LOG.body(0, 7, [bytes(32)]), 400),
    "two roots of one size": (20, FORK.body(20, 20), 409),
    "a fork that goes on": (20, FORK.body(20, 30), 422),
    "no proof": (7, LOG.body(7, 20, []), 422),
    "a proof for another size": (7, LOG.body(7, 20, LOG.proof(7, 21)), 422),
    "64 steps": (7, b"old 7\n" + b"%s\n" % base64.b64encode(bytes(32)) * 64 + b"\n" +
                 LOG.note(20).encode(), 400),
    "leading zeros": (0, LOG.body(0, 7).replace(b"old 0", b"old 00"), 400),
    "a sign": (0, LOG.body(0, 7).replace(b"old 0", b"old -0"), 400),
    "another word": (0, LOG.body(0, 7).replace(b"old", b"new"), 400),
    "no empty line": (0, LOG.body(0, 7).replace(b"\n\n", b"\n", 1), 400),
    "a step that is no base64": (7, LOG.body(7, 20).replace(b"=\n", b"?\n", 1), 400),
    "a short step": (7, b"old 7\nAAAA\n\n" + LOG.note(20).encode(), 400),
    "nothing at all": (0, b"", 400),
    "no text": (0, b"\xff\xfe" + LOG.body(0, 7), 400),
    "too much": (0, LOG.body(0, 7) + b"x" * MOST_ASKED, 413),
}  # fmt: skip


def at(store, size):
    """Bring a witness to a size, as an honest log does."""
    if size:
        assert store.sign(LOG.body(0, size), NOW).status == 200


@pytest.mark.parametrize("case", TABLE)
def test_each_is_answered_as_the_protocol_has_it(store, case):
    size, body, status = TABLE[case]
    at(store, size)
    before = store.seen(NAME)

    reply = store.sign(body, NOW)

    assert reply.status == status, reply.says
    if status == 200:
        name = Verifier.read(str(store.verifier))
        text = body.decode().split("\n\n")[1] + "\n"
        assert note_of(f"{text}\n{reply.says}").signed_by([name])
        assert reply.says.endswith("\n")
    else:
        assert store.seen(NAME).size == before.size  # nothing was signed
        assert "—" not in reply.says
    if status == 409 and "two roots" not in case:
        assert (reply.says, reply.kind) == (f"{size}\n", "text/x.tlog.size")


@pytest.mark.parametrize("case", [case for case in TABLE if TABLE[case][2] not in (400, 413)])
def test_two_readings_of_the_protocol_answer_alike(case):
    size, body, status = TABLE[case]
    for kind in (AWitness, ASecondReading):
        witness = kind()
        witness.knows(str(OURS))
        if size:
            assert witness.answer(LOG.body(0, size))[0] == 200
        assert witness.answer(body)[0] == status, kind


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_whatever_is_sent_nothing_but_a_continuation_is_signed(store, data):
    """Bytes of an honest request, some of them changed, cut or said twice."""
    old, size = data.draw(st.sampled_from([(0, 7), (7, 20), (0, 20)]))
    body = bytearray(LOG.body(old, size))
    for _ in range(data.draw(st.integers(1, 4))):
        where = data.draw(st.integers(0, len(body)))
        end = data.draw(st.integers(where, min(len(body), where + 40)))
        body[where:end] = data.draw(st.binary(max_size=8) | st.just(bytes(body[where:end]) * 2))
    before = store.seen(NAME)

    reply = store.sign(bytes(body), NOW)

    assert reply.status in (200, 400, 403, 404, 409, 422)
    seen = store.seen(NAME)
    assert seen.size >= before.size
    assert not seen.size or seen.root == LOG.root(seen.size).hex()


def test_an_old_size_is_told_in_words_that_programs_read(store):
    at(store, 7)
    assert store.sign(LOG.body(0, 20), NOW).says == "7\n"
    assert store.sign(LOG.body(7, 20), NOW).status == 200


# What it keeps, and what it finds


def test_it_keeps_what_it_signed_with_both_signatures(store):
    at(store, 7)
    seen = store.seen(NAME)

    assert (seen.size, seen.root, seen.at, seen.since) == (7, LOG.root(7).hex(), NOW, NOW)
    assert note_of(seen.note).signed_by([OURS, store.verifier]) == (OURS, store.verifier)
    assert store.note_at(NAME, 7) == seen.note
    assert store.note_at(NAME, 8) == ""


def test_signatures_of_strangers_are_not_kept(store):
    body = LOG.body(0, 7) + AWitness("w2.example").signs("another text\n").encode()
    assert store.sign(body, NOW).status == 200
    assert [line[0] for line in note_of(store.seen(NAME).note).signatures] == [
        NAME, "witness.example",
    ]  # fmt: skip


@pytest.mark.parametrize(("old", "size"), [(20, 20), (0, 20), (0, 15), (15, 15)], ids=str)
def test_two_roots_of_one_size_are_kept_with_both_and_the_moment(store, old, size):
    """Also of a size long past, whatever old size is named: the log's own key signed both."""
    for before, after in ((0, 15), (15, 20)):
        assert store.sign(LOG.body(before, after), NOW).status == 200

    assert store.sign(FORK.body(old, size), later(5)).status == 409
    [one] = store.seen(NAME).found

    assert (one.found, one.size, one.against_size, one.first_at) == ("fork", size, size, later(5))
    assert (one.root, one.against_root) == (FORK.root(size).hex(), LOG.root(size).hex())
    assert note_of(one.note).signed_by([OURS])


def test_a_checkpoint_without_a_proof_is_no_fork_and_goes_once_it_is_proved(store):
    """Anybody can take an honest checkpoint and send it with a wrong proof."""
    at(store, 7)
    assert store.sign(LOG.body(7, 20, [bytes(32)]), NOW).status == 422
    [one] = store.seen(NAME).found
    assert (one.found, one.size, one.against_size) == ("unproved", 20, 7)

    assert store.sign(LOG.body(7, 20), NOW).status == 200
    assert store.seen(NAME).found == ()


def test_who_repeats_it_is_counted_once_a_minute(store):
    at(store, 20)
    for seconds in (0, 1, 59, 60, 61, 130):
        store.sign(FORK.body(20, 20), later(seconds))
    [one] = store.seen(NAME).found
    assert (one.times, one.first_at, one.last_at) == (3, NOW, later(130))


def test_a_stranger_leaves_nothing_behind(store):
    at(store, 7)
    for body in (STRANGER.body(7, 20), OTHER.body(0, 7), STRANGER.body(0, 7)):
        store.sign(body, NOW)
    assert store.seen(NAME).found == ()
    assert [log.log for log in store.sees(NOW).logs] == [NAME]


def test_so_many_forks_are_kept_and_no_more(store, monkeypatch):
    monkeypatch.setattr("ledger.proof.witness_store.MOST_FOUND", 3)
    at(store, 20)
    for ends in range(5, 15):
        store.sign(ALog(20, forked_at=ends).body(20, 20), NOW)
    assert len(store.seen(NAME).found) == 3
    assert MOST_FOUND > 100


def test_many_without_a_proof_hide_no_fork(store, monkeypatch):
    """Whoever holds the log's key can make as many as there is room for, and then fork it."""
    monkeypatch.setattr("ledger.proof.witness_store.MOST_FOUND", 3)
    monkeypatch.setattr("ledger.proof.witness_store.SHOWN", 2)
    at(store, 20)
    for size in range(21, 30):
        assert store.sign(FORK.body(20, size), NOW).status == 422
    store.sign(FORK.body(20, 20), later(5))
    assert [one.found for one in store.seen(NAME).found] == ["fork", "unproved"]


def test_a_log_that_wants_too_much_waits(store, monkeypatch):
    monkeypatch.setattr("ledger.proof.witness_store.MOST_NEW", 3)
    sizes = [0, 5, 6, 7]
    for old, size in pairwise(sizes):
        assert store.sign(LOG.body(old, size), NOW).status == 200
    assert store.sign(LOG.body(7, 8), later(59)).status == 429
    assert store.sign(LOG.body(7, 7), later(59)).status == 200  # what it has, it has again
    assert store.sign(LOG.body(7, 8), later(61)).status == 200
    assert MOST_NEW >= 60


def test_of_very_many_the_oldest_go_but_for_the_first(store, monkeypatch):
    monkeypatch.setattr("ledger.proof.witness_store.MOST_KEPT", 3)
    for size in range(1, 9):
        assert store.sign(LOG.body(size - 1, size), later(size)).status == 200
    seen = store.seen(NAME)

    assert [size for size in range(9) if store.note_at(NAME, size)] == [1, 6, 7, 8]
    assert (seen.since, seen.signed) == (later(1), 4)
    assert MOST_KEPT >= 10_000


def test_a_log_that_is_removed_is_not_signed_and_not_forgotten(store):
    at(store, 20)
    assert store.remove(NAME) == 1
    assert store.sign(LOG.body(20, 30), NOW).status == 404
    assert store.seen(NAME).size == 20

    store.add(str(OURS), "", NOW)
    assert store.sign(FORK.body(0, 30), NOW).status == 409
    assert store.sign(FORK.body(20, 30), NOW).status == 422
    assert store.sign(LOG.body(20, 30), NOW).status == 200


def test_a_second_key_of_a_log_signs_the_same_history(store):
    key = Ed25519PrivateKey.generate()
    node = ALog(40, key=key)
    assert store.sign(node.body(0, 7), NOW).status == 403
    store.add(str(Verifier(NAME, key.public_key().public_bytes_raw())), "", NOW)
    assert store.sign(node.body(0, 7), NOW).status == 200
    assert store.sign(LOG.body(7, 20), NOW).status == 200


@pytest.mark.parametrize(
    "key", ["", "no key", "a+00000000+AAAA", THAT_OF_A_WITNESS, f"x\x1b[31m+{'0' * 8}+AAAA"]
)
def test_what_is_no_key_of_a_log_is_refused(store, key):
    with pytest.raises(Refusal, match="no key of a log"):
        store.add(key, "", NOW)


def test_a_log_has_so_many_keys_at_most(store):
    for _ in range(MOST_KEYS - 1):
        public = Ed25519PrivateKey.generate().public_key().public_bytes_raw()
        store.add(str(Verifier(NAME, public)), "", NOW)
    with pytest.raises(Refusal, match="at most"):
        store.add(str(Verifier(NAME, bytes(32))), "", NOW)
    store.add(str(OURS), "https://hall.example/", NOW)  # it is there: its address is news
    store.add(str(OURS), "", NOW)
    assert store.address_of(NAME) == "https://hall.example"


# The file and the key


def test_key_and_store_are_its_own_and_the_name_stays(tmp_path):
    folder = tmp_path / "w"
    with pytest.raises(Refusal, match="no witness"):
        WitnessStore(folder)
    assert not folder.exists()
    first = WitnessStore(folder, "witness.example")
    for file in (STORE_FILE, WITNESS_KEY):
        assert stat.S_IMODE((folder / file).stat().st_mode) == 0o600
    again = WitnessStore(folder)
    assert again.verifier == first.verifier
    assert again.verifier.kind == b"\4"
    with pytest.raises(Refusal, match="part of its key"):
        WitnessStore(folder, "another.example")
    (folder / WITNESS_KEY).unlink()
    with pytest.raises(Refusal, match="key of the witness"):
        WitnessStore(folder)


@pytest.mark.parametrize("name", ["two words", "a+b", "a\x07b", "x" * 201])
def test_a_name_that_no_signature_can_carry_is_refused(tmp_path, name):
    with pytest.raises(Refusal, match="name of a witness"):
        WitnessStore(tmp_path / "w", name)


def test_what_is_no_store_is_left_alone(tmp_path):
    (tmp_path / STORE_FILE).write_bytes(b"something else" * 100)
    with pytest.raises(Refusal, match="can't be read"):
        WitnessStore(tmp_path, "witness.example")
    assert (tmp_path / STORE_FILE).read_bytes() == b"something else" * 100


# Two at once, and killed on the way


@pytest.mark.parametrize("turn", range(5))
def test_of_two_forks_at_once_one_is_signed(tmp_path, turn):
    """Each thread with a store of its own, as processes have."""
    WitnessStore(tmp_path, "witness.example").add(str(OURS), "", NOW)
    start, replies = Barrier(8), []

    def ask(log, size):
        store = WitnessStore(tmp_path)
        start.wait()
        replies.append((log, size, store.sign(log.body(0, size), NOW).status))
        store.close()

    asking = [
        Thread(target=ask, args=(log, size)) for log in (LOG, FORK) for size in (20, 21, 22, 23)
    ]
    for each in asking:
        each.start()
    for each in asking:
        each.join()

    assert sorted(status for *_, status in replies) == [200] + [409] * 7
    [(log, size, _)] = [each for each in replies if each[2] == 200]
    assert WitnessStore(tmp_path).seen(NAME).root == log.root(size).hex()


KILLED = """
    import os, signal, sys
    from datetime import UTC, datetime
    from pathlib import Path
    from ledger.proof import witness_store
    from tests.proof.a_log import ALog

    when, folder = sys.argv[1:]
    store = witness_store.WitnessStore(Path(folder))
    if when == "before":
        end = witness_store._keep_signed
        def kept(*what):
            end(*what)
            os.kill(os.getpid(), signal.SIGKILL)
        witness_store._keep_signed = kept
    reply = store.sign(ALog(40).body(0, 20), datetime.now(UTC))
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize(("when", "size"), [("before", 0), ("after", 20)])
def test_killed_before_it_is_written_or_before_the_answer_it_signs_no_fork(tmp_path, when, size):
    WitnessStore(tmp_path, "witness.example").add(str(OURS), "", NOW)
    script = textwrap.dedent(KILLED)
    ended = subprocess.run(
        [sys.executable, "-c", script, when, str(tmp_path)], env=os.environ, check=False
    )
    assert ended.returncode == -signal.SIGKILL

    store = WitnessStore(tmp_path)
    assert store.seen(NAME).size == size  # what was signed is known, though nobody was told
    assert store.sign(FORK.body(0, 20), NOW).status == (409 if size else 200)
    if size:
        assert store.sign(LOG.body(0, 20), NOW).says == "20\n"
        assert store.sign(LOG.body(20, 20), NOW).status == 200  # its answer was lost: once more


def test_what_it_shows_to_programs_names_no_more_than_it_should(store):
    at(store, 20)
    store.sign(FORK.body(20, 20), NOW)
    shown = json.loads(msgspec.json.encode(store.sees(NOW)))

    assert set(shown) == {"witness", "now", "logs"}
    assert set(shown["logs"][0]) == {
        "log", "id", "keys", "size", "root", "at", "since", "signed", "note", "found", "compared",
    }  # fmt: skip
    assert "PRIVATE" not in json.dumps(shown)
