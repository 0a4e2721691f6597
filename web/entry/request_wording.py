"""A request about a game in words and numbers, whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints
from uuid import UUID

import msgspec
from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

from ledger.desk.requests import RejectedRequest
from ledger.game.deciding import REQUESTS
from ledger.game.drawing.overdraws import due_then, held_before
from ledger.game.sheet.folding import wording
from ledger.game.sheet.laying import read_on_board
from ledger.game.sheet.line import move_told
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import words_of as turn_in_words
from ledger.messages import ENGLISH, NAME, family, listed, say
from ledger.record.fact import Fact
from ledger.requests import Request
from ledger.vocabulary import Placement, Seat
from ledger.vocabulary.bounds import shown
from ledger.vocabulary.closed_lists import choices
from ledger.vocabulary.signs import always_signed, whole
from web.entry.request_forms import (
    NOT_ASKED,
    OF_THE_BOOK,
    VALUES,
    listed_word,
    value_words,
    words_for,
)

PEOPLE = frozenset({"player", "starter", "owner"})
"""Fields that hold a player's place at the table, 1 or 2; 0: neither."""

VERSIONS = frozenset({"version", "before", "versions"})
"""Fields that hold the versions of entries on the sheet."""

DIGESTS = frozenset({
    "sign-result.shown", "sign-amendment.shown", "sign-result.words", "sign-amendment.words",
    "type-slip.photo", "write-claim.refused", "place-tiles.beside",
})  # fmt: skip
"""What no person can read: digests, and how the board lies beside a play."""

SECONDS = frozenset({
    "after", "held_for", "seconds", "over", "used", "at_end", "at_reveal", "at_last",
    "pressed_after",
})  # fmt: skip
CLOCKS = frozenset({"times", "remembered", "settings"})


class RequestView(NamedTuple):
    """A request for people.

    Attributes:
      words: what is asked, one sentence without a full stop.
      details: what else it says, each with the question it answers.
    """

    words: str
    details: tuple[tuple[str, str], ...]


def words_of(wanted: RejectedRequest, sheet: Sheet) -> str:
    """``Player 1: 8D WINDY +32``: a refused or late request in a sentence."""
    return request_view(wanted, sheet).words


def request_view(wanted: RejectedRequest, sheet: Sheet) -> RequestView:
    """What a request asks, whole; the sheet is read for names and for what it points at."""
    tag = str(wanted.asked.get("ask", ""))
    request = _read(tag, wanted.asked)
    if request is None:
        return RequestView(say("forms.other-release", code=tag), ())
    values = _Values(tag, request, sheet, wanted)
    named: set[str] = set()
    always = frozenset(_sentences(tag)[-1].names)
    sentence = next(
        one
        for one in _sentences(tag)
        if all(values.named(name, set()) for name in one.names if name not in always)
    )
    words = say(sentence.id, **{name: values.named(name, named) for name in sentence.names})
    return RequestView(words[:1].upper() + words[1:], tuple(values.others(named)))


class _Sentence(NamedTuple):
    id: str
    names: tuple[str, ...]


@cache
def _sentences(tag: str) -> tuple[_Sentence, ...]:
    """The sentences of a request, that which names most first; the last is said in any case."""
    found = [
        _Sentence(f"requests.{tag}{more}", tuple(NAME.findall(str(text))))
        for more, text in family(f"requests.{tag}", ENGLISH).items()
        if not more or more.startswith(".")
    ]
    return tuple(sorted(found, key=lambda one: len(one.id.split(".")), reverse=True))


def _read(tag: str, request: Mapping[str, Any]) -> Request | None:
    """The request as its type; ``None`` where no release of ours takes it any more."""
    kind = REQUESTS.get(tag)
    try:
        return msgspec.convert(dict(request), kind) if kind else None
    except msgspec.ValidationError:
        return None


