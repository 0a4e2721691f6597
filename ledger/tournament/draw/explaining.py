"""Why two players meet: what speaks against it, whom each might have met, and what came between."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from ledger.tournament.draw import australian, factor, king_of_the_hill, swiss
from ledger.tournament.draw.by_weight import MANY, FieldOf, laid_out, matched
from ledger.tournament.draw.drawn import Drawn, DrawnPairing, Relaxed, Rule
from ledger.tournament.draw.inputs import Entrant, Inputs, Method, players_here
from ledger.tournament.draw.ranking import ranked
from ledger.tournament.draw.rings import cycle_and_turn, turned
from ledger.tournament.draw.weighing import Parts, Scale, total

Because = Literal["", "weight", "met", "forbidden", "taken", "somebody-left-over", "another-round"]
"""What came between a player and a candidate."""

CANDIDATES = 3
"""How many others are told of."""

FIELDS: dict[Method, FieldOf] = {
    "swiss-1": swiss.field_of,
    "koth-1": king_of_the_hill.field_of,
    "factor-1": factor.field_of,
}
"""The systems that weigh, and what each wants."""


class Candidate(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody a player might have met instead.

    Attributes:
      parts: what speaks against the two, where the system weighs.
      more: what would speak against the whole round beyond what does, had they met; negative
        where it would be less. ``None`` where that was not looked at.
      because: what came between.
      rounds: when they met, or will.
      taken_by: whom the candidate meets instead.
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
      pairing: as drawn.
      parts: what speaks against the pair, where the system weighs.
      places_apart: how far apart the two stand; ``wanted``: how far the system wants.
      others: whom the player might have met instead, the nearest first.
      relaxed: what gave way for this pairing.
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
    """A draw that answers why, player by player.

    Args:
      told: what it was made from.
      round_drawn: what came out.
    """

    def __init__(self, told: Inputs, round_drawn: Drawn) -> None:
        self.told = told
        self.drawn = round_drawn
        self.in_rank = ranked(players_here(told), told.seed)
        self.place = {one.number: at for at, one in enumerate(self.in_rank)}
        self._known = {one.number: one for one in self.in_rank}
        self._scale: Scale | None = None
        field_of = FIELDS.get(self._method_in_force())
        if field_of is not None:
            self._scale = Scale(told, laid_out(told, field_of).field)

    def _method_in_force(self) -> Method:
        """After its rounds an Initial Fontes goes on as Swiss; groups are met as rings are."""
        settings, plan = self.told.settings, self.drawn.plan
        if settings.method == "fontes-1" and plan:
            past = self.told.round_number - plan[-1][0] >= settings.fontes_rounds
            return "swiss-1" if past else "fontes-1"
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
        if self.told.settings.method == "australian-1":
            return self._by_hand(number, opponent)
        return self._in_the_ring(number, opponent)

    def _by_hand(self, number: int, opponent: int) -> Iterator[Candidate]:
        """Everybody higher than the opponent, and what came between."""
        me = self._known[number]
        since = self.told.settings.reset
        level = australian.Level(since, forbidden=False)
        for other in self._wished_for(number):
            if other.number == opponent:
                return
            rounds = me.meetings(other.number, since=since)
            taken_by = self.drawn.opponent_of(other.number) or 0
            because: Because = "somebody-left-over"
            if rounds:
                because = "met"
            elif not australian.may_meet(me, other, level, self.told):
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
        if settings.method == "fontes-1":
            last = since + settings.fontes_rounds - 1
        for later in range(now + 1, last + 1):
            cycle, turn = cycle_and_turn(ring, since, later)
            for met in turned(ring, cycle, turn):
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
    """A draw without the rules that gave way and are private."""
    relaxed = tuple(one for one in round_drawn.relaxed if one.rule not in PRIVATE)
    return replace(round_drawn, relaxed=relaxed)
