"""Why two players meet, and a draw in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import isqrt
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from ledger.messages import listed, say
from ledger.tournament.draw import systems
from ledger.tournament.draw.by_weight import (
    MANY,
    FieldOf,
    Parts,
    Scale,
    laid_out,
    matched,
    may_still_win,
    prizes_are_named,
    total,
)
from ledger.tournament.draw.by_wishes import groups_paired
from ledger.tournament.draw.inputs import (
    Drawn,
    DrawnPairing,
    Entrant,
    Inputs,
    Method,
    Relaxed,
    Rule,
    players_here,
    ranked,
)
from ledger.tournament.draw.systems import met_in_ring

Because = Literal["", "weight", "met", "forbidden", "taken", "somebody-left-over", "another-round"]
"""What came between a player and a candidate."""

CANDIDATES = 3  # how many others are told of

FIELDS: dict[Method, FieldOf] = {
    "swiss-1": systems.field_of,
    "koth-1": systems.field_of_king_of_the_hill,
    "factor-1": systems.field_of_factor,
    "factor-2": systems.field_of_factor_from_the_top,
}
"""The systems that weigh, and what each wants."""


class Candidate(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody a player might have met instead.

    Attributes:
      parts: what speaks against the two, where the system weighs.
      more: what would speak against the whole round beyond what does, had they met; negative
        where it would be less. ``None`` where that was not looked at.
    """

    number: int
    parts: Parts | None = None
    more: Parts | None = None
    because: Because = ""
    rounds: tuple[int, ...] = ()
    taken_by: int = 0


