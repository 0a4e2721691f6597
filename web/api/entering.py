"""What other programs enter: results from slips, players, rounds. A token says for whose badge."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from flask import request
from msgspec import Meta, Struct

from ledger.desk.requests import Sent
from ledger.game.results.slips import Score, TypeSlip
from ledger.record.events import tournament_id
from ledger.requests import Request
from ledger.tournament.drawing import UnpairRound
from ledger.tournament.facts import Pairing, PlayerEntered
from ledger.tournament.rounds import EnterPlayers, PairRound
from ledger.tournament.tournament import Player, tournament_of
from ledger.vocabulary.names import unlikely_name
from ledger.vocabulary.refusals import Refusal
from web.access.visitors import accounts, signed_in
from web.api.operations import operation, unreadable
from web.frame.addresses import game_at, tournament_at

ONCE = "Idempotency-Key"
"""The header with which a program numbers what it sends: a UUID, the same when sent again."""

ENTERED = (400, 401, 403, 404, 422)


class EntryTold(Struct, frozen=True, kw_only=True):
    """It is written.

    Attributes:
      again: it had been written under this key before; nothing was written now.
      remarks: codes of what was noticed about it.
    """

    written: bool = True
    again: bool = False
    remarks: tuple[str, ...] = ()


class ResultSent(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A result as it stands on a slip filled in by hand.

    Attributes:
      scores: of the players in the order of the pairing, adjustments included.
      division: where there are several; ``replay``: 2 for the game played again.
      starter: who started, 1 or 2; 0: the slip does not say.
      whose: whose slip it is, 1 or 2; 0: the one slip of both.
      unsigned: who has not signed it.
      sure: scores that hardly ever happen are meant.
    """

    scores: tuple[Score, Score]
    division: Annotated[str, Meta(max_length=80)] = ""
    replay: Annotated[int, Meta(ge=1, le=99)] = 1
    starter: Annotated[int, Meta(ge=0, le=2)] = 0
    whose: Annotated[int, Meta(ge=0, le=2)] = 0
    unsigned: tuple[Annotated[int, Meta(ge=1, le=2)], ...] = ()
    sure: bool = False


class PlayerSent(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A player to be entered; under a number that is taken the entry is put in its place.

    Attributes:
      number: in the tournament, from 1.
      rating: 0: none.
      classes: prize classes.
    """

    number: Annotated[int, Meta(ge=1, le=99_999)]
    name: Annotated[str, Meta(min_length=1, max_length=80)]
    division: Annotated[str, Meta(max_length=80)] = ""
    rating: Annotated[int, Meta(ge=0, le=9_999)] = 0
    team: Annotated[str, Meta(max_length=80)] = ""
    classes: Annotated[tuple[Annotated[str, Meta(max_length=80)], ...], Meta(max_length=20)] = ()


class PlayersSent(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Players to be entered, all or none."""

    players: Annotated[tuple[PlayerSent, ...], Meta(min_length=1, max_length=500)]


class PairingSent(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Two players at a table, by number; ``second`` 0: a bye."""

    table: Annotated[int, Meta(ge=0, le=9_999)]
    first: Annotated[int, Meta(ge=1, le=99_999)]
    second: Annotated[int, Meta(ge=0, le=99_999)] = 0


class RoundSent(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A round to be paired, all of it."""

    round: Annotated[int, Meta(ge=1, le=999)]
    pairings: Annotated[tuple[PairingSent, ...], Meta(min_length=1, max_length=1_000)]
    division: Annotated[str, Meta(max_length=80)] = ""


class RoundTakenBack(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A paired round that nobody has begun, to be taken back; ``reason`` may be left out."""

    division: Annotated[str, Meta(max_length=80)] = ""
    reason: Annotated[str, Meta(max_length=200)] = ""


@operation(
    "/tournaments/<slug>/rounds/<int:round_number>/tables/<int:table>/result",
    EntryTold,
    sent=ResultSent,
    scope="results",
    refusals=ENTERED,
)
def type_result(slug: str, round_number: int, table: int, sent: ResultSent) -> EntryTold:
    """Type a result from a slip: compared with what is there, as at the desk."""
    game = game_at(slug, sent.division, round_number, table, sent.replay)
    desk_request = TypeSlip(
        scores=sent.scores, starter=sent.starter, whose=sent.whose, unsigned=sent.unsigned,
        sure=sent.sure,
    )  # fmt: skip
    return _entered(game.id, desk_request)


@operation(
    "/tournaments/<slug>/players", EntryTold, sent=PlayersSent, scope="players", refusals=ENTERED
)
def enter_players(slug: str, sent: PlayersSent) -> EntryTold:
    """Enter players, all in one go; of one who is there, what officials keep stays as it is."""
    tournament_at(slug)
    there = tournament_of(accounts().desk.log.events_of(tournament_id(slug)))
    for one in sent.players:
        if unlikely := unlikely_name(one.name):
            raise Refusal(
                "unreadable-request", f"Player {one.number}: {unlikely}", "Send the player’s name."
            )
    players = tuple(
        _entry(one, there.player(one.number) if there else None) for one in sent.players
    )
    return _entered(tournament_id(slug), EnterPlayers(players=players))


def _entry(sent: PlayerSent, known: Player | None) -> PlayerEntered:
    return PlayerEntered(
        number=sent.number,
        name=sent.name,
        division=sent.division,
        rating=sent.rating,
        team=sent.team,
        classes=sent.classes,
        table=known.table if known else 0,
        member=known.member if known else "",
    )


@operation(
    "/tournaments/<slug>/rounds", EntryTold, sent=RoundSent, scope="rounds", refusals=ENTERED
)
def pair_round(slug: str, sent: RoundSent) -> EntryTold:
    """Pair a round and schedule its games."""
    tournament_at(slug)
    pairings = tuple(Pairing(one.table, one.first, one.second) for one in sent.pairings)
    desk_request = PairRound(round_number=sent.round, pairings=pairings, division=sent.division)
    return _entered(tournament_id(slug), desk_request)


@operation(
    "/tournaments/<slug>/rounds/<int:round_number>/taken-back",
    EntryTold,
    sent=RoundTakenBack,
    scope="rounds",
    refusals=ENTERED,
)
def take_round_back(slug: str, round_number: int, sent: RoundTakenBack) -> EntryTold:
    """Take back a round that nobody has begun, with its games, so that it is paired anew."""
    tournament_at(slug)
    desk_request = UnpairRound(
        round_number=round_number, division=sent.division, reason=sent.reason
    )
    return _entered(tournament_id(slug), desk_request)


def _entered(stream: UUID, desk_request: Request) -> EntryTold:
    session = signed_in()
    try:
        key = UUID(request.headers.get(ONCE, ""))
    except ValueError:
        raise unreadable(
            f"What is entered is numbered by the program: a UUID in the header {ONCE}.",
            "Send one, and the same again if the answer was lost.",
        ) from None
    sent = Sent(by=session.badge, command_id=key, device=session.device)
    written = accounts().desk.must_write(stream, desk_request, sent)
    remarks = dict.fromkeys(r for event in written.events for r in event.envelope.remarks)
    return EntryTold(again=written.again, remarks=tuple(remarks))
