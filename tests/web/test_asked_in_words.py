"""What was asked stands whole, in words and numbers, for every request a ruling can be about."""

from __future__ import annotations

import re
import types
from typing import Literal, Union, get_args, get_origin, get_type_hints
from uuid import UUID, uuid4

import msgspec
import pytest
from msgspec.structs import fields

from ledger.desk.requests import RejectedRequest, Sent, rejected_by
from ledger.game.deciding import REQUESTS
from ledger.game.drawing.overdraws import ReportOverdraw
from ledger.game.results.amending import AmendResult
from ledger.game.turns.facts import TurnPassed
from ledger.messages import family, known
from ledger.vocabulary import Placement, Seat, Tiles
from ledger.vocabulary.refusals import Refusal
from tests.decisions.situations import two_plays
from tests.decisions.test_overruling import SITUATIONS, by, prepared
from tests.desks import DIRECTOR, A, B, a_desk, the_table
from tests.tiers import all_at_once
from web.entry.request_wording import DIGESTS, request_view, words_of

CODE = re.compile(r"\b[a-z]+(?:-[a-z]+)+\b")
OF_PEOPLE = {"third-party", "five-letter", "not-known"}
"""Words with a hyphen that people write too."""


@pytest.fixture
def desk(tmp_path):
    with a_desk(tmp_path / "data", with_a_table=True) as desk:
        yield desk


@pytest.fixture
def table(desk):
    return the_table(desk)


@pytest.fixture(scope="module")
def a_sheet(tmp_path_factory):
    with a_desk(tmp_path_factory.mktemp("asked") / "data", with_a_table=True) as desk:
        table = the_table(desk)
        two_plays(table)
        return table.sheet


def asked_by(request, who="K1"):
    return rejected_by(request, Sent(by=who, command_id=uuid4()))


def whole(wanted, sheet):
    told = request_view(wanted, sheet)
    return told, " · ".join((told.words, *(f"{name} {words}" for name, words in told.details)))


def test_each_request_about_a_game_has_a_sentence_of_its_own():
    assert [tag for tag in REQUESTS if not known(f"requests.{tag}")] == []


def test_no_sentence_is_of_a_request_that_is_no_more():
    said = {name.partition(".")[0] for name in family("requests.")}

    assert said - set(REQUESTS) == set()


@pytest.mark.found("DI-2")
@pytest.mark.found("DI-11")
@pytest.mark.parametrize("situation", SITUATIONS)
def test_whatever_a_ruling_can_overcome_is_told_whole_in_words_and_numbers(table, situation):
    request, _ = prepared(table, situation)
    with pytest.raises(Refusal):
        table.enter(request, by=by(request))

    told, said = whole(asked_by(request), table.sheet)

    assert told.words[0].isupper() or told.words[0].isdigit()
    assert not told.words.endswith((":", ",", " ")), told.words
    assert "{" not in said
    assert "None" not in said
    for number in numbers_of(request):
        assert number in said, (number, said)
    assert set(CODE.findall(said.lower())) <= OF_PEOPLE, said


@all_at_once
@pytest.mark.found("DI-11")
@pytest.mark.parametrize("tag", REQUESTS)
def test_each_field_that_says_something_is_told(a_sheet, tag):
    kind = REQUESTS[tag]
    hints = get_type_hints(kind)
    for field in fields(kind):
        if f"{tag}.{field.name}" in DIGESTS or field.name in LEFT_OUT.get(tag, ()):
            continue
        made = {one.name: a_value(one.name, hints[one.name], 0) for one in fields(kind)}
        other = made | {field.name: a_value(field.name, hints[field.name], 1)}

        _, one = whole(asked_by(kind(**made)), a_sheet)
        _, another = whole(asked_by(kind(**other)), a_sheet)

        assert one != another, f"{tag}.{field.name} is told nowhere: {one}"


