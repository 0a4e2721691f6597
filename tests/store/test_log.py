"""What the log promises, on SQLite and on PostgreSQL alike."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from threading import Barrier, Event, Thread
from time import perf_counter, sleep
from uuid import UUID, uuid4

import psycopg
import pytest

from ledger.record.chain import START_OF_CHAIN
from ledger.record.kept_words import KeptWords, WordsRemoved
from ledger.record.log import LogAt, Taken
from ledger.record.verify import verify
from ledger.vocabulary.refusals import Refusal


def everything(log, at_once=500):
    """The whole log, read as a follower reads it."""
    found, position = [], 0
    while batch := log.read(position, at_once):
        found += batch
        position = batch[-1][0]
    return found


# Writing and reading


def test_what_is_appended_is_read_back_as_it_was(log, turn):
    stream = uuid4()
    events = [turn(stream, version) for version in (1, 2, 3)]

    positions = log.append(events)

    assert log.events_of(stream) == tuple(events)
    assert log.read(0, 10) == list(zip(positions, events, strict=True))
    assert log.version_of(stream) == 3
    assert log.last_position() == positions[-1]


def test_an_empty_log_says_so(log):
    assert log.events_of(uuid4()) == ()
    assert log.version_of(uuid4()) == 0
    assert (log.last_position(), log.read(0, 10)) == (0, [])
    assert log.head() == (0, START_OF_CHAIN)
    assert log.answer_to(uuid4()) is None
    assert log.last_seq("T3") == 0


def test_a_stream_can_be_read_from_where_one_left_off(log, turn):
    stream = uuid4()
    events = [turn(stream, version) for version in range(1, 11)]
    log.append(events)

    assert log.events_of(stream, after=7) == tuple(events[7:])


def test_which_streams_were_written_to_past_a_position_is_told_once_each(log, turn):
    one, other = uuid4(), uuid4()
    log.append([turn(one, 1), turn(one, 2)])
    before = log.last_position()
    log.append([turn(other, 1), turn(other, 2), turn(one, 3)])

    assert log.streams_after(0) == {one, other}
    assert log.streams_after(before) == {one, other}
    assert log.streams_after(log.last_position() - 1) == {one}
    assert log.streams_after(log.last_position()) == frozenset()


def test_some_streams_are_read_in_one_question_each_from_where_one_left_off(log, turn):
    one, other, third, nobodys = (uuid4() for _ in range(4))
    of_one, of_other = [turn(one, n) for n in (1, 2, 3)], [turn(other, n) for n in (1, 2)]
    log.append([*of_one[:1], *of_other, *of_one[1:], turn(third, 1)])

    found = log.events_past({one: 1, other: 0, third: 1, nobodys: 0})

    assert found == {one: tuple(of_one[1:]), other: tuple(of_other)}
    assert log.events_past({}) == {}
    then = LogAt(log, 4)
    assert then.events_past({one: 1, other: 0, nobodys: 0}) == {
        one: tuple(of_one[1:2]), other: tuple(of_other),
    }  # fmt: skip


def test_the_log_is_read_in_batches_without_a_gap_or_a_repeat(log, turn):
    for _ in range(5):
        stream = uuid4()
        log.append([turn(stream, version) for version in range(1, 8)])

    assert everything(log, at_once=4) == everything(log, at_once=100)
    assert len(everything(log)) == 35


def test_what_was_written_is_there_for_whoever_opens_the_record_next(venue, turn):
    stream = uuid4()
    first = venue.open()
    first.append([turn(stream, 1)])
    head = first.head()
    first.close()
    venue.opened.clear()

    again = venue.open()

    assert again.version_of(stream) == 1
    assert again.head() == head


# Somebody was first


def test_a_version_that_is_there_already_is_taken_and_nothing_is_written(log, turn):
    stream, other = uuid4(), uuid4()
    log.append([turn(stream, 1)])
    before = (log.last_position(), log.head())

    with pytest.raises(Taken):
        log.append([turn(other, 1), turn(stream, 1)])

    assert log.events_of(other) == ()
    assert (log.last_position(), log.head()) == before


def test_after_a_refused_write_the_next_one_goes_on_from_the_same_link(log, turn):
    stream = uuid4()
    log.append([turn(stream, 1)])
    with pytest.raises(Taken):
        log.append([turn(stream, 1)])

    log.append([turn(stream, 2)])

    assert verify(log.store).sound
    assert verify(log.store).events == 2


@pytest.mark.one_in(5, "attempt")
@pytest.mark.parametrize("attempt", range(20))
def test_c1_eight_at_once_at_the_same_version_one_is_written_seven_are_told(log, turn, attempt):
    stream, behind = uuid4(), Barrier(8)

    def enter(tablet):
        behind.wait()
        try:
            log.append([turn(stream, 1, UUID(int=tablet))])
        except Taken:
            return "taken"
        return tablet

    with ThreadPoolExecutor(8) as tablets:
        answers = list(tablets.map(enter, range(8)))

    assert answers.count("taken") == 7
    [written] = log.events_of(stream)
    assert written.envelope.command_id.int in answers


# Answers


def test_the_answer_is_written_with_the_events(log, turn, answer):
    stream, command = uuid4(), uuid4()
    given = answer(command, stream, device_seq=7)

    log.append([turn(stream, 1, command)], answer=given)

    assert log.answer_to(command) == given
    assert log.last_seq("T3") == 7


def test_an_answer_that_was_given_already_takes_the_events_with_it(log, turn, answer):
    stream, command = uuid4(), uuid4()
    log.append([turn(stream, 1, command)], answer=answer(command, stream))

    with pytest.raises(Taken):
        log.append([turn(stream, 2, command)], answer=answer(command, stream))

    assert log.version_of(stream) == 1
    assert verify(log.store).sound


def test_events_that_are_taken_take_the_answer_with_them(log, turn, answer):
    stream, command = uuid4(), uuid4()
    log.append([turn(stream, 1)])

    with pytest.raises(Taken):
        log.append([turn(stream, 1, command)], answer=answer(command, stream))

    assert log.answer_to(command) is None


def test_a_device_can_use_each_of_its_numbers_once(log, answer):
    log.keep_answer(answer(uuid4(), uuid4(), device_seq=3))

    with pytest.raises(Taken):
        log.keep_answer(answer(uuid4(), uuid4(), device_seq=3))

    assert log.last_seq("T3") == 3
    log.keep_answer(answer(uuid4(), uuid4(), device="T4", device_seq=3))


def test_a_desk_that_keeps_no_numbers_can_be_answered_many_times(log, answer):
    for _ in range(3):
        log.keep_answer(answer(uuid4(), uuid4(), device="office", device_seq=None))

    assert log.last_seq("office") == 0


def test_a_refusal_is_kept_without_an_event(log, answer):
    command = uuid4()
    refused = answer(command, uuid4(), version=4, kind="refused", body=b'{"code":"not-your-turn"}')

    log.keep_answer(refused)

    assert log.answer_to(command) == refused
    assert log.last_position() == 0


# People's words


def test_words_are_read_by_their_digest(log, turn):
    words = KeptWords(b"s" * 16, "He said it was a mistake. Zoë".encode())

    log.append([turn(uuid4(), 1)], words=[words])

    assert log.words_of(words.digest) == words.content
    assert log.words_of("0" * 64) is None


def test_words_are_not_kept_when_the_event_is_not_written(log, turn):
    stream, words = uuid4(), KeptWords(b"s" * 16, b"stroke")
    log.append([turn(stream, 1)])

    with pytest.raises(Taken):
        log.append([turn(stream, 1)], words=[words])

    assert log.words_of(words.digest) is None


def test_removed_words_are_gone_and_the_chain_is_whole(log, turn):
    stream, words = uuid4(), KeptWords(b"s" * 16, b"what she said about him")
    log.append([turn(stream, 1)], words=[words])

    removed = WordsRemoved(digest=words.digest, removed_by="D1", reason="she asked for it")
    log.append([turn(stream, 2, fact=removed)])

    assert log.words_of(words.digest) is None
    verdict = verify(log.store)
    assert verdict.sound
    assert verdict.words == 1


def test_a_salt_that_could_be_guessed_is_not_taken():
    with pytest.raises(ValueError, match="16 random bytes"):
        KeptWords(b"short", b"words")


# The chain


def test_each_event_has_its_link_and_the_last_is_the_head(log, turn):
    stream = uuid4()
    positions = log.append([turn(stream, version) for version in (1, 2, 3)])

    links = [log.link_at(position) for position in positions]

    assert len(set(links)) == 3
    assert log.head() == (positions[-1], links[-1])
    with pytest.raises(LookupError):
        log.link_at(positions[-1] + 1)


def test_the_record_can_be_neither_changed_nor_deleted_by_honest_code(venue, log, turn, answer):
    stream, command, words = uuid4(), uuid4(), KeptWords(b"s" * 16, b"words")
    given = answer(command, stream, device_seq=1)
    log.append([turn(stream, 1, command)], answer=given, words=[words])

    for change in (
        "UPDATE stored_events SET topic = 'x'",
        "DELETE FROM stored_events",
        "UPDATE chain SET link = checks",
        "DELETE FROM chain",
        "UPDATE answers SET kind = 'refused'",
        "DELETE FROM answers",
        "DELETE FROM words",
        "UPDATE words SET content = salt",
    ):
        with pytest.raises((sqlite3.IntegrityError, psycopg.errors.RaiseException)):
            by_hand(venue, log, change)

    assert verify(log.store).sound


def by_hand(venue, log, change):
    if venue.is_postgres:
        with log.store.datastore.pool.connection() as connection:
            connection.execute(f"SET search_path TO {venue.settings['POSTGRES_SCHEMA']}")
            try:
                connection.execute(change)
            finally:
                connection.execute("RESET search_path")
    else:
        connection = sqlite3.connect(venue.folder / "ledger.db")
        try:
            connection.execute("PRAGMA recursive_triggers = ON")
            connection.execute(change)
        finally:
            connection.close()


def test_replacing_a_row_is_refused_too_on_our_own_connections(sqlite_venue, turn):
    log, stream = sqlite_venue.open(), uuid4()
    log.append([turn(stream, 1)])
    connection = log.store.datastore.pool.get_connection()
    replace = "INSERT OR REPLACE INTO stored_events VALUES (?, 1, 'x', x'00')"

    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        connection.cursor().execute(replace, (stream.hex,))

    log.store.datastore.pool.put_connection(connection)


# Many at once


def test_sixteen_threads_leave_one_unbroken_chain(log, turn, answer):
    def tablet(number):
        stream = uuid4()
        for version in range(1, 16):
            command = uuid4()
            given = answer(command, stream, version, device=f"T{number}", device_seq=version)
            log.append([turn(stream, version, command)], answer=given)

    with ThreadPoolExecutor(16) as tablets:
        list(tablets.map(tablet, range(16)))

    verdict = verify(log.store)
    assert verdict.sound
    assert (verdict.events, verdict.answers) == (240, 240)


@contextmanager
def engine_busy(venue):
    """Another program holds the record's write lock meanwhile."""
    if venue.is_postgres:
        settings = venue.settings
        with (
            psycopg.connect(
                dbname=settings["POSTGRES_DBNAME"], host=settings["POSTGRES_HOST"], user="postgres"
            ) as other,
            other.transaction(),
        ):
            schema = settings["POSTGRES_SCHEMA"]
            other.execute(f"LOCK TABLE {schema}.stored_events IN EXCLUSIVE MODE")
            yield
    else:
        with closing(sqlite3.connect(venue.folder / "ledger.db")) as other:
            other.execute("BEGIN IMMEDIATE")
            yield
            other.rollback()


