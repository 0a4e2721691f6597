"""What a director may decide about a refused request: enter it, refuse it, or rule otherwise.

Nothing is chosen beforehand. Each way has its words for the finding, to be changed at will; the
ways to read a gap of the rulebook stand under the way they lead to.
"""

from __future__ import annotations

from typing import NamedTuple

from ledger.desk.refused import RefusedRequest
from ledger.rulebook.gaps import Trap, traps

FIELD = "decides"
"""The field of the form; its value names the way, and after a slash the reading."""


class Choice(NamedTuple):
    """One thing to choose.

    Attributes:
      value: as the form hands it in: ``enter``, ``refuse/2``, ``otherwise/another``.
      words: what it is called.
      finding: what it fills in as the finding.
    """

    value: str
    words: str
    finding: str


class Way(NamedTuple):
    """One of the three ways, the readings that lead to it, and what it does."""

    choice: Choice
    does: str
    readings: tuple[Choice, ...]


class Decision(NamedTuple):
    """What was chosen on the form.

    Attributes:
      way: ``enter``, ``refuse``, ``otherwise``; empty: nothing.
      reading: number of the reading it rests on; empty: none is named.
    """

    way: str
    reading: str

    @property
    def enters(self) -> bool:
        """Whether what was refused is entered."""
        return self.way == "enter"


KINDS: dict[str, tuple[str, str]] = {
    "report": ("Established", "Not established"),
    "find": ("Established", "Not established"),
    "reach": ("Granted", "Not granted"),
    "late": ("In time", "Too late"),
    "entry": ("It stands", "It does not stand"),
}
"""Findings for and against, by what kind of thing was asked."""

OF_A_REPORT = ("report-", "find-", "record-", "declare-", "write-", "dispute-", "assess-")
OF_A_WISH = (
    "amend-", "ask-", "reopen-", "grant-", "petition-", "adjourn-", "postpone-", "make-", "apply-",
    "waive-", "stop-", "void-", "forfeit", "end-", "set-", "adjust-", "assign-", "settle-",
    "redesignate-", "nullify-", "elect-", "correct-", "retract-",
)  # fmt: skip
IN_TIME = ("issue-challenge", "call-hold", "challenge-", "close-window", "reissue-challenge")


def kind_of(refused: RefusedRequest) -> str:
    """What kind of thing was asked: a report, a wish, something that may come too late."""
    tag = str(refused.wanted.asked.get("ask", ""))
    if tag.startswith(IN_TIME):
        return "late"
    if tag.startswith(OF_A_REPORT):
        return "report"
    return "reach" if tag.startswith(OF_A_WISH) else "entry"


def trap_of(refused: RefusedRequest) -> Trap | None:
    """The gap of the rulebook that the request was refused for, while it is open."""
    found = traps().get(refused.refusal.trap)
    return found if found is not None and not found.settled else None


def ways_of(refused: RefusedRequest, wanted: str) -> tuple[Way, ...]:
    """The three ways, in the order in which they stand on the page.

    Args:
      refused: the refused request.
      wanted: what it asks, in a sentence.
    """
    yes, no = KINDS[kind_of(refused)]
    return (
        _way("enter", "Enter it", _finding(yes, wanted), refused,
             "What was asked is entered at the table, together with the ruling."),
        _way("refuse", "Refuse it", _finding(no, wanted), refused,
             "What was asked is not entered. The ruling says so."),
        _way("otherwise", "Rule otherwise", "", refused,
             "What was asked is not entered. You write what was found and add what follows."),
    )  # fmt: skip


def _way(way: str, words: str, finding: str, refused: RefusedRequest, does: str) -> Way:
    found = trap_of(refused)
    readings = found.readings if found else ()
    choices = tuple(
        Choice(f"{way}/{nth}", reading.words, f"{reading.words[:1].upper()}{reading.words[1:]}")
        for nth, reading in enumerate(readings, 1)
        if way in (reading.leads_to, "otherwise")
    )
    return Way(Choice(way, words, finding), does, choices)


def finding_of(ways: tuple[Way, ...], decision: str, typed: str) -> str:
    """The finding that follows a decision, unless another was written.

    Words that belong to what was not decided are no finding of anybody's.
    """
    words = {choice.value: choice.finding for way in ways for choice in (way.choice, *way.readings)}
    own = typed.strip()
    return words.get(decision, "") if not own or own in words.values() else own


LONGEST = 300
"""Characters of a finding that the form takes."""


def _finding(word: str, wanted: str) -> str:
    return f"{word}: {wanted}"[:LONGEST]


def decided(said: str) -> Decision:
    """What the form says.

    >>> decided("refuse/2")
    Decision(way='refuse', reading='2')
    """
    way, _, reading = said.partition("/")
    return Decision(way if way in ("enter", "refuse", "otherwise") else "", reading)
