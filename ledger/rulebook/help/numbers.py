"""Rule numbers, as the books print them and as people type them."""

from __future__ import annotations

import re

from ledger.rulebook.gaps import RULE

BEFORE_A_NUMBER = re.compile(r"^(rules?|clauses?|guidelines?(?=\s*\d)|sections?|§+)\s*")


def split_numbers(written: str) -> tuple[str, ...]:
    """The rule numbers of a list separated by blanks.

    >>> split_numbers("3.9.5 3.9.6 App. 1")
    ('3.9.5', '3.9.6', 'App. 1')
    """
    return tuple(RULE.findall(written))


def squeezed(number: str) -> str:
    """A rule number without what people leave out or add: blanks, brackets, capitals.

    >>> [squeezed(number) for number in ("3.9.5(a)(iii)", "3.9.5 a iii", "Rule 3.9.5.a(iii)")]
    ['3.9.5aiii', '3.9.5aiii', '3.9.5aiii']
    >>> squeezed("App. 1") == squeezed("app 1") == squeezed("Appendix 1")
    True
    >>> squeezed("Guideline 12") == squeezed("G12"), squeezed("x.d")
    (True, 'x.d')
    >>> squeezed("App3-1.2(b)") == squeezed("App. 3 1.2b")
    True
    """
    text = number.strip().lower()
    text = re.sub(r"^guidelines?(?=\s*\d)", "g", text)
    text = BEFORE_A_NUMBER.sub("", text)
    text = re.sub(r"^app(endix|x)?\.?(?=\W*\d)", "app", text)
    text = re.sub(r"[\s()\[\]-]", "", text)
    return re.sub(r"(?<=\d)\.(?=[a-z])", "", text).rstrip(".,;:")


def is_below(number: str, above: str) -> bool:
    """Whether a rule is a part of another one, by its number.

    >>> is_below("3.9.5(a)", "3.9"), is_below("3.10", "3.1"), is_below("3.9", "3.9")
    (True, False, False)
    >>> is_below("VI.D*", "VI.D"), is_below("VI.D**", "VI.D*"), is_below("XI", "X")
    (True, False, False)
    >>> is_below("G11b", "G11"), is_below("G11", "G1"), is_below("G11", "G")
    (True, False, True)
    """
    if not number.startswith(above) or number == above or above.endswith("*"):
        return False
    last, following = above[-1], number[len(above)]
    return (
        following in ".(-*"
        or (last.isdigit() and following.islower())
        or (last.isalpha() and following.isdigit())
    )
