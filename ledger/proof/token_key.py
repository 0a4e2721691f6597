"""The hall's key in a token (PKCS#11): it signs there, and nobody can copy it.

In the place of the key's file lies one line that says where it is, as RFC 7512 has it:
``pkcs11:token=Hall;object=checkpoints?module-path=/usr/lib/token.so&pin-source=file:/etc/pin``.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, unquote, urlsplit

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from msgspec import Struct

from ledger.refusals.saying import refusal

if TYPE_CHECKING:
    import pkcs11

SCHEME = "pkcs11:"
ED25519_CURVE = b"\x13\x0cedwards25519"
"""The curve's name as PKCS#11 asks for it, a printable string in DER."""

POINT = 32  # bytes of a public key, at the end of the DER that a token gives


class Place(Struct, frozen=True):
    """Where a key lies.

    Attributes:
      token: the token's label; ``label``: the key's in it.
      module: the library that speaks to the token, as a path.
      pin: where its PIN is read: ``file:/path``, or ``env:NAME``.
    """

    token: str
    label: str
    module: str
    pin: str

    @classmethod
    def read(cls, written: str) -> Place:
        """Raises: Refusal ``key-unreadable/token``: it names no place, or holds the PIN itself."""
        parts = urlsplit(written.strip())
        named = (part.partition("=") for part in parts.path.split(";"))
        path = _pairs((name, value) for name, _, value in named)
        more = _pairs(parse_qsl(parts.query))
        found = cls(
            path.get("token", ""), path.get("object", ""),
            more.get("module-path", ""), more.get("pin-source", ""),
        )  # fmt: skip
        if parts.scheme != "pkcs11" or not all((found.token, found.label, found.module)):
            raise refusal("key-unreadable/token", why="it needs token, object and module-path")
        if not found.pin.startswith(("file:/", "env:")):
            raise refusal("key-unreadable/token", why="pin-source is file:/… or env:NAME")
        return found

    @property
    def secret(self) -> str:
        kind, _, where = self.pin.partition(":")
        try:
            found = os.environ[where] if kind == "env" else Path(where).read_text("utf-8")
        except (KeyError, OSError, UnicodeDecodeError) as trouble:
            raise refusal("key-unreadable/token", why=f"no PIN in {self.pin}") from trouble
        return found.strip()


def _pairs(found: Iterable[tuple[str, str]]) -> Mapping[str, str]:
    return {name: unquote(value) for name, value in found}


class TokenKey:
    """A key in a token. One session of this process signs with it, one signature at a time."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._lock = Lock()
        self._session: pkcs11.Session | None = None
        self._private: Any = None
        self._public = b""

    def sign(self, data: bytes, /) -> bytes:
        """Raises: Refusal ``key-unreadable/token``: the token is away, or its PIN is another."""
        import pkcs11

        with self._lock:
            for again in (True, False):
                self._opened()
                try:
                    return bytes(self._private.sign(data, mechanism=pkcs11.Mechanism.EDDSA))
                except pkcs11.PKCS11Error as trouble:
                    self._close()  # it may have been taken out and put in again
                    if not again:
                        raise _away(trouble) from trouble
        raise AssertionError

    def public_key(self) -> Ed25519PublicKey:
        with self._lock:
            self._opened()
            return Ed25519PublicKey.from_public_bytes(self._public)

    def make(self) -> None:
        """Make the key in the token, which never gives it out; one that is there already stays."""
        import pkcs11
        from pkcs11 import Attribute, KeyType, Mechanism, ObjectClass

        with self._lock:
            self._close()
            try:
                with _session(self._place, rw=True) as session:
                    label = {Attribute.CLASS: ObjectClass.PRIVATE_KEY, Attribute.LABEL: self._label}
                    if any(session.get_objects(label)):
                        return
                    curve = session.create_domain_parameters(
                        KeyType.EC_EDWARDS, {Attribute.EC_PARAMS: ED25519_CURVE}, local=True
                    )
                    curve.generate_keypair(
                        mechanism=Mechanism.EC_EDWARDS_KEY_PAIR_GEN, store=True, label=self._label
                    )
            except pkcs11.PKCS11Error as trouble:
                raise _away(trouble) from trouble

    @property
    def _label(self) -> str:
        return self._place.label

    def _opened(self) -> None:
        import pkcs11
        from pkcs11 import Attribute, ObjectClass

        if self._session is not None:
            return
        try:
            session = _session(self._place)
            self._private = session.get_key(object_class=ObjectClass.PRIVATE_KEY, label=self._label)
            public = session.get_key(object_class=ObjectClass.PUBLIC_KEY, label=self._label)
            self._public = bytes(public[Attribute.EC_POINT])[-POINT:]
        except pkcs11.PKCS11Error as trouble:
            raise _away(trouble) from trouble
        self._session = session

    def _close(self) -> None:
        import pkcs11

        session, self._session = self._session, None
        if session is not None:
            try:
                session.close()
            except pkcs11.PKCS11Error:
                return


def _token(place: Place) -> pkcs11.Token:
    import pkcs11

    try:
        return pkcs11.lib(place.module).get_token(token_label=place.token)
    except (RuntimeError, OSError) as trouble:  # the library that speaks to tokens is not there
        raise refusal("key-unreadable/token", why=str(trouble)) from trouble


def _session(place: Place, *, rw: bool = False) -> pkcs11.Session:
    """A session with the token, which a process signs in to once, however many keys it uses."""
    import pkcs11

    token = _token(place)
    try:
        return token.open(rw=rw, user_pin=place.secret)
    except pkcs11.UserAlreadyLoggedIn:
        return token.open(rw=rw)


def _away(trouble: Exception) -> Exception:
    why = f"{type(trouble).__name__}{f': {trouble}' if str(trouble) else ''}"
    return refusal("key-unreadable/token", why=why)


@cache
def token_key(written: str) -> TokenKey:
    """The key at a place, one for this process: tokens open few sessions.

    Raises:
      Refusal: ``key-unreadable/token``, also where no library for tokens is installed.
    """
    try:
        import pkcs11  # noqa: F401 (asked for here, used when something is signed)
    except ImportError as trouble:
        raise refusal(
            "key-unreadable/token", why="install tilescribe[token] to use a token"
        ) from trouble
    return TokenKey(Place.read(written))
