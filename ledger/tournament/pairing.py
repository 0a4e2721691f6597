"""Pairings a hall can sit down to: byes, replays, free tables, remarks; the games they make."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import Protocol
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from ledger import rulebook
from ledger.game.setting_up.facts import GameScheduled
from ledger.messages import say
from ledger.record.events import game_id
from ledger.refusals.saying import refusal
from ledger.rulebook import Rulebook
from ledger.rulebook.ambiguities.ruled import touching
from ledger.tournament.divisions import division_named
from ledger.tournament.facts import Pairing, RoundPaired
from ledger.tournament.tournament import Player, Tournament
from ledger.vocabulary import remarks
from ledger.vocabulary.bounds import validate_bounds
from ledger.vocabulary.refusals import Refusal

# Who takes part in a round, and what is noticed of it as it is paired.


# Who takes part in a round, as it follows from entries, withdrawals and the check-in.


def takes_part(tournament: Tournament, player: Player, round_number: int) -> bool:
    """Whether a player is to be drawn in a round of the division.

    Who withdrew or was put out is not, nor who comes in a later round; nor, once anybody was
    checked in, who was not. Late entries come later than the check-in, and count as here.
    """
    if player.number in tournament.conduct.withdrawn or player.first_round > round_number:
        return False
    here = tournament.attendance.here
    return here is None or player.first_round > 1 or player.number in here


def paired_elsewhere(tournament: Tournament, round_number: int, division: str) -> dict[int, str]:
    """Who is paired in this round in another division, and in which.

    Players are numbered through the tournament and sit in one hall, so nobody is drawn twice.
    """
    return {
        number: paired.division
        for paired in tournament.rounds
        if paired.round_number == round_number and paired.division != division
        for pairing in paired.pairings
        for number in (pairing.first, pairing.second)
        if number
    }


def playing(tournament: Tournament, round_number: int, division: str = "") -> tuple[Player, ...]:
    return tuple(
        player
        for player in tournament.players
        if player.division == division and takes_part(tournament, player, round_number)
    )


def to_be_drawn(
    tournament: Tournament, round_number: int, division: str = ""
) -> tuple[Player, ...]:
    """The players of a division who are to be paired in a round, by number.

    Who changed divisions after being paired in the other one plays there in this round.
    """
    elsewhere = paired_elsewhere(tournament, round_number, division)
    there = playing(tournament, round_number, division)
    return tuple(player for player in there if player.number not in elsewhere)


class Noticed(Struct, frozen=True):
    """Something about a pairing that the organiser should know; it is written all the same.

    Attributes:
      rounds: when it was so before.
    """

    remark: str
    players: tuple[int, ...]
    rounds: tuple[int, ...] = ()


def noticed_about(
    tournament: Tournament, round_number: int, division: str, pairings: Sequence[Pairing]
) -> Iterator[Noticed]:
    earlier = [
        one
        for one in tournament.rounds
        if one.division == division and one.round_number < round_number
    ]
    met: dict[frozenset[int], list[int]] = {}
    for paired in earlier:
        for pairing in paired.pairings:
            both = frozenset((pairing.first, pairing.second))
            met.setdefault(both, []).append(paired.round_number)
    forbidden = {frozenset(pair) for pair in tournament.forbidden}
    elsewhere = _tables_elsewhere(tournament, round_number, division)
    for pairing in pairings:
        both = frozenset((pairing.first, pairing.second))
        before = tuple(met.get(both, ()))
        if not pairing.second and before:
            yield Noticed(remarks.SAT_OUT_BEFORE, (pairing.first,), before)
        elif before:
            yield Noticed(remarks.PAIRED_AGAIN, (pairing.first, pairing.second), before)
        if both in forbidden:
            yield Noticed(remarks.PAIRED_THOUGH_FORBIDDEN, (pairing.first, pairing.second))
        if pairing.second and pairing.table in elsewhere:
            players = (pairing.first, pairing.second)
            yield Noticed(remarks.TABLE_OF_ANOTHER_DIVISION, players)


def _tables_elsewhere(tournament: Tournament, round_number: int, division: str) -> set[int]:
    """Tables of the same round that other divisions have.

    Divisions whose tables begin at one number have halls, or rows, of their own: they share all.
    """
    begins = {one.name: one.first_table for one in tournament.planned}
    return {
        pairing.table
        for paired in tournament.rounds
        if paired.round_number == round_number
        and begins.get(paired.division, 1) != begins.get(division, 1)
        for pairing in paired.pairings
        if pairing.second
    }


def left_out(
    tournament: Tournament, round_number: int, division: str, pairings: Sequence[Pairing]
) -> tuple[int, ...]:
    """Who takes part in a round and is in none of these pairings, which are all of it."""
    paired = {number for one in pairings for number in (one.first, one.second)}
    return tuple(
        player.number
        for player in to_be_drawn(tournament, round_number, division)
        if player.number not in paired
    )


def remarks_on(
    tournament: Tournament,
    round_number: int,
    division: str,
    pairings: Sequence[Pairing],
    there: Sequence[Pairing] = (),
) -> tuple[str, ...]:
    """The remarks on a round, each once; ``there``: pairings of it that were written before."""
    noticed = [one.remark for one in noticed_about(tournament, round_number, division, pairings)]
    if left_out(tournament, round_number, division, (*there, *pairings)):
        noticed.append(remarks.LEFT_OUT)
    return tuple(dict.fromkeys(noticed))


# The games of one pairing: the one that was scheduled, and those in which it was played again.


class Versions(Protocol):
    def version_of(self, stream: UUID, /) -> int:
        """How many events ``stream`` has."""


def games_of_pairing(
    log: Versions, slug: str, paired: RoundPaired, pairing: Pairing
) -> tuple[UUID, ...]:
    """Every game of a pairing that is in the record, oldest first; none for a bye."""
    return tuple(_written(log, slug, paired, pairing)) if pairing.second else ()


def _written(log: Versions, slug: str, paired: RoundPaired, pairing: Pairing) -> Iterator[UUID]:
    for replay in count(pairing.replay):
        game = game_id(
            slug, paired.round_number, pairing.table, division=paired.division, replay=replay
        )
        if not log.version_of(game):
            return
        yield game


def must_be_pairable(
    tournament: Tournament, round_number: int, pairings: Sequence[Pairing], *, division: str
) -> None:
    """Refuse a round whose players have been paired, or that can't be like this.

    Imported games are paired one by one, so a round may be paired in several goes.
    """
    paired = _players_in(holding(tournament, round_number, division))
    if any({pairing.first, pairing.second} & paired for pairing in pairings):
        raise refusal("round-paired", round_number=round_number)
    must_be_a_round(tournament, round_number, pairings, division=division)


def holding(tournament: Tournament, round_number: int, division: str) -> tuple[Pairing, ...]:
    """The pairings of a round as they hold; empty while none is paired."""
    return tuple(
        pairing
        for was in tournament.rounds
        if was.round_number == round_number and was.division == division
        for pairing in was.pairings
    )


def must_be_a_round(
    tournament: Tournament,
    round_number: int,
    pairings: Sequence[Pairing],
    *,
    division: str,
    holds: Sequence[Pairing] = (),
) -> None:
    """Refuse pairings that can't be: the one check of a round, for whoever writes or previews it.

    Args:
      holds: the round as it is paired. Who is in it stays, whatever became of the entry since;
        only who is new in it has to belong there.

    Raises:
      Refusal: ``unreadable-request``, ``no-such-player``, ``player-of-another-division``,
        ``paired-in-another-division`` or ``player-withdrawn``.
    """
    _must_make_a_round(tournament, round_number, pairings)
    players = {player.number: player for player in tournament.players}
    there = _players_in(holds)
    elsewhere = paired_elsewhere(tournament, round_number, division)
    for number in (n for one in pairings for n in (one.first, one.second) if n):
        player = players.get(number)
        if player is None:
            raise refusal("no-such-player/to-pair", number=number, name=tournament.name)
        if number in there:
            continue
        if player.division != division:
            raise refusal(
                "player-of-another-division", player=player.name, number=number,
                round_number=round_number, of=division_named(player.division),
                here=division_named(division),
            )  # fmt: skip
        if number in elsewhere:
            raise refusal(
                "paired-in-another-division", player=player.name, number=number,
                round_number=round_number, of=division_named(elsewhere[number]),
            )  # fmt: skip
    # Who withdrew after a game keeps it; nobody new is put opposite them.
    both = {frozenset((one.first, one.second)) for one in holds}
    must_take_part(
        tournament, [one for one in pairings if frozenset((one.first, one.second)) not in both]
    )


def at_free_tables(
    tournament: Tournament,
    round_number: int,
    pairings: Sequence[Pairing],
    division: str,
    log: Versions,
) -> tuple[Pairing, ...]:
    """Pairings with the numbers of their games; of a round taken back, the next free ones."""
    if (division, round_number) in tournament.unpaired:
        return tuple(
            next_replay(tournament, round_number, one, division, log) if one.second else one
            for one in pairings
        )
    for one in pairings:
        game = game_id(
            tournament.slug, round_number, one.table, division=division, replay=one.replay
        )
        if one.second and log.version_of(game):
            raise refusal("table-taken", table=one.table, number=round_number)
    return tuple(pairings)


def next_replay(
    tournament: Tournament, round_number: int, pairing: Pairing, division: str, log: Versions
) -> Pairing:
    """A pairing with the number of its first game at the table: the next that is free there."""
    free = next(
        replay
        for replay in count(1)
        if not log.version_of(
            game_id(tournament.slug, round_number, pairing.table, division=division, replay=replay)
        )
    )
    return replace(pairing, replay=free)


def _players_in(pairings: Sequence[Pairing]) -> set[int]:
    return {number for one in pairings for number in (one.first, one.second) if number}


def games_of(
    tournament: Tournament, round_number: int, pairings: Sequence[Pairing], *, division: str
) -> list[tuple[UUID, GameScheduled]]:
    """The games of a round, in the order of its pairings; a bye makes none."""
    return [
        scheduled_game(tournament, round_number, pairing, division)
        for pairing in pairings
        if pairing.second
    ]


def scheduled_game(
    tournament: Tournament, round_number: int, pairing: Pairing, division: str
) -> tuple[UUID, GameScheduled]:
    one, two = (_player(tournament, number) for number in (pairing.first, pairing.second))
    rules = rulebook.rules_of(tournament)
    limit = rules.time.limit.known()
    return (
        game_id(
            tournament.slug,
            round_number,
            pairing.table,
            division=division,
            replay=pairing.replay,
        ),
        GameScheduled(
            tournament=tournament.slug,
            division=division,
            round_number=round_number,
            table=pairing.table,
            replay=pairing.replay,
            players=(one, two),
            numbers=(pairing.first, pairing.second),
            rulebook=tournament.rulebook,
            rulebook_digest=tournament.rulebook_digest,
            options=tournament.options,
            lexicon=tournament.lexicon,
            tile_set=tournament.tile_set,
            board=tournament.board,
            time_limits=(limit, limit),
        ),
    )


def _player(tournament: Tournament, number: int) -> str:
    player = tournament.player(number)
    if player is None:
        raise refusal("no-such-player/to-pair", number=number, name=tournament.name)
    return player.name


def must_take_part(tournament: Tournament, pairings: Sequence[Pairing]) -> None:
    """Refuse to pair a player who was put out or withdrew: the opponent has a bye (R-03)."""
    for pairing in pairings:
        for number in (pairing.first, pairing.second):
            if number in tournament.conduct.withdrawn:
                raise refusal("player-withdrawn", number=number)


def _must_make_a_round(
    tournament: Tournament, round_number: int, pairings: Sequence[Pairing]
) -> None:
    """Refuse pairings that no hall could sit down to; a bye needs no table of its own."""
    validate_bounds(round_number, tuple(pairings))
    tables = [pairing.table for pairing in pairings if pairing.second]
    players = Counter(n for pairing in pairings for n in (pairing.first, pairing.second) if n)
    if round_number < 1 or any(table < 1 for table in tables):
        raise Refusal.of("unreadable-request/counted-from-1")
    if len(set(tables)) < len(tables):
        table = next(table for table, times in Counter(tables).items() if times > 1)
        raise Refusal.of("unreadable-request/two-games-at-a-table", table=table)
    if twice := [number for number, times in players.items() if times > 1]:
        player = tournament.player(twice[0])
        who = say("tournament.player-number", number=twice[0])
        if player:
            who = f"{player.name} ({player.number})"
        raise Refusal.of("unreadable-request/player-paired-twice", who=who)


# Byes: rounds in which a player has no opponent, and what they are worth (P-04).


WIN, LOSS = 2, 0


class Bye(Struct, frozen=True):
    """A result without a game.

    Attributes:
      half_wins: as in ``Outcome``: a bye is a win, a round missed a loss.
      rated: whether it counts for ratings; ``None`` where nobody has settled it.
      kind: ``bye``, or ``missed`` for a round that counts as lost: before a late entry, or said.
    """

    number: int
    half_wins: int
    spread: int
    rated: bool | None
    kind: str = "bye"
    round_number: int = 0


def players_with_a_bye(rounds: Iterable[RoundPaired]) -> tuple[int, ...]:
    """Who has a bye, once for each, in the order of the rounds."""
    return tuple(
        pairing.first for paired in rounds for pairing in paired.pairings if not pairing.second
    )


def byes_of(tournament: Tournament) -> tuple[Bye, ...]:
    """Results without a game that count: byes, and rounds missed by late entries.

    A bye counts where it is settled what one is worth, a missed round where the organiser said so.
    """
    return (*_given(tournament), *_view(tournament), *_missed(tournament))


def _given(tournament: Tournament) -> tuple[Bye, ...]:
    byes = {(one.division, one.round_number, one.player) for one in tournament.sat_out}
    given = [
        (paired.round_number, pairing.first)
        for paired in tournament.rounds
        for pairing in paired.pairings
        if not pairing.second and (paired.division, paired.round_number, pairing.first) not in byes
    ]
    if not given or not tournament.rulebook:
        return ()
    worth = tournament.rules.standings
    spread = worth.bye_spread.value
    if spread is None:
        return ()
    return tuple(
        Bye(number, WIN, spread, worth.bye_rated.value, round_number=at) for at, number in given
    )


def _view(tournament: Tournament) -> tuple[Bye, ...]:
    return tuple(
        Bye(
            one.player,
            one.half_wins,
            one.spread,
            rated=False,
            kind="bye" if one.half_wins else "missed",
            round_number=one.round_number,
        )
        for one in tournament.sat_out
    )


def _missed(tournament: Tournament) -> tuple[Bye, ...]:
    return tuple(
        Bye(player.number, LOSS, player.missed_spread, False, "missed", number)
        for player in tournament.players
        if player.missed_spread is not None
        for number in sorted(
            {one.round_number for one in tournament.rounds if one.division == player.division}
        )
        if number < player.first_round
    )


def worth_of_byes_is_settled(tournament: Tournament) -> bool:
    """Whether the book or the organiser has settled what a bye is worth; else it counts for nobody.

    Where no rulebook is named nobody has asked yet.
    """
    return not tournament.rulebook or tournament.rules.standings.bye_spread.is_known


def noticed_about_byes(tournament: Tournament, paired: RoundPaired) -> tuple[str, ...]:
    """Remarks on the byes of a round that is being paired."""
    given = players_with_a_bye((paired,))
    if not given:
        return ()
    return (*_again(tournament, given), *_not_defined(tournament.rules))


def _again(tournament: Tournament, given: tuple[int, ...]) -> tuple[str, ...]:
    most = tournament.rules.standings.most_byes.value
    so_far = Counter(players_with_a_bye(tournament.rounds))
    too_many = most is not None and any(so_far[number] + 1 > most for number in given)
    return (remarks.BYE_AGAIN,) if too_many else ()


def _not_defined(rules: Rulebook) -> tuple[str, ...]:
    if rules.standings.bye_spread.is_known:
        return ()
    return (remarks.BYE_NOT_DEFINED, *touching(rules, "T4-17", "TW-08"))
