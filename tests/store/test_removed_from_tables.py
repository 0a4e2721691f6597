"""What was removed is in the tables of neither engine any more, nor in the files they lie in."""

from __future__ import annotations

from pathlib import Path
from uuid import uuid4

import psycopg

from ledger.record.kept_words import KeptWords, WordsRemoved
from ledger.record.verify import verify

SAID = b"<she said that he drew two tiles %04d>"


def _given(log, turn):
    """A long statement and a short one, both of them removed again, and one that stays."""
    stream = uuid4()
    words = [KeptWords(b"%d" % n * 16, SAID % n * (400 if n else 1)) for n in range(3)]
    log.append([turn(stream, 1)], words=words)
    facts = [WordsRemoved(digest=one.digest, removed_by="O1", reason="asked") for one in words[:2]]
    log.append([turn(stream, 2 + nth, fact=fact) for nth, fact in enumerate(facts)])
    return words


def test_what_was_removed_is_written_over_and_what_stays_is_the_same(log, venue, turn):
    words = _given(log, turn)

    done = log.overwrite_removed()
    again = log.overwrite_removed()

    assert done == again == ("server" if venue.is_postgres else "gone")
    assert [log.words_of(one.digest) for one in words] == [None, None, words[2].content]
    assert not log.owes_overwriting()
    assert verify(log.store).faults == ()


def test_on_a_server_the_files_of_the_table_hold_nothing_of_it(postgres_venue, turn):
    log = postgres_venue.open()
    _given(log, turn)
    settings = postgres_venue.settings

    with psycopg.connect(
        host=settings["POSTGRES_HOST"], user="postgres", dbname="postgres", autocommit=True
    ) as server:
        server.execute("CHECKPOINT")
        before = _in_tables(settings)
        done = log.overwrite_removed()
        server.execute("CHECKPOINT")

    assert SAID % 0 in before  # the long ones are packed, and found by nobody who looks like this
    assert done == "server"
    assert SAID % 0 not in _in_tables(settings)


def _in_tables(settings):
    """Which of the statements are found in the server's tables as they lie on its disk."""
    files = (path for path in Path(settings["POSTGRES_HOST"]).glob("**/base/**/*"))
    content = b"".join(path.read_bytes() for path in files if path.is_file())
    return {SAID % n for n in range(3) if SAID % n in content}


def test_a_role_that_does_not_own_the_table_is_told_that_it_is_not_done(
    postgres_venue, turn, monkeypatch
):
    log = postgres_venue.open()
    _given(log, turn)
    monkeypatch.setattr(log.store, "_words_file", lambda: 1)  # as where nothing was written anew

    assert log.overwrite_removed() == "later"
