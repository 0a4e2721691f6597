"""Forms for everything that can be reported at a table, and the words of their fields."""

from __future__ import annotations

import types
from collections.abc import Collection
from functools import cache, lru_cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Struct
from msgspec.structs import FieldInfo, fields

from ledger.game.blanks.requests import usual_record
from ledger.game.deciding import MAY_ASK
from ledger.game.going_on import Question
from ledger.game.procedure import Value
from ledger.messages import known, language, say
from ledger.requests import Request
from ledger.rulebook import Rulebook
from ledger.vocabulary import Placement, Points, Role, Seat, Seconds, Tiles
from ledger.vocabulary.closed_lists import choices

# What the fields of a request are called on a form is in the catalogue ``forms``.
#
# A question of the rulebook comes first (``ledger.game.going_on``); these words stand where it asks
# none. Their ids end in ``tag.field`` where a field means something else than elsewhere, else in
# ``field``.


VALUES: dict[str, tuple[int, ...]] = {
    "correct-orientation.degrees": (0, 90, 180, 270),
    "set-orientation.degrees": (0, 90, 180, 270),
    "designate-blank.blank": (1, 2),
}
"""Numbers a field takes, each with a name; a rulebook's own list comes before these."""

NOT_ASKED = frozenset({
    "write-claim.refused",
    "challenge-exchange.version", "report-undeclared-blank.seat",
    "determine-starter.firsts", "determine-starter.seconds",
    "determine-starter.unplayed", "determine-starter.draws", "correct-start.draws",
    "adjudicate.lexicon", "readjudicate.lexicon", "place-tiles.beside",
})  # fmt: skip
"""What the record works out for itself, or what no form has to ask."""


OF_THE_BOOK = {
    "neutralise-clock.reason": "stop-reason",
    "stop-recount.reason": "recount-stop",
    "issue-challenge.method": "judging-method",
    "choose-timer.kind": "timer-kind",
}
"""Fields whose words a rulebook lists, each with the list that has what they are called."""

Kind = Literal[
    "seat", "player", "yes-no", "number", "seconds", "choice", "text", "tiles", "square",
    "words", "several", "pair", "pair-seconds", "pair-tiles", "turns", "placement", "procedure",
]  # fmt: skip
"""How a field is asked for; the page has a way for each (``js/entry/irregular/fields.js``)."""

BY_TYPE: dict[object, Kind] = {
    Seat: "seat", bool: "yes-no", int: "number", Points: "number", Seconds: "seconds",
    Tiles: "tiles", str: "text", Placement: "placement",
}  # fmt: skip
IN_PAIRS: dict[Kind, Kind] = {"number": "pair", "seconds": "pair-seconds", "tiles": "pair-tiles"}
BY_NAME: dict[str, Kind] = {
    "square": "square", "claimed": "text", "player": "player", "starter": "player",
    "owner": "player",
}  # fmt: skip
MAY_BE_LEFT_OPEN = frozenset({"text", "tiles", "words", "several"})
"""Kinds whose empty answer is an answer, where the request can be made without one."""


