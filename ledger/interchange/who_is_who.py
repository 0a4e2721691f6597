"""Which player of a file is which player here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct

from ledger.interchange.described import Entrant
from ledger.interchange.names import as_aupair_has_them, as_tsh_has_it, in_ascii
from ledger.interchange.same_named import Telling, told_by_more_than_the_name
from ledger.tournament.namesakes import spelled
from ledger.tournament.tournament import Player
from ledger.vocabulary.names import key

Tier = tuple[Callable[[Entrant], str], Callable[[Player], str]]
"""What is compared: of a player of a file, and of one of ours."""


class Matched(Struct, frozen=True):
    """Who is who.

    Attributes:
      known: the players of a file who are here already, by their numbers in it.
      unclear: the players of a file whose name several have, so that nobody can tell who they are.
      renamed: those of a file who are here under a name that the file's is no spelling of.
    """

    known: Mapping[int, Player]
    unclear: Mapping[int, tuple[Player, ...]]
    renamed: frozenset[int]


def matched(
    entrants: Sequence[Entrant], players: Sequence[Player], games: Telling | None = None
) -> Matched:
    """The players of a file who are here already.

    A number as a member tells a player first; then the name, whichever way round it is written;
    then the name without accents, cut short, or without what a format has no room for; at last
    the number under which the file has the player, where the name that stands there is nowhere
    else. Where several have one name, what else the file tells of them has to say who is who.

    Args:
      entrants: of one division of the file.
      players: of ours.
      games: whether what the file says of a player's rounds is as it is here.
    """
    found: dict[int, Player] = {}
    unclear: dict[int, tuple[Player, ...]] = {}
    left = {player.number: player for player in players}
    place = {player.number: at for at, player in enumerate(players, 1)}
    short = dict(
        zip(
            (player.number for player in players),
            as_aupair_has_them(
                [player.name for player in players], [player.member for player in players]
            ),
            strict=True,
        )
    )
    cut_short: Tier = (lambda one: key(one.name), lambda player: key(short[player.number]))
    # A file that cuts every name as ours do tells each apart by that, and by nothing before it.
    cut_as_ours = {key(one.name) for one in entrants} == {key(name) for name in short.values()}
    tiers: Sequence[Tier] = (
        (lambda one: one.member.casefold(), lambda player: player.member.casefold()),
        (lambda one: one.name, lambda player: player.name),
        *((cut_short,) if cut_as_ours else ()),
        (lambda one: key(one.name), lambda player: key(spelled(player.name, player.number))),
        (lambda one: key(in_ascii(one.name)), lambda player: key(in_ascii(player.name))),
        cut_short,
        (lambda one: key(one.name), lambda player: key(as_tsh_has_it(player.name, player.number))),
    )
    for of_file, of_ours in tiers:
        open_ones = [one for one in entrants if one.number not in found | unclear]
        for several, ours in _alike(open_ones, left.values(), of_file, of_ours):
            if len(several) == len(ours) == 1:
                pairs: Mapping[int, Player] | None = {several[0].number: ours[0]}
            else:
                pairs = told_by_more_than_the_name(several, ours, place, games)
            if pairs is None:
                unclear |= {one.number: ours for one in several}
            else:
                found |= pairs
            for player in ours if pairs is None else pairs.values():
                del left[player.number]
    for one, player in _renamed(entrants, players, found, left):
        if one.number not in unclear:
            found[one.number] = player
    by_name = tiers[1:]
    renamed = frozenset(
        one.number
        for one in entrants
        if (here := found.get(one.number))
        and all(of_file(one) != of_ours(here) for of_file, of_ours in by_name)
    )
    return Matched(found, unclear, renamed)


def _alike(
    entrants: Iterable[Entrant],
    players: Iterable[Player],
    of_file: Callable[[Entrant], str],
    of_ours: Callable[[Player], str],
) -> list[tuple[tuple[Entrant, ...], tuple[Player, ...]]]:
    """Those of one name on both sides."""
    theirs: dict[str, list[Entrant]] = defaultdict(list)
    for one in entrants:
        theirs[of_file(one)].append(one)
    ours: dict[str, list[Player]] = defaultdict(list)
    for player in players:
        ours[of_ours(player)].append(player)
    return [
        (tuple(several), tuple(ours[name]))
        for name, several in theirs.items()
        if name and name in ours
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
