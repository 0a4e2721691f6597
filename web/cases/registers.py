"""The cases of a tournament: those that wait, rulings, conduct, the log; fields of their forms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from typing import Any, NamedTuple
from uuid import UUID

from flask import render_template, request, url_for
from msgspec import Struct

from ledger.desk.desk import Desk
from ledger.desk.matters import RefusedRequest, refused_for_a_ruling
from ledger.desk.registers import acts_of, by_case, conduct_of, rulings_of
from ledger.game.sheet.sheet import Sheet
from ledger.hall import GameRow
from ledger.incidents.case_file import CaseFile
from ledger.incidents.offences import OTHER, Suggestion
from ledger.incidents.reports import without_names
from ledger.incidents.requests import CaseRequest
from ledger.incidents.ruling import GiveRuling
from ledger.incidents.wording import number_wording, title_wording
from ledger.matters.matter import DeskMatter
from ledger.messages import say
from ledger.messages.written import reason_given
from ledger.record.kept_words import KeptWords
from ledger.rulebook import Rulebook
from ledger.rulebook.help.finder import as_cited, books_of_rules, words_of_rule
from ledger.rulebook.model.endings import Penalty
from ledger.tournament.conduct import suggests
from ledger.tournament.local_time import zone_named
from ledger.tournament.tournament import Tournament
from ledger.vocabulary import Role, Seat
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import DIRECTORS
from web.access.visitors import accounts, signed_in, the_hall
from web.director.desk_view import CaseWaiting, RefusedWaiting
from web.entry.wanted_in_words import words_of
from web.frame.addresses import of_game, of_rule, to_rule_on, tournament_at
from web.frame.headers import iso_day_here, zone_name
from web.frame.pages import Pages

# Fields of the forms of a case.


LONGEST = 7  # digits of the longest number that anything here can mean


def pair(name: str, read: Callable[[str], int]) -> tuple[int, int] | None:
    """Two numbers, one for each player; ``None`` where both fields are empty."""
    fields = [f"{name}_{seat.value}" for seat in Seat]
    said = [text(field) for field in fields]
    if not any(said):
        return None
    for field, one in zip(fields, said, strict=True):
        if not one:
            raise Refusal(
                "unreadable-request",
                say("cases.only-one-of-the-two"),
                say("cases.write-both-also-the-one"),
                field=field,
            )
    first, second = (at_field(field, read) for field in fields)
    return first, second


def at_field(name: str, read: Callable[[str], int]) -> int:
    try:
        return read(text(name))
    except Refusal as refused:
        raise Refusal(refused.code, refused.what, refused.next_step, field=name) from None


def whole_number(said: str) -> int:
    """A whole number as people write it; 0 for nothing.

    >>> whole_number("-10"), whole_number("+5"), whole_number("")
    (-10, 5, 0)
    """
    sign, digits = _signed(said)
    if not digits and not said:
        return 0
    if not _is_a_number(digits):
        raise _no_number(said, say("cases.write-a-whole-number"))
    return sign * int(digits)


def seconds_in(said: str) -> int:
    """A time as people write it: minutes and seconds, or seconds alone; 0 for nothing.

    >>> seconds_in("18:50"), seconds_in("−0:40"), seconds_in("40"), seconds_in("")
    (1130, -40, 40, 0)
    """
    sign, time = _signed(said)
    if ":" not in time:
        return whole_number(said)
    minutes, _, seconds = time.partition(":")
    if not (_is_a_number(minutes) and _is_a_number(seconds)) or len(seconds) != 2 or seconds > "59":
        raise _no_number(said, say("cases.write-minutes-and-seconds"))
    return sign * (int(minutes) * 60 + int(seconds))


def reading_in(said: str) -> int:
    """A clock as it is read: minutes and seconds, which are never left out."""
    if ":" not in said:
        raise _no_number(said, say("cases.write-minutes-and-seconds"))
    return seconds_in(said)


def _signed(said: str) -> tuple[int, str]:
    """Whether a number is less than nothing, and its digits."""
    minus = said.startswith(("-", "−"))
    return -1 if minus else 1, said[1:] if said.startswith(("-", "−", "+")) else said


def _no_number(said: str, next_step: str) -> Refusal:
    return Refusal("unreadable-request", say("cases.cant-be-read-here", typed=said[:20]), next_step)


def _is_a_number(said: str) -> bool:
    return said.isascii() and said.isdigit() and len(said) <= LONGEST


def text(name: str) -> str:
    return request.form.get(name, "").strip()


def number(name: str) -> int:
    """The number in a field; 0 where it is empty; refuses ``unreadable-request``."""
    return whole_number(request.form.get(name, "").strip())


def seat_of(name: str) -> Seat | None:
    said = text(name)
    return Seat(said) if said in set(Seat) else None


def in_the_zone(said: str) -> datetime:
    """A date and time of the hall, in UTC."""
    return datetime.fromisoformat(said).replace(tzinfo=zone_named(zone_name())).astimezone(UTC)


def moment(name: str) -> datetime | None:
    """A date and time as a browser's field sends it, by the hall's clock; told in UTC."""
    said = text(name)
    try:
        return in_the_zone(said) if said else None
    except ValueError:
        raise Refusal(
            "unreadable-request",
            say("cases.the-date-cant-be-read"),
            say("cases.write-it-as-2026-11"),
        ) from None


# A field in which a rule is named: what was typed, what was chosen, and what is offered.


CHOSEN = "_of"
"""What the name of a field ends in that holds the rule chosen from those that were found."""


def rule_in(name: str) -> str:
    """The rule in a field: the one chosen from those found, else what was typed."""
    return text(name + CHOSEN) or text(name)


def is_looking() -> bool:
    return bool(request.form.get("find"))


FOR_TEMPLATES = {
    "books_of_rules": books_of_rules,
    "as_cited": as_cited,
    "words_of_rule": words_of_rule,
    "looks_for_rules": lambda book: url_for("rules.look", book=book),
}


# The lines of *What follows* on the form of a ruling: none at first, each added by a button.


KINDS = ("points", "time", "spread", "turn", "clocks", "result", "warn", "forfeit")
"""What can follow, a line each; ``cases.add_line.`` is the button that adds it."""

AMOUNTS = frozenset({"points", "time", "spread"})
"""Kinds whose line says how much; that of a forfeit may say by how much it is lost."""

PAIRS = {"clocks": "times", "result": "result"}
"""Kinds whose line has a field for each player, by the name of the fields; there is one of each."""

MOST = 8  # lines of one kind that the form takes


class FollowLine(NamedTuple):
    """One line.

    Attributes:
      seat: whom it is for; empty: nobody is chosen yet.
      both: what was typed for each player, where the line has a field for each.
    """

    kind: str
    seat: str = ""
    amount: str = ""
    both: tuple[str, str] = ("", "")


def lines_in_form() -> list[FollowLine]:
    """The lines as they were handed in, in the order of the kinds."""
    form = request.form
    found = []
    for kind in KINDS:
        if kind in PAIRS:
            pair = PAIRS[kind]
            first, second = form.get(f"{pair}_first", ""), form.get(f"{pair}_second", "")
            if first.strip() or second.strip():
                found.append(FollowLine(kind, both=(first, second)))
            continue
        seats = form.getlist(f"{kind}_seat")[:MOST]
        amounts = form.getlist(f"{kind}_amount") if kind in AMOUNTS | {"forfeit"} else []
        for nth, seat in enumerate(seats):
            amount = amounts[nth] if nth < len(amounts) else ""
            found.append(FollowLine(kind, seat, amount.strip()))
    return found


def lines_to_show() -> list[FollowLine]:
    """The lines to show again: as handed in, with the one that was added, without what was left."""
    found = lines_in_form()
    left = request.form.get("drop", "")
    if left.isdecimal() and int(left) < len(found):
        del found[int(left)]
    added = request.form.get("add", "")
    if added in KINDS and not (added in PAIRS and any(one.kind == added for one in found)):
        found.append(FollowLine(added))
    return found


def is_only_edited() -> bool:
    """Whether the form was handed in to add a line or to take one away, without scripts."""
    return bool(request.form.get("add") or request.form.get("drop"))


# What the form of a penalty begins with: who was found against, and what the book names.


class PenaltyForm(Struct, frozen=True, kw_only=True):
    """A penalty as it stands in the form before anything is changed in it.

    Attributes:
      seat: who would be penalised; ``None`` where nobody was found against.
      named: what the book names for the act, warnings so far counted; ``None`` for no act of it.
      kinds: every penalty of the book, from the mildest to the gravest.
    """

    seat: Seat | None
    named: Suggestion | None
    kinds: tuple[tuple[str, Penalty], ...]
    reason: str


def penalty_form(
    file: CaseFile, sheet: Sheet | None, tournament: Tournament, rules: Rulebook
) -> PenaltyForm | None:
    """The form; ``None`` where no ruling stands from which a penalty could follow."""
    ruling = file.ruling
    if ruling is None or sheet is None or ruling.game != file.opened.game:
        return None
    found = file.finding
    seat = (found.seat if found else None) or file.opened.seat
    act = (found.offence if found else "") or file.opened.offence
    numbers = sheet.numbers
    named = None
    if seat is not None and numbers is not None and act not in ("", OTHER):
        named = suggests(tournament, numbers[seat.place], act)
    return PenaltyForm(
        seat=seat,
        named=named,
        kinds=tuple(rules.penalties.items()),
        reason=reason_given(ruling.finding),
    )


# A step on the page of a case: what a form asks of the desk, and what it may have to know.


Words = list[KeptWords]


class Step(NamedTuple):
    """One thing a director does, and the words of people that go with it."""

    asked: CaseRequest
    words: Words


class OnCase(NamedTuple):
    """What a form may have to know.

    Attributes:
      refused: the refused request that the case began with.
      drafted: the prepared ruling that the form was filled from.
    """

    file: CaseFile
    refused: RefusedRequest | None
    drafted: GiveRuling | None = None
    sheet: Sheet | None = None


# The cases of a tournament: those that wait, rulings, conduct, the log.


# What waits for a ruling, and what is still to be done in a case.


def refused_waiting(
    desk: Desk,
    rows: Mapping[UUID, GameRow],
    line: Callable[[DeskMatter, str], dict[str, Any]],
    waits: Mapping[UUID, DeskMatter],
) -> list[RefusedWaiting]:
    """Entries that the book leaves to the director, of those that wait, by entry."""
    found = []
    for one in refused_for_a_ruling(desk.log):
        matter = waits.get(one.entry)
        if matter is not None:
            wanted = words_of(one.wanted, desk.sheet(one.game))
            found.append(
                RefusedWaiting(
                    **line(matter, wanted),
                    wanted=wanted,
                    what=one.refusal.what,
                    clause=one.refusal.clause,
                    rule=of_rule(one.refusal.clause),
                    rule_on=to_rule_on(rows[one.game].tournament, one.entry),
                )
            )
    return found


def files_of(desk: Desk, slug: str) -> tuple[Tournament | None, tuple[CaseFile, ...]]:
    """A tournament with its cases; of a game whose tournament nobody opened, none."""
    try:
        return desk.cases.with_cases(slug)
    except Refusal:
        if _is_read(desk, slug):
            raise
        return None, ()


def _is_read(desk: Desk, slug: str) -> bool:
    try:
        desk.cases.tournament(slug)
    except Refusal:
        return False
    return True


def case_waiting(file: CaseFile, matter: DeskMatter, line: dict[str, Any]) -> CaseWaiting:
    return CaseWaiting(
        **line,
        called=number_wording(file.opened.number),
        title=title_wording(file.opened),
        lacks=matter.named.which.partition(" ")[0],
        address=line["first"].at,
    )


registers_pages = Pages("registers", manual="cases", area="cases")


@registers_pages.get("/t/<slug>/rulings", who=DIRECTORS, tab="ruled")
def rulings(slug: str) -> str:
    """Every ruling, the latest first: ``?q=`` words, ``?clause=`` of a rule, ``?anonymous=1``.

    The anonymised edition names no player and no official, to be published.
    """
    desk = accounts().desk
    tournament = desk.cases.tournament(slug)
    anonymous = request.args.get("anonymous") == "1"
    text, clause = request.args.get("q", ""), request.args.get("clause", "")
    names = [player.name for player in tournament.players]
    return render_template(
        "cases/rulings.html",
        tournament=tournament_at(slug),
        found=by_case(rulings_of(desk, tournament, text=text, clause=clause)),
        anonymous=anonymous,
        text=text,
        clause=clause,
        shown=lambda text: without_names(text, names) if anonymous else text,
    )


@registers_pages.get("/t/<slug>/conduct", who=DIRECTORS, tab="conduct")
def conduct(slug: str) -> str:
    """Every player about whom anything was decided: warnings, spread, cases, who is out."""
    desk = accounts().desk
    tournament = desk.cases.tournament(slug)
    return render_template(
        "cases/conduct.html",
        tournament=tournament_at(slug),
        found=conduct_of(desk, tournament),
        rules=tournament.rules,
        players=len(tournament.players),
        directs=signed_in().role is Role.DIRECTOR,
    )


@registers_pages.get("/t/<slug>/log", who=DIRECTORS, tab="log-of-the-day")
def log(slug: str) -> str:
    """Every official act of a day in the hall, in order: ``?day=``; without it the latest."""
    desk = accounts().desk
    tournament = desk.cases.tournament(slug)
    rows = {row.id: row for row in the_hall().games(tournament.slug)}
    acts = acts_of(desk, tournament, rows.values())
    days = sorted({iso_day_here(act.at) for act in acts}, reverse=True)
    query = _day(request.args.get("day", ""))
    chosen = query.isoformat() if query else next(iter(days), None)
    return render_template(
        "cases/log.html",
        tournament=tournament_at(slug),
        acts=[act for act in acts if iso_day_here(act.at) == chosen],
        addresses={game: of_game(row, "evidence.page") for game, row in rows.items()},
        days=days,
        chosen=chosen,
    )


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
