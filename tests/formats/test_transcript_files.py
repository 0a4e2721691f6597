"""Transcripts that people keep: what we once wrote we can read for ever.

``python -m tests.formats.test_transcript_files`` adds a line for each kind of fact that has none.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ledger.record.events import FACT_TYPES
from ledger.transcript import read_transcript, write_transcript
from ledger.transcript.document import Line
from tests.registered import is_of_a_game
from tests.store.make_stored import a_struct

KEPT = Path(__file__).parent / "transcripts" / "every_fact.txt"
EVERY_FACT = KEPT.read_text("utf-8")
NAMES = ("Ann Lee", "Ben Ode")


def single_spaced(text):
    """The rows of a transcript whatever their columns' widths, without those for people."""
    return [
        " ".join(row.split())
        for row in text.splitlines()
        if row.strip() and not row.startswith("#")
    ]


def without_a_line(text):
    """Kinds of facts a game can have that no line of a transcript is of."""
    there = {type(line.fact) for line in read_transcript(text)}
    return [kind for kind in FACT_TYPES.values() if is_of_a_game(kind) and kind not in there]


def with_a_line_each(text):
    """The text with a line more for each kind of fact that has none in it."""
    lines = read_transcript(text)
    for kind in without_a_line(text):
        written = write_transcript([*lines, Line(a_struct(kind, every_field=True))], NAMES)
        text += written.rstrip().splitlines()[-1] + "\n"
    return text


def test_the_kept_file_has_every_kind_of_fact_a_game_can_have():
    assert without_a_line(EVERY_FACT) == []


@pytest.mark.parametrize("told", ["- sand warning", "- bag counted"])
def test_a_line_that_is_wanted_is_written_by_a_command(told):
    without = "".join(row for row in EVERY_FACT.splitlines(True) if not row.startswith(told))
    assert len(without_a_line(without)) == 1

    assert without_a_line(with_a_line_each(without)) == []
    assert with_a_line_each(without).startswith(without)


def test_the_kept_file_is_written_again_as_it_was_read():
    again = write_transcript(read_transcript(EVERY_FACT), NAMES)

    assert single_spaced(again) == single_spaced(EVERY_FACT)


def test_what_is_written_does_not_change_when_it_is_read_and_written_again():
    once = write_transcript(read_transcript(EVERY_FACT), NAMES)

    assert write_transcript(read_transcript(once), NAMES) == once


def test_line_ends_of_another_system_are_no_matter():
    read = read_transcript(EVERY_FACT.replace("\n", "\r\n"))

    assert [line.fact for line in read] == [line.fact for line in read_transcript(EVERY_FACT)]


@pytest.mark.found("AE-10")
def test_a_file_of_before_counts_an_amended_result_on_though_it_was_opened_again():
    """Until 2026-11-26 that line had no totals of its own."""
    rows = (
        "Ann Lee / Ben Ode", "",
        "1 Ann 8D WINDY +24 24",
        "- amended 24 : 0 -> 24 : 1 (ruling): recounted; agreed by D1   24 : 1",
        "- result reopened: a turn was missed",
        "2 Ben pass +0 1",
    )  # fmt: skip
    assert len(read_transcript("\n".join(rows))) == 4

    now = "\n".join((*rows[:4], f"{rows[4]}   24 : 0", "2 Ben pass +0 0"))
    assert single_spaced(write_transcript(read_transcript(now), NAMES)) == single_spaced(now)


if __name__ == "__main__":
    KEPT.write_text(with_a_line_each(EVERY_FACT), "utf-8")
