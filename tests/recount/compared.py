"""The product's sheet beside what its transcript comes to by the other program."""

from __future__ import annotations

from ledger.game.setting_up.facts import GameScheduled
from ledger.game.sheet.folding import replay
from ledger.transcript import view, write_transcript
from tests.recount.counting import recount


def board_of(sheet):
    size = 15
    return {(at // size, at % size): tile for at, tile in enumerate(sheet.board.squares) if tile}


def compared(sheet):
    """The differences between a sheet and what its transcript comes to by the other program."""
    found = recount(write_transcript(view(sheet.events)))
    different = list(found.differences)
    if found.stands != sheet.stands:
        different.append(f"{found.stands} beside {sheet.stands}")
    if not found.doubtful and found.board != board_of(sheet):
        different.append("another board")
    return found, different


def differences_in(log):
    """Every game of a log, counted again: what differs, each with its game."""
    different = []
    for _, event in log.about(GameScheduled):
        sheet = replay(log.events_of(event.originator_id))
        different += [(event.originator_id, said) for said in compared(sheet)[1]]
    return different
