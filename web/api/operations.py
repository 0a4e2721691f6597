"""What other programs can ask for: each operation registered once, with all that describes it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any, NamedTuple
from urllib.parse import urlencode

import msgspec
from flask import Response, current_app, request
from msgspec import UNSET, Meta, Struct, UnsetType

from ledger.vocabulary.closed_lists import TokenScope
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import EVERYBODY, PROGRAMS, is_for_programs
from web.access.visitors import signed_in
from web.frame.bodies import as_json, decoded
from web.frame.pages import Pages

pages = Pages(PROGRAMS, manual=None, prefix="/api/v1")

LARGEST = 64 * 1024  # bytes of one body


class Parameter(NamedTuple):
    """Something that may be said behind the ``?`` of an address.

    Attributes:
      kind: its type; what is no such value is refused in words.
      usual: what is taken where it is left out; ``UNSET``: it has to be said.
    """

    name: str
    kind: Any
    words: str
    usual: Any = UNSET


class Operation(NamedTuple):
    """One thing that can be asked for.

    Attributes:
      rule: its address below ``/api/v1``.
      told: what is answered, a ``Struct``; or the media type of a file.
      sent: what is sent as JSON; ``None``: nothing.
      scope: what a token must be allowed to do; what visitors may read needs no token.
      refusals: HTTP statuses of its own, beside those that any may have.
    """

    endpoint: str
    method: str
    rule: str
    told: type[Struct] | str
    sent: type[Struct] | None
    parameters: tuple[Parameter, ...]
    scope: TokenScope
    refusals: tuple[int, ...]
    summary: str


OPERATIONS: dict[str, Operation] = {}
"""Every operation by its endpoint, in the order in which they are described."""

LIMIT = Parameter(
    "limit", Annotated[int, Meta(ge=1, le=200)], "How many are told at once, 50 if left out.", 50
)
AFTER = Parameter(
    "after",
    Annotated[str, Meta(max_length=80)],
    "What the page before told as `next`; the first page, if left out.",
    "",
)

View = Callable[..., Struct | Response]


def operation(
    rule: str,
    told: type[Struct] | str,
    *parameters: Parameter,
    sent: type[Struct] | None = None,
    scope: TokenScope = "read",
    refusals: tuple[int, ...] = (404,),
) -> Callable[[View], View]:
    """Register an operation; its view gives a ``Struct``, or a response where it tells a file.

    The first line of the view's docstring is its summary. What is sent is read before it is
    called, and handed in as ``sent``; each parameter under its name.
    """

    def registered(view: View) -> View:
        endpoint = f"{pages.name}.{view.__name__}"
        method = "POST" if sent else "GET"
        summary = (view.__doc__ or "").partition("\n")[0]
        OPERATIONS[endpoint] = Operation(
            endpoint, method, rule, told, sent, parameters, scope, refusals, summary
        )
        decoder = msgspec.json.Decoder(sent) if sent else None

        @wraps(view)
        def answered(**where: Any) -> Response:  # noqa: ANN401 (parts of an address)
            if scope != "read":
                signed_in()
            query = {one.name: _asked(one) for one in parameters}
            if decoder is not None:
                query["sent"] = _body(decoder)
            answer = view(**where, **query)
            if isinstance(answer, Response):
                return answer
            response = as_json(answer, may_be_kept=method == "GET")
            if following := getattr(answer, "next", ""):
                again = {**request.args.to_dict(), AFTER.name: following}
                response.headers["Link"] = f'<{request.path}?{urlencode(again)}>; rel="next"'
            return response

        if method == "POST":  # whoever shows a token with its scope; no badge counts here
            pages.post(rule, who=EVERYBODY, answers=told, scope=scope)(answered)
        else:
            pages.get(rule, who=EVERYBODY, answers=told)(answered)
        return view

    return registered


def a_page(
    rows: list[Any] | tuple[Any, ...], key: Callable[[Any], str], limit: int, after: str
) -> tuple[tuple[Any, ...], str]:
    """The rows of one page, and what to ask for the next with; empty after the last.

    Args:
      key: tells a row from all others.
      after: the key of the last row of the page before.
    """
    first = 0
    if after:
        keys = [key(row) for row in rows]
        if after not in keys:
            raise Refusal.of("no-such-page/nothing-after")
        first = keys.index(after) + 1
    page = tuple(rows[first : first + limit])
    more = page and first + len(page) < len(rows)
    return page, key(page[-1]) if more else ""


def unreadable(wording: str, /, **values: str) -> Refusal:
    """Something sent that can't be read, by the name of its wording among the refusals."""
    return Refusal.of(f"unreadable-request/{wording}", **values)


def _asked(parameter: Parameter) -> Any:  # noqa: ANN401 (of the parameter's type)
    said = request.args.getlist(parameter.name)
    if not said:
        if isinstance(parameter.usual, UnsetType):
            raise unreadable("parameter-missing", name=parameter.name)
        return parameter.usual
    if len(said) > 1:
        raise unreadable("parameter-twice", name=parameter.name)
    try:
        return msgspec.convert(said[0], parameter.kind, strict=False)
    except msgspec.ValidationError as trouble:
        raise unreadable("parameter", name=parameter.name, trouble=str(trouble)) from None


def _body(decoder: msgspec.json.Decoder[Any]) -> Any:  # noqa: ANN401 (of the operation's type)
    if request.mimetype != "application/json":
        raise unreadable("not-json")
    try:
        return decoded(decoder, request.get_data())
    except msgspec.ValidationError as trouble:
        return _whole(decoder, trouble)
    except msgspec.MsgspecError as trouble:
        raise unreadable("sent", trouble=str(trouble)) from None


def _whole(decoder: msgspec.json.Decoder[Any], trouble: Exception) -> Any:  # noqa: ANN401 (as above)
    """What was sent with whole numbers written as 280.0, which JSON Schema calls integers."""
    try:
        sent = decoded(msgspec.json.Decoder(), request.get_data())
        return msgspec.convert(_with_integers(sent), decoder.type, str_keys=True)
    except msgspec.MsgspecError:
        raise unreadable("sent", trouble=str(trouble)) from None


def _with_integers(sent: Any) -> Any:  # noqa: ANN401 (whatever JSON may hold)
    match sent:
        case dict():
            return {name: _with_integers(value) for name, value in sent.items()}
        case list():
            return [_with_integers(value) for value in sent]
        case float() if sent.is_integer():
            return int(sent)
    return sent


# Which other sites' pages may read the interface: those the organiser named, and no others.
#
# No cookie counts there, so a page of another site reads what its visitor would, and enters nothing
# but by a token that it was given.


READ = "ETag, Link, Retry-After"
SENT = "Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID"
KEPT_FOR = "600"
"""Seconds for which a browser need not ask again whether it may."""


def asked_beforehand() -> Response | None:
    """The answer to a browser that asks whether a page may send something at all."""
    if request.method != "OPTIONS" or not is_for_programs():
        return None
    return Response(status=204)


def with_sites(response: Response) -> Response:
    if not is_for_programs():
        return response
    response.vary.add("Origin")
    origin, named = request.headers.get("Origin", ""), current_app.config["CORS_ORIGINS"]
    if origin and (origin in named or "*" in named):
        response.headers["Access-Control-Allow-Origin"] = origin
        response.headers["Access-Control-Expose-Headers"] = READ
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        if request.method == "OPTIONS":
            response.headers["Access-Control-Allow-Methods"] = "GET, POST"
            response.headers["Access-Control-Allow-Headers"] = SENT
            response.headers["Access-Control-Max-Age"] = KEPT_FOR
    return response
