"""Tournaments and rounds as everybody reads them, and on the screens of a hall."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from flask import Response, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from ledger.hall import GameRow, TournamentRow
from ledger.hall.standings_view import Course, start_method_wording
from ledger.messages import say
from ledger.messages.written import initial, name_key
from ledger.tournament.local_time import day
from ledger.vocabulary.names import sought
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import EVERYBODY
from web.access.signing_in import writes_at_any_table
from web.access.visitors import accounts, the_hall, the_screen, the_session
from web.asgi.telling import the_mark
from web.frame.addresses import course_at, of_game, tournament_at
from web.frame.bodies import as_json
from web.frame.headers import alike_for_visitors
from web.frame.pages import Pages
from web.frame.wording import PLAYING
from web.public.own_page import by_name as by_name_cards
from web.public.rows import (
    GamesView,
    RoundProgress,
    StandingsView,
    game_listed,
    round_in_play,
    rounds_held,
    standings_view,
)
from web.public.standings import asked_of
from web.site import the_site

# Who sits where in a round, as people look for themselves: by name.


@dataclass(frozen=True)
class Sits:
    """One player of a round.

    Attributes:
      letter: the one that the name begins with, where the name before it began with another.
      table: 0 for a bye; ``kept``: whether it is kept for somebody who needs it.
      starts: who starts, as far as that is settled; of a game that was begun, who did.
      is_settled: whether the game has its result, or will have none.
    """

    letter: str
    name: str
    number: int
    division: str
    table: int
    kept: bool
    opponent: str
    starts: Literal["you", "opponent", "open"]
    is_settled: bool = False


def _is_called(name: str, words: list[str]) -> bool:
    """Whether each word begins a part of a name."""
    parts = sought(name).split()
    return all(any(part.startswith(word) for part in parts) for word in words)


def by_name(
    course: Course, round_number: int, division: str | None = None, text: str = ""
) -> list[Sits]:
    """Everybody of a round by name; those alone that have every word asked for.

    Args:
      text: what was typed: each word must begin a part of the name.
    """
    desk_request = sought(text).split()
    found = []
    for one in course.of_round(round_number, division):
        for seat, (name, number) in enumerate(zip(one.names, one.numbers, strict=True)):
            if desk_request and not _is_called(name, desk_request):
                continue
            opponent = one.names[1 - seat] if one.table else ""
            line = course.line(number, round_number)
            starts = line.starts if line else "open"
            found.append((name, number, one, opponent, starts))
    found.sort(key=lambda row: (name_key(row[0]), row[1]))
    rows, before = [], ""
    for name, number, one, opponent, starts in found:
        letter = initial(name)
        rows.append(
            Sits(
                letter if letter != before else "", name, number, one.division, one.table, one.kept,
                opponent, starts, one.is_settled,
            )
        )  # fmt: skip
        before = letter
    return rows


pages = Pages("tournaments", manual="players", area="public")

LONGEST_SEARCH = 80  # characters of a search that are looked at


@pages.get("/", who=EVERYBODY)
def front() -> ResponseReturnValue:
    """The one tournament that is running; the list of all where there is none, or several.

    A screen of the hall finds its own page, which is all that whoever switches it on need open.
    """
    if the_session() is None and (screen := the_screen()):
        slug = accounts().tablets.table_of(screen.device).partition("/")[0]
        return redirect(url_for("screens.turning", slug=slug))
    running = [row for row in the_hall().tournaments() if stage(row, _today(row)) == "playing"]
    if len(running) == 1:
        return redirect(url_for("tournaments.one", slug=running[0].slug))
    return all_of_them()


@pages.get("/tournaments", who=EVERYBODY)
def all_of_them() -> str:
    """Every tournament: what is being played, what is to come, and by year what is over."""
    hall = the_hall()
    found: dict[str, list[TournamentRow]] = {"playing": [], "coming": [], "past": []}
    for row in sorted(hall.tournaments(), key=lambda row: name_key(row.name)):
        found[stage(row, _today(row))].append(row)
    playing = [(row, _round_in_play(row.slug)) for row in found["playing"]]
    over = sorted(found["past"], key=lambda row: row.last_day or row.first_day, reverse=True)
    return render_template(
        "tournaments/list.html",
        playing=playing,
        coming=[
            (row, "") for row in sorted(found["coming"], key=lambda row: row.first_day or "9999")
        ],
        past=[
            (year, [(row, _winners(row)) for row in rows])
            for year, rows in groupby(over, key=lambda row: (row.last_day or row.first_day)[:4])
        ],
    )


Stage = Literal["playing", "coming", "past"]


def stage(row: TournamentRow, today: str) -> Stage:
    """Whether a tournament is being played, is to come or is over.

    Args:
      today: the day at its place, as ``2026-11-21``.
    """
    if row.over or (row.last_day and row.last_day < today):
        return "past"
    if row.rounds or (row.first_day and row.first_day <= today):
        return "playing"
    return "coming"


def _today(row: TournamentRow) -> str:
    return day(the_site().now(), row.time_zone)


def _round_in_play(slug: str) -> RoundProgress | None:
    course = the_hall().course(slug)
    return round_in_play(rounds_held(course)) if course else None


def _winners(row: TournamentRow) -> str:
    """Who won a tournament that was closed, in its order of divisions; worked out once."""
    if not row.over:
        return ""
    hall = the_hall()
    kept: dict[str, tuple[object, str]] = current_app.extensions.setdefault("winners", {})
    stamp = hall.stamp(row.slug)
    known = kept.get(row.slug)
    if known is None or known[0] != stamp:
        course = hall.course(row.slug)
        names = [one.name for one in course.standings if one.place == 1] if course else []
        known = kept[row.slug] = stamp, ", ".join(names)
    return known[1]


@pages.get("/t/<slug>/", who=EVERYBODY, tab="overview")
def one(slug: str) -> str:
    """A tournament: where people sit, who leads, what is on the boards.

    ``?find=`` answers where somebody sits; ``?division=`` chooses the standings; ``?q=`` searches
    players, games and words.
    """
    if "q" in request.args:
        return _search(slug, request.args["q"].strip()[:LONGEST_SEARCH])
    after = the_mark()  # before the rows are read, so that no change is missed
    standings = asked_of(slug, after_round=0)
    course = standings.course
    rounds = rounds_held(course)
    now = round_in_play(rounds)
    boards = _on_the_boards(course, now)
    found = request.args.get("find", "").strip()[:LONGEST_SEARCH]
    division = standings.chosen
    if division is None:
        division = next(iter(course.divisions), "")
    return render_template(
        "tournaments/tournament.html",
        tournament=course.tournament,
        course=course,
        rounds=rounds,
        now=now,
        is_begun=bool(
            now and (now.settled or any(one.round_number == now.number for one in boards))
        ),
        boards=boards[: MOST_BOARDS - bool(course.tournament.announcement)],
        boards_in_play=len(boards),
        find=found,
        found=seats_found(course, found) if found else (),
        asked=standings,
        division=division,
        standings=[row for row in course.standings if row.division == division],
        after=after,
    )


MOST_BOARDS = 8  # tables that the overview lists; one less below an announcement
MOST_STANDINGS = 10  # players of one division that it lists
MOST_FOUND = 6  # players of one name that it answers with


def _on_the_boards(course: Course, now: RoundProgress | None) -> list[GameRow]:
    """Games that are being played: of the last round, and of those before it that lack a result."""
    hall, slug = the_hall(), course.tournament.slug
    numbers = {one.round_number for one in course.missing} | ({now.number} if now else set())
    games = (row for number in sorted(numbers, reverse=True) for row in hall.games(slug, number))
    return [row for row in games if row.state in PLAYING]


def seats_found(course: Course, text: str) -> tuple[Sits, ...]:
    """Where the players of a name sit now: in the last round that their division was paired for."""
    last: dict[str, int] = {}
    for one in course.pairings:
        last[one.division] = max(last.get(one.division, 0), one.round_number)
    return tuple(
        one
        for division, number in sorted(last.items())
        for one in by_name(course, number, division, text)
    )


def _search(slug: str, text: str) -> str:
    """Players and games in which a name or a word is found."""
    tournament = tournament_at(slug)
    found = [row for row in the_hall().search(text, 200) if row.tournament == slug] if text else []
    cards = by_name_cards(list(course_at(slug).cards), text) if text else []
    return render_template(
        "tournaments/search.html",
        tournament=tournament,
        text=text,
        found=found,
        players=[card for card in cards if card.player.number][:12],
    )


@pages.get("/t/<slug>/rounds", who=EVERYBODY, tab="rounds")
def rounds(slug: str) -> ResponseReturnValue:
    """The round that people look for; before the first one, that none is paired yet."""
    course = course_at(slug)
    now = round_in_play(rounds_held(course))
    if now is not None:
        return redirect(url_for("tournaments.one_round", slug=slug, round_number=now.number))
    return render_template(
        "tournaments/round.html",
        tournament=course.tournament,
        course=course,
        rounds=rounds_held(course),
        round_number=0,
        by="",
        division="",
        text="",
        after=the_mark(),
    )


@pages.get("/t/<slug>/games.json", who=EVERYBODY, answers=GamesView)
def games_json(slug: str) -> Response:
    tournament_at(slug)
    games = (game_listed(row, of_game(row)) for row in the_hall().games(slug))
    return as_json(GamesView(tuple(games)), may_be_kept=True)


@pages.get("/t/<slug>/standings.json", who=EVERYBODY, answers=StandingsView)
def standings_json(slug: str) -> Response:
    """The standings, as rows: ``?after=`` a round, ``?division=`` of one division only."""
    desk_request = asked_of(slug)
    return as_json(standings_view(desk_request.course, desk_request.chosen), may_be_kept=True)


@pages.get(
    "/t/<slug>/r<int:round_number>/",
    "/t/<slug>/<division>/r<int:round_number>/",
    who=EVERYBODY,
    tab="rounds",
)
def one_round(slug: str, round_number: int, division: str | None = None) -> ResponseReturnValue:
    """Who sits where in a round: ``?by=name`` or ``?by=table``; ``?q=`` some of them by name.

    Where neither is asked for it is by name till the first result is in: until then people look
    for their tables.
    """
    by = request.args.get("by")
    if by not in ("name", "table"):
        paired = course_at(slug).of_round(round_number, division)
        settled = any(one.is_settled for one in paired if one.table)
        by_table = settled or writes_at_any_table()
        by = "table" if by_table and "q" not in request.args else "name"
    if by == "name":
        return _by_name(slug=slug, round_number=round_number, division=division)
    return _round(slug, round_number, division, "table")


@alike_for_visitors()
def _by_name(slug: str, round_number: int, division: str | None) -> str:
    return _round(slug, round_number, division, "name")


def _round(slug: str, round_number: int, division: str | None, by: Literal["name", "table"]) -> str:
    after = the_mark()
    course = course_at(slug)
    paired = course.of_round(round_number, division)
    games = the_hall().games(slug, round_number, division) if by == "table" else ()
    if not paired and not games:
        raise Refusal(
            "no-such-round",
            say(
                "public.name-has-no-tables-in",
                name=course.tournament.name,
                round_number=round_number,
            ),
            say("public.choose-round-from-tournaments-page"),
        )
    text = request.args.get("q", "").strip()[:LONGEST_SEARCH]
    sits = by_name(course, round_number, division, text) if by == "name" else []
    return render_template(
        "tournaments/round.html",
        by=by,
        sits=sits,
        games=games,
        starts=""
        if paired and all(one.is_settled for one in paired)
        else start_method_wording(course.tournament.starts_by),
        any_starts=any(one.starts != "open" for one in sits),
        names_start=course.tournament.starts_by == "assigned",
        byes=[one for one in paired if not one.table],
        kept={one.game for one in paired if one.kept},
        in_round={one.division for one in paired},
        text=text,
        tournament=course.tournament,
        course=course,
        rounds=rounds_held(course),
        round_number=round_number,
        division=division or "",
        after=after,
        enters=by == "table" and writes_at_any_table(),
    )
