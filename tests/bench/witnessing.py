"""What a witness's answer takes: over HTTP on loopback, from its own process, on the disk first."""

from __future__ import annotations

import http.client
import os
import subprocess
import sys
import time
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from ledger.proof.note import Verifier
from ledger.proof.witness_store import WitnessStore
from tests.bench.table import Row
from tests.proof.a_log import OURS, ALog
from tests.web.a_server import a_free_port

LOGS, EACH, BEFORE = 8, 50, 20
"""Logs that have so many checkpoints signed, each with its proof; those that warm it up."""

COMMAND = "from web.command_line import main; main()"


def rows():
    with TemporaryDirectory() as home:
        store = WitnessStore(Path(home), "witness.example")
        for log in range(LOGS):
            store.add(str(Verifier(f"hall{log}.example/log", OURS.public)), "", datetime.now(UTC))
        store.close()
        yield _answers(home)


def _answers(home):
    port = a_free_port()
    words = ("witness", "serve", "--folder", home, "--port", str(port))
    logs = [ALog(EACH, name=f"hall{number}.example/log") for number in range(LOGS)]
    bodies = [log.body(size, size + 1) for log in logs for size in range(EACH)]
    process = subprocess.Popen(
        [sys.executable, "-c", COMMAND, *words],
        stdout=subprocess.PIPE, text=True, env=os.environ,
    )  # fmt: skip
    try:
        while not _is_there(port):
            time.sleep(0.05)
        took = [_asked(port, number, body) for number, body in enumerate(bodies)][BEFORE:]
        floor = [_asked(port, number) for number in range(len(took))]
    finally:
        process.terminate()
        process.wait(60)
        process.stdout.close()
    worst = quantiles(took, n=100)[98]
    return Row(
        "a witness signs a checkpoint, on the disk first",
        f"{median(took):.1f} ms, p99 {worst:.1f} ms",
        "<= 20 ms",
        f"{median(floor):.1f} ms for /healthz",
        median(took) <= 20,
    )


def _is_there(port):
    try:
        return bool(_asked(port, 0))
    except OSError:
        return False


def _asked(port, number, body=None):
    """Milliseconds from the connection to the last byte; as many addresses ask, by a proxy."""
    told = {"X-Forwarded-For": f"10.0.{number // 250}.{number % 250}"}
    began = time.perf_counter()
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=30)) as connection:
        if body:
            connection.request("POST", "/add-checkpoint", body, told)
        else:
            connection.request("GET", "/healthz", headers=told)
        answer = connection.getresponse()
        answer.read()
    if answer.status != 200:
        sys.exit(f"The witness answers {answer.status}.")
    return 1000 * (time.perf_counter() - began)
