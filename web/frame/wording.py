"""How states, clocks, scores and times read on a page."""

from __future__ import annotations

from typing import Protocol

from markupsafe import Markup

from ledger.messages import known, say
from ledger.rulebook.reading import called, offence_wording, offences_worded, penalty_wording
from ledger.vocabulary.bounds import shown
from ledger.vocabulary.signs import score, signed, table_name, true_minus, whole

PLAYING = frozenset({"playing", "on hold", "challenge", "played out"})
"""States in which a game is on the board."""

FINISHED = frozenset({"over", "signed by one", "final", "amended", "forfeited", "incomplete"})
"""States in which nobody is on move any more."""

LOOKS = {
    "scheduled": "waiting",
    "playing": "live",
    "on hold": "attention",
    "challenge": "attention",
    "played out": "ending",
    "over": "ending",
    "signed by one": "ending",
    "final": "done",
    "amended": "done",
    "forfeited": "odd",
    "incomplete": "odd",
}
"""State to the look of its chip; the words are always there too."""


def clock(seconds: int | None) -> str:
    """Time left on a clock.

    >>> clock(1439), clock(-43), clock(None)
    ('23:59', '−0:43', '–')
    """
    if seconds is None:
        return "–"
    return shown(seconds)


class AtATable(Protocol):
    @property
    def division(self) -> str: ...

    @property
    def table(self) -> object: ...


def at_table(game: AtATable) -> str:
    """``A 12`` of a game or a row: ``Table {{ row|at_table }}`` in headings and sentences."""
    return table_name(game.division, game.table)


def wins(number: float) -> str:
    """A number of wins, draws being halves.

    >>> wins(3.0), wins(2.5), wins(0.5)
    ('3', '2½', '½')
    """
    whole, half = divmod(number, 1)
    return (f"{int(whole)}" if whole or not half else "") + ("½" if half else "")


LATE = 10  # minutes that boards are late where nobody says how many


def live_boards_wording(how: str, minutes: int) -> str:
    """How visitors see boards of games being played.

    >>> live_boards_wording("delayed", 10)
    'Boards are shown 10 minutes late, without racks.'
    >>> live_boards_wording("delayed", 1)
    'Boards are shown 1 minute late, without racks.'
    """
    if how == "off":
        return say("frame.boards-not-shown")
    if how == "delayed":
        return say("frame.boards-late", n=minutes)
    return say("frame.boards-live")


def state_words(state: str) -> str:
    """How far a game is, in the reader's language."""
    name = f"states.{state.replace(' ', '-')}"
    return say(name) if known(name) else state


def look(state: str) -> str:
    return LOOKS.get(state, "waiting")


def flag_words(flag: str) -> str:
    """What is odd about a game, for its code."""
    return say(f"frame.flag.{flag}") if known(f"frame.flag.{flag}") else flag


def command(line: str) -> Markup:
    """A command to be typed: broken between its words only, never at the hyphen of an option.

    >>> command("key --out")
    Markup('<code><span class="word">key</span> <span class="word">--out</span></code>')
    """
    words = Markup(" ").join(Markup('<span class="word">{}</span>').format(w) for w in line.split())
    return Markup("<code>{}</code>").format(words)


def initials(name: str) -> str:
    """The first letters of a name's first and last word; what is no word counts for neither.

    >>> initials("Zoë van der Berg"), initials("Anna Smith (2)"), initials("רחל בן־דוד (1)")
    ('ZB', 'AS', 'רב')
    """
    parts = name.split()
    words = [part for part in parts if part[0].isalpha()] or parts
    ends = words if len(words) == 1 else [*words[:1], *words[-1:]]
    return "".join(word[:1].upper() for word in ends)


FILTERS = {
    "initials": initials,
    "capitalize": lambda words: words[:1].upper() + words[1:],  # Jinja's makes German nouns small
    "clock": clock,
    "signed": signed,
    "whole": whole,
    "at_table": at_table,
    "true_minus": true_minus,
    "wins": wins,
    "look": look,
    "state_words": state_words,
    "flag_words": flag_words,
    "penalty_words": penalty_wording,
    "act_words": offence_wording,
    "acts_words": offences_worded,
    "command": command,
    "book_called": called,
}

GLOBALS = {"score": score, "table_name": table_name}
