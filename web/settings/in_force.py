"""The settings put in force: a file is one more way of writing the environment.

What ledger and worker read is the environment alone, so a worker that is replaced has the same
settings as the one before it, whatever became of the file since.
"""

from __future__ import annotations

import os
from pathlib import Path

from ledger.record.settings import must_be_installed
from web.settings.known import RECORD_IN, Setting
from web.settings.reading import Settled, settled


def put_in_force(config: Path | None = None, data: Path | None = None) -> Settled:
    """Read the settings, refuse what is wrong, and let the environment say the rest.

    Raises:
      Refusal: the first of what is misspelt, or can't be.
    """
    environment = os.environ
    now = settled(environment, config, data)
    if now.wrong:
        raise now.wrong[0]
    for told in now.told:
        if told.source in (str(now.file), told.setting.variable):  # in the one way it is read
            environment[told.setting.variable] = told.setting.kind.written(told.value)
    if now.value(RECORD_IN) == "postgres":
        must_be_installed()
    return now


def value_of(setting: Setting) -> object:
    """What a setting is, after ``put_in_force``; a value that can't be is the default."""
    given = os.environ.get(setting.variable, "").strip()
    if not given:
        return setting.default
    try:
        return setting.kind.read(given)
    except ValueError:
        return setting.default


def number(setting: Setting) -> int:
    """What a setting that is a whole number is."""
    value = value_of(setting)
    assert isinstance(value, int)
    return value


def names(setting: Setting) -> tuple[str, ...]:
    """What a setting that is a list is."""
    value = value_of(setting)
    assert isinstance(value, tuple)
    return value
