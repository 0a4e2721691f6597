"""What a draw is made from, by the record now or as it was known, and a draw made again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from uuid import UUID

from msgspec import Struct

from ledger.desk.sheet_cache import SheetCache
from ledger.game.sheet.sheet import Sheet
from ledger.record.events import Event, tournament_id
from ledger.record.log import Log
from ledger.tournament.draw.inputs import (
    Drawn,
    Entrant,
    Inputs,
    Meeting,
    Settings,
    Starts,
    digest_of,
    in_order,
)
from ledger.tournament.draw.systems import SYSTEMS, Plan, drawn
from ledger.tournament.facts import Division, Pairing, RoundDrawn
from ledger.tournament.pairing import to_be_drawn
from ledger.tournament.standing_now import AtHand, Played, played_before, standing_after
from ledger.tournament.tournament import Tournament, tournament_of
from ledger.vocabulary.refusals import Refusal


def usual_settings(tournament: Tournament, division: str, system: str, **other: object) -> Settings:
    """How a system draws where nothing else is said: by the rulebook, the plan and the prizes."""
    chosen = SYSTEMS[system]
    planned = _planned(tournament, division)
    start = tournament.rules.start
    starts: dict[str | None, Starts] = {"draw": "draw", "assigned": "assigned"}
    usual: dict[str, object] = {
        "method": chosen.method,
        "meetings": chosen.meetings,
        "rounds": planned.rounds,
        "first_table": planned.first_table,
        "paid": max(
            (one.place for one in tournament.prizes
             if one.division in ("", division) and not one.class_name),
            default=0,
        ),
        "starts": starts.get(start.method.value, "self-balancing"),
        "began_by": "said",
        "more_seconds": start.equal_after_bye.value == "more-seconds",
    }  # fmt: skip
    if other.get("gibson"):
        usual |= {
            "paid_of": "all",
            "class_paid": _class_paid(tournament, division),
            "hopeless": "lowest",
        }
    return Settings(**{**usual, **other})  # type: ignore[arg-type]


def inputs_of(
    tournament: Tournament,
    division: str,
    round_number: int,
    settings: Settings,
    seed: int,
    at_hand: AtHand,
) -> Inputs:
    played = tuple(played_before(tournament, division, round_number, at_hand))
    return inputs_after(tournament, division, round_number, settings, seed, played)


def inputs_after(
    tournament: Tournament,
    division: str,
    round_number: int,
    settings: Settings,
    seed: int,
    played: tuple[Played, ...],
) -> Inputs:
    """The same, where the rounds before are read already."""
    stand = standing_after(tournament, division, played)
    before: dict[int, list[Meeting]] = {}
    for one in played:
        for number, meeting in _meetings(one, settings):
            before.setdefault(number, []).append(meeting)
    members = [one for one in tournament.players if one.division == division]
    drawn = {one.number for one in to_be_drawn(tournament, round_number, division)}
    withdrawn = tuple(x.number for x in members if x.number in tournament.conduct.withdrawn)
    numbers = {one.number for one in members}
    ask_classes = bool(settings.gibson and (settings.class_paid or settings.gibson_class))
    return in_order(
        Inputs(
            round_number=round_number,
            entrants=tuple(
                Entrant(
                    number=one.number,
                    place=stand[one.number].place if one.number in stand else 0,
                    half_wins=round(2 * stand[one.number].wins) if one.number in stand else 0,
                    spread=stand[one.number].spread if one.number in stand else 0,
                    rating=one.rating,
                    before=tuple(before.get(one.number, ())),
                    table=one.table,
                    classes=one.classes if ask_classes else (),
                )
                for one in members
            ),
            settings=settings,
            seed=seed,
            forbidden=tuple(pair for pair in tournament.forbidden if set(pair) <= numbers),
            withdrawn=withdrawn,
            not_here=tuple(numbers - drawn - set(withdrawn)),
            kept_tables=tuple(_kept(tournament, division, round_number)),
            plan=_plan(tournament, division, round_number, settings),
        )
    )


def _class_paid(tournament: Tournament, division: str) -> tuple[tuple[str, int], ...]:
    paid: dict[str, int] = {}
    for one in tournament.prizes:
        if one.class_name and one.division in ("", division):
            paid[one.class_name] = max(one.place, paid.get(one.class_name, 0))
    return tuple(sorted(paid.items()))


def _planned(tournament: Tournament, division: str) -> Division:
    named = [one for one in tournament.planned if one.name == division]
    return named[0] if named else Division(division)


def _meetings(played: Played, settings: Settings) -> Iterator[tuple[int, Meeting]]:
    pairing = played.pairing
    if not pairing.second:
        yield pairing.first, Meeting(played.round_number, 0)
        return
    first = _who_began(played, settings)
    for one, two in ((pairing.first, pairing.second), (pairing.second, pairing.first)):
        began = 0 if not first else 1 if one == first else 2
        yield one, Meeting(played.round_number, two, began)


def _who_began(played: Played, settings: Settings) -> int:
    """The number of who started; 0 where nobody did or will.

    Of a game still to come it is the one named first, unless the players draw for it. Where they
    draw in every round, no pairing evens starts out, so none is weighed.
    """
    if settings.began_by == "said" and settings.starts == "draw":
        return 0
    if played.to_come and settings.starts != "draw":
        return played.pairing.first
    return played.starter if settings.began_by == "said" else played.named


def _kept(tournament: Tournament, division: str, round_number: int) -> Iterator[int]:
    """Tables that other divisions need: those kept for their players, and those of this round."""
    for player in tournament.players:
        if player.table and player.division != division:
            yield player.table
    for paired in tournament.rounds:
        if paired.round_number == round_number and paired.division != division:
            yield from _tables(paired.pairings)


def _tables(pairings: Sequence[Pairing]) -> Iterator[int]:
    return (one.table for one in pairings if one.second)


def _plan(tournament: Tournament, division: str, round_number: int, settings: Settings) -> Plan:
    """What the round before laid down, if it was drawn by the same method."""
    before = [
        one
        for one in tournament.draws
        if one.division == division and one.round_number == round_number - 1
    ]
    if not before or before[-1].method != settings.method:
        return ()
    return before[-1].drawn.plan


# What a draw was made from, worked out anew from the record as it was known at that moment.


class AsKnown:
    def __init__(self, shelf: SheetCache, as_of: datetime) -> None:
        self._shelf = shelf
        self._as_of = as_of

    def version_of(self, stream: UUID, /) -> int:
        """How many events of a game were known; 0 for one that nobody had scheduled."""
        try:
            return self.sheet(stream).version
        except Refusal:
            return 0

    def sheet(self, game: UUID, /) -> Sheet:
        return self._shelf.as_known(game, as_of=self._as_of)


def draw_events(log: Log, slug: str, division: str, round_number: int) -> list[Event]:
    """The draws of a round, oldest first; more than one where it was drawn anew."""
    return [
        event
        for event in log.events_of(tournament_id(slug))
        if isinstance(event.fact, RoundDrawn)
        and (event.fact.division, event.fact.round_number) == (division, round_number)
    ]


def inputs_as_recorded(log: Log, shelf: SheetCache, event: Event) -> Inputs | None:
    """The inputs of a draw by the record itself; ``None`` where the draw has none with it."""
    fact = event.fact
    assert isinstance(fact, RoundDrawn), "only a draw has inputs"
    before = [
        one
        for one in log.events_of(event.originator_id)
        if one.originator_version < event.originator_version
    ]
    tournament = tournament_of(before)
    if tournament is None or fact.inputs is None:
        return None
    return inputs_of(
        tournament,
        fact.division,
        fact.round_number,
        fact.inputs.settings,
        fact.seed,
        AsKnown(shelf, event.envelope.written_at),
    )


# A draw made again from what was written down with it, and compared with what holds.


class DrawnAgain(Struct, frozen=True, kw_only=True):
    """What making a draw again showed.

    Attributes:
      same_inputs: whether the inputs are those whose digest was written down.
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
    """Make a draw again."""
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
