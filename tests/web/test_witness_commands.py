"""``tilescribe record checkpoint --send``, ``checkpoints``, ``verify``: with witnesses named."""

from __future__ import annotations

import json
from datetime import datetime

import pytest

from tests.desks import A, a_desk, a_table
from tests.proof.a_witness import AWitness, served
from tests.web.test_command_line import tilescribe


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "data"
    with a_desk(folder) as desk:
        a_table(desk).play(A, "8D", "WINDY")
    return folder


@pytest.fixture
def witness(monkeypatch):
    with served(AWitness()) as (one,):
        monkeypatch.setenv("TILESCRIBE_WITNESSES", f"{one.vkey} {one.address}")
        yield one


def known(folder, witness):
    tilescribe("record", "checkpoint", "--data", folder)
    witness.knows(tilescribe("key", "show", "--data", folder).out.split("\n")[0])


def test_a_checkpoint_is_sent_now_and_carries_the_witnesss_line(folder, witness):
    known(folder, witness)
    sent = tilescribe("record", "checkpoint", "--send", "--data", folder)

    assert sent.returncode == 0
    assert sent.err == "1 of 1 witness signed: the quorum of 1 is reached.\n"
    assert f"— {witness.name} " in sent.out
    listed = tilescribe("record", "checkpoints", "--data", folder).out
    assert f"asked for  signed by {witness.name} on " in listed
    checked = tilescribe("record", "verify", "--data", folder)
    assert f"Witness {witness.name} signed 1 checkpoint, the latest of" in checked.out
    assert "The settings do not name its key" not in checked.out


def test_one_that_does_not_know_the_log_is_said_and_ends_with_1(folder, witness):
    sent = tilescribe("record", "checkpoint", "--send", "--data", folder)

    assert sent.returncode == 1
    assert f"Not signed: {witness.name} does not know this log" in sent.err
    assert sent.out.startswith("tilescribe/")


@pytest.mark.found("PP-15")
def test_PP15_the_list_says_when_a_witness_signed(folder, witness):
    """A fresh witness signs all old checkpoints today, and the list must not look as if then."""
    known(folder, witness)
    tilescribe("record", "checkpoint", "--send", "--data", folder)
    [row] = json.loads(tilescribe("record", "checkpoints", "--json", "--data", folder).out)
    at = datetime.fromisoformat(row["witnesses"][0]["at"])

    listed = tilescribe("record", "checkpoints", "--data", folder).out
    assert f"signed by {witness.name} on {at:%Y-%m-%d %H:%M} UTC" in listed


def test_what_a_witness_found_makes_verify_end_with_1(folder, witness):
    known(folder, witness)
    origin = tilescribe("record", "checkpoint", "--data", folder).out.split("\n")[0]
    witness.seen[origin] = 9_999, bytes(32)

    assert tilescribe("record", "checkpoint", "--send", "--data", folder).returncode == 1
    checked = tilescribe("record", "verify", "--data", folder)

    assert checked.returncode == 1
    assert "it signed a checkpoint that this record does not hold" in checked.out
    assert "does not agree with what a witness saw" in checked.out


def test_a_witness_of_another_key_is_not_taken_for_the_one_of_the_settings(
    folder, witness, monkeypatch
):
    known(folder, witness)
    tilescribe("record", "checkpoint", "--send", "--data", folder)
    monkeypatch.setenv("TILESCRIBE_WITNESSES", f"{AWitness().vkey} http://127.0.0.1:1")

    checked = tilescribe("record", "verify", "--data", folder)

    assert checked.returncode == 0
    assert "The settings do not name its key" in checked.out


def test_without_a_witness_there_is_nobody_to_send_to(folder):
    sent = tilescribe("record", "checkpoint", "--send", "--data", folder)

    assert sent.returncode == 1
    assert "The settings name no witness" in sent.err


def test_no_checkpoint_yet_is_said(folder):
    assert (
        "No checkpoint has been made yet"
        in tilescribe("record", "checkpoints", "--data", folder).out
    )


@pytest.mark.parametrize(
    "given",
    ["one-word", "a b", "a+b+c http://x.example", "{vkey} ftp://x.example", "{vkey}",
     "{vkey} http://me:secret@x.example", "{vkey} http://x.example:99999", "{vkey} http://é.example",
     "{vkey} http://x.example {vkey} http://y.example"],
)  # fmt: skip
def test_a_witness_that_can_t_be_one_is_refused_when_anything_starts(tmp_path, monkeypatch, given):
    monkeypatch.setenv("TILESCRIBE_WITNESSES", given.format(vkey=AWitness().vkey))
    refused = tilescribe("record", "verify", "--data", tmp_path)

    assert refused.returncode == 1
    assert "TILESCRIBE_WITNESSES must be a list of a witness's key" in refused.err


def test_the_settings_are_written_in_a_file_as_people_would(folder, witness, monkeypatch):
    for name in ("TILESCRIBE_WITNESSES", "TILESCRIBE_SUBSCRIBERS"):
        monkeypatch.setenv(name, "")  # what a command reads out of a file ends with the test
    (folder / "tilescribe.toml").write_text(
        f'[proof]\nwitnesses = ["{witness.vkey} {witness.address}"]\n'
        'subscribers = ["https://club.example/hook?key=a-secret"]\n'
    )
    shown = tilescribe("config", "--data", folder)
    assert witness.name in shown.out
    assert "a-secret" not in shown.out

    known(folder, witness)
    assert tilescribe("record", "checkpoint", "--send", "--data", folder).returncode == 0
