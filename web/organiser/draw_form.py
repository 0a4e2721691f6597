"""The form of a draw, pairings in one short text, and a round pairing by pairing."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from secrets import randbelow
from typing import NamedTuple

from msgspec.structs import replace

from ledger.hall.wording import STARTS_BY
from ledger.tournament.byes import is_worth_something
from ledger.tournament.draw.from_record import usual_settings
from ledger.tournament.draw.inputs import MOST_SEED, Drawn, Settings
from ledger.tournament.draw.systems import SYSTEMS
from ledger.tournament.drawing import DrawRound
from ledger.tournament.facts.tournaments import Pairing
from ledger.tournament.noticed import left_out, noticed_about
from ledger.tournament.tournament import Tournament
from ledger.vocabulary import remarks
from ledger.vocabulary.refusals import Refusal
from web.organiser.forms import Form, number

# Pairings on a form: one short text that is sent along, and what is done to them by hand.
#
# Nothing is kept between two pages; what is not confirmed is nowhere.


_ONE = re.compile(r"(\d{1,4}):(\d{1,6})-(\d{1,6})")


def as_text(pairings: Sequence[Pairing]) -> str:
    """``1:3-5 2:7-8 0:9-0``: table, who is named first, the other; 0 for nobody.

    >>> as_text((Pairing(1, 3, 5), Pairing(0, 9, 0)))
    '1:3-5 0:9-0'
    """
    return " ".join(f"{one.table}:{one.first}-{one.second}" for one in pairings)


def from_text(text: str) -> tuple[Pairing, ...]:
    """The pairings such a text holds; refuses ``unreadable-request``.

    >>> from_text("1:3-5 0:9-0")[1]
    Pairing(table=0, first=9, second=0, replay=1)
    """
    found = [_ONE.fullmatch(word) for word in text.split()]
    if not all(found):
        raise Refusal(
            "unreadable-request", "The pairings on the form can't be read.", "Begin anew."
        )
    return tuple(Pairing(*map(int, one.groups())) for one in found if one)


def swapped(pairings: Sequence[Pairing], one: int, other: int) -> tuple[Pairing, ...]:
    """Two players in one another's places, byes included; tables and starts stay.

    >>> as_text(swapped(from_text("1:1-2 2:3-4"), 2, 3))
    '1:1-3 2:2-4'
    """
    into = {one: other, other: one}
    return tuple(
        replace(each, first=into.get(each.first, each.first),
                second=into.get(each.second, each.second) if each.second else 0)
        for each in pairings
    )  # fmt: skip


def starts_swapped(pairings: Sequence[Pairing], table: int) -> tuple[Pairing, ...]:
    return tuple(
        replace(one, first=one.second, second=one.first)
        if one.second and one.table == table
        else one
        for one in pairings
    )


def moved(pairings: Sequence[Pairing], table: int, to: int) -> tuple[Pairing, ...]:
    """The two at a table at another one; who is there comes here."""
    into = {table: to, to: table}
    there = tuple(
        replace(one, table=into.get(one.table, one.table)) if one.second else one
        for one in pairings
    )
    return tuple(sorted(there, key=lambda one: (not one.second, one.table)))


FIELDS = (
    "division", "round", "method", "seed", "gibson", "level_places", "gibson_class", "factor",
    "meetings", "reset", "fontes_rounds", "byes", "again",
)  # fmt: skip

_NUMBERS = {"factor": (1, 99), "meetings": (0, 99), "reset": (1, 999), "fontes_rounds": (1, 99)}


def only_fields(sent: Mapping[str, str]) -> dict[str, str]:
    return {name: sent[name].strip() for name in FIELDS if sent.get(name, "").strip()}


def empty_form(tournament: Tournament, division: str, next_round: int) -> Form:
    named = {system.method: name for name, system in SYSTEMS.items()}
    methods = [one.method for one in tournament.draws if one.division == division]
    return Form(
        {
            "division": division,
            "round": str(next_round),
            "method": named.get(methods[-1], "swiss") if methods else "swiss",
            "seed": str(randbelow(MOST_SEED + 1)),
        }
    )


def asked_by(form: Form, tournament: Tournament) -> DrawRound | None:
    """The draw the form asks for; ``None`` where something on it is wrong, which it then says."""
    method = form.value("method", "swiss")
    if method not in SYSTEMS:
        form.wrong["method"] = "Choose one of the systems."
    round_number = round_of(form)
    seed = _seed(form)
    said: dict[str, object] = {
        name: number(form, name, most, least)
        for name, (least, most) in _NUMBERS.items()
        if form.value(name)
    }
    said["gibson"] = _points(form)
    said["level_places"] = _sizes(form)
    said["gibson_class"] = form.value("gibson_class")[:40]
    if (byes := form.value("byes")) in ("lowest", "highest", "lot"):
        said["byes"] = byes
    if form.wrong:
        return None
    division = form.value("division")
    settings: Settings = usual_settings(tournament, division, method, **said)
    return DrawRound(
        round_number=round_number,
        division=division,
        settings=settings,
        seed=seed,
        again=form.value("again") == "1",
    )


def round_of(form: Form) -> int:
    return number(form, "round", 999, 1)


def _seed(form: Form) -> int:
    text = form.value("seed")
    if text.isascii() and text.isdigit() and len(text) <= len(str(MOST_SEED)):
        return int(text)
    form.wrong["seed"] = f"Write a number from 0 to {MOST_SEED}."
    return 0


def _sizes(form: Form) -> tuple[int, ...]:
    words = form.value("level_places").replace(",", " ").split()
    if all(one.isascii() and one.isdigit() and 0 < int(one[:5]) < 10_000 for one in words):
        return tuple(int(one) for one in words[:99])
    form.wrong["level_places"] = "Write how many places are worth the same: 2, or 2, 4."
    return ()


def _points(form: Form) -> tuple[int, ...]:
    words = form.value("gibson").replace(",", " ").split()
    if all(one.isascii() and one.isdigit() and len(one) <= 4 for one in words) and len(words) < 99:
        return tuple(int(one) for one in words)
    form.wrong["gibson"] = "Write points of spread, the last round’s first: 250, 200."
    return ()


# A round as the organiser's pages show it: pairing by pairing, with what is noticed about each.


class Row(NamedTuple):
    """One pairing.

    Attributes:
      first, second: names; ``second`` is empty for a bye.
      is_kept: whether the table is one kept for a player.
      is_changed: whether it is otherwise than it was drawn.
    """

    pairing: Pairing
    first: str
    second: str
    is_kept: bool
    by_gibson: bool
    is_changed: bool
    noticed: tuple[str, ...]


def starts_wording(tournament: Tournament) -> str:
    method = tournament.rules.start.method.value or "" if tournament.rulebook else ""
    return STARTS_BY.get(method, "How starts are found was not announced yet.")


def rows_of(
    tournament: Tournament,
    round_number: int,
    division: str,
    pairings: Sequence[Pairing],
    drawing: Drawn | None = None,
) -> list[Row]:
    as_drawn = (
        {(one.table, one.first, one.second): one for one in drawing.pairings} if drawing else {}
    )
    about: dict[int, list[str]] = {}
    for seen in noticed_about(tournament, round_number, division, pairings):
        rounds = ", ".join(str(number) for number in seen.rounds)
        about.setdefault(seen.players[0], []).append(
            remarks.WORDS[seen.remark] + (f" Round {rounds}." if rounds else "")
        )
    for one in pairings:
        for player in map(tournament.player, (one.first, one.second)):
            if player and one.second and player.table not in (0, one.table):
                about.setdefault(one.first, []).append(f"{player.name} needs table {player.table}.")
    if not is_worth_something(tournament):
        for one in pairings:
            if not one.second:
                about.setdefault(one.first, []).append(remarks.WORDS[remarks.BYE_NOT_DEFINED])
    kept = {player.table for player in tournament.players if player.table}
    rows = []
    for one in pairings:
        drawn = as_drawn.get((one.table, one.first, one.second))
        rows.append(
            Row(
                pairing=one,
                first=name_of(tournament, one.first),
                second=name_of(tournament, one.second) if one.second else "",
                is_kept=bool(one.second) and one.table in kept,
                by_gibson=bool(drawn and drawn.gibson),
                is_changed=bool(drawing) and drawn is None,
                noticed=tuple(about.get(one.first, ())),
            )
        )
    return rows


def names_left_out(
    tournament: Tournament, round_number: int, division: str, pairings: Sequence[Pairing]
) -> list[str]:
    """Who takes part and is in none of them."""
    return [
        name_of(tournament, number)
        for number in left_out(tournament, round_number, division, pairings)
    ]


def name_of(tournament: Tournament, number: int) -> str:
    player = tournament.player(number)
    return player.name if player else f"player {number}"
