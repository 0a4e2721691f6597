"""Writing is strict, and what is written reads back the same. Any bytes at all are answered."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ledger.gcg import (
    ODDITIES,
    GcgEvent,
    GcgRecord,
    Kind,
    Player,
    check,
    facts_of,
    read_gcg,
    write_gcg,
)
from ledger.vocabulary.refusals import Refusal
from tests.formats.heaps import HEAPS
from tests.long_runs import in_shares, seed_of

OWN = sorted((Path(__file__).parent / "gcg").glob("*.gcg"))

WORDS = st.text("ABCDEFGH?._-()[]|abc8#>*+:\u00c4\u00e9\u0301\u212a\x85\u2028", max_size=9)
NOTES = st.text(max_size=30)
NICKS = st.sampled_from(["ann", "bob", "ANN", "cyd", "a:b", "c\u00e9sar"])
SCORES = st.integers(-99, 199).map("{:+}".format) | st.sampled_from(
    ["+-8", "5", "", "x", "\u22125"]
)
SQUARES = st.sampled_from(["8D", "D8", "8d", "h1", "15O", "P8", "1A", "9", "U21"])

EVENTS = st.one_of(
    st.builds(">{}: {} {} {} {} {}".format, NICKS, WORDS, SQUARES, WORDS, SCORES, SCORES),
    st.builds(">{}: {} -{} {} {}".format, NICKS, WORDS, WORDS, SCORES, SCORES),
    st.builds(">{}: {} ({}) {} {} {}".format, NICKS, WORDS, WORDS, SCORES, SCORES, WORDS),
    st.builds(
        ">{}: {} {} {} {}".format,
        NICKS,
        WORDS,
        st.sampled_from(["-", "--", "(time)", "(challenge)", "pass", "-3", "-0", "- AB"]),
        SCORES,
        SCORES,
    ),
    st.builds(">{}".format, NOTES),
)
PRAGMAS = st.one_of(
    st.builds("#{} {}".format, st.sampled_from(
        ["player1", "player2", "player3", "Player1", "note", "-", "title", "tile", "rack1",
         "Rack2", "incomplete", "lexicon", "tile-distribution", "board-layout", "id", "wombat",
         "character-encoding", "description", ""]), NOTES),
    st.sampled_from(["#tile CH ch", "#tile L\u00b7L l\u00b7l", "#tile-distribution german",
                     "#board-layout super", "#player1 ann Ann Example",
                     "#player2 bob Bob Sample", "#player1 a:b Ay Bee"]),
)  # fmt: skip
FILES = st.builds(
    lambda head, lines, end, code: (head + end.join(lines)).encode(code, errors="replace"),
    st.sampled_from(["", "#player1 ann Ann Example\n#player2 bob Bob Sample\n", "\ufeff"]),
    st.lists(EVENTS | PRAGMAS | NOTES, max_size=12),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.sampled_from(["utf-8", "latin-1", "utf-16"]),
)
SPLINTERS = st.sampled_from(
    [b"(", b")", b"--", b" ", b"\n", b"#", b">", b"[", b"|", b"_", b"\x00", b"\xc3", b"8D", b"+"]
)


@st.composite
def damaged(draw):
    """A sound file of ours with some of its bytes taken away, and others put in."""
    data = bytearray(draw(st.sampled_from(OWN)).read_bytes())
    for _ in range(draw(st.integers(1, 8))):
        at = draw(st.integers(0, len(data)))
        data[at : at + draw(st.integers(0, 4))] = draw(SPLINTERS | st.binary(max_size=2))
    return bytes(data)


def answered(data):
    """Everything this package promises about any bytes."""
    record = read_gcg(data)
    written = write_gcg(record)
    again = read_gcg(written)
    assert again.bare() == record.bare()
    assert write_gcg(again) == written
    found = check(data, "x.gcg")
    assert {oddity.code for oddity in found.oddities} <= ODDITIES.keys()
    assert all(oddity.what.isprintable() and oddity.line > 0 for oddity in found.oddities)
    assert found.readable or found.oddities
    try:
        facts_of(record)
    except Refusal as refusal:
        assert refusal.code == "gcg-unreadable"  # noqa: PT017
        assert not record.readable


@given(FILES)
@example(">0:A\u2028\u0300 -".encode())
@example(">0:A_\u0300 -".encode())
def test_whatever_is_read_is_written_and_reads_back_the_same(data):
    answered(data)


@given(damaged())
def test_a_damaged_file_is_answered_in_words(data):
    answered(data)


@given(st.binary(max_size=300))
def test_any_bytes_are_answered_in_words(data):
    answered(data)


@in_shares(0, 20)
def test_many_damaged_files_are_answered_in_words(share):
    from random import Random

    draw = Random(seed_of(share))
    for _ in range(2000):
        data = bytearray(draw.choice(OWN).read_bytes())
        for _ in range(draw.randint(1, 12)):
            at = draw.randint(0, len(data))
            data[at : at + draw.randint(0, 5)] = draw.randbytes(draw.randint(0, 3))
        answered(bytes(data))


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.stem)
def test_our_own_files_read_back_the_same(path):
    answered(path.read_bytes())


def test_a_file_without_oddities_comes_out_byte_for_byte():
    data = (Path(__file__).parent / "gcg" / "whole.gcg").read_bytes()

    assert write_gcg(read_gcg(data)) == data


def test_a_record_can_be_built_without_a_file():
    record = GcgRecord(
        players=(Player("ann", "Ann Example"), Player("bob", "Bob Sample")),
        events=(
            GcgEvent(Kind.PLAY, 0, "AEINRST", "8D", "RETAINS", 0, 66, 66, "", ("> and # begin",)),
            GcgEvent(Kind.EXCHANGE, 1, "DEGHOOW", count=3, score=0, total=0),
            GcgEvent(Kind.LEFT, 0, letters="EGN", score=8, total=74),
        ),
    )

    assert write_gcg(record).decode() == (
        "#character-encoding UTF-8\n#player1 ann Ann Example\n#player2 bob Bob Sample\n"
        ">ann: AEINRST 8D RETAINS +66 66\n#note > and # begin\n"
        ">bob: DEGHOOW -3 +0 0\n>ann:  (EGN) +8 74\n"
    )
    assert read_gcg(write_gcg(record)).bare() == record.bare()


@pytest.mark.parametrize("heap", HEAPS)
@pytest.mark.found("TO2")
def test_TO2_a_megabyte_of_anything_is_answered(heap):
    assert check(HEAPS[heap], heap).oddities
