"""A plan of rounds: what is planned, when a round is due, and rounds drawn as they are planned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from hashlib import sha256
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from ledger.messages import say
from ledger.record.fact import Fact
from ledger.refusals.saying import refusal
from ledger.requests import ORGANISERS, Decision, StreamWrite
from ledger.tournament.divisions import divisions_of, listed_divisions
from ledger.tournament.draw.from_record import (
    Draw,
    ResultsOut,
    Wanted,
    pairings_of,
    remarks_on_results,
    results_out,
    usual_settings,
    worked_out,
)
from ledger.tournament.draw.inputs import MOST_SEED, Settings, SystemName
from ledger.tournament.draw.systems import SCHEDULES, SYSTEMS
from ledger.tournament.drawing import draws_before, must_be_of_somebody
from ledger.tournament.facts import (
    AutomaticDrawsChosen,
    DrawAnnounced,
    DrawCalledOff,
    PlannedRound,
    RoundDrawn,
    RoundPaired,
    RoundsPlanned,
)
from ledger.tournament.opening import (
    TournamentContext,
    TournamentRequest,
    decides,
    must_be_open_for,
)
from ledger.tournament.pairing import (
    at_free_tables,
    games_of,
    must_be_pairable,
    noticed_about_byes,
    remarks_on,
)
from ledger.tournament.standing_now import AtHand, RoundsRead
from ledger.tournament.tournament import DrawPlan, Tournament
from ledger.vocabulary.bounds import LONGEST_REASON, must_be_short

# What a plan says: of a stretch of rounds, of the next one, of the draw itself.


MOST_MINUTES = 120
"""From the announcement of a draw to the draw; a hall that waits longer draws by hand."""

StandingsFrom = Literal["before", "earlier", "none"]
"""The round before each round; the one before that, so that a round is drawn while the one before
it is played; or no standings: by rating."""


def stretch(
    first: int, last: int, system: SystemName, standings: StandingsFrom | int, **more: object
) -> tuple[PlannedRound, ...]:
    """The rounds from ``first`` to ``last``, all by one system.

    Args:
      standings: a number: all of them from the standings after that round.
      more: other fields of each round.

    >>> [(one.round_number, one.based_on) for one in stretch(4, 6, "swiss", "earlier")]
    [(4, 2), (5, 3), (6, 4)]
    """
    back = {"before": 1, "earlier": 2}
    schedule = system in SCHEDULES
    said: dict[str, object] = {"meetings": SYSTEMS[system].meetings, **more}
    if system == "fontes":
        said.setdefault("fontes_rounds", min(last - first + 1, 99))
    found = []
    for number in range(first, last + 1):
        if schedule or standings == "none":
            based_on, after = 0, number - 1
        elif isinstance(standings, int):
            based_on = after = min(standings, first - 1)
        else:
            based_on = after = max(0, number - back[standings])
        found.append(
            PlannedRound(
                round_number=number, system=system, based_on=based_on, after=after,
                since=first if schedule else 0, **said,  # type: ignore[arg-type]
            )
        )  # fmt: skip
    return tuple(found)


def next_number(tournament: Tournament, division: str) -> int:
    paired = (one.round_number for one in tournament.rounds if one.division == division)
    return max(paired, default=0) + 1


def in_one_act(plan: DrawPlan, number: int) -> tuple[PlannedRound, ...]:
    """The planned rounds from ``number`` on that can be drawn now, one after another.

    That is the rest of a round robin or an Initial Fontes, else the round alone.
    """
    found: list[PlannedRound] = []
    planned = plan.of_round(number)
    while planned is not None and (not found or _of_one_schedule(found[0], planned)):
        found.append(planned)
        planned = plan.of_round(planned.round_number + 1)
    return tuple(found)


def _of_one_schedule(one: PlannedRound, other: PlannedRound) -> bool:
    return bool(one.since) and (one.since, one.system) == (other.since, other.system)


def coming(tournament: Tournament, division: str) -> tuple[PlannedRound, ...]:
    """The planned rounds that draw themselves next, together; none, where none is planned.

    The first round is not among them: only people know when all players are there.
    """
    plan = tournament.plan_of(division)
    together = in_one_act(plan, next_number(tournament, division))
    return tuple(one for one in together if 0 < one.after == together[0].after)


def waits_for(
    tournament: Tournament, planned: PlannedRound, division: str, at_hand: AtHand,
    rounds_read: RoundsRead,
) -> tuple[ResultsOut, ...]:  # fmt: skip
    """The results that a planned round waits for."""
    last = max(planned.after, planned.based_on)
    return results_out(rounds_read.before(tournament, division, last + 1, at_hand))


def needs_results(plan: DrawPlan, planned: PlannedRound) -> bool:
    """Whether a round waits for results: a schedule does only where it draws itself."""
    return bool(planned.based_on or plan.minutes)


def settings_of(tournament: Tournament, division: str, planned: PlannedRound) -> Settings:
    """How a planned round is drawn, in a tournament as it is set up now."""
    based_on: int | None = 0 if planned.since else planned.based_on
    if based_on == planned.round_number - 1:
        based_on = None
    same = ("meetings", "factor", "fontes_rounds", "in_a_row", "by_starts", "reset", "byes",
            "gibson", "level_places", "gibson_class", "gibson_meets", "since")  # fmt: skip
    said = {name: getattr(planned, name) for name in same}
    return usual_settings(tournament, division, planned.system, based_on=based_on, **said)


def wanted_of(tournament: Tournament, division: str, first: int, last: int) -> tuple[Wanted, ...]:
    """What is asked of the draw of planned rounds.

    Raises:
      Refusal: ``round-not-planned``, or ``rounds-rest-on-results`` where one of them can only be
        drawn once another is played.
    """
    plan = tournament.plan_of(division)
    together = [one.round_number for one in in_one_act(plan, first)]
    found = []
    for number in range(first, max(first, last) + 1):
        planned = plan.of_round(number)
        if planned is None:
            raise refusal("round-not-planned", round_number=number)
        if number not in together:
            raise refusal("rounds-rest-on-results", round_number=number, first=first)
        settings = settings_of(tournament, division, planned)
        found.append(
            Wanted(division=division, round_number=number, settings=settings, seed=plan.seed)
        )
    return tuple(found)


def digest_of_draws(found: Sequence[Draw]) -> str:
    """What tells draws that were looked at from others."""
    if len(found) == 1:
        return found[0].digest
    return sha256("".join(one.digest for one in found).encode()).hexdigest()


# The plan itself: rounds planned, or planned no more.


class PlanRounds(TournamentRequest, frozen=True, tag="plan-rounds", kw_only=True):
    """Say how rounds of a division are to be drawn; what the plan has of other rounds stays.

    Attributes:
      without: rounds that are planned no more, from the first to the last.
      seed: what every planned draw is made with; ``None``: as before.
    """

    division: str = ""
    rounds: tuple[PlannedRound, ...] = ()
    without: tuple[int, int] | None = None
    seed: Annotated[int, Meta(ge=0, le=MOST_SEED)] | None = None


@decides(PlanRounds, may=ORGANISERS)
def plan_rounds(
    tournament: Tournament, request: PlanRounds, context: TournamentContext
) -> Decision:
    """Write the whole plan down anew.

    Raises:
      Refusal: ``plan-of-paired-round`` of a round that was paired; ``unreadable-request`` of a
        round that rests on itself or a later one; ``nothing-changed``.
    """
    del context
    return Decision((plan_with(tournament, request),))


def plan_with(tournament: Tournament, request: PlanRounds) -> RoundsPlanned:
    """The plan as it is with what is asked."""
    division = request.division
    if division not in (there := divisions_of(tournament)):
        listed = listed_divisions(there)
        raise refusal("no-such-division", name=tournament.name, division=division, listed=listed)
    plan = tournament.plan_of(division)
    paired = {one.round_number for one in tournament.rounds if one.division == division}
    for one in request.rounds:
        must_make_sense(one)
        if one.round_number in paired and one != plan.of_round(one.round_number):
            raise refusal("plan-of-paired-round", round_number=one.round_number)
    new = {one.round_number: one for one in request.rounds}
    if len(new) < len(request.rounds):
        raise refusal("unreadable-request/planned-twice")
    first, last = request.without or (1, 0)
    kept = {one.round_number: one for one in plan.rounds
            if not first <= one.round_number <= last or one.round_number in paired}  # fmt: skip
    rounds = tuple(one for _, one in sorted({**kept, **new}.items()))
    seed = plan.seed if request.seed is None else request.seed
    if (rounds, seed) == (plan.rounds, plan.seed):
        raise refusal("nothing-changed")
    return RoundsPlanned(division=division, rounds=rounds, seed=seed)


def must_make_sense(planned: PlannedRound) -> None:
    """Refuse a round that rests on itself, or on one that comes later."""
    number = planned.round_number
    if max(planned.based_on, planned.after) >= number or not planned.since <= number:
        raise refusal("unreadable-request/planned-from-later", round_number=number)
    if (planned.system in SCHEDULES) != bool(planned.since):
        raise refusal("unreadable-request/schedule-without-a-beginning", round_number=number)


# Planned rounds drawn: by who looked at them, or by themselves once they were announced.


class DrawPlanned(TournamentRequest, frozen=True, tag="draw-planned", kw_only=True):
    """Draw planned rounds of a division as the plan has them, and schedule their games.

    Attributes:
      last: 0: the first alone.
      seen: digest of the draws that were looked at; empty: nobody looked.
      announced: only as it was announced: when it is due and its results are in.
    """

    first: int
    last: int = 0
    division: str = ""
    seen: str = ""
    announced: bool = False

    def updates(self, tournament: Tournament) -> bool:
        del tournament
        return True


def planned_now(
    tournament: Tournament, request: DrawPlanned, at_hand: AtHand, rounds_read: RoundsRead
) -> tuple[Draw, ...]:
    """The draws as things stand, one after another; nothing is written."""
    must_be_open_for(tournament, request)
    first, *following = wanted_of(tournament, request.division, request.first, request.last)
    found = worked_out(tournament, 0, first, at_hand, 0, rounds_read, following)
    return tuple(map(must_be_of_somebody, (found.draw, *found.following)))


@decides(DrawPlanned, may=ORGANISERS)
def draw_planned(
    tournament: Tournament, request: DrawPlanned, context: TournamentContext
) -> Decision:
    """Write down what was drawn, round by round, and the rounds as they hold.

    A draw that was announced and lacks a result by then is called off instead.

    Raises:
      WorkFirst: the draws, which nobody else is to wait for.
      Refusal: ``round-paired``; ``round-not-planned``; ``rounds-rest-on-results``;
        ``draw-not-due``; ``draw-moved-on``; what is refused of any pairing.
    """
    division = request.division
    last = max(request.first, request.last)
    for one in tournament.rounds:
        if one.division == division and request.first <= one.round_number <= last:
            raise refusal("round-paired", round_number=one.round_number)
    wanted = wanted_of(tournament, division, request.first, request.last)
    if request.announced:
        announced = tournament.plan_of(division).announced
        if announced is None or (announced.round_number, announced.last) != (request.first, last):
            raise refusal("no-draw-announced")
        if context.now() < announced.at:
            raise refusal("draw-not-due", round_number=request.first)
        planned = tournament.plan_of(division).of_round(request.first)
        if planned and waits_for(tournament, planned, division, context, context.rounds_read):
            return Decision((_lacks_results(announced),))
    found = draws_before(tournament, wanted, context)
    if request.seen not in ("", digest_of_draws(found)):
        raise refusal("draw-moved-on", round_number=request.first)
    facts: list[Fact] = []
    noticed: list[str] = []
    writes: list[StreamWrite] = []
    then = tournament
    for asked, draw in zip(wanted, found, strict=True):
        drawn, paired = _as_drawn(then, asked, draw, context)
        number = asked.round_number
        games = games_of(then, number, paired.pairings, division=division)
        writes += [StreamWrite(game, 0, (scheduled,)) for game, scheduled in games]
        noticed += [
            *noticed_about_byes(then, paired),
            *remarks_on(then, number, division, paired.pairings),
            *remarks_on_results(draw.out),
        ]
        then = replace(then, rounds=(*then.rounds, paired), draws=(*then.draws, drawn))
        facts += [drawn, paired]
    return Decision(tuple(facts), tuple(dict.fromkeys(noticed)), tuple(writes))


def _as_drawn(
    tournament: Tournament, asked: Wanted, draw: Draw, context: TournamentContext
) -> tuple[RoundDrawn, RoundPaired]:
    number, division = asked.round_number, asked.division
    pairings = pairings_of(draw.drawn)
    must_be_pairable(tournament, number, pairings, division=division)
    pairings = at_free_tables(tournament, number, pairings, division, context)
    drawn = RoundDrawn(
        round_number=number,
        division=division,
        method=asked.settings.method,
        seed=asked.seed,
        digest=draw.digest,
        drawn=draw.drawn,
        inputs=draw.inputs,
    )
    return drawn, RoundPaired(round_number=number, division=division, pairings=pairings)


# Rounds that draw themselves: chosen, announced, stopped.


class ChooseAutomaticDraws(
    TournamentRequest, frozen=True, tag="choose-automatic-draws", kw_only=True
):
    """Let the planned rounds of a division draw themselves, so many minutes after it was announced.

    Attributes:
      minutes: 0: they are drawn by people.
    """

    division: str = ""
    minutes: Annotated[int, Meta(ge=0, le=MOST_MINUTES)]


class AnnounceDraw(TournamentRequest, frozen=True, tag="announce-draw", kw_only=True):
    """Announce that the next planned round of a division draws itself, now that it is due.

    Attributes:
      by_itself: nobody asked for it, so a round that was stopped is not announced again.
    """

    round_number: int
    division: str = ""
    by_itself: bool = False

    def updates(self, tournament: Tournament) -> bool:
        del tournament
        return True


class CallOffDraw(TournamentRequest, frozen=True, tag="call-off-draw", kw_only=True):
    """Stop a draw that was announced; ``reason`` may be left out.

    Attributes:
      results_out: only if a result it rests on is not in any more.
    """

    division: str = ""
    reason: str = ""
    results_out: bool = False


@decides(ChooseAutomaticDraws, may=ORGANISERS)
def choose_automatic_draws(
    tournament: Tournament, request: ChooseAutomaticDraws, context: TournamentContext
) -> Decision:
    plan = tournament.plan_of(request.division)
    if request.minutes and not plan.rounds:
        raise refusal("no-round-planned")
    by = context.by if request.minutes else ""
    if (request.minutes, by) == (plan.minutes, plan.by):
        raise refusal("nothing-changed")
    fact = AutomaticDrawsChosen(division=request.division, minutes=request.minutes, by=by)
    return Decision((fact,))


@decides(AnnounceDraw, may=ORGANISERS)
def announce_draw(
    tournament: Tournament, request: AnnounceDraw, context: TournamentContext
) -> Decision:
    """Write down when the draw is made.

    Raises:
      Refusal: ``draws-not-automatic``; ``draw-announced``; ``draw-stopped``; ``draw-not-due``.
    """
    division, number = request.division, request.round_number
    plan = tournament.plan_of(division)
    if not plan.minutes:
        raise refusal("draws-not-automatic")
    if plan.announced is not None:
        raise refusal("draw-announced", round_number=plan.announced.round_number)
    if request.by_itself and plan.stopped == number:
        raise refusal("draw-stopped", round_number=number)
    together = coming(tournament, division)
    if not together or together[0].round_number != number:
        raise refusal("draw-not-due", round_number=number)
    if waits_for(tournament, together[0], division, context, context.rounds_read):
        raise refusal("draw-not-due", round_number=number)
    at = context.now() + timedelta(minutes=plan.minutes)
    last = together[-1].round_number
    return Decision((DrawAnnounced(round_number=number, last=last, division=division, at=at),))


@decides(CallOffDraw, may=ORGANISERS)
def call_off_draw(
    tournament: Tournament, request: CallOffDraw, context: TournamentContext
) -> Decision:
    must_be_short(request.reason, LONGEST_REASON)
    plan = tournament.plan_of(request.division)
    announced = plan.announced
    if announced is None:
        raise refusal("no-draw-announced")
    if not request.results_out:
        number, reason = announced.round_number, request.reason.strip()
        fact = DrawCalledOff(round_number=number, division=request.division, reason=reason)
        return Decision((fact,))
    planned = plan.of_round(announced.round_number)
    if not planned or not waits_for(
        tournament, planned, request.division, context, context.rounds_read
    ):
        raise refusal("nothing-changed")
    return Decision((_lacks_results(announced),))


def _lacks_results(announced: DrawAnnounced) -> DrawCalledOff:
    return DrawCalledOff(
        round_number=announced.round_number, division=announced.division, because="results-out"
    )


# What a plan says, in words.


def standings_wording(planned: PlannedRound) -> str:
    """Which standings a round is drawn from."""
    if planned.since:
        return say("pairing.plan.fixed-schedule")
    if not planned.based_on:
        return say("pairing.plan.by-rating")
    return say("pairing.plan.after-round", round=planned.based_on)


def more_wording(planned: PlannedRound) -> Iterator[str]:
    """What else is said of a round, a phrase each."""
    if planned.meetings != SYSTEMS[planned.system].meetings:
        if planned.meetings:
            yield say("pairing.plan.meetings", number=planned.meetings)
        else:
            yield say("pairing.plan.any-meetings")
    yield from _of_the_system(planned)
    if planned.byes != "lowest":
        yield say(f"pairing.plan.bye.{planned.byes}")
    if planned.gibson:
        yield say("pairing.plan.gibson", places=", ".join(map(str, planned.gibson)))
    if planned.level_places:
        places = ", ".join(map(str, planned.level_places))
        yield say("pairing.plan.level-places", places=places)
    if planned.gibson_class:
        yield say("pairing.plan.gibson-class", name=planned.gibson_class)
    if planned.gibson_meets != "lowest":
        yield say("pairing.plan.gibson-meets-highest")


def _of_the_system(planned: PlannedRound) -> Iterator[str]:
    if planned.system == "factor":
        yield say("pairing.plan.factor", factor=planned.factor)
    if planned.in_a_row > 1:
        yield say("pairing.plan.in-a-row", number=planned.in_a_row)
    if not planned.by_starts:
        yield say("pairing.plan.starts-do-not-count")
    if planned.system == "australian" and planned.reset > 1:
        yield say("pairing.plan.meetings-count-from", round=planned.reset)
