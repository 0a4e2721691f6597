"""What an organiser sets up: badges, a tournament, its players, rounds and word source."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import cast, get_args
from uuid import UUID, uuid4

from ledger import rulebook
from ledger.accounts.badge_facts import BadgeIssued, BadgeRevoked
from ledger.asking.permission import ORGANISERS, not_allowed
from ledger.desk.desk import Desk
from ledger.desk.requests import Sent, written_meanwhile
from ledger.game.facts.setting_up import OptionValue
from ledger.record.fact import Fact
from ledger.record.log import Taken
from ledger.record.streams import badge_id, tournament_id
from ledger.rulebook.computing.rated_limits import rating_of
from ledger.tournament.byes import noticed_about_byes
from ledger.tournament.facts.tournaments import (
    LATEST_MINUTES,
    LiveBoards,
    LiveBoardsChosen,
    OptionSet,
    Pairing,
    PlayerEntered,
    RoundClosed,
    RoundPaired,
    RulebookChosen,
    TournamentOpened,
    WordSourceChosen,
)
from ledger.tournament.pairing import games_of, must_be_pairable
from ledger.tournament.tournament import Tournament, tournament_named
from ledger.vocabulary import Role
from ledger.vocabulary.names import must_be_writable
from ledger.vocabulary.refusals import Refusal

SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


class Organiser:
    """The organiser's way in. Every method takes the badge of who does it.

    Args:
      desk: where everything is written.
      unprintable: tells which characters of a name our paper can't print; the outer rooms
        bring it, for the ledger knows no paper.
    """

    def __init__(
        self, desk: Desk, unprintable: Callable[[str], Sequence[str]] = lambda _name: ()
    ) -> None:
        self.desk = desk
        self.unprintable = unprintable

    def issue_badge(self, badge: str, name: str, role: Role, *, by: str) -> None:
        """Give a person a badge. The very first badge of a record is issued by its bearer.

        Raises:
          Refusal: ``not-allowed``, ``badge-taken`` or ``unwritable-name``.
        """
        must_be_writable(badge, "The badge")
        must_be_writable(name, f"The bearer of {badge}")
        first = by == badge and role is Role.ORGANISER and self.desk.log.last_position() == 0
        if not first:
            self._must_be_organiser(by)
        fact = BadgeIssued(badge=badge, name=name, role=role)
        if self.desk.log.version_of(badge_id(badge)):
            raise Refusal(
                "badge-taken", f"Badge {badge} has been issued.", "Choose another number."
            )
        self._write(badge_id(badge), 0, (fact,), by)

    def revoke_badge(self, badge: str, reason: str, *, by: str) -> None:
        """Make a badge open no door any more.

        Raises:
          Refusal: ``not-allowed`` or ``no-such-badge``.
        """
        self._must_be_organiser(by)
        version = self.desk.log.version_of(badge_id(badge))
        if not version:
            raise Refusal("no-such-badge", f"There is no badge {badge}.", "Check its number.")
        self._write(badge_id(badge), version, (BadgeRevoked(badge=badge, reason=reason),), by)

    def open_tournament(
        self,
        slug: str,
        name: str,
        rules: str,
        *,
        by: str,
        place: str = "",
        options: Sequence[tuple[str, OptionValue]] = (),
        source: str = "organiser",
    ) -> Tournament:
        """Open a tournament under one rulebook, with the options the organiser settled.

        Raises:
          Refusal: ``not-allowed``, ``unreadable-request``, ``tournament-exists``, or what
            ``ledger.rulebook`` says of an unknown rulebook or option.
        """
        self._must_be_organiser(by)
        if not SLUG.fullmatch(slug):
            raise Refusal(
                "unreadable-request",
                f"{slug!r} can't be the short name of a tournament.",
                "Use up to 40 small letters, digits and hyphens: spring-open-2026.",
            )
        must_be_writable(name, "The tournament")
        must_be_writable(place, "The tournament's place")
        in_force = rulebook.load(rules).with_options(options)
        facts: list[Fact] = [TournamentOpened(slug=slug, name=name, place=place)]
        facts.append(RulebookChosen(rulebook=rules))
        facts += [OptionSet(name=key, value=value, source=source) for key, value in options]
        if self.desk.log.version_of(tournament_id(slug)):
            raise Refusal(
                "tournament-exists",
                f"There is a tournament {slug} in this record.",
                "Choose another short name.",
            )
        rating = rating_of(in_force)
        noticed = (rating.trap,) if rating.trap else ()
        self._write_all([(tournament_id(slug), 0, facts)], by, noticed)
        return self.tournament(slug)

    def tournament(self, slug: str) -> Tournament:
        """The tournament known as ``slug``.

        Raises:
          Refusal: ``no-such-tournament``.
        """
        return tournament_named(slug, self.desk.log)

    def choose_words(self, slug: str, name: str, digest: str, *, by: str) -> None:
        """Name the word source that decides challenges."""
        self._add(slug, (WordSourceChosen(name=name, digest=digest),), by)

    def enter_players(self, slug: str, players: Sequence[PlayerEntered], *, by: str) -> None:
        """Enter players, all in one go.

        Raises:
          Refusal: ``unreadable-request`` for a name of nothing, or a number below 1;
            ``unwritable-name`` or ``unprintable-name`` for one that paper can't show as it is.
        """
        for player in players:
            must_be_writable(player.name, f"Player {player.number}")
            if missing := self.unprintable(player.name):
                raise Refusal(
                    "unprintable-name",
                    f"Player {player.number} {player.name}: the fonts have no {' '.join(missing)}.",
                    "Write the name in Latin, Greek or Cyrillic letters.",
                )
            if not player.name.strip() or player.number < 1:
                raise Refusal(
                    "unreadable-request",
                    f"Player {player.number} {player.name!r} needs a number and a name.",
                    "Enter both.",
                )
        self._add(slug, tuple(players), by)

    def pair_round(
        self,
        slug: str,
        round_number: int,
        pairings: Sequence[Pairing],
        *,
        by: str,
        division: str = "",
    ) -> tuple[UUID, ...]:
        """Pair a round and schedule its games; their ids, in the order of the pairings.

        Raises:
          Refusal: ``no-such-player``, ``round-paired``, ``table-taken`` or
            ``unreadable-request``.
        """
        self._must_be_organiser(by)
        tournament = self.tournament(slug)
        must_be_pairable(tournament, round_number, pairings, division=division)
        games = games_of(tournament, round_number, pairings, division=division)
        for game, scheduled in games:
            if self.desk.log.version_of(game):
                raise Refusal(
                    "table-taken",
                    f"There is a game at table {scheduled.table} of round {round_number}.",
                    "Pair the players at another table.",
                )
        fact = RoundPaired(round_number=round_number, division=division, pairings=tuple(pairings))
        noticed = noticed_about_byes(tournament, fact)
        # All or nothing: a round whose games are not all there could not be paired again.
        self._write_all(
            [
                (tournament.id, tournament.version, (fact,)),
                *((game, 0, (scheduled,)) for game, scheduled in games),
            ],
            by,
            noticed,
        )
        return tuple(game for game, _ in games)

    def choose_live_boards(self, slug: str, how: str, minutes: int = 0, *, by: str) -> None:
        """Choose how visitors see the boards of games that are being played.

        Args:
          slug: the tournament.
          how: ``off``, ``delayed`` or ``on``.
          minutes: how late they are ``delayed``; nothing else has minutes.
          by: badge of who chooses.

        Raises:
          Refusal: ``not-allowed``, ``no-such-tournament`` or ``unreadable-request``.
        """
        if how not in get_args(LiveBoards):
            raise Refusal(
                "unreadable-request",
                "Boards can be off, delayed or on.",
                "Choose one of these three.",
            )
        if how == "delayed" and not 1 <= minutes <= LATEST_MINUTES:
            raise Refusal(
                "unreadable-request",
                f"Boards can be 1 to {LATEST_MINUTES} minutes late.",
                "Say by how many minutes; or choose off.",
            )
        late = minutes if how == "delayed" else 0
        self._add(slug, (LiveBoardsChosen(how=cast("LiveBoards", how), minutes=late),), by)

    def close_round(
        self, slug: str, round_number: int, *, by: str, division: str = "", last: bool = False
    ) -> None:
        """Write down that every result of the round is in; ``last``: no round follows."""
        closed = RoundClosed(round_number=round_number, division=division, last=last)
        self._add(slug, (closed,), by)

    def _add(self, slug: str, facts: Sequence[Fact], by: str) -> None:
        self._must_be_organiser(by)
        tournament = self.tournament(slug)
        self._write(tournament.id, tournament.version, facts, by)

    def _write(self, stream: UUID, version: int, facts: Sequence[Fact], by: str) -> None:
        self._write_all([(stream, version, facts)], by)

    def _write_all(
        self,
        streams: Sequence[tuple[UUID, int, Sequence[Fact]]],
        by: str,
        noticed: tuple[str, ...] = (),
    ) -> None:
        """Write facts to streams at the versions they were seen at, all together.

        Args:
          streams: which stream, its version as seen, and the facts.
          by: badge of who writes.
          noticed: remarks on the first of them.

        Raises:
          Refusal: ``written-meanwhile``.
        """
        sent = Sent(by=by, command_id=uuid4())
        events = [
            event
            for place, stream in enumerate(streams)
            for event in self.desk.enveloped(*stream, sent, remarks=() if place else noticed)
        ]
        try:
            self.desk.log.append(events)
        except Taken:
            raise written_meanwhile() from None
        self.desk.caught_up()

    def _must_be_organiser(self, by: str) -> None:
        if self.desk.role_of(by) not in ORGANISERS:
            raise not_allowed(ORGANISERS)
