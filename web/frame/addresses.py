"""Where things are: the address of a game, a round, a tournament, and what stands there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Protocol
from uuid import UUID

from flask import g, request, url_for
from markupsafe import Markup

from ledger.hall import GameRow, TournamentName, TournamentRow
from ledger.hall.standings_view import Card, Course
from ledger.messages import say
from ledger.rulebook import names
from ledger.rulebook.book_files import forgotten_with_the_books
from ledger.rulebook.help.book import find
from ledger.rulebook.reading import rule_wording
from ledger.tournament.divisions import listed_divisions
from ledger.vocabulary.refusals import Refusal
from ledger.vocabulary.signs import table_name
from web.access.visitors import the_hall
from web.public.rules import rule_address


def of_tournament(slug: str) -> str:
    return url_for("tournaments.one", slug=slug)


def of_player(slug: str, number: int, name: str) -> str:
    """``/t/spring-open/p/7``; of who never entered it, the games that name is found in."""
    if number:
        return url_for("cards.one", slug=slug, number=number)
    return url_for("tournaments.one", slug=slug, q=name)


def of_round(slug: str, round_number: int, division: str = "", **query: str) -> str:
    where: dict[str, Any] = {"slug": slug, "round_number": round_number, **_division(division)}
    where |= query
    return url_for("tournaments.one_round", **where)


class Placed(Protocol):
    """Whatever says where a game is played."""

    @property
    def tournament(self) -> str: ...

    @property
    def division(self) -> str: ...

    @property
    def round_number(self) -> int: ...

    @property
    def table(self) -> int: ...

    @property
    def replay(self) -> int:
        """Which of the games played there it is."""


def of_game(game: Placed, door: str = "games.page", **query: str) -> str:
    """``/t/spring-open/r3/t14/``, with the division and the replay where there are such."""
    where: dict[str, Any] = {
        "slug": game.tournament,
        "round_number": game.round_number,
        "table": game.table,
        **_division(game.division),
        **query,
    }
    if game.replay != 1:
        where["replay"] = game.replay
    return url_for(door, **where)


def where_played(game: Placed) -> str:
    """``Harbour Cup, round 3, table A 14``: a number alone may be that of two tables."""
    found = the_hall().tournament(game.tournament)
    table = table_name(game.division, game.table)
    return say(
        "frame.where-played",
        tournament=found.name if found else game.tournament,
        round=game.round_number,
        table=table,
    )


def to_rule_on(slug: str, entry: UUID, decides: str = "") -> str:
    """Where a case is opened over a refused entry; ``decides``: what was chosen about it before."""
    return url_for("cases.new", slug=slug, entry=entry, decides=decides or None)


def of_rule(cited: str) -> str:
    """``/rules/wespa-4.0/3.9#3.9.5(a)`` for ``wespa-4.0 3.9.5(a)``; empty where none is cited.

    Of a rule nobody described it is the place of the nearest one around it, else of the book.
    """
    book, number = _place_of(cited)
    if not number:
        return url_for("rules.one", book=book) if book else ""
    return rule_address(book, number)


def _looked_up(cited: str) -> tuple[str, str | None]:
    """The book that a rule is in, and where there; both empty where none is cited."""
    book, _, number = cited.partition(" ")
    if not number or book not in names():
        return "", None
    while number:
        try:
            return book, find(book, number)
        except Refusal:
            number = number.rpartition("(" if number.endswith(")") else ".")[0]
    return book, None


_place_of = forgotten_with_the_books(lru_cache(maxsize=4000)(_looked_up))


def rule_link(cited: str) -> Markup:
    address = of_rule(cited)
    return (
        Markup('<a class="rule" href="{}">{}</a>').format(address, rule_wording(cited))
        if address
        else (Markup("{}").format(rule_wording(cited)))
    )


def _division(division: str) -> dict[str, str]:
    return {"division": division} if division else {}


def row_of(slug: str) -> TournamentRow | None:
    """A tournament's row; read once a request, of one that writes nothing."""
    if request.method not in ("GET", "HEAD"):
        return the_hall().tournament(slug)
    kept: dict[str, TournamentRow | None] = g.setdefault("tournament_rows", {})
    if slug not in kept:
        kept[slug] = the_hall().tournament(slug)
    return kept[slug]


def usual_tournament(names: Sequence[TournamentName]) -> str:
    """Of several tournaments the one that is meant where none is named; empty: there is none.

    One that is not over goes before one that is, and then the one that began last.
    """
    going_on = [one for one in names if not one.over] or list(names)
    return max(going_on, key=lambda one: one.first_day).slug if going_on else ""


