"""Headers that every response carries, errors too.

Scripts, styles and pictures come from this server and from files only; nothing inline is run.
A page may be shown inside another site only with ``?embed=1``, and only where the organiser
lists that site in ``EMBED_ORIGINS``.
"""

from __future__ import annotations

from flask import Response, current_app, request

from web.compression import packed

POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "require-trusted-types-for": "'script'",
    "trusted-types": "tilescribe-worker",
}

FIXED = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}

KEPT_AND_ASKED_AGAIN = "no-cache"
"""A browser may keep the page, and asks each time whether it is still the latest."""


def with_headers(response: Response) -> Response:
    """The same response with the headers of the house, and an ETag where a page can be kept."""
    frames = _who_may_frame()
    policy = {**POLICY, "frame-ancestors": frames}
    response.headers["Content-Security-Policy"] = "; ".join(f"{k} {v}" for k, v in policy.items())
    if frames == "'none'":
        response.headers["X-Frame-Options"] = "DENY"
    for name, value in FIXED.items():
        response.headers[name] = value
    response.headers.setdefault("Cache-Control", KEPT_AND_ASKED_AGAIN)
    if _can_be_kept(response):
        response.add_etag(weak=True)
        response.make_conditional(request)
    return packed(response)


def _can_be_kept(response: Response) -> bool:
    return (
        response.status_code == 200
        and request.method in ("GET", "HEAD")
        and not response.is_streamed
        and response.cache_control.no_store is not True
    )


def _who_may_frame() -> str:
    if request.args.get("embed") != "1":
        return "'none'"
    return " ".join(current_app.config["EMBED_ORIGINS"]) or "'none'"
