"""The organiser's pages, in the order of an event: one table, from which their navigation is made.

Who may open a section says its door (``web.access.permissions``). A section whose page is not
there is left out, so that a page is added by adding it.
"""

from __future__ import annotations

from typing import NamedTuple

from flask import current_app, request, url_for

from web.access.permissions import DOORS


class Section(NamedTuple):
    """One entry of the navigation.

    Attributes:
      others: blueprints whose pages belong to it as well as those of its own.
    """

    endpoint: str
    words: str
    others: frozenset[str] = frozenset()


SECTIONS = (
    Section("organising.overview", "Overview"),
    Section("setting_up.page", "Set-up"),
    Section("players.page", "Players", frozenset({"check_in"})),
    Section("drawing_rounds.page", "Rounds", frozenset({"round_repairs"})),
    Section("round_papers.page", "Papers"),
    Section("slip_results.page", "Results"),
    Section("standings.page", "Standings"),
    Section("prizes.page", "Prizes and announcements"),
    Section("transfers.page", "Files in and out"),
    Section("ending.page", "Close tournament", frozenset({"forgetting"})),
)
"""Every section there is to be. Endpoints: ``blueprint.page``."""


class Shown(NamedTuple):
    address: str
    words: str
    is_here: bool


def sections_of(slug: str) -> list[Shown]:
    """The sections of a tournament that are there and open to whoever is asking."""
    role = current_app.extensions["role_of"](request)
    here = (request.endpoint or "").partition(".")[0]
    return [
        Shown(
            url_for(one.endpoint, slug=slug),
            one.words,
            here in {one.endpoint.partition(".")[0], *one.others},
        )
        for one in SECTIONS
        if one.endpoint in current_app.view_functions and role in DOORS.get(one.endpoint, ())
    ]


def where_to(endpoint: str, slug: str) -> str:
    """The address of a page of a tournament; empty where there is no such page yet."""
    if endpoint not in current_app.view_functions:
        return ""
    rule = next(current_app.url_map.iter_rules(endpoint))
    return url_for(endpoint, slug=slug) if "slug" in rule.arguments else url_for(endpoint)


FOR_TEMPLATES = {"organiser_sections": sections_of}
