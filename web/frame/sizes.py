"""How much may be sent at once. A form of ours is far smaller; a tablet's queue is not."""

from __future__ import annotations

from flask import request

from ledger.vocabulary.refusals import Refusal

LARGEST = 64 * 1024
"""Bytes of one request."""

QUEUES = frozenset({"entries.hand_in", "handover.hand_in"})
"""Routes for a hundred entries at once, signatures among them. They say themselves what is too
much, in an answer that tablets understand."""

PHOTOS = frozenset({"cases.attach", "slip_photos.attach"})
"""Routes for a photograph; our pages make it small enough before they send it."""

FILES = frozenset({"transfers.preview", "transfers.take_in"})
"""Routes for files of other programs; larger ones are taken in on the machine itself."""

PRINTED = frozenset({"paper.file"})
"""Routes for a PDF of ours; larger ones are looked up on the machine itself."""

LARGEST_QUEUE = 512 * 1024


def must_not_be_too_large() -> None:
    """Turn away a request that is larger than anything our pages send, before it is read.

    Raises:
      Refusal: ``too-large``.
    """
    if request.endpoint in PHOTOS:
        request.max_content_length = LARGEST_QUEUE
        if (request.content_length or 0) > LARGEST_QUEUE:
            raise Refusal(
                "too-large",
                "A photograph may have 500 KB as it is sent.",
                "Send it from our own page, which makes it smaller, or take it smaller.",
            )
        return
    if request.endpoint in PRINTED:
        request.max_content_length = LARGEST_QUEUE
        if (request.content_length or 0) > LARGEST_QUEUE:
            raise Refusal(
                "too-large",
                "A PDF may have 500 KB here; this one has more.",
                "Type the code at its foot, or use tilescribe verify-paper on the machine itself.",
            )
        return
    if request.endpoint in FILES:
        request.max_content_length = request.max_form_memory_size = LARGEST_QUEUE
        if (request.content_length or 0) > LARGEST_QUEUE:
            raise Refusal(
                "too-large",
                "A file may have 400 KB here; this one has more.",
                "Take it in on the machine itself: tilescribe players import.",
            )
        return
    of_a_queue = request.endpoint in QUEUES
    # Of a request that does not say its length, no more than this is read.
    request.max_content_length = LARGEST_QUEUE if of_a_queue else LARGEST
    if not of_a_queue and (request.content_length or 0) > LARGEST:
        raise Refusal(
            "too-large",
            "This is more than can be sent at once.",
            "Send less, or go back to the page you came from.",
        )
