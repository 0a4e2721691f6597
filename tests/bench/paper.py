"""Result slips: one, and two hundred with their QR codes. A bundle, signed."""

from __future__ import annotations

import tempfile
from datetime import UTC, datetime
from pathlib import Path

from click.testing import CliRunner

from printing import result_slip
from printing.heading import Heading
from printing.papers import Papers
from printing.result_slip import ResultSlip, Side, draw
from printing.source import Source
from tests.bench.table import Row, best_of
from tests.officials import Director
from web.command_line import commands
from web.command_line.issued_bundles import sign_bundle
from web.command_line.opened import opened
from web.site.site import CaseToPrint

HOW_MANY = 200


def rows():
    slips = [a_slip(table) for table in range(1, HOW_MANY + 1)]
    blank = best_of(5, lambda: draw(ResultSlip()))
    one = best_of(10, lambda: _papers(slips[:1]).pdf("a4", "https://hall.example"))
    many = best_of(3, lambda: _papers(slips).pdf("a4", "https://hall.example"))
    floor = f"{1e3 * blank:.1f} ms blank, without a code"
    yield Row("one result slip with QR", f"{1e3 * one:.1f} ms", "<= 8 ms", floor, one <= 8e-3)
    yield Row(f"{HOW_MANY} result slips with QR", f"{many:.2f} s", "<= 1.5 s", floor, many <= 1.5)
    yield a_signed_bundle()


def a_signed_bundle():
    """The bundle of a case about the longest game of the demonstration, from record to file."""
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
            pages = f"{len(made[-1].content) / 1024:.0f} KiB"
    what = f"bundle of a game of {game.version} events, signed"
    return Row(what, f"{1e3 * took:.0f} ms", "<= 400 ms", pages, took <= 0.4)


def _papers(slips):
    """With their codes, as they are printed."""
    return Papers.of(result_slip, Source(link=bytes(32)), *slips)


def a_slip(table):
    return ResultSlip(
        heading=Heading(
            tournament="Harbour Open", round_number=3, table=table, event_number=31,
            state=f"31/harbour-open/R3/T{table}",
        ),
        sides=(
            Side(name=f"Zoë Ågren {table}", number=table, started=True, score=431, unplayed=8),
            Side(name="Nguyễn Bích Ngọc", number=2, started=False, score=398, overtime=-10),
        ),
        ending="played out",
        blanks=("E", "S"),
        finished_at=datetime(2026, 11, 21, 11, 0, tzinfo=UTC),
    )  # fmt: skip
