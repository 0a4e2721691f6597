"""Scripts, styles and pictures, answered again without asking the application.

Their addresses change when they do, so what was answered once is right for good. Only bytes are
kept here: the application made them, headers and compression and all.
"""

from __future__ import annotations

from web.front.bridge import Answer, Scope

LARGEST = 24 * 1024 * 1024
"""Bytes kept altogether: several times all there is."""

ASKS_FOR_MORE = frozenset(
    {b"range", b"if-none-match", b"if-modified-since", b"if-match", b"if-unmodified-since"}
)
"""With one of these it is not the plain file that is wanted."""

Key = tuple[bytes, bool]


class KeptFiles:
    """Answers that never change, by address and by whether they may be compressed."""

    def __init__(self) -> None:
        self._kept: dict[Key, Answer] = {}
        self._size = 0

    def answer(self, scope: Scope) -> Answer | None:
        """The answer to this request, if it is kept."""
        key = _key(scope)
        return self._kept.get(key) if key else None

    def keep(self, scope: Scope, answer: Answer) -> None:
        """Keep an answer if it is one that never changes."""
        key = _key(scope)
        if (
            key is None
            or scope["method"] != "GET"
            or answer.status != 200
            or b"immutable" not in answer.header(b"cache-control")
            or answer.header(b"set-cookie")
            or (answer.header(b"content-encoding") and not key[1])
            or key in self._kept
            or self._size + len(answer.body) > LARGEST
        ):
            return
        self._size += len(answer.body)
        self._kept[key] = answer


def _key(scope: Scope) -> Key | None:
    path: bytes = scope["raw_path"]
    if scope["method"] not in ("GET", "HEAD") or not path.startswith(b"/static/"):
        return None
    packed = False
    for name, value in scope["headers"]:
        if name in ASKS_FOR_MORE:
            return None
        if name == b"accept-encoding":
            packed = b"gzip" in value and b"q=0" not in value
    return path, packed
