"""What the form of a set-up is shown with: rulebooks, choices, zones, installed word lists."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from zoneinfo import available_timezones

from ledger import rulebook
from ledger.hall.in_words import BREAKS
from ledger.rulebook.help.choices import ChoiceTold, Unrating, choices_told, unrating
from ledger.rulebook.shelf import left_out
from ledger.tournament.facts.set_up import TieBreak
from ledger.vocabulary.refusals import Refusal
from web.judge.word_lists import installed_lists
from web.organiser.forms import Form
from web.organiser.set_up_form import DIVISIONS, OPTION, rules_of

PAPERS = {"a4": "A4", "letter": "Letter"}


@dataclass(frozen=True)
class FormShown:
    """Everything beside the fields.

    Attributes:
      books: the rulebooks, by id, with title and edition.
      left_out: files of the organiser's own that are no rulebooks, in words.
      choices: what may be chosen under the book that is chosen.
      more_are_set: whether one is set that most organisers don't look at.
      unrated: of what is chosen, what may keep the event from being rated.
      divisions: how many rows for divisions are shown.
    """

    books: tuple[tuple[str, str], ...]
    left_out: tuple[str, ...]
    choices: tuple[ChoiceTold, ...]
    more_are_set: bool
    unrated: tuple[Unrating, ...]
    zones: tuple[str, ...]
    lists: tuple[str, ...]
    divisions: int
    ties: Mapping[TieBreak, str]
    papers: dict[str, str]


def form_shown(form: Form) -> FormShown:
    """What a form is shown with."""
    choices = choices_told(rules_of(form))
    used = [
        nth
        for nth in range(1, DIVISIONS + 1)
        if form.value(f"division-{nth}") or form.value(f"rounds-{nth}")
    ]
    return FormShown(
        books=_books(),
        left_out=left_out(),
        choices=choices,
        more_are_set=any(form.value(OPTION + each.name) for each in choices if not each.is_first),
        unrated=_unrated(form),
        zones=zones(),
        lists=tuple(installed_lists()),
        divisions=min(DIVISIONS, max(used, default=0) + 2),
        ties=BREAKS,
        papers=PAPERS,
    )


@cache
def zones() -> tuple[str, ...]:
    """The time zones people choose from: ``UTC``, and those of a place."""
    of_places = (zone for zone in available_timezones() if "/" in zone)
    return ("UTC", *sorted(zone for zone in of_places if not zone.startswith("Etc/")))


def _books() -> tuple[tuple[str, str], ...]:
    loaded = (rulebook.load(name) for name in rulebook.names())
    newest_first = sorted(loaded, key=lambda book: book.edition, reverse=True)
    return tuple((book.id, book.title) for book in newest_first)


def _unrated(form: Form) -> tuple[Unrating, ...]:
    rules = rules_of(form)
    for choice in rules.choices:
        text = form.value(OPTION + choice)
        if text:
            try:
                rules = rules.with_options(((choice, text),))
            except Refusal:
                continue  # said beside the field
    return unrating(rules)
