"""Who is who where several players have one name: by number, or by what else is told of them.

Nobody is guessed at. Where a file says too little, or its numbers say another thing than all the
rest, there is no answer, and whoever asks changes nothing of these players.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from ledger.interchange.described import DivisionTold, Entrant
from ledger.tournament.namesakes import spelled
from ledger.tournament.tournament import Player, Tournament
from ledger.vocabulary.names import key

Telling = Callable[[Entrant, Player], bool | None]
"""Whether what a file has of one is so of a player; ``None``: nothing there can be compared."""

Pairs = Mapping[int, Player]
"""Players of ours by their numbers in the file."""


def told_by_more_than_the_name(
    several: Sequence[Entrant],
    ours: Sequence[Player],
    place: Mapping[int, int],
    games: Telling | None = None,
) -> Pairs | None:
    """Who of one name is who; whoever of the file is missing in it is new. ``None``: not told.

    Args:
      several: of the file.
      ours: players of that name.
      place: where each of ours stands in the division, from 1, by number.
      games: whether the rounds that the file has of one are those of a player.
    """
    by_number = _by_number(several, ours, place)
    if len({replace(one, number=0, line=0, numbered=0) for one in several}) == 1 < len(several):
        in_order = {one.number: player for one, player in zip(several, ours, strict=False)}
        return by_number or in_order  # the file says the same of each of them
    by_the_rest = _by_the_rest(several, ours, games)
    if by_number and by_the_rest and by_number != by_the_rest:
        return None
    return by_number or by_the_rest


def _by_number(
    several: Sequence[Entrant], ours: Sequence[Player], place: Mapping[int, int]
) -> Pairs | None:
    """By the tournament's number, else by the place in the division, as a ``.t`` file numbers."""
    ways: list[Pairs] = []
    for numbers in (
        {player.number: player for player in ours},
        {place[player.number]: player for player in ours},
    ):
        pairs = {one.number: numbers[one.numbered] for one in several if one.numbered in numbers}
        whole = len(pairs) == min(len(several), len(ours))
        if whole and len({player.number for player in pairs.values()}) == len(pairs):
            ways.append(pairs)
    return ways[0] if ways and all(way == ways[0] for way in ways) else None


def _by_the_rest(
    several: Sequence[Entrant], ours: Sequence[Player], games: Telling | None
) -> Pairs | None:
    """By rating, team, classes, member and rounds: whom nothing speaks against, if it is one."""
    open_ones = {one.number: one for one in several}
    left = {player.number: player for player in ours}
    found: dict[int, Player] = {}
    while True:
        fitting = {
            number: [player for player in left.values() if _fits(one, player, games)]
            for number, one in open_ones.items()
        }
        sure = next((number for number, those in fitting.items() if len(those) == 1), 0)
        if not sure or sum(those == fitting[sure] for those in fitting.values()) > 1:
            break
        found[sure] = fitting[sure][0]
        del open_ones[sure], left[found[sure].number]
    if len(open_ones) == len(left) == 1 and found:
        return found | dict(zip(open_ones, left.values(), strict=True))
    if any(fitting.values()) or (open_ones and left):
        return None
    return found


def _fits(one: Entrant, player: Player, games: Telling | None) -> bool:
    """Whether nothing of what is told on both sides differs."""
    both = (
        (one.rating, player.rating),
        (one.team, player.team),
        (one.classes, player.classes),
        (one.member, player.member),
        (one.table, player.table),
    )
    if any(theirs and its and theirs != its for theirs, its in both):
        return False
    return games is None or games(one, player) is not False


def rounds_as_here(tournament: Tournament, division: DivisionTold, name: str) -> Telling:
    """Compares whom a player of the file met with whom a player met here, by their names.

    Args:
      tournament: as it stands.
      division: of the file.
      name: of ours.
    """
    theirs = {one.number: key(one.name) for one in division.entrants}
    ours = {one.number: key(spelled(one.name, one.number)) for one in tournament.players}
    met = {
        (paired.round_number, one): ours.get(other, "") if other else ""
        for paired in tournament.rounds
        if paired.division == name
        for pairing in paired.pairings
        for one, other in (
            (pairing.first, pairing.second), (pairing.second, pairing.first),
        )
    }  # fmt: skip

    def telling(one: Entrant, player: Player) -> bool | None:
        told = None
        for at, outing in enumerate(one.outings, 1):
            here = met.get((at, player.number))
            if not outing.opponent or here is None:
                continue  # a game that was forfeited is written without an opponent
            if theirs.get(outing.opponent) != here:
                return False
            told = True
        return told

    return telling
