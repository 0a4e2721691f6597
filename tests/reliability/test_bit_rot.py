"""E1: any flipped bit that changes what is read is found, and its column is named."""

from __future__ import annotations

import random
import shutil
import sqlite3
import tempfile
from contextlib import closing, suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from uuid import UUID, uuid5

import pytest

import migrations
from ledger.game.endings.requests import AcceptPlayOut, CountUnplayed
from ledger.game.turns.facts import PlayRecorded, ScoreCorrected, TurnPassed
from ledger.record.engine import open_log
from ledger.record.events import Envelope, Event
from ledger.record.kept_words import KeptWords
from ledger.record.store import Answer
from ledger.record.verify import verify
from ledger.vocabulary import Placement, Points, Seat
from ledger.vocabulary.refusals import Refusal
from tests.decisions.a_real_game import play_to_the_end
from tests.desks import A, B, a_desk, a_table, signature
from tests.long_runs import in_shares, seed_of

FLIPS, FLIPS_IN_FULL = 500, 10_000
NOW = datetime(2026, 11, 21, 14, 32, 7, tzinfo=UTC)
HALL = UUID("6f9619ff-8b86-d011-b42d-00cf4fc964ff")


def facts():
    """Something to remember, of different kinds and lengths."""
    for n in count(1):
        yield TurnPassed(seat=Seat.FIRST)
        yield PlayRecorded(
            seat=Seat.SECOND, placement=Placement(f"{n % 15 + 1}D", "WINDY"), announced=Points(n)
        )
        yield ScoreCorrected(
            supersedes=n, was=Points(n), now=Points(n + 2), reason="recounted " * (n % 30),
            approved_by="D1",
        )  # fmt: skip


@pytest.fixture(scope="module", params=["at the desk", "past the desk"])
def good(request, tmp_path_factory):
    """The file of a record, answers and words among them."""
    folder = tmp_path_factory.mktemp("good")
    return at_the_desk(folder) if request.param == "at the desk" else past_the_desk(folder)


def at_the_desk(folder):
    """A tournament set up and a whole game entered through the real desk, refusals included."""
    with a_desk(folder) as desk:
        table = a_table(desk)
        with suppress(Refusal):
            table.passes(B)
        play_to_the_end(table)
        table.enter(AcceptPlayOut(seat=A))
        table.enter(CountUnplayed())
        for number, seat in enumerate((A, B)):
            kept = KeptWords(bytes([number]) * 16, b"a stroke, and another")
            sheet = desk.sheet(table.game)
            signed = signature(sheet, seat, "stroke", words=kept.digest)
            desk.record(table.game, signed, table.sent(), (kept,))
    return folder / "ledger.db"


def past_the_desk(folder):
    """8 games of facts of every length, written through the log."""
    migrations.bring_up_to_date(folder, {})
    log, fact, number = open_log(folder, {}), facts(), count(1)
    for version in range(1, 21):
        for game in range(8):
            stream, n = uuid5(HALL, str(game)), next(number)
            command = uuid5(HALL, f"request {n}")
            header = Envelope(written_at=NOW, written_by="K1", command_id=command, fact=next(fact))
            answer = Answer(
                command_id=command, device=f"T{game}", device_seq=version,
                payload=command.bytes * 2, kind="written", stream=stream, version=version, at=NOW,
            )  # fmt: skip
            words = [KeptWords(command.bytes, b"a stroke, and another")] if n % 7 == 0 else []
            log.append([Event(stream, version, header)], answer=answer, words=words)
    log.close()
    return folder / "ledger.db"


COLUMNS = {
    "stored_events": ("rowid", "originator_id", "originator_version", "topic", "state"),
    "chain": ("position", "link", "checks"),
    "answers": ("command_id", "device", "device_seq", "payload", "kind", "stream", "version",
                "body", "at", "checks"),
    "words": ("digest", "salt", "content"),
}  # fmt: skip


INDEXES = {
    "SELECT originator_id, originator_version, rowid FROM stored_events INDEXED BY "
    "sqlite_autoindex_stored_events_1 ORDER BY originator_id, originator_version": "stored_events",
    "SELECT device, device_seq, command_id FROM answers "
    "INDEXED BY answers_by_device ORDER BY device, device_seq": "answers",
    "SELECT kind, stream, command_id FROM answers INDEXED BY answers_not_written "
    "WHERE kind <> 'written' ORDER BY kind, stream": "answers",
}


