"""Moments as people write them on the command line."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from ledger.vocabulary.refusals import Refusal
from web.command_line.games import moment_of


def test_a_moment_is_utc_whatever_zone_it_was_written_in():
    noon = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)

    for text in ("2026-11-21T12:00:00Z", "2026-11-21T12:00:00", "2026-11-21T14:00:00+02:00"):
        assert moment_of(text) == noon
        assert moment_of(text).tzinfo is UTC


@pytest.mark.parametrize("text", ["", "noon", "9999-12-31T23:59:59-14:00"])
def test_what_is_no_moment_is_refused_in_words(text):
    with pytest.raises(Refusal) as refusal:
        moment_of(text)

    assert refusal.value.code == "unreadable-time"
