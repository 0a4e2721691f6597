"""Damaged and hostile files: each is answered line by line, nothing is raised, nothing written."""

from __future__ import annotations

import tracemalloc

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ledger.interchange.exporting import zipped
from ledger.interchange.importing import FORMATS, Given, read_files
from ledger.interchange.parsed import MOST_BYTES, MOST_LINES, MOST_PLAYERS
from tests.desks import a_desk
from tests.interchange.files_at_the_desk import Files, said

GOOD = "Ada   1650 2 0; 400 50\nBo   1500 1 0; 300 -50\n"
TOU = f"*M14.03.2026 Cup\n*A\n{'':38}0\n"


RESULTS = "Round,Player 1,Score 1,Player 2,Score 2\n1,Ada,400,Bo,300\n"


def packed(files):
    return zipped(list(files.items()))


def config(line):
    return f"division A a.t\n{line}\n#begin_file name=a.t\n{GOOD}#end_file\n"


LEFT_OUT = [
    # name, text, what is said at which line
    ("a.t", "Ada   1650 2 0; 400 50\nBo   1500 1 0; 300 -50\nrubbish\n", (3, "not-understood")),
    ("a.t", f"{GOOD};;;\n", (3, "not-understood")),
    ("a.t", f"{GOOD}{'x' * 30_000}   1500\n", (3, "line-too-long")),
    ("a.t", f"{GOOD}Cy   1500{' 0' * 150}; {'0 ' * 300}\n", (3, "too-many-rounds")),
    ("a.t", f"{GOOD}Cy   1500 9 0; 300 0\n", (3, "no-such-opponent")),
    ("a.t", f"{GOOD}Cy   1500 3 0; 300 0\n", (3, "own-opponent")),
    ("a.t", f"{GOOD}Cy   1500 1 0; 300 0\n", (3, "not-mutual")),
    ("a.t", "Ada   1650 2; 9999\nBo   1500 1; 300\n", (1, "score-impossible")),
    ("a.t", "Ada   1650 0; -5000\nBo   1500\n", (1, "score-impossible")),
    ("config.tsh", config("nonsense"), (2, "not-understood")),
    ("config.tsh", config("config max_rounds"), (2, "not-understood")),
    ("config.tsh", config("config max_rounds = `date`"), (2, "value-not-plain")),
    ("config.tsh", config("config event_name = [[[[[[[[1]]]]]]]]"), (2, "value-not-plain")),
    ("config.tsh", config("perl exit"), (2, "never-run")),
    ("x.csv", "Name,Rating\nAda,1650\n,1500\nBo,1400\n", (3, "no-name")),
    ("x.csv", "Name,Rating\nAda,1650\nBo,abc\nCy,1400\n", (3, "rating-unreadable")),
    ("x.csv", "Name,Rating\nAda,1650\nBo,12345\nCy,1400\n", (3, "rating-unreadable")),
    ("a.t", "Ada   1650\nCy   1400\nBo   12345\n", (3, "rating-unreadable")),
    ("x.csv", 'Name,Rating\n"Ada,1650\nBo,1500\nCy,1400\n', (2, "quote-open")),
    ("x.csv", 'Name,Rating\nAda,1650\nBo,1500\n"Cy,1400', (4, "quote-open")),
    ("x.csv", f"{RESULTS}x,Ada,1,Bo,2\n", (3, "round-unreadable")),
    ("x.csv", f"{RESULTS}1,Ada,1,Cy,2\n", (3, "paired-twice")),
    ("x.csv", f"{RESULTS}2,Cy,1,Cy,2\n", (3, "own-opponent")),
    ("x.csv", f"{RESULTS}2,,1,Cy,2\n", (3, "no-name")),
    ("x.tou", f"{TOU}Ada Fernweh 400 2\nrubbish\nBo Quillon 300 1\n", (5, "not-understood")),
    ("x.tou", f"{TOU}{'Ada':20} 2400   7\n{'Bo':20}  300   1\n", (4, "no-such-opponent")),
]

TWICE = b"division A a.t\ndivision A b.t\n#begin_file name=a.t\nA 1\n#end_file\n"
SEVENTH = b'{"tilescribe":1,"told":{"divisions":[{"entrants":[{"number":7,"name":"A"}]}]}}'
NO_BOOK = {"[Content_Types].xml": b"<Types/>", "xl/workbook.xml": b"<x"}

UNUSABLE = [
    ("a.t", b"", (0, "empty-file")),
    ("a.t", b"   \n\n", (0, "empty-file")),
    ("a.t", b"# only a comment\n", (0, "no-players")),
    ("a.t", b"Ada \x00 1650\n", (0, "not-text")),
    ("a.t", b"\x7fELF\x01\x02", (0, "not-text")),
    ("a.t", b"A 1\n" * (MOST_PLAYERS + 5), (MOST_PLAYERS + 1, "too-many-players")),
    ("a.t", b"\n" * (MOST_LINES + 5) + b"A 1", (0, "too-many-lines")),
    ("a.t", b"A" * (MOST_BYTES + 1), (0, "too-large")),
    ("config.tsh", b"division A a.t\n", (1, "no-such-file")),
    ("config.tsh", TWICE, (2, "division-twice")),
    ("x.tou", b"*A\nAda 400 2\nBo 300 1\n*A\nCy 1 1\n", (0, "division-twice")),
    ("x.tou", b"*** END OF FILE ***\n", (0, "no-players")),
    ("x.csv", b"Date,Place\n2026,Hall\n1,2\n", (1, "no-columns")),
    ("x.csv", b"Name\n" + b"A\n" * (MOST_PLAYERS + 5), (0, "too-many-players")),
    ("x.json", b"{", (0, "not-understood")),
    ("x.json", b'{"tilescribe": 99, "told": {}}', (0, "not-understood")),
    ("x.json", SEVENTH, (0, "not-understood")),
    ("x.json", b"[" * 50_000, (0, "not-understood")),
    ("x.zip", packed({"a.t": GOOD})[:60], (0, "unreadable-archive")),
    ("x.zip", packed({f"{n}.t": GOOD for n in range(300)}), (0, "unreadable-archive")),
    ("x.xlsx", packed(NO_BOOK), (0, "unreadable-sheet")),
    ("x.ods", packed({"mimetype": b"application/x-nothing"}), (0, "unreadable-sheet")),
    ("x.xls", b"\xd0\xcf\x11\xe0rubbish", (0, "unreadable-sheet")),
]


