"""Two players of one name: each has the number behind it, ``Anna Smith (7)``, wherever it stands.

That is done where a name is written down, once, so that draws, standings, paper and files need not
know of it. Nobody is ever called otherwise again because somebody else left; what was signed stays
as it was signed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import asdict, replace

from ledger.refusals.saying import refusal
from ledger.tournament.facts.tournaments import PlayerEntered
from ledger.tournament.tournament import Player
from ledger.vocabulary.likely_names import unlikely_name
from ledger.vocabulary.names import LONGEST_NAME, key


def with_number(name: str, number: int) -> str:
    """A name that others have too, with the number of the player it means.

    >>> with_number("Anna Smith", 7)
    'Anna Smith (7)'
    """
    mark = f" ({number})"
    return f"{name[: LONGEST_NAME - len(mark)].rstrip()}{mark}"


def spelled(name: str, number: int) -> str:
    """A player's name as people spell it, without the player's own number behind it.

    >>> spelled("Anna Smith (7)", 7), spelled("Team (7)", 3)
    ('Anna Smith', 'Team (7)')
    """
    return name.removesuffix(f" ({number})")


def told_apart(
    players: Sequence[Player], told: Sequence[PlayerEntered]
) -> tuple[PlayerEntered, ...]:
    """What is told of players, with names that no other player has.

    A player who is there already and has the name of one who is told of is told anew as well.
    """
    names = {player.number: player.name for player in players}
    names |= {player.number: player.name for player in told}
    plain = {number: spelled(name, number) for number, name in names.items()}
    shown = dict(names)
    for number in _shared(plain):
        shown[number] = with_number(plain[number], number)
    while again := _shared(shown):  # somebody is really called “Anna Smith (7)”
        for number in again:
            shown[number] = with_number(shown[number], number)
    new = {one.number for one in told}
    others = (
        PlayerEntered(**asdict(player) | {"name": shown[player.number]})
        for player in players
        if player.number not in new and shown[player.number] != player.name
    )
    return (*(replace(one, name=shown[one.number]) for one in told), *others)


def must_be_meant(players: Sequence[Player], told: Sequence[PlayerEntered]) -> None:
    """Refuse a name that another player has already: a slip of the finger, or one person twice.

    Raises:
      Refusal: ``name-entered``, with the other player's name as that player spells it.
    """
    new = {one.number for one in told}
    there = {
        key(spelled(one.name, one.number)): (one.number, spelled(one.name, one.number))
        for one in players
        if one.number not in new
    }
    was = {one.number: key(spelled(one.name, one.number)) for one in players}
    for player in told:
        plain = spelled(player.name, player.number)
        number, name = there.setdefault(key(plain), (player.number, plain))
        if number != player.number and was.get(player.number) != key(plain):
            raise refusal("name-entered", number=number, name=name)


def must_be_a_name(players: Sequence[Player], told: Sequence[PlayerEntered]) -> None:
    """Refuse a name that nobody is likely called; one that stands already was meant.

    Raises:
      Refusal: ``name-unlikely``.
    """
    was = {one.number: one.name for one in players}
    for player in told:
        unlikely = unlikely_name(player.name)
        if unlikely and was.get(player.number) != player.name:
            raise refusal("name-unlikely", unlikely=unlikely)


def _shared(names: Mapping[int, str]) -> tuple[int, ...]:
    keys = {number: key(name) for number, name in names.items()}
    count = Counter(keys.values())
    return tuple(number for number, one in keys.items() if count[one] > 1)


def called(players: Iterable[Player], name: str) -> tuple[Player, ...]:
    """The players a name means: the one who has exactly it, else all who are spelled so."""
    there = tuple(players)
    exact = tuple(one for one in there if one.name.casefold() == name.casefold())
    return exact or tuple(one for one in there if key(spelled(one.name, one.number)) == key(name))
