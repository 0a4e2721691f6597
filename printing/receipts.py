"""Which forms are printed on a roll as well, and what draws them there."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ledger.vocabulary.refusals import Refusal
from printing.forms import FORMS

RECEIPTS = {
    form.room.rpartition(".")[2]: form.on_a_roll for form in FORMS.values() if form.on_a_roll
}
"""By the module of the form, that which draws it on a roll."""


def draw_on_a_roll(room: Any, *forms: Any) -> bytes:  # noqa: ANN401 (any form's module)
    drawn: bytes = _shape_of(room).draw(*forms)
    return drawn


def blank_on_a_roll(room: Any) -> bytes:  # noqa: ANN401 (likewise)
    drawn: bytes = _shape_of(room).blank()
    return drawn


def _shape_of(room: Any) -> Any:  # noqa: ANN401 (likewise)
    name = room.__name__.rpartition(".")[2]
    if name not in RECEIPTS:
        raise Refusal(
            "no-such-paper",
            f"The form “{room.FORM.name}” is too wide for a receipt.",
            "Print it on a4 or letter; result, challenge and blank slips are there as receipts.",
        )
    return import_module(f"printing.{RECEIPTS[name]}")
