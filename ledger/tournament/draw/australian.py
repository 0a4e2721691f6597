"""Australian draw: the highest player not yet paired takes the highest opponent allowed.

It can be repeated by hand with the standings and a list of who met whom. In the first round the
upper half meets the lower. Nobody meets again whom they met since the reset round; where that
leaves somebody over, the reset moves up, round by round, and after that forbidden pairs may meet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from ledger.tournament.draw.byes import who_may_sit_out
from ledger.tournament.draw.drawn import Drawn, Met
from ledger.tournament.draw.gibson import take_out_gibsons
from ledger.tournament.draw.highest_first import can_be_paired, highest_first
from ledger.tournament.draw.inputs import Entrant, Inputs, players_here
from ledger.tournament.draw.ranking import ranked
from ledger.tournament.draw.round_off import rounded_off


class Level(Struct, frozen=True):
    """What is allowed: meetings before ``reset`` are forgiven; ``forbidden`` pairs may meet."""

    reset: int
    forbidden: bool


def levels(told: Inputs) -> Iterator[Level]:
    """What is allowed, strictest first."""
    reset = min(told.settings.reset, told.round_number)
    for since in range(reset, told.round_number + 1):
        yield Level(since, forbidden=False)
    yield Level(told.round_number, forbidden=True)


def may_meet(one: Entrant, two: Entrant, level: Level, told: Inputs) -> bool:
    """Whether two may meet as things are."""
    return two.number not in _barred(one, level, told)


def _barred(one: Entrant, level: Level, told: Inputs) -> set[int]:
    """Whom a player may not meet as things are, by number."""
    met = {each.opponent for each in one.before if each.round_number >= level.reset}
    if level.forbidden:
        return met
    pairs = (pair for pair in told.forbidden if one.number in pair)
    return met | {number for pair in pairs for number in pair} - {one.number}


def wishes(rest: Sequence[Entrant], level: Level, told: Inputs) -> list[list[int]]:
    """For each place, whom the player there may take, the most wanted first."""
    half = len(rest) // 2
    places = range(len(rest))
    wanted: list[list[int]] = []
    for at in places:
        order: Sequence[int] = places
        if told.round_number == 1 and at < half:
            order = [*range(at + half, len(rest)), *range(half, at + half), *range(half)]
        barred = _barred(rest[at], level, told)
        wanted.append([two for two in order if two != at and rest[two].number not in barred])
    return wanted


def put_together(told: Inputs) -> tuple[list[Met], list[Entrant], Level]:
    """Who meets whom, who can't be caught, and what had to be allowed."""
    in_rank = ranked(players_here(told), told.seed)
    met, gibsons, rest = take_out_gibsons(in_rank, told)
    may: Sequence[Entrant | None] = (None,)
    if len(rest) % 2:
        may = who_may_sit_out(rest, told.settings, told.seed, told.round_number)
    for level in levels(told):
        for at, sits_out in enumerate(may):
            if at == 1 and not _leaves_nobody_over(rest, may, wishes(rest, level, told)):
                break
            others = [one for one in rest if one is not sits_out]
            pairs = highest_first(wishes(others, level, told))
            if pairs is not None:
                bye = [Met(sits_out.number, 0)] if sits_out else []
                found = [Met(others[one].number, others[two].number) for one, two in pairs]
                return [*met, *bye, *found], gibsons, level
    msg = "any two may meet at last, and an even number is left"
    raise AssertionError(msg)


def _leaves_nobody_over(
    rest: Sequence[Entrant], may: Sequence[Entrant | None], wanted: Sequence[Sequence[int]]
) -> bool:
    """Whether all can be paired, one of those who may sit out left aside where the field is odd."""
    sits_out = [[*wishes, len(rest)] if one in may else wishes
                for one, wishes in zip(rest, wanted, strict=True)]  # fmt: skip
    return can_be_paired(range(len(rest) + len(rest) % 2), [*sits_out, ()])


def draw(told: Inputs) -> Drawn:
    """Pair a round of the Australian draw."""
    met, gibsons, _ = put_together(told)
    return rounded_off(told, met, gibsons, allowed=1, since=told.settings.reset)
