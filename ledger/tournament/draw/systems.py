"""The systems of pairing: Swiss, king of the hill, factor, Fontes, Australian, round robin."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from ledger.messages import say
from ledger.tournament.draw.by_weight import Field, take_out_gibsons
from ledger.tournament.draw.by_weight import put_together as put_together_by_weight
from ledger.tournament.draw.by_wishes import can_be_paired, draw_by_win_groups, highest_first
from ledger.tournament.draw.inputs import (
    Drawn,
    Entrant,
    Inputs,
    Met,
    Method,
    Relaxed,
    Settings,
    in_order,
    players_here,
    ranked,
    rounded_off,
    seeded,
    shuffled,
    who_may_sit_out,
)

# Rings: everybody meets everybody, and what becomes of a seat that is empty.


EMPTY = 0  # a seat of a ring with nobody in it: who meets it sits out

Plan = tuple[tuple[int, ...], ...]
"""Rings, and behind them the round in which they were laid down, by itself."""


def laid_down(rings: Sequence[Sequence[int]], in_round: int) -> Plan:
    """Rings of an even number of seats each, to be gone on from."""
    even = (tuple(ring) + (EMPTY,) * (len(ring) % 2) for ring in rings)
    return (*even, (in_round,))


def cycle_and_turn(ring: Sequence[int], since: int, round_number: int) -> tuple[int, int]:
    """How often everybody has met everybody, and which turn of the ring this is, both from 0."""
    return divmod(max(0, round_number - since), max(1, len(ring) - 1))


def turned(ring: Sequence[int], cycle: int, turn: int) -> Iterator[Met]:
    """The pairs of one turn of the ring; an empty seat is named second.

    Numbers of seats that add up to the turn meet; the seat that would meet itself meets the last
    one. Starts alternate, and swap from one cycle to the next, so that a return is the other
    player's to start.

    >>> [(met.one, met.two, met.starter) for met in turned((1, 2, 3, 4), cycle=0, turn=0)]
    [(1, 4, 1), (2, 3, 2)]
    >>> [(met.one, met.two, met.starter) for met in turned((1, 2, 3, 4), cycle=1, turn=0)]
    [(1, 4, 4), (2, 3, 3)]
    """
    others = len(ring) - 1
    for seat in range(1, others + 1):
        facing = (turn + 2 - seat) % others or others
        if facing < seat:
            continue
        if facing == seat:
            facing, begins = others + 1, seat <= (others + 1) // 2
        else:
            begins = (seat + facing) % 2 == 1
        one, two = ring[seat - 1], ring[facing - 1]
        first = one if begins == (cycle % 2 == 0) else two
        if one and two:
            yield Met(one, two, first)
        elif one or two:
            yield Met(one or two, EMPTY)


def ladder(ring: Sequence[int], cycle: int, turn: int) -> Iterator[Met]:
    """The pairs of one turn in which the first player goes through the others from the last up.

    The others sit in a circle, the best side by side; two meet who sit as far to either side of
    the first player's opponent. In the last turn first meets second, third meets fourth, and so
    on. Over all turns starts are half the games; they swap from one cycle to the next. tsh pairs
    and assigns starts so ("Pairing Theory and tsh").

    >>> [(met.one, met.two, met.starter) for met in ladder((1, 2, 3, 4, 5, 6), cycle=0, turn=1)]
    [(1, 5, 1), (6, 3, 6), (4, 2, 2)]
    >>> [(met.one, met.two) for met in ladder((1, 2, 3, 4, 5, 6), cycle=0, turn=4)]
    [(1, 2), (3, 4), (5, 6)]
    """
    if not ring:
        return
    last = len(ring) - 1
    circle = [*range(2, last, 2), last, *range(last - 2, 0, -2)]
    at = circle.index(last - turn)
    seats = [(0, circle[at], at % 2 == 1)]
    for far in range(1, last // 2 + 1):
        ahead, behind = circle[(at + far) % last], circle[at - far]
        seats.append((ahead, behind, far % 2 == 1))
    for seat, facing, begins in seats:
        one, two = ring[seat], ring[facing]
        if one and two:
            yield Met(one, two, one if begins == (cycle % 2 == 0) else two)
        elif one or two:
            yield Met(one or two, EMPTY)


def met_in_ring(
    settings: Settings, ring: Sequence[int], since: int, round_number: int, size: int = 0
) -> Iterator[Met]:
    """Who meets whom of a ring in a round, in the order of the method in force.

    Args:
      size: how many of the seats are taken; 0: all of them.
    """
    if settings.method in ("round-robin-1", "fontes-1"):
        yield from turned(ring, *cycle_and_turn(ring, since, round_number))
    elif settings.method == "round-robin-2":
        games, again = divmod(max(0, round_number - since), settings.in_a_row)
        cycle, turn = divmod(games, max(1, len(ring) - 1))
        yield from ladder(ring, cycle * settings.in_a_row + again, turn)
    else:
        yield from _in_group(ring, size or len(ring), round_number - since, settings.fontes_rounds)


# Swiss: players with as many wins meet, the upper half of each group the lower half.


def field_of(in_rank: Sequence[Entrant], inputs: Inputs) -> Field:
    """Half a group apart. The last of an odd group goes on top of the next."""
    del inputs
    gaps: list[int] = []
    from_above = 0
    for _, level in groupby(in_rank, key=lambda one: one.half_wins):
        size = from_above + len(list(level))
        from_above = size % 2
        gaps.extend([size // 2] * (size - from_above))
    return Field(tuple(in_rank), tuple(gaps), by_wins=True)


def draw(inputs: Inputs) -> Drawn:
    return rounded_off(inputs, *put_together_by_weight(inputs, field_of))


# King of the hill: first meets second, third meets fourth, and so on down.


def field_of_king_of_the_hill(in_rank: Sequence[Entrant], inputs: Inputs) -> Field:
    """Neighbours."""
    del inputs
    return Field(tuple(in_rank), (1,) * len(in_rank), by_wins=False)


def draw_king_of_the_hill(inputs: Inputs) -> Drawn:
    return rounded_off(inputs, *put_together_by_weight(inputs, field_of_king_of_the_hill))


# Factor: each meets the player a number of ranks below, block by block from the top.


def field_of_factor(in_rank: Sequence[Entrant], inputs: Inputs) -> Field:
    """As many ranks apart as the factor; what is left at the end, half of that apart."""
    gaps: list[int] = []
    while len(gaps) < len(in_rank):
        apart = min(inputs.settings.factor, (len(in_rank) - len(gaps)) // 2)
        gaps.extend([apart] * (2 * apart))
    return Field(tuple(in_rank), tuple(gaps), by_wins=False)


def draw_factor(inputs: Inputs) -> Drawn:
    return rounded_off(inputs, *put_together_by_weight(inputs, field_of_factor))


def field_of_factor_from_the_top(in_rank: Sequence[Entrant], inputs: Inputs) -> Field:
    """From the top down each as near to so many ranks below as somebody is left, as tsh does it.

    >>> from ledger.tournament.draw.inputs import Inputs, Settings
    >>> told = Inputs(round_number=1, entrants=(), settings=Settings(method="factor-2", factor=4))
    >>> field_of_factor_from_the_top([Entrant(number=one) for one in range(6)], told).gaps
    (4, 4, 1, 1, 4, 4)
    """
    gaps = [0] * len(in_rank)
    left = list(range(len(in_rank)))
    while left:
        one, *left = left
        two = min(left, key=lambda other: abs(other - one - inputs.settings.factor))
        left.remove(two)
        gaps[one] = gaps[two] = two - one
    return Field(tuple(in_rank), tuple(gaps), by_wins=False)


def draw_factor_from_the_top(inputs: Inputs) -> Drawn:
    return rounded_off(inputs, *put_together_by_weight(inputs, field_of_factor_from_the_top))


# Initial Fontes: first rounds without standings, in small groups of every strength.
#
# The seeds are cut into as many bands as a group has players; each group gets one of every band,
# drawn by lot, and plays a round robin. After its rounds a draw goes on as Swiss.


def groups_of(
    in_seed: Sequence[Entrant], rounds: int, seed: int, *, by_lot: bool = False
) -> list[list[int]]:
    """One group for each lot of a band; who is left over joins the last group, which is then odd.

    A group has one player more than it plays rounds, and one more again where that is odd, so
    that nobody need sit out. A field of at most twice as many players as rounds is one group, in
    the order of the seeds, or ``by_lot``, as it was until November 2026.
    """
    numbers = [one.number for one in in_seed]
    size = rounds + 1 + (rounds + 1) % 2
    if len(numbers) <= 2 * rounds or len(numbers) < 2 * size:
        return [shuffled(numbers, seed, "fontes/all") if by_lot else numbers]
    groups = len(numbers) // size
    bands = [
        shuffled(numbers[band * groups : (band + 1) * groups], seed, f"fontes/{band}")
        for band in range(size)
    ]
    dealt = [list(group) for group in zip(*bands, strict=True)]
    dealt[-1] += numbers[size * groups :]
    return dealt


def plan_of(inputs: Inputs) -> Plan:
    """The groups: as an earlier round laid them down, or drawn."""
    if inputs.plan:
        return inputs.plan
    in_seed = seeded(players_here(inputs), inputs.seed)
    return laid_down(
        groups_of(
            in_seed,
            inputs.settings.fontes_rounds,
            inputs.seed,
            by_lot=inputs.settings.method == "fontes-1",
        ),
        inputs.settings.since or inputs.round_number,
    )


Turns = tuple[tuple[tuple[int, int], ...], ...]

OF_THREE_ROUNDS: Mapping[int, Turns] = {
    5: (((1, 5), (2, 4)), ((1, 3), (2, 5)), ((1, 2), (3, 4))),
    6: (((1, 6), (2, 3), (4, 5)), ((1, 4), (2, 5), (3, 6)), ((1, 2), (3, 4), (5, 6))),
    7: (((1, 6), (2, 4), (3, 5)), ((1, 3), (2, 7), (4, 5)), ((1, 2), (3, 4), (6, 7))),
}
"""Who meets whom in the odd group of three rounds, by its size; who is not named sits out."""


def _in_group(ring: Sequence[int], size: int, played: int, rounds: int) -> Iterator[Met]:
    """A round of a group: turns of the ladder as far apart as they go, the last of them last."""
    by_hand = OF_THREE_ROUNDS.get(size) if rounds == 3 else None
    if by_hand is None:
        left = (rounds - 1 - played) / (rounds - 1) if rounds > 1 else 0
        facing = int(2.5 + (len(ring) - 2) * left)
        yield from ladder(ring, 0, len(ring) - facing)
        return
    pairs = by_hand[played]
    for one, two in pairs:
        yield Met(ring[one - 1], ring[two - 1])
    idle = set(range(1, size + 1)) - {seat for pair in pairs for seat in pair}
    yield from (Met(ring[seat - 1], EMPTY) for seat in sorted(idle))


def draw_fontes(inputs: Inputs) -> Drawn:
    """Pair a round of the groups. Who has nobody to meet there meets another such player."""
    plan = plan_of(inputs)
    *groups, (since,) = plan
    if inputs.round_number - since >= inputs.settings.fontes_rounds:
        return rounded_off(inputs, *put_together_by_weight(inputs, field_of), plan=plan)
    here = {one.number for one in players_here(inputs)}
    met: list[Met] = []
    for group in groups:
        size = len(group) - (EMPTY in group)
        in_round = met_in_ring(inputs.settings, group, since, inputs.round_number, size)
        met.extend(each for each in in_round if {each.one, each.two} <= here)
    paired = {number for each in met for number in (each.one, each.two)}
    left_over = here - paired
    away = tuple(one.number for one in inputs.entrants if one.number not in left_over)
    rest = _only(inputs, away)
    among, _ = put_together_by_weight(rest, field_of)
    also = [Relaxed("left-over", tuple(sorted((one.one, one.two)))) for one in among if one.two]
    return rounded_off(inputs, [*met, *among], plan=plan, also=also)


def _only(inputs: Inputs, away: tuple[int, ...]) -> Inputs:
    """The same inputs, as if these were not here; Gibson's rule has no say in the groups."""
    return replace(inputs, not_here=away, settings=replace(inputs.settings, gibson=()))


