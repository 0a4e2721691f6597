"""The lines of *What follows* on the form of a ruling: none at first, each added by a button."""

from __future__ import annotations

from typing import NamedTuple

from flask import request

KINDS: dict[str, tuple[str, str]] = {
    "points": ("Points", "Add points"),
    "time": ("Time", "Add time"),
    "spread": ("Spread", "Add spread"),
    "turn": ("Lost turn", "Add a lost turn"),
    "clocks": ("Clocks", "Add clocks"),
    "result": ("Result", "Add a result"),
    "warn": ("Warning", "Add a warning"),
    "forfeit": ("Forfeit", "Add a forfeit"),
}
"""What can follow: what its line is called, and the button that adds it."""

AMOUNTS = frozenset({"points", "time", "spread"})
"""Kinds whose line says how much."""

PAIRS = {"clocks": "times", "result": "result"}
"""Kinds whose line has a field for each player, by the name of the fields; there is one of each."""

MOST = 8
"""Lines of one kind that the form takes."""


class FollowLine(NamedTuple):
    """One line.

    Attributes:
      kind: of ``KINDS``.
      seat: whom it is for; empty: nobody is chosen yet.
      amount: how much, as it was typed.
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
            first, second = (form.get(f"{PAIRS[kind]}_{seat}", "") for seat in ("first", "second"))
            if first.strip() or second.strip():
                found.append(FollowLine(kind, both=(first, second)))
            continue
        seats = form.getlist(f"{kind}_seat")[:MOST]
        amounts = form.getlist(f"{kind}_amount") if kind in AMOUNTS else []
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
