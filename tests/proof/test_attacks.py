"""Every line of the page *Trust*: the attack is made, and each finder finds it or does not.

The attacker has the files and this program; what is worked out anew is worked out with the
product's own functions. Undetected is only what the page says is undetected.
"""

from __future__ import annotations

import base64
import json
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime

import pikepdf
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from ledger.hall import HALL_FILE
from ledger.proof import check_proof
from ledger.proof.facts import CheckpointMade
from ledger.proof.game_proof import TREE_FILE
from ledger.proof.keys import KEY_FILE, keep, key_in, keys_in, signed
from ledger.proof.note import Checkpoint, Growing, Verifier, note_of
from ledger.proof.signed_paper import (
    SIGNATURE_BYTES,
    Signer,
    encoded,
    is_signed_address,
    paper_in,
    read_signed,
    signed_address,
)
from ledger.proof.witnesses import asked
from ledger.proof.witnessing import SeenLog, compare, log_id
from ledger.record.engine import open_log
from ledger.record.events import record_id
from ledger.record.opening import LEDGER_FILE
from tests.proof.a_witness import AWitness
from tests.proof.rewritten import CASE, SLIP, cut_off, rewritten, signed_anew
from tests.proof.test_rewritten import examined, unprinted
from tests.reliability.test_insider_and_witness import ALog
from tests.tiers import each_new
from tests.web.made_once import the_demonstration
from tests.web.test_command_line import tilescribe as ended
from tests.web.test_command_line_cases import tilescribe
from web.proofs.trust import ATTACKS, By, Cell

pytestmark = pytest.mark.usefixtures("read_here")

NOW = datetime(2026, 11, 27, tzinfo=UTC)
LATE = "harbour-open/R7/T4"
"""A game that goes on when the record ends: its slip is of what a cut takes away."""


class Record:
    """A record as somebody is shown it, and what its keeper can sign and prove with the key.

    Attributes:
      folder: where it lies; nothing that was printed is noted there, as on another computer.
    """

    def __init__(self, folder, key, origin=""):
        self.folder, self._key = folder, key
        with closing(open_log(folder, to_write=False)) as log:
            events = log.events_of(record_id())
            rows = log.store.rows_after(0, 1_000_000)
        made = [event.fact for event in events if isinstance(event.fact, CheckpointMade)]
        self.origin = made[-1].origin if made else origin
        self.log = ALog([row[1:] for row in rows])

    @property
    def size(self):
        return self.log.size

    def note(self, size=None):
        size = self.size if size is None else size
        root = Checkpoint(self.origin, size, self._root(size))
        return str(signed(root, self.origin, self._key))

    def _root(self, size):
        tree = Growing()
        tree.add(self.log.leaves[:size])
        return tree.root()


@pytest.fixture(scope="module")
def key(evidence):
    return key_in(evidence / "demo")


@pytest.fixture(scope="module")
def true(late, key):
    return Record(late / "demo", key)


@pytest.fixture(scope="module")
def late(evidence, tmp_path_factory):
    """A slip of the game that goes on, and a checkpoint and a backup of the record as it is."""
    folder = tmp_path_factory.mktemp("late")
    shutil.copytree(evidence / "demo", folder / "demo")
    data = ("--data", folder / "demo")
    tilescribe("paper", "print", "result-slip", LATE, "-o", folder / "slip.pdf", *data)
    (folder / "paper.txt").write_text(tilescribe("record", "checkpoint", *data), "utf-8")
    tilescribe("record", "backup", folder / "sunday.tilescribe", *data)
    return folder


@pytest.fixture(scope="module")
def attacked(evidence, forged, late, key, tmp_path_factory):
    """By the name of an attack on the record: the record as it is then, and what others hold."""
    folder = tmp_path_factory.mktemp("attacked")
    own = [evidence / name for name in ("paper.txt", "proof.json", "bundle.pdf", "sheet.pdf")]
    newer = [late / "paper.txt", late / "sunday.tilescribe"]
    found = {
        "without-key": (forged / "left", evidence / "slip.pdf", own),
        "without-key-dropped": (forged / "dropped", evidence / "slip.pdf", own),
        "with-key": (forged / "signed anew", evidence / "slip.pdf", own),
        "with-key-and-witness": (forged / "signed anew", evidence / "slip.pdf", own),
    }
    size = Record(late / "demo", key).size
    cut = cut_off(late / "demo", folder / "cut", size - 60)
    found["cut-tail"] = (cut, late / "slip.pdf", newer)
    whole = cut_off(late / "demo", folder / "whole", size - 60)
    without_what_came_after(whole)
    found["cut-tail-and-answers"] = (whole, late / "slip.pdf", newer)
    found["old-backup"] = (put_back_by_hand(late, folder / "old"), late / "slip.pdf", newer)
    found["fork"] = (fork_of(late, folder / "fork"), late / "slip.pdf", newer)
    return {name: (unprinted(data, folder_for(folder, name)), *held)
            for name, (data, *held) in found.items()}  # fmt: skip