def test_in_a_shared_flush_only_the_caller_to_blame_is_told(venue, turn, answer):
    """Every other caller uses a request number again, which shows only after its event."""
    log, streams = venue.open(), [uuid4() for _ in range(24)]
    for number in range(0, 24, 2):
        kept = answer(uuid4(), streams[number], device=f"T{number}", device_seq=1, kind="refused")
        log.keep_answer(kept)

    def enter(number):
        command = uuid4()
        given = answer(command, streams[number], device=f"T{number}", device_seq=1)
        try:
            log.append([turn(streams[number], 1, command)], answer=given)
        except Taken:
            return "taken", log.answer_to(command), log.version_of(streams[number])
        return "written", log.answer_to(command) == given, log.version_of(streams[number])

    with ThreadPoolExecutor(24) as tablets:
        with engine_busy(venue):
            entering = [tablets.submit(enter, number) for number in range(24)]
            patience = perf_counter() + 4
            while len(log.store._together._queue) < 23 and perf_counter() < patience:
                sleep(0.001)
        outcomes = [entry.result() for entry in entering]

    assert outcomes == [("taken", None, 0), ("written", True, 1)] * 12
    verdict = verify(log.store)
    assert verdict.sound
    assert verdict.events == 12


@pytest.mark.one_in(2, "venue")
def test_four_processes_and_a_follower_see_one_unbroken_chain(venue):
    log = venue.open()
    followed, done = [], Event()

    def follow():
        position = 0
        while True:
            last_look = done.is_set()
            while batch := log.read(position, 7):
                followed.extend(batch)
                position = batch[-1][0]
            if last_look:
                return
            log.wait_past(position, 0.05)

    follower = Thread(target=follow)
    follower.start()
    writers = venue.writers(4, "--count", "40", "--at-once", "2")
    acknowledged = [line.split() for w in writers for line in w.communicate()[0].splitlines()]
    done.set()
    follower.join()

    assert [writer.returncode for writer in writers] == [0] * 4
    assert len(acknowledged) == 320
    verdict = verify(log.store)
    assert verdict.sound
    assert verdict.events == 320
    # Nothing ever came to lie before something the follower had already read.
    assert [position for position, _ in followed] == [position for position, _ in everything(log)]
    if not venue.is_postgres:
        assert [position for position, _ in followed] == list(range(1, 321))


