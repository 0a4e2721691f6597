"""A draw made again from what was written down with it, and compared with what holds."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from ledger.tournament.draw.drawn import Drawn
from ledger.tournament.draw.inputs import Inputs, digest_of
from ledger.tournament.draw.methods import drawn
from ledger.tournament.facts.draws import RoundDrawn
from ledger.tournament.facts.tournaments import Pairing
from ledger.tournament.tournament import Tournament


class DrawnAgain(Struct, frozen=True, kw_only=True):
    """What making a draw again showed.

    Attributes:
      drawn: the draw as it comes out now.
      same_inputs: whether the inputs are those whose digest was written down.
      same_draw: whether it comes out as it was written down.
      changed: pairings that hold otherwise than they were drawn, as (drawn, holds): somebody
        changed them by hand. ``None``: there is none.
      since: what the record has of the inputs by now that differs, by field; empty where nobody
        asked, or nothing does.
    """

    drawn: Drawn
    same_inputs: bool
    same_draw: bool
    changed: tuple[tuple[Pairing | None, Pairing | None], ...]
    since: tuple[str, ...] = ()


def drawn_again(
    tournament: Tournament, fact: RoundDrawn, as_recorded: Inputs | None = None
) -> DrawnAgain:
    """Make a draw again.

    Args:
      tournament: with the round as it holds.
      fact: the draw as it was written down, with its inputs.
      as_recorded: the inputs as the record has them of that moment, to compare.

    Raises:
      ValueError: the inputs are not there, for whoever is not shown them.
    """
    if fact.inputs is None:
        msg = "a draw is made again from its inputs"
        raise ValueError(msg)
    now = drawn(fact.inputs)
    since: tuple[str, ...] = ()
    if as_recorded is not None:
        since = tuple(
            name
            for name in Inputs.__struct_fields__
            if getattr(as_recorded, name) != getattr(fact.inputs, name)
        )
    return DrawnAgain(
        drawn=now,
        same_inputs=digest_of(fact.inputs) == fact.digest,
        same_draw=now == fact.drawn,
        changed=tuple(_changed(tournament, fact)),
        since=since,
    )


def _changed(
    tournament: Tournament, fact: RoundDrawn
) -> Iterator[tuple[Pairing | None, Pairing | None]]:
    holds = {
        max(one.first, one.second) if not one.second else one.table: one
        for paired in tournament.rounds
        if (paired.division, paired.round_number) == (fact.division, fact.round_number)
        for one in paired.pairings
    }
    was = {
        one.first if not one.second else one.table: Pairing(one.table, one.first, one.second)
        for one in fact.drawn.pairings
    }
    for key in sorted({*was, *holds}):
        one, two = was.get(key), holds.get(key)
        if _who(one) != _who(two):
            yield one, two


def _who(pairing: Pairing | None) -> tuple[int, int, int] | None:
    return None if pairing is None else (pairing.table, pairing.first, pairing.second)
