"""Players entered, added, renamed, checked in, withdrawn, back; pairs kept apart; their phones."""

from __future__ import annotations

import hmac
from base64 import b32encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import combinations, count
from uuid import UUID

from msgspec.structs import replace

from ledger.game.setting_up.facts import PlayersNamed
from ledger.messages import say
from ledger.record.events import game_id
from ledger.refusals.saying import refusal
from ledger.requests import ORGANISERS, Decision, StreamWrite
from ledger.tournament.divisions import division_entered
from ledger.tournament.facts import (
    CheckInTakenBack,
    PairAllowed,
    PairForbidden,
    PhonesCheckIn,
    PlayerCameBack,
    PlayerEntered,
    PlayerRemoved,
    PlayersCheckedIn,
    PlayersHandIn,
    PlayerWithdrawn,
)
from ledger.tournament.names import must_be_a_name, must_be_meant, told_apart
from ledger.tournament.opening import TournamentContext, TournamentRequest, decides
from ledger.tournament.tournament import Player, Tournament
from ledger.vocabulary.names import must_be_writable

LARGEST_TEAM = 20  # players of a team that is kept apart: more of them leave a draw no way out


class AddPlayers(TournamentRequest, frozen=True, tag="add-players", kw_only=True):
    """Enter new players; each gets the next free number, whatever number it comes with.

    Attributes:
      namesakes: whether it is known that others have the same name; then both names are numbered.
      sure: whether a name is meant that is likelier a number, a sum or an item of a list.
    """

    players: tuple[PlayerEntered, ...]
    namesakes: bool = False
    sure: bool = False

    def updates(self, tournament: Tournament) -> bool:
        del tournament
        return True


class RemovePlayer(TournamentRequest, frozen=True, tag="remove-player", kw_only=True):
    """A player was entered by mistake and is in no round that was paired."""

    player: int


class CheckIn(TournamentRequest, frozen=True, tag="check-in", kw_only=True):
    """Say that players, by number, are there; or, not ``here``, that they are not after all."""

    players: tuple[int, ...]
    here: bool = True

    def updates(self, tournament: Tournament) -> bool:
        del tournament
        return True


class WithdrawPlayer(TournamentRequest, frozen=True, tag="withdraw-player", kw_only=True):
    """A player takes no further part, by the player's own wish or because nobody came."""

    player: int
    reason: str


class BringBackPlayer(TournamentRequest, frozen=True, tag="bring-back-player", kw_only=True):
    """A player who withdrew takes part again, from the next round that is paired."""

    player: int
    reason: str = ""

    def updates(self, tournament: Tournament) -> bool:
        del tournament
        return True


class ForbidPair(TournamentRequest, frozen=True, tag="forbid-pair", kw_only=True):
    """Two players are not to be drawn against one another."""

    one: int
    other: int
    reason: str = ""


class AllowPair(TournamentRequest, frozen=True, tag="allow-pair", kw_only=True):
    """Two players who were not to meet may."""

    one: int
    other: int


class KeepTeamApart(TournamentRequest, frozen=True, tag="keep-team-apart", kw_only=True):
    """The players of a team or club are not to be drawn against one another, in each division."""

    team: str


class LetPhonesCheckIn(TournamentRequest, frozen=True, tag="let-phones-check-in", kw_only=True):
    """Let players check in on phones, with the code at the door; without a key, no longer."""

    by: str = ""
    key: str = ""

    def updates(self, tournament: Tournament) -> bool:
        del tournament
        return bool(self.key)


class CheckInByPhone(TournamentRequest, frozen=True, tag="check-in-by-phone", kw_only=True):
    """Say on a phone, with the code at the door, that a player is there."""

    player: int

    def updates(self, tournament: Tournament) -> bool:
        del tournament
        return True


class TakeBackCheckInByPhone(
    TournamentRequest, frozen=True, tag="take-back-check-in-by-phone", kw_only=True
):
    """Take back a check-in on the phone that made it: it alone knows the number of that request."""

    player: int
    check_in: UUID


