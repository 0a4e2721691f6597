"""Word lists that nodes share through their database: looked for when asked, and now and then."""

from __future__ import annotations

import logging
from contextlib import closing
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING

from ledger.vocabulary.refusals import Refusal
from web.command_line.data_folder import in_postgres

if TYPE_CHECKING:
    from ledger.accounts.local_store import LocalStore

LOOK = 3.0  # seconds until a list installed at one node is looked for at another

logger = logging.getLogger(__name__)


def share_lists(folder: Path) -> None:
    """Have the lists that other nodes have, and let them have ours; on SQLite there are none."""
    if in_postgres():
        from ledger.accounts.local_store import open_cabinet
        from ledger.lexicon.shared import share

        with closing(open_cabinet(folder)) as cabinet:
            share(folder, cabinet)


def keep_sharing(folder: Path, cabinet: LocalStore) -> None:
    """Share word lists from now on, on a thread of its own, where nodes share a database."""
    if in_postgres():
        Thread(target=_share, args=(folder, cabinet), name="word-lists", daemon=True).start()


def _share(folder: Path, cabinet: LocalStore) -> None:
    from ledger.lexicon.shared import share

    pause = Event()
    while True:
        try:
            share(folder, cabinet)
        except Refusal:
            pass  # the database is away, which others say
        except Exception:
            logger.exception("word lists can't be shared")
        pause.wait(LOOK)