# Waking


def test_who_waits_is_woken_by_a_write_in_this_process(log, turn, monkeypatch):
    """By the write itself: nobody listens to what other processes write."""
    monkeypatch.setattr(log._bell, "_listen", lambda _ring, _heard: lambda: None)
    log.wait_past(0, 0.01)
    woken = []
    waiting = Thread(target=lambda: woken.append(log.wait_past(0, 60)))
    waiting.start()

    log.append([turn(uuid4(), 1)])
    waiting.join()

    assert woken == [True]


def test_who_waits_is_woken_by_another_process(venue):
    log = venue.open()
    log.wait_past(0, 0.01)
    [writer] = venue.writers(1, "--count", "1")

    assert log.wait_past(0, 20) is True
    assert log.last_position() == 1
    assert writer.wait() == 0
    writer.stdout.close()


def test_who_waits_is_woken_after_what_nobody_understands_was_called_out(
    postgres_venue, turn, caplog
):
    log, other, heard = postgres_venue.open(), postgres_venue.open(), []

    def understood(words):
        heard.append(UUID(words))

    def called(words, came):
        deadline = perf_counter() + 60
        while not came():  # again: nobody may listen yet
            assert perf_counter() < deadline, words
            other.call_out(words)
            sleep(0.01)

    log.on_call(understood)
    log.wait_past(0, 0.01)
    called("nonsense", lambda: "badly formed" in caplog.text)
    game = uuid4()
    called(game.hex, lambda: game in heard)
    other.append([turn(uuid4(), 1)])

    assert log.wait_past(0, 20) is True


