"""The form of one player: what stands in its fields, and the entry they make."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ledger.tournament.facts.tournaments import PlayerEntered
from ledger.tournament.tournament import Player, Tournament
from ledger.vocabulary.names import unwritable
from ledger.vocabulary.refusals import Refusal
from web.organiser.forms import Form, number

TEXTS = {"name": "The name", "team": "The team", "member": "The member number"}
LAST_RATING, LAST_TABLE, LAST_ROUND = 9999, 9999, 999
OF_THE_NAME = frozenset({"name-entered", "name-unlikely", "unprintable-name", "unwritable-name"})
"""Refusals that are about a player's name, or about another that paper prints beside it."""

OTHER_NAMES = {", team ": "team", ", class ": "classes", "Division ": "division"}
"""What such a refusal says of another than the player's own (``ledger.tournament.on_paper``)."""

OF_A_FIELD = {"which-division": "division", "division-not-planned": "division"}
"""Refusals that are about another field."""


def filled(player: Player) -> dict[str, str]:
    """The fields as a player is entered."""
    return {
        "name": player.name,
        "division": player.division,
        "rating": str(player.rating or ""),
        "team": player.team,
        "classes": ", ".join(player.classes),
        "table": str(player.table or ""),
        "member": player.member,
        "first_round": str(player.first_round) if player.first_round > 1 else "",
        "missed": "" if player.missed_spread is None else "lost",
        "missed_by": str(-player.missed_spread) if player.missed_spread else "",
    }


def division_choices(tournament: Tournament, player: Player | None = None) -> list[tuple[str, str]]:
    """The divisions to choose from, with their words; none where nobody has to choose.

    A ``player`` who is in one that is not planned may stay there.
    """
    planned = [division.name for division in tournament.planned]
    strays = player is not None and bool(planned) and player.division not in planned
    if len(planned) + strays < 2:
        return []
    names = [player.division, *planned] if player is not None and strays else planned
    choices = [(name, name or "without a name") for name in names]
    return choices if "" in names or player is not None else [("", "choose"), *choices]


def read(form: Form, number_of: int = 0) -> PlayerEntered:
    """The entry that the form makes; what is wrong with a field is put beside it.

    Args:
      form: what was typed.
      number_of: the player's number; 0 for one who is to get the next.
    """
    for name, whose in TEXTS.items():
        if wrong := unwritable(form.value(name)):
            form.wrong[name] = f"{whose} has {wrong}."
    if not form.value("name"):
        form.wrong["name"] = "A player needs a name."
    lost_by = number(form, "missed_by", 999) if form.value("missed") == "lost" else None
    return PlayerEntered(
        number=number_of,
        name=form.value("name"),
        division=form.value("division"),
        rating=number(form, "rating", LAST_RATING),
        team=form.value("team"),
        classes=tuple(_classes(form.value("classes"))),
        table=number(form, "table", LAST_TABLE),
        member=form.value("member"),
        first_round=number(form, "first_round", LAST_ROUND, 1),
        missed_spread=None if lost_by is None else -lost_by,
    )


def said_at_its_field(form: Form, refusal: Refusal) -> None:
    """Put a refusal beside the field it is about, where there is one."""
    field = OF_A_FIELD.get(refusal.code, "")
    if refusal.code in OF_THE_NAME:
        about = refusal.what.partition(": ")[0]
        field = next((name for words, name in OTHER_NAMES.items() if words in about), "name")
    if field:
        form.wrong[field] = f"{refusal.what} {refusal.next_step}"


def only_fields(sent: Mapping[str, str]) -> dict[str, Any]:
    """What was sent, without what is about the form itself."""
    return {name: value for name, value in sent.items() if name not in ("request", "was", "what")}


def _classes(text: str) -> list[str]:
    return list(dict.fromkeys(word for part in text.split(",") if (word := part.strip())))
