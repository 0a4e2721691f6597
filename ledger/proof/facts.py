"""What the record says of itself as a whole: its keys, and how large it was at which root."""

from __future__ import annotations

from datetime import datetime

from ledger.record.fact import EVENT, Fact
from ledger.vocabulary.closed_lists import CheckpointBecause, KeyRevokedBecause, WitnessFound


class CheckpointKeyMade(Fact, frozen=True, kw_only=True, tag="checkpoint-key-made"):
    """A key with which checkpoints are signed from here on; of it only what may be known.

    Attributes:
      key: for whoever checks, as name, id and key with plus signs between.
      replaces: the key before it on this machine, written the same; empty: there was none.
      signed: signature of that one over ``key``, in base64; empty where none is replaced.
    """

    visibility = EVENT

    key: str
    replaces: str = ""
    signed: str = ""


class CheckpointKeyRevoked(Fact, frozen=True, kw_only=True, tag="checkpoint-key-revoked"):
    """A key that nobody is to trust any more, as one says that is trusted; or that taken back.

    Attributes:
      key: the key revoked, written as where it was made.
      since: from when signatures with it are not the hall's; ``None``: it is trusted again.
      signing_key: the key that says so; ``signed``: its signature, in base64.
    """

    visibility = EVENT

    key: str
    since: datetime | None
    because: KeyRevokedBecause
    signing_key: str
    signed: str


class CertificateMade(Fact, frozen=True, kw_only=True, tag="certificate-made"):
    """A certificate by which bundles are signed from here on. It is public.

    Attributes:
      certificate: in PEM.
      replaces: SHA-256 of the one before it on this machine, in hex; empty: there was none, or its
        key was not at hand any more.
      signed: signature of that one's key over the new certificate in DER, in base64; empty where
        none is replaced.
    """

    visibility = EVENT

    certificate: str
    replaces: str = ""
    signed: str = ""


class CheckpointMade(Fact, frozen=True, kw_only=True, tag="checkpoint-made"):
    """The log, as far as it went then, was signed: whoever has this paper finds any change.

    Attributes:
      origin: which log, and which era of it.
      size: how many events it held.
      root: what they come to in the hash tree, in hex.
      note: the signed checkpoint, as it travels.
      about: what it was made for, as ``spring-open/R3``; empty where somebody asked.
    """

    visibility = EVENT

    origin: str
    size: int
    root: str
    note: str
    because: CheckpointBecause = "asked"
    about: str = ""


class CheckpointCosigned(Fact, frozen=True, kw_only=True, tag="checkpoint-cosigned"):
    """A witness elsewhere has seen the checkpoint of that size, and signed it as well.

    Attributes:
      signature: its line, as it stands below the note.
      key: the witness's, as it was known here when the line came; empty: nobody had named it.
    """

    visibility = EVENT

    origin: str
    size: int
    signature: str
    key: str = ""


class WitnessDisagreed(Fact, frozen=True, kw_only=True, tag="witness-disagreed"):
    """A witness would not sign, for the log is not the one whose checkpoints it signed before.

    Attributes:
      origin: which log, and ``size``: which checkpoint of it was to be signed.
      key: the witness's.
      knows: how many events the checkpoint had that it signed last.
      found: what it found.
    """

    visibility = EVENT

    origin: str
    size: int
    key: str
    knows: int
    found: WitnessFound


class WitnessSettled(Fact, frozen=True, kw_only=True, tag="witness-settled"):
    """An official looked into what a witness found against the log, and says what came of it.

    Attributes:
      key: the witness's; ``knows``: of its finding, as there.
    """

    visibility = EVENT.less("reason")

    origin: str
    key: str
    knows: int
    reason: str


OF_PROOF: tuple[type[Fact], ...] = (
    CheckpointKeyMade,
    CheckpointKeyRevoked,
    CheckpointMade,
    CheckpointCosigned,
    WitnessDisagreed,
    WitnessSettled,
)
"""Facts about checkpoints alone: they say nothing of a tournament."""
