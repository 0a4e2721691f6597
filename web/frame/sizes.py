"""How much may be sent at once, by route: one table, for the front and for the views behind it.

A form of ours is far smaller than what a route may be sent; a tablet's queue is not.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import request

from ledger.vocabulary.refusals import Refusal

LARGEST = 64 * 1024
"""Bytes of one request."""

LARGEST_QUEUE = 512 * 1024
"""Bytes of one that carries a file, or a hundred entries."""


@dataclass(frozen=True, slots=True)
class Limit:
    """How many bytes a route reads, and what is said to who sends more.

    A form that carries its file as text is held in memory as a whole.

    Attributes:
      too_much: what is said; empty: the view says it itself, in an answer its page understands.
      strangers: whether somebody without a badge may send as much; else they send a form at most.
    """

    bytes: int
    too_much: str = ""
    instead: str = ""
    in_memory: bool = False
    strangers: bool = False


PHOTO = Limit(
    LARGEST_QUEUE,
    "A photograph may have 500 KB as it is sent.",
    "Send it from our own page, which makes it smaller, or take it smaller.",
)
PDF = Limit(
    LARGEST_QUEUE,
    "A PDF may have 500 KB here; this one has more.",
    "Type the code at its foot, or use tilescribe verify-paper on the machine itself.",
    strangers=True,  # whom the page is for: a committee, players, other federations
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
    "entries.hand_in": Limit(LARGEST_QUEUE),  # a hundred at once, signatures among them
    "handover.hand_in": Limit(LARGEST_QUEUE),
    "by_director.enter": Limit(LARGEST),
    "judging.give": Limit(8 * 1024),
    "judging.return_slip": Limit(8 * 1024),
    "unsettled.settled": Limit(4 * 1024),
    "setting_aside.set_aside": Limit(4 * 1024),
}
"""What each route may be sent that takes more than a form, or says itself what is too much."""


def limit_of(endpoint: str | None) -> Limit:
    return LIMITS.get(endpoint or "", FORM)


def most_read(endpoint: str | None, *, known: bool) -> int:
    """Bytes of a body that are read at all, before anybody looks what it is.

    Args:
      known: whether a badge or a device of ours sends it.
    """
    limit = limit_of(endpoint)
    return limit.bytes if known or limit.strangers else min(limit.bytes, LARGEST)


def is_too_large() -> bool:
    """Whether this request has more than its route reads, for a view that says so itself."""
    return (request.content_length or 0) > limit_of(request.endpoint).bytes


def must_not_be_too_large() -> None:
    """Turn away a request that is larger than anything our pages send, before it is read."""
    limit = limit_of(request.endpoint)
    # Of a request that does not say its length, no more than this is read.
    request.max_content_length = limit.bytes
    if limit.in_memory:
        request.max_form_memory_size = limit.bytes
    if limit.too_much and is_too_large():
        raise Refusal("too-large", limit.too_much, limit.instead)
