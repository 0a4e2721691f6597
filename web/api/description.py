"""The interface described to programs, and its page for people."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, get_args

import msgspec
from flask import Response, render_template
from msgspec import UNSET, Struct

from ledger.vocabulary.closed_lists import TokenScope, choices
from web.access.permissions import EVERYBODY
from web.api import tournaments
from web.api import tournaments as entering
from web.api.operations import OPERATIONS, Operation, Parameter
from web.api.operations import pages as operations
from web.asgi.telling import ChangeTold
from web.frame.pages import Pages
from web.frame.refused import RefusalTold

Schema = dict[str, Any]
"""A part of the description: JSON as Python has it."""

REGISTERED_IN = (tournaments, entering)
"""The modules whose operations are described: importing them registers these."""

PLACE = "#/components/schemas/{name}"

ANY_MAY = {
    408: "Its body did not come in 10 seconds.",
    413: "It is larger than anything that can be sent at once.",
    421: "This service does not go by that name.",
    429: "Too many bodies of one address are on their way.",
    500: "Something went wrong in this program; the record is not changed.",
    503: "Too many wait, or the record is away: nothing was written, ask again after a while.",
}
"""HTTP statuses that every operation may answer with."""

MEANS = {
    400: "It can't be understood.",
    401: "A token is needed, or this one opens nothing.",
    403: "The badge behind the token, or its scope, does not allow it.",
    404: "There is no such thing, or it is not shown to who asks.",
    422: "It is refused, in words; nothing was written.",
}
"""Those that an operation names itself, under ``refusals``."""

ABOUT = """\
What a page shows a visitor, programs may read without a token: no rack and no draw before a game is
over, no board or clock sooner than the organiser chose. An organiser makes tokens at /tokens/; each
speaks for the organiser's own badge as far as its scopes go, and is sent as a bearer. Lists come in
pages: send `next` as `after`, or follow the Link header. Answers have an ETag to be asked for again
with. What is entered is numbered by the program (Idempotency-Key): sent again with the same number
it is written once, and answered the same. Changes come at /events; a connection that was lost goes
on where it ended by Last-Event-ID. `begun-again` says that too much was missed: read anew."""

SCOPES: dict[TokenScope, str] = {
    "read": "Read what visitors read, with a place kept in a crowd.",
    "official": "Read what the badge itself is shown.",
    "results": "Type results from slips.",
    "players": "Enter players.",
    "rounds": "Pair rounds.",
}

WHERE: dict[str, Schema] = {
    "slug": {"type": "string", "pattern": "^[a-z0-9][a-z0-9-]{0,39}$"},
    "game": {"type": "string", "format": "uuid"},
    "round_number": {"type": "integer", "minimum": 0, "maximum": 999_999},
    "table": {"type": "integer", "minimum": 0, "maximum": 999_999},
}
"""The parts of an address that change."""

KEY: Schema = {
    "name": entering.ONCE,
    "in": "header",
    "required": True,
    "schema": {"type": "string", "format": "uuid"},
    "description": "The program's own number for this entry, the same when it is sent again.",
}

EVENT: Schema = {
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


@cache
def description() -> Schema:
    paths: dict[str, Schema] = {}
    for operation in OPERATIONS.values():
        address = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", f"{operations.prefix}{operation.rule}")
        paths.setdefault(address, {})[operation.method.lower()] = described(operation)
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
                    "description": " ".join(
                        f"{scope}: {SCOPES[scope]}" for scope in get_args(TokenScope)
                    ),
                }
            },
            "schemas": schemas(types_in_use()),
        },
    }


@cache
def as_json() -> bytes:
    return (json.dumps(description(), indent=1, ensure_ascii=False) + "\n").encode()


def types_in_use() -> tuple[type[Struct], ...]:
    """Every type that an operation answers or is sent, once."""
    found: dict[type[Struct], None] = {RefusalTold: None, ChangeTold: None}
    for operation in OPERATIONS.values():
        for kind in (operation.told, operation.sent):
            if isinstance(kind, type):
                found[kind] = None
    return tuple(found)


def described(operation: Operation) -> Schema:
    path = [
        {"name": name, "in": "path", "required": True, "schema": WHERE[name]}
        for name in re.findall(r"<(?:\w+:)?(\w+)>", operation.rule)
    ]
    query = [_in_query(parameter) for parameter in operation.parameters]
    sends = operation.sent is not None
    fields: Schema = {
        "operationId": operation.endpoint,
        "summary": operation.summary,
        "parameters": [*path, *query, *([KEY] if sends else [])],
        "security": [{"token": []}] if sends else [{}, {"token": []}],
        "x-scope": operation.scope,
    }
    if operation.sent is not None:
        fields["requestBody"] = {"required": True, "content": _in_json(operation.sent)}
    fields["responses"] = _responses(operation)
    return fields


def _in_query(parameter: Parameter) -> Schema:
    schema = msgspec.json.schema(parameter.kind)
    named = schema.pop("$defs", {})
    if "$ref" in schema:
        schema = named[schema["$ref"].rpartition("/")[2]]
    return {
        "name": parameter.name,
        "in": "query",
        "required": parameter.usual is UNSET,
        "schema": in_plain_words(schema),
        "description": parameter.words,
    }


def _responses(operation: Operation) -> Schema:
    """What may be answered: what was asked for, or a refusal in words."""
    if operation.told == "text/event-stream":
        good: Schema = {operation.told: {"schema": EVENT}}
    elif isinstance(operation.told, str):
        good = {operation.told: {"schema": {"type": "string"}}}
    else:
        good = _in_json(operation.told)
    statuses = {*ANY_MAY, *operation.refusals, *({422} if operation.parameters else ()), 401}
    if operation.sent is None:
        statuses -= {408, 413, 429}
    return {
        "200": {"description": "As asked.", "content": good},
        **({} if operation.sent else {"304": {"description": "As it was, by its ETag."}}),
        **{
            str(status): {
                "description": (ANY_MAY | MEANS)[status],
                "content": _in_json(RefusalTold),
            }
            for status in sorted(statuses)
        },
    }


def _in_json(kind: type[Struct]) -> Schema:
    return {"application/json": {"schema": {"$ref": PLACE.format(name=kind.__name__)}}}


def schemas(kinds: tuple[type[Struct], ...]) -> dict[str, Schema]:
    """The schemas of these types and of all that they are made of, by name."""
    _, made = msgspec.json.schema_components(kinds, ref_template=PLACE)
    by_name = {kind.__name__: kind for kind in structs_in(kinds)}
    return {
        name: of_struct(by_name[name], schema) if name in by_name else in_plain_words(schema)
        for name, schema in sorted(made.items())
    }


def structs_in(kinds: Iterable[type[Struct]]) -> Iterator[type[Struct]]:
    """Every struct that these types are made of, themselves included, once."""
    waiting: list[Any] = list(msgspec.inspect.multi_type_info(kinds))
    seen: set[type[Struct]] = set()
    while waiting:
        found = waiting.pop()
        if isinstance(found, msgspec.inspect.StructType):
            if found.cls in seen:
                continue
            seen.add(found.cls)
            yield found.cls
        if isinstance(found, msgspec.inspect.Type | msgspec.inspect.Field):
            for name in found.__struct_fields__:
                part = getattr(found, name)
                waiting += part if type(part) is tuple else (part,)


def of_struct(kind: type[Struct], schema: Schema) -> Schema:
    """The schema of a struct with the words of its docstring, and with what is always there.

    A field with a default may be left out of what is sent (such structs know all their fields),
    and of what is answered only where defaults are left out, or where it is not set.
    """
    config = kind.__struct_config__
    schema = in_plain_words(schema)
    always = set(schema.pop("required", ()))
    properties = schema.pop("properties")
    if not (config.forbid_unknown_fields or config.omit_defaults):
        fields = msgspec.structs.fields(kind)
        always = {field.encode_name for field in fields if field.default is not UNSET}
        for of_field in properties.values():
            of_field.pop("default", None)
    for name, words in words_for_fields(kind).items():
        properties[name]["description"] = words
    required = {"required": [name for name in properties if name in always]}
    return {**schema, **(required if always else {}), "properties": properties}


def in_plain_words(schema: Schema) -> Schema:
    """A schema without its title, which is its name, and with the words about all of it alone."""
    fields = {part: shorter(value) for part, value in schema.items() if part != "title"}
    if "description" in fields:
        fields["description"] = _plain(fields["description"].partition("Attributes:\n")[0])
    return fields


def shorter(part: Any) -> Any:  # noqa: ANN401 (whatever JSON may hold)
    """The same in fewer lines: pairs of one thing, and what may be null.

    >>> shorter({"anyOf": [{"type": "string", "format": "uuid"}, {"type": "null"}]})
    {'type': ['string', 'null'], 'format': 'uuid'}
    """
    if isinstance(part, list):
        return [shorter(each) for each in part]
    if not isinstance(part, dict):
        return part
    part = {name: shorter(value) for name, value in part.items()}
    if "prefixItems" in part:
        first, *others = part["prefixItems"]
        if all(other == first for other in others):
            del part["prefixItems"]
            part["items"] = first
    first, *others = part.get("anyOf", [{}])
    if others == [{"type": "null"}] and isinstance(first.get("type"), str):
        del part["anyOf"]
        part = first | {"type": [first["type"], "null"]} | part
    return part


def words_for_fields(kind: type[Struct]) -> dict[str, str]:
    """What the docstring of a struct, and of those it extends, says of each field.

    >>> from web.asgi.telling import Hint
    >>> words_for_fields(Hint)["position"]
    'Of the change in the log.'
    """
    names = {field.name: field.encode_name for field in msgspec.structs.fields(kind)}
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        docstring = inspect.cleandoc(base.__dict__.get("__doc__") or "")
        fields = docstring.partition("Attributes:\n")[2]
        for about, words in re.findall(r"^  (\w[\w, ]*): (.*(?:\n    .*)*)", fields, re.MULTILINE):
            found |= dict.fromkeys(about.split(", "), _plain(words))
    apart = _told_apart(found, set(names))
    return {names[name]: words for name, words in apart.items() if name in names}


def _told_apart(found: dict[str, str], names: set[str]) -> dict[str, str]:
    """The same, where the words for a field also describe the next one in passing.

    >>> _told_apart({"was": "The scores before, `now`: those after."}, {"was", "now"})
    {'was': 'The scores before.', 'now': 'Those after.'}
    """
    fields: dict[str, str] = {}
    for about, words in found.items():
        first, *rest = re.split(r"[,;.] `(\w+)`: ", words)
        if set(rest[::2]) <= names:
            pairs = [(about, first), *zip(rest[::2], rest[1::2], strict=True)]
            fields |= {name: f"{_plain(said).rstrip('.')}." for name, said in pairs}
        else:
            fields[about] = words
    return fields


def _plain(docstring: str) -> str:
    """Words of a docstring in one line; as OpenAPI marks code and calls ``None``."""
    words = " ".join(docstring.split()).replace("``", "`").replace("`None`", "`null`")
    return words[:1].upper() + words[1:]


# The interface for programs, for the people who write them: a page, and its description.


pages = Pages("browsing", manual="programs", prefix="/api/v1")


@pages.get("/", who=EVERYBODY)
def interface() -> str:
    fields = description()
    return render_template(
        "api/interface.html",
        about=fields["info"]["description"].rstrip(".").replace("`", "").split(". "),
        operations=[(one, _example(one)) for one in sorted(OPERATIONS.values(), key=_reads_first)],
        schemas=fields["components"]["schemas"],
        scopes=dict(choices(TokenScope)),
        prefix=operations.prefix,
    )


@pages.get(
    "/openapi.json",
    name="description",
    who=EVERYBODY,
    answers="application/vnd.oai.openapi+json",
    alike=True,
)
def browsing_description() -> Response:
    return Response(as_json(), mimetype="application/vnd.oai.openapi+json")


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
