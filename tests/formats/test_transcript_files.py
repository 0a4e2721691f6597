"""Transcripts that people keep: what we once wrote we can read for ever."""

from __future__ import annotations

from pathlib import Path

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
