"""A record opened to be looked at: nothing of it is written, and its tables stay as they are.

The hall lies in a private folder where the data folder is write-protected.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from ledger.accounts.cabinet import LookedInto
from ledger.desk.sheet_cache import Shelf
from ledger.hall import HALL_FILE
from ledger.record.engine import open_log
from web.command_line.in_its_place import private_folder, readable
from web.command_line.opened import Opened, following


@contextmanager
def looked_at(folder: Path, *, apart: bool = False) -> Iterator[Opened]:
    """The record in ``folder``, to be read; closed at the end.

    ``apart``: the hall too is looked at in a private copy, so that the folder stays as it is.

    Raises:
      Refusal: ``no-record`` where there is none, or what ``open_log`` says of the file.
    """
    with ExitStack() as closing_time:
        place = closing_time.enter_context(readable(folder))
        log = open_log(place, to_write=False)
        closing_time.callback(log.close)
        shelf = Shelf(log)
        home = folder
        if apart or place != folder or not os.access(folder, os.W_OK):
            home = closing_time.enter_context(private_folder())
            if (folder / HALL_FILE).exists():  # what it knows need not be worked out again
                shutil.copyfile(folder / HALL_FILE, home / HALL_FILE)
        hall = following(home, log, shelf)
        closing_time.callback(hall.close)
        here = Opened(folder, log, hall, shelf, LookedInto(place), as_it_is=place != folder)
        closing_time.callback(here.put_derived_away)
        yield here
