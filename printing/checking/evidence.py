"""The record held against what was ever let out: slips, scans, bundles, proofs, backups, games.

Whoever rewrites a record can't rewrite what others hold. Each piece agrees with the record, is
older than it, or shows that the record was changed: in which game, and where it can be told, at
which event.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from enum import StrEnum
from io import BytesIO
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import UUID

from msgspec import Struct

from ledger.backup.manifest import FIRST_BYTES, read_manifest, restores, without_manifest
from ledger.desk.opened import Opened
from ledger.game.sheet.folding import sheet_as_known
from ledger.gcg.exporting import exported
from ledger.gcg.reading import read_gcg
from ledger.gcg.record import GcgRecord
from ledger.proof.check_proof import check, once
from ledger.proof.note import Checkpoint, Unreadable, checkpoint_in, leaf_data, leaf_hash, note_of
from ledger.proof.paper_verdicts import Found, PaperVerdict, Signed, SignedVerdict
from ledger.proof.signed_paper import (
    ResultPaper,
    RoundPaper,
    RulingPaper,
    is_signed_address,
    paper_in,
    read_signed,
)
from ledger.record.events import record_id
from ledger.record.log import Log
from ledger.record.opening import LEDGER_FILE
from ledger.record.store import LogRow, Store
from ledger.record.verify_tree import in_every_era, named_in
from ledger.visibility import Viewer
from ledger.vocabulary.refusals import Refusal
from printing.checking.checkpoints import in_pdf
from printing.checking.codes import looked_up
from printing.checking.files import MARK, Same, check_pdf, compared, parts_of
from printing.checking.lists import within
from printing.checking.signed import check_signed, state_of

AT_ONCE = 4096
LARGEST = 256 * 1024 * 1024  # bytes of a piece that is read whole; backups are read row by row
PDF = b"%PDF-"
PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"II*\0", b"MM\0*", b"RIFF", b"GIF8", b"BM")
OUR_GAME = re.compile(r"tilescribe ([0-9a-f-]{36})")


class Came(StrEnum):
    """What became of a comparison."""

    AGREES = "agrees"
    OLDER = "older"
    CHANGED = "the record was changed"
    DIFFERS = "signed by this hall, and its words can't be made again"
    LOST = "lost by a restore"
    NOT_OURS = "not of this record"
    NOT_COMPARED = "not compared"


NOT_HERE = ("no-such-tournament", "no-such-game", "no-such-case")
AGREEING = (Came.AGREES, Came.OLDER)


class Examined(Struct, frozen=True, kw_only=True):
    """One piece of evidence, and what it says of the record.

    Attributes:
      name: the file, and which sheet of it where it has several.
      kind: what it is: a slip, a backup, the proof of a game.
      about: the game or the tournament, where that is known.
      event: the first event of it that is not as the piece has it, of a sheet the last it holds;
        0: not known.
    """

    name: str
    kind: str
    came: Came
    about: str = ""
    event: int = 0
    words: str = ""

    @property
    def wording(self) -> str:
        about = f" {self.about}" if self.about else ""
        event = f", event {self.event}" if self.event else ""
        words = f" ({self.words})" if self.words else ""
        return f"{self.name}: {self.kind}{about}{event}: {self.came.value}{words}"


CopyRead = Callable[[Path], AbstractContextManager[Log]]
"""Opens the log of a copy that lies in a folder, of an earlier release as well."""


class CrossExamination:
    """Holds one record against pieces of evidence.

    Args:
      copy_read: opens a backup's log, once it is put into a folder of its own.
    """

    def __init__(self, here: Opened, copy_read: CopyRead) -> None:
        self._here = here
        self._copy_read = copy_read
        self._kept = min(
            (fact.events for fact in restores(here.log)), default=None
        )  # what every restore left in its place

    def of(self, path: Path) -> Iterator[Examined]:
        """What a file says; each sheet of it, where it holds several."""
        name = path.name
        try:
            yield from self._each(path)
        except Refusal as trouble:
            if trouble.code in NOT_HERE:
                yield Examined(name=name, kind="file", came=Came.NOT_OURS, words=str(trouble))
            else:
                yield _not_compared(name, "file", str(trouble))
        except Exception as trouble:
            # Somebody else made it: a torn or hostile file must not end the comparing of others.
            yield _not_compared(name, "file", str(trouble) or type(trouble).__name__)

    def _each(self, path: Path) -> Iterator[Examined]:
        with path.open("rb") as file:
            first = file.read(16)
        name = path.name
        if first == FIRST_BYTES:
            yield self.of_backup(path)
            return
        if path.stat().st_size > LARGEST:
            yield _not_compared(name, "file", "it is too large to be anything we hand out")
            return
        content = path.read_bytes()
        if first.startswith(PDF):
            yield from self._of_pdf(name, content)
        elif first.startswith(PICTURES):
            yield from self._of_picture(name, content)
        elif content.lstrip()[:1] == b"{":
            yield self._of_proof(name, content)
        elif found := OUR_GAME.search(content[:4096].decode("utf-8", "replace")):
            yield self._of_game_file(name, content, UUID(found[1]))
        else:
            yield from self._of_text(name, content.decode("utf-8"))

    # Paper

    def _of_pdf(self, name: str, content: bytes) -> Iterator[Examined]:
        try:
            held = in_pdf(content)
        except Unreadable:
            held = None
        told = check_pdf(self._here, content)
        if told.signed:
            came = Came.NOT_OURS if held else Came.NOT_COMPARED  # without one it is not whole
            if told.differs or told.is_issued:
                came = Came.CHANGED if told.differs else Came.AGREES
            words = "" if came is Came.AGREES else told.signed
            yield Examined(name=name, kind="bundle", came=came, words=words)
            return
        if held is not None:
            yield self._of_checkpoint(name, "round sheet", held)
        for number, (sheet, signature) in enumerate(
            zip(told.sheets, told.signatures, strict=True), 1
        ):
            of = f"{name}, sheet {number}" if len(told.sheets) > 1 else name
            yield self._of_address(of, signature) if signature else _of_sheet(of, sheet)
        if told.sheets and told.pages:
            pages = ", ".join(map(str, told.pages))
            yield _not_compared(name, "file", f"its page {pages} was changed after it was printed")
        if held is None and not told.sheets:
            yield from self._of_pages(name, content)

    def _of_pages(self, name: str, content: bytes) -> Iterator[Examined]:
        """A scan: its pages are pictures."""
        import pikepdf

        with pikepdf.open(BytesIO(content)) as pdf:
            pictures = [
                pikepdf.PdfImage(picture).as_pil_image()
                for page in pdf.pages
                for picture in page.images.values()
                if isinstance(picture, pikepdf.Stream)
            ]
        yield from self._of_codes(name, pictures)

    def _of_picture(self, name: str, content: bytes) -> Iterator[Examined]:
        from PIL import Image

        with Image.open(BytesIO(content)) as picture:
            yield from self._of_codes(name, [picture.convert("L")])

    def _of_codes(self, name: str, pictures: list[Any]) -> Iterator[Examined]:
        try:
            import zxingcpp
        except ImportError:
            why = "install tilescribe[scans] to have square codes read from pictures"
            yield _not_compared(name, "picture", why)
            return
        found = [
            text
            for picture in pictures
            for text in (code.text for code in zxingcpp.read_barcodes(picture))
        ]
        for address in dict.fromkeys(found):
            yield self._of_address(name, address)
        if not found:
            yield _not_compared(name, "picture", "no square code can be read on it")

    def _of_text(self, name: str, text: str) -> Iterator[Examined]:
        addresses = [word for word in text.split() if MARK in word or is_signed_address(word)]
        if not addresses:
            held = checkpoint_in(text.strip("\ufeff \n") + "\n")
            yield self._of_checkpoint(name, "checkpoint", held)
        for address in dict.fromkeys(addresses):
            yield self._of_address(name, address)

    def _of_address(self, name: str, address: str) -> Examined:
        if is_signed_address(address):
            return _of_signed(name, address, check_signed(self._here, address))
        if MARK not in address:
            return _not_compared(name, "square code", f"it is none of ours: {address[:60]}")
        code, state = parts_of(address)
        try:
            found = looked_up(self._here, code, state, Viewer.DIRECTOR, within(float("inf")))
        except Refusal as trouble:
            return Examined(
                name=name, kind="sheet", came=Came.NOT_OURS, about=state, words=str(trouble)
            )
        return _of_sheet(name, found.verdict)

    # What proves itself

    def _of_checkpoint(self, name: str, kind: str, held: Checkpoint) -> Examined:
        same, words = compared(self._here, held)
        came = {
            Same.YES: Came.AGREES,
            Same.NO: Came.CHANGED,
            Same.ENDS_BEFORE: Came.CHANGED,
            Same.CANNOT_SAY: Came.LOST,
        }[same]
        if same in (Same.NO, Same.ENDS_BEFORE) and not self._is_of_us(held.origin):
            came, words = Came.NOT_OURS, f"it is of the log {held.origin}"
        about = f"of {held.size} events"
        return Examined(
            name=name, kind=kind, came=came, about=about, words="" if same is Same.YES else words
        )

    def _is_of_us(self, origin: str) -> bool:
        return in_every_era(origin) in named_in(self._here.log.store)

    def _of_proof(self, name: str, content: bytes) -> Examined:
        proof = json.loads(content, object_pairs_hook=once)
        check(proof)  # type: ignore[no-untyped-call]
        held = checkpoint_in(note_of(proof["checkpoint"]).text)
        stream = str(proof["events"][0]["stream"])
        about = self._called(stream)
        if not (about or self._is_of_us(held.origin)):
            words = f"it is of the log {held.origin}"
            return Examined(name=name, kind="proof of a game", came=Came.NOT_OURS, words=words)
        ours = {row[2]: row for row in self._here.log.store.placed_rows_of(UUID(stream))}
        for event in proof["events"]:
            row = ours.get(int(event["version"]))
            if row is None or not _is_row(event, row):
                return self._changed(name, "proof of a game", about, int(event["version"]))
        whole = self._of_checkpoint(name, "proof of a game", held)
        if whole.came is not Came.AGREES:
            return whole
        came = Came.AGREES if len(ours) == len(proof["events"]) else Came.OLDER
        return Examined(name=name, kind="proof of a game", came=came, about=about)

    # Copies of the record

    def of_backup(self, path: Path) -> Examined:
        """A backup, or an old copy of ``ledger.db``: the first row that is not in the record."""
        live = self._here.log
        with TemporaryDirectory() as folder:
            copy = Path(folder) / LEDGER_FILE
            shutil.copyfile(path, copy)
            try:
                read_manifest(path)
                without_manifest(copy)
            except Refusal:  # a copy made by hand has none
                pass
            with self._copy_read(Path(folder)) as other:
                return self._beside(path.name, other.store, live.store)

    def _beside(self, name: str, theirs: Store, ours: Store) -> Examined:
        position, link = theirs.head()
        if position and ours.link_at(position) == link:  # the same, from the first event to there
            same_end = ours.head() == (position, link)
            came = Came.AGREES if same_end else Came.OLDER
            return Examined(name=name, kind="backup", came=came, about=f"up to event {position}")
        for count, (row, own) in enumerate(zip_longest(_rows(theirs), _rows(ours))):
            if row is None:
                return Examined(
                    name=name, kind="backup", came=Came.OLDER, about=f"of {count} events"
                )
            if own is not None and row[1:] == own[1:]:
                continue
            if count == 0:
                return Examined(
                    name=name, kind="backup", came=Came.NOT_OURS, words="it is of another record"
                )
            if self._kept is not None and count >= self._kept:
                return Examined(
                    name=name, kind="backup", came=Came.LOST, about=f"from event {count + 1} on"
                )
            if own is None:
                words = f"it has more than the {count} events of the record, whose end is gone"
                return Examined(
                    name=name, kind="backup", came=Came.CHANGED, about=self._called(row[1]),
                    event=row[2], words=words,
                )  # fmt: skip
            return self._changed(name, "backup", self._called(row[1]), row[2])
        count = sum(1 for _ in _rows(ours))
        return Examined(name=name, kind="backup", came=Came.AGREES, about=f"of {count} events")

    # A game as a file for other programs

    def _of_game_file(self, name: str, content: bytes, game: UUID) -> Examined:
        row = self._here.hall.game(game)
        about = self._called(game.hex)
        kind = "game file"
        if row is None:
            return Examined(
                name=name, kind=kind, came=Came.NOT_OURS, about=str(game),
                words="no game of this record has its number",
            )  # fmt: skip
        tournament = self._here.hall.tournament(row.tournament)
        title = tournament.name if tournament else ""
        sheet = self._here.shelf.sheet(game)
        asked, best = read_gcg(content), 0
        if not (asked.readable and asked.events):
            return _not_compared(name, kind, "it has no turns that can be read")
        for version in range(sheet.version, 0, -1):
            try:
                then = exported(sheet_as_known(sheet, at=version), title)
            except Refusal:
                continue
            same = _lines_in_common(asked, read_gcg(then))
            if same is None:
                came = Came.AGREES if version == sheet.version else Came.OLDER
                return Examined(name=name, kind=kind, came=came, about=about)
            best = max(best, same)
        return Examined(
            name=name, kind=kind, came=Came.CHANGED, about=about,
            words=f"its line {best + 1} is in no state of the game",
        )  # fmt: skip

    def _called(self, stream: str) -> str:
        row = self._here.hall.game(UUID(stream))
        if row is None:
            return "" if UUID(stream) != record_id() else "the record itself"
        parts = (row.tournament, row.division, f"R{row.round_number}", f"T{row.table}")
        return "/".join(part for part in parts if part)

    @staticmethod
    def _changed(name: str, kind: str, about: str, event: int) -> Examined:
        return Examined(name=name, kind=kind, came=Came.CHANGED, about=about, event=event)


SHEETS = {
    Found.LATEST: Came.AGREES,
    Found.UNCHANGED: Came.AGREES,
    Found.GENUINE: Came.AGREES,
    Found.SUPERSEDED: Came.OLDER,
    Found.OTHERWISE: Came.CHANGED,
    Found.OTHER_RELEASE: Came.NOT_COMPARED,
    Found.LOST: Came.LOST,
    Found.NOT_OURS: Came.NOT_OURS,
    Found.MISTYPED: Came.NOT_COMPARED,
}


SIGNED = {
    Signed.AGREES: Came.AGREES,
    Signed.UNTOLD: Came.AGREES,
    Signed.LATER: Came.OLDER,
    Signed.WORDS: Came.DIFFERS,
    Signed.CHANGED: Came.CHANGED,
    Signed.LOST: Came.LOST,
    Signed.REVOKED: Came.NOT_OURS,
    Signed.STRANGER: Came.NOT_OURS,
    Signed.UNREADABLE: Came.NOT_COMPARED,
}


def _of_signed(name: str, address: str, told: SignedVerdict) -> Examined:
    came = SIGNED[told.found]
    kind, about, event = "signed code", "", 0
    if told.says:
        kind = told.says[0][0].lower()
        match paper_in(read_signed(address)):
            case ResultPaper() as slip:
                about, event = slip.game, slip.version
            case RulingPaper() as notice:
                about = f"{notice.tournament}/C-{notice.case}"
            case RoundPaper() as sheet:
                about = state_of(sheet).partition("/")[2]
    return Examined(
        name=name, kind=kind, came=came, about=about,
        event=event if came in (Came.CHANGED, Came.DIFFERS) else 0,
        words="" if came in AGREEING else told.wording,
    )  # fmt: skip


def _of_sheet(name: str, sheet: PaperVerdict) -> Examined:
    came = SHEETS[sheet.found]
    words = "" if came in (Came.AGREES, Came.OLDER) else sheet.headline
    return Examined(
        name=name, kind=sheet.form or "sheet", came=came, about=sheet.about,
        event=sheet.event if came is Came.CHANGED else 0, words=words,
    )  # fmt: skip


def _not_compared(name: str, kind: str, why: str) -> Examined:
    return Examined(name=name, kind=kind, came=Came.NOT_COMPARED, words=why)


def _is_row(event: dict[str, Any], row: LogRow) -> bool:
    _, stream, version, topic, state = row
    if leaf := event.get("leaf"):
        own = leaf_hash(leaf_data(stream.encode(), b"%d" % version, topic.encode(), state))
        return bool(own.hex() == leaf)
    return bool((event["topic"], event["state"].encode()) == (topic, state))


def _rows(store: Store) -> Iterator[LogRow]:
    position = 0
    while rows := store.rows_after(position, AT_ONCE):
        yield from rows
        position = rows[-1][0]


def _lines_in_common(one: GcgRecord, other: GcgRecord) -> int | None:
    """How many lines are the same from the beginning; ``None``: all of them, and no more."""
    lines, others = (
        [(e.kind, e.player, e.square, e.letters, e.count, e.score, e.total) for e in each.events]
        for each in (one, other)
    )
    for place, (a, b) in enumerate(zip_longest(lines, others)):
        if a != b:
            return place
    return None
