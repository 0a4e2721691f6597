"""Check codes of sheets and lists, and the ones that were printed here (``printed.db``)."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import NamedTuple

SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's: no I, L, O or U, which people take for something else."""

BODY = 9
LENGTH = BODY + 1
HALF = LENGTH // 2

TAKEN_FOR = str.maketrans("OIL", "011")
BETWEEN = str.maketrans("", "", "- \u00a0\t\r\n.")
"""What people put between the signs."""


def code_of(lines: Sequence[str], form: str, link: bytes) -> str:
    """The code of a sheet.

    Args:
      lines: what the sheet says, without its code.
      form: which form it is, with its edition.
      link: the chain's link of the last event it was filled from.

    >>> code_of(["Ann Lee 431", "Ben Ode 398"], "Result slip, form 3", bytes(32))
    '5E4VXF1GDB'
    """
    digest = sha256(b"tilescribe paper code 1\n")
    for part in (form, *lines):
        words = part.encode("utf-8")
        digest.update(len(words).to_bytes(8, "big") + words)
    digest.update(link)
    number = int.from_bytes(digest.digest()[:8], "big") >> (64 - 5 * BODY)
    body = "".join(SIGNS[number >> 5 * place & 31] for place in reversed(range(BODY)))
    return body + check_sign(body)


def check_sign(body: str) -> str:
    """The sign that makes any one wrong sign, and any two that changed places, show.

    A sum over the field of 32 elements, each sign times one power more of x.

    >>> [check_sign(body) for body in ("000000001", "TJ7K2M9QX", "ABCDEFGHJ", "ZZZZZZZZZ")]
    ['2', 'X', 'T', 'X']
    """
    total = 0
    for sign in body:
        total = _twice(total) ^ SIGNS.index(sign)
    return SIGNS[_twice(total)]


def _twice(element: int) -> int:
    """An element times x, modulo x^5 + x^2 + 1."""
    return (element << 1) ^ 0b100101 if element & 16 else element << 1


def as_read(typed: str) -> str:
    """A code as a person typed it, in our own signs; it need not be one.

    >>> as_read("tj7k2-m9qxx"), as_read(" o1l ")
    ('TJ7K2M9QXX', '011')
    """
    return typed.upper().translate(BETWEEN).translate(TAKEN_FOR)


def is_code(signs: str) -> bool:
    """Whether these are ten of our signs, the last of them right.

    >>> is_code("TJ7K2M9QXX"), is_code("TJ7K2M9QXT"), is_code("TJ7K2")
    (True, False, False)
    """
    right = len(signs) == LENGTH and set(signs) <= set(SIGNS)
    return right and check_sign(signs[:BODY]) == signs[BODY]


def in_halves(code: str) -> str:
    """A code as it is printed and read out.

    >>> in_halves("TJ7K2M9QXX")
    'TJ7K2-M9QXX'
    """
    return f"{code[:HALF]}-{code[HALF:]}"


# What a list on paper is of, and in which state of the record, as its square code names it.
#
# Officials' lists name the last entry of the record that they hold. How much is entered is not for
# everybody, so what a visitor prints names the second in which it was printed instead; which state
# of the record that was, whoever holds the record can tell.


AS_SHOWN = "%Y%m%dT%H%M%SZ"

STATE = re.compile(r"(?:e(?P<event>\d{1,12})|s(?P<shown>\d{8}T\d{6}Z))/(?P<of>.+)")
CASE = re.compile(r"C-(?P<number>\d{1,5})", re.IGNORECASE)
DIVISION = "D-"


class Place(NamedTuple):
    """Which of the lists of a tournament it is, so far as that is known.

    Attributes:
      form: its name among the forms; empty: any.
      round_number: of which round, or after which; ``None``: any.
      division: of one division; ``None``: any, or all of them.
    """

    form: str = ""
    round_number: int | None = None
    division: str | None = None

    def __str__(self) -> str:
        """As it stands in an address.

        >>> str(Place("standings", 3, "A")), str(Place("prizes"))
        ('standings/R3/D-A', 'prizes')
        """
        number = [] if self.round_number is None else [f"R{self.round_number}"]
        division = [] if self.division is None else [f"{DIVISION}{self.division}"]
        return "/".join([self.form, *number, *division]) if self.form else ""


