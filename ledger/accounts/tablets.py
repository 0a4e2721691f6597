"""The tablets that are ours: taken in by a code for a table, the results desk or any table."""

from __future__ import annotations

import re
import secrets
from typing import NamedTuple
from uuid import UUID

from ledger.accounts.devices import CODE_ALPHABET, Devices
from ledger.accounts.facts import DeviceEnrolled
from ledger.accounts.giving_out import RevokeDevice
from ledger.accounts.local_store import LocalStore
from ledger.accounts.sessions import Sessions
from ledger.desk.desk import Desk, write_down
from ledger.desk.requests import from_the_desk
from ledger.game.setting_up.facts import GameScheduled
from ledger.record.events import device_id, tournament_id
from ledger.requests.request import ORGANISERS, must_be_allowed
from ledger.tournament.divisions import listed_divisions
from ledger.tournament.tournament import tournament_of
from ledger.vocabulary import Role
from ledger.vocabulary.bounds import must_be_short
from ledger.vocabulary.names import LONGEST_NAME, must_be_writable
from ledger.vocabulary.refusals import Refusal

DESK = "desk"
"""What stands for a table in the address of what is taken in for the results desk of a tournament:
``spring-open/desk``. Tables have a ``T`` and their number there."""


class NewDevice(NamedTuple):
    """A device that was enrolled just now, and its key, told once and kept nowhere."""

    device: str
    key: str
    table: str


class Tablets:
    def __init__(
        self, desk: Desk, cabinet: LocalStore, devices: Devices, sessions: Sessions
    ) -> None:
        self._desk = desk
        self._cabinet = cabinet
        self._devices = devices
        self._sessions = sessions
        self._known: dict[str, DeviceEnrolled] = {}
        self._divided: dict[str, tuple[int, frozenset[str]]] = {}

    def invite(self, table: str, *, by: str) -> str:
        """A code that enrols one tablet; good once, for a quarter of an hour.

        Args:
          table: for which table, as ``spring-open/T14``, or for the results desk, as
            ``spring-open/desk``; empty: for any table.
        """
        must_be_allowed(self._desk.role_of(by), ORGANISERS)
        must_be_short(table, LONGEST_NAME)
        slug, _, rest = table.partition("/")
        divisions = sorted(self._divisions(slug)) if rest and not is_a_desk(table) else []
        if len(divisions) > 1 and "/" not in rest:
            raise Refusal(
                "which-division",
                f"{slug} has the divisions {listed_divisions(divisions)}, each with tables of its"
                " own.",
                f"Write it as {slug}/{divisions[-1]}/{rest}, with the division of that table.",
            )
        return self._devices.invite(table, by)

    def enrol(self, code: str, name: str = "") -> NewDevice:
        must_be_writable(name.strip(), "The tablet")
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
            raise Refusal(
                "no-device",
                "This tablet has not been taken in.",
                "Ask the director for a code, and open /enrol on this tablet.",
            )
        scope = self.table_of(device)
        if not scope:
            return
        scheduled = self._desk.shelf.at_least(game, 1).scheduled
        if not self.is_for(scope, scheduled) and self._desk.role_of(badge) is not Role.DIRECTOR:
            raise Refusal(
                "another-table",
                f"This tablet writes for {self.scope_wording(scope)}, not for "
                f"{self.scope_wording(_place(scheduled))}.",
                "Use that table's tablet, or ask the director for a new code.",
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
            raise Refusal(
                "no-device",
                f"This device was not taken in for the results desk of {self._called(slug)}.",
                "Ask a director or an organiser for a code for the desk, and open /enrol here.",
            )
        raise Refusal(
            "another-table",
            f"This device was taken in for {self.scope_wording(scope)}, "
            f"not for the results desk of {self._called(slug)}.",
            "Bring the slip to the results desk, or ask a director for a code for the desk.",
        )

    def scope_wording(self, scope: str) -> str:
        """What something was taken in for, as people say it: ``table 14, Spring Open``."""
        if not scope:
            return "any table"
        slug, _, rest = scope.partition("/")
        division, _, table = rest.rpartition("/")
        if is_a_desk(scope):
            return f"the results desk of {self._called(slug)}"
        text = f"table {table.lstrip('Tt')}" if re.fullmatch(r"[Tt]\d+", table) else table
        return f"{text}{f' of division {division}' if division else ''}, {self._called(slug)}"

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

    def enrolled(self) -> tuple[DeviceEnrolled, ...]:
        ours = self._cabinet.rows("SELECT device FROM device_keys ORDER BY device")
        return tuple(found for (device,) in ours if (found := self._taken_in(device)) is not None)

    def _taken_in(self, device: str) -> DeviceEnrolled | None:
        """How ``device`` was taken in. That never changes, so it is read once."""
        known = self._known.get(device)
        if known is not None:
            return known
        for event in self._desk.log.events_of(device_id(device)):
            if isinstance(event.fact, DeviceEnrolled):
                return self._known.setdefault(device, event.fact)
        return None


def is_a_desk(scope: str) -> bool:
    """Whether something was taken in for the results desk of a tournament.

    >>> [is_a_desk(scope) for scope in ("spring-open/desk", "spring-open/desk/T1", "desk", "")]
    [True, False, False, False]
    """
    slug, _, rest = scope.partition("/")
    return bool(slug) and rest.casefold() == DESK


def _place(scheduled: GameScheduled) -> str:
    division = f"{scheduled.division}/" if scheduled.division else ""
    return f"{scheduled.tournament}/{division}T{scheduled.table}"
