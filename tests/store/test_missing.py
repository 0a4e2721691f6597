"""What is missing is found: answers, people's words, and what answers say was written."""

from __future__ import annotations

import random
import shutil
import sqlite3
from contextlib import closing
from uuid import uuid4

import pytest

from ledger.desk.requests import Sent
from ledger.game.endings.requests import AcceptPlayOut, CountUnplayed
from ledger.game.exchanges.requests import PassTurn
from ledger.game.results.signing import ProposeResult
from ledger.record.engine import open_log
from ledger.record.events import Envelope, Event
from ledger.record.kept_words import KeptWords, WordsRemoved
from ledger.record.verify import verify
from tests.decisions.a_real_game import play_to_the_end
from tests.desks import DIRECTOR, SCOREKEEPER, A, B, a_desk, a_table, signature
from tests.store.conftest import NOW

TABLET = "t1-abcde"


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """A game played and signed at the real desk, on a tablet that counts, refusals included."""
    folder = tmp_path_factory.mktemp("written")
    with a_desk(folder) as desk:
        table = a_table(desk)
        for number in range(1, 7):
            sent = Sent(
                by=SCOREKEEPER, command_id=uuid4(), device=TABLET, device_seq=number, queued=True
            )
            desk.enter(table.game, PassTurn(seat=B), sent)  # not B's turn
        play_to_the_end(table)
        table.enter(AcceptPlayOut(seat=A))
        table.enter(CountUnplayed())
        table.enter(ProposeResult())
        for number, seat in enumerate((A, B)):
            kept = KeptWords(bytes([number]) * 16, b"a stroke, and another")
            signed = signature(table.sheet, seat, "stroke", words=kept.digest)
            desk.record(table.game, signed, table.sent(), (kept,))
        table.ruled()
    return folder


@pytest.fixture
def folder(written, tmp_path):
    return shutil.copytree(written, tmp_path / "data")