def test_waiting_in_vain_ends_when_the_time_is_up(log, turn):
    log.append([turn(uuid4(), 1)])

    assert log.wait_past(0, 0.01) is True
    assert log.wait_past(1, 0.01) is False


def test_those_who_wait_hold_no_connection(log, turn):
    """More wait than there are connections, and reading still works."""
    waiting = [Thread(target=log.wait_past, args=(0, 20)) for _ in range(40)]
    for thread in waiting:
        thread.start()

    assert log.last_position() == 0
    log.append([turn(uuid4(), 1)])

    for thread in waiting:
        thread.join()


def test_closing_the_log_wakes_who_waits(venue):
    log = venue.open()
    waiting = Thread(target=log.wait_past, args=(0, 600), daemon=True)
    waiting.start()

    log.close()

    waiting.join(60)
    assert not waiting.is_alive()


# An engine that is busy or was away


@pytest.mark.wide("processes")
def test_a_record_held_by_another_program_for_too_long_is_said_in_words(sqlite_venue, turn):
    sqlite_venue.settings["SQLITE_LOCK_TIMEOUT"] = "1"
    log, stream = sqlite_venue.open(), uuid4()

    with engine_busy(sqlite_venue), pytest.raises(Refusal) as refusal:
        log.append([turn(stream, 1)])

    assert refusal.value.code == "record-busy"
    log.append([turn(stream, 1)])
    assert log.version_of(stream) == 1


@pytest.mark.wide("processes")
def test_after_the_server_went_away_and_came_back_the_log_goes_on(postgres_venue, turn):
    log, stream = postgres_venue.open(), uuid4()
    log.append([turn(stream, 1)])
    hang_up(postgres_venue)

    log.append([turn(stream, 2)])
    hang_up(postgres_venue)

    assert log.version_of(stream) == 2
    assert verify(log.store).sound


def hang_up(venue):
    """Close every connection to the server, as a restart does."""
    settings = venue.settings
    with psycopg.connect(
        dbname=settings["POSTGRES_DBNAME"], host=settings["POSTGRES_HOST"], user="postgres"
    ) as other:
        other.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
            "WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )


def test_closing_waits_for_a_read_and_never_takes_its_connection_away(sqlite_venue):
    log = sqlite_venue.open()
    reading, go_on, ended = Event(), Event(), []

    def read():
        with log.store._reading() as cursor:
            reading.set()
            go_on.wait(60)
            ended.append(cursor.execute("SELECT 1").fetchone()[0])

    reader = Thread(target=read)
    reader.start()
    reading.wait(60)
    closer = Thread(target=log.close)
    closer.start()
    sleep(0.05)
    assert closer.is_alive(), "it waits for the connection"
    go_on.set()
    reader.join(60)
    closer.join(60)

    assert ended == [1]
    assert not closer.is_alive()
