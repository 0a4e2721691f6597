"""Which player of a file is which player here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

from ledger.interchange.described import Entrant
from ledger.interchange.names import as_aupair_has_them, in_ascii, key
from ledger.tournament.tournament import Player


def matched(entrants: Sequence[Entrant], players: Sequence[Player]) -> dict[int, Player]:
    """The players of a file, by their numbers in it, who are here already.

    A number as a member tells a player first; then the name, whichever way round it is written;
    then the name without accents, or cut short, as some files have it; at last the number under
    which the file has the player, where the name that stands there is nowhere else.
    """
    found: dict[int, Player] = {}
    left = {player.number: player for player in players}
    short = dict(
        zip((p.number for p in players), as_aupair_has_them([p.name for p in players]), strict=True)
    )
    tiers: Sequence[tuple[Callable[[Entrant], str], Callable[[Player], str]]] = (
        (lambda one: one.member.casefold(), lambda player: player.member.casefold()),
        (lambda one: one.name, lambda player: player.name),
        (lambda one: key(one.name), lambda player: key(player.name)),
        (lambda one: key(in_ascii(one.name)), lambda player: key(in_ascii(player.name))),
        (lambda one: key(one.name), lambda player: key(short[player.number])),
    )
    for of_file, of_ours in tiers:
        open_ones = [one for one in entrants if one.number not in found]
        for one, player in _alike(open_ones, left.values(), of_file, of_ours):
            found[one.number] = player
            del left[player.number]
    for one, player in _renamed(entrants, players, found, left):
        found[one.number] = player
    return found


def _alike(
    entrants: Iterable[Entrant],
    players: Iterable[Player],
    of_file: Callable[[Entrant], str],
    of_ours: Callable[[Player], str],
) -> list[tuple[Entrant, Player]]:
    """Those of one name on both sides, one by one in order where several have it."""
    theirs: dict[str, list[Entrant]] = defaultdict(list)
    for one in entrants:
        theirs[of_file(one)].append(one)
    ours: dict[str, list[Player]] = defaultdict(list)
    for player in players:
        ours[of_ours(player)].append(player)
    return [
        pair
        for name, several in theirs.items()
        if name
        for pair in zip(several, ours.get(name, ()), strict=False)
    ]


def _renamed(
    entrants: Sequence[Entrant],
    players: Sequence[Player],
    found: Mapping[int, Player],
    left: Mapping[int, Player],
) -> list[tuple[Entrant, Player]]:
    """Whose name changed under a number that the file gives."""
    if len(found) * 2 <= len(entrants):
        return []  # the file tells of another tournament
    place = dict(enumerate(players, 1))
    pairs = []
    for one in entrants:
        if not one.numbered or one.number in found:
            continue
        player = left.get(one.numbered) or place.get(one.numbered)
        if player is not None and player.number in left:
            pairs.append((one, player))
    return pairs if len({player.number for _, player in pairs}) == len(pairs) else []
