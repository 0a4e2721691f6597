"""The stores of both kinds, as the store's own tests have them."""

from tests.store.conftest import postgres_server, postgres_venue

__all__ = ["postgres_server", "postgres_venue"]
