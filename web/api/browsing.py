"""The interface for programs, for the people who write them: a page, and its description."""

from __future__ import annotations

from flask import Response, render_template

from ledger.vocabulary.closed_lists import LISTS, TokenScope
from web.access.permissions import EVERYBODY
from web.api import description as described
from web.api.operations import OPERATIONS, Operation
from web.api.operations import pages as operations
from web.frame.pages import Pages

pages = Pages("browsing", manual="programs", prefix="/api/v1")


@pages.get("/", who=EVERYBODY)
def interface() -> str:
    told = described.description()
    return render_template(
        "api/interface.html",
        about=told["info"]["description"].rstrip(".").replace("`", "").split(". "),
        operations=[(one, _example(one)) for one in sorted(OPERATIONS.values(), key=_reads_first)],
        schemas=told["components"]["schemas"],
        scopes=LISTS[TokenScope].words,
        prefix=operations.prefix,
    )


@pages.get("/openapi.json", who=EVERYBODY, answers="application/vnd.oai.openapi+json", alike=True)
def description() -> Response:
    return Response(described.as_json(), mimetype="application/vnd.oai.openapi+json")


def _reads_first(one: Operation) -> bool:
    return one.sent is not None


def _example(one: Operation) -> str:
    where = one.rule.replace("<slug>", "harbour-open").replace("<uuid:game>", "GAME")
    where = where.replace("<int:round_number>", "1").replace("<int:table>", "1")
    address = f"HALL{operations.prefix}{where}"
    if one.sent is None:
        return f"curl {address}"
    return (
        f"curl -X POST {address} -H 'Authorization: Bearer TOKEN' "
        f"-H 'Idempotency-Key: '$(uuidgen) -H 'Content-Type: application/json' -d @body.json"
    )
