"""The description of the interface for programs, OpenAPI 3.1, made from its operations and types.

``python -m tests.api_description`` writes ``web/api/openapi.json``, which ``/api/v1/openapi.json``
serves and ``/api/v1/`` shows to people. Operations are those of ``web.api.operations``; schemas are
made as those of the pages (``tests.schemas``).
"""

from __future__ import annotations

import json
import re
from http import HTTPStatus
from pathlib import Path

import msgspec

from tests import schemas
from web.api import entering, games, tournaments
from web.api.operations import OPERATIONS, bp
from web.frame.refused import RefusalTold
from web.live.changes_told import ChangeTold

WRITTEN = Path(__file__).resolve().parents[1] / "web" / "api" / "openapi.json"
FROM = (entering, games, tournaments)
PLACE = "#/components/schemas/{name}"

ANY_MAY = {
    408: "Its body did not come in 10 seconds.",
    413: "It is larger than anything that can be sent at once.",
    421: "This service does not go by that name.",
    429: "Too many bodies of one address are on their way.",
    500: "Something went wrong in this program; the record is not changed.",
    503: "Too many wait, or the record is away: nothing was written, ask again after a while.",
}
MEANS = {
    400: "It can't be understood.",
    401: "A token is needed, or this one opens nothing.",
    403: "The badge behind the token, or its scope, does not allow it.",
    404: "There is no such thing, or it is not shown to who asks.",
    422: "It is refused, in words; nothing was written.",
}
ABOUT = """\
What a page shows a visitor, programs may read without a token: no rack and no draw before a game is
over, no board or clock sooner than the organiser chose. An organiser makes tokens at /tokens/; each
speaks for the organiser's own badge as far as its scopes go, and is sent as a bearer. Lists come in
pages: send `next` as `after`, or follow the Link header. Answers have an ETag to be asked for again
with. What is entered is numbered by the program (Idempotency-Key): sent again with the same number
it is written once, and answered the same. Changes come at /events; a connection that was lost goes
on where it ended by Last-Event-ID. `begun-again` says that too much was missed: read anew."""
SCOPES = {
    "read": "Read what visitors read, with a place kept in a crowd.",
    "official": "Read what the badge itself is shown.",
    "results": "Type results from slips.",
    "players": "Enter players.",
    "rounds": "Pair rounds.",
}
WHERE = {
    "slug": {"type": "string", "pattern": "^[a-z0-9][a-z0-9-]{0,39}$"},
    "game": {"type": "string", "format": "uuid"},
    "round_number": {"type": "integer", "minimum": 0, "maximum": 999_999},
    "table": {"type": "integer", "minimum": 0, "maximum": 999_999},
}
KEY = {
    "name": entering.ONCE,
    "in": "header",
    "required": True,
    "schema": {"type": "string", "format": "uuid"},
    "description": "The program's own number for this entry, the same when it is sent again.",
}

AN_EVENT = {
    "type": "object",
    "description": "One event of the stream; of several changes of one game the last is told.",
    "properties": {
        "id": {"type": "string", "description": "Its place in the log."},
        "event": {
            "type": "string",
            "description": "`game` or `tournament`: what it is about; `begun-again`: read anew.",
        },
        "data": {
            "type": "string",
            "contentMediaType": "application/json",
            "contentSchema": {
                "anyOf": [
                    {"$ref": PLACE.format(name=ChangeTold.__name__)},
                    {"type": "object", "maxProperties": 0},
                ]
            },
        },
    },
}


def kinds():
    """Every type that is told or sent, once."""
    found = {RefusalTold: None, ChangeTold: None}
    for one in OPERATIONS.values():
        found |= {kind: None for kind in (one.told, one.sent) if isinstance(kind, type)}
    return tuple(found)


def described():
    """The whole description."""
    _, made = msgspec.json.schema_components(kinds(), ref_template=PLACE)
    structs = {kind.__name__: kind for kind in schemas.structs(kinds())}
    paths = {}
    for one in OPERATIONS.values():
        path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", f"{bp.url_prefix}{one.rule}")
        paths.setdefault(path, {})[one.method.lower()] = operation(one)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Tilescribe, for programs",
            "version": "1",
            "summary": "The record of a word-game tournament, to read and to enter by program.",
            "description": " ".join(ABOUT.split()),
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": " ".join(f"{k}: {v}" for k, v in SCOPES.items()),
                }
            },
            "schemas": {
                name: schemas.of_struct(structs[name], schema)
                if name in structs
                else schemas.in_plain_words(schema)
                for name, schema in sorted(made.items())
            },
        },
    }


def operation(one):
    """One operation."""
    path = [
        {"name": name, "in": "path", "required": True, "schema": WHERE[name]}
        for name in re.findall(r"<(?:\w+:)?(\w+)>", one.rule)
    ]
    query = [
        {
            "name": each.name,
            "in": "query",
            "required": each.usual is msgspec.UNSET,
            "schema": of_kind(each.kind),
            "description": each.words,
        }
        for each in one.parameters
    ]
    told = {
        "operationId": one.endpoint,
        "summary": one.summary,
        "parameters": [*path, *query, *([KEY] if one.sent else [])],
        "security": [{"token": []}] if one.sent else [{}, {"token": []}],
        "x-scope": one.scope,
    }
    if one.sent:
        told["requestBody"] = {"required": True, "content": as_json(one.sent)}
    told["responses"] = responses(one)
    return told


def responses(one):
    """What may be answered: what was asked for, or a refusal in words."""
    if one.told == "text/event-stream":
        good = {one.told: {"schema": AN_EVENT}}
    elif isinstance(one.told, str):
        good = {one.told: {"schema": {"type": "string"}}}
    else:
        good = as_json(one.told)
    statuses = {*ANY_MAY, *one.refusals, *({422} if one.parameters else ()), 401}
    if not one.sent:
        statuses -= {408, 413, 429}
    return {
        "200": {"description": "As asked.", "content": good},
        **({} if one.sent else {"304": {"description": "As it was, by its ETag."}}),
        **{
            str(status): {
                "description": {**ANY_MAY, **MEANS}[status] or HTTPStatus(status).phrase,
                "content": as_json(RefusalTold),
            }
            for status in sorted(statuses)
        },
    }


def as_json(kind):
    """The content of a body of this type."""
    return {"application/json": {"schema": {"$ref": PLACE.format(name=kind.__name__)}}}


def of_kind(kind):
    """The schema of a parameter."""
    schema = msgspec.json.schema(kind)
    named = schema.pop("$defs", {})
    if "$ref" in schema:
        schema = named[schema["$ref"].rpartition("/")[2]]
    return schemas.in_plain_words(schema)


def written():
    """The file."""
    return json.dumps(described(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    WRITTEN.write_text(written(), "utf-8")