def changed(folder, *changes):
    """Change the file past our guards, as somebody with the file can."""
    with closing(sqlite3.connect(folder / "ledger.db")) as file:
        for (trigger,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
            file.execute(f"DROP TRIGGER {trigger}")
        rows = sum(file.execute(change).rowcount for change in changes)
        file.commit()
    assert rows


def faults(folder):
    log = open_log(folder, {})
    try:
        return verify(log.store).faults
    finally:
        log.close()


def asked(folder, question):
    with closing(sqlite3.connect(folder / "ledger.db")) as file:
        return file.execute(question).fetchall()


def test_what_the_desk_wrote_is_sound(folder):
    assert faults(folder) == ()


@pytest.mark.found("SE7")
def test_an_answer_that_is_missing_is_named_by_the_event_it_was_written_with(folder):
    [(position, stream, version)] = asked(
        folder,
        "SELECT rowid, originator_id, originator_version FROM stored_events "
        "WHERE topic = 'play-recorded' ORDER BY rowid LIMIT 1",
    )
    changed(folder, f"DELETE FROM answers WHERE stream = '{stream}' AND version = {version}")

    [fault] = faults(folder)

    assert (fault.table, fault.column, fault.position) == ("answers", "row", position)
    assert (fault.stream, fault.version) == (stream, str(version))


@pytest.mark.found("SE7")
def test_all_answers_gone_is_one_fault_an_event(folder):
    [(events,)] = asked(
        folder,
        "SELECT count(*) FROM stored_events WHERE topic <> 'game-scheduled' AND originator_id = "
        "(SELECT originator_id FROM stored_events WHERE topic = 'game-scheduled' LIMIT 1)",
    )
    changed(folder, "DELETE FROM answers")

    assert [(fault.table, fault.column) for fault in faults(folder)] == [
        ("answers", "row")
    ] * events


@pytest.mark.found("SE7")
def test_an_answer_of_a_tablet_that_wrote_nothing_is_missed_by_its_number(folder):
    changed(folder, f"DELETE FROM answers WHERE device = '{TABLET}' AND device_seq IN (3, 4)")

    [fault] = faults(folder)

    assert (fault.table, fault.column) == ("answers", "device_seq")
    assert fault.what == f"before it, answers 3 to 4 of device {TABLET} are missing"


@pytest.mark.found("SE7")
@pytest.mark.parametrize(
    ("change", "column", "what"),
    [
        ("DELETE FROM words", "row", "are missing"),
        ("UPDATE words SET salt = NULL, content = NULL", "content", "were emptied"),
    ],
)
def test_a_signature_deleted_or_emptied_without_an_event_is_named_by_who_signed(
    folder, change, column, what
):
    signed = asked(
        folder,
        "SELECT rowid, originator_id, originator_version FROM stored_events "
        "WHERE topic = 'result-signed'",
    )
    changed(folder, change)

    found = faults(folder)

    assert [(f.position, f.stream, int(f.version)) for f in found] == signed
    assert {(f.table, f.column) for f in found} == {("words", column)}
    assert all(what in f.what and "no event says" in f.what for f in found)


@pytest.mark.found("SE7")
def test_words_that_an_event_says_were_removed_are_no_fault(folder):
    log = open_log(folder, {})
    [(digest,), _] = asked(folder, "SELECT digest FROM words")
    fact = WordsRemoved(digest=digest, removed_by=DIRECTOR, reason="the player asked for it")
    header = Envelope(written_at=NOW, written_by=DIRECTOR, command_id=uuid4(), fact=fact)
    log.append([Event(uuid4(), 1, header)])
    log.close()

    assert faults(folder) == ()


@pytest.mark.found("SE7")
def test_a_tail_cut_off_while_its_answers_say_written_is_found(folder):
    [(end,)] = asked(folder, "SELECT max(rowid) FROM stored_events WHERE topic = 'result-signed'")
    cut = asked(
        folder,
        "SELECT DISTINCT stream, version FROM answers JOIN stored_events "
        "ON originator_id = stream AND originator_version = version "
        f"WHERE kind = 'written' AND stored_events.rowid > {end - 3}",
    )
    changed(
        folder,
        f"DELETE FROM stored_events WHERE rowid > {end - 3}",
        f"DELETE FROM chain WHERE position > {end - 3}",
    )

    found = faults(folder)

    assert {(f.table, f.column) for f in found} == {("stored_events", "row")}
    assert {(f.stream, int(f.version)) for f in found} == set(cut)
    assert all("was answered as written" in f.what for f in found)


@pytest.mark.found("SE7")
def test_postgres_is_asked_the_same(postgres_venue, tmp_path):
    with a_desk(tmp_path, settings=postgres_venue.settings) as desk:
        table = a_table(desk)
        table.play(A, "8D", "WINDY")
        for number in (1, 2, 3):
            sent = Sent(by=SCOREKEEPER, command_id=uuid4(), device=TABLET, device_seq=number)
            desk.enter(table.game, PassTurn(seat=A), sent)
        log, schema = desk.log, postgres_venue.settings["POSTGRES_SCHEMA"]
        sound = verify(log.store).sound
        with log.store.datastore.pool.connection() as connection:
            for name in ("answers", "stored_events", "chain"):
                connection.execute(f"ALTER TABLE {schema}.{name} DISABLE TRIGGER USER")
            connection.execute(f"DELETE FROM {schema}.answers WHERE version = 2")
            connection.execute(f"DELETE FROM {schema}.answers WHERE device_seq = 2")
            for name, column in (("stored_events", "notification_id"), ("chain", "position")):
                last = f"(SELECT max({column}) FROM {schema}.{name})"
                connection.execute(f"DELETE FROM {schema}.{name} WHERE {column} = {last}")

        found = [(fault.table, fault.column) for fault in verify(log.store).faults]

    assert sound
    assert sorted(found) == [
        ("answers", "device_seq"),
        ("answers", "row"),
        ("stored_events", "row"),
    ]


COLUMNS = {
    "stored_events": ("originator_id", "originator_version", "topic", "state"),
    "chain": ("position", "link", "checks"),
    "answers": (
        "command_id", "device", "device_seq", "payload", "kind", "stream", "version", "body", "at",
        "checks",
    ),
    "words": ("digest", "salt", "content"),
}  # fmt: skip
KEYS = {"stored_events": "rowid", "chain": "position", "answers": "command_id", "words": "digest"}

UNNOTICED = f"""
    SELECT command_id FROM answers WHERE kind <> 'written' AND (device_seq IS NULL
    OR device_seq = (SELECT max(device_seq) FROM answers WHERE device = '{TABLET}'))
    UNION SELECT command_id FROM answers JOIN stored_events ON originator_id = stream
    AND originator_version = 1 AND (topic IN ('badge-issued', 'device-enrolled')
    OR topic IN ('tournament-opened', 'case-opened')
    AND instr(replace(CAST(state AS TEXT), '-', ''), command_id))
"""
"""Answers that nothing else speaks of: outside of any count, or the last of one; to who gave a
badge out, or began a tournament or a case, which once answered nobody. That one of them was
deleted will be known from a checkpoint, and from nothing before."""


def tampering(folder, dice):
    """One thing somebody might do to the record."""
    table = dice.choice(list(COLUMNS))
    key = KEYS[table]
    rows = [row for (row,) in asked(folder, f"SELECT {key} FROM {table} ORDER BY {key}")]
    if dice.random() < 0.5:
        if table == "answers":
            rows = [row for row in rows if (row,) not in asked(folder, UNNOTICED)]
        return f"DELETE FROM {table} WHERE {key} = {dice.choice(rows)!r}"
    row, column = dice.choice(rows), dice.choice(COLUMNS[table])
    question = f"SELECT typeof({column}), {column} FROM {table} WHERE {key} = {row!r}"
    [(kind, was)] = asked(folder, question)
    now = {
        "text": lambda: f"'{was[:-1]}{'0' if was[-1:] != '0' else '1'}'",
        "integer": lambda: str(was + 1000),
        "null": lambda: "1",
        "blob": lambda: f"x'{(was[:-1] + bytes([was[-1] ^ 1])).hex() if was else '00'}'",
    }[kind]()
    return f"UPDATE {table} SET {column} = {now} WHERE {key} = {row!r}"


@pytest.mark.wide("many")
@pytest.mark.found("SE7")
def test_each_of_100_things_done_to_the_record_is_found(written, tmp_path):
    dice, missed = random.Random(20261122), []
    for number in range(100):
        folder = shutil.copytree(written, tmp_path / str(number))
        change = tampering(folder, dice)
        changed(folder, change)
        if not faults(folder):
            missed.append(change)
        shutil.rmtree(folder)

    assert missed == []


def test_an_event_that_names_words_and_is_no_text_any_more_is_named(folder):
    """The links say that it changed; who looks for the words it names goes on."""
    changed(
        folder,
        "UPDATE stored_events SET state = CAST(replace(CAST(state AS TEXT), 'stroke', "
        "CAST(x'f0' AS TEXT)) AS BLOB) WHERE topic = 'result-signed'",
    )

    named = {(fault.table, fault.column) for fault in faults(folder)}

    assert ("stored_events", "state") in named