def named(cases):
    return [f"{name}-{at}" for name, _, (_, at) in cases]


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    with a_desk(tmp_path_factory.mktemp("damaged")) as desk:
        yield Files(desk)


@pytest.mark.parametrize(("name", "text", "at"), LEFT_OUT, ids=named(LEFT_OUT))
def test_a_line_that_makes_no_sense_is_left_out_by_its_number_and_the_rest_is_taken(
    files, name, text, at
):
    version = files.tournament.version
    preview = files.preview(text, name)
    assert at in said(preview, "left-out")
    assert preview.usable
    assert preview.refused
    assert len(preview.asked.players) >= 2
    assert files.tournament.version == version


def test_a_cell_that_goes_on_over_lines_is_taken_and_said(files):
    preview = files.preview('Name,Club\nAda,"Gulls\nand Terns"\nBo,Owls\n', "x.csv")

    assert (2, "cell-over-lines") in said(preview, "remark")
    assert [player.name for player in preview.asked.players] == ["Ada", "Bo"]


@pytest.mark.parametrize("last", ["Bo", "Bo,15"])
def test_a_line_that_ends_before_the_others_is_taken_and_said(files, last):
    preview = files.preview(f"Name,Rating,Club\nAda,1650,\nCy,1400,Gulls\n{last}", "x.csv")
    assert (4, "cells-missing") in said(preview, "remark")


def test_a_line_of_tsh_that_is_left_out_keeps_its_number(files):
    preview = files.preview("Ada   1650 3; 400\nrubbish\nCy   1500 1; 300\n", "a.t")
    assert [len(paired.pairings) for paired in preview.asked.rounds] == [1]


@pytest.mark.parametrize(("name", "data", "at"), UNUSABLE, ids=named(UNUSABLE))
def test_a_file_that_can_not_be_used_says_why_and_asks_nothing(files, name, data, at):
    preview = files.preview(data, name)
    assert at in said(preview, "unusable")
    assert not preview.usable
    assert preview.asked.is_empty


def test_a_bomb_is_not_unpacked():
    bomb = packed({"a.t": b"A" * 300_000_000})
    tracemalloc.start()
    read_files([Given("bomb.zip", bomb)])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4 * MOST_BYTES


def test_a_sheet_that_says_it_is_immense_is_refused_and_the_service_goes_on():
    cells = '<c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c>'
    sheet = f"<worksheet {NS}><sheetData><row r='1'>{cells}</row></sheetData></worksheet>"
    book = packed(
        {
            "[Content_Types].xml": "<Types/>",
            "_rels/.rels": "<Relationships/>",
            "xl/workbook.xml": f"<workbook {NS}><sheets><sheet name='A' sheetId='1' "
            "r:id='rId1'/></sheets></workbook>",
            "xl/_rels/workbook.xml.rels": f"<Relationships {RELS}><Relationship Id='rId1' Type="
            "'http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet' "
            "Target='worksheets/sheet1.xml'/></Relationships>",
            "xl/worksheets/sheet1.xml": sheet,
        }
    )
    found = read_files([Given("x.xlsx", book)])
    assert [line.code for line in found.lines] == ["unreadable-sheet"]


NS = (
    "xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main' "
    "xmlns:r='http://schemas.openxmlformats.org/officeDocument/2006/relationships'"
)
RELS = "xmlns='http://schemas.openxmlformats.org/package/2006/relationships'"

NAMES = st.sampled_from(["", "a.t", "x.tou", "x.csv", "config.tsh", "x.json", "a.zip"])
PIECES = st.sampled_from(
    ["Ada", "Bo,", "1650", "2", "0", "00", ";", "; ", "\n", "\n", "  ", "-50", "p12 1 2", "board 1",
     "*A\n", "*M14.03.2026 Cup\n", "+2", "2431", "Name,", "Round,", "Player 1,", "#", "class A",
     "config max_rounds = ", "{'A'=>[", "\\", '"', "\u202e", "é", "\t", ",", "off", "division A"]
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(NAMES, st.one_of(st.binary(max_size=300), st.lists(PIECES, max_size=40).map("".join)))
@example("a.t", "A" + " 1" * 9_000)
@example("", "\\;" * 5_000)
@example("x.csv", '"' * 9_999)
@example("x.csv", '"' + f"{'x' * 19_000}\n" * 15)
def test_any_bytes_are_answered_and_never_raise(name, text):
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    for of in (None, *(one for one in FORMATS if one != "sheet")):
        if of is None and data[:4] in (b"PK\x03\x04", b"\xd0\xcf\x11\xe0"):
            continue
        found = read_files([Given(name, data)], of)
        assert found.usable or found.lines


@settings(max_examples=100, deadline=None)
@given(text=st.lists(PIECES, max_size=60).map("".join))
def test_whatever_is_read_can_be_compared_with_a_tournament(files, text):
    for name in ("a.t", "x.tou", "x.csv"):
        preview = files.preview(text.encode("utf-8", "surrogatepass"), name)
        assert preview.asked.digest