@decides(AddPlayers, may=ORGANISERS)
def add_players(
    tournament: Tournament, request: AddPlayers, context: TournamentContext
) -> Decision:
    next_number = max((player.number for player in tournament.players), default=0) + 1
    numbered = tuple(
        replace(player, number=number, division=division_entered(tournament, player.division))
        for number, player in enumerate(request.players, next_number)
    )
    must_be_players(numbered)
    if not request.namesakes:
        must_be_meant(tournament.players, numbered)
    if not request.sure:
        must_be_a_name(tournament.players, numbered)
    players = told_apart(tournament.players, numbered)
    names = {player.number: player.name for player in players}
    return Decision(players, other_writes=tuple(games_named(tournament, names, context)))


@decides(RemovePlayer, may=ORGANISERS)
def remove_player(
    tournament: Tournament, request: RemovePlayer, context: TournamentContext
) -> Decision:
    del context
    player = _entered(tournament, request.player)
    if is_paired(tournament, player.number):
        raise refusal("player-paired", name=player.name)
    return Decision((PlayerRemoved(player=player.number),))


@decides(CheckIn, may=ORGANISERS)
def check_in(tournament: Tournament, request: CheckIn, context: TournamentContext) -> Decision:
    """Write down who is there, of those of whom it was not known."""
    del context
    _must_be_entered(tournament, request.players)
    here = set(tournament.attendance.here or ())
    news = tuple(sorted(n for n in set(request.players) if (n in here) is not request.here))
    if not news:
        raise refusal("nothing-changed")
    fact = PlayersCheckedIn(players=news) if request.here else CheckInTakenBack(players=news)
    return Decision((fact,))


@decides(LetPhonesCheckIn, may=ORGANISERS)
def let_phones_check_in(
    tournament: Tournament, request: LetPhonesCheckIn, context: TournamentContext
) -> Decision:
    """Write it down; a new key makes the code before it worthless."""
    del context
    fact = PhonesCheckIn(by=request.by if request.key else "", key=request.key)
    if fact == tournament.check_in:
        raise refusal("nothing-changed")
    return Decision((fact,))


@decides(CheckInByPhone, may=ORGANISERS)
def check_in_by_phone(
    tournament: Tournament, request: CheckInByPhone, context: TournamentContext
) -> Decision:
    """Write down that a player is there, unless an official said otherwise before."""
    del context
    if not tournament.check_in.key:
        raise refusal("phones-do-not-check-in")
    player = _entered(tournament, request.player)
    if player.number in tournament.conduct.withdrawn:
        raise refusal("check-in-at-the-desk/withdrawn", name=player.name)
    if player.number in tournament.attendance.desk_only:
        raise refusal("check-in-at-the-desk/taken-back", name=player.name)
    if player.number in (tournament.attendance.here or ()):
        raise refusal("nothing-changed")
    return Decision((PlayersCheckedIn(players=(player.number,), by_phone=True),))


@decides(TakeBackCheckInByPhone, may=ORGANISERS)
def take_back_check_in_by_phone(
    tournament: Tournament, request: TakeBackCheckInByPhone, context: TournamentContext
) -> Decision:
    """Write down that the player is not there, as long as no round is paired with the player."""
    del context
    player = _entered(tournament, request.player)
    made = ((one.player, one.request) for one in tournament.attendance.phones)
    if (player.number, request.check_in) not in made:
        raise refusal("not-checked-in-here", name=player.name)
    if is_paired(tournament, player.number):
        raise refusal("check-in-was-drawn", name=player.name)
    return Decision((CheckInTakenBack(players=(player.number,), by_phone=True),))


@decides(WithdrawPlayer, may=ORGANISERS)
def withdraw_player(
    tournament: Tournament, request: WithdrawPlayer, context: TournamentContext
) -> Decision:
    """Write down that a player is drawn no more; what the player has played stays."""
    del context
    player = must_be_free_to_withdraw(tournament, request)
    return Decision((PlayerWithdrawn(player=player.number, reason=request.reason),))


def must_be_free_to_withdraw(tournament: Tournament, request: WithdrawPlayer) -> Player:
    player = _entered(tournament, request.player)
    if player.number in tournament.conduct.withdrawn:
        raise refusal("player-withdrawn", number=player.number)
    if not request.reason.strip():
        raise refusal("no-reason/to-withdraw")
    return player


