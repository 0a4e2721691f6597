"""One game proved by itself, checked by a program that shares nothing with ours (E3)."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from datetime import UTC, datetime

import pytest

from ledger.proof.checkpoints import Checkpoints
from ledger.proof.game_proof import CHECKER, as_file, proof_of
from ledger.proof.kept_tree import KeptTree
from ledger.vocabulary.refusals import Refusal
from tests.desks import A, B, a_desk, a_table

NOW = datetime(2026, 11, 21, 14, 32, 7, tzinfo=UTC)


@pytest.fixture(scope="module")
def proved(tmp_path_factory):
    folder = tmp_path_factory.mktemp("proved") / "data"
    with a_desk(folder) as desk:
        table = a_table(desk)
        table.play(A, "8D", "WINDY", 32)
        table.passes(B)
        tree = KeptTree(folder, desk.log.store)
        made = Checkpoints(folder, desk.log, tree).make("asked", now=NOW)
        proof = proof_of(
            table.game, "spring-open/R1/T1", desk.log.store, tree, made, note=made.note, keys=()
        )
        yield as_file(proof), made, desk.log.version_of(table.game)
        tree.close()


def checked(tmp_path, content, *more):
    """What a stranger sees: a fresh Python in an empty place, with the file and the program."""
    (tmp_path / "game.json").write_bytes(content)
    (tmp_path / "check_proof.py").write_bytes(CHECKER.read_bytes())
    return subprocess.run(
        [sys.executable, "-I", "check_proof.py", "game.json", *more],
        cwd=tmp_path, capture_output=True, text=True,
    )  # fmt: skip


def test_it_is_checked_with_python_alone_in_under_a_hundred_lines(tmp_path, proved):
    content, made, version = proved
    answer = checked(tmp_path, content)

    assert answer.returncode == 0, answer.stderr
    assert f"{version} events, each of them in the log" in answer.stdout
    assert f"{made.size} events" in answer.stdout
    source = CHECKER.read_text("utf-8")
    assert len(source.splitlines()) < 100
    assert set(re.findall(r"^import (\w+)", source, re.MULTILINE)) == {
        "base64", "hashlib", "json", "sys",
    }  # fmt: skip


def test_the_root_on_paper_is_compared_where_it_is_given(tmp_path, proved):
    content, made, _ = proved
    printed = " ".join(made.root[at : at + 4] for at in range(0, 64, 4))

    assert checked(tmp_path, content, printed.upper()).returncode == 0
    assert printed[:39] in checked(tmp_path, content).stdout
    other = checked(tmp_path, content, printed[:-1] + ("0" if printed[-1] != "0" else "1"))
    assert (other.returncode, "NOT PROVED" in other.stdout) == (1, True)


CHANGES = {
    "an event changed": lambda p: p["events"][2].update(state=p["events"][2]["state"] + " "),
    "an event left out": lambda p: p["events"].pop(1),
    "the first left out": lambda p: p["events"].pop(0),
    "two swapped": lambda p: p["events"].reverse(),
    "another version": lambda p: p["events"][0].update(version=2),
    "another game's": lambda p: p["events"][1].update(stream="0" * 32),
    "another kind": lambda p: p["events"][1].update(topic="turn-passed"),
    "another place": lambda p: p["events"][1].update(index=0),
    "beyond the end": lambda p: p["events"][1].update(index=10**6),
    "a path too short": lambda p: p["events"][1]["path"].pop(),
    "a path too long": lambda p: p["events"][1]["path"].append("00" * 32),
    "another root": lambda p: p.update(checkpoint=p["checkpoint"].replace("=", "A=", 1)),
    "another size": lambda p: p.update(checkpoint=p["checkpoint"].replace("\n", "\n1", 1)),
    "no event": lambda p: p.update(events=[]),
    "no checkpoint": lambda p: p.pop("checkpoint"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_is_changed_in_it_it_proves_nothing(tmp_path, proved, change):
    proof = json.loads(proved[0])
    CHANGES[change](proof)

    answer = checked(tmp_path, json.dumps(proof).encode())

    assert answer.returncode == 1
    assert answer.stdout.startswith("NOT PROVED")


def hashed(proof, number):
    """An event left out, as a redacted copy has it: its leaf in the place of what it says."""
    space = {"__name__": "checker"}
    exec(CHECKER.read_text("utf-8"), space)
    event = proof["events"][number]
    event.update(leaf=space["leaf"](event).hex(), topic="", state="")
    return event


def test_an_event_left_out_is_proved_by_its_hash_and_by_no_other(tmp_path, proved):
    proof = json.loads(proved[0])
    event = hashed(proof, 2)
    answer = checked(tmp_path, json.dumps(proof).encode(), proved[1].root)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert "1 of them are left out of this copy" in answer.stdout

    event["leaf"] = event["leaf"][:-1] + ("0" if event["leaf"][-1] != "0" else "1")
    assert checked(tmp_path, json.dumps(proof).encode()).stdout.startswith("NOT PROVED")
    event["leaf"] = "no hash"
    assert checked(tmp_path, json.dumps(proof).encode()).stdout.startswith("NOT PROVED")


def test_a_game_that_began_after_the_checkpoint_is_not_proved_by_it(tmp_path):
    with a_desk(tmp_path / "data") as desk:
        tree = KeptTree(tmp_path / "data", desk.log.store)
        made = Checkpoints(tmp_path / "data", desk.log, tree).make("asked", now=NOW)
        table = a_table(desk)
        tree.catch_up()

        with pytest.raises(Refusal) as refused:
            proof_of(table.game, "R1/T1", desk.log.store, tree, made, note=made.note, keys=())
        tree.close()

    assert refused.value.code == "nothing-under-it"


@pytest.mark.parametrize("content", [b"%PDF-1.7 \xe2\xe3", b"", b"[]", b"{}", b"3", b"null"])
def test_a_file_that_is_no_proof_is_said_in_words(tmp_path, content):
    answer = checked(tmp_path, content)

    assert (answer.returncode, answer.stderr) == (1, "")
    assert answer.stdout.startswith("NOT PROVED: ")
