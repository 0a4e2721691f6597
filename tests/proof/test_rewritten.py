"""What finds a record that an insider rewrote, each row of what was tried by hand (PP-2 to PP-4).

The forger has the files and this program: links, check sums, digests of what signers saw are all as
they would be. What lies elsewhere, or was printed here, tells it.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime

import pytest
from PIL import Image

from ledger.backup.ring import name_of
from ledger.game.results.facts import ResultSigned
from ledger.proof.keys import KEY_FILE
from ledger.proof.paper_codes import PRINTED_FILE, PrintedCodes, in_halves
from ledger.record.events import game_id
from ledger.record.faults import CHANGED, CONSISTENT, NOTHING_CHANGED, SIGNED_NO_MORE
from tests.desks import a_desk, a_table
from tests.proof.rewritten import SLIP, WAYS, cut_off, rewritten, signed_anew
from tests.tiers import first_fast
from tests.web.made_once import the_demonstration
from tests.web.test_command_line import tilescribe as ended
from tests.web.test_command_line_cases import tilescribe

pytestmark = pytest.mark.usefixtures("read_here")

IN_HAND = ("paper.txt", "proof.json", "bundle.pdf", "sheet.pdf")


def unprinted(data, into):
    """A copy without the notes of what was printed, as on another computer."""
    shutil.copytree(data, into / "elsewhere")
    (into / "elsewhere" / PRINTED_FILE).unlink()
    return into / "elsewhere"


def verified(data, *more):
    done = ended("verify", "--data", data, *more)
    return done.returncode, done.out.splitlines()


@pytest.mark.found("PP-2")
def test_PP2_a_sound_record_is_said_to_be_consistent_and_no_more(evidence):
    code, rows = verified(evidence / "demo")
    assert code == 0
    assert rows[-1].startswith(f"{CONSISTENT} Nothing from outside was compared with it.")
    said = json.loads(tilescribe("record", "verify", "--json", "--data", evidence / "demo"))
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
        the_demonstration(tmp_path / "demo")
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
def test_PP2_of_what_was_signed_anew_nothing_more_is_said_than_that_it_agrees(forged, tmp_path):
    code, rows = verified(unprinted(forged / "signed anew", tmp_path))
    assert code == 0
    assert rows[-1].startswith(CONSISTENT)
    assert NOTHING_CHANGED not in "\n".join(rows)


@pytest.mark.found("PP-3")
@pytest.mark.parametrize("held", first_fast(IN_HAND, 2))
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
def test_PP3_what_was_changed_itself_is_not_compared_and_says_why(evidence, tmp_path):
    broken = tmp_path / "changed.pdf"
    content = (evidence / "bundle.pdf").read_bytes()
    broken.write_bytes(content + b"% more\n")
    forged = tmp_path / "forged.json"
    proof = json.loads((evidence / "proof.json").read_bytes())
    proof["events"][-1]["state"] += " "
    forged.write_text(json.dumps(proof), "utf-8")
    for file, why in (
        (broken, "something was appended after it was signed"),
        (forged, "event 40 is not in that log, or was changed"),
    ):
        done = ended("verify", "--data", evidence / "demo", "--against", file)
        assert done.returncode == 1
        assert f"{file.name}: " in done.out
        assert "not compared" in done.out
        assert why in done.out


@pytest.mark.found("PP-3")
@pytest.mark.parametrize("held", IN_HAND)
def test_PP3_what_is_of_another_record_is_said_to_be_and_not_compared(evidence, tmp_path, held):
    new = ("tournament", "new", "other", "--name", "Other", "--rulebook", "wespa-5.1")
    tilescribe(*new, "--data", tmp_path / "other")
    done = ended("verify", "--data", tmp_path / "other", "--against", evidence / held)
    assert done.returncode == 1
    assert "is of another record's log: it says tilescribe/" in done.err
    assert "Nothing was compared." in done.err
    assert CHANGED not in done.out + done.err
    assert "checkpoint in hand" not in done.out + done.err


@pytest.mark.found("PP-3")
def test_PP3_a_record_whose_first_event_was_changed_is_compared_by_its_own_checkpoints(
    evidence, tmp_path
):
    """Its name follows from that event: whoever changed it made no other record of it."""
    shutil.copytree(evidence / "demo", tmp_path / "data")
    with closing(sqlite3.connect(tmp_path / "data" / "ledger.db")) as db:
        for [trigger] in db.execute("SELECT name FROM sqlite_master WHERE type='trigger'"):
            db.execute(f'DROP TRIGGER "{trigger}"')
        db.execute(
            "UPDATE stored_events SET state = state || ' ' WHERE rowid = "
            "(SELECT min(rowid) FROM stored_events)"
        )
        db.commit()
    code, rows = verified(tmp_path / "data", "--against", evidence / "paper.txt")
    assert (code, rows[-1]) == (1, CHANGED)
    assert any("that the checkpoint in hand was made of" in row for row in rows)


def looked_up(data, what, *more):
    done = ended("verify-paper", what, *more, "--data", data)
    return done.returncode, done.out


@pytest.mark.found("PP-3")
def test_PP3_a_genuine_bundle_of_a_record_that_differs_has_a_verdict_of_its_own(evidence, forged):
    bundle = evidence / "bundle.pdf"
    code, said = looked_up(evidence / "demo", bundle)
    assert (code, NOTHING_CHANGED in said) == (0, True)
    for way in WAYS:
        code, said = looked_up(forged / way, bundle)
        assert code == 1, way
        assert "This bundle is genuine, but it was not made from this record:" in said
        assert "Its signature is valid" in said
        assert "Not ours" not in said


@pytest.mark.found("PP-4")
def test_PP4_a_bundle_whose_record_lost_its_end_is_not_called_ours_and_not_ours(evidence, tmp_path):
    """The bundle was written down in the last event; and its checkpoint a few before that."""
    bundle = evidence / "bundle.pdf"
    whole = int(tilescribe("record", "verify", "--data", evidence / "demo").split(" events")[0])
    for size, says in ((whole - 1, "no such bundle is on record"), (700, "the record has 700")):
        data = cut_off(evidence / "demo", tmp_path / str(size), size)
        code, said = looked_up(data, bundle)
        assert (code, "Not ours" in said) == (1, False)
        assert says in said
        if size == whole - 1:
            assert "the end of the record is lost" in said


@pytest.fixture(scope="module")
def codes(evidence):
    """The code of the slip that somebody has in the hand, as it was noted when it was printed."""
    noted = PrintedCodes(evidence / "demo").newest(50)
    return {one.state: in_halves(one.code) for one in noted}


@pytest.mark.wide("shown cheaper")
@pytest.mark.found("PP-4")
def test_PP4_a_code_that_was_printed_here_and_is_no_more_is_no_forgery(evidence, forged, codes):
    code = codes[f"40/{SLIP}"]
    assert looked_up(evidence / "demo", code)[0] == 0
    for way in WAYS:
        for what in ((code,), (code, "--of", f"40/{SLIP}"), (evidence / "slip.pdf",)):
            ended_with, said = looked_up(forged / way, *what)
            assert ended_with == 1
            assert "Printed here, but the record now says something else" in said
            assert f"This computer noted that it printed that code for {SLIP} to event 40" in said
            assert "Not ours" not in said
            assert "Not found" not in said


@pytest.mark.found("PP-4")
def test_PP4_verify_finds_by_itself_that_printed_codes_are_no_longer_made(forged, codes):
    code, rows = verified(forged / "signed anew")
    said = "\n".join(rows)
    assert (code, rows[-1]) == (1, CHANGED)
    assert f"{codes[f'40/{SLIP}']} was printed here for 40/{SLIP}" in said


@pytest.mark.found("PP-4")
def test_PP4_no_alarm_for_what_another_release_printed_or_for_a_forgers_code(
    evidence, tmp_path, codes
):
    data = tmp_path / "data"
    shutil.copytree(evidence / "demo", data)
    with closing(PrintedCodes(data)) as printed:
        printed.note([("TJ7K2-M9QXX", f"40/{SLIP}")], release="another")
        printed.note([("00000-00012", f"40/{SLIP}")])
    code, rows = verified(data)
    assert (code, rows[-1].startswith(CONSISTENT)) == (0, True)
    assert "Printed here, by another release" in looked_up(data, "TJ7K2-M9QXX")[1]
    genuine = codes[f"40/{SLIP}"]
    code, said = looked_up(data, genuine, "--of", "39/harbour-open/R1/T2")
    assert (code, "Not ours" in said) == (1, True)
    assert looked_up(data, "00000-00012", "--of", f"40/{SLIP}")[1].startswith("Not ours")


@pytest.mark.wide("a whole hall")
@pytest.mark.found("PP-4")
def test_PP4_no_alarm_for_a_sheet_of_what_was_so_for_a_while(evidence, tmp_path):
    """Printed of an older state, then a case and a zone come; and the name of an official."""
    data = tmp_path / "data"
    shutil.copytree(evidence / "demo", data)
    tilescribe("tournament", "time-zone", "harbour-open", "Asia/Tokyo", "--data", data)
    tilescribe("paper", "print", "score-sheet", SLIP, "-o", tmp_path / "then.pdf", "--data", data)
    tilescribe("tournament", "time-zone", "harbour-open", "Europe/Lisbon", "--data", data)
    code, rows = verified(data)
    assert (code, rows[-1].startswith(CONSISTENT)) == (0, True)
    assert looked_up(data, tmp_path / "then.pdf")[0] in (0, 3)


@pytest.mark.wide("a whole hall")
@pytest.mark.found("PP-4")
def test_PP4_no_alarm_for_a_sheet_of_what_a_restore_lost(evidence, tmp_path):
    """The game is as it was; the zone that stood on its sheet was named after the backup."""
    data, kept = tmp_path / "data", tmp_path / "kept.tilescribe"
    shutil.copytree(evidence / "demo", data)
    tilescribe("record", "backup", kept, "--data", data)
    tilescribe("tournament", "time-zone", "harbour-open", "Asia/Tokyo", "--data", data)
    tilescribe("paper", "print", "score-sheet", SLIP, "-o", tmp_path / "then.pdf", "--data", data)
    tilescribe("record", "restore", kept, "--set-aside", "--data", data)
    code, rows = verified(data)
    assert (code, rows[-1].startswith(CONSISTENT)) == (0, True)
    assert "perhaps lost by a restore" in looked_up(data, tmp_path / "then.pdf")[1]


def test_a_tail_that_was_cut_off_is_found_by_what_was_answered(evidence, tmp_path):
    size = int((evidence / "paper.txt").read_text("utf-8").splitlines()[1])
    data = cut_off(evidence / "demo", tmp_path / "data", size)
    assert verified(data)[0] == 1


# Cross-examination: a folder of whatever people hold


def examined(data, against):
    """What came of each piece, by its name; the exit code."""
    done = ended("verify", "--json", "--against", against, "--data", data)
    found = json.loads(done.out)["examined"]
    return done.returncode, {one["name"]: one for one in found}


def test_a_folder_of_what_people_hold_agrees_with_the_record_it_came_from(evidence, kept):
    code, found = examined(evidence / "demo", kept)

    assert code == 0
    assert {name: one["came"] for name, one in found.items()} == {
        "bundle.pdf": "agrees",
        "game.gcg": "agrees",
        "paper.txt": "agrees",
        "photo.png": "agrees",
        "proof.json": "agrees",
        "sheet.pdf": "agrees",
        "shopping.txt": "not compared",
        "slip.pdf": "agrees",
        "sunday.tilescribe": "agrees",
    }
    done = ended("verify", "--against", kept, "--data", evidence / "demo")
    assert "10 pieces compared: agrees 9, not compared 1." in done.out
    assert NOTHING_CHANGED in done.out


@pytest.mark.one_in(2, "way")
@pytest.mark.parametrize("way", ["left", "signed anew"])
def test_every_piece_by_itself_finds_the_record_that_was_rewritten(forged, kept, tmp_path, way):
    """Also where everything was signed anew with the hall's own key, and printed notes are gone."""
    data = unprinted(forged / way, tmp_path)
    pieces = [path for path in kept.iterdir() if path.name != "shopping.txt"]
    assert len(pieces) == 8
    named = {}
    for path in pieces:
        code, found = examined(data, path)
        one = found[path.name]
        assert code == 1, path.name
        assert one["came"] in ("the record was changed", "not of this record"), one
        named[path.name] = (one["came"], one["about"], one["event"])
    changed = "the record was changed"
    assert named["game.gcg"] == (changed, SLIP, 0)
    came, about, event = named["sunday.tilescribe"]
    assert (came, about) == (changed, SLIP)
    assert (came, about, event) == named["proof.json"], "both name the first event that differs"
    assert event > 0


