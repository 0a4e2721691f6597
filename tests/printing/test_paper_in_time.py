"""Paper comes when the round ends: goal L4, measured warm, as processor time, best of a few."""

import time
from dataclasses import replace

from printing import result_slip
from printing.code import paper_address, runs

TWO_HUNDRED = 1.5
"""Seconds for 200 slips with their square codes."""

ONE = 0.012
"""Seconds for a document of one slip. The goal is 8 ms (7.9 measured with both cores busy);
what is above it is room for slower machines."""


def round_of(slip, tables):
    return [
        replace(
            slip,
            heading=replace(
                slip.heading,
                table=table,
                address=paper_address("autumn-open", 3, table, event_number=31, check="k3v7qm2xta"),
            ),
        )
        for table in range(1, tables + 1)
    ]


def took(work):
    start = time.process_time()
    work()
    return time.process_time() - start


def test_two_hundred_slips(result):
    slips = round_of(result, 200)

    assert min(took(lambda: result_slip.draw(*slips)) for _ in range(2)) <= TWO_HUNDRED


def test_one_slip(result):
    def fresh():
        runs.cache_clear()
        result_slip.draw(result)

    fresh()

    assert min(took(fresh) for _ in range(20)) <= ONE
