"""A paired round put right: before its games begin, or while they are played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from ledger.game.endings.facts import PAIRED_ANEW, GameVoided
from ledger.game.sheet.sheet import Sheet
from ledger.refusals.saying import refusal
from ledger.requests import DIRECTORS, ORGANISERS, Decision, StreamWrite
from ledger.tournament.facts import Pairing, RoundRepaired
from ledger.tournament.opening import TournamentContext, TournamentRequest, decides
from ledger.tournament.pairing import (
    games_of_pairing,
    must_be_a_round,
    next_replay,
    remarks_on,
    scheduled_game,
)
from ledger.tournament.tournament import Tournament
from ledger.vocabulary.bounds import LONGEST_REASON, must_be_short


class RepairRound(TournamentRequest, frozen=True, tag="repair-round", kw_only=True):
    """Pair a round otherwise than it was paired; no game that was begun changes.

    Attributes:
      pairings: the whole round as it should be. ``replay`` is not read.
      reason: why, which may be left out while no game of the round was begun.
    """

    round_number: int
    division: str = ""
    pairings: tuple[Pairing, ...]
    reason: str = ""

    def updates(self, tournament: Tournament) -> bool:
        del tournament
        return True


class RepairDuringPlay(RepairRound, frozen=True, tag="repair-during-play", kw_only=True):
    """The same where games go on that should not: those at these tables count for nobody."""

    void: tuple[int, ...] = ()


class _AtTable(Struct, frozen=True):
    """A pairing as it stands, and its game; ``None`` for a bye."""

    pairing: Pairing
    sheet: Sheet | None

    @property
    def is_begun(self) -> bool:
        """Whether the game is under way or over; of one on paper a player's phone may say so."""
        sheet = self.sheet
        return sheet is not None and not sheet.ending.voided and bool(
            sheet.started or sheet.ended or sheet.lines or sheet.result.reported
        )  # fmt: skip


@decides(RepairRound, may=ORGANISERS)
def repair_round(
    tournament: Tournament, request: RepairRound, context: TournamentContext
) -> Decision:
    """Write the round down as it is now, and call off the games that are not played."""
    return _repair(tournament, request, context, void=())


@decides(RepairDuringPlay, may=DIRECTORS)
def repair_during_play(
    tournament: Tournament, request: RepairDuringPlay, context: TournamentContext
) -> Decision:
    return _repair(tournament, request, context, void=request.void)


def _repair(
    tournament: Tournament, request: RepairRound, context: TournamentContext, void: Sequence[int]
) -> Decision:
    reason = request.reason.strip()
    must_be_short(reason, LONGEST_REASON)
    now = as_it_stands(tournament, request.round_number, request.division, context)
    if not reason and any(one.is_begun for one in now):
        raise refusal("no-reason/to-repair", round_number=request.round_number)
    return repaired(
        tournament, request.round_number, request.division, request.pairings, context,
        reason=reason or "changed before play", void=void,
    )  # fmt: skip


def as_it_stands(
    tournament: Tournament, round_number: int, division: str, context: TournamentContext
) -> tuple[_AtTable, ...]:
    found = [
        _AtTable(pairing, context.sheet(games[-1]) if games else None)
        for paired in tournament.rounds
        if (paired.division, paired.round_number) == (division, round_number)
        for pairing in paired.pairings
        for games in [games_of_pairing(context, tournament.slug, paired, pairing)]
    ]
    if not found:
        raise refusal("round-not-paired", round_number=round_number)
    return tuple(found)


def must_be_begun_by_nobody(
    tournament: Tournament, round_number: int, division: str, context: TournamentContext
) -> None:
    """Refuse to draw a round anew of which a game was begun."""
    for one in as_it_stands(tournament, round_number, division, context):
        if one.is_begun:
            raise refusal("game-under-way/drawn-anew", table=one.pairing.table)


def repaired(
    tournament: Tournament,
    round_number: int,
    division: str,
    pairings: Sequence[Pairing],
    context: TournamentContext,
    *,
    reason: str,
    void: Sequence[int] = (),
) -> Decision:
    """What is written where a round is paired otherwise than before.

    Args:
      void: tables whose games were begun and count for nobody.
    """
    now = as_it_stands(tournament, round_number, division, context)
    must_be_a_round(
        tournament, round_number, pairings, division=division, holds=[one.pairing for one in now]
    )
    kept = {one.pairing.table: one for one in _kept(now, pairings, void)}
    gone = [one for one in now if one.sheet and one is not kept.get(one.pairing.table)]
    whole = tuple(
        _numbered(tournament, round_number, division, each, kept, context) for each in pairings
    )
    if whole == tuple(one.pairing for one in now):
        raise refusal("nothing-changed")
    voided = tuple(one for one in gone if one.is_begun)
    called_off = tuple(one for one in gone if not one.is_begun and not _is_void(one))
    fact = RoundRepaired(
        round_number=round_number,
        division=division,
        pairings=whole,
        reason=reason,
        called_off=tuple(_id(one) for one in called_off),
        voided=tuple(_id(one) for one in voided),
    )
    return Decision(
        (fact,),
        remarks_on(tournament, round_number, division, whole),
        (
            *(_voided(one, PAIRED_ANEW) for one in called_off),
            *(_voided(one, reason) for one in voided),
            *_new_games(tournament, round_number, division, whole, kept),
        ),
    )


def _kept(
    now: Sequence[_AtTable], pairings: Sequence[Pairing], void: Sequence[int]
) -> Iterator[_AtTable]:
    """What stays as it is: the same two at the same table; of a game begun, in either order."""
    at = {one.table: one for one in pairings if one.second}
    for one in now:
        was, new = one.pairing, at.get(one.pairing.table)
        if one.sheet is None or _is_void(one):
            continue
        if one.is_begun and was.table in void:
            continue
        same_two = new is not None and {new.first, new.second} == {was.first, was.second}
        if one.is_begun and not same_two:
            raise refusal(
                "game-under-way/to-move", table=was.table,
                one=one.sheet.names[0], other=one.sheet.names[1],
            )  # fmt: skip
        if same_two and (one.is_begun or (new and new.first == was.first)):
            yield one


def _numbered(
    tournament: Tournament,
    round_number: int,
    division: str,
    pairing: Pairing,
    kept: dict[int, _AtTable],
    context: TournamentContext,
) -> Pairing:
    if not pairing.second:
        return replace(pairing, replay=1)
    if pairing.table in kept:
        return kept[pairing.table].pairing
    return next_replay(tournament, round_number, pairing, division, context)


def _new_games(
    tournament: Tournament,
    round_number: int,
    division: str,
    whole: Sequence[Pairing],
    kept: dict[int, _AtTable],
) -> Iterator[StreamWrite]:
    for pairing in whole:
        if pairing.second and pairing.table not in kept:
            game, scheduled = scheduled_game(tournament, round_number, pairing, division)
            yield StreamWrite(game, 0, (scheduled,))


def _voided(one: _AtTable, reason: str) -> StreamWrite:
    assert one.sheet is not None, "a bye has no game to void"
    return StreamWrite(one.sheet.id, one.sheet.version, (GameVoided(reason=reason),))


def _is_void(one: _AtTable) -> bool:
    return one.sheet is not None and bool(one.sheet.ending.voided)


def _id(one: _AtTable) -> UUID:
    assert one.sheet is not None, "a bye has no game"
    return one.sheet.id
