"""Which requests have a PIN checked: these queue by themselves, for each takes so long."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask
from werkzeug.exceptions import HTTPException

from web.front.bridge import Scope

CHECK_A_PIN = frozenset(
    {"signing_in.signed", "signing_in.changed", "by_director.enter", "kiosk.end"}
)
"""Endpoints; a test holds that each is one."""


def checks_a_pin(app: Flask) -> Callable[[Scope], bool]:
    """Tells of a request whether it makes ``app`` check a PIN."""
    doors = app.url_map.bind("localhost")
    plain = {
        rule.rule: rule.endpoint in CHECK_A_PIN
        for rule in app.url_map.iter_rules()
        if not rule.arguments and "POST" in (rule.methods or ())
    }

    def checks(scope: Scope) -> bool:
        if scope["method"].upper() != "POST":  # the application takes a `post` for one, too
            return False
        path = scope["path"]
        if path in plain:
            return plain[path]
        try:
            return doors.match(path, "POST")[0] in CHECK_A_PIN
        except HTTPException:
            return False

    return checks