class ListState(NamedTuple):
    """A list, or the papers of a case, in a state of the record.

    Attributes:
      slug: the tournament's short name.
      event: the last entry of the record that it holds; 0 where it was shown at a moment.
      shown: the second in which a visitor printed it, UTC.
      case: the number of a case; 0: it is about none.
      place: which of the lists it is.
    """

    slug: str
    event: int = 0
    shown: datetime | None = None
    case: int = 0
    place: Place = Place()

    @property
    def about(self) -> str:
        return f"{self.slug}/C-{self.case}" if self.case else self.slug


def list_state(text: str) -> ListState | None:
    """The state that an address names; ``None`` where it names none of a list.

    >>> list_state("e812/spring-open/standings/R3").place
    Place(form='standings', round_number=3, division=None)
    >>> list_state("e812/spring-open/c-4").case, list_state("31/spring-open/R3/T14")
    (4, None)
    """
    match = STATE.fullmatch(text)
    if match is None:
        return None
    slug, *more = match["of"].split("/")
    case = CASE.fullmatch(more[0]) if more else None
    place = _place(more[1:] if case else more)
    shown = _moment(match["shown"]) if match["shown"] else None
    if place is None or not slug or (match["shown"] and (shown is None or case)):
        return None
    event = int(match["event"] or 0)
    return ListState(slug, event, shown, int(case["number"]) if case else 0, place)


def shown_words(moment: datetime) -> str:
    """A second as paper and addresses name it.

    >>> shown_words(datetime(2026, 11, 25, 14, 32, 7, tzinfo=UTC))
    '20261125T143207Z'
    """
    return moment.astimezone(UTC).strftime(AS_SHOWN)


def _moment(text: str) -> datetime | None:
    try:
        return datetime.strptime(text, AS_SHOWN).replace(tzinfo=UTC)
    except ValueError:
        return None


def _place(parts: list[str]) -> Place | None:
    if not parts:
        return Place()
    form, *more = parts
    number: int | None = None
    division: str | None = None
    if more and re.fullmatch(r"[Rr]\d{1,4}", more[0]):
        number = int(more.pop(0)[1:])
    if more and more[0].startswith(DIVISION):
        division = "/".join(more)[len(DIVISION) :]
        more = []
    return None if more else Place(form.lower(), number, division)


# What was printed here: where the ten signs of a code lead when nothing else is read out.
#
# A code can't be turned round, so what its square code says beside it is kept when it is printed.
# It is a hint and no proof: the sheet is filled again from the record all the same. The file holds
# nothing of the record and may be thrown away; other computers, and copies, have their own or none.
# It keeps too which release printed a code: where the same one makes another now, the record
# changed.


PRINTED_FILE = "printed.db"

OFFICIALS, ANYBODY = "for_officials", "for_anybody"
MOST = {OFFICIALS: 100_000, ANYBODY: 20_000}
"""Codes that are kept, some 80 bytes each; the oldest go. A crowd that has lists drawn all day
pushes out what other visitors printed, and nothing of the officials'."""

FEW = 3
"""Places of one code in each table that are tried, the newest first: whoever else may write to the
file makes nobody wait for more."""

LONGEST = 300  # signs of a state: what is longer was not noted by us
STEPS = 1_000_000  # of the database's own, until a look at a file that is none of ours is given up

NOT_AS_OURS = {
    sqlite3.SQLITE_ERROR,  # no such table or column
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_CONSTRAINT,
    sqlite3.SQLITE_MISMATCH,
    sqlite3.SQLITE_FORMAT,
}
"""What the database says of a file that is damaged or of another shape; anything else is the disk's
fault, or somebody else is writing."""

PATIENCE = 0.2
"""Seconds to wait for another process that notes what it printed: paper is not kept waiting."""


class Noted(NamedTuple):
    """A code that was printed here, for which state, and by which release; empty: not known."""

    code: str
    state: str
    release: str


