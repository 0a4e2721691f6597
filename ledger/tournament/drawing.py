"""A round drawn by the product, seen first and written as it was seen; a round unpaired."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from ledger.game.endings.facts import ROUND_TAKEN_BACK, GameVoided
from ledger.game.sheet.sheet import Sheet
from ledger.refusals.saying import refusal
from ledger.requests import ORGANISERS, Decision, StreamWrite, WorkFirst
from ledger.tournament.draw.from_record import (
    Draw,
    Wanted,
    holds_still,
    pairings_of,
    remarks_on_results,
    worked_out,
)
from ledger.tournament.draw.inputs import MOST_SEED, Settings
from ledger.tournament.facts import Pairing, RoundDrawn, RoundPaired, RoundUnpaired
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
from ledger.tournament.round_repairs import as_it_stands, must_be_begun_by_nobody, repaired
from ledger.tournament.standing_now import AtHand, RoundsRead
from ledger.tournament.tournament import Tournament
from ledger.vocabulary import remarks
from ledger.vocabulary.bounds import LONGEST_REASON, must_be_short

# A paired round that nobody has begun is taken back in one act, and may be paired anew.
#
# Its games are called off, as those of a round that is put right are: they stay in the log, and
# games paired at their tables later have the next number.


class UnpairRound(TournamentRequest, frozen=True, tag="unpair-round", kw_only=True):
    """Take a round back that nobody has begun; ``reason`` may be left out.

    Attributes:
      and_later: whether the rounds paired after it are taken back as well.
    """

    round_number: int
    division: str = ""
    reason: str = ""
    and_later: bool = False


@decides(UnpairRound, may=ORGANISERS)
def unpair_round(
    tournament: Tournament, request: UnpairRound, context: TournamentContext
) -> Decision:
    """Write down that the round is not paired, and call its games off; the last round first."""
    number, division = request.round_number, request.division
    must_be_short(request.reason, LONGEST_REASON)
    as_it_stands(tournament, number, division, context)
    later = sorted(
        one.round_number
        for one in tournament.rounds
        if one.division == division and one.round_number > number
    )
    if later and not request.and_later:
        raise refusal("round-after", number=number, later=later[-1])
    facts: list[RoundUnpaired] = []
    writes: list[StreamWrite] = []
    for each in (*reversed(later), number):
        games = _games_of_unbegun(tournament, each, division, context)
        facts.append(
            RoundUnpaired(
                round_number=each,
                division=division,
                reason=request.reason.strip(),
                called_off=tuple(sheet.id for sheet in games),
            )
        )
        void = GameVoided(reason=ROUND_TAKEN_BACK)
        writes += [StreamWrite(sheet.id, sheet.version, (void,)) for sheet in games]
    return Decision(tuple(facts), other_writes=tuple(writes))


def _games_of_unbegun(
    tournament: Tournament, number: int, division: str, context: TournamentContext
) -> list[Sheet]:
    """The games of a round that nobody has begun; refuses one that is closed or being played."""
    if (division, number) in tournament.closed:
        raise refusal("round-closed", number=number)
    now = as_it_stands(tournament, number, division, context)
    for one in now:
        if one.is_begun:
            raise refusal("game-under-way/unpaired", table=one.pairing.table)
    return [one.sheet for one in now if one.sheet is not None and not one.sheet.ending.voided]


class DrawRound(TournamentRequest, frozen=True, tag="draw-round", kw_only=True):
    """Draw a round, and schedule its games.

    Attributes:
      seen: digest of the inputs of the draw that was looked at; empty: nobody looked.
      by_hand: the round as it was changed by hand on looking at it; empty: as it is drawn.
      again: the round is drawn in place of one that nobody has begun to play.
    """

    round_number: int
    division: str = ""
    settings: Settings
    seed: Annotated[int, Meta(ge=0, le=MOST_SEED)]
    seen: str = ""
    by_hand: tuple[Pairing, ...] = ()
    again: bool = False

    def updates(self, tournament: Tournament) -> bool:
        del tournament
        return True

    @property
    def wanted(self) -> Wanted:
        return Wanted(
            division=self.division,
            round_number=self.round_number,
            settings=self.settings,
            seed=self.seed,
        )


def draw_now(
    tournament: Tournament, request: DrawRound, at_hand: AtHand, rounds_read: RoundsRead
) -> Draw:
    """The draw as things stand; nothing is written."""
    must_be_open_for(tournament, request)
    return must_be_of_somebody(
        worked_out(tournament, 0, request.wanted, at_hand, 0, rounds_read).draw
    )


@decides(DrawRound, may=ORGANISERS)
def draw_round(tournament: Tournament, request: DrawRound, context: TournamentContext) -> Decision:
    """Write down what was drawn, from what, and the round as it holds.

    Raises:
      WorkFirst: the draw itself, which nobody else is to wait for.
      Refusal: ``round-paired``; ``draw-moved-on`` (something changed since it was looked at);
        ``nobody-to-pair``; what is refused of any pairing.
    """
    number, division = request.round_number, request.division
    paired = _is_paired(tournament, request)
    if paired and not request.again:
        raise refusal("round-paired", round_number=number)
    if paired:
        must_be_begun_by_nobody(tournament, number, division, context)
    found = draws_before(tournament, (request.wanted,), context)[0]
    if request.seen not in ("", found.digest):
        raise refusal("draw-moved-on", round_number=number)
    as_drawn = pairings_of(found.drawn)
    pairings = request.by_hand or as_drawn
    fact = RoundDrawn(
        round_number=number,
        division=division,
        method=request.settings.method,
        seed=request.seed,
        digest=found.digest,
        drawn=found.drawn,
        inputs=found.inputs,
    )
    noticed = remarks_on(tournament, number, division, pairings)
    if pairings != as_drawn:
        noticed += (remarks.CHANGED_BY_HAND,)
    noticed += remarks_on_results(found.out)
    if paired:
        decision = repaired(tournament, number, division, pairings, context, reason="drawn anew")
        return Decision((fact, *decision.facts), noticed, decision.other_writes)
    must_be_pairable(tournament, number, pairings, division=division)
    pairings = at_free_tables(tournament, number, pairings, division, context)
    games = games_of(tournament, number, pairings, division=division)
    round_paired = RoundPaired(round_number=number, division=division, pairings=pairings)
    return Decision(
        (fact, round_paired),
        (*noticed_about_byes(tournament, round_paired), *noticed),
        tuple(StreamWrite(game, 0, (scheduled,)) for game, scheduled in games),
    )


def _is_paired(tournament: Tournament, request: DrawRound) -> bool:
    which = (request.division, request.round_number)
    return any((one.division, one.round_number) == which for one in tournament.rounds)


def draws_before(
    tournament: Tournament, wanted: Sequence[Wanted], context: TournamentContext
) -> tuple[Draw, ...]:
    """The draws of rounds one after another, where they were worked out ahead and still hold.

    Several rounds are drawn from the standings of one moment, so the first tells of all of them
    unless the tournament itself has changed.
    """
    first, *following = wanted
    what = (tournament.slug, *wanted)
    ahead = context.ahead.get(what)
    if (
        ahead is not None
        and (not following or ahead.version == context.version)
        and holds_still(ahead, tournament, context.version, first, context, context.written_since)
    ):
        return tuple(map(must_be_of_somebody, (ahead.draw, *ahead.following)))

    def work() -> None:
        position = context.last_position()
        found = worked_out(
            tournament, context.version, first, context, position, context.rounds_read, following
        )
        context.ahead.put(what, found)

    raise WorkFirst(work)


def must_be_of_somebody(found: Draw) -> Draw:
    """The draw, unless nobody is in it; or one alone in the first round, which is a slip."""
    number, pairings = found.inputs.round_number, found.drawn.pairings
    if not pairings:
        raise refusal("nobody-to-pair/at-all", round_number=number)
    if number == 1 and not any(one.second for one in pairings):
        raise refusal("nobody-to-pair/one-alone")
    return found
