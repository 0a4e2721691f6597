"""Result slips: one, and two hundred with their QR codes."""

from __future__ import annotations

from datetime import UTC, datetime

from printing.check_code import check_code
from printing.code import paper_address
from printing.heading import Heading
from printing.result_slip import ResultSlip, Side, draw
from tests.bench.table import Row, best_of

HOW_MANY = 200


def rows():
    slips = [a_slip(table) for table in range(1, HOW_MANY + 1)]
    blank = best_of(5, lambda: draw(ResultSlip()))
    one = best_of(10, lambda: draw(slips[0]))
    many = best_of(3, lambda: draw(*slips))
    floor = f"{1e3 * blank:.1f} ms blank, without a code"
    yield Row("one result slip with QR", f"{1e3 * one:.1f} ms", "<= 8 ms", floor, one <= 8e-3)
    yield Row(f"{HOW_MANY} result slips with QR", f"{many:.2f} s", "<= 1.5 s", floor, many <= 1.5)


def a_slip(table):
    check = check_code(bytes([table]) * 32)
    where = paper_address("harbour-open", 3, table, event_number=31, check=check)
    return ResultSlip(
        heading=Heading(
            tournament="Harbour Open", round_number=3, table=table, event_number=31,
            check=check, address=where,
        ),
        sides=(
            Side(name=f"Zoë Ågren {table}", number=table, started=True, score=431, unplayed=8),
            Side(name="Nguyễn Bích Ngọc", number=2, started=False, score=398, overtime=-10),
        ),
        ending="played out",
        blanks=("E", "S"),
        finished_at=datetime(2026, 11, 21, 11, 0, tzinfo=UTC),
    )  # fmt: skip
