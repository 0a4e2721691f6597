"""A federation's season: a record as large as one likes, filled fast from one simulated tournament.

Every event was made by the program's own decisions, once; copies of it stand under other ids, names
and days, linked anew by the program's own chain. Signatures in a copy keep the digest of what was
shown in the original, which `record verify` calls other words and no fault.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import date, timedelta
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple
from uuid import UUID, uuid5

from ledger.desk.desk import Desk
from ledger.record.chain import START_OF_CHAIN, event_check_sums, link
from ledger.record.engine import open_log
from ledger.record.events import TILESCRIBE, case_id, game_id, tournament_id
from ledger.record.opening import LEDGER_FILE
from ledger.record.store import answer_check_sums
from ledger.simulation import simulated
from ledger.simulation.tournament import Ticking
from migrations import bring_up_to_date

BOOK, SEED = "wespa-5.1", 11
REGULARS = 4
"""Players who come to every tournament; the others come to some."""

FEDERATION = 3_600
"""Other players there are."""

_TOKENS = re.compile(
    rb"([0-9a-f]{64}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
    rb"|T\d+-[0-9a-f]{8}|Xq\d\d|wespa-5-1-11-1|Simulation 1|20\d\d-\d\d-\d\d(?=T))"
)
_EVENTS = "originator_id, originator_version, topic, state"
_TABLES = ("stored_events", "chain", "answers", "words")


class Rows(NamedTuple):
    """What one tournament adds to the tables, in their columns, streams in hexadecimal digits."""

    events: list[tuple[int, str, int, str, bytes]]
    chain: list[tuple[int, bytes, bytes]]
    answers: list[tuple[object, ...]]
    words: list[tuple[str, bytes, bytes]]


class Template:
    """One tournament as the desk wrote it, cut where a copy says something else.

    Attributes:
      events: how many a copy has.
    """

    def __init__(self, folder: Path, games: int, players: int = 40) -> None:
        bring_up_to_date(folder, {})
        log = open_log(folder, {})
        names = [f"Xq{number:02}" for number in range(1, players + 1)]
        try:
            simulated(Desk(log, now=Ticking()), BOOK, SEED, games, names=names)
        finally:
            log.close()
        with closing(sqlite3.connect(folder / LEDGER_FILE)) as db:
            rows = db.execute(f"SELECT {_EVENTS} FROM stored_events ORDER BY rowid").fetchall()
            self._answers = db.execute("SELECT * FROM answers").fetchall()
            self._words = db.execute("SELECT * FROM words").fetchall()
        self._badges = {stream for stream, _, topic, _ in rows if topic == "badge-issued"}
        self._rows = [(*row[:3], _TOKENS.split(row[3])) for row in rows]
        self._players = players
        self._streams = {stream: first for stream, version, _, first in self._rows if version == 1}
        days = {token for *_, cut in self._rows for token in cut if _is_a_day(token)}
        self._days = sorted(days)
        self.events = sum(row[0] not in self._badges for row in rows)

    def copy(self, number: int, after: int, head: bytes) -> tuple[Rows, bytes]:
        """The tournament once more, as the ``number``th; badges are issued by the first alone.

        Args:
          after: position of the event before it.
          head: the link there.

        Returns:
          What it adds to the tables, and the link of its last event.
        """
        said, streams = self._said(number)
        events, chain = [], []
        position = after
        for original, version, topic, cut in self._rows:
            if number and original in self._badges:
                continue
            stream = streams[original]
            position += 1
            state = b"".join([said.get(piece, piece) for piece in cut])
            head = link(head, stream, version, topic, state)
            events.append((position, stream, version, topic, state))
            chain.append((position, head, event_check_sums(stream, version, topic, state)))
        words = [(said[old.encode()].decode(), _salt(number, salt), content)
                 for old, salt, content in self._words]  # fmt: skip
        answers = [self._answer(row, number, said, streams) for row in self._answers
                   if not number or row[5] not in self._badges]  # fmt: skip
        return Rows(events, chain, answers, words), head

    def _said(self, number: int) -> tuple[dict[bytes, bytes], dict[str, str]]:
        """What a copy says in place of each token, and its streams by those of the original."""
        slug = slug_of(number)
        said = {b"wespa-5-1-11-1": slug.encode(), b"Simulation 1": f"Open {number:04}".encode()}
        for nth in range(1, self._players + 1):
            said[b"Xq%02d" % nth] = player(number, nth).encode()
        for nth, day in enumerate(self._days):
            said[day] = str(FIRST + timedelta(days=number * len(self._days) + nth)).encode()
        for digest, salt, content in self._words:
            said[digest.encode()] = sha256(_salt(number, salt) + content).hexdigest().encode()
        for row in self._answers:
            said[str(UUID(row[0])).encode()] = str(_another(number, row[0])).encode()
        streams = {stream: stream for stream in self._badges}
        for stream, first in self._streams.items():
            if stream not in self._badges:
                streams[stream] = self._stream(number, slug, stream, b"".join(first)).hex
                said[str(UUID(stream)).encode()] = str(UUID(streams[stream])).encode()
        for device in {row[1] for row in self._answers} - {"desk"}:
            table, game = device.split("-")
            [whole] = [one for one in streams if one.startswith(game)]
            said[device.encode()] = f"{table}-{streams[whole][:12]}".encode()
        return said, streams

    def _stream(self, number: int, slug: str, stream: str, first: bytes) -> UUID:
        if b'"topic":"tournament-opened"' in first:
            return tournament_id(slug)
        if b'"topic":"game-scheduled"' in first:
            found = {name: int(re.search(rb'"%b":(\d+)' % name, first)[1])
                     for name in (b"round_number", b"table")}  # fmt: skip
            return game_id(slug, found[b"round_number"], found[b"table"])
        command = re.search(rb'"command_id":"([0-9a-f-]+)"', first)[1].decode()
        if UUID(stream) == case_id(UUID(command)):
            return case_id(_another(number, UUID(command).hex))
        return _another(number, stream)

    def _answer(self, row, number, said, streams):
        command, device, seq, payload, kind, stream, version, body, at, _ = row
        day = said.get(at[:10].encode(), at[:10].encode()).decode()
        made = (
            _another(number, command).hex, said.get(device.encode(), device.encode()).decode(), seq,
            payload, kind, streams.get(stream, stream), version, body, day + at[10:],
        )  # fmt: skip
        return (*made, answer_check_sums(made))


FIRST = date(2020, 1, 4)


def slug_of(number: int) -> str:
    return f"open-{number:04}"


def player(number: int, nth: int) -> str:
    """Who plays as the ``nth`` in a tournament; regulars come to all of them."""
    if nth <= REGULARS:
        return f"Regular {'ABCD'[nth - 1]}"
    return f"Player {1 + (number * 37 + nth * 91) % FEDERATION:04}"


def _is_a_day(token: bytes) -> bool:
    return re.fullmatch(rb"20\d\d-\d\d-\d\d", token) is not None


def _another(number: int, one: str) -> UUID:
    """An id for what has ``one`` in the original; the same one in the first copy."""
    return uuid5(TILESCRIBE, f"season/{number}/{one}") if number else UUID(one)


def _salt(number: int, salt: bytes) -> bytes:
    return sha256(b"%d" % number + salt).digest()[:16] if number else salt


def copies(template: Template, numbers: range, after: int, head: bytes) -> Iterator[Rows]:
    """Tournaments one after the other, each linked to the one before."""
    for number in numbers:
        rows, head = template.copy(number, after, head)
        after = rows.chain[-1][0]
        yield rows


def fill_sqlite(folder: Path, template: Template, numbers: range) -> int:
    """Write tournaments to a record's file; position of the last event."""
    with closing(sqlite3.connect(folder / LEDGER_FILE)) as db:
        db.execute("PRAGMA synchronous = OFF")
        after, head = _end(db)
        for rows in copies(template, numbers, after, head):
            after = rows.chain[-1][0]
            with db:
                for statement, given in zip(_INSERTS, rows, strict=True):
                    db.executemany(statement, given)
    return after


