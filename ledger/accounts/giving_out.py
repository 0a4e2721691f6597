"""Badges and devices given out and taken back: what an organiser asks, and what is decided."""

from __future__ import annotations

from typing import Annotated, ClassVar
from uuid import UUID

from msgspec import Meta, Struct

from ledger.accounts.badge_facts import (
    BadgeIssued,
    BadgeRevoked,
    DeviceRevoked,
    TokenMade,
    TokenRevoked,
)
from ledger.asking.asked import ORGANISERS, About, Asked, Decision, RequestsOf
from ledger.record.events import Event, badge_id, device_id
from ledger.refusals.saying import refusal
from ledger.vocabulary import Role
from ledger.vocabulary.bounds import LONGEST_REASON, must_be_short
from ledger.vocabulary.closed_lists import TokenScope
from ledger.vocabulary.names import must_be_writable

GivenOut = tuple[Event, ...]
"""A badge or a device as it stands: its events."""


class Under(Struct, frozen=True, kw_only=True):
    """What such a request is made under: the ``stream`` of the badge or device it is about."""

    stream: UUID


BEGIN: RequestsOf[None, Under] = RequestsOf()
"""What begins a badge."""

GO_ON: RequestsOf[GivenOut, Under] = RequestsOf()
"""What can be asked about a badge or a device that is there."""


class AskedOfBadge(Asked, frozen=True, kw_only=True):
    """A request about a badge or a device."""

    about: ClassVar[About] = "badge"


class IssueBadge(AskedOfBadge, frozen=True, tag="issue-badge", kw_only=True):
    """Give a person a badge. The very first badge of a record is issued by its bearer."""

    badge: str
    name: str
    role: Role


class RevokeBadge(AskedOfBadge, frozen=True, tag="revoke-badge", kw_only=True):
    """Make a badge open no door any more."""

    badge: str
    reason: str


class RevokeDevice(AskedOfBadge, frozen=True, tag="revoke-device", kw_only=True):
    """Take a tablet out."""

    device: str
    reason: str


LONGEST_DAYS = 366
"""Days after which every token has to be made anew."""


class MakeToken(AskedOfBadge, frozen=True, tag="make-token", kw_only=True):
    """Give a program a token that speaks for one's own badge. ``token``: what it is called."""

    badge: str
    token: str
    scopes: tuple[TokenScope, ...]
    days: Annotated[int, Meta(ge=1, le=LONGEST_DAYS)] = 30


class RevokeToken(AskedOfBadge, frozen=True, tag="revoke-token", kw_only=True):
    """Make a token open nothing any more."""

    badge: str
    token: str
    reason: str


@BEGIN.decides(IssueBadge, may=ORGANISERS)
def issue_badge(begun: None, asked: IssueBadge, under: Under) -> Decision:
    """Write down whose badge it is."""
    del begun
    must_be_writable(asked.badge, "The badge")
    must_be_writable(asked.name, f"The bearer of {asked.badge}")
    _must_be_its_own(under, badge_id(asked.badge))
    return Decision((BadgeIssued(badge=asked.badge, name=asked.name, role=asked.role),))


@GO_ON.decides(RevokeBadge, may=ORGANISERS)
def revoke_badge(given_out: GivenOut, asked: RevokeBadge, under: Under) -> Decision:
    """Write down that it was taken back, and why."""
    del given_out
    _must_be_its_own(under, badge_id(asked.badge))
    return Decision((BadgeRevoked(badge=asked.badge, reason=asked.reason),))


@GO_ON.decides(MakeToken, may=ORGANISERS)
def make_token(given_out: GivenOut, asked: MakeToken, under: Under) -> Decision:
    """Write down what it may do, and for how long.

    Raises:
      Refusal: ``token-taken``, ``no-scope`` or ``unreadable-request``.
    """
    _must_be_its_own(under, badge_id(asked.badge))
    must_be_writable(asked.token, "The token")
    if not asked.token.strip():
        raise refusal("unreadable-request/token-of-nothing")
    if not asked.scopes:
        raise refusal("no-scope")
    if not 1 <= asked.days <= LONGEST_DAYS:
        raise refusal("unreadable-request/token-days", longest=LONGEST_DAYS)
    made = tokens_in(given_out)
    if asked.token in made:
        raise refusal("token-taken", token=asked.token)
    scopes = tuple(dict.fromkeys(asked.scopes))
    fact = TokenMade(badge=asked.badge, token=asked.token, scopes=scopes, days=asked.days)
    return Decision((fact,))


@GO_ON.decides(RevokeToken, may=ORGANISERS)
def revoke_token(given_out: GivenOut, asked: RevokeToken, under: Under) -> Decision:
    """Write down that it was taken back, and why.

    Raises:
      Refusal: ``no-such-token/by-name``.
    """
    _must_be_its_own(under, badge_id(asked.badge))
    must_be_short(asked.reason, LONGEST_REASON)
    if asked.token not in tokens_in(given_out):
        raise refusal("no-such-token/by-name", token=asked.token)
    fact = TokenRevoked(badge=asked.badge, token=asked.token, reason=asked.reason)
    return Decision((fact,))


def tokens_in(given_out: GivenOut) -> dict[str, Event]:
    """The tokens of a badge that were made and not taken back, by name, with what made them."""
    made: dict[str, Event] = {}
    for event in given_out:
        if isinstance(event.fact, TokenMade):
            made[event.fact.token] = event
        elif isinstance(event.fact, TokenRevoked):
            made.pop(event.fact.token, None)
    return made


@GO_ON.decides(RevokeDevice, may=ORGANISERS)
def revoke_device(given_out: GivenOut, asked: RevokeDevice, under: Under) -> Decision:
    """Write down that it was taken out, and why."""
    del given_out
    _must_be_its_own(under, device_id(asked.device))
    must_be_short(asked.reason, LONGEST_REASON)
    return Decision((DeviceRevoked(device=asked.device, reason=asked.reason),))


def _must_be_its_own(under: Under, stream: UUID) -> None:
    """Refuse a badge in the stream of another, which only a broken program would ask for."""
    if under.stream != stream:
        raise refusal("unreadable-request/another-badge")
