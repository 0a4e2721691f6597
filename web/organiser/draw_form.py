"""The form of a draw: what is asked, with what was typed kept, and what it says of settings."""

from __future__ import annotations

from collections.abc import Mapping
from secrets import randbelow

from ledger.tournament.draw.from_record import usual_settings
from ledger.tournament.draw.inputs import MOST_SEED, Settings
from ledger.tournament.draw.methods import SYSTEMS
from ledger.tournament.drawing import DrawRound
from ledger.tournament.tournament import Tournament
from web.organiser.forms import Form, number

FIELDS = (
    "division", "round", "method", "seed", "gibson", "level_places", "gibson_class", "factor",
    "meetings", "reset", "fontes_rounds", "byes", "again",
)  # fmt: skip
"""Every field of the form."""

_NUMBERS = {"factor": (1, 99), "meetings": (0, 99), "reset": (1, 999), "fontes_rounds": (1, 99)}


def only_fields(sent: Mapping[str, str]) -> dict[str, str]:
    """What a request says of the draw, without anything else."""
    return {name: sent[name].strip() for name in FIELDS if sent.get(name, "").strip()}


def empty_form(tournament: Tournament, division: str, next_round: int) -> Form:
    """The form as it is shown first: the system of the last draw, and a seed of its own."""
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
    """The round the form is about; the first where that can't be read."""
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
