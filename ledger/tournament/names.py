"""Names of players: two of one name, a corrected name, and letters that our fonts have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import asdict, replace

from ledger.accounts.facts import BadgeIssued
from ledger.game.absences.facts import PlayerLeft
from ledger.game.drawing.facts import Overdrawn
from ledger.game.setting_up.facts import MonitorNamed
from ledger.incidents.facts import (
    AppealHeard,
    AppealLodged,
    BundleIssued,
    StatementConfirmed,
    StatementTaken,
)
from ledger.messages import say
from ledger.record.fact import Fact
from ledger.refusals.saying import refusal
from ledger.tournament.facts import (
    DivisionsPlanned,
    PlayerEntered,
    PrizesAnnounced,
    TournamentDescribed,
    TournamentOpened,
)
from ledger.tournament.tournament import Player, Tournament
from ledger.vocabulary.names import LONGEST_NAME, key, unlikely_name

# Two players of one name: each has the number behind it, ``Anna Smith (7)``, wherever it stands.
#
# That is done where a name is written down, once, so that draws, standings, paper and files need
# not know of it. Nobody is ever called otherwise again because somebody else left; what was signed
# stays as it was signed.


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
    """Refuse a name that another player has already: a slip of the finger, or one person twice."""
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
    """Refuse a name that nobody is likely called; one that stands already was meant."""
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


Unprintable = Callable[[str], Sequence[str]]
"""Tells which characters of a name our paper can't print; the outer rooms bring it, for the ledger
knows no paper."""


class OnPaper(NamedTuple):
    """A name, and whose it is, as the beginning of a sentence: ``Player 7``."""

    whose: str
    name: str


def names_in(fact: Fact) -> Iterator[OnPaper]:
    match fact:
        case TournamentOpened() | TournamentDescribed():
            yield OnPaper(say("tournament.whose.tournament"), fact.name)
            yield OnPaper(say("tournament.whose.venue"), fact.place)
        case DivisionsPlanned():
            yield from (
                OnPaper(say("tournament.whose.division"), each.name) for each in fact.divisions
            )
        case PlayerEntered():
            yield OnPaper(say("tournament.whose.player", number=fact.number), fact.name)
            yield OnPaper(say("tournament.whose.division"), fact.division)
            yield OnPaper(say("tournament.whose.team", number=fact.number), fact.team)
            yield from (
                OnPaper(say("tournament.whose.class", number=fact.number), each)
                for each in fact.classes
            )
        case PrizesAnnounced():
            for prize in fact.prizes:
                yield OnPaper(say("tournament.whose.prize", place=prize.place), prize.wins)
                yield OnPaper(say("tournament.whose.division"), prize.division)
                yield OnPaper(
                    say("tournament.whose.prize-class", place=prize.place), prize.class_name
                )
        case BadgeIssued():
            yield OnPaper(say("tournament.whose.badge"), fact.badge)
            yield OnPaper(say("tournament.whose.bearer", badge=fact.badge), fact.name)
        case _:
            yield from _names_at_a_table(fact)
            yield from _names_in_case(fact)


def _names_at_a_table(fact: Fact) -> Iterator[OnPaper]:
    """Those of people who had to do with a game beside its players and officials."""
    match fact:
        case PlayerLeft():
            yield OnPaper(say("tournament.whose.supervisor"), fact.supervisor)
        case Overdrawn():
            yield OnPaper(say("tournament.whose.observer"), fact.observer)
        case MonitorNamed():
            yield OnPaper(say("tournament.whose.monitor"), fact.monitor)
        case _:
            return


def _names_in_case(fact: Fact) -> Iterator[OnPaper]:
    """Those of people who have a part in a case, which its papers and bundles print."""
    match fact:
        case StatementTaken():
            yield OnPaper(say("tournament.whose.speaker"), fact.who)
            yield OnPaper(say("tournament.whose.interpreter"), fact.interpreter)
        case StatementConfirmed():
            yield OnPaper(say("tournament.whose.witness"), fact.witness)
        case AppealLodged():
            yield OnPaper(say("tournament.whose.appellant"), fact.who)
        case AppealHeard():
            yield from (OnPaper(say("tournament.whose.committee"), each) for each in fact.committee)
        case BundleIssued():
            yield OnPaper(say("tournament.whose.recipient"), fact.to)
        case _:
            return


def names_of(tournament: Tournament) -> Iterator[OnPaper]:
    for fact in (
        TournamentDescribed(name=tournament.name, place=tournament.place),
        DivisionsPlanned(divisions=tournament.planned),
        *(PlayerEntered(**asdict(player)) for player in tournament.players),
        PrizesAnnounced(prizes=tournament.prizes),
    ):
        yield from names_in(fact)


def lacking(
    names: Iterable[OnPaper], unprintable: Unprintable
) -> Iterator[tuple[OnPaper, Sequence[str]]]:
    """Those of which the fonts lack a letter, each once, with what they lack."""
    for each in dict.fromkeys(names):
        if not each.name.isascii() and (missing := unprintable(each.name)):
            yield each, missing


def must_be_printable(
    facts: Iterable[Fact], there: Callable[[], Iterable[OnPaper]], unprintable: Unprintable
) -> None:
    """Refuse what gives a name that can't be printed."""
    given = [name for fact in facts for name in names_in(fact)]
    if not given:
        return
    for each, missing in lacking(given, unprintable):
        if each.name not in {one.name for one in there()}:
            raise refusal(
                "unprintable-name", whose=each.whose, name=each.name, listed=" ".join(missing)
            )
