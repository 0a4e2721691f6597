"""What to do next, said to who is asking: a director is not told to call the director."""

from __future__ import annotations

import re

from ledger.vocabulary import Role

CALL = re.compile(r"\b(?P<first>[Cc])all the director(?:, who [^.;]+)?(?=[ .,;:]|$)")
ASK = re.compile(r"\b(?P<first>[Aa])sk the director (?P<then>whether|for the ruling)")


def next_step_for(role: Role | None, next_step: str) -> str:
    """The next step of a refusal, as this role is told it.

    >>> next_step_for(Role.DIRECTOR, "Count again, or call the director.")
    'Count again, or rule on it in a case.'
    >>> next_step_for(Role.DIRECTOR, "Call the director, who rules. Readings: one; two.")
    'Rule on it in a case. Readings: one; two.'
    >>> next_step_for(Role.SCOREKEEPER, "Call the director.")
    'Call the director.'
    """
    if role is not Role.DIRECTOR:
        return next_step
    said = CALL.sub(lambda found: f"{_like(found['first'], 'r')}ule on it in a case", next_step)
    return ASK.sub(_decides, said)


def _decides(found: re.Match[str]) -> str:
    if found["then"] == "whether":
        return f"{_like(found['first'], 'd')}ecide whether"
    return f"{_like(found['first'], 'g')}ive the ruling"


def _like(first: str, letter: str) -> str:
    return letter.upper() if first.isupper() else letter