# Australian draw: the highest player not yet paired takes the highest opponent allowed.
#
# It can be repeated by hand with the standings and a list of who met whom. In the first round the
# upper half meets the lower. Nobody meets again whom they met since the reset round; where that
# leaves somebody over, the reset moves up, round by round, and after that forbidden pairs may
# meet.


class Level(Struct, frozen=True):
    """What is allowed: meetings before ``reset`` are forgiven; ``forbidden`` pairs may meet."""

    reset: int
    forbidden: bool


def levels(inputs: Inputs) -> Iterator[Level]:
    """What is allowed, strictest first."""
    reset = min(inputs.settings.reset, inputs.round_number)
    for since in range(reset, inputs.round_number + 1):
        yield Level(since, forbidden=False)
    yield Level(inputs.round_number, forbidden=True)


def may_meet(one: Entrant, two: Entrant, level: Level, inputs: Inputs) -> bool:
    return two.number not in _barred(one, level, inputs)


def _barred(one: Entrant, level: Level, inputs: Inputs) -> set[int]:
    """Whom a player may not meet as things are, by number."""
    met = {each.opponent for each in one.before if each.round_number >= level.reset}
    if level.forbidden:
        return met
    pairs = (pair for pair in inputs.forbidden if one.number in pair)
    return met | {number for pair in pairs for number in pair} - {one.number}


