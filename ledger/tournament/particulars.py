"""Everything that is chosen when a tournament is set up, and the facts that say what changed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from msgspec import Struct

from ledger import rulebook
from ledger.game.facts.setting_up import OptionValue
from ledger.record.fact import Fact
from ledger.refusals.saying import refusal
from ledger.rulebook.shelf import digest_now
from ledger.tournament.divisions import must_name_a_division
from ledger.tournament.facts.set_up import (
    USUAL_TIES,
    Division,
    DivisionsPlanned,
    OptionLeft,
    Paper,
    TieBreak,
    TieBreaksAnnounced,
    TournamentDescribed,
)
from ledger.tournament.facts.tournaments import (
    LATEST_MINUTES,
    LiveBoards,
    LiveBoardsChosen,
    OptionSet,
    RulebookChosen,
    TimeZoneChosen,
    WordSourceChosen,
)
from ledger.tournament.local_time import zone_named
from ledger.tournament.tournament import Tournament
from ledger.vocabulary.names import must_be_writable


class Particulars(Struct, frozen=True, kw_only=True):
    """What is chosen beside the rulebook; fields as in the facts that say them.

    Attributes:
      zone: empty: UTC.
      words: name of the word source; ``digest``: SHA-256, empty if it is not installed.
      minutes: how late boards are ``delayed``; nothing else has minutes.
    """

    first_day: str = ""
    last_day: str = ""
    paper: Paper = "a4"
    zone: str = ""
    words: str = ""
    digest: str = ""
    live_boards: LiveBoards = "on"
    minutes: int = 0
    divisions: tuple[Division, ...] = ()
    ties: tuple[TieBreak, ...] = USUAL_TIES


def particulars_of(tournament: Tournament) -> Particulars:
    """As they stand, for a form to change and for a tournament set up like another."""
    return Particulars(
        first_day=tournament.first_day,
        last_day=tournament.last_day,
        paper=tournament.paper,
        zone=tournament.time_zone,
        words=tournament.lexicon,
        digest=tournament.lexicon_digest,
        live_boards=tournament.live_boards.how,
        minutes=tournament.live_boards.minutes,
        divisions=tournament.planned,
        ties=tournament.ties,
    )


def described(was: Tournament, name: str, place: str, new: Particulars) -> Iterator[Fact]:
    """What is said anew of a tournament: nothing where nothing differs.

    Raises:
      Refusal: ``unreadable-request`` or ``no-such-zone``.
    """
    _must_be_a_tournament(name, place, new)
    for each in {one.name for one in new.divisions} - {one.name for one in was.planned}:
        must_name_a_division(each)
    told = TournamentDescribed(
        name=name,
        place=place,
        first_day=new.first_day,
        last_day=new.last_day,
        paper=new.paper,
    )
    if told != TournamentDescribed(
        name=was.name,
        place=was.place,
        first_day=was.first_day,
        last_day=was.last_day,
        paper=was.paper,
    ):
        yield told
    if new.divisions != was.planned:
        yield DivisionsPlanned(divisions=new.divisions)
    if new.zone != was.time_zone:
        yield TimeZoneChosen(zone=new.zone or "UTC")
    if (new.words, new.digest) != (was.lexicon, was.lexicon_digest):
        yield WordSourceChosen(name=new.words, digest=new.digest)
    boards = LiveBoardsChosen(
        how=new.live_boards, minutes=new.minutes if new.live_boards == "delayed" else 0
    )
    if boards != was.live_boards:
        yield boards
    if new.ties != was.ties:
        yield TieBreaksAnnounced(order=new.ties)


def settled(
    was: Tournament, rules: str, options: tuple[tuple[str, OptionValue], ...], source: str
) -> Iterator[Fact]:
    """The rulebook and its options where they differ; what is not listed is left to the book.

    Once a round is paired, an organiser's own book keeps the edition it was paired under.

    Raises:
      Refusal: where there is no such book, or it does not leave a point open like this.
    """
    digest = was.rulebook_digest if rules == was.rulebook and was.rounds else digest_now(rules)
    rulebook.in_force(rules, options, digest)
    if (rules, digest) != (was.rulebook, was.rulebook_digest):
        yield RulebookChosen(rulebook=rules, digest=digest)
    before, after = dict(was.options), dict(options)
    for name in before.keys() - after.keys():
        yield OptionLeft(name=name, source=source)
    for name, value in options:
        if before.get(name) != value:
            yield OptionSet(name=name, value=value, source=source)


def _must_be_a_tournament(name: str, place: str, new: Particulars) -> None:
    must_be_writable(name, "The tournament")
    must_be_writable(place, "The tournament's place")
    if not name.strip():
        raise refusal("unreadable-request/no-name")
    if new.zone:
        zone_named(new.zone)
    if _day(new.first_day) > (_day(new.last_day) or date.max.isoformat()):
        raise refusal("unreadable-request/days-turned", first=new.first_day, last=new.last_day)
    if new.live_boards == "delayed" and not 1 <= new.minutes <= LATEST_MINUTES:
        raise refusal("unreadable-request/boards-too-late", latest_minutes=LATEST_MINUTES)
    names = [division.name for division in new.divisions]
    if len(set(names)) < len(names):
        raise refusal("unreadable-request/division-twice", names=", ".join(names))
    for each in names:
        must_be_writable(each, "A division")
    if len(set(new.ties)) < len(new.ties):
        raise refusal("unreadable-request/tie-twice")


def _day(written: str) -> str:
    """The day, as it is written; empty where none is said."""
    if not written:
        return ""
    try:
        return date.fromisoformat(written).isoformat()
    except ValueError:
        raise refusal("unreadable-request/no-such-day", day=written) from None
