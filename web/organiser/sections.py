"""The organiser's navigation: its sections, in the order of an event.

Which pages a section has, which it leads to and who may open that say the pages (``frame/pages``).
"""

from __future__ import annotations

from typing import NamedTuple

from flask import current_app, request, url_for

from web.frame.pages import PAGES, page_here

SECTIONS = (
    "Overview", "Set-up", "Players", "Rounds", "Papers", "Results", "Standings",
    "Prizes and announcements", "Files in and out", "Close tournament",
)  # fmt: skip
"""What pages say as their ``section``; one page of each says that it ``leads`` there."""


class Shown(NamedTuple):
    address: str
    words: str
    is_here: bool


def sections_of(slug: str) -> list[Shown]:
    """The sections of a tournament that are there and open to whoever is asking."""
    role = current_app.extensions["role_of"](request)
    here, leading = page_here(), {page.section: page for page in PAGES.values() if page.leads}
    return [
        Shown(url_for(page.endpoint, slug=slug), name, here is not None and here.section == name)
        for name, page in ((name, leading[name]) for name in SECTIONS)
        if role in page.who
    ]


def where_to(endpoint: str, slug: str) -> str:
    """The address of a page of a tournament; empty where there is no such page yet."""
    if endpoint not in current_app.view_functions:
        return ""
    rule = next(current_app.url_map.iter_rules(endpoint))
    return url_for(endpoint, slug=slug) if "slug" in rule.arguments else url_for(endpoint)


FOR_TEMPLATES = {"organiser_sections": sections_of}
