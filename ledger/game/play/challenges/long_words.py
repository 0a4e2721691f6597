"""Words too long for the list: where they are looked up, a book may say two things (L-24)."""

from __future__ import annotations

from ledger.game.facts.challenges import ChallengeIssued
from ledger.game.sheet.line import Line
from ledger.rulebook import Rulebook
from ledger.rulebook.gaps.touched import touching


def about_long_words(
    challenge: ChallengeIssued | None, play: Line | None, rules: Rulebook
) -> tuple[str, ...]:
    """Traps that touch a verdict on words of the length at which another reference begins.

    A word just as long is sent to the list by one rule and past it by another (TN-14); a
    longer one goes to a dictionary whose printings may disagree (TN-29).

    Args:
      challenge: the challenge judged; ``None`` where a ruling judged a play without one.
      play: the play; its words are meant where the slip names none.
      rules: the rulebook in force.
    """
    above = rules.judging.reference_above
    if above.value is None or challenge is None:
        return ()
    lengths = {len(word) for word in _challenged(challenge, play)}
    found: tuple[str, ...] = ("TN-14",) if above.value in lengths else ()
    found += ("TN-29",) if any(length > above.value for length in lengths) else ()
    return touching(rules, *found)


def past_the_list(
    challenge: ChallengeIssued, play: Line | None, rules: Rulebook
) -> tuple[str, ...]:
    """The challenged words that are looked up in the dictionary where the list has them not."""
    above = rules.judging.reference_above.value
    if above is None:
        return ()
    return tuple(word.upper() for word in _challenged(challenge, play) if len(word) > above)


def where_to_look(challenge: ChallengeIssued, play: Line | None, rules: Rulebook) -> str:
    """What a judge is told of long words before the verdict, one sentence; empty: nothing."""
    longer = past_the_list(challenge, play, rules)
    if not longer:
        return ""
    letters = rules.judging.reference_above.known() + 1
    named = ", ".join(longer)
    return f"Look in the dictionary if the list has it not ({letters} letters or more): {named}."


def _challenged(challenge: ChallengeIssued, play: Line | None) -> tuple[str, ...]:
    """The words on the slip; where it names none, those of the play."""
    formed = tuple(word.word for word in play.words) if play is not None else ()
    return challenge.words or formed
