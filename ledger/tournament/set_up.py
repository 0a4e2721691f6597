"""A tournament set up anew: particulars at any time, the rules until the first game starts."""

from __future__ import annotations

from ledger.asking.asked import Decision
from ledger.asking.permission import ORGANISERS
from ledger.game.facts.setting_up import OptionValue
from ledger.record.fact import Fact
from ledger.refusals.saying import refusal
from ledger.tournament.asking import AskedOfTournament, Under, decides
from ledger.tournament.facts.conduct import TournamentReopened
from ledger.tournament.facts.set_up import AnnouncementMade, Prize, PrizesAnnounced
from ledger.tournament.particulars import Particulars, described, settled
from ledger.tournament.played_again import games_of_pairing
from ledger.tournament.tournament import Tournament
from ledger.vocabulary.names import must_be_writable, unwritable

LONGEST_ANNOUNCEMENT = 500
"""Characters of an announcement: what a poster holds."""


class SetUp(AskedOfTournament, frozen=True, tag="set-up", kw_only=True):
    """Say anew how the tournament is set up: the whole of it, of which what differs is written.

    Attributes:
      rules: the rulebook; another one only before the first round is paired.
      options: all that is settled, as (name, value); what is not listed is left to the book.
      reason: why; it must be said for options once a game has started.
    """

    name: str
    rules: str
    place: str = ""
    options: tuple[tuple[str, OptionValue], ...] = ()
    particulars: Particulars = Particulars()
    reason: str = ""


class AnnouncePrizes(AskedOfTournament, frozen=True, tag="announce-prizes", kw_only=True):
    """Say what may be won: the whole list, in place of any before."""

    prizes: tuple[Prize, ...]


class Announce(AskedOfTournament, frozen=True, tag="announce", kw_only=True):
    """Tell everybody something; empty words take the last announcement down."""

    words: str


class ReopenTournament(AskedOfTournament, frozen=True, tag="reopen-tournament", kw_only=True):
    """The tournament was closed and goes on after all."""

    reason: str


@decides(SetUp, may=ORGANISERS)
def set_up(tournament: Tournament, asked: SetUp, under: Under) -> Decision:
    """Write down what differs, each in a fact of its own.

    Raises:
      Refusal: ``rulebook-followed`` (games follow another), ``options-locked`` (no reason said),
        or what the rulebook or the particulars refuse.
    """
    facts: list[Fact] = []
    rules = list(settled(tournament, asked.rules, asked.options, asked.reason or "organiser"))
    if asked.rules != tournament.rulebook and tournament.rounds:
        raise refusal("rulebook-followed", rules=tournament.rulebook)
    if rules and not asked.reason.strip() and has_begun(tournament, under):
        raise refusal("options-locked")
    facts.extend(rules)
    facts.extend(described(tournament, asked.name, asked.place, asked.particulars))
    if not facts:
        raise refusal("nothing-changed")
    return Decision(tuple(facts))


@decides(AnnouncePrizes, may=ORGANISERS)
def announce_prizes(tournament: Tournament, asked: AnnouncePrizes, under: Under) -> Decision:
    """Write the list of prizes down."""
    del under
    for prize in asked.prizes:
        must_be_writable(prize.wins, "A prize")
        if not prize.wins.strip():
            raise refusal("unreadable-request/prize-of-nothing", place=prize.place)
    if asked.prizes == tournament.prizes:
        raise refusal("nothing-changed")
    return Decision((PrizesAnnounced(prizes=asked.prizes),))


@decides(Announce, may=ORGANISERS)
def announce(tournament: Tournament, asked: Announce, under: Under) -> Decision:
    """Write an announcement down, which stands until the next."""
    del under
    words = asked.words.strip()
    if wrong := unwritable(words, LONGEST_ANNOUNCEMENT):
        raise refusal("unreadable-request/unwritable-announcement", wrong=wrong)
    if words == tournament.announcement:
        raise refusal("nothing-changed")
    return Decision((AnnouncementMade(announced=words),))


@decides(ReopenTournament, may=ORGANISERS)
def reopen_tournament(tournament: Tournament, asked: ReopenTournament, under: Under) -> Decision:
    """Write down that it goes on.

    Raises:
      Refusal: ``tournament-not-closed`` or ``no-reason``.
    """
    del under
    if not tournament.conduct.closed:
        raise refusal("tournament-not-closed")
    if not asked.reason.strip():
        raise refusal("no-reason/to-go-on")
    return Decision((TournamentReopened(reason=asked.reason),))


def has_begun(tournament: Tournament, under: Under) -> bool:
    """Whether a game of it has started. The rounds are looked through from the first one."""
    return any(
        under.version_of(game) > 1 and under.sheet(game).started
        for paired in tournament.rounds
        for pairing in paired.pairings
        for game in games_of_pairing(under, tournament.slug, paired, pairing)
    )
