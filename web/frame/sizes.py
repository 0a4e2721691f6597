"""How much may be sent at once. A form of ours is far smaller; a tablet's queue is not."""

from __future__ import annotations

from dataclasses import dataclass

from flask import request

from ledger.vocabulary.refusals import Refusal

LARGEST = 64 * 1024
"""Bytes of one request."""

LARGEST_QUEUE = 512 * 1024
"""Bytes of one that carries a file, or a hundred entries."""

QUEUES = frozenset({"entries.hand_in", "handover.hand_in"})
"""Routes for a hundred entries at once, signatures among them. They say themselves what is too
much, in an answer that tablets understand."""


@dataclass(frozen=True, slots=True)
class Limit:
    """How many bytes a route reads, and what is said to who sends more.

    A form that carries its file as text is held in memory as a whole.
    """

    bytes: int
    too_much: str
    instead: str
    in_memory: bool = False


PHOTO = Limit(
    LARGEST_QUEUE,
    "A photograph may have 500 KB as it is sent.",
    "Send it from our own page, which makes it smaller, or take it smaller.",
)
PDF = Limit(
    LARGEST_QUEUE,
    "A PDF may have 500 KB here; this one has more.",
    "Type the code at its foot, or use tilescribe verify-paper on the machine itself.",
)
OTHER_PROGRAMS_FILE = Limit(
    LARGEST_QUEUE,
    "A file may have 400 KB here; this one has more.",
    "Take it in on the machine itself: tilescribe players import.",
    in_memory=True,
)
FORM = Limit(
    LARGEST,
    "This is more than can be sent at once.",
    "Send less, or go back to the page you came from.",
)

LIMITS = {
    "cases.attach": PHOTO,
    "slip_photos.attach": PHOTO,
    "paper.file": PDF,
    "transfers.preview": OTHER_PROGRAMS_FILE,
    "transfers.take_in": OTHER_PROGRAMS_FILE,
}
"""What each route that takes more than a form may be sent."""


def must_not_be_too_large() -> None:
    """Turn away a request that is larger than anything our pages send, before it is read.

    Raises:
      Refusal: ``too-large``.
    """
    if request.endpoint in QUEUES:
        request.max_content_length = LARGEST_QUEUE
        return
    limit = LIMITS.get(request.endpoint or "", FORM)
    # Of a request that does not say its length, no more than this is read.
    request.max_content_length = limit.bytes
    if limit.in_memory:
        request.max_form_memory_size = limit.bytes
    if (request.content_length or 0) > limit.bytes:
        raise Refusal("too-large", limit.too_much, limit.instead)
