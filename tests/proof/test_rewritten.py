"""What finds a record that an insider rewrote, each row of what was tried by hand (PP-2 to PP-4).

The forger has the files and this program: links, check sums, digests of what signers saw are all as
they would be. What lies elsewhere, or was printed here, tells it.
"""

from __future__ import annotations

import json

import pytest

from ledger.proof.keys import KEY_FILE
from ledger.record.faults import CHANGED, CONSISTENT, NOTHING_CHANGED, SIGNED_NO_MORE
from tests.proof.rewritten import cut_off, rewritten, signed_anew
from tests.web.test_command_line import tilescribe as ended
from tests.web.test_command_line_cases import tilescribe

SLIP, CASE = "harbour-open/R1/T1", "harbour-open/C-3"


@pytest.fixture(scope="module")
def evidence(tmp_path_factory):
    """The demonstration, and what people elsewhere hold of it."""
    folder = tmp_path_factory.mktemp("evidence")
    data = folder / "demo"
    tilescribe("demo", "--build-only", "--data", data)
    (folder / "paper.txt").write_text(tilescribe("checkpoint", "--data", data), "utf-8")
    tilescribe("proof", SLIP, "-o", folder / "proof.json", "--data", data)
    given = ("--to", "the body", "--badge", "D1", "-o", folder / "bundle.pdf")
    tilescribe("bundle", CASE, *given, "--data", data)
    tilescribe("print", "result-slip", SLIP, "-o", folder / "slip.pdf", "--data", data)
    round_sheet = ("round-close", "harbour-open/R2", "-o", folder / "sheet.pdf")
    tilescribe("print", *round_sheet, "--data", data)
    return folder


WAYS = {"left": {}, "dropped": {"drop_checkpoints": True}, "signed anew": {}}
IN_HAND = ("paper.txt", "proof.json", "bundle.pdf", "sheet.pdf")


@pytest.fixture(scope="module")
def forged(evidence, tmp_path_factory):
    """The record rewritten: checkpoints left as they were, dropped, or signed anew with the key."""
    folder = tmp_path_factory.mktemp("forged")
    for way, how in WAYS.items():
        rewritten(evidence / "demo", folder / way, **how)
    signed_anew(folder / "signed anew")
    for way in WAYS:
        tilescribe("rebuild", "--data", folder / way)
    return folder


def verified(data, *more):
    done = ended("verify", "--data", data, *more)
    return done.returncode, done.out.splitlines()


@pytest.mark.found("PP-2")
def test_PP2_a_sound_record_is_said_to_be_consistent_and_no_more(evidence):
    code, rows = verified(evidence / "demo")
    assert code == 0
    assert rows[-1].startswith(f"{CONSISTENT} Nothing from outside was compared with it.")
    said = json.loads(tilescribe("verify", "--json", "--data", evidence / "demo"))
    assert (said["says"], said["outside"], said["faults"]) == (rows[-1], 0, [])


@pytest.mark.found("PP-2")
def test_PP2_checkpoints_that_were_taken_out_are_each_named(forged):
    code, rows = verified(forged / "dropped")
    said = "\n".join(rows)
    assert (code, rows[-1]) == (1, SIGNED_NO_MORE)
    assert f"{KEY_FILE} lies beside the record, and the record was never signed with it" in said
    for number in range(1, 7):
        assert f"harbour-open/R{number} was closed, and no checkpoint was made of it" in said
    assert "a bundle was handed out under the checkpoint of" in said
    assert NOTHING_CHANGED not in said


@pytest.mark.found("PP-2")
@pytest.mark.parametrize("gone", ["key", "bundle"])
def test_PP2_any_one_of_the_three_tells_it(evidence, tmp_path, gone):
    """Without the key, and in a record that handed nothing out, closed rounds tell it alone."""
    if gone == "bundle":
        tilescribe("demo", "--build-only", "--data", tmp_path / "demo")
        data = rewritten(tmp_path / "demo", tmp_path / "data", drop_checkpoints=True)
    else:
        data = rewritten(evidence / "demo", tmp_path / "data", drop_checkpoints=True)
        (data / KEY_FILE).unlink()
    code, rows = verified(data)
    assert (code, rows[-1]) == (1, SIGNED_NO_MORE)
    assert sum("was closed" in row for row in rows) == 6


@pytest.mark.found("PP-2")
def test_PP2_checkpoints_left_as_they_were_name_what_no_longer_agrees(forged):
    code, rows = verified(forged / "left")
    assert (code, rows[-1]) == (1, CHANGED)
    assert sum("checkpoint.root" in row for row in rows) >= 7


@pytest.mark.found("PP-2")
def test_PP2_of_what_was_signed_anew_nothing_more_is_said_than_that_it_agrees(forged):
    code, rows = verified(forged / "signed anew")
    assert code == 0
    assert rows[-1].startswith(CONSISTENT)
    assert NOTHING_CHANGED not in "\n".join(rows)


@pytest.mark.found("PP-3")
@pytest.mark.parametrize("held", IN_HAND)
def test_PP3_whatever_people_hold_is_compared(evidence, forged, held):
    code, rows = verified(evidence / "demo", "--against", evidence / held)
    assert code == 0
    assert rows[-1].startswith(f"{NOTHING_CHANGED} in the first ")
    for way in WAYS:
        code, rows = verified(forged / way, "--against", evidence / held)
        assert (code, rows[-1]) == (1, CHANGED), way
        if way == "signed anew":
            assert any("that the checkpoint in hand was made of" in row for row in rows)


@pytest.mark.found("PP-3")
def test_PP3_what_holds_no_checkpoint_is_refused_in_words(evidence, tmp_path):
    broken = tmp_path / "changed.pdf"
    content = (evidence / "bundle.pdf").read_bytes()
    broken.write_bytes(content + b"% more\n")
    forged = tmp_path / "forged.json"
    proof = json.loads((evidence / "proof.json").read_bytes())
    proof["events"][-1]["state"] += " "
    forged.write_text(json.dumps(proof), "utf-8")
    for file, why in (
        (evidence / "slip.pdf", "no checkpoint stands on its pages"),
        (broken, "something was appended after it was signed"),
        (forged, "it is no proof, or was changed: event 40 is not in that log"),
    ):
        done = ended("verify", "--data", evidence / "demo", "--against", file)
        assert done.returncode == 1
        assert why in done.err


def test_a_tail_that_was_cut_off_is_found_by_what_was_answered(evidence, tmp_path):
    size = int((evidence / "paper.txt").read_text("utf-8").splitlines()[1])
    data = cut_off(evidence / "demo", tmp_path / "data", size)
    assert verified(data)[0] == 1
