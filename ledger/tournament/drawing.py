"""A round drawn by the product: seen first, then written down as it was seen."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Annotated

from msgspec import Meta, Struct

from ledger.asking.asked import Decision, Part
from ledger.asking.permission import ORGANISERS
from ledger.refusals.saying import refusal
from ledger.tournament.asking import AskedOfTournament, Under, decides
from ledger.tournament.byes import noticed_about_byes
from ledger.tournament.draw.drawn import Drawn
from ledger.tournament.draw.from_record import inputs_of
from ledger.tournament.draw.inputs import MOST_SEED, Inputs, Settings, digest_of
from ledger.tournament.draw.methods import drawn
from ledger.tournament.facts.draws import RoundDrawn
from ledger.tournament.facts.tournaments import Pairing, RoundPaired
from ledger.tournament.noticed import remarks_on
from ledger.tournament.pairing import games_of, must_be_pairable
from ledger.tournament.repairing import must_be_begun_by_nobody, repaired
from ledger.tournament.standing_now import AtHand
from ledger.tournament.tournament import Tournament
from ledger.vocabulary import remarks

DRAWS_KEPT = 8
"""Draws that are remembered, so that one seen and then confirmed is made once."""


class DrawRound(AskedOfTournament, frozen=True, tag="draw-round", kw_only=True):
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


class Draw(Struct, frozen=True):
    """A draw, and what it was made from."""

    told: Inputs
    digest: str
    drawn: Drawn


def draw_now(tournament: Tournament, asked: DrawRound, at_hand: AtHand) -> Draw:
    """The draw as things stand; nothing is written.

    Raises:
      Refusal: ``nobody-to-pair``, or ``unreadable-request/settings-of-a-draw``.
    """
    told = inputs_of(
        tournament, asked.division, asked.round_number, asked.settings, asked.seed, at_hand
    )
    digest = digest_of(told)
    found = Draw(told, digest, _drawn_once(told, digest))
    if not found.drawn.pairings:
        raise refusal("nobody-to-pair", round_number=asked.round_number)
    return found


def pairings_of(drawing: Drawn) -> tuple[Pairing, ...]:
    """The pairings of a draw as they are written down."""
    return tuple(Pairing(one.table, one.first, one.second) for one in drawing.pairings)


@decides(DrawRound, may=ORGANISERS)
def draw_round(tournament: Tournament, asked: DrawRound, under: Under) -> Decision:
    """Write down what was drawn, from what, and the round as it holds.

    Raises:
      Refusal: ``round-paired``; ``draw-moved-on`` (something changed since it was looked at);
        ``nobody-to-pair``; what is refused of any pairing.
    """
    number, division = asked.round_number, asked.division
    paired = _is_paired(tournament, asked)
    if paired and not asked.again:
        raise refusal("round-paired", round_number=number)
    if paired:
        must_be_begun_by_nobody(tournament, number, division, under)
    found = draw_now(tournament, asked, under)
    if asked.seen not in ("", found.digest):
        raise refusal("draw-moved-on", round_number=number)
    as_drawn = pairings_of(found.drawn)
    pairings = asked.by_hand or as_drawn
    fact = RoundDrawn(
        round_number=number,
        division=division,
        method=asked.settings.method,
        seed=asked.seed,
        digest=found.digest,
        drawn=found.drawn,
        inputs=found.told,
    )
    noticed = remarks_on(tournament, number, division, pairings)
    if pairings != as_drawn:
        noticed += (remarks.CHANGED_BY_HAND,)
    if paired:
        decision = repaired(tournament, number, division, pairings, under, reason="drawn anew")
        return Decision((fact, *decision.facts), noticed, decision.also)
    must_be_pairable(tournament, number, pairings, division=division)
    games = games_of(tournament, number, pairings, division=division)
    for game, scheduled in games:
        if under.version_of(game):
            raise refusal("table-taken", table=scheduled.table, number=number)
    round_paired = RoundPaired(round_number=number, division=division, pairings=pairings)
    return Decision(
        (fact, round_paired),
        (*noticed_about_byes(tournament, round_paired), *noticed),
        tuple(Part(game, 0, (scheduled,)) for game, scheduled in games),
    )


def _is_paired(tournament: Tournament, asked: DrawRound) -> bool:
    which = (asked.division, asked.round_number)
    return any((one.division, one.round_number) == which for one in tournament.rounds)


_kept: OrderedDict[str, Drawn] = OrderedDict()
_lock = Lock()


def _drawn_once(told: Inputs, digest: str) -> Drawn:
    """The draw of these inputs: of a big field it takes seconds, and the desk waits meanwhile."""
    with _lock:
        if digest in _kept:
            _kept.move_to_end(digest)
            return _kept[digest]
    found = drawn(told)
    with _lock:
        _kept[digest] = found
        while len(_kept) > DRAWS_KEPT:
            _kept.popitem(last=False)
    return found
