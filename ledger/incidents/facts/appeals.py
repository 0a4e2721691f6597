"""Appeals, on the stream of the case they are about. A petition to the director is none."""

from __future__ import annotations

from ledger.record.fact import Fact
from ledger.vocabulary import Moment, Seat
from ledger.vocabulary.closed_lists import AcceptedByExecutive, AppealedAgainst, AppealOutcome


class AppealLodged(Fact, frozen=True, kw_only=True, tag="appeal-lodged"):
    """Somebody asked for a decision of the director's to be decided again.

    Attributes:
      who: name of the appellant.
      seat: the appellant's, if a player of the game.
      version: of the event appealed against.
      to: the body.
      grounds: digest of the appellant's words, which lie beside the log; empty if none.
      although: why it was taken where the book bars it; empty otherwise.
      decide_by: until when the body is to decide, where a time was set.
      deposit: what was paid for it, as people write it: ``20 EUR``; empty for nothing.
    """

    who: str
    seat: Seat | None = None
    against: AppealedAgainst
    version: int
    to: str
    grounds: str = ""
    although: str = ""
    decide_by: Moment | None = None
    deposit: str = ""


class AppealHeard(Fact, frozen=True, kw_only=True, tag="appeal-heard"):
    """A body considered the appeal.

    Attributes:
      by: the body.
      committee: names of those who sat.
      executive: those of them who are members of the body's Executive.
      how: ``in person`` or ``in writing``.
      declared: those of them who declared that the outcome is nothing to them.
      although: why somebody sat who is concerned in the case; empty: nobody did.
    """

    by: str
    committee: tuple[str, ...] = ()
    executive: tuple[str, ...] = ()
    how: str = ""
    declared: tuple[str, ...] = ()
    although: str = ""


class AppealDecided(Fact, frozen=True, kw_only=True, tag="appeal-decided"):
    """A body decided the appeal.

    Attributes:
      by: the body.
      recommends: what the committee recommends, one line each.
      accepted: by the Executive; empty if nobody was asked.
      reasons: why, in the body's words.
      effect: what it does to results, in a line; a ruling in this case carries it out.
    """

    by: str
    outcome: AppealOutcome
    recommends: tuple[str, ...] = ()
    accepted: AcceptedByExecutive = ""
    reasons: str = ""
    effect: str = ""


class NothingCarriedOut(Fact, frozen=True, kw_only=True, tag="nothing-carried-out"):
    """A decision on appeal leaves everything as it is, as the director found.

    Attributes:
      decision: version of the decision.
      reason: why nothing is to be carried out.
    """

    decision: int
    reason: str


class BundleIssued(Fact, frozen=True, kw_only=True, tag="bundle-issued"):
    """The papers of the case were handed to somebody, as one file.

    Attributes:
      to: who got it.
      digest: SHA-256 of the file, in hex.
      version: the case as it stood: version of the last event in the bundle.
      redacted: whether private notes were left out.
      words: digest under which that very file is kept beside the log, as it was before bundles
        were signed; empty: it is not.
      core: SHA-256 of the file before it was signed, in hex; it follows from the record alone.
      section: digest under which what the signature appended is kept, its certificate before it.
      certificate: SHA-256 of the certificate it was signed with, in hex.
      position: of the last event of the record that the file was made from.
      under: the size of the log at the checkpoint that its events are proved under.
      paper: its size; ``base``: what its square codes begin with.
      printed_with: the libraries and fonts it was made with, as others may make other bytes.
    """

    to: str
    digest: str
    version: int
    redacted: bool = True
    words: str = ""
    core: str = ""
    section: str = ""
    certificate: str = ""
    position: int = 0
    under: int = 0
    paper: str = ""
    base: str = ""
    printed_with: str = ""
