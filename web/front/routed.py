"""Where a request goes, told before it is read: how much of it is read hangs on that."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask
from werkzeug.exceptions import HTTPException

from web.front.bridge import Scope


def posted_to(app: Flask) -> Callable[[Scope], str]:
    """Tells of a request at which endpoint of ``app`` something is posted; empty: at none."""
    doors = app.url_map.bind("localhost")
    plain: dict[str, str] = {
        rule.rule: rule.endpoint
        for rule in app.url_map.iter_rules()
        if not rule.arguments and "POST" in (rule.methods or ())
    }

    def endpoint(scope: Scope) -> str:
        if scope["method"].upper() != "POST":  # the application takes a `post` for one, too
            return ""
        path = scope["path"]
        if path in plain:
            return plain[path]
        try:
            return str(doors.match(path, "POST")[0])
        except HTTPException:
            return ""

    return endpoint