def wishes(rest: Sequence[Entrant], level: Level, inputs: Inputs) -> list[list[int]]:
    """For each place, whom the player there may take, the most wanted first."""
    half = len(rest) // 2
    places = range(len(rest))
    wanted: list[list[int]] = []
    for at in places:
        order: Sequence[int] = places
        if inputs.round_number == 1 and at < half:
            order = [*range(at + half, len(rest)), *range(half, at + half), *range(half)]
        barred = _barred(rest[at], level, inputs)
        wanted.append([two for two in order if two != at and rest[two].number not in barred])
    return wanted


def put_together(inputs: Inputs) -> tuple[list[Met], list[Entrant], Level]:
    """Who meets whom, who can't be caught, and what had to be allowed."""
    in_rank = ranked(players_here(inputs), inputs.seed)
    met, gibsons, rest = take_out_gibsons(in_rank, inputs)
    may: Sequence[Entrant | None] = (None,)
    if len(rest) % 2:
        may = who_may_sit_out(rest, inputs.settings, inputs.seed, inputs.round_number)
    for level in levels(inputs):
        for at, sits_out in enumerate(may):
            if at == 1 and not _leaves_nobody_over(rest, may, wishes(rest, level, inputs)):
                break
            others = [one for one in rest if one is not sits_out]
            pairs = highest_first(wishes(others, level, inputs))
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