_INSERTS = (
    f"INSERT INTO stored_events (rowid, {_EVENTS}) VALUES (?, ?, ?, ?, ?)",
    "INSERT INTO chain VALUES (?, ?, ?)",
    "INSERT INTO answers VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    "INSERT INTO words VALUES (?, ?, ?)",
)


def fill_postgres(settings: dict[str, str], template: Template, numbers: range) -> int:
    """Write tournaments to the tables on a server by COPY; position of the last event."""
    with closing(connection_to(settings)) as db:
        after, head = _end(db)
        db.commit()
        for rows in copies(template, numbers, after, head):
            after = rows.chain[-1][0]
            with db.transaction(), db.cursor() as cursor:
                for table, given in zip(_COPIES, rows, strict=True):
                    with cursor.copy(f"COPY {table} FROM STDIN") as copying:
                        for row in given:
                            copying.write_row(row)
        db.execute(
            "SELECT setval(pg_get_serial_sequence('stored_events', 'notification_id'), %s)",
            (after,),
        )
        db.commit()
    return after


def connection_to(settings: dict[str, str]):
    """A connection to the database, with the record's schema as its own."""
    import psycopg

    return psycopg.connect(
        dbname=settings["POSTGRES_DBNAME"],
        host=settings["POSTGRES_HOST"],
        user=settings["POSTGRES_USER"],
        options=f"-c search_path={settings.get('POSTGRES_SCHEMA', 'public')}",
    )


_COPIES = (f"stored_events (notification_id, {_EVENTS})", *_TABLES[1:])


def _end(db) -> tuple[int, bytes]:
    found = db.execute("SELECT position, link FROM chain ORDER BY position DESC LIMIT 1")
    return found.fetchone() or (0, START_OF_CHAIN)
