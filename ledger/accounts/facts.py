"""Badges of officials, and the devices they use. No secret is ever in a fact."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ledger.record.fact import BADGES, Fact
from ledger.vocabulary import Role, Seconds
from ledger.vocabulary.closed_lists import ScreenKind, ScreenLook, StreamKind, TokenScope

LONGEST_PAGE = 120  # seconds that a page of a screen stands at most
HIGHEST_TABLE = 9999


class BadgeIssued(Fact, frozen=True, kw_only=True, tag="badge-issued"):
    """A person was given a badge: ``badge`` is what stands on it and in every envelope."""

    visibility = BADGES

    badge: str
    name: str
    role: Role


class BadgeRevoked(Fact, frozen=True, kw_only=True, tag="badge-revoked"):
    """The badge opens no door any more."""

    visibility = BADGES

    badge: str
    reason: str


class PinSet(Fact, frozen=True, kw_only=True, tag="pin-set"):
    """The badge has a new PIN; any PIN it had opens nothing any more.

    Attributes:
      made_up: Tilescribe made it up, with a new badge, at the first start, or because an
        official asked for one; it must be changed before it opens anything. Otherwise its
        bearer chose it. Who did it stands in the envelope.
    """

    visibility = BADGES

    badge: str
    made_up: bool = False


class BadgeLocked(Fact, frozen=True, kw_only=True, tag="badge-locked"):
    """Too many wrong PINs: where they were tried, the badge opens nothing for a while.

    Nobody was signed in, so nobody stands in the envelope. A network address is not kept.

    Attributes:
      device: the tablet they were tried on; empty for a device that is not ours.
    """

    visibility = BADGES

    badge: str
    seconds: Seconds
    device: str = ""


class DeviceEnrolled(Fact, frozen=True, kw_only=True, tag="device-enrolled"):
    """A tablet was invited and is known from here on.

    Attributes:
      table: address of the table it was enrolled for, as ``spring-open/T14``; of a results desk,
        as ``spring-open/desk``; of a screen of the hall, as ``spring-open/screen``; of a screen of
        a stream and of who switches it, as ``spring-open/stream`` and
        ``spring-open/stream-control``; empty for any table.
    """

    visibility = BADGES

    device: str
    name: str
    table: str = ""
    invited_by: str = ""


class DeviceRevoked(Fact, frozen=True, kw_only=True, tag="device-revoked"):
    """The device opens no door any more, and nothing it sends is taken."""

    visibility = BADGES

    device: str
    reason: str


class ScreenSet(Fact, frozen=True, kw_only=True, tag="screen-set"):
    """What a screen of the hall shows from here on.

    Attributes:
      division: only this one; empty: all, in turn.
      seconds: that a page stands; 0: as long as usual.
      announced: whether what was announced stands on top of it.
    """

    visibility = BADGES

    device: str
    shows: ScreenKind = ""
    division: str = ""
    seconds: Annotated[int, Meta(ge=0, le=LONGEST_PAGE)] = 0
    look: ScreenLook = ""
    announced: bool = True


class StreamSet(Fact, frozen=True, kw_only=True, tag="stream-set"):
    """What a screen of a stream shows from here on.

    Attributes:
      table: whose game, of those of ``division``; 0: of no table.
      division: only this one; empty: of all.
      notices: whether it says when a record of the event falls.
      cut: it is shown at once, without being faded in.
    """

    visibility = BADGES

    device: str
    shows: StreamKind = ""
    table: Annotated[int, Meta(ge=0, le=HIGHEST_TABLE)] = 0
    division: str = ""
    notices: bool = False
    cut: bool = False


class TokenMade(Fact, frozen=True, kw_only=True, tag="token-made"):
    """A program was given a token, which speaks for this badge as far as its scopes go."""

    visibility = BADGES

    badge: str
    token: str
    scopes: tuple[TokenScope, ...]
    days: int


class TokenRevoked(Fact, frozen=True, kw_only=True, tag="token-revoked"):
    """The token opens nothing any more."""

    visibility = BADGES

    badge: str
    token: str
    reason: str
