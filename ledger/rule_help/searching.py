"""Finding rules by words: what a rule says, or what people call the same thing."""

from __future__ import annotations

from functools import cache

from ledger.rule_help.book import clauses

ALIKE = (
    ("observer", "spectator", "onlooker", "kibitzer", "bystander", "third part"),
    ("special needs", "handicap", "disabilit", "disabled", "impediment"),
    ("director", "arbiter", "referee"),
    ("late", "tardy", "lateness"),
    ("timer", "clock", "stopwatch"),
    ("overtime", "time penalt"),
    ("exchange", "swap"),
    ("surplus", "overdraw", "too many", "overdrawer"),
    ("too few", "underdraw"),
    ("blank", "joker"),
    ("phone", "mobile", "device", "electronic"),
    ("leave", "toilet", "bathroom"),
    ("emergency", "medical", "health"),
    ("recount", "counted again", "counting again"),
    ("result slip", "result sheet", "score card"),
    ("phoney", "challenged off"),
    ("upset", "overturn"),
    ("spill", "fell", "dropped"),
    ("cheat", "fraud"),
    ("abus", "rude"),
    ("noise", "distract", "loud"),
    ("word list", "dictionary", "word source", "lexicon"),
    ("upside", "orientation", "misorient"),
    ("scoreless", "zero", "nothing scored", "scored nothing"),
)
"""Words that people use for one thing. A word finds the rules that have it or one like it."""


def found(book: str, terms: str) -> list[tuple[str, str]]:
    """The rules of a book, number and words, that have every one of ``terms``, or words like it.

    >>> [number for number, _ in found("wespa-1.0", "spectator")][:2]
    ['6.1.2(d)', '6.3.4']
    >>> [number for number, _ in found("wsc-2003", "joker")][:1]
    ['9']

    Raises:
      Refusal: ``no-such-rulebook``.
    """
    asked = terms.lower().split()
    return [
        (number, words)
        for number, words in clauses(book).items()
        if all(says(term, f"{number} {words}".lower()) for term in asked)
    ]


def says(term: str, text: str) -> bool:
    """Whether a text, in small letters, has this word or one that people use for the same."""
    return any(word in text for word in like(term))


@cache
def like(term: str) -> tuple[str, ...]:
    """A word, and those that people use for the same thing; plurals count as the word."""
    singular = term[:-1] if term.endswith("s") and len(term) > 3 else term
    groups = [group for group in ALIKE if any(singular.startswith(word) for word in group)]
    return tuple(dict.fromkeys((singular, *(word for group in groups for word in group))))
