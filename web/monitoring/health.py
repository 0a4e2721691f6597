"""Is it running, and can it work."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from flask import Response, current_app, make_response, redirect, request, url_for
from msgspec import Struct

from web.access.permissions import EVERYBODY, OFFICIALS
from web.frame.bodies import as_json
from web.frame.pages import Pages
from web.frame.refused import asked_by_a_person
from web.monitoring.checks import Check
from web.monitoring.metrics import all_checks, is_from_here

health_pages = Pages("health", manual=None)


class Alive(Struct, frozen=True):
    alive: bool = True


class ReadinessView(Struct, frozen=True, kw_only=True):
    """Whether the record can be read and written, and all that follows it is up to date.

    Attributes:
      troubles: why not, in words; empty: it can work. A visitor is told what to do, not why.
      warnings: what somebody should see to, though it works; for officials, and on the computer
        itself.
      checks: all that was looked at; for the same.
    """

    ready: bool
    troubles: tuple[str, ...]
    warnings: tuple[str, ...] = ()
    checks: tuple[Check, ...] = ()


NOT_NOW = "The service can't write at the moment. Keep score on paper and call the director."
"""What a visitor is told, whatever it is."""


@health_pages.get("/healthz", who=EVERYBODY, answers=Alive)
def alive() -> Response:
    """The process answers; nothing else is looked at. With ``?once`` its connection ends then."""
    response = as_json(Alive())
    if "once" in request.args:
        response.headers["Connection"] = "close"
    return response


@health_pages.get("/readyz", who=EVERYBODY, answers=ReadinessView)
def ready() -> Response:
    """Whether the service can do its work: 200, or 503 with the reasons in words.

    Officials, and whoever asks from the computer itself, are told all that was looked at; others
    whether it is ready. In JSON for programs, in lines for people.
    """
    checks = all_checks(current_app)
    troubles = tuple(check.told for check in checks if check.state == "trouble")
    if _may_know(checks):
        warnings = tuple(check.told for check in checks if check.state == "warning")
        readiness = ReadinessView(
            ready=not troubles, troubles=troubles, warnings=warnings, checks=checks
        )
    else:
        readiness = ReadinessView(ready=not troubles, troubles=(NOT_NOW,) if troubles else ())
    status = 503 if troubles else 200
    if not asked_by_a_person():
        return as_json(readiness, status)
    response = Response("\n".join(_in_lines(readiness)) + "\n", status, mimetype="text/plain")
    response.headers["Cache-Control"] = "no-store"
    return response


def _may_know(checks: Iterable[Check]) -> bool:
    """Whether who asks may see more than yes or no."""
    if is_from_here():
        return True
    if any(check.name == "record" and check.state == "trouble" for check in checks):
        return False  # who it is, the record would have to say
    return current_app.extensions["role_of"](request) in OFFICIALS


def _in_lines(readiness: ReadinessView) -> Iterator[str]:
    yield "Ready." if readiness.ready else "Not ready."
    if not readiness.checks:
        yield from readiness.troubles
    for check in readiness.checks:
        yield f"{check.state:<8} {check.name:<9} {check.told}"


@health_pages.get("/openapi.yaml", who=EVERYBODY)
def description() -> Response:
    """On to the description for programs: older links lead here."""
    return make_response(redirect(url_for("browsing.description"), 308))
