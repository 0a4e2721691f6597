"""A form of a page handed in as a request: its number is made with the page that shows the form.

So a double tap, or a reply that was lost and asked for again, is one request.
"""

from __future__ import annotations

from uuid import UUID, uuid4

from flask import request

from ledger.desk.requests import Sent

FIELD = "request"
"""The hidden field that holds the number."""


def new_number() -> str:
    """A number for a form that is shown now."""
    return str(uuid4())


def sent_by_form(by: str) -> Sent:
    """What the form that was handed in says about itself, under the badge of who is signed in."""
    try:
        number = UUID(request.form.get(FIELD, ""))
    except ValueError:
        number = uuid4()
    return Sent(by=by, command_id=number)
