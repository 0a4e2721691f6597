"""Codes that were printed here held against the record, for ``tilescribe verify``.

What was printed is elsewhere by now: in hands, on walls, in a folder of the federation. So a code
that this very release made, and can't make again from the state it was made from, tells that the
record was changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from ledger.proof.paper_codes import Noted, in_halves, is_code, list_state
from ledger.proof.paper_verdicts import Found
from ledger.record.faults import Fault
from ledger.vocabulary.refusals import Refusal
from web.command_line.opened import Opened, looked_at
from web.command_line.paper_checks import check_paper
from web.command_line.printed import words_hang_on

MOST = 200
"""Codes of sheets that are compared, the newest first; each is filled again, some 20 to 50 ms."""

MOST_FAULTS = 10
"""Codes that differ, after which no more are looked at."""

MOST_LISTS = 20
"""Codes of lists and papers of cases: for each the tables are made again as they stood."""


def printed_otherwise(
    folder: Path, advance: Callable[[int], None] = lambda _done: None
) -> tuple[int, int, tuple[Fault, ...]]:
    """How many codes were compared, of how many that this release printed, and what differs.

    Args:
      folder: the data folder.
      advance: told how many were compared.
    """
    with looked_at(folder, apart=True) as here:
        every = list(_of_this_release(here))
        chosen = list(_chosen(every))
        faults = []
        for done, one in enumerate(chosen, 1):
            if _is_otherwise(here, one):
                code = in_halves(one.code)
                what = f"{code} was printed here for {one.state}, which makes another code now"
                faults.append(Fault("printed", "code", what))
            advance(done)
            if len(faults) == MOST_FAULTS:  # every later link differs with the first
                return done, len(every), tuple(faults)
        return len(chosen), len(every), tuple(faults)


def _of_this_release(here: Opened) -> Iterator[Noted]:
    release = words_hang_on()
    for one in here.printed.newest(MOST * 10):
        named = list_state(one.state)
        by_a_visitor = named is not None and not named.event
        if one.release == release and is_code(one.code) and not by_a_visitor:
            yield one


def _chosen(every: list[Noted]) -> Iterator[Noted]:
    lists = [one for one in every if list_state(one.state)]
    sheets = [one for one in every if not list_state(one.state)]
    yield from sheets[:MOST]
    yield from lists[:MOST_LISTS]


def _is_otherwise(here: Opened, one: Noted) -> bool:
    try:
        return check_paper(here, one.code, one.state).found is Found.OTHERWISE
    except Refusal:  # of a tournament that this record never had
        return False
