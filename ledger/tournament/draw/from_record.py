"""Inputs of a draw from the record, now or then; what changed since it; rounds drawn ahead."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from ledger.desk.sheet_cache import SheetCache
from ledger.game.sheet.sheet import Sheet
from ledger.messages import say
from ledger.record.events import Event, tournament_id
from ledger.record.log import Log
from ledger.requests import WorkedOut
from ledger.tournament.draw.inputs import (
    Drawn,
    Entrant,
    Inputs,
    Meeting,
    Method,
    Settings,
    Starts,
    digest_of,
    in_order,
)
from ledger.tournament.draw.systems import SCHEDULES, SYSTEMS, Plan, drawn, name_of
from ledger.tournament.facts import Division, Pairing, RoundDrawn, RoundPaired
from ledger.tournament.pairing import to_be_drawn
from ledger.tournament.standing_now import AtHand, Played, RoundsRead, played_before, standing_after
from ledger.tournament.tournament import Tournament, tournament_of
from ledger.vocabulary import remarks
from ledger.vocabulary.refusals import Refusal


def usual_settings(tournament: Tournament, division: str, system: str, **other: object) -> Settings:
    """How a system draws where nothing else is said: by the rulebook, the plan and the prizes."""
    chosen = SYSTEMS[system]
    planned = _planned(tournament, division)
    start = tournament.rules.start
    starts: dict[str | None, Starts] = {"draw": "draw", "assigned": "assigned"}
    usual: dict[str, object] = {
        "method": _method(tournament, division, system, other.get("since")),
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


def _method(tournament: Tournament, division: str, system: str, since: object) -> Method:
    """The version of a system that draws next: today's; of a schedule that goes on, its own.

    In another version's order some would meet again and others never.
    """
    here = sorted(
        (one for one in tournament.draws if one.division == division),
        key=lambda one: one.round_number,
    )
    if isinstance(since, int) and since:
        here = [x for x in here if x.round_number >= since and name_of(x.method) == system][:1]
    if system in SCHEDULES and here and name_of(here[-1].method) == system:
        return here[-1].method
    return SYSTEMS[system].method


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
    stand = standing_after(tournament, division, counted_for(played, settings))
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
            kept_tables=tuple(_kept_tables(tournament, division, round_number)),
            plan=_plan(tournament, division, round_number, settings),
        )
    )


def counted_for(played: tuple[Played, ...], settings: Settings) -> tuple[Played, ...]:
    """What the standings are made of that a round is drawn from."""
    if settings.based_on is None:
        return played
    return tuple(one for one in played if one.round_number <= settings.based_on)


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


def _kept_tables(tournament: Tournament, division: str, round_number: int) -> Iterator[int]:
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
    """What the round before laid down, if it was drawn by the same method.

    Of a schedule whose first round is known, what any round of it laid down last: another may
    have been paired by hand in between.
    """
    before = [one for one in tournament.draws if one.division == division]
    if settings.since:
        of_it = range(settings.since, round_number)
        drawn_so = [x for x in before if x.round_number in of_it and x.method == settings.method]
        before = sorted(drawn_so, key=lambda one: one.round_number)
    else:
        before = [one for one in before if one.round_number == round_number - 1]
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
    act = event.envelope.command_id
    in_one_act = [
        one
        for earlier in before
        if earlier.envelope.command_id == act and isinstance(earlier.fact, RoundPaired)
        for one in to_come(earlier.fact)
    ]
    known = AsKnown(shelf, event.envelope.written_at)
    number, division = fact.round_number, fact.division
    played = tuple(played_before(tournament, division, number, known, in_one_act))
    return inputs_after(tournament, division, number, fact.inputs.settings, fact.seed, played)


def to_come(paired: RoundPaired) -> Iterator[Played]:
    """The pairings of a round whose games are scheduled in this very act."""
    for one in paired.pairings:
        yield Played(round_number=paired.round_number, pairing=one, to_come=bool(one.second))


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


# A round drawn ahead of its turn, or too early.


# A round drawn before the results it rests on are in, or from standings that have moved since.
#
# Both are allowed, and both are said on every door: before a draw, with it, and afterwards.


MOST_NAMED = 8  # tables, or players, that are named one by one


class ResultsOut(Struct, frozen=True):
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


def out_wording(out: Sequence[ResultsOut], *, was_paired: bool = False) -> Iterator[str]:
    """What a round is paired without, or was, a line for each earlier round."""
    then = "was-paired" if was_paired else "is-paired"
    for one in out:
        tables, more = ", ".join(map(str, one.tables[:MOST_NAMED])), len(one.tables) - MOST_NAMED
        if more > 0:
            tables = say("pairing.and-more", listed=tables, more=more)
        results, number = say("tournament.count.results", n=one.of), one.round_number
        n = len(one.tables)
        yield say(f"pairing.out.{then}", n=n, results=results, round=number, tables=tables)


def remarks_on_results(out: Sequence[ResultsOut]) -> tuple[str, ...]:
    """The remark on a round that is paired before the results of an earlier one are in."""
    return (remarks.RESULTS_OUT,) if out else ()


def moved_since(drawn_from: Inputs, now: Inputs) -> tuple[int, ...]:
    """Players who stand otherwise than when a round was drawn, by number."""
    then = {one.number: _standing(one) for one in drawn_from.entrants}
    return tuple(one.number for one in now.entrants if then.get(one.number, ()) != _standing(one))


def moved_wording(moved: Sequence[int], players: int) -> str:
    """That standings moved since a draw, for who looks at it; empty: they did not."""
    if not moved:
        return ""
    return say("pairing.standings-moved", number=len(moved), players=players)


def _standing(one: Entrant) -> tuple[int, ...]:
    met = (number for each in one.before for number in (each.round_number, each.opponent))
    return (one.half_wins, one.spread, *met)


class Wanted(Struct, frozen=True, kw_only=True):
    division: str
    round_number: int
    settings: Settings
    seed: int


class Draw(Struct, frozen=True):
    inputs: Inputs
    digest: str
    drawn: Drawn
    out: tuple[ResultsOut, ...] = ()


class Ahead(Struct, frozen=True, kw_only=True):
    """A draw, and how far the record had come when its inputs were read.

    Attributes:
      position: of the last event before any game was read.
      following: of the rounds drawn in one act with it.
    """

    position: int
    version: int
    played: tuple[Played, ...]
    draw: Draw
    following: tuple[Draw, ...] = ()


def worked_out(
    tournament: Tournament,
    version: int,
    wanted: Wanted,
    at_hand: AtHand,
    position: int,
    rounds_read: RoundsRead,
    following: Sequence[Wanted] = (),
) -> Ahead:
    """The draw as things stand; those ``following`` as if it were written, one after the other."""
    played = rounds_read.before(tournament, wanted.division, wanted.round_number, at_hand)
    draw, *others = _one_after_another(tournament, (wanted, *following), played)
    return Ahead(
        position=position, version=version, played=played, draw=draw, following=tuple(others)
    )


def _one_after_another(
    tournament: Tournament, wanted: Sequence[Wanted], played: tuple[Played, ...]
) -> Iterator[Draw]:
    for each in wanted:
        inputs = _inputs(tournament, each, played)
        digest = digest_of(inputs)
        found = _drawn_once(inputs, digest)
        yield Draw(inputs, digest, found, results_out(counted_for(played, each.settings)))
        number, division = each.round_number, each.division
        pairings = pairings_of(found)
        fact = RoundDrawn(
            round_number=number, division=division, method=each.settings.method, seed=each.seed,
            digest=digest, drawn=found,
        )  # fmt: skip
        paired = RoundPaired(round_number=number, division=division, pairings=pairings)
        tournament = replace(
            tournament, rounds=(*tournament.rounds, paired), draws=(*tournament.draws, fact)
        )
        played += tuple(to_come(paired))


def pairings_of(drawing: Drawn) -> tuple[Pairing, ...]:
    return tuple(Pairing(one.table, one.first, one.second) for one in drawing.pairings)


def holds_still(
    ahead: Ahead,
    tournament: Tournament,
    version: int,
    wanted: Wanted,
    at_hand: AtHand,
    written_since: Callable[[int], frozenset[UUID] | None],
) -> bool:
    """Whether a draw worked out before would come out of the record as it is now.

    Only games that were written to since are read again.
    """
    since = written_since(ahead.position)
    if since is None:
        return False
    untouched = [one for one in ahead.played if since.isdisjoint(one.streams)]
    if version == ahead.version and len(untouched) == len(ahead.played):
        return True
    played = tuple(
        played_before(tournament, wanted.division, wanted.round_number, at_hand, untouched)
    )
    return digest_of(_inputs(tournament, wanted, played)) == ahead.draw.digest


def _inputs(tournament: Tournament, wanted: Wanted, played: tuple[Played, ...]) -> Inputs:
    return inputs_after(
        tournament, wanted.division, wanted.round_number, wanted.settings, wanted.seed, played
    )


_kept: WorkedOut[Drawn] = WorkedOut()
"""By the digest of what they were made from: a draw that was looked at is confirmed soon after."""


def _drawn_once(inputs: Inputs, digest: str) -> Drawn:
    found = _kept.get(digest)
    if found is None:
        found = drawn(inputs)
        _kept.put(digest, found)
    return found
