"""A bundle as it is handed out: its proofs inside, what checks them, and room for a signature.

Apart from the form, for whoever prints that alone needs neither proofs nor what signs a PDF.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator
from functools import partial

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ledger.game.results.facts import ResultSigned, SlipTyped
from ledger.game.sheet.line import event_called
from ledger.incidents.facts import AppealLodged, EvidenceAttached, StatementTaken
from ledger.proof.facts import CheckpointMade
from ledger.proof.game_proof import CHECKER, GameProof, as_file
from ledger.proof.keys import fingerprint_of
from ledger.proof.left_out import left_out_with
from ledger.record.events import Event
from ledger.record.fact import Fact
from ledger.transcript.document import view as told_writing
from ledger.transcript.document import write_transcript
from printing.cases.bundle import BUNDLE, HowToCheck
from printing.cases.case_at_hand import CaseAtHand, is_hidden
from printing.cases.filled_bundles import bundle_of
from printing.cases.filled_cases import with_its_code
from printing.engine.sealing import CHECKPOINT, Attachment, with_attachments
from printing.languages import say
from printing.papers import Papers, Told, unheard

Kept = Callable[[str], tuple[bytes | None, bytes | None] | None]
"""Salt and content of what is kept under a digest."""

PROOF = ".proof.json"


NAMED: dict[type[Fact], str] = {
    StatementTaken: "words",
    EvidenceAttached: "digest",
    AppealLodged: "grounds",
    ResultSigned: "words",
    SlipTyped: "photo",
}
"""Which facts name what is kept beside the log, and where."""


class Proved(Struct, frozen=True, kw_only=True):
    """What a bundle is proved with; ``certificate``: the signature's, PEM."""

    made: CheckpointMade
    case: GameProof
    game: GameProof | None
    certificate: bytes
    kept: Kept


def files_of(case: CaseAtHand, proved: Proved, *, redacted: bool) -> list[Attachment]:
    proofs = [("case", proved.case), *([("game", proved.game)] if proved.game else [])]
    words = _left_out if redacted else _words
    return [
        *([_transcript(case, proved, redacted=redacted)] if case.sheet else []),
        *(
            Attachment(name, say(f"paper_cases.events-of-the-{what}"), as_file(proof))
            for what, proof in proofs
            for name in (f"{what}{PROOF}",)
        ),
        words(case, proved),
        Attachment(
            CHECKPOINT, say("paper_cases.signed-checkpoint"), proved.made.note.encode(),
            "text/plain",
            source=False,
        ),
        Attachment(
            CHECKER.name, say("paper_cases.program-checks-proofs"), CHECKER.read_bytes(),
            "text/x-python", source=False,
        ),
        Attachment(
            "certificate.pem", say("paper_cases.certificate-signature"), proved.certificate,
            "application/x-pem-file", source=False,
        ),
    ]  # fmt: skip


def how_to_check(
    case: CaseAtHand, proved: Proved, files: list[Attachment], *, redacted: bool
) -> HowToCheck:
    return HowToCheck(
        origin=proved.made.origin,
        size=proved.made.size,
        root=proved.made.root,
        certificate=fingerprint_of(proved.certificate),
        files=tuple((file.name, file.what, file.digest) for file in files),
        proofs=tuple(file.name for file in files if file.name.endswith(PROOF)),
        left_out=tuple(_told_left_out(case, proved)) if redacted else (),
        program=CHECKER.read_text(encoding="utf-8"),
    )


def _transcript(case: CaseAtHand, proved: Proved, *, redacted: bool) -> Attachment:
    """The game as lines people can read and programs too; a line is a hash where it is left out."""
    assert case.sheet is not None
    text = write_transcript(told_writing(case.sheet.events))
    if redacted and proved.game is not None:
        head, rows = text.split("\n\n", 1)
        lines = [case.redaction.of(row) for row in rows.splitlines()]
        for event in proved.game.events:
            if event.leaf:
                lines[event.version - 1] = f"- event {event.version} is left out: {event.leaf}"
        text = "\n".join([head, "", *lines]) + "\n"
    return Attachment(
        "transcript.txt", say("paper_cases.game-line-by-line"), text.encode(), "text/plain"
    )


