"""Forms of the organiser: what was typed is kept, what is wrong stands at its field.

Two who change one thing at a time from pages shown before do not undo one another's work: a form
brings along what it was shown with, and only what differs from that is taken from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec

from ledger.messages import say


@dataclass(frozen=True)
class Form:
    values: dict[str, str]
    wrong: dict[str, str] = field(default_factory=dict)

    def value(self, name: str, default: str = "") -> str:
        return self.values.get(name, default)


def as_shown(values: Mapping[str, str]) -> str:
    return msgspec.json.encode(values).decode()


def merged(was: str, sent: Mapping[str, str], now: Mapping[str, str]) -> dict[str, str]:
    """What the sender changed, upon what stands now: others may have changed the rest.

    >>> merged('{"name": "Open"}', {"name": "Open", "place": "Hall"}, {"name": "Gull Open"})
    {'name': 'Gull Open', 'place': 'Hall'}

    Args:
      was: the fields as the form was shown, as JSON; all was changed where it can't be read.
    """
    try:
        shown = msgspec.json.decode(was.encode(), type=dict[str, str])
    except (msgspec.MsgspecError, UnicodeEncodeError):
        shown = {}
    fields = {name: value for name, value in sent.items() if value or name in now}
    changed = {name: value for name, value in fields.items() if shown.get(name, "") != value}
    return {**now, **changed}


def number(form: Form, name: str, most: int, least: int = 0) -> int:
    """A number in a field, ``least`` where it is empty; out of bounds is wrong."""
    text = form.value(name)
    if not text:
        return least
    if not (text.isascii() and text.isdigit() and len(text) < 6 and least <= int(text) <= most):
        form.wrong[name] = say("organise.number-from-to", least=least, most=most)
        return least
    return int(text)