def all_that_is_stored(path):
    """Every row of every table and index, with columns in the order of ``COLUMNS``."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)) as file:
        tables = {
            table: file.execute(f"SELECT {', '.join(columns)} FROM {table} NOT INDEXED").fetchall()
            for table, columns in COLUMNS.items()
        }
        return tables, {query: file.execute(query).fetchall() for query in INDEXES}


def all_that_is_read(log, truth):
    """What the product reads of it, in every way in which it reads."""
    truth, _ = truth
    answers = [UUID(row[0]) for row in truth["answers"]]
    return (
        log.store.rows_after(0, 10_000),
        [log.store.rows_of(uuid5(HALL, str(game)), 0) for game in range(8)],
        [log.version_of(uuid5(HALL, str(game))) for game in range(8)],
        [log.store.stored_answer(command) for command in answers],
        [log.last_seq(f"T{game}") for game in range(8)],
        [log.store.answers_not_written(kind, None) for kind in ("stale", "refused", "settled")],
        [log.store.answers_not_written("refused", uuid5(HALL, str(game))) for game in range(8)],
        [log.words_of(digest) for digest, _, _ in truth["words"]],
        [log.link_at(row[0]) for row in truth["chain"]],
        log.head(),
        log.last_position(),
    )


def changed_columns(path, truth):
    """Which (table, column) a flip has changed, as far as SQLite still reads the file."""
    try:
        found, indexes = all_that_is_stored(path)
    except (sqlite3.Error, UnicodeDecodeError):
        return None
    truth, true_indexes = truth
    changed = {
        (table, "index")
        for query, table in INDEXES.items()
        if indexes[query] != true_indexes[query]
    }
    for table, columns in COLUMNS.items():
        if len(found[table]) != len(truth[table]):
            return None
        for was, now in zip(truth[table], found[table], strict=True):
            changed |= {
                (table, name)
                for name, a, b in zip(columns, was, now, strict=True)
                if (type(a), a) != (type(b), b)
            }
    return changed


def reading(folder, truth):
    """What is read and what is found wrong; a record that does not open is found out."""
    try:
        log = open_log(folder, {})
    except Refusal as refusal:
        return refusal.code, (refusal.code,)
    try:
        faults = verify(log.store).faults
        try:
            return all_that_is_read(log, truth), faults
        except Exception as trouble:
            return type(trouble).__name__, faults
    finally:
        log.close()


def is_whole(file):
    """Whether SQLite finds nothing wrong: an index that a flip spoiled may still read the same."""
    with closing(sqlite3.connect(file)) as connection:
        try:
            return connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        except sqlite3.DatabaseError:
            return False


@in_shares(1, 4)
def test_e1_every_flip_that_changes_what_is_read_is_found_and_named(tmp_path, good, request, share):
    flips = FLIPS_IN_FULL // 8 if request.config.getoption("--full") else FLIPS // 2
    dice, original, truth = (
        random.Random(seed_of(share)),
        good.read_bytes(),
        all_that_is_stored(good),
    )
    home = Path("/dev/shm") if Path("/dev/shm").is_dir() else tmp_path
    folder = Path(tempfile.mkdtemp(prefix="tilescribe-rot-", dir=home))
    shutil.copytree(good.parent, folder, dirs_exist_ok=True)
    try:
        as_written, faults = reading(folder, truth)
        assert faults == ()
        missed, false_alarms, harmful, unnamed = [], [], 0, []
        for _ in range(flips):
            place, bit = dice.randrange(len(original)), dice.randrange(8)
            content = bytearray(original)
            content[place] ^= 1 << bit
            for left in folder.iterdir():
                left.unlink()
            (folder / "ledger.db").write_bytes(content)
            changed = changed_columns(folder / "ledger.db", truth)
            read, faults = reading(folder, truth)
            if read != as_written or changed is None or changed:
                harmful += 1
                if not faults:
                    missed.append((place, bit, changed))
                elif changed and len(changed) == 1 and not named(changed, faults):
                    unnamed.append((place, bit, changed, faults[:3]))
            elif faults and is_whole(folder / "ledger.db"):
                false_alarms.append((place, bit, faults[:3]))
    finally:
        shutil.rmtree(folder)
    print(f"{flips} flips, {harmful} change what is read")
    assert (missed, unnamed, false_alarms) == ([], [], [])
    assert harmful > flips // 5


def named(changed, faults):
    """Whether one of the faults names the column that changed."""
    [(table, column)] = changed
    if isinstance(faults[0], str):
        return True
    if column in {"rowid", "position"}:
        return True  # every row is named by its position; a wrong one shows as a missing row
    if table == "words":
        return any(fault.table == "words" for fault in faults)
    return any((fault.table, fault.column) == (table, column) for fault in faults)
