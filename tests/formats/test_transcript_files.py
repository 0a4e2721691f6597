"""Transcripts that people keep: what we once wrote we can read for ever."""

from __future__ import annotations

from pathlib import Path

import pytest

from ledger.record.topics import FACT_TYPES
from ledger.transcript import read_transcript, write_transcript
from tests.registered import is_of_a_game

FILES = Path(__file__).parent / "transcripts"
EVERY_FACT = (FILES / "every_fact.txt").read_text("utf-8")
NAMES = ("Ann Lee", "Ben Ode")


def single_spaced(text):
    """The rows of a transcript whatever their columns' widths, without those for people."""
    return [
        " ".join(row.split())
        for row in text.splitlines()
        if row.strip() and not row.startswith("#")
    ]


def test_the_kept_file_has_every_kind_of_fact_a_game_can_have():
    there = {type(line.fact) for line in read_transcript(EVERY_FACT)}

    assert there == {kind for kind in FACT_TYPES.values() if is_of_a_game(kind)}


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
