"""The stores of both kinds, as the store's own tests have them."""

from tests.store.conftest import (
    answer,
    log,
    postgres_server,
    postgres_venue,
    sqlite_venue,
    turn,
    venue,
)

__all__ = [
    "answer",
    "log",
    "postgres_server",
    "postgres_venue",
    "sqlite_venue",
    "turn",
    "venue",
]
