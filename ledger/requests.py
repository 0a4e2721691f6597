"""What a request is, who may make it, and which are worked out before anybody waits."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from importlib import import_module
from pkgutil import walk_packages
from threading import Lock
from types import ModuleType
from typing import Any, ClassVar, Generic, Literal, NamedTuple, TypeVar
from uuid import UUID

from msgspec import Struct

from ledger.messages import one_of, say
from ledger.record.fact import Fact
from ledger.refusals.saying import refusal
from ledger.vocabulary import Role
from ledger.vocabulary.refusals import Telling

# Whose badge a request is for.


STAFF = frozenset({Role.SCOREKEEPER, Role.DIRECTOR})
JUDGES = frozenset({Role.WORD_JUDGE, Role.SCOREKEEPER, Role.DIRECTOR})
DIRECTORS = frozenset({Role.DIRECTOR})
ORGANISERS = frozenset({Role.ORGANISER, Role.DIRECTOR})
AT_THE_RESULTS = STAFF | ORGANISERS
"""Who takes slips in: paper comes to a desk, whoever sits there."""


def must_be_allowed(role: Role | None, allowed: frozenset[Role]) -> None:
    if role not in allowed:
        named = [one for one in Role if one in allowed]
        whom = Telling(lambda: one_of(say(f"accounts.whom.{one.value}") for one in named))
        raise refusal("not-allowed", whom=whom)


About = Literal["game", "tournament", "case", "badge"]
"""What kind of stream a request is about."""


class Request(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="ask"):
    """What every request is: an order, which the decision of the same name answers.

    What it asks for on the desk, in a case, beside a ruling is said by ``requests.TAG``, where
    ``{field}`` is a field in people's words. ``requests.TAG.FIELD`` says as well what may be left
    out. What the sentence does not name is told below it, so nothing that was asked stays unsaid.
    """

    about: ClassVar[About] = "game"


class StreamWrite(NamedTuple):
    """Facts for another stream, written together with what was decided or not at all.

    Attributes:
      stream: where they belong.
      version: of that stream as it was seen; 0 where they begin it.
    """

    stream: UUID
    version: int
    facts: tuple[Fact, ...]
    case: UUID | None = None
    remarks: tuple[str, ...] = ()


class Decision(Struct, frozen=True):
    """What is to be written: facts, oldest first, saved together, and what was noticed.

    Attributes:
      remarks: on the first of them.
      other_writes: for other streams.
    """

    facts: tuple[Fact, ...]
    remarks: tuple[str, ...] = ()
    other_writes: tuple[StreamWrite, ...] = ()


# Requests of one kind of stream, each registered once: what decides it, and who may make it.


State = TypeVar("State")
Context = TypeVar("Context")
A = TypeVar("A", bound=Request)


class RequestsOf(Generic[State, Context]):
    """What can be asked of one kind of stream.

    Attributes:
      decisions: by request, the function that decides it: from what the stream adds up to, what
        is asked, and what it is asked under.
      may: by request, the roles that may make it. What is not in it, nobody may ask for.
      by_tag: by the tag it is sent under, the request.
    """

    def __init__(self) -> None:
        self.decisions: dict[type[Request], Callable[[State, Any, Context], Decision]] = {}
        self.may: dict[type[Request], frozenset[Role]] = {}
        self.by_tag: dict[str, type[Request]] = {}

    def decides(
        self, request: type[A], *, may: frozenset[Role]
    ) -> Callable[
        [Callable[[State, A, Context], Decision]], Callable[[State, A, Context], Decision]
    ]:
        """Register the function below as what decides ``request``, for these roles."""

        def register(
            decide: Callable[[State, A, Context], Decision],
        ) -> Callable[[State, A, Context], Decision]:
            assert request not in self.decisions, f"{request.__name__} is decided twice"
            self.decisions[request] = decide
            self.may[request] = may
            self.by_tag[str(request.__struct_config__.tag)] = request
            return decide

        return register

    def must_be_allowed(self, role: Role | None, request: Request) -> None:
        must_be_allowed(role, self.may.get(type(request), frozenset()))


def load_all(room: ModuleType) -> None:
    """Import every module of a room that may register a decision."""
    for found in walk_packages(room.__path__, f"{room.__name__}."):
        import_module(found.name)


# What takes long is worked out before its turn, so that nobody else waits for it.


Found = TypeVar("Found")

ROOM = 8  # findings that are kept; each is wanted once, right after it was worked out


class WorkFirst(Exception):
    """A decision wants something that takes long: do ``work`` while others go on, ask it again.

    What the work was done on may have changed by then, so the decision looks whether it has.
    """

    def __init__(self, work: Callable[[], None]) -> None:
        super().__init__("to be worked out first")
        self.work = work


class WorkedOut(Generic[Found]):
    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._found: OrderedDict[Hashable, Found] = OrderedDict()
        self._lock = Lock()

    def get(self, what: Hashable) -> Found | None:
        return self._found.get(what)

    def put(self, what: Hashable, found: Found) -> None:
        with self._lock:
            self._found[what] = found
            self._found.move_to_end(what)
            while len(self._found) > self._room:
                self._found.popitem(last=False)
