"""``make bench`` times every command that needs no server: each of them runs."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.bench.starting import (
    COMMAND,
    OF_PAIRED_ROUNDS,
    PRINTS,
    SUBJECTS,
    commands,
    make_a_record,
)
from web.command_line.papers import FORMS


def test_every_kind_of_form_has_something_to_be_filled_with(tmp_path):
    typed = (words for words in commands(tmp_path) if words[:2] == PRINTS and "--data" in words)
    printed = {words[2] for words in typed}

    assert printed == set(FORMS) - OF_PAIRED_ROUNDS
    assert {about for form in FORMS.values() for about in form.filled} <= {*SUBJECTS, "player"}


@pytest.mark.torture
def test_every_command_that_is_timed_runs(tmp_path):
    make_a_record(tmp_path / "data")
    for words in commands(tmp_path):
        done = [sys.executable, "-c", COMMAND, *map(str, words)]
        assert subprocess.run(done, capture_output=True).returncode == 0, words
