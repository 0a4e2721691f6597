"""A code read out alone: what was printed here is found by its ten signs, whatever it is of."""

from __future__ import annotations

import os
import re
import sqlite3
import stat
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from io import BytesIO
from pathlib import Path
from uuid import uuid4

import pikepdf
import pytest
from click.testing import CliRunner

from ledger.desk.requests import Sent
from ledger.game.clock.requests import ReadClocks
from ledger.proof import paper_codes
from ledger.proof.paper_codes import ANYBODY, FEW, MOST, OFFICIALS, PRINTED_FILE, PrintedCodes
from ledger.proof.paper_verdicts import Found
from printing.checking.codes import check_paper
from printing.checking.files import MARK, parts_of
from tests.web.whole_hall import SLUG, a_whole_hall
from web.command_line.backups import backup, restore
from web.command_line.opened import looked_at
from web.command_line.papers import print_, verify_paper
from web.command_line.record import rebuild
from web.command_line.worker import _printer

pytestmark = [pytest.mark.found("PA2"), pytest.mark.usefixtures("read_here")]

WEB = Path(__file__).parents[2] / "web"

AT_ONCE = -1.0
"""Seconds that a code is looked for among the games: none, as in a hall with many of them."""


@pytest.fixture
def hall(tmp_path):
    with a_whole_hall(tmp_path / "data") as hall:
        yield hall


def printed_by(hall, *what):
    """What ``tilescribe paper print`` made."""
    file = hall.here.folder.parent / f"{uuid4()}.pdf"
    done = CliRunner().invoke(
        print_, [*what, "-o", str(file), "--data", str(hall.here.folder)], catch_exceptions=False
    )
    assert done.exit_code == 0, done.output
    return file.read_bytes()


def downloaded(hall, who, path):
    """What the service made, which prints as it does in a hall."""
    hall.app.extensions["printer"] = _printer(hall.here)
    answer = hall.ask(who, path)
    assert answer.status_code == 200, answer.text
    return answer.data


def codes_in(pdf):
    """Each code of a file, without what stands beside it."""
    with pikepdf.open(BytesIO(pdf)) as opened:
        words = str(opened.docinfo["/Keywords"]).split()
    return [parts_of(word)[0] for word in words if MARK in word]


def go_on(hall):
    for game in hall.games:
        sent = Sent(by="K1", command_id=uuid4(), clocks=(1300, 1400))
        hall.desk.record(game, ReadClocks(), sent)


def looked_up(hall, code):
    return check_paper(hall.here, code, "", searched_for=AT_ONCE)


@pytest.mark.one_in(2, "form")
@pytest.mark.parametrize(
    ("form", "of"),
    [
        ("result-slip", f"{SLUG}/R1/T1"),
        ("score-sheet", f"{SLUG}/R1/T2"),
        ("result-slip", f"{SLUG}/R1"),
        ("evidence-sheet", f"{SLUG}/R1/T1"),
        ("standings", SLUG),
        ("pairings", f"{SLUG}/R1"),
        ("incident", f"{SLUG}/C-1"),
        ("day-log", SLUG),
        ("scorecard", f"{SLUG}/P1"),
    ],
)
def test_whatever_was_printed_is_found_by_its_code_alone_and_later_still(hall, form, of):
    codes = codes_in(printed_by(hall, form, of))
    latest = [looked_up(hall, code).found for code in codes]
    go_on(hall)
    later = [looked_up(hall, code).found for code in codes]

    assert codes
    assert set(latest) == {Found.LATEST}
    assert set(later) <= {Found.SUPERSEDED, Found.UNCHANGED}


@pytest.mark.parametrize("who", ["nobody", "director"])
def test_what_is_downloaded_is_found_by_its_code_alone(hall, who):
    for path in (f"/t/{SLUG}/standings.pdf", f"/t/{SLUG}/r1/t1/score-sheet.pdf"):
        codes = codes_in(downloaded(hall, who, path))
        go_on(hall)
        assert [looked_up(hall, code).genuine for code in codes] == [True], path


def test_a_signed_bundle_is_found_by_its_code_alone(hall):
    from ledger.proof.paper_requests import CaseToPrint
    from printing.checking.bundles import sign_bundle

    made = sign_bundle(hall.here, CaseToPrint(SLUG, 1), "a4", "", by="D1").content
    [code] = codes_in(made)

    assert looked_up(hall, code).genuine


