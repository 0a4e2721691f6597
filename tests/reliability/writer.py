"""Write entries for ever, printing each one after it was acknowledged.

    python writer.py FOLDER [--count N] [--synchronous NORMAL] [--checkpoint PAGES] [--at-once T]

Prints ``ACK <stream> <version> <command>`` after each. What an entry is, ``Writing`` says: at
present one turn and its answer through the log; through the desk it is the same lines.
``--synchronous`` weakens the file on purpose, for the test that must then fail.
"""

from __future__ import annotations

import argparse
import os
import sys
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from threading import Thread
from uuid import UUID, uuid4

from ledger import durable_sqlite
from ledger.answers import Answer
from ledger.events import Envelope, Event
from ledger.facts.turns import PlayRecorded
from ledger.log import Log, open_log
from ledger.vocabulary import Placement, Points, Seat, WordScore

NOW = datetime(2026, 11, 21, 14, 32, 7, tzinfo=UTC)


class Writing:
    """One tablet that enters one game, turn after turn."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.stream = uuid4()
        self.device = f"T-{self.stream.hex[:8]}"

    def enter(self, turn: int) -> UUID:
        """Have turn number ``turn`` written; returns the request's number once it is."""
        command = uuid4()
        fact = PlayRecorded(
            seat=Seat.FIRST if turn % 2 else Seat.SECOND,
            placement=Placement("M2", "QUOTH"),
            announced=Points(46),
            computed=Points(46),
            words=(WordScore("QUOTH", Points(46)),),
        )
        envelope = Envelope(
            written_at=NOW, written_by="K1", command_id=command, device=self.device, fact=fact
        )
        answer = Answer(
            command_id=command,
            device=self.device,
            device_seq=turn,
            payload=command.bytes * 2,
            kind="written",
            stream=self.stream,
            version=turn,
            at=NOW,
        )
        self.log.append([Event(self.stream, turn, envelope)], answer=answer)
        return command


def write(log: Log, turns: int) -> None:
    """Enter ``turns`` turns of one game (0: for ever), acknowledging each."""
    writing = Writing(log)
    for turn in range(1, turns + 1) if turns else count(1):
        command = writing.enter(turn)
        os.write(1, f"ACK {writing.stream.hex} {turn} {command.hex}\n".encode())


def main() -> int:
    options = argparse.ArgumentParser()
    options.add_argument("folder", type=Path)
    options.add_argument("--count", type=int, default=0)
    options.add_argument("--synchronous", default="FULL")
    options.add_argument("--checkpoint", type=int, default=0)
    options.add_argument("--at-once", type=int, default=1)
    asked = options.parse_args()
    durable_sqlite.SYNCHRONOUS = (
        asked.synchronous,
        {"OFF": 0, "NORMAL": 1, "FULL": 2}[asked.synchronous],
    )
    if asked.checkpoint:
        durable_sqlite.EXTRA_PRAGMAS = (f"PRAGMA wal_autocheckpoint={asked.checkpoint}",)
    log = open_log(asked.folder)
    tablets = [Thread(target=write, args=(log, asked.count)) for _ in range(asked.at_once)]
    for tablet in tablets:
        tablet.start()
    for tablet in tablets:
        tablet.join()
    log.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