def folder_for(folder, name):
    (folder / f"{name}, elsewhere").mkdir()
    return folder / f"{name}, elsewhere"


def without_what_came_after(data):
    """Take out the answers whose events are gone, and all that was derived."""
    for name in (HALL_FILE, TREE_FILE):
        for ending in ("", "-wal", "-shm"):
            (data / f"{name}{ending}").unlink(missing_ok=True)
    with closing(sqlite3.connect(data / LEDGER_FILE)) as db, db:
        triggers = db.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'answers'"
        ).fetchall()
        for name, _ in triggers:
            db.execute(f"DROP TRIGGER {name}")
        db.execute(
            "DELETE FROM answers WHERE kind = 'written' AND NOT EXISTS (SELECT 1 FROM stored_events"
            " WHERE originator_id = stream AND originator_version = version)"
        )
        for _, sql in triggers:
            db.execute(sql)


def put_back_by_hand(late, into):
    """The record as it was some turns ago, copied over the newer one."""
    shutil.copytree(late / "demo", into)
    size = Record(late / "demo", key_in(late / "demo")).size
    old = cut_off(late / "demo", into.with_name("older"), size - 60)
    without_what_came_after(old)
    shutil.copy(old / LEDGER_FILE, into / LEDGER_FILE)
    for name in (HALL_FILE, TREE_FILE):
        for ending in ("", "-wal", "-shm"):
            (into / f"{name}{ending}").unlink(missing_ok=True)
    return into


def fork_of(late, into):
    """Another hall's record: the same up to a point, and from there otherwise."""
    old = cut_off(late / "demo", into, Record(late / "demo", key_in(late / "demo")).size - 60)
    without_what_came_after(old)
    tilescribe("tournament", "time-zone", "harbour-open", "Asia/Tokyo", "--data", old)
    tilescribe("record", "checkpoint", "--data", old)
    return old


# Who looks


def by_verify(attacked, true, key, name):
    data, *_ = attacked[name]
    return ended("verify", "--data", data).returncode == 1


def by_slip(attacked, true, key, name):
    data, slip, _ = attacked[name]
    code, found = examined(data, slip)
    [one] = found.values()
    return code == 1 and one["came"] in ("the record was changed", "not of this record")


def by_what_is_kept(attacked, true, key, name):
    """Each piece by itself."""
    data, _, kept = attacked[name]
    return all(ended("verify", "--against", path, "--data", data).returncode == 1 for path in kept)


def by_a_witness(attacked, true, key, name):
    """It had signed the true record; it is shown the other, with any proof the keeper can make."""
    data, *_ = attacked[name]
    other = Record(data, key, true.origin)
    witness = AWitness()
    witness.knows(str(keys_of(true.folder)))
    if name != "with-key-and-witness":  # that one's keeper takes its memory away
        assert witness.answer(asked(true.note(), 0, []))[0] == 200
    old = 0 if name == "with-key-and-witness" else true.size
    paths = ([], other.log.proof(min(old, other.size), other.size), true.log.proof(1, true.size))
    sizes = {other.size, min(old, other.size)} - {0}
    answers = [
        witness.answer(asked(other.note(size), old, path))[0] for size in sizes for path in paths
    ]
    return 200 not in answers


def by_two_compared(attacked, true, key, name):
    """One was sent the true record, the other that one."""
    data, *_ = attacked[name]
    other = Record(data, key, true.origin)
    seen = [
        SeenLog(log=each.origin, id=log_id(each.origin), keys=(), size=each.size, note=each.note())
        for each in (true, other)
    ]
    compared = compare(
        seen[0], seen[1], "w2", [keys_of(true.folder)], (lambda _size: "", lambda _size: ""),
        lambda small, large: tuple(
            max((true, other), key=lambda each: each.size).log.proof(small, large)
        ), NOW,
    )  # fmt: skip
    return compared.verdict in ("split", "unproved")


def keys_of(folder):
    with closing(open_log(folder, to_write=False)) as log:
        return keys_in(log.events_of(record_id()))[-1]


FINDERS = {
    By.VERIFY: by_verify,
    By.SLIP: by_slip,
    By.KEPT: by_what_is_kept,
    By.WITNESS: by_a_witness,
    By.COMPARED: by_two_compared,
}
ON_THE_RECORD = [attack for attack in ATTACKS if attack.by(By.VERIFY) is not Cell.NO_MATTER]
CELLS = [
    (attack.name, finder, attack.by(finder))
    for attack in ON_THE_RECORD
    for finder in By
    if attack.by(finder) is not Cell.NO_MATTER
]


@pytest.mark.parametrize(
    ("name", "finder", "cell"),
    each_new(CELLS),
    ids=[f"{name}-{finder.name}" for name, finder, _ in CELLS],
)
def test_it_is_found_by_whom_the_page_says_and_by_nobody_else(
    attacked, true, key, name, finder, cell
):
    assert FINDERS[finder](attacked, true, key, name) == (cell is Cell.FOUND)


