"""Requests that change something must come from our own pages.

A browser says where a request comes from: ``Sec-Fetch-Site`` over HTTPS and on this machine,
``Origin`` over plain HTTP. A request that says neither is not taken.
"""

from __future__ import annotations

from flask import request

from ledger.vocabulary.refusals import Refusal
from web.access.permissions import is_for_programs

HARMLESS = frozenset({"GET", "HEAD", "OPTIONS"})


def must_come_from_here() -> None:
    """Turn away a request that another site's page may have sent."""
    if request.method in HARMLESS or request.endpoint is None:
        return
    if is_for_programs():  # no cookie counts there, and no other site's page has a token
        return
    told = request.environ
    site, origin = told.get("HTTP_SEC_FETCH_SITE"), told.get("HTTP_ORIGIN")
    ours = f"{told['wsgi.url_scheme']}://{told.get('HTTP_HOST', '')}"
    # A page of ours sends both over HTTPS; one of them that says otherwise is enough.
    if site is None and origin is None:
        fits = False
    else:
        fits = site in (None, "same-origin") and origin in (None, ours)
    if not fits:
        raise Refusal(
            "forged",
            "This request did not come from a page of this service.",
            "Open the page here, and enter it again.",
        )
