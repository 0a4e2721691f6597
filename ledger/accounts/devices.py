"""Devices of a tournament: browsers that are known, tablets at their tables, tokens of programs."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from msgspec import Struct

from ledger.accounts.facts import DeviceEnrolled, ScreenSet, StreamSet
from ledger.accounts.local_store import LocalStore
from ledger.accounts.requests import RevokeDevice, SetScreen, SetStream, screen_in, stream_in
from ledger.accounts.sessions import Sessions
from ledger.desk.desk import Desk, write_down
from ledger.desk.requests import Sent, from_the_desk
from ledger.game.setting_up.facts import GameScheduled
from ledger.messages import say
from ledger.record.events import device_id, tournament_id
from ledger.refusals.saying import refusal
from ledger.requests import ORGANISERS, must_be_allowed
from ledger.tournament.divisions import listed_divisions
from ledger.tournament.tournament import tournament_of
from ledger.vocabulary import Role
from ledger.vocabulary.bounds import must_be_short
from ledger.vocabulary.closed_lists import TokenScope
from ledger.vocabulary.names import LONGEST_NAME, must_be_writable
from ledger.vocabulary.refusals import Refusal

CODE_LASTS = timedelta(minutes=15)
CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_LENGTH = 8
"""Thirty characters, eight of them: 6 x 10^11 codes, each good for a quarter of an hour."""


class Devices:
    """Invitations and device keys; which devices there are is in the log."""

    def __init__(self, local_store: LocalStore, now: Callable[[], datetime]) -> None:
        self._local_store = local_store
        self._now = now

    def invite(self, scope: str, by: str) -> str:
        """A code that enrols one device for ``scope`` (a table's address, or ``""``)."""
        self._local_store.change(
            "DELETE FROM invitations WHERE made_at < ?", (self._now() - CODE_LASTS).isoformat()
        )
        code = "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))
        self._local_store.change(
            "INSERT INTO invitations VALUES (?, ?, ?, ?)",
            _digest(code), scope, by, self._now().isoformat(),
        )  # fmt: skip
        return code

    def accept(self, code: str) -> tuple[str, str]:
        """Use a code up: the scope it was made for, and who made it."""
        digest = _digest(spelled(code))
        found = self._local_store.rows(
            "SELECT scope, made_by, made_at FROM invitations WHERE code = ?", digest
        )
        used_up = self._local_store.change("DELETE FROM invitations WHERE code = ?", digest)
        # Two tablets with one code: the delete is whose turn it is.
        if not found or not used_up or _too_old(found[0][2], self._now()):
            raise refusal("no-such-invitation")
        scope, made_by, _ = found[0]
        return scope, made_by

    def give_key(self, device: str) -> str:
        """A key for ``device`` (256 bits), which is kept nowhere; earlier ones stop working."""
        self.take_key(device)
        key = secrets.token_urlsafe(32)
        self._local_store.change("INSERT INTO device_keys VALUES (?, ?)", _digest(key), device)
        return key

    def take_key(self, device: str) -> None:
        self._local_store.change("DELETE FROM device_keys WHERE device = ?", device)

    def known_by(self, key: str) -> str:
        found = self._local_store.rows(
            "SELECT device FROM device_keys WHERE token = ?", _digest(key)
        )
        return str(found[0][0]) if found else ""


def spelled(code: str) -> str:
    """A code as it was made, however it was typed.

    >>> spelled(" k3f7-x2qm ")
    'K3F7X2QM'
    """
    return "".join(c for c in code.upper() if c in CODE_ALPHABET)


def _too_old(made_at: str, now: datetime) -> bool:
    return now - datetime.fromisoformat(made_at) > CODE_LASTS


def _digest(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()


# When a tablet was last heard from, and for which game.
#
# A session says when it was used, to the minute; answers are kept for every device in its own
# order, so that looking at the latest is one look into their index.


class Heard(Struct, frozen=True):
    """What is known of one device.

    Attributes:
      game: the game of its last answered entry; ``None`` if it has handed in nothing.
    """

    at: datetime | None
    badges: tuple[str, ...] = ()
    game: UUID | None = None


def sessions_seen(
    local_store: LocalStore, noted: Mapping[bytes, datetime]
) -> dict[str, tuple[datetime, tuple[str, ...]]]:
    """By device: when a session there was last used, and the badges that have one."""
    seen: dict[str, tuple[datetime, tuple[str, ...]]] = {}
    for token, device, badge, at in local_store.rows(
        "SELECT token, device, badge, seen FROM sessions WHERE device <> '' ORDER BY device, badge"
    ):
        written = datetime.fromisoformat(at)
        moment = max(written, noted.get(bytes(token), written))
        last, badges = seen.get(device, (moment, ()))
        seen[device] = (max(last, moment), tuple(dict.fromkeys((*badges, badge))))
    return seen


_LATEST_OF_EACH = """
    SELECT device,
        (SELECT stream FROM answers WHERE device = ours.device AND device_seq IS NOT NULL
            ORDER BY device_seq DESC LIMIT 1),
        (SELECT at FROM answers WHERE device = ours.device AND device_seq IS NOT NULL
            ORDER BY device_seq DESC LIMIT 1)
    FROM device_keys AS ours
"""


def heard(local_store: LocalStore, noted: Mapping[bytes, datetime]) -> dict[str, Heard]:
    """What is known of every device that is ours, asked for all of them at once.

    ``noted``: moments of sessions that are not written yet.
    """
    seen = sessions_seen(local_store, noted)
    found = {}
    for device, game, answered in local_store.rows(_LATEST_OF_EACH):
        session, badges = seen.get(device, (None, ()))
        at = datetime.fromisoformat(answered) if answered else None
        found[device] = Heard(
            at=max((moment for moment in (session, at) if moment is not None), default=None),
            badges=badges,
            game=UUID(game) if game else None,
        )
    return found


# The tablets that are ours: taken in by a code for a table, the results desk or any table.


DESK = "desk"
"""What stands for a table in the address of what is taken in for the results desk of a tournament:
``spring-open/desk``. Tables have a ``T`` and their number there."""

SCREEN = "screen"
"""The same for a screen of the hall: ``spring-open/screen``."""

STREAM, MIXER = "stream", "stream-control"
"""The same for a screen of a stream, and for the browser of whoever says what those show, who need
have no badge: it goes by the badge of who handed out its code, and as far as that alone."""


CLEARED = timedelta(days=7)
"""After as long without use Safari clears what a page kept on a tablet: turns not sent, and the
key. A page on the home screen is let be. Said by WebKit of its tracking prevention, 2020."""

RESTED = timedelta(days=5)
"""When directors are told, two days before."""


class Resting(NamedTuple):
    """A tablet nobody used for long; ``last``: when it was heard from, or taken in."""

    device: str
    name: str
    table: str
    last: datetime


class NewDevice(NamedTuple):
    """A device that was enrolled just now, and its key, told once and kept nowhere."""

    device: str
    key: str
    table: str


class Tablets:
    def __init__(
        self, desk: Desk, local_store: LocalStore, devices: Devices, sessions: Sessions
    ) -> None:
        self._desk = desk
        self._local_store = local_store
        self._devices = devices
        self._sessions = sessions
        self._known: dict[str, DeviceEnrolled] = {}
        self._enrolled_at: dict[str, datetime] = {}
        self._divided: dict[str, tuple[int, frozenset[str]]] = {}
        self._shown: dict[str, tuple[int, ScreenSet]] = {}
        self._on_air: dict[str, tuple[int, StreamSet]] = {}

    def invite(self, table: str, *, by: str) -> str:
        """A code that enrols one tablet; good once, for a quarter of an hour.

        Args:
          table: for which table, as ``spring-open/T14``, or for what is at none, as
            ``spring-open/desk`` and ``spring-open/screen``; empty: for any table.
        """
        must_be_allowed(self._desk.role_of(by), ORGANISERS)
        must_be_short(table, LONGEST_NAME)
        slug, _, rest = table.partition("/")
        divisions = sorted(self._divisions(slug)) if rest and is_a_table(table) else []
        if len(divisions) > 1 and "/" not in rest:
            raise Refusal.of(
                "which-division/of-a-code",
                name=slug,
                listed=listed_divisions(divisions),
                table=f"{slug}/{divisions[-1]}/{rest}",
            )
        return self._devices.invite(table, by)

    def enrol(self, code: str, name: str = "") -> NewDevice:
        must_be_writable(name.strip(), say("accounts.named.tablet"))
        table, by = self._devices.accept(code)
        tail = "".join(secrets.choice(CODE_ALPHABET) for _ in range(5)).lower()
        device = f"{table.rpartition('/')[2].lower() or 'tablet'}-{tail}"
        fact = DeviceEnrolled(
            device=device, name=name.strip()[:60] or device, table=table, invited_by=by
        )
        write_down(self._desk, device_id(device), fact, from_the_desk(by))
        return NewDevice(device, self._devices.give_key(device), table)

    def revoke(self, device: str, reason: str, *, by: str) -> None:
        """Take a tablet out, whoever holds it; every session on it ends."""
        request = RevokeDevice(device=device, reason=reason)
        self._desk.must_write(device_id(device), request, from_the_desk(by))
        self._devices.take_key(device)
        self._sessions.end_all_on(device)

    def must_serve(self, device: str, badge: str, game: UUID) -> None:
        """Turn away an entry for another table than the one a tablet was taken in for.

        A director's entry is taken from any tablet, a scorekeeper's from none but a tablet.
        """
        if not device and self._desk.role_of(badge) is Role.SCOREKEEPER:
            raise Refusal.of("no-device/tablet")
        scope = self.table_of(device)
        if not scope:
            return
        scheduled = self._desk.shelf.at_least(game, 1).scheduled
        if not self.is_for(scope, scheduled) and self._desk.role_of(badge) is not Role.DIRECTOR:
            raise Refusal.of(
                "another-table/tablet",
                scope=self.scope_wording(scope),
                place=self.scope_wording(_place(scheduled)),
            )

    def must_be_the_desk(self, device: str, badge: str, slug: str) -> None:
        """Turn away what is only taken at a tournament's results desk, from a keeper elsewhere.

        There the slip itself lies before whoever types it. Who has no device, or leaves it out,
        is at no desk. Directors and organisers are at the desk wherever they are.
        """
        if self._desk.role_of(badge) is not Role.SCOREKEEPER:
            return
        scope = self.table_of(device)
        if scope.casefold() == f"{slug}/{DESK}".casefold():
            return
        if not device:
            raise Refusal.of("no-device/desk", tournament=self._called(slug))
        raise Refusal.of(
            "another-table/desk", scope=self.scope_wording(scope), tournament=self._called(slug)
        )

    def scope_wording(self, scope: str) -> str:
        """What something was taken in for, as people say it: ``table 14, Spring Open``."""
        if not scope:
            return say("accounts.scope.any-table")
        slug, _, rest = scope.partition("/")
        division, _, table = rest.rpartition("/")
        if is_a_desk(scope):
            return say("accounts.scope.desk", tournament=self._called(slug))
        if is_a_screen(scope):
            return say("accounts.scope.screen", tournament=self._called(slug))
        if rest in (STREAM, MIXER):
            return say(f"accounts.scope.{rest}", tournament=self._called(slug))
        number = re.fullmatch(r"[Tt](\d+)", table)
        text = say("accounts.scope.table", number=number[1]) if number else table
        if division:
            text = say("accounts.scope.of-division", table=text, division=division)
        return say("accounts.scope.of-tournament", table=text, tournament=self._called(slug))

    def _called(self, slug: str) -> str:
        found = tournament_of(self._desk.log.events_of(tournament_id(slug)))
        return slug if found is None else found.name

    def is_for(self, scope: str, scheduled: GameScheduled) -> bool:
        """Whether a tablet that was taken in for ``scope`` writes at the table of a game.

        Where there is one division only, its name may be left out, as in addresses.
        """
        if scope.casefold() == _place(scheduled).casefold():
            return True
        slug, table = scheduled.tournament, scheduled.table
        return scope.casefold() == f"{slug}/T{table}".casefold() and len(self._divisions(slug)) < 2

    def _divisions(self, slug: str) -> frozenset[str]:
        """The divisions of a tournament that were paired or entered so far."""
        stream = tournament_id(slug)
        version = self._desk.log.version_of(stream)
        known = self._divided.get(slug)
        if known is None or known[0] != version:
            tournament = tournament_of(self._desk.log.events_of(stream))
            if tournament is None:
                return frozenset()
            players = (player.division for player in tournament.players)
            paired = (each.division for each in tournament.rounds)
            known = self._divided[slug] = version, frozenset((*players, *paired))
        return known[1]

    def table_of(self, device: str) -> str:
        """What ``device`` was taken in for, as ``spring-open/T14``; ``""`` for any table."""
        taken_in = self._taken_in(device) if device else None
        return "" if taken_in is None else taken_in.table

    def screens(self, slug: str) -> tuple[tuple[DeviceEnrolled, ScreenSet], ...]:
        """The screens of a tournament's hall, and what each shows."""
        ours = self.taken_in_for(f"{slug}/{SCREEN}")
        return tuple((one, self.screen(one.device)) for one in ours)

    def screen(self, device: str) -> ScreenSet:
        """What a screen shows; where nobody said, what is needed at the moment."""
        stream = device_id(device)
        version = self._desk.log.version_of(stream)
        known = self._shown.get(device)
        if known is None or known[0] != version:
            said = screen_in(tuple(self._desk.log.events_of(stream)))
            known = self._shown[device] = version, said or ScreenSet(device=device)
        return known[1]

    def set_screen(self, request: SetScreen | SetStream, sent: Sent) -> None:
        self._desk.must_write(device_id(request.device), request, sent)

    def on_air(self, device: str) -> StreamSet:
        """What a screen of a stream shows; where nobody said, nothing."""
        stream = device_id(device)
        version = self._desk.log.version_of(stream)
        known = self._on_air.get(device)
        if known is None or known[0] != version:
            said = stream_in(tuple(self._desk.log.events_of(stream)))
            known = self._on_air[device] = version, said or StreamSet(device=device)
        return known[1]

    def taken_in_for(self, scope: str) -> tuple[DeviceEnrolled, ...]:
        """The devices that were taken in for just this, as ``spring-open/stream``."""
        return tuple(one for one in self.enrolled() if one.table == scope)

    def may_switch(self, device: str, slug: str) -> str:
        """The badge that handed out control of a stream to this device; empty: nobody did.

        It is empty too once that badge may not hand it out any more.
        """
        taken_in = self._taken_in(device) if device else None
        if taken_in is None or taken_in.table != f"{slug}/{MIXER}":
            return ""
        allowed = self._desk.role_of(taken_in.invited_by) in ORGANISERS
        return taken_in.invited_by if allowed else ""

    def name_of(self, device: str) -> str:
        """What people call it; its own name where nobody said."""
        taken_in = self._taken_in(device)
        return device if taken_in is None else taken_in.name

    def enrolled(self) -> tuple[DeviceEnrolled, ...]:
        ours = self._local_store.rows("SELECT device FROM device_keys ORDER BY device")
        return tuple(found for (device,) in ours if (found := self._taken_in(device)) is not None)

    def resting(self, now: datetime) -> tuple[Resting, ...]:
        """The tablets that were not used for ``RESTED`` or longer, the longest first.

        One that was never heard from counts from the moment it was taken in. Screens keep
        nothing, and are none of them.
        """
        latest = heard(self._local_store, self._sessions.last_seen.known())
        found = []
        for fact in self.enrolled():
            known = latest.get(fact.device)
            at = known.at if known is not None and known.at is not None else None
            last = at or self._enrolled_at[fact.device]
            if not shows_only(fact.table) and now - last >= RESTED:
                found.append(Resting(fact.device, fact.name, fact.table, last))
        return tuple(sorted(found, key=lambda one: one.last))

    def _taken_in(self, device: str) -> DeviceEnrolled | None:
        """How ``device`` was taken in. That never changes, so it is read once."""
        known = self._known.get(device)
        if known is not None:
            return known
        for event in self._desk.log.events_of(device_id(device)):
            if isinstance(event.fact, DeviceEnrolled):
                self._enrolled_at[device] = event.envelope.written_at
                return self._known.setdefault(device, event.fact)
        return None


def is_a_desk(scope: str) -> bool:
    """Whether something was taken in for the results desk of a tournament.

    >>> [is_a_desk(scope) for scope in ("spring-open/desk", "spring-open/desk/T1", "desk", "")]
    [True, False, False, False]
    """
    slug, _, rest = scope.partition("/")
    return bool(slug) and rest.casefold() == DESK


def is_a_screen(scope: str) -> bool:
    """Whether something was taken in for a screen of the hall of a tournament."""
    slug, _, rest = scope.partition("/")
    return bool(slug) and rest.casefold() == SCREEN


def shows_only(scope: str) -> bool:
    """Whether nothing of the record is entered there: a screen of any kind, or what switches it.

    >>> [shows_only(f"spring-open/{what}") for what in ("screen", "stream-control", "T1", "desk")]
    [True, True, False, False]
    """
    slug, _, rest = scope.partition("/")
    return is_a_screen(scope) or (bool(slug) and rest in (STREAM, MIXER))


def is_a_table(scope: str) -> bool:
    """Whether something was taken in for a table, or for any: neither for a desk nor a screen."""
    return not is_a_desk(scope) and not shows_only(scope)


def _place(scheduled: GameScheduled) -> str:
    division = f"{scheduled.division}/" if scheduled.division else ""
    return f"{scheduled.tournament}/{division}T{scheduled.table}"


# Tokens: how a program shows that it speaks for a badge, as far as the token's scopes go.


PREFIX = "tilescribe_"
"""What every token begins with: programs that look for secrets left lying about know it by that."""


class Token(Struct, frozen=True, kw_only=True):
    badge: str
    name: str
    role: Role
    scopes: tuple[TokenScope, ...]
    made_at: datetime
    ends_at: datetime


class Tokens:
    def __init__(
        self,
        local_store: LocalStore,
        role_of: Callable[[str], Role | None],
        now: Callable[[], datetime],
    ) -> None:
        self._local_store = local_store
        self._role_of = role_of
        self._now = now

    def make(self, badge: str, name: str, scopes: tuple[TokenScope, ...], days: int) -> str:
        """A token (256 bits), which is kept nowhere; an earlier one of this name opens nothing."""
        self.take(badge, name)
        token = PREFIX + secrets.token_urlsafe(32)
        now = self._now()
        self._local_store.change(
            "INSERT INTO tokens VALUES (?, ?, ?, ?, ?, ?)",
            _digest_of_token(token), badge, name, " ".join(scopes), now.isoformat(),
            (now + timedelta(days=days)).isoformat(),
        )  # fmt: skip
        return token

    def find(self, token: str) -> Token | None:
        """The token as it stands; ``None`` if it was never made, was taken back or has run out."""
        found = self._local_store.rows(
            "SELECT badge, name, scopes, made_at, ends_at FROM tokens WHERE token = ?",
            _digest_of_token(token),
        )
        if not found:
            return None
        badge, name, scopes, made_at, ends_at = found[0]
        role = self._role_of(badge)
        if role is None or self._now() >= datetime.fromisoformat(ends_at):
            return None
        return Token(
            badge=badge, name=name, role=role, scopes=tuple(scopes.split()),
            made_at=datetime.fromisoformat(made_at), ends_at=datetime.fromisoformat(ends_at),
        )  # fmt: skip

    def all_of(self, badge: str = "") -> tuple[Token, ...]:
        """Every token that opens something, of one badge or of all, by badge and name."""
        rows = self._local_store.rows(
            "SELECT badge, name, scopes, made_at, ends_at FROM tokens "
            "WHERE ? IN ('', badge) ORDER BY badge, name",
            badge,
        )
        return tuple(
            Token(
                badge=each, name=name, role=role, scopes=tuple(scopes.split()),
                made_at=datetime.fromisoformat(made_at), ends_at=datetime.fromisoformat(ends_at),
            )
            for each, name, scopes, made_at, ends_at in rows
            if (role := self._role_of(each)) is not None
            and self._now() < datetime.fromisoformat(ends_at)
        )  # fmt: skip

    def take(self, badge: str, name: str) -> None:
        self._local_store.change("DELETE FROM tokens WHERE badge = ? AND name = ?", badge, name)


def _digest_of_token(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