def test_what_is_noted_proves_nothing(hall):
    """Whoever writes a code into the file gets no other verdict than by typing its place."""
    forged = "TJ7K2M9QXX"
    for state in (f"3/{SLUG}/R1/T1", f"e9/{SLUG}/standings", "3/nowhere/R1/T1", "nonsense"):
        hall.here.printed.note([(forged, state)])
        hall.here.printed.note([(forged, state)], by=ANYBODY)
    found = looked_up(hall, forged)

    assert found.found is Found.NOT_OURS
    assert found.looked_at == (0, 2)


def test_it_outlasts_the_hall_and_a_copy_that_is_write_protected_reads_it(hall):
    [code] = codes_in(printed_by(hall, "standings", SLUG))
    folder = hall.here.folder
    hall.here.hall.close()
    assert CliRunner().invoke(rebuild, ["--data", str(folder)]).exit_code == 0
    said = CliRunner().invoke(verify_paper, [code, "--data", str(folder)])
    folder.chmod(0o500)
    (folder / PRINTED_FILE).chmod(0o400)
    try:
        protected = CliRunner().invoke(verify_paper, [code, "--data", str(folder)])
    finally:
        folder.chmod(0o700)

    assert "Genuine, and the latest" in said.output
    assert "Genuine, and the latest" in protected.output


def test_of_what_a_restore_lost_the_code_alone_says_so(tmp_path):
    folder, copy = tmp_path / "data", tmp_path / "copy"
    with a_whole_hall(folder) as hall:
        assert CliRunner().invoke(backup, [str(copy), "--data", str(folder)]).exit_code == 0
        go_on(hall)
        [code] = codes_in(printed_by(hall, "result-slip", f"{SLUG}/R1/T1"))
    request = [str(copy), "--set-aside", "--data", str(folder)]
    assert CliRunner().invoke(restore, request).exit_code == 0
    with looked_at(folder) as here:
        assert check_paper(here, code, "", searched_for=AT_ONCE).found is Found.LOST


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
def test_the_file_is_its_owners_alone(hall):
    printed_by(hall, "result-slip", f"{SLUG}/R1/T1")
    assert stat.S_IMODE((hall.here.folder / PRINTED_FILE).stat().st_mode) == 0o600


# What must not keep paper from being printed


def test_paper_is_printed_where_nothing_can_be_noted(hall):
    (hall.here.folder / PRINTED_FILE).mkdir()
    assert printed_by(hall, "result-slip", f"{SLUG}/R1/T1").startswith(b"%PDF")
    assert not looked_up(hall, "TJ7K2M9QXX").genuine


def test_a_damaged_file_is_made_anew(hall):
    (hall.here.folder / PRINTED_FILE).write_bytes(b"no file of ours" * 400)
    [code] = codes_in(printed_by(hall, "standings", SLUG))
    assert looked_up(hall, code).genuine


def test_a_file_that_somebody_holds_keeps_nobody_waiting(tmp_path, monkeypatch):
    monkeypatch.setattr(paper_codes, "PATIENCE", 0.01)
    noted = PrintedCodes(tmp_path)
    noted.note([("AAAAA-AAAAA", "1/a/R1/T1")])
    held = sqlite3.connect(tmp_path / PRINTED_FILE, isolation_level=None)
    held.execute("BEGIN EXCLUSIVE")
    other = PrintedCodes(tmp_path)
    other.note([("BBBBB-BBBBB", "1/a/R1/T1")])
    assert list(other.states("AAAAAAAAAA")) == []
    held.execute("ROLLBACK")
    held.close()

    assert list(other.states("AAAAAAAAAA")) == ["1/a/R1/T1"]
    assert list(other.states("BBBBBBBBBB")) == []


def test_a_crowd_pushes_out_its_own_oldest_and_nothing_of_the_officials(tmp_path, monkeypatch):
    monkeypatch.setitem(MOST, ANYBODY, 5)
    noted = PrintedCodes(tmp_path)
    noted.note([("00000-00000", "1/a/R1/T1")], by=OFFICIALS)
    with ThreadPoolExecutor(4) as crowd:
        for n in range(40):
            crowd.submit(noted.note, [(f"AAAAA-AAA{n:02}", f"s{n}/a")] * 3, by=ANYBODY)
    kept = [n for n in range(40) if list(noted.states(f"AAAAAAAA{n:02}"))]

    assert len(kept) == 5
    assert list(noted.states("0000000000")) == ["1/a/R1/T1"]


def test_what_is_printed_again_and_again_pushes_out_nothing(tmp_path, monkeypatch):
    monkeypatch.setitem(MOST, ANYBODY, 2)
    noted = PrintedCodes(tmp_path)
    noted.note([("AAAAA-AAAAA", "s1/a")], by=ANYBODY)
    for _ in range(9):
        noted.note([("BBBBB-BBBBB", "s2/a")], by=ANYBODY)

    assert list(noted.states("AAAAAAAAAA")) == ["s1/a"]


