"""Evidence that somebody holds: the checkpoint on a note, in a bundle, a proof, or a round sheet.

Whatever was given out over the record says how large it was then, and which root it came to.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

from ledger.proof.note import Checkpoint, Unreadable, checkpoint_in, note_of
from ledger.record.store import Store
from ledger.record.verify_tree import in_every_era, named_in
from ledger.vocabulary.refusals import Refusal

PDF, JSON = b"%PDF", b"{"
SHEET = re.compile(
    r"Log(?P<origin>tilescribe/[0-9a-f]{16}(?:/[0-9a-f]{8})?)Events(?P<size>\d{1,18})"
    r"Root(?P<one>[0-9a-f]{32})Root,goeson(?P<other>[0-9a-f]{32})"
)
"""The checkpoint on the sheet of a round, as it reads without its gaps."""


def checkpoint_of(path: Path) -> Checkpoint:
    """The checkpoint that a file holds, whatever kind of evidence it is."""
    content = path.read_bytes()
    try:
        if content.startswith(PDF):
            return in_pdf(content)
        if content.lstrip().startswith(JSON):
            return _in_proof(content)
        return checkpoint_in(content.decode("utf-8").strip("\ufeff \n") + "\n")
    except (Unreadable, UnicodeDecodeError) as trouble:
        raise Refusal(
            "no-such-checkpoint",
            f"{path} holds no checkpoint of a log: {trouble}.",
            "Name a signed note, a bundle, the sheet of a closed round, or the proof of a game. "
            "Or copy a note by hand: the name of the log, the number of events, and the root.",
        ) from trouble


def must_be_of(store: Store, held: Mapping[Path, Checkpoint]) -> None:
    """Refuse to compare a record with the checkpoint of another one: nothing would agree.

    A record's log is named by its first event; of one whose first event was changed, the
    checkpoints in it still tell the name.
    """
    named = named_in(store)
    for path, checkpoint in held.items():
        if in_every_era(checkpoint.origin) not in named:
            raise Refusal(
                "another-log",
                f"{path} is of another record's log: it says {checkpoint.origin}, and this record "
                f"is {' or '.join(named) or 'empty'}. Nothing was compared.",
                "Name the folder of that record, or a file that was handed out over this one. If "
                "it was handed out over this one, or if the name was copied rightly by hand, this "
                "record was written anew: keep both, and call the director.",
            )


def in_pdf(content: bytes) -> Checkpoint:
    """The checkpoint in a bundle, or on the sheet of a round.

    Raises:
      Unreadable: there is none, or the bundle is not as it was signed.
    """
    from printing.engine.sealing import CHECKPOINT, attachment_in

    if (found := checkpoint_in_bundle(attachment_in(content, CHECKPOINT))) is not None:
        from printing.engine.sealing import seal_of

        seal = seal_of(content)
        if seal is None or not seal.is_whole:
            why = seal.trouble if seal else "it was never signed"
            raise Unreadable(f"it is a bundle and proves nothing, for {why}")
        return found
    return _on_sheet(content)


def checkpoint_in_bundle(inside: bytes) -> Checkpoint | None:
    """The checkpoint in a file inside a bundle, whoever made that; ``None`` where it is none."""
    try:
        return checkpoint_in(note_of(inside.decode("utf-8")).text) if inside else None
    except (Unreadable, UnicodeDecodeError):
        return None


def _on_sheet(content: bytes) -> Checkpoint:
    import pikepdf

    from printing.engine.words_in import words_in

    try:
        words = words_in(content)
    except (pikepdf.PdfError, ValueError, TypeError, LookupError, RecursionError) as trouble:
        raise Unreadable("it is no PDF that can be read") from trouble
    found = SHEET.search("".join(words.split()))
    if found is None:
        raise Unreadable("no checkpoint stands on its pages")
    return Checkpoint(
        found["origin"], int(found["size"]), bytes.fromhex(found["one"] + found["other"])
    )


def _in_proof(content: bytes) -> Checkpoint:
    """The checkpoint of a proof whose events come to its root; raises ``Unreadable``."""
    from ledger.proof.check_proof import check, once

    try:
        proof = json.loads(content, object_pairs_hook=once)
        check(proof)  # type: ignore[no-untyped-call]
        return checkpoint_in(note_of(proof["checkpoint"]).text)
    except Unreadable:
        raise
    except (LookupError, TypeError, AttributeError, ValueError) as trouble:
        raise Unreadable(f"it is no proof, or was changed: {trouble}") from trouble
    except RecursionError as trouble:
        raise Unreadable("it is no proof that can be read") from trouble
