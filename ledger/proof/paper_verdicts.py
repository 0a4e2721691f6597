"""What a code on paper turns out to be, as the page, the command and the tests are told it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from difflib import ndiff
from enum import StrEnum

OF_STATE = re.compile(r"^As of | · (event|record to entry|as shown) \d[\dTZ]*( ·|$)")
"""Lines that say of which state a sheet is; they differ though nothing else does."""

UNTOLD = 0
"""In place of how many events there are, which on a board shown late tells that it goes on."""


ALL_OF_THEM = (
    "There was no time for the others: tilescribe paper check, on the machine itself, looks at "
    "them all."
)


class Found(StrEnum):
    LATEST = "latest"
    UNCHANGED = "unchanged"
    SUPERSEDED = "superseded"
    GENUINE = "genuine"
    LOST = "lost"
    OTHERWISE = "otherwise"
    OTHER_RELEASE = "other-release"
    NOT_OURS = "not-ours"
    MISTYPED = "mistyped"


NO_SUCH_SHEET = (
    "No sheet of this record has that code. Look at each sign again, at the table, the round and "
    "the event it names, and at the edition of the form: this release knows only its own."
)

PRINTED_HERE = {
    Found.OTHERWISE: (
        "Printed here, and the record says something else now",
        (
            "By its own notes this computer printed that code for {}. The record now says "
            "something else of it, so it was changed, or a part of it is gone. Keep both: the "
            "sheet, and a copy of the record as it is. Compare the record with what is kept "
            "elsewhere: tilescribe record verify --against FILE."
        ),
    ),
    Found.OTHER_RELEASE: (
        "Printed here, by another release",
        (
            "By its own notes this computer printed that code for {}, with another release of this "
            "program or in another time zone. The sheet has other words here, so its code can't "
            "be compared. Compare what it says."
        ),
    ),
}
"""Headline and explanation of a code that was noted when it was printed."""


@dataclass(frozen=True, kw_only=True)
class PaperVerdict:
    """What was found of a code.

    Attributes:
      found: genuine and the latest; genuine, and nothing on it has changed though the record has
        gone on; genuine, but it would say something else now, or might; genuine, and whether the
        record has gone on is not told as long as the board is not shown as it stands; perhaps of
        what a restore lost, which nobody can tell any more; printed here, and the record says
        something else of it now; printed here by another release; not one this record ever gave to
        that sheet; no code at all.
      about: what it is about: ``autumn-open/R3/T14``, a tournament, a case.
      event: the last event it holds: of the game, or of the whole record.
      entries: whether it is one of the whole record, which the foot of a list calls an entry.
      shown: in place of that event, when a visitor printed it, for people.
      now: the last event there is now; ``UNTOLD`` to those who are not told how much there is.
      for_officials: it says more than whoever asks is shown; ``said`` is then what is public of
        it, or empty.
      looked_at: of a code without a place: at how many games, as they stand, it was looked for,
        and of how many.
      removed: the day on which something was removed from the record that may stand on the sheet:
        a hand, what somebody said; empty: nothing was.
      untold: of a genuine paper, why it is not told whether the record has gone on.
      followed: of a paper of a case, what was written since about the case or its game, each event
        in words, the oldest first.
      handed: who was given papers of the case since, which is no news about it.
      restored: of a paper that may have been lost, when the backup was made that was put back.
    """

    found: Found
    form: str = ""
    about: str = ""
    event: int = 0
    entries: bool = False
    shown: str = ""
    now: int = 0
    said: tuple[str, ...] = ()
    says_now: tuple[str, ...] = ()
    for_officials: bool = False
    looked_at: tuple[int, int] | None = None
    untold: str = ""
    restored: str = ""
    removed: str = ""
    followed: tuple[str, ...] = ()
    handed: str = ""

    @property
    def genuine(self) -> bool:
        """Whether the sheet with this code was printed from this record."""
        return self.found in (Found.LATEST, Found.UNCHANGED, Found.SUPERSEDED, Found.GENUINE)

    @property
    def changed(self) -> tuple[tuple[str, str], ...]:
        """Lines that went (``-``) and lines that came (``+``) since, in their order.

        That the foot names a later event is no change: it does whenever anything is written.
        """
        then, now = (
            [line for line in lines if not OF_STATE.search(line)]
            for lines in (self.said, self.says_now)
        )
        return tuple((row[0], row[2:]) for row in ndiff(then, now) if row[0] in "+-")

    def as_it_reads(self) -> PaperVerdict:
        """Of a sheet since which the record has gone on: unchanged, where it would say the same.

        What is for officials, or was removed, might be what has changed.
        """
        differs = self.changed or self.for_officials or self.removed
        return replace(self, found=Found.SUPERSEDED if differs else Found.UNCHANGED)

    @property
    def headline(self) -> str:
        match self.found:
            case Found.OTHERWISE | Found.OTHER_RELEASE:
                return PRINTED_HERE[self.found][0]
            case Found.LATEST:
                return "Genuine, and the latest"
            case Found.SUPERSEDED if self.for_officials and not (self.changed or self.removed):
                return "Genuine, but the record has gone on"
            case Found.SUPERSEDED:
                return "Genuine, but superseded"
            case Found.UNCHANGED:
                return "Genuine, nothing changed"
            case Found.GENUINE:
                return "Genuine"
            case Found.LOST:
                return "Not found, perhaps lost by a restore"
            case Found.NOT_OURS:
                return "Not ours" if self.looked_at is None else "Not found by its code alone"
            case Found.MISTYPED:
                return "No code"

    @property
    def _on(self) -> str:
        if self.followed:
            first, *more = self.followed
            others = f", and {len(more)} more after it" if more else ""
            return f"What followed since: {first}{others}"
        if self.now == UNTOLD:
            return "The record has gone on since"
        return f"The record is at {self._event} {self.now} now"

    @property
    def _event(self) -> str:
        return "entry" if self.entries else "event"

    @property
    def _what_changed(self) -> str:
        """Whether anything on it did, where no lines say so."""
        if self.found is Found.UNCHANGED:
            return " Nothing the sheet says has changed."
        if self.for_officials and not self.changed:
            return " Whether that changed anything the sheet says is for officials."
        return ""

    @property
    def _gone(self) -> str:
        return (
            f"On {self.removed} something was removed from it that people had given: a hand, a "
            "photo, what was said. Where the sheet shows that, it is in the record no more."
        )

    @property
    def _looked_for(self) -> str:
        """Of a code that was looked for among the games: where, and what else may find it."""
        looked, games = self.looked_at or (0, 0)
        some = "the games" if looked == games else f"{looked} of {games} games"
        rest = "" if looked == games else f" {ALL_OF_THEM}"
        return (
            "It is on nothing that this computer has noted as printed here, nor on a sheet of "
            f"{some} as they stand now, the latest first.{rest} Of paper that was printed "
            "elsewhere, name what stands at its head, and the event or entry at its foot: an older "
            "sheet, a list or a paper of a case is found with those."
        )

    @property
    def explained(self) -> str:
        state = f"as shown on {self.shown}" if self.shown else f"to {self._event} {self.event}"
        whole = f"{self.form}, of {self.about} {state}"
        match self.found:
            case Found.LATEST if self.handed:
                return f"{whole}. Nothing followed but that its papers were given: {self.handed}."
            case Found.LATEST:
                return f"{whole}."
            case Found.SUPERSEDED if self.removed:
                return f"{whole}. {self._on}. {self._gone}"
            case Found.SUPERSEDED | Found.UNCHANGED:
                return f"{whole}. {self._on}.{self._what_changed}"
            case Found.GENUINE:
                return f"{whole}. {self.untold}"
            case Found.LOST:
                return (
                    f"The record was put back as it was on {self.restored}, and what was written "
                    f"from then until it was put back is gone. If {self.about} had {self._event} "
                    f"{self.event} in that time, this sheet is not forged; its code can't show it. "
                    "Ask who signed it, and enter again what it says."
                )
            case Found.OTHERWISE | Found.OTHER_RELEASE:
                return PRINTED_HERE[self.found][1].format(f"{self.about} {state}")
            case Found.NOT_OURS:
                return NO_SUCH_SHEET if self.looked_at is None else self._looked_for
            case Found.MISTYPED:
                return (
                    "A code has ten signs, digits and capital letters without I, L, O and U, and "
                    "the last follows from the others: one was read or typed wrongly."
                )

    @property
    def wording(self) -> str:
        return f"{self.headline}: {self.explained}"


MISTYPED = PaperVerdict(found=Found.MISTYPED)


@dataclass(frozen=True)
class PdfVerdict:
    """What was found of a file.

    Attributes:
      as_printed: whether it is, byte for byte, what this release prints; ``None`` where it can't
        be drawn again, as nothing of it is genuine.
      is_issued: whether it is, byte for byte, a bundle that was signed and handed out.
      differs: whether it is ours as it was handed out, and this record is another than it was of.
      removed: the day on which something was removed from the record that may be drawn in it.
      foreign: letters on it that our own fonts lack, of a file drawn with other fonts than here.
      signatures: of each sheet, the signed address in its square code; empty: it has none.
    """

    sheets: tuple[PaperVerdict, ...]
    as_printed: bool | None = None
    pages: tuple[int, ...] = ()
    is_issued: bool = False
    signed: str = ""
    differs: bool = False
    removed: str = ""
    foreign: str = ""
    signatures: tuple[str, ...] = ()
    followed: tuple[str, ...] = ()
    handed: str = ""

    @property
    def genuine(self) -> bool:
        """Whether every sheet in it is genuine and nothing of the file was changed."""
        if self.signed:
            return self.is_issued
        return bool(self.sheets) and bool(self.as_printed) and all(x.genuine for x in self.sheets)

    @property
    def superseded(self) -> bool:
        """Whether a removal is why it can't be compared: its sheets are ours, as they were."""
        return bool(self.removed) and not self.signed and all(x.genuine for x in self.sheets)

    @property
    def wording(self) -> str:
        if self.signed:
            return self.signed
        if not self.sheets:
            return "This file has no code of ours: it was printed blank, or by something else."
        if self.removed:
            return (
                "Superseded by a removal: something people had given was removed from the record "
                f"on {self.removed}, so the file can't be drawn again as it was. Look at its "
                "words, sheet by sheet."
            )
        if self.foreign:
            return (
                f"The file is drawn with other fonts than there are here. It has {self.foreign}, "
                "which come from the folder that TILESCRIBE_FONTS names, so it can't be compared "
                "byte for byte. Look at its words, sheet by sheet, or name the folder it was "
                "printed with."
            )
        if self.as_printed:
            return "The file is byte for byte as it is printed."
        if self.pages:
            text = ", ".join(map(str, self.pages))
            return f"The file was changed: page {text} differs from what is printed."
        if self.as_printed is None:
            return "The file can't be drawn again, so look at its words."
        return (
            "The file is not as it is printed: its fonts, pictures or attachments differ, and "
            "those change what a page shows; or another release printed it. Its codes tell of the "
            "sheets they were made for, not of this file. Print the sheet anew, and compare."
        )


