"""What a writer needs, read once: every writer that is killed begins as a copy of this process.

Half a second of each of them would else go into reading the program and the rulebook.
"""

from __future__ import annotations

import os
import sys
from multiprocessing import get_context
from multiprocessing.connection import Connection

from ledger import rulebook
from ledger.desk import desk, games
from ledger.tournament import opening
from tests.reliability import writer

READ = (desk, games, games, opening, rulebook.load("wespa-5.1"))

CHILDREN = get_context("forkserver")
CHILDREN.set_forkserver_preload([__name__])


def write(arguments: list[str], acknowledging: Connection) -> None:
    """Be the writer with these arguments; what it prints goes to ``acknowledging``."""
    os.dup2(acknowledging.fileno(), 1)
    sys.argv[1:] = arguments
    writer.main()
