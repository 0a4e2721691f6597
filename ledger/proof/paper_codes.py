"""The code of a sheet of paper: what it says and the record behind it, in ten signs.

Nine signs are 45 bits of a digest over the sheet's own lines and over the chain's link of the
last event it was filled from; the tenth is a check sign, so that a sign read or typed wrongly is
told from a code that is not ours. It is an address, not a secret: a forger can copy it, and is
found by what the genuine sheet says.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's: no I, L, O or U, which people take for something else."""

BODY = 9
LENGTH = BODY + 1
HALF = LENGTH // 2

TAKEN_FOR = str.maketrans("OIL", "011")
BETWEEN = str.maketrans("", "", "- \u00a0\t\r\n.")
"""What people put between the signs."""


def code_of(lines: Sequence[str], form: str, link: bytes) -> str:
    """The code of a sheet.

    Args:
      lines: what the sheet says, without its code.
      form: which form it is, with its edition.
      link: the chain's link of the last event it was filled from.

    >>> code_of(["Ann Lee 431", "Ben Ode 398"], "Result slip, form 3", bytes(32))
    '5E4VXF1GDB'
    """
    digest = sha256(b"tilescribe paper code 1\n")
    for part in (form, *lines):
        words = part.encode("utf-8")
        digest.update(len(words).to_bytes(8, "big") + words)
    digest.update(link)
    number = int.from_bytes(digest.digest()[:8], "big") >> (64 - 5 * BODY)
    body = "".join(SIGNS[number >> 5 * place & 31] for place in reversed(range(BODY)))
    return body + check_sign(body)


def check_sign(body: str) -> str:
    """The sign that makes any one wrong sign, and any two that changed places, show.

    A sum over the field of 32 elements, each sign times one power more of x.

    >>> [check_sign(body) for body in ("000000001", "TJ7K2M9QX", "ABCDEFGHJ", "ZZZZZZZZZ")]
    ['2', 'X', 'T', 'X']
    """
    total = 0
    for sign in body:
        total = _twice(total) ^ SIGNS.index(sign)
    return SIGNS[_twice(total)]


def _twice(element: int) -> int:
    """An element times x, modulo x^5 + x^2 + 1."""
    return (element << 1) ^ 0b100101 if element & 16 else element << 1


def as_read(typed: str) -> str:
    """A code as a person typed it, in our own signs; it need not be one.

    >>> as_read("tj7k2-m9qxx"), as_read(" o1l ")
    ('TJ7K2M9QXX', '011')
    """
    return typed.upper().translate(BETWEEN).translate(TAKEN_FOR)


def is_code(signs: str) -> bool:
    """Whether these are ten of our signs, the last of them right.

    >>> is_code("TJ7K2M9QXX"), is_code("TJ7K2M9QXT"), is_code("TJ7K2")
    (True, False, False)
    """
    right = len(signs) == LENGTH and set(signs) <= set(SIGNS)
    return right and check_sign(signs[:BODY]) == signs[BODY]


def in_halves(code: str) -> str:
    """A code as it is printed and read out.

    >>> in_halves("TJ7K2M9QXX")
    'TJ7K2-M9QXX'
    """
    return f"{code[:HALF]}-{code[HALF:]}"
