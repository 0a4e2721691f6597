"""The word lists installed on this machine, for the judge's terminal alone.

No list, and no answer about a single word, ever leaves the server.
"""

from __future__ import annotations

from pathlib import Path

from flask import current_app

from ledger.game.play.pending_slips import Slip
from ledger.lexicon.lexicon import Lexicon, installed, open_lexicon
from ledger.vocabulary.refusals import Refusal


def installed_names() -> set[str]:
    folder = word_lists()
    return {about.name.casefold() for about in installed(folder)} if folder else set()


def installed_lists() -> list[str]:
    folder = word_lists()
    return sorted(about.name for about in installed(folder)) if folder else []


def digest_of(name: str) -> str:
    """The digest of an installed list; empty where no such list is installed."""
    folder = word_lists()
    lists = installed(folder) if folder else ()
    wanted = name.casefold()
    return next((about.digest for about in lists if about.name.casefold() == wanted), "")


def lexicon_of(slip: Slip) -> Lexicon:
    folder = word_lists()
    if not slip.words:
        raise Refusal(
            "nothing-on-the-slip",
            "Nobody noted which words are challenged.",
            "Let the scorekeeper enter the words, or judge by the paper slip.",
        )
    if folder is None:
        raise Refusal(
            "no-such-lexicon",
            "No word list is installed here.",
            "Judge by the book, or add the list with `tilescribe lexicon add NAME FILE`.",
        )
    return open_lexicon(folder, slip.lexicon)


def word_lists() -> Path | None:
    folder: Path | None = current_app.config.get("WORD_LISTS")
    return folder
