"""Signed notes and checkpoints by C2SP: keys, ids, signatures, what is refused."""

from __future__ import annotations

import base64

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from ledger.proof.keys import cosigned, signed
from ledger.proof.note import (
    COSIGNATURE,
    Checkpoint,
    Note,
    Unreadable,
    Verifier,
    checkpoint_in,
    note_of,
    signatures_in,
)

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
NAME = "hall.example/log"
OURS = Verifier(NAME, KEY.public_key().public_bytes_raw())
HERE = Checkpoint(
    NAME, 7, bytes.fromhex("5a61fc2b54f9cfa71774f2432143dd40c6cb2b11947faf65a7d3da5cb65199c8")
)
WITNESS = Ed25519PrivateKey.from_private_bytes(bytes(32))


def test_key_id_and_verifier_key_are_those_of_the_reference():
    assert OURS.key_id.hex() == "7a19e3a9"
    assert str(OURS) == "hall.example/log+7a19e3a9+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4"
    assert Verifier.read(str(OURS)) == OURS


def test_a_checkpoint_is_written_signed_read_and_checked():
    written = str(signed(HERE, NAME, KEY))
    note = note_of(written)

    assert written.startswith(f"{NAME}\n7\n{base64.b64encode(HERE.root).decode()}\n\n— {NAME} ")
    assert checkpoint_in(note.text) == HERE
    assert note.signed_by([OURS]) == (OURS,)
    assert str(note) == written


@pytest.mark.parametrize("change", [("7\n", "8\n"), (NAME, "other"), ("WmH8K1", "WmH8K2")])
def test_one_thing_changed_and_nobody_signed_it(change):
    note = note_of(str(signed(HERE, NAME, KEY)))
    other = replace(note, text=note.text.replace(*change, 1))

    assert other.text != note.text
    assert other.signed_by([OURS]) == ()


def test_a_witness_adds_a_signature_and_strangers_are_skipped():
    note = signed(HERE, NAME, KEY)
    line = cosigned(note, "witness.example", WITNESS, at=1_795_600_000)
    whole = note_of(str(Note(note.text, (*note.signatures, line, ("x", b"abcd", b"zz")))))
    witness = Verifier("witness.example", WITNESS.public_key().public_bytes_raw(), COSIGNATURE)

    assert whole.signed_by([witness, OURS]) == (witness, OURS)
    assert signatures_in(str(whole).rpartition("\n\n")[2])[1] == line
    at_another_time = (line[0], line[1], (1).to_bytes(8, "big") + line[2][8:])
    assert Note(note.text, (at_another_time,)).signed_by([witness]) == ()


def test_a_key_is_handed_over_by_both_signing():
    new = Ed25519PrivateKey.generate()
    note = signed(HERE, NAME, KEY, new)

    assert len(note.signed_by([OURS, Verifier(NAME, new.public_key().public_bytes_raw())])) == 2


@pytest.mark.parametrize(
    "text",
    ["", f"{NAME}\n07\nAA==\n", f"{NAME}\n-1\nAA==\n", f"{NAME}\n7\nAAAA\n", f"{NAME}\n7\n%\n",
     "\n7\nAA==\n", f"{NAME}\n7\n"],
)  # fmt: skip
def test_what_is_no_checkpoint_is_refused(text):
    with pytest.raises(Unreadable):
        checkpoint_in(text)


@pytest.mark.parametrize(
    "written",
    ["text only\n", "a\n\nno signature\n", "a\n\n— name !!!!\n", "a\n\n— name AAAA\n",
     "a\n\n" + "— n AAAAAAAA\n" * 65],
)  # fmt: skip
def test_what_is_no_note_is_refused(written):
    with pytest.raises(Unreadable):
        note_of(written)


@pytest.mark.parametrize("key", ["", "a+b+c", str(OURS)[:-4], str(OURS).replace("7a19", "7a18")])
def test_what_is_no_key_is_refused(key):
    with pytest.raises(Unreadable):
        Verifier.read(key)
