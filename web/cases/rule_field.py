"""A field in which a rule is named: what was typed, what was chosen, and what is offered."""

from __future__ import annotations

from flask import request, url_for

from ledger.rulebook.help.citation import as_cited, words_of_rule
from ledger.rulebook.help.finder import books_of_rules
from web.cases.fields import text

CHOSEN = "_of"
"""What the name of a field ends in that holds the rule chosen from those that were found."""


def rule_in(name: str) -> str:
    """The rule in a field: the one chosen from those found, else what was typed."""
    return text(name + CHOSEN) or text(name)


def is_looking() -> bool:
    """Whether the form was only sent to look for a rule."""
    return bool(request.form.get("find"))


FOR_TEMPLATES = {
    "books_of_rules": books_of_rules,
    "as_cited": as_cited,
    "words_of_rule": words_of_rule,
    "looks_for_rules": lambda book: url_for("rules.look", book=book),
}
"""Names that templates use."""
