"""The organiser's first page of a tournament: what is missing, and what comes next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from flask import current_app, render_template, url_for

from ledger.accounts.badges import Badges
from ledger.accounts.devices import is_a_table
from ledger.backup.ring import in_ring
from ledger.hall.rows import (
    WITHOUT_RESULT,
    GameRow,
    Missing,
    at_the_tables,
    lacks,
    lacks_wording,
    missing_slips,
)
from ledger.interchange.names import is_spelled_in_ascii
from ledger.lexicon.lexicon import installed
from ledger.messages import listed, say
from ledger.tournament.checklist import Around, checklist, missing
from ledger.tournament.divisions import called, divisions_of, rounds_to_come
from ledger.tournament.names import names_in
from ledger.tournament.tournament import Tournament, is_over
from ledger.vocabulary import Role
from web.access.permissions import DIRECTORS
from web.access.visitors import accounts, the_hall
from web.frame.addresses import course_at, tournament_at
from web.frame.pages import Pages
from web.frame.wording import at_table
from web.public.rows import Segment, round_strip, rounds_held
from web.settings.in_force import value_of
from web.settings.known import BACKUP
from web.site import word_lists


def where_to(endpoint: str, slug: str) -> str:
    """The address of a page of a tournament; empty where there is no such page yet."""
    if endpoint not in current_app.view_functions:
        return ""
    rule = next(current_app.url_map.iter_rules(endpoint))
    return url_for(endpoint, slug=slug) if "slug" in rule.arguments else url_for(endpoint)


# What lies by the record and the check-list asks for: badges, tablets, word lists, backups.


def around(tournament: Tournament, office: Badges, word_lists: Path | None) -> Around:
    lists = installed(word_lists) if word_lists else ()
    tiles = {about.name.casefold(): about.tiles for about in lists}
    own = f"{tournament.slug}/"
    scopes = (device.table for device in office.tablets.enrolled())
    tables = [scope for scope in scopes if is_a_table(scope)]
    ring = str(value_of(BACKUP))
    badges = office.all_badges()
    made = in_ring(Path(ring)) if ring else {}
    return Around(
        installed=tournament.lexicon.casefold() in tiles,
        list_tiles=tiles.get(tournament.lexicon.casefold(), ""),
        badges=Counter(Role(badge.role) for badge in badges),
        tablets=tuple(table for table in tables if not table or table.startswith(own)),
        backup=max(made, default=None),
        now=office.desk.now(),
        officials=tuple(name for badge in badges for name in names_in(badge)),
        unprintable=office.desk.unprintable,
        unspelled=tuple(
            player.name
            for player in tournament.players
            if not player.member and not is_spelled_in_ascii(player.name)
        ),
    )


# What comes next in a tournament under way: of each division, in words, with the ways there.


MOST_NAMED_NEXT_STEPS = 8
"""Tables that are named one by one; the page of missing slips has them all."""


class Way(NamedTuple):
    words: str
    address: str


class Step(NamedTuple):
    """How one round stands.

    Attributes:
      title: ``Round 7``, with the division where there is one.
      state: ``2 of 4 results in``; empty: nothing more is to be said.
      waits: for which tables, and why; empty: for none.
      share: of the results that are in, between 0 and 1; ``None``: nothing is being played.
      ways: what may be done now, the likeliest first.
    """

    title: str
    state: str
    waits: str
    share: float | None
    ways: tuple[Way, ...]


def next_steps(tournament: Tournament, games: Sequence[GameRow]) -> list[Step]:
    """What comes next, by division and round; empty before the first round is paired."""
    if not tournament.rounds:
        return []
    unpaired = {one.division for one in rounds_to_come(tournament) if one.first == 1}
    if tournament.conduct.closed or (is_over(tournament) and not unpaired):
        out = Way(
            say("organise.export-results"),
            url_for("transfers.page", slug=tournament.slug, _anchor="export"),
        )
        return [
            Step(say("organise.tournament-is-over"), "", "", None, (out, _standings(tournament)))
        ]
    at_tables = _counted(games)
    return [
        step
        for division in divisions_of(tournament)
        for step in _of(tournament, division, [r for r in at_tables if r.division == division])
    ]


def _of(tournament: Tournament, division: str, rows: list[GameRow]) -> Iterator[Step]:
    paired = {one.round_number for one in tournament.rounds if one.division == division}
    waiting = sorted(n for n in paired if (division, n) not in tournament.closed)
    for number in waiting:
        yield _open(tournament, division, number, [r for r in rows if r.round_number == number])
    if paired and not waiting:
        yield _closed(tournament, division, max(paired))
    if any(one.division == division and one.first == 1 for one in rounds_to_come(tournament)):
        title = _called(tournament, division, 1)
        yield Step(title, say("organise.not-paired"), "", None, (_pair(tournament, 1),))


def _open(tournament: Tournament, division: str, number: int, rows: list[GameRow]) -> Step:
    slug = tournament.slug
    missing = missing_slips(rows)
    close = Way(
        say("organise.close-round", round=number),
        url_for("closing.page", slug=slug, round_number=number, division=division or None),
    )
    number_in = sum(lacks(row) not in WITHOUT_RESULT for row in rows)
    title = _called(tournament, division, number)
    state = say("organise.results-are-in", came=number_in, n=len(rows))
    if not missing:
        return Step(title, state, "", 1.0, (close,))
    results = Way(
        say("organise.type-results"),
        url_for("slip_results.page", slug=slug, round=number, division=division or None),
    )
    differ = [one for one in missing if one.lacks == "one-that-holds"]
    to_type = (results,) if len(differ) < len(missing) else ()
    share = number_in / len(rows)
    ways = (*to_type, *_both_slips(slug, differ), close)
    return Step(title, state, _waits(missing), share, ways)


def _both_slips(slug: str, differ: list[Missing]) -> list[Way]:
    """To the slips of the tables where two of them differ: a director finds which holds."""
    return [
        Way(
            say("organise.compare-slips-of", table=at_table(one.game)),
            url_for("two_slips.page", slug=slug, game=one.game.id),
        )
        for one in differ[:MOST_NAMED_NEXT_STEPS]
    ]


def _waits(missing: list[Missing]) -> str:
    named = [
        say("organise.table-lacks", table=at_table(one.game), lacks=lacks_wording(one.lacks))
        for one in missing[:MOST_NAMED_NEXT_STEPS]
    ]
    more = len(missing) - len(named)
    if more:
        named.append(say("organise.tables-more", n=more))
    return say("organise.waits-for", tables=listed(named))


def _closed(tournament: Tournament, division: str, last: int) -> Step:
    planned = next((one.rounds for one in tournament.planned if one.name == division), 0)
    pair = _pair(tournament, last + 1)
    close = Way(say("organise.close-tournament"), url_for("ending.page", slug=tournament.slug))
    if planned and last >= planned:
        title = say("organise.last-round", round=_called(tournament, division, last))
        return Step(title, say("organise.closed"), "", None, (close, _standings(tournament)))
    ways = (pair, _standings(tournament)) if planned else (pair, close, _standings(tournament))
    return Step(_called(tournament, division, last), say("organise.closed"), "", None, ways)


def _pair(tournament: Tournament, number: int) -> Way:
    return Way(
        say("rounds.pair-round", round=number), url_for("drawing_rounds.page", slug=tournament.slug)
    )


def _standings(tournament: Tournament) -> Way:
    return Way(say("organise.standings"), url_for("standings.page", slug=tournament.slug))


def _called(tournament: Tournament, division: str, number: int) -> str:
    of = called(tournament, division)
    if of:
        return say("organise.division-and-round", division=of, round=number)
    return say("organise.round-number", round=number)


def strip_to_results(slug: str, here: int | None = None) -> list[Segment]:
    """The rounds of the event, all divisions together, leading to their results."""

    def where(number: int) -> str:
        return url_for("slip_results.page", slug=slug, round=number)

    return round_strip(rounds_held(course_at(slug)), where, here)


def _counted(games: Sequence[GameRow]) -> list[GameRow]:
    return [row for row in at_the_tables(games) if row.state != "void"]


pages = Pages("organising", manual="organiser", area="organise", tab="overview")

MOST_NAMED = 2  # open rounds that are named; more are counted

SEEN_TO_AT = {
    "days": "setting_up.page",
    "time-zone": "setting_up.page",
    "options": "setting_up.page",
    "equipment": "setting_up.page",
    "word-list": "setting_up.page",
    "live-boards": "setting_up.page",
    "players": "players.page",
    "bye": "setting_up.page",
    "check-in": "check_in.page",
    "badges": "badges.desk",
    "tablets": "badges.desk",
    "paper": "",  # a name of anything
    "ratings-names": "players.page",
    "round": "drawing_rounds.page",
    "backup": "",
    "rulebook": "",
}
"""On which page a line of the check-list is seen to, by its code; empty: on none."""


@pages.get("/t/<slug>/organise/", who=DIRECTORS)
def overview(slug: str) -> str:
    row = tournament_at(slug)
    office = accounts()
    tournament = office.desk.cases.tournament(row.slug)
    items = checklist(tournament, around(tournament, office, word_lists()))
    games = the_hall().games(slug)
    return render_template(
        "organiser/overview.html",
        tournament=row,
        state=state_wording(tournament),
        players=len(tournament.players),
        divisions=len(divisions_of(tournament)),
        strip=strip_to_results(row.slug),
        steps=next_steps(tournament, games),
        missing=missing(items),
        where={item.code: where_to(SEEN_TO_AT[item.code], slug) for item in items},
    )


def state_wording(tournament: Tournament) -> str:
    if is_over(tournament):
        return say("organise.is-over")
    paired = {(one.division, one.round_number) for one in tournament.rounds}
    if not paired:
        return say("organise.is-being-set-up")
    open_rounds = sorted({number for _, number in paired - set(tournament.closed)})
    if not open_rounds:
        return say("organise.round-is-closed", round=max(number for _, number in paired))
    if len(open_rounds) > MOST_NAMED:
        return say("organise.number-of-rounds-open", n=len(open_rounds))
    return say("organise.rounds-are-open", rounds=listed(open_rounds), n=len(open_rounds))