@decides(BringBackPlayer, may=ORGANISERS)
def bring_back_player(
    tournament: Tournament, request: BringBackPlayer, context: TournamentContext
) -> Decision:
    del context
    player = _entered(tournament, request.player)
    if player.number not in tournament.conduct.withdrawn:
        raise refusal("not-withdrawn", name=player.name)
    if player.number in tournament.conduct.put_out:
        raise refusal("player-put-out", name=player.name)
    return Decision((PlayerCameBack(player=player.number, reason=request.reason),))


@decides(ForbidPair, may=ORGANISERS)
def forbid_pair(
    tournament: Tournament, request: ForbidPair, context: TournamentContext
) -> Decision:
    del context
    one, other = (_entered(tournament, number).number for number in (request.one, request.other))
    if one == other:
        raise refusal("pair-of-one")
    if (min(one, other), max(one, other), request.reason) in tournament.attendance.forbidden:
        raise refusal("nothing-changed")
    return Decision((PairForbidden(one=one, other=other, reason=request.reason),))


@decides(KeepTeamApart, may=ORGANISERS)
def keep_team_apart(
    tournament: Tournament, request: KeepTeamApart, context: TournamentContext
) -> Decision:
    """Write down each pair of the team that may still meet."""
    del context
    team = [player for player in tournament.players if player.team and player.team == request.team]
    if len(team) > LARGEST_TEAM:
        raise refusal("team-too-large", team=request.team, players=len(team), most=LARGEST_TEAM)
    pairs = [
        PairForbidden(one=one.number, other=other.number, reason=request.team)
        for one, other in combinations(team, 2)
        if one.division == other.division and (one.number, other.number) not in tournament.forbidden
    ]
    if not pairs:
        raise refusal("nothing-changed")
    return Decision(tuple(pairs))


@decides(AllowPair, may=ORGANISERS)
def allow_pair(tournament: Tournament, request: AllowPair, context: TournamentContext) -> Decision:
    del context
    if (
        min(request.one, request.other),
        max(request.one, request.other),
    ) not in tournament.forbidden:
        raise refusal("nothing-changed")
    return Decision((PairAllowed(one=request.one, other=request.other),))


def is_paired(tournament: Tournament, number: int) -> bool:
    """Whether a player is in any round that was paired."""
    return any(
        number in (pairing.first, pairing.second)
        for paired in tournament.rounds
        for pairing in paired.pairings
    )


def _entered(tournament: Tournament, number: int) -> Player:
    player = tournament.player(number)
    if player is None:
        raise refusal("no-such-player/entered", number=number)
    return player


def _must_be_entered(tournament: Tournament, numbers: Iterable[int]) -> None:
    for number in numbers:
        _entered(tournament, number)


# Players who tell results on their own phones: let, or no longer; and the secrets in their QRs.


LENGTH = 20  # letters of a secret, five bits each: nobody guesses one, and a QR of it stays coarse


class LetPlayersHandIn(TournamentRequest, frozen=True, tag="let-players-hand-in", kw_only=True):
    """Let players tell results on their own phones; without a key, no longer."""

    by: str = ""
    key: str = ""


@decides(LetPlayersHandIn, may=ORGANISERS)
def let_players_hand_in(
    tournament: Tournament, request: LetPlayersHandIn, context: TournamentContext
) -> Decision:
    """Write it down; a new key makes every QR before it worthless."""
    del context
    fact = PlayersHandIn(by=request.by if request.key else "", key=request.key)
    if fact == tournament.hand_in:
        raise refusal("nothing-changed")
    return Decision((fact,))


def secret_of(key: bytes, game: UUID, player: int) -> str:
    """What stands in the QR of a player, 1 or 2 of the pairing, for one game and no other."""
    said = hmac.new(key, f"{game.hex}:{player}".encode(), sha256).digest()
    return b32encode(said).decode()[:LENGTH]


def player_by(key: bytes, game: UUID, secret: str) -> int:
    """Whose secret it is, 1 or 2; 0: nobody's."""
    for player in (1, 2):
        if hmac.compare_digest(secret_of(key, game, player).encode(), secret.encode()):
            return player
    return 0


