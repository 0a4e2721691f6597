"""A tournament opened under one rulebook, what the organiser chooses for it, and its close."""

from __future__ import annotations

import re

from ledger import rulebook
from ledger.asking.asked import Decision
from ledger.asking.permission import ORGANISERS
from ledger.game.facts.setting_up import OptionValue
from ledger.incidents.in_words import number_told
from ledger.record.fact import Fact
from ledger.record.streams import tournament_id
from ledger.refusals.saying import refusal
from ledger.rulebook.computing.rated_limits import rating_of
from ledger.tournament.asking import BEGIN, AskedOfTournament, Under, decides
from ledger.tournament.facts.conduct import TournamentClosed
from ledger.tournament.facts.set_up import Prize, PrizesAnnounced
from ledger.tournament.facts.tournaments import (
    LATEST_MINUTES,
    LiveBoards,
    LiveBoardsChosen,
    TimeZoneChosen,
    TournamentOpened,
    WordSourceChosen,
)
from ledger.tournament.local_time import zone_named
from ledger.tournament.particulars import Particulars, described, settled
from ledger.tournament.tournament import Tournament

SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
RESERVED = frozenset({"new", "show", "close", "reopen", "checklist", "prizes"})
"""What addresses and commands mean something else by."""


class OpenTournament(AskedOfTournament, frozen=True, tag="open-tournament", kw_only=True):
    """Open a tournament under one rulebook, with the options the organiser settled.

    Attributes:
      slug: its short name in addresses and commands, from which its stream follows.
      rules: the rulebook, as ``wespa-5.1``.
      options: as (name, value); ``source``: on whose word they are settled.
      particulars: what else is chosen; nothing, where nothing was.
      prizes: what may be won, where it is set up like another one.
    """

    slug: str
    name: str
    rules: str
    place: str = ""
    options: tuple[tuple[str, OptionValue], ...] = ()
    source: str = "organiser"
    particulars: Particulars = Particulars()
    prizes: tuple[Prize, ...] = ()


class ChooseWords(AskedOfTournament, frozen=True, tag="choose-words", kw_only=True):
    """Name the word source that decides challenges; ``digest``: SHA-256, empty if not installed."""

    name: str
    digest: str = ""


class ChooseLiveBoards(AskedOfTournament, frozen=True, tag="choose-live-boards", kw_only=True):
    """Choose how visitors see the boards of games that are being played.

    Attributes:
      minutes: how late they are ``delayed``; nothing else has minutes.
    """

    how: LiveBoards
    minutes: int = 0


class ChooseTimeZone(AskedOfTournament, frozen=True, tag="choose-time-zone", kw_only=True):
    """Name the time zone of the hall, as ``Europe/Lisbon`` or ``UTC``."""

    zone: str


class CloseTournament(AskedOfTournament, frozen=True, tag="close-tournament", kw_only=True):
    """The tournament is over; closing the last round says so as well."""


@BEGIN.decides(OpenTournament, may=ORGANISERS)
def open_tournament(begun: None, asked: OpenTournament, under: Under) -> Decision:
    """Write down under which rules a tournament is held."""
    del begun
    slug, rules = asked.slug, asked.rules
    if not SLUG.fullmatch(slug) or slug in RESERVED or under.stream != tournament_id(slug):
        raise refusal("unreadable-request/short-name", slug=slug)
    in_force = rulebook.load(rules).with_options(asked.options)
    opened = Tournament(id=under.stream, version=1, slug=slug, name=asked.name, place=asked.place)
    facts: tuple[Fact, ...] = (
        TournamentOpened(slug=slug, name=asked.name, place=asked.place),
        *settled(opened, rules, asked.options, asked.source),
        *described(opened, asked.name, asked.place, asked.particulars),
        *((PrizesAnnounced(prizes=asked.prizes),) if asked.prizes else ()),
    )
    rating = rating_of(in_force)
    return Decision(facts, (rating.trap,) if rating.trap else ())


@decides(ChooseWords, may=ORGANISERS)
def choose_words(tournament: Tournament, asked: ChooseWords, under: Under) -> Decision:
    """Write down which words count from here on."""
    del tournament, under
    return Decision((WordSourceChosen(name=asked.name, digest=asked.digest),))


@decides(ChooseLiveBoards, may=ORGANISERS)
def choose_live_boards(tournament: Tournament, asked: ChooseLiveBoards, under: Under) -> Decision:
    """Write down how live visitors see the games."""
    del tournament, under
    if asked.how == "delayed" and not 1 <= asked.minutes <= LATEST_MINUTES:
        raise refusal("unreadable-request/boards-too-late", latest_minutes=LATEST_MINUTES)
    late = asked.minutes if asked.how == "delayed" else 0
    return Decision((LiveBoardsChosen(how=asked.how, minutes=late),))


@decides(ChooseTimeZone, may=ORGANISERS)
def choose_time_zone(tournament: Tournament, asked: ChooseTimeZone, under: Under) -> Decision:
    """Write down in which zone times are shown to people.

    Raises:
      Refusal: ``no-such-zone``.
    """
    del tournament, under
    if not asked.zone:
        raise refusal("no-such-zone", zone="")
    zone_named(asked.zone)
    return Decision((TimeZoneChosen(zone=asked.zone),))


@decides(CloseTournament, may=ORGANISERS)
def close_tournament(tournament: Tournament, asked: CloseTournament, under: Under) -> Decision:
    """Write down that it is over, once no decision on an appeal waits to be carried out.

    From here on appeals may be lodged.
    """
    del asked
    if tournament.conduct.closed:
        raise refusal("tournament-over")
    waiting = [
        number_told(one.opened.number) for one in under.files(tournament) if one.to_carry_out
    ]
    if waiting:
        raise refusal("decision-not-carried-out/in-the-tournament", named=", ".join(waiting))
    return Decision((TournamentClosed(),))