LEFT_OUT = {
    "determine-starter": ("firsts", "seconds", "unplayed", "draws"),
    "correct-start": ("draws",),
    "challenge-exchange": ("version",),
    "adjudicate": ("lexicon",),
    "readjudicate": ("lexicon",),
}
"""What the record works out by itself, so that nobody is asked for it."""


def numbers_of(request):
    """Every number in a request, as people write it; versions of entries are none of them."""
    for field in fields(type(request)):
        value = getattr(request, field.name)
        if field.name in ("version", "player", "starter", "blank", "owner"):
            continue
        if field.name in LEFT_OUT.get(type(request).__struct_config__.tag, ()):
            continue
        if isinstance(value, bool) or value == field.default:
            continue
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, int) and not isinstance(one, bool) and abs(one) < 60:
                yield str(one)


def a_value(name, hint, nth):
    """The first or second value that a field of this type may have, neither of them empty."""
    if listed := words_in(hint):
        return listed[nth]
    parts = [part for part in get_args(hint) if part is not type(None)]
    if type(None) in get_args(hint):
        return a_value(name, Union[tuple(parts)], nth)  # noqa: UP007 (made here)
    if hint in PLAIN:
        return PLAIN[hint][nth]
    if get_origin(hint) is not tuple:
        return TurnPassed(seat=(A, B)[nth]) if parts else PLAIN[int][nth]
    if parts[-1] is not Ellipsis:
        return tuple(a_value(name, part, nth) for part in parts)
    return (a_value(name, parts[0], nth),)


PLAIN = {
    Seat: (A, B),
    bool: (False, True),
    Placement: (Placement("8D", "WINDY"), Placement("9A", "OX")),
    UUID: (uuid4(), uuid4()),
    str: ("A", "E"),
    Tiles: ("A", "E"),
    int: (1, 2),
}
"""Two values of each plain type."""


def words_in(hint):
    """The words of the closed lists in an annotation, but for lists in a list."""
    if get_origin(hint) is Literal:
        return [word for word in get_args(hint) if word]
    if get_origin(hint) in (Union, types.UnionType):
        return [word for part in get_args(hint) for word in words_in(part)]
    return []


@pytest.mark.found("DI-2")
def test_the_examples_of_the_finding_are_told_as_a_director_would_say_them(table):
    overdraw = ReportOverdraw(seat=A, drawn=4, due=3, touched=True)

    assert words_of(asked_by(overdraw), table.sheet) == "Player 1 drew 4 tiles for 3"

    table.signed()
    first, second = table.sheet.stands
    amend = AmendResult(now=(28, 6), reason="added up wrongly")
    said = words_of(asked_by(amend, DIRECTOR), table.sheet)
    assert said == f"Amend the result to 28 : 6 (signed {first} : {second}): added up wrongly"


@pytest.mark.found("DI-11")
def test_who_was_told_of_an_amendment_is_said_by_name(table):
    amend = AmendResult(now=(28, 6), reason="added up wrongly", told=("first", "second"))
    first, second = table.sheet.names

    assert whole(asked_by(amend), table.sheet)[1].endswith(f"Who was told? {first} and {second}")


def test_what_an_older_release_kept_and_ours_does_not_take_is_named_at_least(table):
    kept = RejectedRequest(by="K1", asked={"ask": "report-overdraw", "drawn": "four"})
    assert request_view(kept, table.sheet) == (
        "report-overdraw, from another release",
        (),
    )
    unknown = RejectedRequest(by="K1", asked={"ask": "lay-aside"})
    assert words_of(unknown, table.sheet) == "lay-aside, from another release"


def test_a_request_survives_the_way_to_the_log_and_back(table):
    request = ReportOverdraw(seat=A, drawn=4, due=3, touched=True)
    kept = msgspec.json.decode(msgspec.json.encode(asked_by(request)), type=RejectedRequest)
    assert whole(kept, table.sheet) == whole(asked_by(request), table.sheet)
