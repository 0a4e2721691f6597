"""Names that stand on paper, and whether our fonts have them: one look, whichever way they come in.

A name that can't be printed is spelled as ``U+4E16``, which nobody reads. So it is refused where it
is given; one that is there already, for the fonts were others then, stays and is told of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import asdict

from ledger.accounts.badge_facts import BadgeIssued
from ledger.game.facts.drawing import Overdrawn
from ledger.game.facts.leaving import PlayerLeft
from ledger.game.facts.virtual_play import MonitorNamed
from ledger.incidents.facts.appeals import AppealHeard, AppealLodged, BundleIssued
from ledger.incidents.facts.evidence import StatementConfirmed, StatementTaken
from ledger.record.fact import Fact
from ledger.refusals.saying import refusal
from ledger.tournament.facts.set_up import DivisionsPlanned, PrizesAnnounced, TournamentDescribed
from ledger.tournament.facts.tournaments import PlayerEntered, TournamentOpened
from ledger.tournament.tournament import Tournament

Unprintable = Callable[[str], Sequence[str]]
"""Tells which characters of a name our paper can't print; the outer rooms bring it, for the ledger
knows no paper."""


class OnPaper(NamedTuple):
    """A name, and whose it is, as the beginning of a sentence: ``Player 7``."""

    whose: str
    name: str


def names_in(fact: Fact) -> Iterator[OnPaper]:
    """The names that a fact gives and paper prints."""
    match fact:
        case TournamentOpened() | TournamentDescribed():
            yield OnPaper("The tournament", fact.name)
            yield OnPaper("The venue", fact.place)
        case DivisionsPlanned():
            yield from (OnPaper("Division", each.name) for each in fact.divisions)
        case PlayerEntered():
            yield OnPaper(f"Player {fact.number}", fact.name)
            yield OnPaper("Division", fact.division)
            yield OnPaper(f"Player {fact.number}, team", fact.team)
            yield from (OnPaper(f"Player {fact.number}, class", each) for each in fact.classes)
        case PrizesAnnounced():
            for prize in fact.prizes:
                yield OnPaper(f"Prize {prize.place}", prize.wins)
                yield OnPaper("Division", prize.division)
                yield OnPaper(f"Prize {prize.place}, class", prize.class_name)
        case BadgeIssued():
            yield OnPaper("Badge", fact.badge)
            yield OnPaper(f"Badge {fact.badge}", fact.name)
        case _:
            yield from _names_at_a_table(fact)
            yield from _names_in_case(fact)


def _names_at_a_table(fact: Fact) -> Iterator[OnPaper]:
    """Those of people who had to do with a game beside its players and officials."""
    match fact:
        case PlayerLeft():
            yield OnPaper("Who goes along,", fact.supervisor)
        case Overdrawn():
            yield OnPaper("Who else noticed,", fact.observer)
        case MonitorNamed():
            yield OnPaper("The monitor", fact.monitor)
        case _:
            return


def _names_in_case(fact: Fact) -> Iterator[OnPaper]:
    """Those of people who have a part in a case, which its papers and bundles print."""
    match fact:
        case StatementTaken():
            yield OnPaper("Who spoke,", fact.who)
            yield OnPaper("The interpreter", fact.interpreter)
        case StatementConfirmed():
            yield OnPaper("Who heard it,", fact.witness)
        case AppealLodged():
            yield OnPaper("Who appeals,", fact.who)
        case AppealHeard():
            yield from (OnPaper("Of the committee,", each) for each in fact.committee)
        case BundleIssued():
            yield OnPaper("Whom it is for,", fact.to)
        case _:
            return


def names_of(tournament: Tournament) -> Iterator[OnPaper]:
    """The names that stand on the paper of a tournament."""
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
    """Refuse what gives a name that can't be printed.

    Args:
      facts: what is about to be written.
      there: the names that are there already; those may be told again.
      unprintable: what can't be printed of a name.

    Raises:
      Refusal: ``unprintable-name``.
    """
    given = (name for fact in facts for name in names_in(fact))
    for each, missing in lacking(given, unprintable):
        if each.name not in {one.name for one in there()}:
            raise refusal(
                "unprintable-name", whose=each.whose, name=each.name, listed=" ".join(missing)
            )
