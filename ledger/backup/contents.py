"""What a copy of a record holds, table by table: one digest, which any change to any row changes.

``verify`` proves the log, the answers and the words. A record is more than that: badges' PINs,
tablets, sessions, the tables themselves. What nobody proves, a bit that flips in a backup changes
without a word, and with a restore it is everybody's.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from hashlib import sha256
from pathlib import Path

from ledger.record.failures import said_in_words

OF_SQLITE = "sqlite_"
"""How tables begin that SQLite keeps for itself; they follow from the others."""


def contents_of(file: Path) -> str:
    """The digest of all that is in a record's file, in hex; how its pages lie makes no difference.

    Raises:
      Refusal: it can't be read.
    """
    digest = sha256()
    with (
        said_in_words(),
        closing(sqlite3.connect(f"{file.resolve().as_uri()}?immutable=1", uri=True)) as db,
    ):
        db.text_factory = bytes  # text that is none any more is a change like another
        [version] = db.execute("PRAGMA user_version").fetchone()
        digest.update(b"%d" % version)
        made = db.execute(
            "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type, name"
        ).fetchall()
        for kind, name, sql in made:
            digest.update(repr((kind, name, sql)).encode())
            if kind == b"table" and not name.startswith(OF_SQLITE.encode()):
                quoted = name.decode("utf-8", "replace").replace('"', '""')
                rows = f'SELECT * FROM "{quoted}" NOT INDEXED'  # noqa: S608 (a table of this file)
                for row in db.execute(rows):
                    digest.update(repr(row).encode())
    return digest.hexdigest()


def is_in_order(file: Path) -> bool:
    """Whether the indexes say what the tables say, and every page is where it belongs."""
    with (
        said_in_words(),
        closing(sqlite3.connect(f"{file.resolve().as_uri()}?immutable=1", uri=True)) as db,
    ):
        return bool(db.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",))
