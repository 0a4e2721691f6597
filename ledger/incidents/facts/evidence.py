"""What a case is decided on: statements and things, which lie beside the log under a digest."""

from __future__ import annotations

from ledger.record.fact import Fact
from ledger.record.removed import Removed
from ledger.vocabulary import Seat
from ledger.vocabulary.closed_lists import ConfirmedHow, EvidenceKind, StatementRole


class StatementTaken(Fact, frozen=True, kw_only=True, tag="statement-taken"):
    """The director heard somebody. When it was said is on the envelope.

    Attributes:
      who: name of who spoke.
      seat: of a player of the game; ``None`` for anybody else.
      words: digest of what was said, which lies beside the log; empty where nothing was.
      declined: True for a player who was asked, and had nothing to say.
      language: in which it was said, where the words kept are a translation; ``interpreter``: by
        whom. Both empty where nobody noted it.
    """

    who: str
    role: StatementRole
    seat: Seat | None = None
    words: str = ""
    declined: bool = False
    language: str = ""
    interpreter: str = ""


class StatementConfirmed(Fact, frozen=True, kw_only=True, tag="statement-confirmed"):
    """A statement was read back to who made it, who said that it is what was said.

    Attributes:
      statement: version of the statement.
      how: ``stroke``: signed by hand; ``witness``: said in the hearing of somebody.
      strokes: digest of the strokes, which lie beside the log; empty for none.
      witness: who heard it.
    """

    statement: int
    how: ConfirmedHow
    strokes: str = ""
    witness: str = ""


class EvidenceAttached(Fact, frozen=True, kw_only=True, tag="evidence-attached"):
    """A sheet, a slip, a photograph was put with the case.

    Attributes:
      digest: SHA-256, in hex; of the salted words where the thing itself is kept with us.
      what: what it shows, in a few words of the director's.
      seat: whose sheet it is, if it is a player's.
      kept: whether the thing itself is kept with us. (False also of older records, where nobody
        noted it.)
    """

    kind: EvidenceKind
    digest: str
    what: str
    seat: Seat | None = None
    kept: bool = False


class EvidenceTakenBack(Fact, frozen=True, kw_only=True, tag="evidence-taken-back"):
    """A piece of evidence no longer lies with the case; that it did stays on the record.

    Attributes:
      evidence: version of the event by which it was attached.
      reason: why, in a few words.
    """

    evidence: int
    reason: str


class CaseWordsRemoved(Removed, frozen=True, kw_only=True, tag="case-words-removed"):
    """Words or a picture kept with the case were removed; fields as in ``Removed``."""