def test_what_was_kept_before_the_record_went_on_is_older_and_no_alarm(evidence, kept, tmp_path):
    data = tmp_path / "data"
    shutil.copytree(evidence / "demo", data)
    tilescribe("tournament", "time-zone", "harbour-open", "Asia/Tokyo", "--data", data)
    code, found = examined(data, kept / "sunday.tilescribe")

    assert (code, found["sunday.tilescribe"]["came"]) == (0, "older")


def test_a_backup_of_what_a_restore_lost_is_no_alarm(evidence, kept, tmp_path):
    data, later = tmp_path / "data", tmp_path / "later.tilescribe"
    shutil.copytree(evidence / "demo", data)
    tilescribe("tournament", "time-zone", "harbour-open", "Asia/Tokyo", "--data", data)
    tilescribe("record", "backup", later, "--data", data)
    tilescribe("record", "restore", kept / "sunday.tilescribe", "--set-aside", "--data", data)
    code, found = examined(data, later)

    assert (code, found["later.tilescribe"]["came"]) == (0, "lost by a restore")


def test_a_backup_put_in_the_records_place_by_hand_lacks_what_came_after(evidence, tmp_path):
    """Old backup put back: a slip, a proof or a newer backup has more than the record."""
    data, newer = tmp_path / "data", tmp_path / "newer.tilescribe"
    shutil.copytree(evidence / "demo", data)
    tilescribe("record", "backup", newer, "--data", data)
    size = int((evidence / "paper.txt").read_text("utf-8").splitlines()[1])
    old = cut_off(data, tmp_path / "old", size - 40)
    code, found = examined(old, newer)

    assert (code, found["newer.tilescribe"]["came"]) == (1, "the record was changed")
    assert "whose end is gone" in found["newer.tilescribe"]["words"]