def draw_australian(inputs: Inputs) -> Drawn:
    met, gibsons, _ = put_together(inputs)
    return rounded_off(inputs, met, gibsons, allowed=1, since=inputs.settings.reset)


# Round robin: everybody meets everybody, and again with the starts swapped.


def ring_of(inputs: Inputs) -> Plan:
    """The ring: as an earlier round laid it down, or by rating.

    Who came later takes a seat that is empty, then one whose player withdrew, and then new ones
    at the end, where the turns no longer come out even: that is said, as meetings that repeat.
    """
    here = players_here(inputs)
    if not inputs.plan:
        ring = [one.number for one in seeded(here, inputs.seed)]
        return laid_down([ring], inputs.settings.since or inputs.round_number)
    *rings, (since,) = inputs.plan
    ring = list(rings[0])
    for number in _late(here, ring):
        free = [at for at, seat in enumerate(ring) if seat == EMPTY or seat in inputs.withdrawn]
        if free:
            ring[min(free, key=lambda at: (ring[at] != EMPTY, at))] = number
        else:
            ring += [number, EMPTY]
    return laid_down([ring], since)


def _late(here: Sequence[Entrant], ring: Sequence[int]) -> list[int]:
    return [one.number for one in here if one.number not in ring]


def draw_round_robin(inputs: Inputs) -> Drawn:
    """Pair a round of a round robin. Who should meet a player who is away sits out."""
    plan = ring_of(inputs)
    ring, (since,) = plan
    here = {one.number for one in players_here(inputs)}
    met: list[Met] = []
    also: list[Relaxed] = []
    for each in met_in_ring(inputs.settings, ring, since, inputs.round_number):
        both = [number for number in (each.one, each.two) if number in here]
        if len(both) == 2:
            met.append(each)
        elif both:
            met.append(Met(both[0], EMPTY))
            if each.two:
                also.append(Relaxed("left-over", (both[0],)))
    in_a_row = inputs.settings.in_a_row
    cycle, _ = divmod(max(0, inputs.round_number - since), max(1, len(ring) - 1) * in_a_row)
    allowed = (cycle + 1) * in_a_row
    return rounded_off(inputs, met, plan=plan, also=also, allowed=allowed)


