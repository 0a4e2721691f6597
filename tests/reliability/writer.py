"""Write entries for ever, printing each one after it was acknowledged.

    python writer.py FOLDER [--through desk] [--count N] [--at-once T] [--checkpoint PAGES]
                            [--synchronous NORMAL]

Prints ``ACK <stream> <version> <command>`` after each. An entry is one turn and its answer,
written through the log, or asked for at the desk.
``--synchronous`` weakens the file on purpose, for the test that must then fail.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from threading import Thread
from typing import Any
from uuid import UUID, uuid4

from ledger.game.turns.facts import PlayRecorded
from ledger.record.engine import open_log
from ledger.record.events import Envelope, Event
from ledger.record.log import Log
from ledger.record.sqlite import durable
from ledger.record.store import Answer
from ledger.vocabulary import Placement, Points, Seat, WordScore

NOW = datetime(2026, 11, 21, 14, 32, 7, tzinfo=UTC)


class Writing:
    """One tablet that enters one game, turn after turn."""

    SETTING_UP = 0

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


class AskingTheDesk:
    """One tablet whose turns go through the desk, in a tournament of its own."""

    SETTING_UP = 3
    """Events of a game before its first turn."""

    def __init__(self, log: Log) -> None:
        from ledger.desk.desk import Desk
        from ledger.game.setting_up.requests import DetermineStarter, StartGame
        from ledger.tournament.facts import Pairing, PlayerEntered
        from tests.officials import Organiser

        self.desk = Desk(log)
        organiser, slug = Organiser(self.desk), f"t-{uuid4().hex[:12]}"
        mode = (("challenge-mode", "points-per-word-5"),)
        organiser.open_tournament(slug, "Spring Open", "wespa-5.1", by="O1", options=mode)
        players = [PlayerEntered(number=n, name=f"Player {n}") for n in (1, 2)]
        organiser.enter_players(slug, players, by="O1")
        [self.stream] = organiser.pair_round(slug, 1, [Pairing(1, 1, 2)], by="O1")
        self.device = f"T-{self.stream.hex[:8]}"
        self.numbers = count(1)
        self.ask(DetermineStarter(starter=1, method="assigned"))
        self.ask(StartGame())

    def ask(self, request: Any) -> UUID:
        from ledger.desk.requests import Sent, Written

        command = uuid4()
        number = next(self.numbers)
        sent = Sent(by="K1", command_id=command, device=self.device, device_seq=number)
        outcome = self.desk.enter(self.stream, request, sent)
        assert isinstance(outcome, Written), outcome
        return command

    def enter(self, turn: int) -> UUID:
        """Have turn number ``turn`` written; returns the request's number once it is."""
        from ledger.game.turns.requests import MissTurn

        seat = Seat.FIRST if turn % 2 else Seat.SECOND
        return self.ask(MissTurn(seat=seat, announced=Points(20)))


def issue_badges(log: Log) -> None:
    """An organiser's badge and a scorekeeper's, if nobody has issued them."""
    from ledger.desk.desk import Desk
    from ledger.vocabulary import Role
    from ledger.vocabulary.refusals import Refusal
    from tests.officials import Organiser

    organiser = Organiser(Desk(log))
    for badge, role in (("O1", Role.ORGANISER), ("K1", Role.SCOREKEEPER)):
        with contextlib.suppress(Refusal):
            organiser.issue_badge(badge, f"Bearer of {badge}", role, by="O1")


def write(writing: Writing | AskingTheDesk, turns: int) -> None:
    """Enter ``turns`` turns of one game (0: for ever), acknowledging each."""
    before = writing.SETTING_UP
    for turn in range(1, turns + 1) if turns else count(1):
        command = writing.enter(turn)
        os.write(1, f"ACK {writing.stream.hex} {before + turn} {command.hex}\n".encode())


def main() -> int:
    options = argparse.ArgumentParser()
    options.add_argument("folder", type=Path)
    options.add_argument("--count", type=int, default=0)
    options.add_argument("--synchronous", default="FULL")
    options.add_argument("--checkpoint", type=int, default=0)
    options.add_argument("--at-once", type=int, default=1)
    options.add_argument("--through", choices=["log", "desk"], default="log")
    request = options.parse_args()
    durable.SYNCHRONOUS = (
        request.synchronous,
        {"OFF": 0, "NORMAL": 1, "FULL": 2}[request.synchronous],
    )
    if request.checkpoint:
        durable.EXTRA_PRAGMAS = (f"PRAGMA wal_autocheckpoint={request.checkpoint}",)
    log = open_log(request.folder)
    if request.through == "desk":
        issue_badges(log)
    kind = AskingTheDesk if request.through == "desk" else Writing
    writings = [kind(log) for _ in range(request.at_once)]
    tablets = [Thread(target=write, args=(writing, request.count)) for writing in writings]
    for tablet in tablets:
        tablet.start()
    for tablet in tablets:
        tablet.join()
    log.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