CODE_LENGTH = 6  # letters of the code at the door: read off a wall, typed in, tried by few


def code_at_the_door(key: bytes) -> str:
    """The code with which phones check players in.

    >>> code_at_the_door(bytes(32))
    '5M3A34'
    """
    said = hmac.new(key, b"the code at the door", sha256).digest()
    return b32encode(said).decode()[:CODE_LENGTH]


class EnterPlayers(TournamentRequest, frozen=True, tag="enter-players", kw_only=True):
    """Enter players, all in one go; what a number stood for before is told anew.

    Attributes:
      namesakes: whether two of one name are numbered; else a name that another has is refused.
      sure: whether a new name is meant that is likelier a number, a sum or an item of a list.
    """

    players: tuple[PlayerEntered, ...]
    namesakes: bool = True
    sure: bool = True

    def updates(self, tournament: Tournament) -> bool:
        """Where somebody is new; a name that is corrected lets nobody play."""
        return any(tournament.player(player.number) is None for player in self.players)


@decides(EnterPlayers, may=ORGANISERS)
def enter_players(
    tournament: Tournament, request: EnterPlayers, context: TournamentContext
) -> Decision:
    """Write players down, two of one name with their numbers behind it.

    A name that changes reaches the games that nobody has signed.
    """
    must_be_players(request.players)
    if not request.namesakes:
        must_be_meant(tournament.players, request.players)
    if not request.sure:
        must_be_a_name(tournament.players, request.players)
    players = told_apart(tournament.players, in_their_divisions(tournament, request.players))
    names = {player.number: player.name for player in players}
    return Decision(players, other_writes=tuple(games_named(tournament, names, context)))


def in_their_divisions(
    tournament: Tournament, players: Sequence[PlayerEntered]
) -> tuple[PlayerEntered, ...]:
    """Players in divisions that are planned; who stays where somebody entered them, does."""
    was = {player.number: player.division for player in tournament.players}
    return tuple(
        player
        if was.get(player.number) == player.division
        else replace(player, division=division_entered(tournament, player.division))
        for player in players
    )


def must_be_players(players: Sequence[PlayerEntered]) -> None:
    if not players:
        raise refusal("unreadable-request/nobody-entered")
    for player in players:
        must_be_writable(player.name, say("tournament.whose.player", number=player.number))
        if not player.name.strip() or player.number < 1:
            raise refusal(
                "unreadable-request/player-of-nothing", number=player.number, name=player.name
            )


# A corrected name reaches the games: those still to come, and those that nobody has signed (OP13).
#
# What players signed for stays as they signed it. Standings go by number, and show the new name.


def games_named(
    tournament: Tournament, new: Mapping[int, str], context: TournamentContext
) -> Iterator[StreamWrite]:
    """The games of players with a new name, each told both names.

    Args:
      tournament: as it was before.
      new: the names, by number; those that stay as they are move no game.
    """
    changed = {
        player.number: new[player.number]
        for player in tournament.players
        if new.get(player.number, player.name) != player.name
    }
    if not changed:
        return
    for paired in tournament.rounds:
        for pairing in paired.pairings:
            if pairing.second and {pairing.first, pairing.second} & changed.keys():
                for game in _games_at(tournament, paired.round_number, pairing.table,
                                      paired.division, context):  # fmt: skip
                    yield from _named(game, changed, context)


def _games_at(
    tournament: Tournament, round_number: int, table: int, division: str, context: TournamentContext
) -> Iterator[UUID]:
    for replay in count(1):
        game = game_id(tournament.slug, round_number, table, division=division, replay=replay)
        if not context.version_of(game):
            return
        yield game


def _named(
    game: UUID, changed: Mapping[int, str], context: TournamentContext
) -> Iterator[StreamWrite]:
    sheet = context.sheet(game)
    numbers, was = sheet.scheduled.numbers, sheet.scheduled.players
    if numbers is None or sheet.result.given or sheet.is_final:
        return
    one, two = (changed.get(n, name) for n, name in zip(numbers, was, strict=True))
    if (one, two) != was:
        yield StreamWrite(game, sheet.version, (PlayersNamed(players=(one, two)),))
