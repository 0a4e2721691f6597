"""The badge office: badges with their PINs and tokens, and who is signed in."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from itertools import count
from typing import NamedTuple
from uuid import uuid4

from ledger.accounts.devices import Devices, Tablets, Tokens
from ledger.accounts.facts import BadgeIssued, BadgeLocked, PinSet
from ledger.accounts.local_store import LocalStore
from ledger.accounts.requests import IssueBadge, MakeToken, RevokeBadge, RevokeToken, tokens_in
from ledger.accounts.sessions import LOCKED_FOR, Cost, Pins, Session, Sessions, can_be_a_badge
from ledger.desk.desk import Desk, write_down
from ledger.desk.requests import Sent, from_the_desk
from ledger.record.events import Event, badge_id, device_id
from ledger.refusals.saying import refusal
from ledger.requests import ORGANISERS, must_be_allowed
from ledger.vocabulary import FIRST_DIRECTOR, Role, Seconds
from ledger.vocabulary.bounds import LONGEST_REASON, must_be_short

# What happens to a PIN, written into the stream of its badge: set, or locked after wrong tries.
#
# It has happened by the time it is written, so somebody else's event in between is no reason to
# give up. No PIN and no network address is ever written.


def pin_was_set(
    desk: Desk, badge: str, *, by: str, made_up: bool = False, device: str = ""
) -> None:
    sent = Sent(by=by, command_id=uuid4(), device=device or "desk")
    write_down(desk, badge_id(badge), PinSet(badge=badge, made_up=made_up), sent)


def badge_was_locked(desk: Desk, badge: str, origin: str) -> None:
    """Write down that ``badge`` was locked out at ``origin``, if there is such a badge.

    On a tablet the count of tries sees to it that this is once for each lock. Addresses can be
    had by the thousand, so all of them together have one event while a lock lasts.
    """
    device = origin if origin and desk.log.version_of(device_id(origin)) else ""
    fact = BadgeLocked(badge=badge, seconds=Seconds(int(LOCKED_FOR.total_seconds())), device=device)
    sent = Sent(by="", command_id=uuid4(), device=device)
    # Of a badge that was made up nothing is kept: there is no end of those.
    write_down(
        desk,
        badge_id(badge),
        fact,
        sent,
        unless=lambda events: not events or (not device and _lasts(desk, events)),
    )


def _lasts(desk: Desk, events: Sequence[Event]) -> bool:
    """Whether a lock on a device that is not ours was written so lately that it still holds."""
    since = desk.now() - LOCKED_FOR
    return any(
        isinstance(event.fact, BadgeLocked)
        and not event.fact.device
        and event.envelope.written_at > since
        for event in reversed(events)
    )


class Welcome(NamedTuple):
    """A new badge and its PIN, told once and kept nowhere."""

    badge: str
    pin: str


class SignedIn(NamedTuple):
    token: str
    session: Session


class Badges:
    def __init__(self, desk: Desk, local_store: LocalStore, cost: Cost | None = None) -> None:
        self.desk = desk
        self.local_store = local_store
        self.pins = Pins(local_store, desk.now, cost, partial(badge_was_locked, desk))
        self.sessions = Sessions(local_store, self._role_of, desk.now)
        self.devices = Devices(local_store, desk.now)
        self.tokens = Tokens(local_store, self._role_of, desk.now)
        self._issued: tuple[int, dict[str, BadgeIssued]] = 0, {}
        self.tablets = Tablets(desk, local_store, self.devices, self.sessions)

    def first_start(self) -> Welcome | None:
        """A director's badge for a record that has none; ``None`` where somebody has a PIN.

        The PIN must be changed at the first sign-in. Of several nodes that begin together one
        gives it: a second PIN would be a false one.
        """
        if self.local_store.rows("SELECT badge FROM pins LIMIT 1"):
            return None
        badge = next(f"D{n}" for n in count(1) if self._is_free_or_directs(f"D{n}"))
        if self.desk.role_of(badge) is None:
            fact = BadgeIssued(badge=badge, name=FIRST_DIRECTOR, role=Role.DIRECTOR)
            write_down(self.desk, badge_id(badge), fact, from_the_desk(badge), unless=bool)
        pin = self.pins.first(badge)
        if pin is None:
            return None
        pin_was_set(self.desk, badge, by=badge, made_up=True)
        return Welcome(badge, pin)

    def _is_free_or_directs(self, badge: str) -> bool:
        """Whether nobody has this badge, or a director has; one taken back is never given again."""
        taken = bool(self.desk.log.version_of(badge_id(badge)))
        return not taken or self.desk.role_of(badge) is Role.DIRECTOR

    def issue(
        self, badge: str, name: str, role: Role, *, by: str, sent: Sent | None = None
    ) -> Welcome:
        """Give a person a badge and a PIN to be changed at the first sign-in.

        Asked once more with the same ``sent``, the badge is the same and its PIN a new one: the
        first may never have been read.
        """
        if not can_be_a_badge(badge.strip()) or not name.strip() or role is Role.PLAYER:
            raise refusal("unreadable-request/badge-of-nothing")
        request = IssueBadge(badge=badge.strip(), name=name.strip(), role=role)
        self.desk.must_write(badge_id(request.badge), request, sent or from_the_desk(by))
        return self._made_up(request.badge, by=by)

    def new_pin(self, badge: str, *, by: str) -> Welcome:
        """Make up a new PIN for somebody who forgot theirs; every session of the badge ends.

        Locks of the badge end too: what was guessed wrong was another PIN.
        """
        must_be_allowed(self.desk.role_of(by), ORGANISERS)
        if self.desk.role_of(badge) is None:
            raise refusal("no-such-badge", badge=badge)
        self.sessions.end_all_of(badge)
        self.pins.guesses.forgive(badge)
        return self._made_up(badge, by=by)

    def _made_up(self, badge: str, *, by: str) -> Welcome:
        pin = self.pins.made_up(badge)
        pin_was_set(self.desk, badge, by=by, made_up=True)
        return Welcome(badge, pin)

    def revoke(self, badge: str, reason: str, *, by: str) -> None:
        """Take a badge back. Whoever is signed in with it is out at once."""
        must_be_allowed(self.desk.role_of(by), ORGANISERS)
        must_be_short(reason, LONGEST_REASON)
        keepers = [one.badge for one in self.all_badges() if one.role in ORGANISERS]
        if keepers == [badge]:
            raise refusal("last-one", badge=badge)
        request = RevokeBadge(badge=badge, reason=reason)
        self.desk.must_write(badge_id(badge), request, from_the_desk(by))
        self.sessions.end_all_of(badge)

    def sign_in(self, badge: str, pin: str, *, device: str = "", origin: str = "") -> SignedIn:
        """Begin a session. A session the visitor had before is not taken over."""
        must_change = self.pins.check(badge, pin, device or origin)
        token = self.sessions.begin(badge, device, "must-change" if must_change else "")
        session = self.sessions.find(token)
        if session is None:  # The badge was taken back; the PIN is still there.
            raise refusal("wrong-pin")
        return SignedIn(token, session)

    def keep_at_the_terminal(self, session: Session) -> str:
        """A session of the same badge that opens the judge's terminal alone; its token."""
        return self.sessions.begin(session.badge, session.device, "kiosk")

    def change_pin(self, session: Session, old: str, new: str, origin: str) -> SignedIn:
        """Change one's own PIN. Every session of the badge ends; a new one begins."""
        self.pins.check(session.badge, old, session.device or origin)
        if new == old:
            raise refusal("weak-pin/the-old-one")
        self.pins.set(session.badge, new)
        self.sessions.end_all_of(session.badge)
        pin_was_set(self.desk, session.badge, by=session.badge, device=session.device)
        token = self.sessions.begin(session.badge, session.device)
        found = self.sessions.find(token)
        assert found is not None
        return SignedIn(token, found)

    def make_token(self, request: MakeToken, sent: Sent) -> str:
        """Give a program a token for the badge that asks, told once and kept nowhere.

        Asked once more with the same ``sent`` it is a new token in place of the first, which may
        never have been read.
        """
        if request.badge != sent.by:
            raise refusal("another-badges")
        self.desk.must_write(badge_id(request.badge), request, sent)
        if request.token not in tokens_in(self.desk.log.events_of(badge_id(request.badge))):
            raise refusal("no-such-token/by-name", token=request.token)  # taken back since
        return self.tokens.make(request.badge, request.token, request.scopes, request.days)

    def revoke_token(self, badge: str, token: str, reason: str, *, by: str) -> None:
        """Take a token back; a program that holds it is out at once."""
        request = RevokeToken(badge=badge, token=token, reason=reason)
        self.desk.must_write(badge_id(badge), request, from_the_desk(by))
        self.tokens.take(badge, token)

    def all_badges(self) -> tuple[BadgeIssued, ...]:
        """Every badge somebody can sign in with, by its number."""
        return tuple(
            event.fact
            for badge in self._with_a_pin()
            if self.desk.role_of(badge) is not None
            for event in self.desk.log.events_of(badge_id(badge))
            if isinstance(event.fact, BadgeIssued)
        )

    def pins_set_at(self) -> dict[str, datetime]:
        rows = self.local_store.rows("SELECT badge, set_at FROM pins")
        return {badge: datetime.fromisoformat(at) for badge, at in rows}

    def without_a_pin(self) -> tuple[BadgeIssued, ...]:
        """Badges that were issued, allow something, and nobody can sign in with, by number."""
        after, known = self._issued
        end = self.desk.log.last_position()  # what lies before it is looked through once
        new = self.desk.log.about(BadgeIssued, after)
        facts = (event.fact for _, event in new)
        issued = {**known, **{each.badge: each for each in facts if isinstance(each, BadgeIssued)}}
        self._issued = end, issued
        having = set(self._with_a_pin())
        return tuple(
            issued[badge]
            for badge in sorted(issued)
            if badge not in having and self.desk.role_of(badge) is not None
        )

    def _with_a_pin(self) -> list[str]:
        return [
            badge for (badge,) in self.local_store.rows("SELECT badge FROM pins ORDER BY badge")
        ]

    def _role_of(self, badge: str) -> Role | None:
        return self.desk.role_of(badge)