class Field(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One field of a form.

    Attributes:
      needed: the request can't be made without it.
      asked: the rulebook in force wants to know it.
      open: it may be left unknown, as ``None``.
      choices: what it may be, each with its words; values as the request takes them.
      default: what it is when nobody says anything else.
    """

    name: str
    kind: Kind
    words: str
    needed: bool = False
    asked: bool = False
    open: bool = False
    choices: tuple[tuple[str | int, str], ...] = ()
    default: bool | Value = None


class Form(Struct, frozen=True, kw_only=True, omit_defaults=True):
    fields: tuple[Field, ...]
    roles: tuple[Role, ...]


def form_of(request: type[Request], rules: Rulebook, questions: tuple[Question, ...] = ()) -> Form:
    """The form of one request; the rulebook's ``questions`` come first, in its words."""
    first = {question.field for question in questions}
    return asking(_plain_form(request, rules, first), request, questions)


def asking(plain: Form, request: type[Request], questions: tuple[Question, ...]) -> Form:
    if not questions:
        return plain
    made = [_questioned(language(), request, question) for question in questions]
    named = {field.name for field in made}
    made += [field for field in plain.fields if field.name not in named]
    return Form(fields=tuple(made), roles=plain.roles)


def _plain_form(request: type[Request], rules: Rulebook, but: Collection[str]) -> Form:
    """The form of a request where nothing is asked in words of the rulebook's."""
    tag, hints, by_name = _made_of(request)
    fields = tuple(
        _field(tag, field, hints[field.name], rules)
        for field in sorted(by_name.values(), key=lambda field: not field.required)
        if field.name not in but and f"{tag}.{field.name}" not in NOT_ASKED
    )
    roles = MAY_ASK.get(request, frozenset())
    return Form(fields=fields, roles=tuple(role for role in Role if role in roles))


@cache
def _made_of(request: type[Request]) -> tuple[str, dict[str, Any], dict[str, FieldInfo]]:
    """A request's tag, and its fields' types and what else is known of them, by name."""
    return (
        str(request.__struct_config__.tag),
        get_type_hints(request),
        {field.name: field for field in fields(request)},
    )


@lru_cache(maxsize=4096)
def _questioned(_of: str, request: type[Request], question: Question) -> Field:
    """How a question is asked in a language: that of who asks, by which it is kept."""
    _, hints, by_name = _made_of(request)
    hint = hints[question.field]
    required = by_name[question.field].required
    may_be_empty = question.kind == "text"
    kind, is_open = kind_of(question.field, hint)
    if question.kind == "choice":
        kind = "several" if kind in ("words", "several") else "choice"
    elif kind == "text" or (kind == "number" and question.kind == "seconds"):
        kind = question.kind
    number = _plain(hint)[0] in (int, Points, Seconds)
    return Field(
        name=question.field,
        kind=kind,
        words=question.words,
        needed=required or (kind not in MAY_BE_LEFT_OPEN and not is_open and not may_be_empty),
        asked=True,
        open=is_open,
        choices=tuple(
            [(int(value) if number else value, words) for value, words in question.choices]
        ),
    )


def _field(tag: str, field: FieldInfo, hint: object, rules: Rulebook) -> Field:
    kind, is_open = kind_of(field.name, hint)
    full = f"{tag}.{field.name}"
    choices = _choices_of(full, hint, rules)
    if full == "settle-drawing.what":
        kind = "procedure"
    elif choices and kind in ("text", "number", "choice"):
        kind = "choice"
    default = None if field.default is NODEFAULT else field.default
    if full == "determine-starter.method":
        default = rules.start.method.value
    elif full == "designate-blank.how":
        default = usual_record(rules)
    return Field(
        name=field.name,
        kind=kind,
        words=words_for(tag, field.name),
        needed=field.required,
        open=is_open,
        choices=choices,
        default=default,
    )


def words_for(tag: str, name: str) -> str:
    """What the field ``name`` of the request ``tag`` is called.

    >>> words_for("restart-clock", "by"), words_for("record-penalty", "by")
    ('Who started it?', 'By whom?')
    """
    own = f"{tag}.{name}"
    return say(f"forms.field.{own if known(f'forms.field.{own}') else name}")


def value_words(field: str, value: int) -> str:
    """What a number that a field takes is called; ``field``: one of ``VALUES``."""
    return say(f"forms.value.{field.partition('.')[2]}.{value}")


def listed_word(field: str, word: str) -> str:
    """A word of a rulebook's list as people call it; of an organiser's own book, as it is.

    >>> listed_word("choose-timer.kind", "digital-up")
    'digital, counts up'
    """
    name = f"choices.{OF_THE_BOOK[field]}.word.{word}"
    return say(f"choices.{OF_THE_BOOK[field]}.word.{word}") if known(name) else word


def unanswered(request: type[Request], names: Collection[str]) -> tuple[str, ...]:
    """What a request can't be made without and that ``told`` lacks, in a form's words."""
    tag, _, by_name = _made_of(request)
    lacking = (one.name for one in by_name.values() if one.required and one.name not in names)
    return tuple(words_for(tag, name) for name in lacking)


def _choices_of(full: str, hint: object, rules: Rulebook) -> tuple[tuple[str | int, str], ...]:
    """What a field may be: as the rulebook lists it, as its type does, or as we know."""
    listed = {
        "neutralise-clock.reason": tuple(one for one, _ in rules.stopping.reasons.value or ()),
        "stop-recount.reason": rules.recount.stopped_for.value or (),
        "issue-challenge.method": ("not-known", *rules.judging.methods),
        "choose-timer.kind": (*(rules.timer.kinds.value or ()), "unknown"),
    }.get(full, ())
    if listed:
        return tuple((one, listed_word(full, one)) for one in listed)
    if full in VALUES:
        return tuple((one, value_words(full, one)) for one in VALUES[full])
    return tuple(
        (word, called or say("forms.none-of-these"))
        for of in _literals(_plain(hint)[0])
        for word, called in choices(of)
    )


def kind_of(name: str, hint: object) -> tuple[Kind, bool]:
    """How a field of this type is asked for, and whether it may be left unknown."""
    plain, is_open = _plain(hint)
    if _literals(plain):
        return "choice", is_open
    if plain in BY_TYPE:
        kind = BY_TYPE[plain]
        return (BY_NAME.get(name, kind) if kind in ("text", "number") else kind), is_open
    if get_origin(plain) is tuple:
        parts = get_args(plain)
        if parts[-1] is Ellipsis:
            named = parts[0] is Seat or bool(_literals(parts[0])) or name in ("agreed_by", "told")
            several: Kind = "several" if named else "words" if parts[0] is str else "turns"
            return several, is_open
        if parts[0] is parts[-1] and parts[0] in BY_TYPE:
            return IN_PAIRS[BY_TYPE[parts[0]]], is_open
    raise TypeError(f"no form asks for {name}: {hint}")


def _plain(hint: object) -> tuple[Any, bool]:
    """The type without ``None``, and whether ``None`` was part of it."""
    if get_origin(hint) in (Union, types.UnionType):
        parts = [part for part in get_args(hint) if part is not type(None)]
        left = parts[0] if len(parts) == 1 else Union[tuple(parts)]  # noqa: UP007 (made here)
        return left, len(parts) < len(get_args(hint))
    return hint, False


def _literals(hint: object) -> tuple[Any, ...]:
    if get_origin(hint) is Literal:
        return (hint,)
    if get_origin(hint) in (Union, types.UnionType):
        return tuple(one for part in get_args(hint) for one in _literals(part))
    return ()
