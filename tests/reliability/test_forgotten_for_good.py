"""What was removed lies in no file any more, whenever the power goes and in whatever order."""

from __future__ import annotations

import os
import re
import shutil
import signal
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from hashlib import sha256

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger.backup.restoring import removed_again
from ledger.desk.desk import Desk
from ledger.incidents.facts import CaseWordsRemoved
from ledger.incidents.hearing import TakeStatement
from ledger.record.engine import open_log
from ledger.record.kept_words import KeptWords, WordsRemoved
from ledger.record.sqlite import durable, store
from ledger.record.sqlite import store as overwriting
from ledger.record.verify import verify
from tests.desks import DIRECTOR, Ticking
from tests.gave import Gave, gave_at, slices_of
from tests.reliability.nursery import CHILDREN

EVERYBODY = ("player-1", "player-2", "player-3", "player-4", "badge-D1", "named-wendy ward")
GAVE = {
    "player-1": ("stroke of Player 1", "words of Player 1", "sheet of A"),
    "player-2": ("stroke of Player 2", "words of Player 2"),
    "player-3": ("stroke of Player 3", "slip of table 2"),
    "player-4": ("stroke of Player 4", "slip of table 2"),
    "badge-D1": ("draft of D1",),
    "named-wendy ward": ("words of Wendy Ward", "stroke of Wendy Ward"),
}


def lying_in(folder, gave, whats):
    """Where pieces or the salt of what was given are found: every file, whatever it is for."""
    files = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    return [
        (what, path.name)
        for what in whats
        for path, content in files.items()
        if any(piece in content for piece in slices_of(gave.words[what]))
    ]


def test_what_was_removed_is_in_no_file_while_the_record_is_in_use(tmp_path):
    with gave_at(tmp_path / "data") as gave:
        gave.over()
        before = lying_in(tmp_path, gave, GAVE["player-1"])
        gave.forget("player-1")
        done = gave.desk.log.overwrite_removed()

        assert {what for what, _ in before} == set(GAVE["player-1"])
        assert done == "gone"
        assert lying_in(tmp_path, gave, GAVE["player-1"]) == []
        assert lying_in(tmp_path, gave, GAVE["player-2"]) != []
        assert verify(gave.desk.log.store).sound


def test_rows_that_a_split_page_kept_copies_of_are_gone_too(tmp_path, monkeypatch):
    """In a file that another SQLite wrote, which overwrites nothing by itself."""
    monkeypatch.setattr(durable, "EXTRA_PRAGMAS", ("PRAGMA secure_delete = OFF",))
    with gave_at(tmp_path) as gave:
        said = [KeptWords(sha256(b"%d" % n).digest(), b"<said %04d>" % n * 20) for n in range(400)]
        for words in said:
            gave.desk.log.append((), words=[words])
    monkeypatch.setattr(durable, "EXTRA_PRAGMAS", ())
    with closing(open_log(tmp_path, {})) as log:
        removals = [
            (gave.case, CaseWordsRemoved(digest=one.digest, removed_by="O1", reason="asked"))
            for one in said
        ]
        monkeypatch.setattr(log, "overwrite_removed", lambda **_how: "later")
        removed_again(log, removals, by="O1", now=datetime.now(UTC))
        with closing(sqlite3.connect(tmp_path / "ledger.db")) as file:
            file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        left = _found(tmp_path)
        done = log.store.overwrite_removed()

        assert left, "the page kept no copy: this test shows nothing any more"
        assert done == "gone"
        assert _found(tmp_path) == set()
        assert verify(log.store).sound


def _found(folder):
    content = b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())
    return set(re.findall(rb"<said \d{4}>", content))