# What whoever else may write to the file can do


CODE = "AAAAAAAAAA"


def planted(folder, *rows, table=OFFICIALS):
    with closing(sqlite3.connect(folder / PRINTED_FILE)) as db, db:
        db.executemany(f"INSERT INTO {table} (code, state) VALUES (?, ?)", rows)


def test_thrown_away_while_it_is_in_use_it_is_made_anew(tmp_path):
    noted = PrintedCodes(tmp_path)
    noted.note([("BBBBB-BBBBB", "1/a/R1/T1")])
    (tmp_path / PRINTED_FILE).unlink()
    noted.note([(CODE, "2/a/R1/T1")])

    assert list(noted.states(CODE)) == ["2/a/R1/T1"]


def test_a_hint_that_is_no_text_or_too_long_is_none(hall):
    hall.here.printed.note([("BBBBB-BBBBB", "1/a/R1/T1")])
    for state in (b"\xff\x00", b"3/x", 7, "x" * 301, ""):
        planted(hall.here.folder, ("TJ7K2M9QXX", state))
        assert hall.ask("nobody", "/v/TJ7K2M9QXX").status_code == 200

    assert set(hall.here.printed.states("TJ7K2M9QXX")) == {"7"}


@pytest.mark.parametrize(
    "shape",
    [
        "CREATE TABLE for_officials (number INTEGER PRIMARY KEY, code TEXT)",
        "CREATE TABLE for_officials (a); CREATE TABLE for_anybody (b)",
        (
            "CREATE TABLE for_officials (number INTEGER PRIMARY KEY, code TEXT UNIQUE, state TEXT);"
            f"INSERT INTO for_officials VALUES (1, '{CODE}', '9/other/R1/T1')"
        ),
        (
            "CREATE VIEW for_officials AS WITH RECURSIVE n(code) AS (SELECT 1 UNION ALL "
            "SELECT code + 1 FROM n) SELECT code AS number, code, code AS state FROM n"
        ),
    ],
)
def test_a_file_of_another_shape_keeps_nobody_waiting_and_is_made_anew(tmp_path, shape):
    with closing(sqlite3.connect(tmp_path / PRINTED_FILE)) as db:
        db.executescript(shape)
    noted = PrintedCodes(tmp_path)
    list(noted.states("CCCCCCCCCC"))
    noted.note([(CODE, "2/a/R1/T1")])

    assert list(noted.states(CODE)) == ["2/a/R1/T1"]


def test_a_wrong_hint_for_a_code_does_not_hide_the_right_one(hall):
    """Neither one that was there before it was printed, nor one that was planted afterwards."""
    [code] = codes_in(printed_by(hall, "standings", SLUG))
    [right] = hall.here.printed.states(code)
    (hall.here.folder / PRINTED_FILE).unlink()
    hall.here.printed.note([("BBBBB-BBBBB", "1/a/R1/T1")])
    planted(hall.here.folder, (code, f"3/{SLUG}/R1/T1"))
    hall.here.printed.note([(code, right)])
    before = looked_up(hall, code).genuine
    planted(hall.here.folder, (code, f"3/{SLUG}/R1/T2"))

    assert (before, looked_up(hall, code).genuine) == (True, True)


def test_thousands_of_wrong_hints_are_a_few_and_printing_it_again_mends_it(hall):
    [code] = codes_in(printed_by(hall, "standings", SLUG))
    [right] = hall.here.printed.states(code)
    for table in MOST:
        planted(
            hall.here.folder, *((code, f"e{n}/{SLUG}/standings") for n in range(3000)), table=table
        )
    tried = list(hall.here.printed.states(code))
    hall.here.printed.note([(code, right)])

    assert len(tried) <= 2 * FEW
    assert looked_up(hall, code).genuine


def test_each_verdict_on_a_code_has_its_sign_and_its_colour_on_the_page():
    page = (WEB / "templates/proofs/paper.html").read_text("utf-8")
    [signs, tones] = re.findall(r"{% set (?:signs|tones) = ({.*?}) %}", page)
    agrees = {"latest", "unchanged", "genuine", "superseded"}  # of all others the edge is red
    for one in Found:
        assert f'"{one.value}": "' in signs
        assert (f'"{one.value}": "' in tones) is (one.value in agrees)
    assert 'tones.get(one.found.value, "now")' in page
