"""A round drawn before the results it rests on are in, or from standings that have moved since.

Both are allowed, and both are said on every door: before a draw, with it, and afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from ledger.tournament.draw.inputs import Entrant, Inputs
from ledger.tournament.standing_now import Played
from ledger.vocabulary import remarks
from ledger.vocabulary.counted import some

MOST_NAMED = 8
"""Tables, or players, that are named one by one."""


class ResultsOut(Struct, frozen=True):
    """The tables of an earlier round whose result is not in.

    Attributes:
      of: how many games the round has.
    """

    round_number: int
    tables: tuple[int, ...]
    of: int


def results_out(played: Sequence[Played]) -> tuple[ResultsOut, ...]:
    """Of each earlier round the tables without a result; a result nobody signed is one."""
    games: dict[int, list[Played]] = {}
    for one in played:
        if one.pairing.second:
            games.setdefault(one.round_number, []).append(one)
    found = (
        ResultsOut(
            number,
            tuple(sorted(x.pairing.table for x in of if x.result is None and not x.is_void)),
            len(of),
        )
        for number, of in sorted(games.items())
    )
    return tuple(one for one in found if one.tables)


def out_in_words(out: Sequence[ResultsOut], *, was_paired: bool = False) -> Iterator[str]:
    """What a round is paired without, or was, a line for each earlier round."""
    then = "This round was paired" if was_paired else "The round is paired"
    for one in out:
        are = "is" if len(one.tables) == 1 else "are"
        tables = ", ".join(map(str, one.tables[:MOST_NAMED]))
        more = f" and {len(one.tables) - MOST_NAMED} more" if len(one.tables) > MOST_NAMED else ""
        at = "table" if len(one.tables) == 1 else "tables"
        yield (
            f"{len(one.tables)} of {some(one.of, 'result')} of round {one.round_number} {are} not "
            f"in: {at} {tables}{more}. {then} without them."
        )


def remarks_on_results(out: Sequence[ResultsOut]) -> tuple[str, ...]:
    """The remark on a round that is paired before the results of an earlier one are in."""
    return (remarks.RESULTS_OUT,) if out else ()


def moved_since(drawn_from: Inputs, now: Inputs) -> tuple[int, ...]:
    """Players who stand otherwise than when a round was drawn, by number.

    Args:
      drawn_from: what the draw was made from.
      now: the same as the record has it by now.
    """
    then = {one.number: _standing(one) for one in drawn_from.entrants}
    return tuple(one.number for one in now.entrants if then.get(one.number, ()) != _standing(one))


def moved_in_words(moved: Sequence[int], players: int) -> str:
    """That standings moved since a draw, for who looks at it; empty: they did not."""
    if not moved:
        return ""
    return (
        f"The standings have moved since this draw: {len(moved)} of {players} players stand "
        "otherwise. Results came in, or were changed, after it was made."
    )


def _standing(one: Entrant) -> tuple[int, ...]:
    met = (number for each in one.before for number in (each.round_number, each.opponent))
    return (one.half_wins, one.spread, *met)
