"""A form of a page handed in as a request: its number is made with the page that shows the form.

So a double tap, or a reply that was lost and asked for again, is one request.
"""

from __future__ import annotations

from secrets import token_hex
from uuid import UUID, uuid4

from flask import request

from ledger.desk.requests import Sent
from ledger.record.kept_words import KeptWords

FIELD = "request"
"""The hidden field that holds the number."""


SALT = "salt"
"""The hidden field that keeps a short sentence from being guessed."""


def new_salt() -> str:
    return token_hex(16)


def salt_of_form() -> bytes:
    """The salt that came with the form; a new one where it is none."""
    try:
        salt = bytes.fromhex(request.form.get(SALT, ""))
    except ValueError:
        salt = b""
    return salt if len(salt) >= 16 else bytes.fromhex(new_salt())


def kept_by_form(name: str) -> KeptWords | None:
    """People's words in a field of the form, to be kept beside the log; ``None``: it is empty."""
    words = request.form.get(name, "").strip().replace("\r\n", "\n")
    return KeptWords(salt_of_form(), words.encode()) if words else None


def new_number() -> str:
    return str(uuid4())


def sent_by_form(by: str) -> Sent:
    """What the form that was handed in says about itself, under the badge of who is signed in."""
    try:
        number = UUID(request.form.get(FIELD, ""))
    except ValueError:
        number = uuid4()
    return Sent(by=by, command_id=number)


FOR_TEMPLATES = {"new_number": new_number, "new_salt": new_salt}
