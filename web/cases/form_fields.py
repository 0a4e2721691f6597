"""Fields of the forms on a case: numbers, times, a rule, lines of *What follows*, a penalty."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import NamedTuple

from flask import request, url_for
from msgspec import Struct

from ledger.desk.matters import RefusedRequest
from ledger.game.sheet.sheet import Sheet
from ledger.incidents.case_file import CaseFile
from ledger.incidents.offences import OTHER, Suggestion
from ledger.incidents.requests import CaseRequest
from ledger.incidents.ruling import GiveRuling
from ledger.messages import say
from ledger.messages.written import reason_given
from ledger.record.kept_words import KeptWords
from ledger.rulebook import Rulebook
from ledger.rulebook.help.finder import as_cited, books_of_rules, words_of_rule
from ledger.rulebook.model.endings import Penalty
from ledger.tournament.conduct import suggests
from ledger.tournament.local_time import zone_named
from ledger.tournament.tournament import Tournament
from ledger.vocabulary import Seat
from ledger.vocabulary.refusals import Refusal
from web.frame.headers import zone_name

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
    file: CaseFile, sheet: Sheet | None, tournament: Tournament, rules: Rulebook, reason: str
) -> PenaltyForm | None:
    """The form; ``None`` where no ruling stands from which a penalty could follow.

    Args:
      reason: of a penalty that follows from it, as it is kept.
    """
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
        reason=reason_given(reason),
    )


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


Words = list[KeptWords]
