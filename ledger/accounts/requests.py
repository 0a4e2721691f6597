"""Badges, devices, screens and tokens given out and taken back: requests, and what is decided."""

from __future__ import annotations

from typing import Annotated, ClassVar
from uuid import UUID

from msgspec import Meta, Struct
from msgspec.structs import replace

from ledger.accounts.facts import (
    HIGHEST_TABLE,
    LONGEST_PAGE,
    BadgeIssued,
    BadgeRevoked,
    DeviceRevoked,
    ScreenSet,
    StreamSet,
    TokenMade,
    TokenRevoked,
)
from ledger.messages import say
from ledger.record.events import Event, badge_id, device_id
from ledger.refusals.saying import refusal
from ledger.requests import ORGANISERS, About, Decision, Request, RequestsOf
from ledger.vocabulary import Role
from ledger.vocabulary.bounds import LONGEST_REASON, must_be_short
from ledger.vocabulary.closed_lists import ScreenKind, ScreenLook, StreamKind, TokenScope
from ledger.vocabulary.names import LONGEST_NAME, must_be_writable

GivenOut = tuple[Event, ...]
"""A badge or a device as it stands: its events."""


class BadgeContext(Struct, frozen=True, kw_only=True):
    """What such a request is made under: the ``stream`` of the badge or device it is about."""

    stream: UUID


BEGIN: RequestsOf[None, BadgeContext] = RequestsOf()
"""What begins a badge."""

GO_ON: RequestsOf[GivenOut, BadgeContext] = RequestsOf()
"""What can be asked about a badge or a device that is there."""


class BadgeRequest(Request, frozen=True, kw_only=True):
    about: ClassVar[About] = "badge"


class IssueBadge(BadgeRequest, frozen=True, tag="issue-badge", kw_only=True):
    """Give a person a badge. The very first badge of a record is issued by its bearer."""

    badge: str
    name: str
    role: Role


class RevokeBadge(BadgeRequest, frozen=True, tag="revoke-badge", kw_only=True):
    badge: str
    reason: str


class RevokeDevice(BadgeRequest, frozen=True, tag="revoke-device", kw_only=True):
    device: str
    reason: str


class SetScreen(BadgeRequest, frozen=True, tag="set-screen", kw_only=True):
    """Say what a screen of the hall shows; the fields are those of ``ScreenSet``."""

    device: str
    shows: ScreenKind = ""
    division: str = ""
    seconds: Annotated[int, Meta(ge=0, le=LONGEST_PAGE)] = 0
    look: ScreenLook = ""
    announced: bool = True


class SetStream(BadgeRequest, frozen=True, tag="set-stream", kw_only=True):
    """Say what a screen of a stream shows; the fields are those of ``StreamSet``."""

    device: str
    shows: StreamKind = ""
    table: Annotated[int, Meta(ge=0, le=HIGHEST_TABLE)] = 0
    division: str = ""
    notices: bool = False
    cut: bool = False


LONGEST_DAYS = 366  # days after which every token has to be made anew


class MakeToken(BadgeRequest, frozen=True, tag="make-token", kw_only=True):
    """Give a program a token that speaks for one's own badge. ``token``: what it is called."""

    badge: str
    token: str
    scopes: tuple[TokenScope, ...]
    days: Annotated[int, Meta(ge=1, le=LONGEST_DAYS)] = 30


class RevokeToken(BadgeRequest, frozen=True, tag="revoke-token", kw_only=True):
    badge: str
    token: str
    reason: str


@BEGIN.decides(IssueBadge, may=ORGANISERS)
def issue_badge(begun: None, request: IssueBadge, context: BadgeContext) -> Decision:
    del begun
    must_be_writable(request.badge, say("accounts.named.badge"))
    must_be_writable(request.name, say("accounts.named.bearer", badge=request.badge))
    _must_be_its_own(context, badge_id(request.badge))
    return Decision((BadgeIssued(badge=request.badge, name=request.name, role=request.role),))


