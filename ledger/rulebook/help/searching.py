"""Finding rules by words: what a rule says, or what people call the same thing."""

from __future__ import annotations

from ledger.rulebook.help.book import clauses

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
    >>> [number for number, _ in found("wsc-2003", "joker")]
    ['1.4', '9', '9.1']

    Raises:
      Refusal: ``no-such-rulebook``.
    """
    asked = terms.lower().split()
    return [
        (number, words)
        for number, words in clauses(book).items()
        if all(_has(f"{number} {words} {also_called(words)}".lower(), term) for term in asked)
    ]


def also_called(text: str) -> str:
    """The words that people use for what a text speaks of.

    >>> also_called("Blanks.")
    'blank joker'
    """
    said = text.lower()
    return " ".join(
        word for group in ALIKE if any(each in said for each in group) for word in group
    )


def _has(text: str, term: str) -> bool:
    """Whether a term, or what it is one of several of, stands in a text."""
    return term in text or (term.endswith("s") and len(term) > 3 and term[:-1] in text)