class System(Struct, frozen=True, kw_only=True):
    """A system of pairing as people choose it.

    Attributes:
      method: its version of today; earlier ones stay in ``DRAWS``.
      meetings: how often two may meet, where nobody says otherwise; 0: as often as it comes out.
      worded: the version whose words it has, where they are still the same.
    """

    method: Method
    meetings: int = 1
    worded: Method | None = None

    @property
    def called(self) -> str:
        return say(f"pairing.system.called.{self.worded or self.method}")

    @property
    def does(self) -> str:
        """What it does, in a sentence or two."""
        return say(f"pairing.system.does.{self.worded or self.method}")


SYSTEMS: Mapping[str, System] = {
    "swiss": System(method="swiss-1"),
    "win-groups": System(method="win-groups-1"),
    "round-robin": System(method="round-robin-2", meetings=0),
    "fontes": System(method="fontes-2", worded="fontes-1"),
    "koth": System(method="koth-1", meetings=0),
    "factor": System(method="factor-2", meetings=0, worded="factor-1"),
    "australian": System(method="australian-1"),
}
"""By the name under which it is asked for."""

SCHEDULES = frozenset({"round-robin", "fontes"})
"""Systems whose rounds follow from one another, whatever the results."""

DRAWS: Mapping[Method, Callable[[Inputs], Drawn]] = {
    "swiss-1": draw,
    "win-groups-1": draw_by_win_groups,
    "round-robin-1": draw_round_robin,
    "round-robin-2": draw_round_robin,
    "fontes-1": draw_fontes,
    "fontes-2": draw_fontes,
    "koth-1": draw_king_of_the_hill,
    "factor-1": draw_factor,
    "factor-2": draw_factor_from_the_top,
    "australian-1": draw_australian,
}
"""Every version there ever was: a change that draws otherwise is a new version beside the old."""


def drawn(inputs: Inputs) -> Drawn:
    """Draw a round. The same inputs give the same draw, whatever order they come in.

    Nobody there: a draw without pairings.
    """
    return DRAWS[inputs.settings.method](in_order(inputs))


def name_of(method: Method) -> str:
    """The name of the system of which a method is a version.

    >>> name_of("round-robin-1")
    'round-robin'
    """
    return method.rpartition("-")[0]


def system_of(method: Method) -> System:
    """The system as it was in that version."""
    today = SYSTEMS[name_of(method)]
    return replace(today, method=method, worded=None) if today.method != method else today
