"""A bundle of a case: filled, drawn, its events proved, and signed."""

from __future__ import annotations

import tempfile
from pathlib import Path

from click.testing import CliRunner

from ledger.proof.paper_requests import CaseToPrint
from printing.checking.bundles import sign_bundle
from tests.bench.table import Row, best_of
from tests.officials import Director
from web.command_line import commands
from web.command_line.opened import opened


def row():
    """That of a case about the longest game of the demonstration, from record to file."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        CliRunner().invoke(commands, ["demo", "--build-only", "--data", str(data)])
        with opened(data) as here:
            rows = here.hall.games("harbour-open")
            game = max(rows, key=lambda row: row.version)
            Director(here.desk).open_case(game.id, "other", by="D1")
            which = CaseToPrint("harbour-open", 4)
            made = []

            def sign():
                made.append(sign_bundle(here, which, "a4", "https://hall.example", "D1"))

            took = best_of(5, sign)
            size = f"{len(made[-1].content) / 1024:.0f} KiB"
    what = f"bundle of a game of {game.version} events, signed"
    return Row(what, f"{1e3 * took:.0f} ms", "<= 400 ms", size, took <= 0.4)
