"""An entry that was not written, in a few words: nothing happened, so no fact tells of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ledger.desk.came_too_late import Wanted
from ledger.game.sheet.sheet import Sheet
from ledger.vocabulary import Seat
from ledger.vocabulary.closed_lists import TurnsSince, choices


def words_of(wanted: Wanted, sheet: Sheet) -> str:
    """``Player 1: 8D WINDY +32``, as on the tablet that made it."""
    asked = wanted.asked
    tag = str(asked.get("ask", ""))
    tell = TOLD.get(tag)
    what = tell(asked) if tell else tag.replace("-", " ")
    if tag == "read-clocks" and wanted.clocks is not None:
        what = "clocks read " + " / ".join(f"{seconds} s" for seconds in wanted.clocks)
    seat = asked.get("seat")
    return f"{sheet.name(Seat(seat))}: {what}" if seat in tuple(Seat) else what


def _play(asked: Mapping[str, Any]) -> str:
    placement = asked["placement"]
    return f"{placement['square']} {placement['letters']}{_points(asked)}"


def _points(asked: Mapping[str, Any]) -> str:
    announced = asked.get("announced")
    return "" if announced is None else f" {announced:+d}"


def _called(how: str) -> str:
    return dict(choices(TurnsSince)).get(how, how)


TOLD: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "place-tiles": _play,
    "exchange-tiles": lambda asked: f"exchange {asked.get('count', '')}",
    "pass-turn": lambda _: "pass",
    "miss-turn": lambda asked: f"tiles to follow{_points(asked)}",
    "issue-challenge": lambda asked: f"challenge {', '.join(asked.get('words', ()))}".strip(),
    "settle-turns-since": lambda asked: "turns since the verdict: " + _called(asked.get("how", "")),
}
"""Tag of a request to what it is called; of any other its tag is all there is to say."""