def test_the_ring_of_the_settings_is_compared_by_itself(
    evidence, forged, kept, tmp_path, monkeypatch
):
    ring = tmp_path / "ring"
    ring.mkdir()
    shutil.copy(kept / "sunday.tilescribe", ring / name_of(datetime(2026, 11, 1, tzinfo=UTC)))
    monkeypatch.setenv("TILESCRIBE_BACKUP", str(ring))

    sound = ended("verify", "--data", evidence / "demo")
    assert sound.returncode == 0
    rewritten_record = ended("verify", "--data", unprinted(forged / "signed anew", tmp_path))
    assert rewritten_record.returncode == 1
    assert f"backup {SLIP}, event " in rewritten_record.out


def test_what_is_of_another_record_alarms_and_what_is_no_use_does_not(evidence, kept, tmp_path):
    with a_desk(tmp_path / "other") as desk:
        a_table(desk)
    code, found = examined(tmp_path / "other", kept)

    assert code == 1
    assert {one["came"] for one in found.values()} == {"not of this record", "not compared"}
    only = ended("verify", "--against", kept / "shopping.txt", "--data", evidence / "demo")
    assert only.returncode == 1, "what was named by itself has to be compared"


def test_what_players_signed_for_is_held_against_the_result_of_that_moment(evidence, tmp_path):
    """The forger changes what a tile was worth and works out everything but the signatures."""
    sound = json.loads(tilescribe("record", "verify", "--json", "--data", evidence / "demo"))
    assert sound["signatures"] > 50
    assert not [one for one in sound["warnings"] if "another release" in one]

    data = rewritten(evidence / "demo", tmp_path / "data", without=(ResultSigned,))
    signed_anew(data)
    done = ended("verify", "--data", unprinted(data, tmp_path))

    assert done.returncode == 1
    assert "signatures.totals: it was signed for " in done.out