# Paper that proves itself: whose signature it has, what it says, and what the record says today.


class Signed(StrEnum):
    AGREES = "agrees"
    LATER = "later"
    UNTOLD = "untold"
    WORDS = "words"
    CHANGED = "changed"
    LOST = "lost"
    REVOKED = "revoked"
    STRANGER = "stranger"
    UNREADABLE = "unreadable"


SIGNED_HEADLINES = {
    Signed.AGREES: "Signed by this hall, and the record agrees",
    Signed.LATER: "Signed by this hall, and a later version exists",
    Signed.UNTOLD: "Signed by this hall",
    Signed.WORDS: "Signed by this hall, and its words can't be compared",
    Signed.CHANGED: "Signed by this hall, and the record was changed",
    Signed.LOST: "Signed by this hall, and perhaps lost by a restore",
    Signed.REVOKED: "Signed by a key that was revoked",
    Signed.STRANGER: "Not signed by this hall",
    Signed.UNREADABLE: "No signed code",
}


@dataclass(frozen=True, kw_only=True)
class SignedVerdict:
    """What was found of a signed code.

    Attributes:
      found: the record agrees with it; has gone on to something else; or what it says now is not
        told to whoever asks; it agrees, but the sheet's words can't be drawn again; it says
        something else of that very moment; what it was then is lost by a restore; its key was
        revoked before it; no key of this record signed it; it is no signed code.
      why: a sentence more.
      says: what the code says, label and words; empty where it can't be read.
      key: the fingerprint of the key that signed it, in hex; empty: none of ours did.
      sheet: what the ten signs in it are by the record; ``None`` where that was not looked up.
    """

    found: Signed
    why: str
    says: tuple[tuple[str, str], ...] = ()
    key: str = ""
    sheet: PaperVerdict | None = None

    @property
    def genuine(self) -> bool:
        return self.found in (Signed.AGREES, Signed.LATER, Signed.UNTOLD)

    @property
    def changed(self) -> tuple[tuple[str, str], ...]:
        """As of the sheet with its ten signs."""
        return self.sheet.changed if self.sheet is not None else ()

    @property
    def headline(self) -> str:
        return SIGNED_HEADLINES[self.found]

    @property
    def wording(self) -> str:
        return f"{self.headline}: {self.why}"
