"""People's words, which lie beside the log: strokes of a signature, statements, attachments.

The log holds only a digest of salt and words. Removing the words and their salt, as the law
may demand, leaves every link of the chain whole, and nobody can guess them from the digest.
"""

from __future__ import annotations

from hashlib import sha256

from msgspec import Struct


class KeptWords(Struct, frozen=True):
    """Someone's words and the salt that keeps a short sentence from being guessed.

    Attributes:
      salt: at least 16 random bytes, given in by who keeps the words.
      content: the words, as bytes.

    Raises:
      ValueError: the salt is too short.
    """

    salt: bytes
    content: bytes

    def __post_init__(self) -> None:
        if len(self.salt) < 16:
            msg = "The salt of kept words must be at least 16 random bytes."
            raise ValueError(msg)

    @property
    def digest(self) -> str:
        """SHA-256 of salt and words, in hex: what an event holds in their place."""
        return sha256(self.salt + self.content).hexdigest()
