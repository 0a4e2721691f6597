"""What the figures of an application are looked up from, when somebody reads them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Protocol

from flask import Flask

from ledger.record.measured import Appends
from web.front.hub import Hub
from web.site.site import Site
from web.watching.checks import Check, of_the_clock, of_the_screens, of_the_sending, unmade
from web.watching.figures import Figures
from web.watching.skews import Skews

if TYPE_CHECKING:
    from web.front.asgi import Front


def looked_up(figures: Figures, app: Flask) -> None:
    """Let the figures ask the rooms of this application."""
    hub: Hub = app.extensions["hub"]

    def of_front(name: str) -> Callable[[], float]:
        def count() -> float:
            front: Front | None = app.extensions.get("front")
            return front.counts[name] if front is not None else 0

        return count

    figures.look_up("tilescribe_live_streams", "Streams that are open.", lambda: hub.watchers)
    figures.look_up(
        "tilescribe_tablets_online",
        "Tablets and badges with a stream open.",
        lambda: hub.kept.holders,
    )
    for name, counted, what in (
        ("tilescribe_requests_waiting", "waiting", "Requests that wait for a thread."),
        ("tilescribe_sign_ins_waiting", "signing in", "Sign-ins that wait for their turn."),
        ("tilescribe_bodies_unfinished", "unfinished", "Requests that are still arriving."),
    ):
        figures.look_up(name, what, of_front(counted))
    figures.look_at(lambda: all_checks(app))
    appends: Appends | None = getattr(app.extensions["site"], "appends", None)
    if appends is not None:
        figures.follow(appends)


class MakesBackups(Protocol):
    """What makes backups while the service runs."""

    @property
    def trouble(self) -> str:
        """Why none is made now, in words; empty: nothing is in the way."""


def backup_trouble(app: Flask) -> str:
    """Why no backup is made now, in words; empty: nothing is in the way, or none are made here."""
    backups: MakesBackups | None = app.config.get("BACKUPS")
    return backups.trouble if backups is not None else ""


class Standing(Protocol):
    """How it stands with somebody who is sent checkpoints, as ``web.proofs.sending`` has it."""

    @property
    def trouble(self) -> str:
        """Why something lacks, in words; empty: nothing does."""


class SendsCheckpoints(Protocol):
    """What sends checkpoints to witnesses and subscribers while the service runs."""

    @property
    def standing(self) -> Sequence[Standing]:
        """How it stands with each."""


def _of_the_sending(app: Flask) -> Check | None:
    """Whether all is sent, from memory alone: the record may be stuck. ``None``: nobody is."""
    sending: SendsCheckpoints | None = app.config.get("SENDING")
    if sending is None:
        return None
    return of_the_sending([each.trouble for each in sending.standing if each.trouble])


def all_checks(app: Flask) -> tuple[Check, ...]:
    """Every check: of the record, and of what this process does beside it."""
    site: Site = app.extensions["site"]
    hub: Hub = app.extensions["hub"]
    skews: Skews = app.extensions["skews"]
    checks = [*site.checks(), of_the_screens(hub.still_for, hub.watchers)]
    if trouble := backup_trouble(app):
        checks = [unmade(trouble, c.value) if c.name == "backup" else c for c in checks]
    if (sent := _of_the_sending(app)) and all(c.name != sent.name for c in checks):
        checks.append(sent)
    tablets = skews.of_most(datetime.now(UTC))
    if tablets is None:
        return tuple(checks)
    by_tablets = of_the_clock({"that of most tablets": tablets})
    return tuple(by_tablets if c.name == "clock" and c.state == "ok" else c for c in checks)
