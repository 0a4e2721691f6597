"""What an insider can do: one game of a record told otherwise, and everything worked out anew.

The forger holds the files and knows this program. What signers saw is digested again with the
product's own functions, links and check sums are those of a sound file, and the triggers are back.
"""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing

import msgspec
from msgspec.structs import replace

from ledger.game.endings.facts import UnplayedTilesCounted
from ledger.game.results.facts import ResultProposed, ResultSigned
from ledger.game.results.signatures import digest_shown
from ledger.game.sheet.folding import replay
from ledger.hall import HALL_FILE
from ledger.proof.facts import CheckpointMade
from ledger.proof.game_proof import TREE_FILE
from ledger.proof.keys import key_in, signed
from ledger.proof.note import Checkpoint, Growing, leaf_data, leaf_hash
from ledger.record.chain import START_OF_CHAIN, event_check_sums, link
from ledger.record.engine import open_log
from ledger.record.events import Event, game_id, record_id
from ledger.record.opening import LEDGER_FILE

SLIP, CASE = "harbour-open/R1/T1", "harbour-open/C-3"
WAYS = {"left": {}, "dropped": {"drop_checkpoints": True}, "signed anew": {}}
"""The record rewritten: checkpoints left as they were, dropped, or signed anew with the key."""

MORE = 18
"""Points that the second player of R1/T1 has more than were played: 431:423 becomes 431:441."""


def rewritten(folder, into, *, drop_checkpoints=False, without=()):
    """A copy of a demonstration in which R1/T1 ends otherwise; where it lies.

    ``drop_checkpoints``: every fact about checkpoints is taken out of the record's own stream;
    ``without``: kinds of facts that the forger forgets to tell otherwise.
    """
    shutil.copytree(folder, into)
    for name in (HALL_FILE, TREE_FILE):
        for ending in ("", "-wal", "-shm"):
            (into / f"{name}{ending}").unlink(missing_ok=True)
    game = game_id("harbour-open", 1, 1)
    with closing(open_log(folder, to_write=False)) as log:
        states = {
            (game.hex, event.originator_version): msgspec.json.encode(event.envelope)
            for event in _told_otherwise(log.events_of(game), without)
        }

    def changed(rows):
        version = 0
        for stream, number, topic, state in rows:
            if stream == record_id().hex:
                if drop_checkpoints and topic.startswith("checkpoint-"):
                    continue
                version += 1
                yield stream, version, topic, state
            else:
                yield stream, number, topic, states.get((stream, number), state)

    written_anew(into, changed)
    return into


def cut_off(folder, into, size):
    """A copy whose record ends after so many events; answers and the rest are kept."""
    shutil.copytree(folder, into)
    written_anew(into, lambda rows: rows[:size])
    return into


def written_anew(folder, changed):
    """Put the events of a record in the place of those it has, with every link as it would be."""
    with closing(sqlite3.connect(folder / LEDGER_FILE)) as db, db:
        triggers = db.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' "
            "AND tbl_name IN ('stored_events', 'chain')"
        ).fetchall()
        rows = db.execute(
            "SELECT originator_id, originator_version, topic, state FROM stored_events "
            "ORDER BY rowid"
        ).fetchall()
        for name, _ in triggers:
            db.execute(f"DROP TRIGGER {name}")
        db.execute("DELETE FROM stored_events")
        db.execute("DELETE FROM chain")
        previous = START_OF_CHAIN
        for position, (stream, version, topic, state) in enumerate(changed(rows), 1):
            previous = link(previous, stream, version, topic, state)
            sums = event_check_sums(stream, version, topic, state)
            db.execute(
                "INSERT INTO stored_events (rowid, originator_id, originator_version, topic, state)"
                " VALUES (?, ?, ?, ?, ?)", (position, stream, version, topic, state),
            )  # fmt: skip
            db.execute("INSERT INTO chain VALUES (?, ?, ?)", (position, previous, sums))
        for _, sql in triggers:
            db.execute(sql)


def _told_otherwise(events, without):
    """The events of the game with more points for the second player, signed for as it says now."""
    told = []
    for event in events:
        fact = event.envelope.fact
        if isinstance(fact, without):
            pass
        elif isinstance(fact, UnplayedTilesCounted):
            first, second = fact.adjustments
            fact = replace(fact, adjustments=(first, second + MORE))
        elif isinstance(fact, ResultProposed):
            fact = replace(fact, totals=(fact.totals[0], fact.totals[1] + MORE))
        elif isinstance(fact, ResultSigned):
            shown = digest_shown(replay(told), fact.seat)
            fact = replace(fact, totals=(fact.totals[0], fact.totals[1] + MORE), shown=shown)
        envelope = replace(event.envelope, fact=fact)
        told.append(Event(event.originator_id, event.originator_version, envelope))
    return told


def signed_anew(folder):
    """Every checkpoint made again over what the record says now, with the key that lies there."""
    key, topic = key_in(folder), CheckpointMade.topic()

    def changed(rows):
        tree, roots = Growing(), {}
        for stream, version, kind, stored in rows:
            state = stored
            if kind == topic:
                whole = msgspec.json.decode(state)
                fact = whole["fact"]
                root = roots[fact["size"]]
                note = signed(Checkpoint(fact["origin"], fact["size"], root), fact["origin"], key)
                whole["fact"] = fact | {"root": root.hex(), "note": str(note)}
                state = msgspec.json.encode(whole)
            tree.add([leaf_hash(leaf_data(stream.encode(), b"%d" % version, kind.encode(), state))])
            roots[tree.size] = tree.root()
            yield stream, version, kind, state

    written_anew(folder, changed)
