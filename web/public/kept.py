"""Pages that a crowd reads, made once for everybody: kept until something counts that they tell.

In the minute after pairings are up two hundred phones ask for them. Of what depends on the
course of a tournament alone (``Hall.stamp``) the page is made once; whoever has it already is
told so (304) without its being made, and a turn at a table makes nothing anew.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from typing import NamedTuple, ParamSpec

from flask import Response, current_app, make_response, request
from flask.typing import ResponseReturnValue

from web.access.visitors import the_hall, the_session
from web.frame.addresses import tournament_at

Asked = ParamSpec("Asked")

KEPT = 400
"""Pages at hand: those of all players of a large event, and what else they look at."""

LARGEST = 400_000
"""Bytes of a page that is kept."""


class Page(NamedTuple):
    """A page as it was made for everybody, and what it was made from."""

    stamp: object
    body: bytes
    etag: str


def alike_for_visitors(
    view: Callable[Asked, ResponseReturnValue],
) -> Callable[Asked, ResponseReturnValue]:
    """A view of a tournament (``slug``) whose page is the same for all who show no badge."""

    @wraps(view)
    def answered(*args: Asked.args, **query: Asked.kwargs) -> ResponseReturnValue:
        slug = tournament_at(str(query["slug"])).slug
        if the_session() is not None:
            return view(*args, **query)
        pages: OrderedDict[str, Page] = current_app.extensions.setdefault("kept", OrderedDict())
        address = f"{request.host_url}{request.full_path}"
        stamp = the_hall().stamp(slug)
        page = pages.get(address)
        if page is None or page.stamp != stamp:
            response = make_response(view(*args, **query))
            if response.status_code != 200 or response.content_length > LARGEST:
                return response
            body = response.get_data()
            page = Page(stamp, body, hashlib.sha256(body).hexdigest()[:20])
            pages[address] = page
            while len(pages) > KEPT:
                pages.popitem(last=False)
        response = Response(mimetype="text/html")
        response.set_etag(page.etag, weak=True)
        if request.if_none_match.contains_weak(page.etag):
            response.status_code = 304
        else:
            response.set_data(page.body)
        return response

    return answered
