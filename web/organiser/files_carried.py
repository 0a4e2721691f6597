"""A file that was previewed, carried within the page until it is confirmed.

Nothing of it lies on the server meanwhile, so any node can take the confirmation, and a preview
that nobody confirms leaves nothing behind.
"""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from collections.abc import Sequence

import msgspec
from flask import request

from ledger.interchange.reading import Given
from ledger.interchange.text import MOST_BYTES
from ledger.vocabulary.refusals import Refusal

MOST_CARRIED = 400_000
"""Letters of a file as it is carried: what a form may hold beside its other fields."""


def files_sent() -> list[Given]:
    """The files that came with the form, and what was pasted into it."""
    encoding = request.form.get("encoding", "").strip()[:40]
    given = [
        Given(one.filename or "", one.read(), encoding)
        for one in request.files.getlist("file")
        if one.filename
    ]
    pasted = request.form.get("pasted", "")
    if pasted.strip():
        given.append(Given("", pasted.encode("utf-8", "replace")))
    return given


def carried(given: Sequence[Given]) -> str:
    """Files as a field of a form holds them.

    Raises:
      Refusal: ``too-large``.
    """
    packed = b64encode(zlib.compress(msgspec.msgpack.encode([tuple(one) for one in given]), 9))
    if len(packed) > MOST_CARRIED:
        raise Refusal(
            "too-large",
            "A file may have 400 KB here, packed; this one has more.",
            "Take it in on the machine itself: tilescribe players import.",
        )
    return packed.decode()


def brought_back(field: str) -> list[Given]:
    """The files again; none where the field was tampered with, or unpacks to more than it may."""
    try:
        unpacking = zlib.decompressobj()
        packed = unpacking.decompress(b64decode(field, validate=True), 2 * MOST_BYTES)
        if unpacking.unconsumed_tail:
            return []
        told = msgspec.msgpack.decode(packed, type=list[tuple[str, bytes, str]])
    except (ValueError, zlib.error, msgspec.MsgspecError):
        return []
    return [Given(*one) for one in told]
