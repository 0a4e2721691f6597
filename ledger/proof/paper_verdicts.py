"""What a code on paper turns out to be, as the page, the command and the tests are told it."""

from __future__ import annotations

import re
from difflib import ndiff
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from ledger.messages import say

OF_STATE = re.compile(r"^As of | · (event|record to entry|as shown) \d[\dTZ]*( ·|$)")
"""Lines that say of which state a sheet is; they differ though nothing else does."""

UNTOLD = 0
"""In place of how many events there are, which on a board shown late tells that it goes on."""


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


class PaperVerdict(Struct, frozen=True, kw_only=True):
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
            case Found.SUPERSEDED if self.for_officials and not (self.changed or self.removed):
                return say("proofs.paper.gone-on")
            case Found.NOT_OURS if self.looked_at is not None:
                return say("proofs.paper.not-found-alone")
            case found:
                return say(f"proofs.paper.headline.{found}")

    @property
    def _on(self) -> str:
        """That the record has gone on, and how far."""
        if self.followed:
            first, *more = self.followed
            if more:
                return say("proofs.paper.followed-by-more", first=first, n=len(more))
            return say("proofs.paper.followed", first=first)
        if self.now == UNTOLD:
            return say("proofs.paper.gone-on-since")
        return say(f"proofs.paper.now-at-{self._event}", number=self.now)

    @property
    def _event(self) -> str:
        return "entry" if self.entries else "event"

    @property
    def _what_changed(self) -> str:
        """Whether anything on it did, where no lines say so; empty where they do."""
        if self.found is Found.UNCHANGED:
            return say("proofs.paper.nothing-changed")
        if self.for_officials and not self.changed:
            return say("proofs.paper.change-for-officials")
        return ""

    @property
    def _looked_for(self) -> str:
        """Where a code was looked for among the games, and what else may find it."""
        if self.looked_at is None:
            return say("proofs.paper.no-such-sheet")
        looked, games = self.looked_at
        if looked == games:
            return say("proofs.paper.not-among-the-games")
        return say(
            "proofs.paper.not-among-some-games",
            looked=looked,
            games=games,
            all_of_them=say("proofs.paper.all-of-them"),
        )

    @property
    def _whole(self) -> str:
        """Which sheet it is, and of which state."""
        if self.shown:
            return say("proofs.paper.as-shown", form=self.form, about=self.about, shown=self.shown)
        return say(
            f"proofs.paper.to-{self._event}", form=self.form, about=self.about, number=self.event
        )

    @property
    def _noted(self) -> str:
        """Of what, and of which state, a code was noted when it was printed."""
        kind = "as-shown" if self.shown else f"to-{self._event}"
        return say(
            f"proofs.paper.place-{kind}", about=self.about, shown=self.shown, number=self.event
        )

    @property
    def explained(self) -> str:
        match self.found:
            case Found.LATEST if self.handed:
                return say("proofs.paper.papers-given", whole=self._whole, handed=self.handed)
            case Found.LATEST:
                return say("proofs.paper.whole", whole=self._whole)
            case Found.SUPERSEDED if self.removed:
                return say(
                    "proofs.paper.removed-since", whole=self._whole, on=self._on, day=self.removed
                )
            case Found.SUPERSEDED | Found.UNCHANGED:
                said = say("proofs.paper.on-since", whole=self._whole, on=self._on)
                return f"{said} {self._what_changed}".rstrip()
            case Found.GENUINE:
                return say("proofs.paper.untold", whole=self._whole, untold=self.untold)
            case Found.LOST:
                return say(
                    f"proofs.paper.lost-{self._event}",
                    restored=self.restored,
                    about=self.about,
                    number=self.event,
                )
            case Found.OTHERWISE | Found.OTHER_RELEASE as found:
                return say(f"proofs.paper.{found}", which=self._noted)
            case Found.NOT_OURS:
                return self._looked_for
            case Found.MISTYPED:
                return say("proofs.paper.mistyped")

    @property
    def wording(self) -> str:
        return f"{self.headline}: {self.explained}"


MISTYPED = PaperVerdict(found=Found.MISTYPED)


class PdfVerdict(Struct, frozen=True):
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
            return say("proofs.file.no-code")
        if self.removed:
            return say("proofs.file.superseded", day=self.removed)
        if self.foreign:
            return say("proofs.file.other-fonts", letters=self.foreign)
        if self.as_printed:
            return say("proofs.file.as-printed")
        if self.pages:
            pages = ", ".join(map(str, self.pages))
            return say("proofs.file.changed", pages=pages)
        if self.as_printed is None:
            return say("proofs.file.not-drawn-again")
        return say("proofs.file.otherwise")


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


class SignedVerdict(Struct, frozen=True, kw_only=True):
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
        return say(f"proofs.signed.{self.found}")

    @property
    def wording(self) -> str:
        return f"{self.headline}: {self.why}"