class PrintedCodes:
    """The codes that were printed, in a file of their own.

    Args:
      folder: where it lies; where nothing can be written there, nothing is kept.
    """

    def __init__(self, folder: Path, *, to_write: bool = True) -> None:
        self._to_write = to_write
        self._path = folder / PRINTED_FILE
        self._lock = Lock()
        self._db: sqlite3.Connection | None = None
        self._opened: tuple[int, int] | None = None

    def note(
        self, codes: Iterable[tuple[str, str]], *, by: str = OFFICIALS, release: str = ""
    ) -> None:
        """Keep what was printed. Never fails: paper that is not noted is paper all the same.

        Args:
          codes: each code with its state, as the square code has both.
          release: of the program that printed them, and what else their words hang on.
        """
        rows = [(as_read(code), state, release) for code, state in codes if code]
        if not rows or not self._to_write:
            return
        with self._lock, suppress(sqlite3.Error, OSError):
            try:
                self._keep(rows, by)
            except sqlite3.DatabaseError as trouble:
                if trouble.sqlite_errorcode & 0xFF not in NOT_AS_OURS:
                    raise
                self._forget()
                self._keep(rows, by)

    def states(self, code: str) -> Iterator[str]:
        """Where a code was printed for, the newest first: none where that is not known."""
        yield from dict.fromkeys(one.state for one in self.noted(code))

    def noted(self, code: str) -> list[Noted]:
        return self._rows("code = ?", (code,), FEW)

    def newest(self, most: int) -> list[Noted]:
        """The codes that were printed last: so many of each kind."""
        return self._rows("length(code) = ?", (LENGTH,), most)

    def _rows(self, which: str, values: tuple[str | int, ...], most: int) -> list[Noted]:
        if not self._path.is_file():
            return []
        found: list[tuple[str, str, str]] = []
        with suppress(sqlite3.Error), closing(_connected(self._path, "ro")) as db:
            db.text_factory = lambda content: content.decode("utf-8", "replace")
            db.set_progress_handler(lambda: 1, STEPS)
            for table in MOST:
                release = "release" if _says_release(db, table) else "''"
                found += db.execute(
                    f"SELECT code, state, {release} FROM {table} WHERE {which} "  # noqa: S608 (our own names)
                    "AND typeof(state) = 'text' AND length(state) BETWEEN 1 AND ? "
                    "ORDER BY number DESC LIMIT ?",
                    (*values, LONGEST, most),
                )
        return [Noted(*row) for row in found]

    def close(self) -> None:
        with self._lock:
            self._closed()

    def _keep(self, rows: list[tuple[str, str, str]], by: str) -> None:
        """All of them in one transaction; what is a code's newest already is not written again."""
        if self._db is not None and self._opened != _which(self._path):  # it was thrown away
            self._closed()
        if self._db is None:
            self._db = _made(self._path)
            self._opened = _which(self._path)
        with _at_once(self._db) as db:
            db.executemany(
                f"INSERT INTO {by} (code, state, release) SELECT ?1, ?2, ?3 WHERE ?2 || ' ' || ?3 "  # noqa: S608 (our own names)
                f"IS NOT (SELECT state || ' ' || release FROM {by} WHERE code = ?1 "
                "ORDER BY number DESC LIMIT 1)",
                rows,
            )
            db.execute(
                f"DELETE FROM {by} WHERE number <= (SELECT max(number) FROM {by}) - ?",  # noqa: S608 (our own names)
                (MOST[by],),
            )

    def _forget(self) -> None:
        self._closed()
        for ending in ("", "-journal"):
            self._path.with_name(f"{PRINTED_FILE}{ending}").unlink(missing_ok=True)

    def _closed(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None


@contextmanager
def _at_once(db: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    db.execute("BEGIN IMMEDIATE")
    try:
        yield db
        db.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            db.execute("ROLLBACK")
        raise


def _made(path: Path) -> sqlite3.Connection:
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    db = _connected(path, "rw")
    try:
        # No write-ahead file: a copy that is write-protected could not be read with one.
        db.execute("PRAGMA journal_mode = TRUNCATE")
        db.execute("PRAGMA synchronous = OFF")  # it can be thrown away, so it waits for no disk
        for table in MOST:
            db.execute(
                f"CREATE TABLE IF NOT EXISTS {table} "
                "(number INTEGER PRIMARY KEY, code TEXT NOT NULL, state TEXT NOT NULL, "
                "release TEXT NOT NULL DEFAULT '')"
            )
            if not _says_release(db, table):  # it was begun before releases were kept
                db.execute(f"ALTER TABLE {table} ADD COLUMN release TEXT NOT NULL DEFAULT ''")
            db.execute(f"CREATE INDEX IF NOT EXISTS {table}_by_code ON {table} (code)")
    except sqlite3.DatabaseError:
        db.close()
        raise
    return db


def _says_release(db: sqlite3.Connection, table: str) -> bool:
    return any(name == "release" for _, name, *_ in db.execute(f"PRAGMA table_info({table})"))


def _which(path: Path) -> tuple[int, int] | None:
    with suppress(OSError):
        found = path.stat()
        return found.st_dev, found.st_ino
    return None


def _connected(path: Path, how: str) -> sqlite3.Connection:
    return sqlite3.connect(
        f"{path.resolve().as_uri()}?mode={how}",
        uri=True,
        timeout=PATIENCE,
        isolation_level=None,
        check_same_thread=False,
    )
