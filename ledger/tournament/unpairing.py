"""A paired round that nobody has begun is taken back in one act, and may be paired anew.

Its games are called off, as those of a round that is put right are: they stay in the log, and
games paired at their tables later have the next number.
"""

from __future__ import annotations

from ledger.asking.asked import Decision, Part
from ledger.asking.permission import ORGANISERS
from ledger.game.facts.endings import ROUND_TAKEN_BACK, GameVoided
from ledger.refusals.saying import refusal
from ledger.tournament.asking import AskedOfTournament, Under, decides
from ledger.tournament.facts.draws import RoundUnpaired
from ledger.tournament.repairing import as_it_stands
from ledger.tournament.tournament import Tournament
from ledger.vocabulary.bounds import LONGEST_REASON, must_be_short


class UnpairRound(AskedOfTournament, frozen=True, tag="unpair-round", kw_only=True):
    """Take a round back that nobody has begun; ``reason`` may be left out."""

    round_number: int
    division: str = ""
    reason: str = ""


@decides(UnpairRound, may=ORGANISERS)
def unpair_round(tournament: Tournament, asked: UnpairRound, under: Under) -> Decision:
    """Write down that the round is not paired, and call its games off.

    Raises:
      Refusal: ``round-not-paired``; ``round-closed`` or ``round-after`` (something rests on it);
        ``game-under-way`` for a game that was begun.
    """
    number, division = asked.round_number, asked.division
    must_be_short(asked.reason, LONGEST_REASON)
    now = as_it_stands(tournament, number, division, under)
    if (division, number) in tournament.closed:
        raise refusal("round-closed", number=number)
    later = [one.round_number for one in tournament.rounds if one.division == division]
    if max(later) > number:
        raise refusal("round-after", number=number, later=max(later))
    for one in now:
        if one.is_begun:
            raise refusal("game-under-way/unpaired", table=one.pairing.table)
    games = [one.sheet for one in now if one.sheet is not None and not one.sheet.ending.voided]
    fact = RoundUnpaired(
        round_number=number,
        division=division,
        reason=asked.reason.strip(),
        called_off=tuple(sheet.id for sheet in games),
    )
    return Decision(
        (fact,),
        also=tuple(Part(x.id, x.version, (GameVoided(reason=ROUND_TAKEN_BACK),)) for x in games),
    )
