"""What was answered to a request, kept so that a request sent twice is answered twice the same."""

from __future__ import annotations

import struct
from datetime import datetime
from uuid import UUID
from zlib import crc32

from msgspec import Struct

from ledger.vocabulary.refusals import Refusal

ANSWER_COLUMNS = (
    "command_id",
    "device",
    "device_seq",
    "payload",
    "kind",
    "stream",
    "version",
    "body",
    "at",
)
"""The columns of a stored answer, in the order in which its check sums take them."""

StoredAnswer = tuple[str, str, int | None, bytes, str, str, int, bytes, str]
"""An answer as it is stored, in the order of ``ANSWER_COLUMNS``."""

_NINE_SUMS = struct.Struct(">9I").pack


class Answer(Struct, frozen=True, kw_only=True):
    """One answer to one request. Written once, in the transaction of what it speaks of.

    Attributes:
      device: the tablet or desk that asked.
      device_seq: the request's number in the device's own count, or ``None`` if it keeps none.
      payload: SHA-256 of what was asked, to tell a repeated request from another one.
      kind: ``written``, ``stale``, ``refused``, or ``settled`` (see ``ledger.desk.answering``).
      version: version of the last event written, or of the stream when nothing was.
      body: JSON of the refusal, of what a stale request wanted, or of how it was settled; else
        empty.
      at: when it was answered, UTC.
    """

    command_id: UUID
    device: str
    device_seq: int | None
    payload: bytes
    kind: str
    stream: UUID
    version: int
    body: bytes = b""
    at: datetime


def stored(answer: Answer) -> StoredAnswer:
    return (
        answer.command_id.hex,
        answer.device,
        answer.device_seq,
        answer.payload,
        answer.kind,
        answer.stream.hex,
        answer.version,
        answer.body,
        answer.at.isoformat(),
    )


def from_stored(row: StoredAnswer, asked_for: UUID | str) -> Answer:
    try:
        command_id, device, device_seq, payload, kind, stream, version, body, at = row
        return Answer(
            command_id=UUID(command_id),
            device=device,
            device_seq=device_seq,
            payload=bytes(payload),
            kind=kind,
            stream=UUID(stream),
            version=version,
            body=bytes(body),
            at=datetime.fromisoformat(at),
        )
    except (ValueError, TypeError, AttributeError) as trouble:
        raise Refusal(
            "damaged-record",
            f"The answer to request {asked_for} can't be read.",
            "Run tilescribe record verify; keep score on paper and call the director.",
        ) from trouble


def answer_check_sums(row: StoredAnswer) -> bytes:
    """The CRC-32 of each of ``ANSWER_COLUMNS``, four bytes each, the highest first.

    An answer has no link that could tell a changed column from a changed sum, so the sums are
    followed by their own.
    """
    command_id, device, device_seq, payload, kind, stream, version, body, at = row
    sums = _NINE_SUMS(
        crc32(command_id.encode()),
        crc32(device.encode()),
        crc32(b"" if device_seq is None else b"%d" % device_seq),
        crc32(payload),
        crc32(kind.encode()),
        crc32(stream.encode()),
        crc32(b"%d" % version),
        crc32(body),
        crc32(at.encode()),
    )
    return sums + crc32(sums).to_bytes(4, "big")
