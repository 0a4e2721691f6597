"""A PDF of ours looked up: each of its codes, and whether the file is as it is printed.

The same forms from the same state are the same bytes, so a file that was changed is one that
differs from what is drawn again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from enum import Enum
from hashlib import sha256
from math import inf
from typing import NamedTuple
from urllib.parse import unquote

from msgspec.msgpack import Decoder
from msgspec.structs import replace

from ledger.apart.reading import Apart
from ledger.backup.facts import LogRestored
from ledger.backup.manifest import era_of
from ledger.desk.opened import Opened
from ledger.incidents.case_file import case_in, case_numbered
from ledger.incidents.facts import BundleIssued
from ledger.messages import say
from ledger.proof.checkpoints import named_by_its_first
from ledger.proof.keys import certified_in, keys_in, published_in
from ledger.proof.note import Checkpoint, Growing, Unreadable, in_fours, leaf_data, leaf_hash
from ledger.proof.paper_verdicts import Found, PaperVerdict, PdfVerdict
from ledger.proof.signed_paper import is_signed_address, paper_in, read_signed, signed_by
from ledger.record.events import record_id
from ledger.record.faults import NOTHING_CHANGED
from ledger.record.log import Log
from ledger.visibility import Viewer
from ledger.vocabulary.refusals import Refusal
from printing import fonts
from printing.checking.bundles import tree_of
from printing.checking.checkpoints import checkpoint_in_bundle
from printing.checking.codes import Filled, Looked, looked_up
from printing.checking.lists import Still, within
from printing.engine.cut_slips import cut_and_stack
from printing.engine.heading import Beside, SignedCode, from_word
from printing.engine.page import PAPERS, RECEIPT
from printing.engine.pdf_apart import PdfView, drawings_in, fonts_in
from printing.engine.sealing import Seal
from printing.languages import from_word as from_kept
from printing.languages import printed_in
from printing.papers import Papers
from printing.sheets.player_sheet import PlayerSheet
from printing.sheets.score_sheet import ScoreSheet
from printing.signed_codes import checker_of
from printing.slips.result_slip import ResultSlip

MARK = "/v/"
"""What stands before the code in an address on paper."""

MOST = 600  # codes of one file that are looked up

POINTS = 72 / 25.4

SHOWN = 6  # letters from other fonts that a verdict names

PDFS = Apart("printing.engine.pdf_apart", seconds=60, most=4_000_000)
"""Where PDFs are read: whoever sent them is a stranger."""


def parts_of(address: str) -> tuple[str, str]:
    """The code and the state that an address on paper says.

    >>> parts_of("https://hall.example/v/TJ7K2M9QXX/31/spring-open/R3/T14")
    ('TJ7K2M9QXX', '31/spring-open/R3/T14')
    """
    _, _, rest = address.partition(MARK)
    code, _, state = rest.partition("/")
    return code, unquote(state)


class Kept(NamedTuple):
    """What a file keeps of one sheet: the address of its code, what no code binds, a signature."""

    address: str
    stood: Beside = Beside()
    signature: str = ""


def check_pdf(
    here: Opened, data: bytes, viewer: Viewer = Viewer.DIRECTOR, patience: float = inf
) -> PdfVerdict:
    """What a PDF is.

    Raises:
      Refusal: ``unreadable-pdf``; ``too-many-files``; ``too-long-to-check`` where all its codes
        together take more than so many seconds.
    """
    still = within(patience)
    pdf = _told_by(data, patience, still)
    kept = _kept_in(pdf.keywords)
    with printed_in(*from_kept(pdf.keywords.partition(" ")[0])):
        found = _found_of(here, data, pdf, kept, viewer, still)
    return replace(found, signatures=tuple(one.signature for one in kept))


def _found_of(
    here: Opened, data: bytes, pdf: PdfView, kept: Sequence[Kept], viewer: Viewer, still: Still
) -> PdfVerdict:
    looked = [_looked(here, one.address, viewer, still) for one in kept]
    sheets = tuple(one.verdict for one in looked)
    signed = sealed_verdict(here, data, pdf, (parts_of(one.address)[1] for one in kept), sheets)
    if signed is not None:
        # What the signature says of a file of ours, no code of a changed record takes back.
        ours = tuple(one for one in sheets if one.found is not Found.NOT_OURS)
        return PdfVerdict(
            ours if signed.is_ours else sheets,
            is_issued=signed.is_issued,
            signed=signed.in_words,
            differs=signed.differs,
        )
    base = kept[0].address.partition(MARK)[0] if kept else ""
    found = [
        one.filled and _with_signature(here, one.filled, each.signature)
        for one, each in zip(looked, kept, strict=True)
    ]
    again = _drawn_again(found, [one.stood for one in kept], pdf.box, base)
    if again is None:
        return PdfVerdict(sheets)
    if again == data:
        return PdfVerdict(sheets, as_printed=True)
    if removed := min((one.removed for one in sheets if one.removed), default=""):
        return PdfVerdict(sheets, removed=removed)
    if foreign := _in_other_fonts(again, pdf, (one.filled for one in looked)):
        return PdfVerdict(sheets, foreign=foreign)
    printed, drawn = drawings_in(again) or (), pdf.drawings
    if drawn is None:
        raise _unreadable()
    most = max(len(printed), len(drawn))
    differs = (n for n in range(most) if printed[n : n + 1] != drawn[n : n + 1])
    return PdfVerdict(sheets, as_printed=False, pages=tuple(n + 1 for n in differs))


def _kept_in(keywords: str) -> list[Kept]:
    found: list[Kept] = []
    for word in keywords.split():
        if MARK in word and len(found) < MOST:
            found.append(Kept(word))
        elif found and is_signed_address(word):
            found[-1] = found[-1]._replace(signature=word)
        elif found:
            found[-1] = found[-1]._replace(stood=from_word(word))
    return found


def _looked(here: Opened, address: str, viewer: Viewer, still: Still) -> Looked:
    code, state = parts_of(address)
    still()
    return looked_up(here, code, state, viewer, still)


def _told_by(data: bytes, patience: float, still: Still) -> PdfView:
    read = PDFS.read(data, patience)
    pdf: PdfView | None = None if read is None else _TOLD.decode(read)
    if pdf is None:
        still()
        raise _unreadable()
    return pdf


_TOLD = Decoder(PdfView | None)


def _in_other_fonts(again: bytes, pdf: PdfView, filled: Iterable[Filled | None]) -> str:
    """The letters from further fonts, where a file has other fonts than it is drawn with here.

    Of our own letters no computer lacks one: where a sheet has no others, a font that differs was
    put there.
    """
    letters = {ch for one in filled if one for line in one.lines for ch in line}
    foreign = sorted(ch for ch in letters if not ch.isspace() and not fonts.is_ours(ord(ch)))
    if foreign and pdf.fonts is None:
        raise _unreadable()
    if not foreign or fonts_in(again) == pdf.fonts:
        return ""
    return " ".join(foreign[:SHOWN]) + (" …" if foreign[SHOWN:] else "")


def _unreadable() -> Refusal:
    return Refusal(
        "unreadable-pdf",
        say("paper_checks.file-no-pdf-can-be"),
        say("paper_checks.choose-file-as-was-downloaded"),
    )


def _drawn_again(
    filled: Sequence[Filled | None], stood: Sequence[Beside], box: Sequence[float], base: str
) -> bytes | None:
    """The file drawn again from the record, or ``None`` where not all of it is genuine.

    How players stood before a game no code binds (``ResultSlip.binds``): it is as the file has it.
    """
    found = [
        one._replace(papers=_standing(one, had), nth=0)
        for one, had in zip(filled, stood, strict=True)
        if one is not None
    ]
    if not found or len(found) < len(filled):
        return None
    drawing, paper = found[0].papers.drawing, _paper_of(box)
    if paper is None or any(one.papers.drawing is not drawing for one in found):
        return None
    cells = drawing.a_page if paper in PAPERS else 1
    if cells > 1:  # drawn as they lie on the sheets
        order = [n for held in cut_and_stack(len(found), cells) for n in held]
        found = [found[order.index(n)] for n in range(len(found))]
    return Papers.joined([one.papers.only(one.nth) for one in found]).pdf(paper, base)


def _with_signature(here: Opened, one: Filled, address: str) -> Filled:
    """The form with the signature that the file has of it, if it is ours: others are not drawn."""
    try:
        data = read_signed(address)
        paper = paper_in(data)
    except Unreadable:
        return one
    key = signed_by(data, (each.public for each in keys_in(here.log.events_of(record_id()))))
    form, source = one.papers.filled[one.nth]
    if key is None or paper.code != one.code:
        return one
    heading = replace(form.heading, signed=SignedCode(address, key, checker_of(paper)))
    filled = list(one.papers.filled)
    filled[one.nth] = replace(form, heading=heading), source
    return one._replace(papers=replace(one.papers, filled=tuple(filled)))


def _standing(one: Filled, kept: Beside) -> Papers:
    form, _ = one.papers.filled[one.nth]
    if not isinstance(form, ResultSlip | ScoreSheet | PlayerSheet):
        return one.papers.only(one.nth)
    return one.papers.only(one.nth, lambda each: each.beside(kept))


def _paper_of(box: Sequence[float]) -> str | None:
    """The paper with these corners, upright or lying."""
    if box and abs(box[2] - RECEIPT.width * POINTS) < 1:
        return RECEIPT.name.lower()
    sides = sorted(box[2:])
    for name, paper in PAPERS.items():
        if all(
            abs(a - b * POINTS) < 1
            for a, b in zip(sides, (paper.width, paper.height), strict=False)
        ):
            return name
    return None


# A signed PDF: a bundle handed out, and whether this is the record that it was made from.
#
# The bundle was handed out, and lies where nobody here can change it. So the root in it is
# compared with the root that the record's own events come to at that size.


READ_ANEW = 100_000
"""Events that are read again to work out a root; of more the tree that is kept beside is asked,
which whoever rewrites a record may have rewritten as well."""

AT_ONCE = 4096


class Same(Enum):
    """What a comparison came to; ``CANNOT_SAY``: a restore put another record in its place."""

    YES = "yes"
    NO = "no"
    ENDS_BEFORE = "ends-before"
    CANNOT_SAY = "cannot-say"


def compared(here: Opened, held: Checkpoint) -> tuple[Same, str]:
    """Whether the record is the one of a checkpoint, and what is to be said of that."""
    with tree_of(here) as tree:
        size, name = tree.size, named_by_its_first(tree) if tree.size else ""
        if held.size > _kept_of(here.log, held, name):
            return Same.CANNOT_SAY, ""
        if held.size > size:
            return Same.ENDS_BEFORE, say(
                "paper_checks.genuine-and-not-this-record",
                why=say("paper_checks.was-proved-under-size-events", size=held.size, size2=size),
            )
        root = tree.root(held.size) if held.size > READ_ANEW else _root_of(here.log, held.size)
    if root == held.root:
        first = say("paper_checks.in-first-size-events-their", size=held.size)
        return Same.YES, f"{NOTHING_CHANGED} {first}."
    return Same.NO, say(
        "paper_checks.genuine-and-not-this-record",
        why=say("paper_checks.its-first-size-events-not", size=held.size),
    )


def _kept_of(log: Log, held: Checkpoint, name: str) -> float:
    """How many events of the log that a checkpoint names this record must still have."""
    restores = [
        (event.envelope.command_id.hex[:8], event.fact)
        for event in log.events_of(record_id())
        if isinstance(event.fact, LogRestored)
    ]
    named = [f"{name}/{era}" for era, _ in restores]
    first = named.index(held.origin) + 1 if held.origin in named else 0
    if held.origin != name and not first and restores:
        return 0  # of an era that a restore put an end to, or of another record
    return min((fact.events for _, fact in restores[first:]), default=float("inf"))


def _root_of(log: Log, size: int) -> bytes:
    """The root over the first events, worked out from the log itself."""
    tree, position = Growing(), 0
    while tree.size < size:
        rows = log.store.rows_after(position, min(AT_ONCE, size - tree.size))
        if not rows:
            break
        position = rows[-1][0]
        tree.add(
            [
                leaf_hash(leaf_data(stream.encode(), b"%d" % version, topic.encode(), state))
                for _, stream, version, topic, state in rows
            ]
        )
    return tree.root()


CASE = re.compile(r"e\d{1,12}/(?P<tournament>.+)/C-(?P<number>\d{1,5})")
"""What a bundle is about, as its square code says it."""

SHOWN = 16  # signs of a certificate's SHA-256 that are told


class SealedVerdict(NamedTuple):
    """What a signed file is.

    Attributes:
      is_issued: whether it is, byte for byte, a bundle on record.
      is_ours: whether it is whole, and was signed here.
      differs: whether it is, and this record is not the one it was made from.
    """

    is_issued: bool
    in_words: str
    is_ours: bool = False
    differs: bool = False


def sealed_verdict(
    here: Opened,
    pdf: bytes,
    told: PdfView,
    states: Iterable[str],
    sheets: Sequence[PaperVerdict] = (),
) -> SealedVerdict | None:
    """What a signed file is; ``None`` of one without a signature.

    Args:
      states: what its codes say it is about: ``e812/autumn-open/C-3``.
      sheets: what its codes are.
    """
    seal = told.seal
    if seal is None:
        return None
    digest = sha256(pdf).hexdigest()
    certificates = _certificates_of(here)
    for name, number, fact, day in _issued(here, states):
        certificates.add(fact.certificate)
        if fact.digest == digest:
            said = say(
                "paper_checks.bundle-number-name-as-was",
                number=number,
                name=name,
                day=day,
                seal=_wording(seal),
            )
            if not seal.is_whole:
                return SealedVerdict(False, said)
            same, words = _same_record(here, told.checkpoint)
            if same in DIFFER:
                return SealedVerdict(False, f"{words} {said}", is_ours=True, differs=True)
            return SealedVerdict(True, f"{said} {words}".strip(), is_ours=True)
    is_ours = seal.certificate in certificates
    if seal.is_whole and (when := _lost_as_of(here, told.checkpoint, sheets)):
        whose = (
            say("paper_checks.ours")
            if is_ours
            else say("paper_checks.certificate-was-first-used-in")
        )
        lost = say("paper_checks.perhaps-lost-by-a-restore", when=when)
        ask = say("paper_checks.so-file-not-forged-for")
        return SealedVerdict(False, f"{lost} {_wording(seal)} {whose} {ask}")
    if seal.is_whole and is_ours:
        same, words = _same_record(here, told.checkpoint)
        if same in DIFFER:
            return SealedVerdict(False, f"{words} {_wording(seal)}", is_ours=True, differs=True)
        said = f"{say('paper_checks.signature-ours-and-no-such')} {_wording(seal)} {words}".strip()
        return SealedVerdict(False, said, is_ours=True)
    stranger = (
        f" {say('paper_checks.none-halls-certificates-whatever-name')}" if seal.is_whole else ""
    )
    return SealedVerdict(
        False, say("paper_checks.no-such-bundle-on-record", seal=_wording(seal), stranger=stranger)
    )


DIFFER = (Same.NO, Same.ENDS_BEFORE)


def _same_record(here: Opened, checkpoint: bytes) -> tuple[Same, str]:
    held = checkpoint_in_bundle(checkpoint)
    return compared(here, held) if held is not None else (Same.CANNOT_SAY, "")


def _certificates_of(here: Opened) -> set[str]:
    """Those the record publishes, and the one that lies beside it: a restore leaves that there."""
    found = {one.fingerprint for one in published_in(here.log.events_of(record_id()))}
    with suppress(Refusal, OSError):
        if held := certified_in(here.folder):
            found.add(held.fingerprint)
    return found


def _lost_as_of(here: Opened, checkpoint: bytes, sheets: Sequence[PaperVerdict]) -> str:
    """When the backup was made whose restore may have lost a bundle; empty: none has.

    Its codes are of what a restore lost, and the checkpoint in it names this record in an era
    that is over: of another hall's bundle the number of an entry may fit by chance.
    """
    when = next((one.restored for one in sheets if one.found is Found.LOST), "")
    if not when:
        return ""
    origin = checkpoint.partition(b"\n")[0].decode("utf-8", "replace")
    with tree_of(here) as tree:
        name = named_by_its_first(tree)
    era = era_of(here.log)
    is_of_us = origin == name or origin.startswith(f"{name}/")
    return when if is_of_us and origin != f"{name}/{era}" else ""


def _wording(seal: Seal) -> str:
    if not seal.is_whole:
        return say("paper_checks.not-whole-trouble", trouble=seal.trouble)
    short = in_fours(seal.certificate[:SHOWN])
    return say("paper_checks.its-signature-valid-whole-file", short=short)


def _issued(here: Opened, states: Iterable[str]) -> Iterator[tuple[str, int, BundleIssued, str]]:
    """The bundles of the cases that are named: case, number, fact and day."""
    for state in dict.fromkeys(states):
        found = CASE.fullmatch(state)
        if found is None:
            continue
        try:
            _, stream = case_numbered(here.log, found["tournament"], int(found["number"]))
        except Refusal:
            continue
        events = [e for e in case_in(here.log, stream).events if isinstance(e.fact, BundleIssued)]
        for number, event in enumerate(events, 1):
            assert isinstance(event.fact, BundleIssued)
            name = f"{found['tournament']}/C-{found['number']}"
            yield name, number, event.fact, f"{event.envelope.written_at:%Y-%m-%d}"