def events_of(case: CaseAtHand) -> Iterator[tuple[str, Event]]:
    for event in case.file.events:
        yield case.called, event
    for event in case.sheet.events if case.sheet else ():
        yield say("paper_cases.game"), event


def _words(case: CaseAtHand, proved: Proved) -> Attachment:
    """What people said, signed and photographed, each with the salt that its digest needs."""
    found = {}
    for _, event in events_of(case):
        digest = _digest_in(event.fact)
        kept = proved.kept(digest) if digest else None
        if kept is not None and kept[0] is not None and kept[1] is not None:
            content = base64.b64encode(kept[1]).decode()
            found[digest] = {"salt": kept[0].hex(), "content": content}
    body = msgspec.json.format(msgspec.json.encode(found, order="sorted"), indent=1) + b"\n"
    return Attachment(
        "words.json", say("paper_cases.statements-signatures-and-photographs-by"), body
    )


def _left_out(case: CaseAtHand, proved: Proved) -> Attachment:
    told_out = _told_left_out(case, proved)
    rows = [{"where": at, "what": what, "sha256": digest} for at, what, digest in told_out]
    body = msgspec.json.format(msgspec.json.encode(rows), indent=1) + b"\n"
    return Attachment("left-out.json", say("paper_cases.what-left-out-copy-by"), body)


def _told_left_out(case: CaseAtHand, proved: Proved) -> Iterator[tuple[str, str, str]]:
    """What is left out: events by the hash of their leaf, words by the digest the log has."""
    leaves = {
        (whose, event.version): event.leaf
        for whose, proof in ((case.called, proved.case), (say("paper_cases.game"), proved.game))
        if proof is not None
        for event in proof.events
    }
    for whose, event in events_of(case):
        named = say("paper_cases.whose-event", whose=whose, event=event.originator_version)
        topic = event_called(event.fact.topic())
        what = say("paper_cases.matter-health-left-out") if case.is_of_health(event) else topic
        if leaf := leaves.get((whose, event.originator_version)):
            yield named, what, leaf
        if digest := _digest_in(event.fact):
            yield named, say("paper_cases.what-somebody-said-signed-or"), digest


def hidden_in(case: CaseAtHand) -> set[tuple[str, int]]:
    """Which events a redacted copy has only the hash of: stream, 32 hexadecimal digits; version.

    Of what another case led to in the game it has no more either. And what keeps a hash from being
    guessed is the random number of the event's request: no event stays that would tell the number
    of one that goes, as one of the same request, one that names it, or one whose own number it can
    be worked out from.
    """
    gone = left_out_with([event for _, event in events_of(case)], partial(_goes, case))
    return {(event.originator_id.hex, event.originator_version) for event in gone}


def _goes(case: CaseAtHand, event: Event) -> bool:
    envelope = event.envelope
    return (
        case.is_of_health(event)
        or envelope.case not in (None, case.file.id)
        or is_hidden(event.fact, case.redaction, envelope.written_by, envelope.device)
    )


def _digest_in(fact: Fact) -> str:
    named = NAMED.get(type(fact))
    return str(getattr(fact, named)) if named else ""


def signed_bundle_core(
    case: CaseAtHand,
    proved: Proved,
    *,
    redacted: bool,
    paper: str,
    base: str,
    tell: Told = unheard,
) -> bytes:
    """All papers of a case with their proofs inside, as they are before they are signed."""
    files = files_of(case, proved, redacted=redacted)
    check = how_to_check(case, proved, files, redacted=redacted)
    filled = replace(with_its_code(bundle_of, case, redacted=redacted), check=check)
    drawn = Papers.of(BUNDLE, case.source, filled).pdf(paper, base, tell)
    return with_attachments(drawn, files)