@pytest.mark.wide("a whole hall")
def test_a_torn_or_hostile_file_ends_no_comparison_of_the_others(evidence, tmp_path):
    folder = tmp_path / "kept"
    folder.mkdir()
    with closing(sqlite3.connect(folder / "other.db")) as db:
        db.execute("CREATE TABLE t (a)")
    for name, content in {
        "torn.db": b"SQLite format 3\0" + b"x" * 500,
        "torn.png": b"\x89PNG\r\n\x1a\n" + b"x" * 50,
        "torn.pdf": b"%PDF-1.7\nxx",
        "deep.json": b'{"a":' + b"[" * 100_000,
        "list.json": b'{"checkpoint":1,"events":[],"keys":[],"kind":1}',
        "id.gcg": b"#id tilescribe ------------------------------------\n",
        "no-turns.gcg": b"#id tilescribe %s\n" % str(game_id("harbour-open", 1, 1)).encode(),
        "empty": b"",
    }.items():
        (folder / name).write_bytes(content)
    Image.new("1", (30_000, 30_000)).save(folder / "bomb.png")
    shutil.copy(evidence / "slip.pdf", folder / "slip.pdf")
    code, found = examined(evidence / "demo", folder)

    assert (code, found.pop("slip.pdf")["came"]) == (0, "agrees")
    assert len(found) == 10
    assert {one["came"] for one in found.values()} == {"not compared"}
