"""Turns put in where they were made, and turns given to the other player."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from ledger.game.facts.blanks import BlankDesignated
from ledger.game.facts.challenges import ChallengeFailed, ChallengeIssued, PhoneyWithdrawn
from ledger.game.facts.endings import PlayedOut, PlayOutAccepted, UnplayedTilesCounted
from ledger.game.facts.holds import HoldCalled, HoldReleased
from ledger.game.facts.turns import TURNS, SeatsExchanged, TurnInserted
from ledger.game.sheet.line import Correction
from ledger.game.sheet.standing import Standing, words_of
from ledger.record.events import Event
from ledger.record.fact import Fact

OF_A_TURN = (
    BlankDesignated, HoldCalled, HoldReleased, ChallengeIssued, ChallengeFailed, PhoneyWithdrawn,
    PlayedOut, PlayOutAccepted,
)  # fmt: skip
"""Facts that name a player for what was said of the turn before them."""


def with_turn(stands: dict[int, Standing], event: Event, fact: TurnInserted) -> dict[int, Standing]:
    """What stands, with the turn of ``fact`` before the one it was made before."""
    mended = Correction(
        event.originator_version, event.envelope.written_at, fact.approved_by, fact.reason,
        "nothing", words_of(fact.turn),
    )  # fmt: skip
    one = Standing(event, fact.turn, (mended,))
    if fact.before not in stands:
        return {**stands, event.originator_version: one}
    found: dict[int, Standing] = {}
    for version, entry in stands.items():
        if version == fact.before:
            found[event.originator_version] = one
        found[version] = entry
    return found


def with_seats(stands: dict[int, Standing], event: Event, fact: SeatsExchanged) -> None:
    """Give the turns that ``fact`` names, and what was said of them, to the other player."""
    for version in _concerned(stands, event, fact):
        entry = stands[version]
        was = entry.fact
        if not isinstance(was, (*TURNS, *OF_A_TURN)):
            continue
        now: Fact = replace(was, seat=was.seat.opponent)
        mended = Correction(
            event.originator_version, event.envelope.written_at, fact.approved_by, fact.reason,
            words_of(was), f"{words_of(now)}, by the other player",
        )  # fmt: skip
        corrections = (*entry.corrections, mended) if isinstance(was, TURNS) else entry.corrections
        stands[version] = entry._replace(fact=now, corrections=corrections)


def in_doubt(stands: Mapping[int, Standing], event: Event, fact: SeatsExchanged) -> list[Standing]:
    """What names a player after turns that went to the other one, and stayed as it was entered."""
    left = (
        entry for version, entry in stands.items() if version in _concerned(stands, event, fact)
    )
    return [
        entry
        for entry in left
        if isinstance(entry.fact, UnplayedTilesCounted)
        or (hasattr(entry.fact, "seat") and not isinstance(entry.fact, (*TURNS, *OF_A_TURN)))
    ]


def _concerned(
    stands: Mapping[int, Standing], event: Event, fact: SeatsExchanged
) -> tuple[int, ...]:
    """Versions of the turns and of what follows each, in the order of the game."""
    found: list[int] = []
    for version, entry in from_here(stands, fact.supersedes):
        if not fact.onwards and found and isinstance(entry.made, TURNS):
            break
        if version < event.originator_version:
            found.append(version)
    return tuple(found)


def from_here(stands: Mapping[int, Standing], version: int) -> Iterator[tuple[int, Standing]]:
    """The entry at ``version`` and what follows it in the order of the game."""
    there = False
    for each, entry in tuple(stands.items()):
        there = there or each == version
        if there:
            yield each, entry
