"""Which fields take words of a closed list, and what is said of a word that none of them knows.

msgspec looks when a request is decoded; a constructor does not. So a request that Python made is
looked at where its decision begins, which costs one without a list nothing. A fact that an older
release wrote with a word of its own, before the lists were closed, is read with that word.
"""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct
from msgspec.structs import fields, replace

from ledger.record.topics import FACT_TYPES
from ledger.vocabulary import Seat
from ledger.vocabulary.closed_lists import LISTS, choices
from ledger.vocabulary.refusals import Refusal


@cache
def listed_fields(kind: type[Struct]) -> Mapping[str, frozenset[str]]:
    """The fields of a request or a fact that take words of a closed list, with all of them.

    >>> from ledger.game.scores.facts import RecountDone
    >>> {name: sorted(words) for name, words in listed_fields(RecountDone).items()}
    {'by': ['both', 'first', 'second']}
    """
    hints = get_type_hints(kind)
    found = ((field.name, frozenset(_words_in(hints[field.name]))) for field in fields(kind))
    return {name: words for name, words in found if words}


def validate_choices(request: Struct) -> None:
    for name, words in listed_fields(type(request)).items():
        value = getattr(request, name)
        if value not in words if isinstance(value, str) else _unlisted(value, words):
            raise _not_listed(type(request), name, value)


def why_unreadable(kind: type[Struct], told: Mapping[str, object]) -> Refusal | None:
    """Why a request that can't be decoded holds a word no list knows; ``None``: it does not."""
    for name, words in listed_fields(kind).items():
        if name in told and _unlisted(told[name], words):
            return _not_listed(kind, name, told[name])
    return None


def with_its_own_words(envelope: dict[str, Any], as_type: type[Any]) -> Any:  # noqa: ANN401
    """An envelope of plain data as ``as_type``, its fact with words no list knows any more.

    Raises:
      msgspec.ValidationError: it is not readable for another reason.
      KeyError: its fact is of no kind we know.
    """
    own = _own_words(envelope["fact"])
    read = msgspec.convert(envelope, as_type)
    return replace(read, fact=_given_back(read.fact, own))


def _own_words(fact: dict[str, Any]) -> dict[str, Any]:
    """The words of a fact that no list knows, taken out of it; a listed one stands there now."""
    own: dict[str, Any] = {}
    for name, words in listed_fields(FACT_TYPES[fact["topic"]]).items():
        value = fact.get(name)
        if _unlisted(value, words):
            own[name] = tuple(value) if isinstance(value, list) else value
            fact[name] = [] if isinstance(value, list) else min(words - {""})
    inner = fact.get("replacement")
    if isinstance(inner, dict) and (words_of_inner := _own_words(inner)):
        own["replacement"] = words_of_inner
    return own


def _given_back(fact: Any, own: dict[str, Any]) -> Any:  # noqa: ANN401 (any fact)
    inner = own.pop("replacement", None)
    if inner:
        own["replacement"] = _given_back(fact.replacement, inner)
    return replace(fact, **own) if own else fact


def _unlisted(value: object, words: frozenset[str]) -> bool:
    several = value if isinstance(value, tuple | list) else (value,)
    return any(isinstance(one, str) and one not in words for one in several)


def _not_listed(kind: type[Struct], name: str, value: object) -> Refusal:
    several = value if isinstance(value, tuple | list) else (value,)
    [of, *_] = _lists_in(get_type_hints(kind)[name])
    known = _known(of)
    wrong = next(one for one in several if isinstance(one, str) and one not in dict(known))
    allowed = ", ".join(
        word if called == word.replace("-", " ") else f"{word} ({called})"
        for word, called in known
        if word
    )
    what = LISTS[of].what if of in LISTS else "answer to that"
    what = f"{wrong!r} is no {what}."
    return Refusal("unreadable-request", what, f"Enter one of {allowed}.")


def _known(of: Any) -> tuple[tuple[str, str], ...]:  # noqa: ANN401 (a literal type is no type)
    return tuple((seat.value, seat.value) for seat in Seat) if of is Seat else choices(of)


def _words_in(hint: object) -> Iterator[str]:
    for of in _lists_in(hint):
        yield from (word for word, _ in _known(of))


def _lists_in(hint: object) -> Iterator[Any]:
    """The closed lists in an annotation: literal types of words, and several seats."""
    if get_origin(hint) is Literal:
        if all(isinstance(one, str) for one in get_args(hint)):
            yield hint
    elif get_origin(hint) is tuple and get_args(hint) == (Seat, Ellipsis):
        yield Seat
    elif get_origin(hint) in (Union, types.UnionType, tuple):
        yield from (one for part in get_args(hint) for one in _lists_in(part))
