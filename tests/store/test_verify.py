"""Finding what was changed, and naming position, stream, version and column."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from uuid import UUID, uuid4

import pytest

from ledger.record.engine import open_log
from ledger.record.kept_words import KeptWords
from ledger.record.verify import AT_ONCE, verify
from ledger.vocabulary.refusals import Refusal

GAME = UUID("6f9619ff-8b86-d011-b42d-00cf4fc964ff")


@pytest.fixture
def record(sqlite_venue, turn, answer):
    """Ten turns of one game in one record, each answered, some with words."""
    log = sqlite_venue.open()
    for version in range(1, 11):
        command = UUID(int=version)
        words = [KeptWords(b"salt" * 4 + bytes([version]), b"a stroke")] if version < 3 else []
        given = answer(command, GAME, version, device_seq=version)
        log.append([turn(GAME, version, command)], answer=given, words=words)
    log.close()
    sqlite_venue.opened.clear()
    return sqlite_venue


def after(record, *changes):
    """The faults found after somebody changed the file past our guards."""
    with closing(sqlite3.connect(record.folder / "ledger.db")) as file:
        for (trigger,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
            file.execute(f"DROP TRIGGER {trigger}")
        for change in changes:
            file.execute(change)
        file.commit()
    log = open_log(record.folder, {})
    try:
        verdict = verify(log.store)
    finally:
        log.close()
    assert verdict.sound == (verdict.faults == ())
    return [(fault.table, fault.column, fault.position) for fault in without_echo(verdict.faults)]


ECHO = ("was answered as written, and the event is missing", "are missing", "is missing")
"""What other tables then say of the row that was changed: it is no longer where they know it."""


def without_echo(faults):
    """The faults, less what follows from the first of them."""
    return [fault for n, fault in enumerate(faults) if not (n and fault.what.endswith(ECHO))]


def test_a_sound_record_has_no_faults(record):
    assert after(record) == []


def test_the_verdict_counts_what_it_read_and_ends_at_the_head(record):
    log = record.open()

    verdict = verify(log.store)

    assert (verdict.events, verdict.answers, verdict.words) == (10, 10, 2)
    assert (verdict.position, verdict.head) == log.head()


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("topic", "'turn-missed'"),
        ("state", "CAST(replace(CAST(state AS TEXT), 'first', 'fifth') AS BLOB)"),
        ("originator_version", "77"),
        ("originator_id", "'00000000000000000000000000000001'"),
    ],
)
@pytest.mark.parametrize("position", [1, 5, 10])
def test_a_changed_column_is_named_with_its_place(record, column, value, position):
    change = f"UPDATE stored_events SET {column} = {value} WHERE rowid = {position}"

    assert after(record, change) == [("stored_events", column, position)]


def test_a_fault_in_words_names_position_stream_version_and_column(record):
    after(record, "UPDATE stored_events SET topic = 'x' WHERE rowid = 7")
    log = record.open()

    [fault] = without_echo(verify(log.store).faults)

    assert str(fault) == (
        f"position 7, {GAME.hex}, version 7, stored_events.topic: has changed since it was written"
    )


def test_two_columns_changed_are_both_named(record):
    change = "UPDATE stored_events SET topic = 'x', state = x'7b7d' WHERE rowid = 4"

    assert after(record, change) == [
        ("stored_events", "topic", 4),
        ("stored_events", "state", 4),
    ]


@pytest.mark.parametrize("position", [1, 5, 10])
def test_a_changed_link_is_named_not_the_events_after_it(record, position):
    change = f"UPDATE chain SET link = zeroblob(32) WHERE position = {position}"

    assert after(record, change) == [("chain", "link", position)]


@pytest.mark.parametrize("position", [1, 5, 10])
def test_changed_check_sums_are_named_not_the_event(record, position):
    change = f"UPDATE chain SET checks = zeroblob(16) WHERE position = {position}"

    assert after(record, change) == [("chain", "checks", position)]


def test_an_event_changed_together_with_its_check_sums_breaks_the_chain(record):
    from ledger.record.chain import event_check_sums

    sums = event_check_sums(GAME.hex, 5, "turn-passed", b"{}").hex()

    assert after(
        record,
        "UPDATE stored_events SET state = x'7b7d' WHERE rowid = 5",
        f"UPDATE chain SET checks = x'{sums}' WHERE position = 5",
    ) == [("chain", "link", 5)]


def test_a_deleted_event_is_missed_where_it_was(record):
    assert after(record, "DELETE FROM stored_events WHERE rowid = 5") == [
        ("stored_events", "row", 5)
    ]


def test_an_event_deleted_with_its_link_breaks_the_chain_behind_it(record):
    assert after(
        record,
        "DELETE FROM stored_events WHERE rowid = 5",
        "DELETE FROM chain WHERE position = 5",
    ) == [("chain", "link", 6)]


def test_an_event_put_in_without_a_link_is_found(record):
    change = "INSERT INTO stored_events VALUES ('00', 1, 'turn-passed', x'7b7d')"

    assert after(record, change) == [("chain", "link", 11)]


def test_two_events_swapped_break_the_chain(record):
    assert ("stored_events", "state", 5) in after(
        record,
        "UPDATE stored_events SET originator_version = 100 WHERE rowid = 5",
        "UPDATE stored_events SET originator_version = 5, "
        "state = (SELECT state FROM stored_events WHERE rowid = 5) WHERE rowid = 6",
        "UPDATE stored_events SET originator_version = 6, state = x'7b7d' WHERE rowid = 5",
    )


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("device", "'T4'"),
        ("device_seq", "700"),
        ("payload", "x'00'"),
        ("kind", "'refused'"),
        ("stream", "'00'"),
        ("version", "12"),
        ("body", "x'7b7d'"),
        ("at", "'2027-01-01T00:00:00+00:00'"),
        ("command_id", "'ff'"),
        ("checks", "zeroblob(8)"),
    ],
)
def test_a_changed_answer_is_found_and_its_column_named(record, column, value):
    change = f"UPDATE answers SET {column} = {value} WHERE device_seq = 3"

    found = after(record, change)

    assert {table for table, _, _ in found} == {"answers"}
    if column != "checks":
        assert [name for _, name, _ in found] == [column]


def test_changed_words_are_found(record):
    found = after(record, "UPDATE words SET content = x'00'")

    assert found == [("words", "content", None)] * 2


@pytest.mark.parametrize("column", ["topic", "state", "originator_id"])
def test_a_column_that_became_another_type_is_found(record, column):
    kind = "TEXT" if column == "state" else "BLOB"
    change = f"UPDATE stored_events SET {column} = CAST({column} AS {kind}) WHERE rowid = 5"

    assert ("stored_events", column, 5) in after(record, change)


def test_progress_is_told_and_long_records_are_read_in_batches(sqlite_venue, turn):
    log, seen = sqlite_venue.open(), []
    for _ in range(5):
        stream = uuid4()
        log.append([turn(stream, version) for version in range(1, AT_ONCE // 2)])

    verdict = verify(log.store, seen.append)

    assert verdict.sound
    assert len(seen) == 3
    assert seen[-1] == verdict.events == 5 * (AT_ONCE // 2 - 1)


def test_postgres_is_checked_the_same_way(postgres_venue, turn, answer):
    log = postgres_venue.open()
    for version in range(1, 6):
        command = uuid4()
        log.append([turn(GAME, version, command)], answer=answer(command, GAME, version))
    schema = postgres_venue.settings["POSTGRES_SCHEMA"]
    with log.store.datastore.pool.connection() as connection:
        connection.execute(f"ALTER TABLE {schema}.stored_events DISABLE TRIGGER USER")
        connection.execute(f"ALTER TABLE {schema}.answers DISABLE TRIGGER USER")
        connection.execute(
            f"UPDATE {schema}.stored_events SET topic = 'x' WHERE originator_version = 3"
        )
        connection.execute(f"UPDATE {schema}.answers SET kind = 'x' WHERE version = 4")
        connection.execute(f"INSERT INTO {schema}.stored_events VALUES ('{uuid4()}', 1, 'x', 'x')")

    faults = [(fault.table, fault.column) for fault in verify(log.store).faults]

    assert faults == [("stored_events", "topic"), ("answers", "kind"), ("chain", "link")]


@pytest.mark.parametrize("table", ["chain", "stored_events"])
def test_a_position_changed_to_a_higher_one_is_found_and_the_check_ends(sqlite_venue, turn, table):
    """The rows of a leaf are then out of order: whoever reads on from the last reads for ever."""
    log = sqlite_venue.open()
    for version in range(1, 161):
        log.append([turn(GAME, version, UUID(int=version))])
    sought = log.link_at(159) if table == "chain" else str(UUID(int=159)).encode()
    log.close()
    sqlite_venue.opened.clear()
    with closing(sqlite3.connect(sqlite_venue.folder / "ledger.db")) as file:
        file.execute("PRAGMA journal_mode=DELETE")
    path = sqlite_venue.folder / "ledger.db"
    content = bytearray(path.read_bytes())
    assert content.count(sought) == 1
    number = content.rindex(b"\x81\x1f", 0, content.index(sought))  # 159, as SQLite writes it
    content[number] = 0x85  # 671
    path.write_bytes(content)

    log = open_log(sqlite_venue.folder, {})
    faults = verify(log.store).faults
    position = 0
    with suppress(Refusal):
        while read := log.read(position, 160):
            position = read[-1][0]
    log.close()

    assert any(fault.table in (table, "file") for fault in faults)