def test_the_true_record_is_found_by_nobody(evidence, late, true, key, tmp_path):
    """Or every finder above would find everything."""
    honest = {"honest": (unprinted(late / "demo", tmp_path), late / "slip.pdf", [
        *late.glob("paper.txt"), *late.glob("*.tilescribe"), evidence / "proof.json"])}  # fmt: skip
    for finder, found_by in FINDERS.items():
        if finder is By.KEPT:
            data, _, kept = honest["honest"]
            codes = [ended("verify", "--against", one, "--data", data).returncode for one in kept]
            assert codes == [0] * len(kept)
            continue
        assert not found_by(honest, true, key, "honest"), finder


# What is forged and handed to somebody


def test_every_line_of_the_page_is_tried_here():
    tried = {name for name, *_ in CELLS} | {
        "forged-slip", "forged-slip-with-key", "forged-bundle", "forged-proof",
    }  # fmt: skip
    assert tried == {attack.name for attack in ATTACKS}


def test_forged_bundle_its_certificate_is_none_of_this_halls(evidence, tmp_path):
    """Another record's program makes a bundle of a case of the same name, rightly signed."""
    data = tmp_path / "demo"
    the_demonstration(data)
    given = ("--to", "the body", "--badge", "D1", "-o", tmp_path / "forged.pdf")
    tilescribe("case", "bundle", CASE, *given, "--data", data)
    code, found = examined(evidence / "demo", tmp_path / "forged.pdf")
    [one] = found.values()

    assert (code, one["kind"], one["came"]) == (1, "bundle", "not of this record")
    assert "That is not one of this hall’s certificates, whatever name it has." in one["words"]


def test_forged_proof_the_root_is_on_no_paper_and_no_key_of_ours_signed_it(evidence, tmp_path):
    """Its events come to its root: they were told otherwise, and the tree was made over them."""
    proof = json.loads((evidence / "proof.json").read_bytes())
    changed = rewritten(evidence / "demo", tmp_path / "forged")
    stranger = Ed25519PrivateKey.generate()
    (changed / KEY_FILE).unlink()
    keep(stranger, changed / KEY_FILE)
    signed_anew(changed)
    tilescribe("game", "prove", SLIP, "-o", tmp_path / "proof.json", "--data", changed)
    forged = json.loads((tmp_path / "proof.json").read_bytes())
    assert check_proof.check(forged) != check_proof.check(proof)

    root = (evidence / "paper.txt").read_text("utf-8").split("\n")[2]
    wanted = base64.b64decode(root).hex()
    assert check_proof.main(str(tmp_path / "proof.json"), wanted) == 1
    known = [key_in(evidence / "demo").public_key().public_bytes_raw()]
    note = note_of(forged["checkpoint"])
    assert not note.signed_by([Verifier(forged["checkpoint"].split("\n")[0], known[0])])
    code, found = examined(evidence / "demo", tmp_path / "proof.json")
    assert (code, found["proof.json"]["came"]) == (1, "the record was changed")


def a_signed_slip(evidence):
    """What the square code of the slip says: the file keeps its address beside it."""
    with pikepdf.open(evidence / "slip.pdf") as pdf:
        words = str(pdf.docinfo["/Keywords"]).split()
    return next(word for word in words if is_signed_address(word))


def told_of(data, address, folder):
    (folder / "address.txt").write_text(address, "utf-8")
    code, found = examined(data, folder / "address.txt")
    return code, found["address.txt"]


def test_forged_slip_is_signed_by_no_key_of_ours(evidence, tmp_path):
    genuine = a_signed_slip(evidence)
    assert told_of(evidence / "demo", genuine, tmp_path)[0] == 0
    paper = paper_in(read_signed(genuine))
    for forger in (Signer(Ed25519PrivateKey.generate()), None):
        one, two = paper.players
        better = replace(paper, players=(replace(one, score=one.score + 100), two))
        # Another key; or our own signature under other words.
        data = (
            forger.signed(better)
            if forger
            else encoded(better) + read_signed(genuine)[-SIGNATURE_BYTES:]
        )
        code, one = told_of(evidence / "demo", signed_address(data), tmp_path)
        assert (code, one["came"]) == (1, "not of this record")
        assert one["words"].startswith("Not signed by this hall")


def test_forged_slip_with_key_the_record_says_something_else(evidence, key, tmp_path):
    paper = paper_in(read_signed(a_signed_slip(evidence)))
    one, two = paper.players
    forged = replace(paper, players=(replace(one, score=one.score + 100), two))
    code, one = told_of(evidence / "demo", signed_address(Signer(key).signed(forged)), tmp_path)

    assert (code, one["came"], one["about"]) == (1, "the record was changed", SLIP)
    assert one["words"].startswith("Signed by this hall, but the record was changed")
