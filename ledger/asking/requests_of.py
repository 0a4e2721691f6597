"""Requests of one kind of stream, each registered once: what decides it, and who may make it."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType
from typing import Any, Generic, TypeVar

from ledger.asking.asked import Asked, Decision
from ledger.asking.permission import must_be_allowed
from ledger.vocabulary import Role

State = TypeVar("State")
Under = TypeVar("Under")
A = TypeVar("A", bound=Asked)


class RequestsOf(Generic[State, Under]):
    """What can be asked of one kind of stream.

    Attributes:
      decisions: by request, the function that decides it: from what the stream adds up to, what
        is asked, and what it is asked under.
      may: by request, the roles that may make it. What is not in it, nobody may ask for.
      by_tag: by the tag it is sent under, the request.
    """

    def __init__(self) -> None:
        self.decisions: dict[type[Asked], Callable[[State, Any, Under], Decision]] = {}
        self.may: dict[type[Asked], frozenset[Role]] = {}
        self.by_tag: dict[str, type[Asked]] = {}

    def decides(
        self, asked: type[A], *, may: frozenset[Role]
    ) -> Callable[[Callable[[State, A, Under], Decision]], Callable[[State, A, Under], Decision]]:
        """Register the function below as what decides ``asked``, for these roles."""

        def register(
            decide: Callable[[State, A, Under], Decision],
        ) -> Callable[[State, A, Under], Decision]:
            assert asked not in self.decisions, f"{asked.__name__} is decided twice"
            self.decisions[asked] = decide
            self.may[asked] = may
            self.by_tag[str(asked.__struct_config__.tag)] = asked
            return decide

        return register

    def must_be_allowed(self, role: Role | None, asked: Asked) -> None:
        """Turn away a badge whose role may not ask for this.

        Raises:
          Refusal: ``not-allowed``.
        """
        must_be_allowed(role, self.may.get(type(asked), frozenset()))


BESIDE = ("_offers", "_procedure", "_procedures", "_rule")
"""How modules are called that lie beside decisions and register none."""


def load_all(room: ModuleType) -> None:
    """Import every module of a room that may register a decision."""
    for found in walk_packages(room.__path__, f"{room.__name__}."):
        if not found.name.endswith(BESIDE):
            import_module(found.name)