def test_a_reader_of_an_older_state_is_not_waited_for_and_the_rest_is_owed(tmp_path, monkeypatch):
    monkeypatch.setattr(store, "ASKED_AT_MOST", 0.05)
    with gave_at(tmp_path) as gave:
        gave.over()
        gave.forget("player-3")
        with closing(sqlite3.connect(tmp_path / "ledger.db", isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM words").fetchone()
            held = gave.desk.log.overwrite_removed()
        later = gave.desk.log.overwrite_removed()

    assert (held, later) == ("later", "gone")


def test_more_than_is_done_while_others_wait_is_owed_and_done_when_nobody_does(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(store, "AT_ONCE", 1000)
    with gave_at(tmp_path) as gave:
        gave.over()
        owed = [gave.desk.log.owes_overwriting()]
        gave.forget("player-3")
        done = [gave.desk.log.overwrite_removed()]
        owed.append(gave.desk.log.owes_overwriting())
        done.append(gave.desk.log.overwrite_removed(waiting=False))
        owed.append(gave.desk.log.owes_overwriting())

    assert done == ["later", "gone"]
    assert owed == [False, True, False]


def test_the_table_written_anew_is_the_same_table_and_can_only_be_emptied(tmp_path):
    with gave_at(tmp_path) as gave:
        with closing(sqlite3.connect(tmp_path / "ledger.db")) as file:
            before = file.execute("SELECT type, name, tbl_name, sql FROM sqlite_master").fetchall()
        gave.over()
        gave.forget("player-3")
        gave.desk.log.overwrite_removed()
        with closing(sqlite3.connect(tmp_path / "ledger.db")) as file:
            after = file.execute("SELECT type, name, tbl_name, sql FROM sqlite_master").fetchall()
            for change in ("DELETE FROM words", "UPDATE words SET content = salt"):
                with pytest.raises(sqlite3.IntegrityError, match="can be emptied"):
                    file.execute(change)
        kept = gave.kept("more")
        gave.in_case(gave.director.open_case(gave.games[0], "other", by=DIRECTOR))(
            TakeStatement(who="Zoe", role="witness", words=kept.digest), kept
        )
        assert gave.is_kept("more")

    assert sorted(after, key=str) == sorted(before, key=str)


# In any order


def _in_any_order(tmp_path_factory, order, readers):
    folder = tmp_path_factory.mktemp("order")
    with gave_at(folder) as gave:
        gave.over()
        gone = set()
        for nth, key in enumerate(order):
            gone |= set(GAVE[key])
            left = gave.person(key).kept
            if left:
                gave.forget(key)
            if nth in readers:
                list(gave.desk.log.store.all_words())
                gave.people()
            assert gave.desk.log.overwrite_removed() == "gone"
            assert verify(gave.desk.log.store).sound
            assert lying_in(folder, gave, gone) == []
            assert all(gave.is_kept(what) for what in set(gave.words) - gone)
            for game in gave.games:
                assert gave.desk.sheet(game).state == "final"
    shutil.rmtree(folder)


ORDERS = (st.permutations(EVERYBODY), st.sets(st.integers(0, 5)))
ANY_ORDER = settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@settings(ANY_ORDER, max_examples=3)
@given(*ORDERS)
def test_whoever_is_forgotten_in_whatever_order_all_verifies_and_no_byte_is_left(
    tmp_path_factory, order, readers
):
    _in_any_order(tmp_path_factory, order, readers)


@pytest.mark.torture
@settings(ANY_ORDER, max_examples=150)
@given(*ORDERS)
def test_whoever_is_forgotten_in_whatever_order_hundreds_of_times(tmp_path_factory, order, readers):
    _in_any_order(tmp_path_factory, order, readers)


# Cut off on the way


def _forget_and_die(folder, where):
    """In a process of its own, which is killed at one step of the removal."""

    def die(*_args, **_more):
        os.kill(os.getpid(), signal.SIGKILL)

    log = open_log(folder, {})
    gave = Gave(Desk(log, now=Ticking(_last(log))))
    if where == "before the commit":
        written = store.ChainedRecorder._insert
        store.ChainedRecorder._insert = lambda *given: (written(*given), die())
    elif where == "after the commit":
        log.overwrite_removed = die
    elif where == "while the table is written anew":
        written_anew = overwriting._write_anew
        overwriting._write_anew = lambda *given: (written_anew(*given), die())
    gave.forget("player-1")
    log.overwrite_removed()
    die()


def _last(log):
    return max(event.envelope.written_at for _, event in log.read(0, 10_000))


@pytest.mark.parametrize(
    "where", ["before the commit", "after the commit", "while the table is written anew", "never"]
)
def test_a_removal_that_is_killed_is_whole_or_was_never_begun(tmp_path, where):
    with gave_at(tmp_path) as gave:
        gave.over()
    child = CHILDREN.Process(target=_forget_and_die, args=(tmp_path, where))
    child.start()
    child.join()
    assert child.exitcode == -signal.SIGKILL

    with closing(open_log(tmp_path, {})) as log:
        assert verify(log.store).sound
        said = [event.fact.digest for _, event in log.about(WordsRemoved)]
        kept = [what for what in GAVE["player-1"] if log.words_of(gave.words[what].digest)]
        if where == "before the commit":
            assert (said, kept) == ([], list(GAVE["player-1"]))
            return
        assert (len(said), kept) == (1, [])
        assert log.owes_overwriting() is (where != "never")
        assert log.overwrite_removed() == "gone"
        assert not log.owes_overwriting()
        assert lying_in(tmp_path, gave, GAVE["player-1"]) == []
        assert verify(log.store).sound