def tournament_at(slug: str) -> TournamentRow:
    """The tournament; refuses ``no-such-tournament``."""
    tournament = row_of(slug)
    if tournament is None:
        raise Refusal(
            "no-such-tournament",
            say("frame.this-record-has-no-tournament", slug=slug),
            say("frame.choose-one-from-list-tournaments"),
        )
    return tournament


def course_at(slug: str, after: int = 0) -> Course:
    """A tournament as everybody looks at it, now or after a round."""
    tournament = tournament_at(slug)
    course = the_hall().course(slug, after)
    if course is None or after > max(tournament.rounds, course.rounds):
        raise Refusal(
            "no-such-round",
            say("frame.name-has-no-round-after", name=tournament.name, after=after),
            say("frame.choose-round-from-tournaments-page"),
        )
    return course


def card_at(course: Course, number: int) -> Card:
    card = course.card(number) if number else None
    if card is None:
        raise Refusal(
            "no-such-player",
            say("frame.name-has-no-player-number", name=course.tournament.name, number=number),
            say("frame.look-name-up-in-standings"),
        )
    return card


def game_at(slug: str, division: str, round_number: int, table: int, replay: int) -> GameRow:
    """The game at a table. Where there is one division only, its name may be left out."""
    tournament_at(slug)
    hall = the_hall()
    game = hall.find(slug, round_number, table, division, replay)
    if game is None and not division:
        divisions = sorted({row.division for row in hall.games(slug, round_number)})
        if len(divisions) == 1:
            game = hall.find(slug, round_number, table, divisions[0], replay)
        elif divisions:
            raise Refusal(
                "no-such-table",
                say("frame.round-round-number-has-several", round_number=round_number),
                say(
                    "frame.name-division-table-table-divisions",
                    table=table,
                    divisions=listed_divisions(divisions),
                ),
            )
    if game is None:
        raise Refusal(
            "no-such-table",
            (
                say("frame.no-such-game", table=table, round=round_number, game=replay)
                if replay != 1
                else say("frame.no-such-table", table=table, round=round_number)
            ),
            say("frame.choose-table-from-list-round"),
        )
    return game


def asked_asof() -> datetime | None:
    """The moment in ``?asof=``: the record as it was known then; ``None``: as known now."""
    text = request.args.get("asof", "")
    if not text:
        return None
    try:
        moment = datetime.fromisoformat(text.replace(" ", "+"))
        return moment.replace(tzinfo=moment.tzinfo or UTC).astimezone(UTC)
    except (ValueError, OverflowError):
        raise Refusal(
            "unreadable-address",
            say("frame.time-in-this-address-asof"),
            say("frame.write-it-as-2026-11"),
        ) from None


def where_asked() -> str:
    """The page to come back to after signing in: that asked for, or that a form was sent from."""
    if request.method in ("GET", "HEAD"):
        return request.full_path.rstrip("?")
    sent_from = (request.referrer or "").removeprefix(request.host_url.rstrip("/"))
    return sent_from if sent_from.startswith("/") else "/"


@dataclass(frozen=True)
class WayOut:
    """Where a person can go on from a page that could not be shown."""

    address: str
    name: str


def way_out(code: str) -> WayOut | None:
    """The page nearest to the one asked for, ``None`` where that is the list of tournaments."""
    query = request.view_args or {}
    slug, round_number = query.get("slug"), query.get("round_number")
    hall = the_hall()
    if code in NOT_FROM_HERE or slug is None or hall.tournament(slug) is None:
        return None
    if "table" in query and "asof" in request.args and code != "no-such-table":
        return WayOut(request.path, say("frame.as-known-now"))
    if code == "no-such-table" and round_number is not None and hall.games(slug, round_number):
        division = query.get("division") or ""
        return WayOut(
            of_round(slug, round_number, division), say("frame.round", round=round_number)
        )
    return WayOut(of_tournament(slug), say("frame.tournament"))


NOT_FROM_HERE = {"something-broke", "no-such-tournament", "too-many-watching"}
"""Refusals after which no page of the tournament is looked for."""

FOR_TEMPLATES = {
    "game_url": of_game,
    "player_url": of_player,
    "round_url": of_round,
    "tournament_url": of_tournament,
    "where_played": where_played,
    "rule_link": rule_link,
}
