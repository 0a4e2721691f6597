"""Found by ``/`` on any page of an official: a table of a round, a player, a case."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flask import Response, request, url_for
from msgspec import Struct

from ledger.incidents.wording import title_wording
from ledger.messages import say
from ledger.vocabulary.names import sought
from web.access.permissions import DIRECTORS, OFFICIALS
from web.access.visitors import accounts, the_hall, the_session
from web.cases.registers import files_of
from web.frame.addresses import of_game, of_player, tournament_at
from web.frame.bodies import as_json
from web.frame.pages import Pages
from web.public.own_page import by_name


class Found(Struct, frozen=True, kw_only=True):
    """Something that was looked for.

    Attributes:
      words: what it is called.
      about: what else tells it apart: who sits there, how far a case has come.
    """

    words: str
    about: str
    address: str


class FindView(Struct, frozen=True):
    """What was found, the likeliest first; at most a dozen."""

    found: tuple[Found, ...]


pages = Pages("finding", manual=None)


A_TABLE = re.compile(r"(?:table\s+)?([^\W\d_]*)\s*([0-9]{1,4})", re.IGNORECASE)


A_CASE = re.compile(r"(?:case\s+|c-?)?([0-9]{1,5})", re.IGNORECASE)


MOST_FOUND = 12


LONGEST_SEARCH = 80  # characters that are looked at


@pages.get("/t/<slug>/find.json", who=OFFICIALS, answers=FindView)
def find(slug: str) -> Response:
    """What of a tournament bears this name or number: ``?q=``."""
    text = request.args.get("q", "").strip()[:LONGEST_SEARCH]
    slug = tournament_at(slug).slug
    found = (
        [*_tables_found(slug, text), *_players_found(slug, text), *_cases_found(slug, text)]
        if text
        else []
    )
    return as_json(FindView(tuple(found[:MOST_FOUND])))


def _tables_found(slug: str, text: str) -> Iterator[Found]:
    asked = A_TABLE.fullmatch(text)
    if asked is None:
        return
    rows = the_hall().games(slug)
    latest: dict[str, int] = {}
    for row in rows:
        latest[row.division] = max(row.round_number, latest.get(row.division, 0))
    for row in rows:
        of = row.division.casefold().startswith(asked[1].casefold())
        if of and row.table == int(asked[2]) and row.round_number == latest[row.division]:
            called = say(
                "frame.found-table", table=" ".join(filter(None, (row.division, str(row.table))))
            )
            about = say("frame.found-in-round", round=row.round_number, names=" – ".join(row.names))
            yield Found(words=called, about=about, address=of_game(row))


def _players_found(slug: str, text: str) -> Iterator[Found]:
    course = the_hall().course(slug)
    for card in by_name(list(course.cards), text) if course is not None else ():
        if card.player.number:
            at = of_player(slug, card.player.number, card.player.name)
            yield Found(
                words=card.player.name,
                about=say("frame.found-player", number=card.player.number),
                address=at,
            )


def _cases_found(slug: str, text: str) -> Iterator[Found]:
    session = the_session()
    if session is None or session.role not in DIRECTORS:
        return
    numbered = A_CASE.fullmatch(text)
    for file in files_of(accounts().desk, slug)[1]:
        title = title_wording(file.opened)
        has_words = all(word in sought(title).split() for word in sought(text).split())
        if has_words or (numbered and int(numbered[1]) == file.opened.number):
            at = url_for("cases.one", slug=slug, number=file.opened.number)
            state = say(f"cases.state.{file.state.replace(' ', '-')}")
            yield Found(words=f"C-{file.opened.number} {title}", about=state, address=at)