@GO_ON.decides(RevokeBadge, may=ORGANISERS)
def revoke_badge(given_out: GivenOut, request: RevokeBadge, context: BadgeContext) -> Decision:
    del given_out
    _must_be_its_own(context, badge_id(request.badge))
    return Decision((BadgeRevoked(badge=request.badge, reason=request.reason),))


@GO_ON.decides(MakeToken, may=ORGANISERS)
def make_token(given_out: GivenOut, request: MakeToken, context: BadgeContext) -> Decision:
    """Write down what it may do, and for how long."""
    _must_be_its_own(context, badge_id(request.badge))
    must_be_writable(request.token, say("accounts.named.token"))
    if not request.token.strip():
        raise refusal("unreadable-request/token-of-nothing")
    if not request.scopes:
        raise refusal("no-scope")
    if not 1 <= request.days <= LONGEST_DAYS:
        raise refusal("unreadable-request/token-days", longest=LONGEST_DAYS)
    made = tokens_in(given_out)
    if request.token in made:
        raise refusal("token-taken", token=request.token)
    scopes = tuple(dict.fromkeys(request.scopes))
    fact = TokenMade(badge=request.badge, token=request.token, scopes=scopes, days=request.days)
    return Decision((fact,))


@GO_ON.decides(RevokeToken, may=ORGANISERS)
def revoke_token(given_out: GivenOut, request: RevokeToken, context: BadgeContext) -> Decision:
    _must_be_its_own(context, badge_id(request.badge))
    must_be_short(request.reason, LONGEST_REASON)
    if request.token not in tokens_in(given_out):
        raise refusal("no-such-token/by-name", token=request.token)
    fact = TokenRevoked(badge=request.badge, token=request.token, reason=request.reason)
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
def revoke_device(given_out: GivenOut, request: RevokeDevice, context: BadgeContext) -> Decision:
    del given_out
    _must_be_its_own(context, device_id(request.device))
    must_be_short(request.reason, LONGEST_REASON)
    return Decision((DeviceRevoked(device=request.device, reason=request.reason),))


@GO_ON.decides(SetScreen, may=ORGANISERS)
def set_screen(given_out: GivenOut, request: SetScreen, context: BadgeContext) -> Decision:
    _must_be_its_own(context, device_id(request.device))
    must_be_short(request.division, LONGEST_NAME)
    fact = ScreenSet(
        device=request.device, shows=request.shows, division=request.division,
        seconds=request.seconds, look=request.look, announced=request.announced,
    )  # fmt: skip
    if screen_in(given_out) == fact:
        raise refusal("nothing-changed")
    return Decision((fact,))


@GO_ON.decides(SetStream, may=ORGANISERS)
def set_stream(given_out: GivenOut, request: SetStream, context: BadgeContext) -> Decision:
    _must_be_its_own(context, device_id(request.device))
    must_be_short(request.division, LONGEST_NAME)
    fact = StreamSet(
        device=request.device, shows=request.shows, table=request.table,
        division=request.division, notices=request.notices, cut=request.cut,
    )  # fmt: skip
    was = stream_in(given_out) or StreamSet(device=request.device)
    if replace(was, cut=fact.cut) == fact:
        raise refusal("nothing-changed")
    return Decision((fact,))


def stream_in(given_out: GivenOut) -> StreamSet | None:
    """What a screen of a stream shows, as it was said last; ``None``: nobody said."""
    said = (event.fact for event in reversed(given_out) if isinstance(event.fact, StreamSet))
    return next(said, None)


def screen_in(given_out: GivenOut) -> ScreenSet | None:
    """What a device shows, as it was said last; ``None``: nobody said."""
    said = (event.fact for event in reversed(given_out) if isinstance(event.fact, ScreenSet))
    return next(said, None)


def _must_be_its_own(context: BadgeContext, stream: UUID) -> None:
    """Refuse a badge in the stream of another, which only a broken program would ask for."""
    if context.stream != stream:
        raise refusal("unreadable-request/another-badge")
