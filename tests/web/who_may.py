"""Which cell of the table of doors a visitor fell into, and the table itself."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tests.web.whole_hall import VISITORS

TABLE = Path(__file__).with_name("fixtures") / "who_may.txt"
EVERY_METHOD = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "PROPFIND")

LET_IN, SHUT, OTHER_TABLE, NOT_ASKED, NO_DEVICE, NOBODY, NO_TOKEN, NO_SUCH = (
    "o", "-", "t", "d", "n", "s", "k", "x"
)  # fmt: skip
MEANINGS = {
    "o": "let in: what happens next is not a matter of who it is",
    "-": "shut at the door",
    "t": "let in, and refused because the device is another table's, or not the desk's",
    "d": "let in, and refused by the desk, whatever the door says",
    "n": "let in, and refused because the tablet was never taken in",
    "s": "let in, and asked to sign in",
    "k": "let in, and asked for a token: no session counts at the doors for programs",
}
DOOR = "Sign in with a badge that allows it, or ask the tournament director."


def cell(answer):
    """The letter for what a visitor was answered."""
    told = answer.get_json(silent=True) if answer.is_json else {}
    if isinstance(told, dict) and told.get("answers"):
        [told] = told["answers"]
    code = told.get("refused", "") if isinstance(told, dict) else ""
    if code == "not-allowed":
        return SHUT if told["next_step"] == DOOR else NOT_ASKED
    named = {
        "another-table": OTHER_TABLE,
        "no-device": NO_DEVICE,
        "not-signed-in": NOBODY,
        "token-needed": NO_TOKEN,
    }
    if answer.status_code == 405:
        return NO_SUCH
    return named.get(code, LET_IN)


def row(method, endpoint, letters):
    """One row of the table."""
    return f"{method:<5}{endpoint:<30}" + "".join(f"{letter:<10}" for letter in letters).rstrip()


@cache
def declared():
    """(method, endpoint) to the visitors' letters, as the table has them."""
    rows = {}
    for line in TABLE.read_text("utf-8").splitlines():
        if line.startswith(("GET ", "POST ")):
            method, endpoint, *letters = line.split()
            assert len(letters) == len(VISITORS), line
            assert (method, endpoint) not in rows, line
            assert set(letters) <= set(MEANINGS), line
            rows[method, endpoint] = dict(zip(VISITORS, letters, strict=True))
    return rows
