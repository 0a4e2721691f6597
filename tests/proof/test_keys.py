"""The hall's keys: revoked and trusted again, in a token, made at set-up, lost and made anew."""

from __future__ import annotations

import base64
import os
import shutil
import stat
import subprocess
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from ledger.proof.checkpoints import Checkpoints
from ledger.proof.checkpoints_made import made_in
from ledger.proof.facts import CheckpointKeyRevoked
from ledger.proof.game_proof import KeptTree
from ledger.proof.keys import KEY_FILE, key_in, revocation, revoked_in
from ledger.proof.note import note_of
from ledger.proof.token_key import token_key
from ledger.record.events import Event, record_id
from ledger.vocabulary.refusals import Refusal
from tests.desks import A, a_desk, a_table
from tests.web.test_command_line import tilescribe
from web.command_line.opened import opened
from web.command_line.serving import sign_from_the_start

NOW = datetime(2026, 11, 27, 12, tzinfo=UTC)
EARLIER = NOW - timedelta(hours=2)


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "data"


@pytest.fixture
def desk(folder):
    with a_desk(folder) as desk:
        a_table(desk).play(A, "8D", "WINDY")
        yield desk


@pytest.fixture
def checkpoints(desk, folder):
    with closing(KeptTree(folder, desk.log.store)) as tree:
        found = Checkpoints(folder, desk.log, tree)
        found.make("asked", now=EARLIER, by="D1")
        yield found


def about_the_record(desk):
    return desk.log.events_of(record_id())


def test_a_key_in_use_that_is_revoked_is_replaced_first(desk, checkpoints):
    [old] = checkpoints.keys
    checkpoints.revoke(str(old), EARLIER, "copied", now=NOW, by="D1")

    assert checkpoints.keys[0] == old
    assert len(checkpoints.keys) == 2
    assert set(checkpoints.revoked) == {old.public}
    one = checkpoints.revoked[old.public]
    assert (one.since, one.because, one.said) == (EARLIER, "copied", NOW)
    made = checkpoints.make("asked", now=NOW, by="D1")
    assert note_of(made.note).signed_by([checkpoints.keys[-1]])
    assert not note_of(made.note).signed_by([old])


def test_it_is_named_by_its_id_and_taken_back(desk, checkpoints):
    [old] = checkpoints.keys
    checkpoints.revoke(old.key_id.hex(), NOW, "not-needed", now=NOW, by="D1")
    checkpoints.trust_again(old.key_id.hex(), now=NOW, by="D1")

    assert checkpoints.revoked == {}
    with pytest.raises(Refusal, match="not revoked"):
        checkpoints.trust_again(str(old), now=NOW, by="D1")


@pytest.mark.parametrize(
    ("which", "since", "code"),
    [("00000000", NOW, "no-such-key"), (None, NOW + timedelta(seconds=1), "revoked-ahead")],
)
def test_what_is_refused_writes_nothing(desk, checkpoints, which, since, code):
    before = len(about_the_record(desk))
    with pytest.raises(Refusal) as refused:
        checkpoints.revoke(which or str(checkpoints.keys[0]), since, "lost", now=NOW, by="D1")

    assert refused.value.code == code
    assert len(about_the_record(desk)) == before


def test_a_revocation_counts_only_as_a_trusted_key_signed_it(desk, checkpoints):
    [old] = checkpoints.keys
    checkpoints.revoke(str(old), EARLIER, "copied", now=NOW, by="D1")
    *before, said = about_the_record(desk)
    assert isinstance(said.fact, CheckpointKeyRevoked)
    new = checkpoints.keys[-1]

    def told(**other):
        fact = replace(said.fact, **other)
        envelope = replace(said.envelope, fact=fact)
        return revoked_in([*before, Event(record_id(), said.originator_version, envelope)])

    assert set(told()) == {old.public}
    for changed in (
        {"since": NOW},
        {"since": None},
        {"because": "lost"},
        {"key": str(new)},
        {"signing_key": str(old)},
        {"signed": base64.b64encode(bytes(64)).decode()},
        {"signed": "no base64"},
    ):
        assert told(**changed) == {}, changed


def test_a_revoked_key_revokes_no_other(desk, folder, checkpoints):
    """Whoever copied the old key can't have the new one taken for the false one."""
    old, key = checkpoints.keys[0], key_in(folder)
    checkpoints.revoke(str(old), EARLIER, "copied", now=NOW, by="D1")
    events = about_the_record(desk)
    new = checkpoints.keys[-1]
    signature = base64.b64encode(key.sign(revocation(str(new), EARLIER, "lost"))).decode()
    fact = CheckpointKeyRevoked(
        key=str(new), since=EARLIER, because="lost", signing_key=str(old), signed=signature
    )
    last = events[-1]
    forged = Event(record_id(), last.originator_version + 1, replace(last.envelope, fact=fact))

    assert set(revoked_in([*events, forged])) == {old.public}


def test_after_a_loss_a_new_key_signs_and_all_before_still_checks(desk, folder, checkpoints):
    first = checkpoints.make("asked", now=EARLIER, by="D1")
    (folder / KEY_FILE).unlink()
    later = checkpoints.make("asked", now=NOW, by="D1", about="later")

    old, new = checkpoints.keys
    assert note_of(first.note).signed_by([old, new]) == (old,)
    assert note_of(later.note).signed_by([old, new]) == (new,)


# In a token


