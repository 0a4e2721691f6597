"""Result slips: one, and two hundred with their QR codes."""

from __future__ import annotations


def rows():
    from printing.code import check_code
    from printing.heading import Heading
    from printing.result_slip import ResultSlip, draw

    from tests.bench.table import Row, best_of

    assert check_code
    assert Heading
    slips = [a_slip(table) for table in range(1, 201)]
    assert isinstance(slips[0], ResultSlip)
    one = best_of(10, lambda: draw(slips[0]))
    many = best_of(3, lambda: draw(*slips))
    yield Row("one result slip with its QR code", f"{1e3 * one:.1f} ms", "<= 8 ms", "", one <= 8e-3)
    yield Row("200 result slips with QR codes", f"{many:.2f} s", "<= 1.5 s", "", many <= 1.5)
