"""A round as it is paired: pairings that a hall can sit down to, and the games they make."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Protocol
from uuid import UUID

from msgspec.structs import replace

from ledger import rulebook
from ledger.game.facts.setting_up import GameScheduled
from ledger.record.events import game_id
from ledger.refusals.saying import refusal
from ledger.tournament.facts.tournaments import Pairing, RoundPaired
from ledger.tournament.noticed import paired_elsewhere
from ledger.tournament.tournament import Tournament
from ledger.vocabulary.bounds import validate_bounds
from ledger.vocabulary.refusals import Refusal

# The games of one pairing: the one that was scheduled, and those in which it was played again.


class Versions(Protocol):
    """Tells of any stream how many events it has."""

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

    Raises:
      Refusal: ``round-paired``, and what ``must_be_a_round`` refuses.
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
      tournament: with its players, and the rounds of all divisions.
      round_number: which round.
      pairings: those that are to be.
      division: of the round.
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
                round_number=round_number, of=_named(player.division), here=_named(division),
            )  # fmt: skip
        if number in elsewhere:
            raise refusal(
                "paired-in-another-division", player=player.name, number=number,
                round_number=round_number, of=_named(elsewhere[number]),
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
    """Pairings with the numbers of their games: of a round that was taken back, the next free ones.

    Raises:
      Refusal: ``table-taken``: there is a game at a table, and nobody took it back.
    """
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


def _named(division: str) -> str:
    return f"division {division}" if division else "the division without a name"


def games_of(
    tournament: Tournament, round_number: int, pairings: Sequence[Pairing], *, division: str
) -> list[tuple[UUID, GameScheduled]]:
    """The games of a round, in the order of its pairings; a bye makes none.

    Raises:
      Refusal: ``no-such-player``.
    """
    return [
        scheduled_game(tournament, round_number, pairing, division)
        for pairing in pairings
        if pairing.second
    ]


def scheduled_game(
    tournament: Tournament, round_number: int, pairing: Pairing, division: str
) -> tuple[UUID, GameScheduled]:
    """The game of one pairing, and its first fact.

    Raises:
      Refusal: ``no-such-player``.
    """
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
            time_limits=(limit, limit),
        ),
    )


def _player(tournament: Tournament, number: int) -> str:
    player = tournament.player(number)
    if player is None:
        raise refusal("no-such-player/to-pair", number=number, name=tournament.name)
    return player.name


def must_take_part(tournament: Tournament, pairings: Sequence[Pairing]) -> None:
    """Refuse to pair a player who was put out or withdrew: the opponent has a bye (R-03).

    Raises:
      Refusal: ``player-withdrawn``.
    """
    for pairing in pairings:
        for number in (pairing.first, pairing.second):
            if number in tournament.conduct.withdrawn:
                raise refusal("player-withdrawn", number=number)


def _must_make_a_round(
    tournament: Tournament, round_number: int, pairings: Sequence[Pairing]
) -> None:
    """Refuse pairings that no hall could sit down to; a bye needs no table of its own.

    Raises:
      Refusal: ``unreadable-request``.
    """
    validate_bounds(round_number, tuple(pairings))
    tables = [pairing.table for pairing in pairings if pairing.second]
    players = Counter(n for pairing in pairings for n in (pairing.first, pairing.second) if n)
    wrong = ""
    if round_number < 1 or any(table < 1 for table in tables):
        wrong = "Rounds and tables are counted from 1."
    elif len(set(tables)) < len(tables):
        table = next(table for table, times in Counter(tables).items() if times > 1)
        wrong = f"Two games are paired at one table: table {table}."
    elif twice := [number for number, times in players.items() if times > 1]:
        player = tournament.player(twice[0])
        who = f"{player.name} ({player.number})" if player else f"Player {twice[0]}"
        wrong = f"A player is paired twice: {who}."
    if wrong:
        raise Refusal("unreadable-request", wrong, "Check the pairings, and enter them again.")