LABEL = "Hall"
LIBRARIES = [
    Path("/usr/lib/softhsm/libsofthsm2.so"),
    Path("/opt/homebrew/lib/softhsm/libsofthsm2.so"),
]


@pytest.fixture(scope="module")
def token(tmp_path_factory):
    """Where a key lies in a token made of software; the library reads its settings but once."""
    pytest.importorskip("pkcs11")
    library = next((path for path in LIBRARIES if path.exists()), None)
    if library is None or shutil.which("softhsm2-util") is None:
        assert "CI" not in os.environ, "softhsm2 is missing"
        pytest.skip("no softhsm2: apt-get install it")
    folder = tmp_path_factory.mktemp("token")
    (folder / "tokens").mkdir()
    (folder / "settings").write_text(
        f"directories.tokendir = {folder / 'tokens'}\nobjectstore.backend = file\n"
    )
    with pytest.MonkeyPatch.context() as env:
        env.setenv("SOFTHSM2_CONF", str(folder / "settings"))
        env.setenv("HALL_PIN", "2468")
        subprocess.run(
            f"softhsm2-util --init-token --free --label {LABEL} --pin 2468 --so-pin 13579".split(),
            check=True, capture_output=True,
        )  # fmt: skip
        yield (
            f"pkcs11:token={LABEL};object=checkpoints?module-path={library}&pin-source=env:HALL_PIN"
        )


def test_a_key_moves_into_a_token_and_the_one_before_it_names_it(desk, folder, checkpoints, token):
    [old] = checkpoints.keys
    new = checkpoints.new_key(now=NOW, by="D1", token=token)
    made = checkpoints.make("asked", now=NOW, by="D1", about="after")

    assert checkpoints.keys == (old, new)
    assert note_of(made.note).signed_by([new])
    assert b"PRIVATE" not in (folder / KEY_FILE).read_bytes()
    assert stat.S_IMODE((folder / KEY_FILE).stat().st_mode) == 0o600
    again = checkpoints.new_key(now=NOW, by="D1", token=token)
    assert (again, checkpoints.keys) == (new, (old, new)), "it is the key in use already"


def test_of_a_key_in_a_token_there_is_no_copy(desk, folder, checkpoints, token, tmp_path):
    checkpoints.new_key(now=NOW, by="D1", token=token)
    copied = tilescribe("key", "copy", tmp_path / "away", "--password", "x", "--data", folder)

    assert copied.returncode == 1
    assert "can't be read from it" in copied.err
    assert not (tmp_path / "away").exists()


@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("pkcs11:object=x?module-path=/x.so&pin-source=env:P", "needs token"),
        ("pkcs11:token=T;object=x?pin-source=env:P", "module-path"),
        ("pkcs11:token=T;object=x?module-path=/x.so&pin-value=1234", "pin-source is"),
        ("pkcs11:token=T;object=x?module-path=/nowhere.so&pin-source=env:HALL_PIN", "nowhere.so"),
        ("https://example.org", "it needs"),
    ],
)
def test_a_place_that_is_none_leaves_the_key_as_it_was(
    desk, folder, checkpoints, token, place, why
):
    before = (folder / KEY_FILE).read_bytes()
    with pytest.raises(Refusal, match=why) as refused:
        checkpoints.new_key(now=NOW, by="D1", token=place)

    assert refused.value.code == "key-unreadable"
    assert (folder / KEY_FILE).read_bytes() == before
    assert len(checkpoints.keys) == 1


def test_a_wrong_pin_is_said_and_nothing_is_signed(desk, folder, checkpoints, token, monkeypatch):
    checkpoints.new_key(now=NOW, by="D1", token=token)
    token_key(token)._close()
    token_key.cache_clear()
    monkeypatch.setenv("HALL_PIN", "1111")
    before = len(about_the_record(desk))
    with pytest.raises(Refusal, match="PinIncorrect"):
        checkpoints.make("asked", now=NOW, by="D1", about="in vain")

    assert len(about_the_record(desk)) == before


# The commands


def test_from_the_command_line_a_key_is_revoked_and_trusted_again(folder):
    with a_desk(folder) as desk:
        a_table(desk).play(A, "8D", "WINDY")
    tilescribe("record", "checkpoint", "--data", folder)
    key = tilescribe("key", "show", "--data", folder).out.split("\n")[0]
    what = ("--since", "2026-11-01T10:00", "--because", "lost", "--data", folder)

    revoked = tilescribe("key", "revoke", key, *what)
    assert (revoked.returncode, revoked.err) == (0, "")
    assert "signatures from 2026-11-01 10:00 UTC on are not this hall's" in revoked.out
    assert "Revoked: " in tilescribe("key", "show", "--data", folder).out
    assert tilescribe("record", "verify", "--data", folder).returncode == 0
    trusted = tilescribe("key", "trust", key, "--data", folder)
    assert (trusted.returncode, trusted.out) == (0, f"{key} is trusted again.\n")
    assert "Revoked: " not in tilescribe("key", "show", "--data", folder).out
    assert tilescribe("key", "revoke", "nonsense", *what).returncode == 1


def test_a_hall_has_its_key_and_a_first_checkpoint_before_anything_is_printed(folder):
    with opened(folder, make=True) as here:
        sign_from_the_start(here)
        sign_from_the_start(here)
        [made] = made_in(here.log.events_of(record_id()))
        [key] = here.checkpoints.keys

    assert made.because == "hall-begun"
    assert note_of(made.note).signed_by([key])
    assert tilescribe("record", "verify", "--data", folder).returncode == 0