class _Values:
    def __init__(self, tag: str, request: Request, sheet: Sheet, wanted: RejectedRequest) -> None:
        self._tag = tag
        self._asked = request
        self._sheet = sheet
        self._wanted = wanted

    def named(self, name: str, named: set[str]) -> str:
        """A name of the sentence: of a field, or what is worked out from some."""
        if name in MADE:
            made = MADE[name]
            named.update(made.of)
            return made.words(self._asked, self._sheet, self._wanted)
        field, counts, _ = name.partition("_tiles")
        if counts and hasattr(self._asked, field):
            named.add(field)
            number = getattr(self._asked, field)
            return "" if number is None else say("forms.tiles", n=number)
        named.add(name)
        return self._value(name)

    def others(self, named: set[str]) -> Iterable[tuple[str, str]]:
        """Each field that the sentence does not tell and that says something."""
        for field in fields(type(self._asked)):
            full = f"{self._tag}.{field.name}"
            if field.name in named or full in NOT_ASKED or full in DIGESTS:
                continue
            value = getattr(self._asked, field.name)
            said = field.default is NODEFAULT or value != field.default
            if said and (words := self._value(field.name)):
                yield words_for(self._tag, field.name), words

    def _value(self, name: str) -> str:
        return self._in_words(name, getattr(self._asked, name), _hints(type(self._asked))[name])

    def _in_words(self, name: str, value: Any, hint: Any) -> str:  # noqa: ANN401 (any field)
        full = f"{self._tag}.{name}"
        if value is None or value == "" or full in DIGESTS:
            return ""
        if isinstance(value, bool):
            family = "verdict" if full in VERDICTS else "answer"
            return say(f"forms.{family}.{'yes' if value else 'no'}")
        if (thing := self._thing(value)) is not None:
            return thing
        if full in VALUES:
            return value_words(full, value) if value in VALUES[full] else str(value)
        if isinstance(value, int):
            return self._number(name, value)
        if isinstance(value, str):
            if name == "told" and value in set(Seat):  # in the result's chapter a bare word
                return self._sheet.name(Seat(value))
            said = dict(_listed(hint)).get(value, value)
            return listed_word(full, said) if full in OF_THE_BOOK else said
        if isinstance(value, Struct):
            return ", ".join(f"{one}" for one in msgspec.to_builtins(value).values())
        return self._several(name, tuple(value), hint)

    def _thing(self, value: Any) -> str | None:  # noqa: ANN401 (any field)
        """A player, a play, a turn or an earlier request; ``None``: it is none of these."""
        if isinstance(value, Seat):
            return self._sheet.name(value)
        if isinstance(value, UUID):
            return self._written_by(value)
        if isinstance(value, Placement):
            return read_on_board(value, self._sheet) or str(value)
        if isinstance(value, Fact):
            seat = getattr(value, "seat", None)
            turn = move_told(turn_in_words(value))
            return say("game.whose", whose=self._sheet.name(seat), what=turn) if seat else turn
        return None

    def _number(self, name: str, value: int) -> str:
        if name in PEOPLE:
            return self._sheet.names[value - 1] if value in (1, 2) else say("forms.neither")
        if name in VERSIONS:
            return self._entry(value)
        if name in SECONDS:
            return shown(value) if abs(value) >= 60 else say("forms.seconds", seconds=whole(value))
        return always_signed(value) if name == "announced" else whole(value)

    def _entry(self, version: int) -> str:
        if 1 <= version <= self._sheet.version:
            return wording(self._sheet.event(version).fact, self._sheet)
        return say("forms.entry", number=version)

    def _written_by(self, request: UUID) -> str:
        """What one request wrote at this table; the request's number, where it is none of here."""
        events = self._sheet.events
        found = [wording(e.fact, self._sheet) for e in events if e.envelope.command_id == request]
        return "; ".join(found) or say("forms.entry", number=request.hex[:8])

    def _several(self, name: str, value: tuple[Any, ...], hint: Any) -> str:  # noqa: ANN401
        if name in CLOCKS and len(value) == 2:
            return listed(map(shown, value))
        if len(value) == 2 and all(isinstance(one, int) for one in value):
            return f"{value[0]} : {value[1]}"
        if name == "scores":
            return ", ".join(f"{self._entry(turn)}: {points}" for turn, points in value)
        inner = _plain(hint)
        parts = get_args(inner)
        of = parts[0] if parts else str
        said = (self._in_words(name, one, of) for one in value)
        return listed(one or say("forms.none") for one in said)


VERDICTS = frozenset({
    "adjudicate.acceptable", "readjudicate.acceptable", "challenge-redesignation.acceptable",
})  # fmt: skip
"""Fields whose yes and no have words of their own."""


class Made(NamedTuple):
    """Words of a sentence that are worked out."""

    of: tuple[str, ...]
    words: Callable[[Any, Sheet, RejectedRequest], str]


def _signed(request: Any, sheet: Sheet, wanted: RejectedRequest) -> str:  # noqa: ANN401 (any request)
    """The scores that both signed, where they did."""
    del request, wanted
    first, second = sheet.stands
    return f"{first} : {second}" if sheet.is_final else ""


def _due(request: Any, sheet: Sheet, wanted: RejectedRequest) -> str:  # noqa: ANN401
    """How many tiles were due, as said, or as the record works it out."""
    del wanted
    if request.due is not None:
        return str(request.due)
    held = held_before(sheet, request.seat) if request.held is None else request.held
    return str(due_then(sheet, request.seat, held))


def _how_much(request: Any, sheet: Sheet, wanted: RejectedRequest) -> str:  # noqa: ANN401
    """``10 points``, ``0:40 of time``, ``a turn``."""
    del sheet, wanted
    if request.unit == "time":
        return say("forms.so-much-time", time=shown(request.amount))
    if request.unit == "turn":
        return say("forms.so-many-turns", n=request.amount)
    if request.unit == "spread":
        return say("forms.so-much-spread", n=request.amount)
    return say("forms.so-many-points", n=request.amount)


def _who_forfeits(request: Any, sheet: Sheet, wanted: RejectedRequest) -> str:  # noqa: ANN401
    del wanted
    if request.loser is None:
        return say("forms.both-forfeit")
    return say("forms.forfeits", player=sheet.name(request.loser))


def _clocks(request: Any, sheet: Sheet, wanted: RejectedRequest) -> str:  # noqa: ANN401
    del request, sheet
    return " / ".join(shown(seconds) for seconds in wanted.clocks or ())


MADE: dict[str, Made] = {
    "signed": Made((), _signed),
    "due_then": Made(("due",), _due),
    "how_much": Made(("unit", "amount"), _how_much),
    "who_forfeits": Made(("loser",), _who_forfeits),
    "clocks": Made((), _clocks),
}
"""Names in sentences that are no field, by name."""


@cache
def _hints(kind: type[Request]) -> dict[str, Any]:
    return get_type_hints(kind)


def _plain(hint: Any) -> Any:  # noqa: ANN401 (an annotation)
    """The annotation without ``None``."""
    parts = [part for part in get_args(hint) if part is not type(None)]
    return parts[0] if type(None) in get_args(hint) and len(parts) == 1 else hint


def _listed(hint: Any) -> tuple[tuple[str, str], ...]:  # noqa: ANN401 (an annotation)
    """The closed lists in an annotation, each word with what it is called."""
    if get_origin(hint) is Literal:
        return choices(hint)
    return tuple(one for part in get_args(hint) for one in _listed(part))