class Why(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Why a player is paired as the player is.

    Attributes:
      number: the player; ``place``: the player's in the order of the draw, from 1.
      places_apart: how far apart the two stand; ``wanted``: how far the system wants.
      others: whom the player might have met instead, the nearest first.
      by_gibson: what Gibson's rule paired in the round, this pairing or another.
    """

    number: int
    place: int
    pairing: DrawnPairing
    parts: Parts | None = None
    places_apart: int = 0
    wanted: int = 0
    others: tuple[Candidate, ...] = ()
    relaxed: tuple[Relaxed, ...] = ()
    by_gibson: tuple[DrawnPairing, ...] = ()

    @property
    def opponent(self) -> int:
        """Whom the player meets; 0 for a bye."""
        pairing = self.pairing
        return pairing.second if pairing.first == self.number else pairing.first


def paired_by_gibson(drawing: Drawn) -> tuple[DrawnPairing, ...]:
    """The pairings of a round that Gibson's rule made: the others are drawn from who is left."""
    return tuple(one for one in drawing.pairings if one.gibson)


class Explained:
    def __init__(self, inputs: Inputs, round_drawn: Drawn) -> None:
        self.told = inputs
        self.drawn = round_drawn
        self.in_rank = ranked(players_here(inputs), inputs.seed)
        self.place = {one.number: at for at, one in enumerate(self.in_rank)}
        self._known = {one.number: one for one in self.in_rank}
        self._scale: Scale | None = None
        field_of = FIELDS.get(self._method_in_force())
        if field_of is not None:
            self._scale = Scale(inputs, laid_out(inputs, field_of).field)

    def _method_in_force(self) -> Method:
        """After its rounds an Initial Fontes goes on as Swiss; groups are met as rings are."""
        settings, plan = self.told.settings, self.drawn.plan
        if systems.name_of(settings.method) == "fontes" and plan:
            past = self.told.round_number - plan[-1][0] >= settings.fontes_rounds
            return "swiss-1" if past else settings.method
        return settings.method

    def why(self, number: int) -> Why | None:
        """Why a player is paired so; ``None`` for one who is not in the draw."""
        pairing = next((x for x in self.drawn.pairings if number in (x.first, x.second)), None)
        if pairing is None or number not in self.place:
            return None
        opponent = pairing.second if pairing.first == number else pairing.first
        relaxed = tuple(one for one in self.drawn.relaxed if number in one.players)
        why = Why(
            number=number,
            place=self.place[number] + 1,
            pairing=pairing,
            places_apart=abs(self.place[number] - self.place[opponent]) if opponent else 0,
            relaxed=relaxed,
            by_gibson=paired_by_gibson(self.drawn),
        )
        if not opponent or pairing.gibson:
            return why
        if self._scale is not None:
            return self._weighed(why, self._scale)
        others = tuple(self._not_weighed(number, opponent))[:CANDIDATES]
        return replace(why, others=others)

    def _weighed(self, why: Why, scale: Scale) -> Why:
        entrants = scale.field.entrants
        at = {one.number: place for place, one in enumerate(entrants)}
        me, other = at[why.number], at[why.opponent]
        pair = (min(me, other), max(me, other))
        costs = sorted(
            (scale.cost_but_for_rules(min(me, two), max(me, two)), two)
            for two in range(len(entrants))
            if two not in (me, other)
        )
        others = tuple(self._weighed_candidate(me, two, scale) for _, two in costs[:CANDIDATES])
        return replace(
            why, parts=scale.parts(*pair), wanted=scale.field.gaps[pair[0]], others=others
        )

    def _weighed_candidate(self, me: int, two: int, scale: Scale) -> Candidate:
        number = scale.field.entrants[two].number
        parts = scale.parts(min(me, two), max(me, two))
        more = None
        by_rule = parts.forbidden or parts.again
        if not by_rule and len(scale.field.entrants) <= MANY:
            now = total([scale.parts(*pair) for pair in self._pairs(scale)])
            forced = matched(scale, forced=(me, two))
            more = total([scale.parts(*pair) for pair in forced]).less(now)
        mine = scale.field.entrants[me]
        return Candidate(
            number=number,
            parts=parts,
            more=more,
            because="weight",
            rounds=mine.meetings(number),
            taken_by=self.drawn.opponent_of(number) or 0,
        )

    def _pairs(self, scale: Scale) -> Iterator[tuple[int, int]]:
        at = {one.number: place for place, one in enumerate(scale.field.entrants)}
        for one in self.drawn.pairings:
            if one.first in at and one.second in at:
                yield min(at[one.first], at[one.second]), max(at[one.first], at[one.second])

    def _not_weighed(self, number: int, opponent: int) -> Iterator[Candidate]:
        match systems.name_of(self.told.settings.method):
            case "australian":
                return self._by_hand(number, opponent)
            case "win-groups":
                return self._in_the_group(number)
            case _:
                return self._in_the_ring(number, opponent)

    def _in_the_group(self, number: int) -> Iterator[Candidate]:
        """Whom the player would rather have met in the group, and what came between.

        Where the opponent took the player, that was before the player could wish for anybody.
        """
        _, _, groups = groups_paired(self.told)
        for group in groups:
            at = next((at for at, x in enumerate(group.players) if x.number == number), None)
            if at is None:
                continue
            opponents = {one: two for pair in group.pairs for one, two in (pair, pair[::-1])}
            turn = group.turns.index
            if turn(opponents[at]) < turn(at):
                return
            for other in group.wishes[at]:
                if other == opponents[at]:
                    return
                taken = min(turn(other), turn(opponents[other])) < turn(at)
                yield Candidate(
                    number=group.players[other].number,
                    because="taken" if taken else "somebody-left-over",
                    rounds=group.players[at].meetings(group.players[other].number),
                    taken_by=group.players[opponents[other]].number,
                )

    def _by_hand(self, number: int, opponent: int) -> Iterator[Candidate]:
        """Everybody higher than the opponent, and what came between."""
        me = self._known[number]
        since = self.told.settings.reset
        level = systems.Level(since, forbidden=False)
        for other in self._wished_for(number):
            if other.number == opponent:
                return
            rounds = me.meetings(other.number, since=since)
            taken_by = self.drawn.opponent_of(other.number) or 0
            because: Because = "somebody-left-over"
            if rounds:
                because = "met"
            elif not systems.may_meet(me, other, level, self.told):
                because = "forbidden"
            elif taken_by and min(self.place[taken_by], self.place[other.number]) < min(
                self.place[number], self.place[opponent]
            ):
                because = "taken"
            yield Candidate(number=other.number, because=because, rounds=rounds, taken_by=taken_by)

    def _wished_for(self, number: int) -> Sequence[Entrant]:
        """From the highest down; in the first round from the top of the other half."""
        others = [one for one in self.in_rank if one.number != number]
        if self.told.round_number > 1:
            return others
        half = len(self.in_rank) // 2
        lower, upper = self.in_rank[half:], self.in_rank[:half]
        return lower if self._known[number] in upper else upper

    def _in_the_ring(self, number: int, opponent: int) -> Iterator[Candidate]:
        """Whom the ring brings in the other rounds, the next first."""
        *rings, (since,) = self.drawn.plan
        ring = next((one for one in rings if number in one), ())
        if not ring:
            return
        now, settings = self.told.round_number, self.told.settings
        last = now + len(ring) - 2
        if systems.name_of(settings.method) == "fontes":
            last = since + settings.fontes_rounds - 1
        size = len(ring) - (systems.EMPTY in ring)
        for later in range(now + 1, last + 1):
            for met in met_in_ring(settings, ring, since, later, size):
                if number in (met.one, met.two):
                    other = met.two if met.one == number else met.one
                    if other not in (0, opponent):
                        yield Candidate(number=other, because="another-round", rounds=(later,))


PRIVATE: frozenset[Rule] = frozenset({"forbidden", "table-shared"})
"""Rules that say of somebody what not everybody need know: kept apart, or in need of a table."""


def for_everybody(why: Why) -> Why:
    """The same without what is private: whom the organiser keeps apart, and kept tables."""
    others = tuple(
        one
        for one in why.others
        if one.because != "forbidden" and not (one.parts and one.parts.forbidden)
    )
    parts = why.parts and replace(why.parts, forbidden=0)
    relaxed = tuple(one for one in why.relaxed if one.rule not in PRIVATE)
    return replace(why, others=others, parts=parts, relaxed=relaxed)


def round_for_everybody(round_drawn: Drawn) -> Drawn:
    relaxed = tuple(one for one in round_drawn.relaxed if one.rule not in PRIVATE)
    return replace(round_drawn, relaxed=relaxed)


# A draw told to people: what the system does, what gave way, and why two players meet.


def how_counted() -> str:
    """What the numbers mean."""
    return say("pairing.how-counted")


Named = Callable[[int], str]
"""Gives the name behind a player's number."""

LEVEL = ("head-to-head", "lot")
"""What only says who is named first where starts balance: players who are level draw for it."""


BY_SCHEDULE = ("round-robin-1", "round-robin-2")
"""The system in which the schedule says who sits out, not how often anybody has."""


def relaxed_wording(
    one: Relaxed, named: Named, inputs: Inputs, by_gibson: Sequence[DrawnPairing]
) -> str:
    """A rule that gave way, and for whom; ``by_gibson``: what Gibson's rule paired in the round."""
    who = listed(named(number) for number in one.players)
    match one.rule:
        case "repeat" | "same-again" if any(
            {x.first, x.second} == set(one.players) for x in by_gibson
        ):
            return say("pairing.gave-way.again-by-gibson", who=who)
        case "repeat" if by_gibson:
            return say("pairing.gave-way.again-after-gibson", who=who)
        case "repeat":
            return say("pairing.gave-way.again", who=who)
        case "same-again":
            return say("pairing.gave-way.again-at-once", who=who)
        case "forbidden":
            return say("pairing.gave-way.forbidden", who=who)
        case "second-bye":
            if inputs.settings.method in BY_SCHEDULE:
                return say("pairing.gave-way.second-bye-by-schedule", who=who)
            return say("pairing.gave-way.second-bye", who=who)
        case "left-over":
            return say("pairing.gave-way.left-over", who=who)
        case "table-shared":
            return say("pairing.gave-way.table-shared", who=who)


def round_wording(inputs: Inputs, drawing: Drawn, named: Named) -> Iterator[str]:
    if drawing.gibsons:
        who = ", ".join(named(number) for number in drawing.gibsons)
        yield say("pairing.out-of-reach", who=who)
        yield from _met_by_gibson(inputs, drawing, named)
    if inputs.settings.gibson and not inputs.settings.rounds:
        yield say("pairing.gibson-without-rounds")
    if not drawing.relaxed:
        yield say("pairing.nothing-gave-way")
    by_gibson = paired_by_gibson(drawing)
    yield from (relaxed_wording(one, named, inputs, by_gibson) for one in drawing.relaxed)
    yield from _without_repeats(inputs)
    away = len(inputs.withdrawn) + len(inputs.not_here)
    if away:
        yield say("pairing.away", n=away)


def _met_by_gibson(inputs: Inputs, drawing: Drawn, named: Named) -> Iterator[str]:
    """Whom a single Gibsonized player meets, where nobody is known to be out of reach."""
    alone = [
        (one, other)
        for each in drawing.pairings
        if each.gibson and each.second
        for one, other in ((each.first, each.second), (each.second, each.first))
        if one in drawing.gibsons and other not in drawing.gibsons
    ]
    if not prizes_are_named(inputs):
        yield say("pairing.no-prize-named")
    in_rank = ranked(players_here(inputs), inputs.seed)
    lowest = inputs.settings.hopeless == "lowest"
    for one, other in alone if lowest else ():
        names = {"player": named(one), "opponent": named(other)}
        if not prizes_are_named(inputs):
            yield say("pairing.meets-lowest", **names)
        elif may_still_win(inputs, other, in_rank):
            yield say("pairing.meets-lowest-all-can-win", **names)


def _without_repeats(inputs: Inputs) -> Iterator[str]:
    """That so many rounds hold a round robin, in which nobody meets twice."""
    players = len(players_here(inputs))
    needed = players - 1 + players % 2
    by_results = ("swiss-1", "win-groups-1", "australian-1")
    may_repeat = inputs.settings.method in by_results and inputs.settings.meetings
    if may_repeat and players > 2 and inputs.settings.rounds >= needed:
        yield say(
            "pairing.round-robin-fits",
            rounds=inputs.settings.rounds,
            players=players,
            needed=needed,
        )


def against(parts: Parts) -> list[str]:
    """What speaks against a pair, the heaviest first; nothing: an empty list."""
    said: list[str] = []
    if parts.forbidden:
        said.append(say("pairing.against.forbidden"))
    if parts.same_again:
        said.append(say("pairing.against.same-again"))
    elif parts.again:
        said.append(say("pairing.against.again"))
    if parts.half_wins:
        said.append(say("pairing.against.apart", wins=_wins(isqrt(parts.half_wins))))
    if parts.places:
        said.append(say("pairing.against.off-distance", number=parts.places))
    if parts.start:
        said.append(say("pairing.against.start"))
    return said


def more_against(parts: Parts) -> list[str]:
    """What would speak against a round beyond what does, the heaviest first."""
    said = {
        "forbidden": parts.forbidden,
        "again": parts.again,
        "half-wins": parts.half_wins,
        "places": parts.places,
        "start": parts.start,
    }
    return [
        say(f"pairing.more-against.{what}", more=f"+{amount}")
        for what, amount in said.items()
        if amount > 0
    ]


def why_wording(why: Why, named: Named, inputs: Inputs) -> Iterator[str]:
    """Why a player is paired so, in sentences, the player named like everybody else."""
    me, pairing = named(why.number), why.pairing
    if not why.opponent:
        yield _bye(why, named, inputs)
        yield from (relaxed_wording(one, named, inputs, why.by_gibson) for one in why.relaxed)
        return
    other = named(why.opponent)
    if pairing.gibson:
        if inputs.settings.level_places:
            yield say("pairing.why.gibson-level-places", player=me, opponent=other)
        else:
            yield say("pairing.why.gibson", player=me, opponent=other)
    elif why.parts is not None:
        yield say(
            "pairing.why.weighed",
            player=me,
            place=_th(why.place),
            opponent=other,
            apart=say("pairing.places", n=why.places_apart),
            wanted=say("pairing.places", n=why.wanted),
        )
        if speaks := against(why.parts):
            yield say("pairing.why.against", what="; ".join(speaks))
        else:
            yield say("pairing.why.nothing-against")
    else:
        yield _by_plan(why, named, inputs)
    level = inputs.settings.starts == "self-balancing" and pairing.started_by in LEVEL
    if pairing.started_by == "drawn-at-the-table" or level:
        yield say("pairing.drawn-at-the-table")
    elif pairing.started_by:
        yield say(f"pairing.starts.{pairing.started_by}", player=named(pairing.first))
    yield from (relaxed_wording(one, named, inputs, why.by_gibson) for one in why.relaxed)
    yield from (_candidate(one, why, named) for one in why.others)


def _by_plan(why: Why, named: Named, inputs: Inputs) -> str:
    me, other = named(why.number), named(why.opponent)
    place = _th(why.place)
    if inputs.settings.method == "australian-1":
        return say("pairing.why.by-hand", player=me, place=place, opponent=other)
    if inputs.settings.method == "win-groups-1":
        return say("pairing.why.win-groups", player=me, place=place, opponent=other)
    return say("pairing.why.schedule", player=me, opponent=other)


def _bye(why: Why, named: Named, inputs: Inputs) -> str:
    player = named(why.number)
    if why.pairing.gibson:
        return say("pairing.why.bye-by-gibson", player=player)
    if inputs.settings.method in BY_SCHEDULE:
        return say("pairing.why.bye-by-schedule", player=player)
    return say("pairing.why.bye", player=player, place=_th(why.place))


def _candidate(one: Candidate, why: Why, named: Named) -> str:
    who, me = named(one.number), named(why.number)
    rounds, taken_by = listed(one.rounds or [""]), named(one.taken_by) if one.taken_by else ""
    match one.because:
        case "met":
            return say("pairing.not.met", who=who, rounds=rounds)
        case "forbidden":
            return say("pairing.not.forbidden", who=who)
        case "taken":
            return say("pairing.not.taken", who=who, by=taken_by, player=me)
        case "somebody-left-over":
            if taken_by:
                return say("pairing.not.left-over-and-meets", who=who, opponent=taken_by)
            return say("pairing.not.left-over", who=who)
        case "another-round":
            return say("pairing.not.another-round", who=who, rounds=rounds)
        case _:
            why_not = _weighed(one)
            if taken_by:
                return say("pairing.not.weighed-and-meets", who=who, why=why_not, opponent=taken_by)
            return say("pairing.not.weighed", who=who, why=why_not)


def _weighed(one: Candidate) -> str:
    assert one.parts is not None, "what was weighed has its parts"
    said = "; ".join(against(one.parts)) or say("pairing.against.nothing")
    if one.more is None:
        return said
    more = ", ".join(more_against(one.more))
    if more:
        return say("pairing.against.whole-round", what=said, more=more)
    return say("pairing.against.lot", what=said)


def _wins(half: int) -> str:
    """So many half wins.

    >>> _wins(1), _wins(2), _wins(3), _wins(4)
    ('half a win', '1 win', '1½ wins', '2 wins')
    """
    if half < 2:
        return say("pairing.half-a-win")
    if half % 2:
        return say("pairing.halves", n=half // 2)
    return say("pairing.wins", n=half // 2)


def _th(number: int) -> str:
    """An ordinal.

    >>> [_th(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 112)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '112th']
    """
    last = number % 10 if number % 100 not in (11, 12, 13) else 0
    return say(f"pairing.ordinal.{last if last in (1, 2, 3) else 'other'}", number=number)
