"""A round drawn by the product: seen first, then written down as it was seen."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ledger.refusals.saying import refusal
from ledger.requests.request import ORGANISERS, Decision, StreamWrite
from ledger.requests.work_first import WorkFirst
from ledger.tournament.byes import noticed_about_byes
from ledger.tournament.draw.ahead import Draw, Wanted, holds_still, remarks_on_results, worked_out
from ledger.tournament.draw.inputs import MOST_SEED, Drawn, Settings
from ledger.tournament.facts.tournaments import Pairing, RoundDrawn, RoundPaired
from ledger.tournament.noticed import remarks_on
from ledger.tournament.pairing import at_free_tables, games_of, must_be_pairable
from ledger.tournament.repairing import must_be_begun_by_nobody, repaired
from ledger.tournament.requests import (
    TournamentContext,
    TournamentRequest,
    decides,
    must_be_open_for,
)
from ledger.tournament.standing_now import AtHand, RoundsRead
from ledger.tournament.tournament import Tournament
from ledger.vocabulary import remarks


class DrawRound(TournamentRequest, frozen=True, tag="draw-round", kw_only=True):
    """Draw a round, and schedule its games.

    Attributes:
      settings: how.
      seed: settles what nothing else does.
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
        """It does."""
        del tournament
        return True

    @property
    def wanted(self) -> Wanted:
        """The draw that is asked for."""
        return Wanted(
            division=self.division,
            round_number=self.round_number,
            settings=self.settings,
            seed=self.seed,
        )


def draw_now(
    tournament: Tournament, request: DrawRound, at_hand: AtHand, rounds_read: RoundsRead
) -> Draw:
    """The draw as things stand; nothing is written.

    Raises:
      Refusal: ``nobody-to-pair`` or ``tournament-closed``.
    """
    must_be_open_for(tournament, request)
    return _of_somebody(worked_out(tournament, 0, request.wanted, at_hand, 0, rounds_read).draw)


def pairings_of(drawing: Drawn) -> tuple[Pairing, ...]:
    """The pairings of a draw as they are written down."""
    return tuple(Pairing(one.table, one.first, one.second) for one in drawing.pairings)


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
    found = _of_somebody(_drawn_before(tournament, request.wanted, context))
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
        inputs=found.told,
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


def _drawn_before(tournament: Tournament, wanted: Wanted, context: TournamentContext) -> Draw:
    """The draw, where it was worked out ahead and still holds.

    Raises:
      WorkFirst: it is to be worked out.
    """
    ahead = context.ahead.get((tournament.slug, wanted))
    if ahead is not None and holds_still(
        ahead, tournament, context.version, wanted, context, context.written_since
    ):
        return ahead.draw

    def work() -> None:
        position = context.last_position()
        found = worked_out(
            tournament, context.version, wanted, context, position, context.rounds_read
        )
        context.ahead.put((tournament.slug, wanted), found)

    raise WorkFirst(work)


def _of_somebody(found: Draw) -> Draw:
    """The draw, unless nobody is in it; or one alone in the first round, which is a slip."""
    number, pairings = found.told.round_number, found.drawn.pairings
    if not pairings:
        raise refusal("nobody-to-pair/at-all", round_number=number)
    if number == 1 and not any(one.second for one in pairings):
        raise refusal("nobody-to-pair/one-alone")
    return found
