"""Which role may ask what, as one table; the desk itself holds to it, whatever the door let in."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec
import pytest
from msgspec import inspect

from ledger.accounts.badges import Badges
from ledger.accounts.local_store import open_local_store
from ledger.accounts.sessions import Cost
from ledger.desk import games
from ledger.desk.requests import Refused, Sent
from ledger.game.context import OF_GAMES
from ledger.record.events import badge_id, tournament_id
from ledger.vocabulary import Role
from ledger.vocabulary.refusals import Refusal
from tests.desks import ORGANISER, a_desk, a_tournament
from tests.officials import Director, Organiser
from tests.registered import EVERY, REGISTERED

TABLE = Path(__file__).with_name("who_may_ask.txt")
LETTERS = {
    "k": Role.SCOREKEEPER, "j": Role.WORD_JUDGE, "d": Role.DIRECTOR, "o": Role.ORGANISER,
    "s": Role.DISPLAY, "p": Role.PLAYER,
}  # fmt: skip
BADGES = {
    Role.SCOREKEEPER: "K1", Role.WORD_JUDGE: "J1", Role.DIRECTOR: "D1", Role.ORGANISER: "O1",
    Role.DISPLAY: "S1", Role.PLAYER: "P1",
}  # fmt: skip


def declared():
    """Tag of a request to the roles the table says may ask it."""
    rows = [line.split() for line in TABLE.read_text("utf-8").splitlines() if line[:1] != "#"]
    table = {tag: frozenset(LETTERS[letter] for letter in letters) for tag, letters in rows}
    assert len(table) == len(rows)
    return table


def tag_of(kind):
    return kind.__struct_config__.tag


def as_declared():
    """The table as it would be written down for the permissions of today."""
    for kind in sorted(EVERY, key=tag_of):
        may = EVERY[kind].may[kind]
        letters = "".join(letter for letter, role in LETTERS.items() if role in may)
        yield f"{tag_of(kind)} {letters}"


def differences(tags=None):
    """The cells where the code and the table say different things."""
    table = declared()
    kinds = {tag_of(kind): kind for kind in EVERY}
    return [
        (tag, role)
        for tag in (tags or kinds)
        for role in [*Role, None]
        if _may(kinds[tag], role) != (role in table.get(tag, {"not in the table"}))
    ]


def _may(kind, role):
    try:
        EVERY[kind].must_be_allowed(role, a_request(kind))
    except Refusal:
        return False
    return True


def test_S1_every_request_is_in_the_table_and_nothing_else_is():
    assert set(declared()) == {tag_of(kind) for kind in EVERY}, "\n".join(as_declared())


def test_S1_every_role_may_ask_what_the_table_says_and_nothing_else():
    assert differences() == []


@pytest.mark.parametrize("role", Role)
def test_S1_no_permission_is_given_or_taken_unnoticed(role, monkeypatch):
    for kind, requests in EVERY.items():
        monkeypatch.setitem(requests.may, kind, requests.may[kind] ^ {role})
        assert differences([tag_of(kind)]) == [(tag_of(kind), role)]
        monkeypatch.undo()


def test_S1_a_request_nobody_listed_is_nobodys():
    class Unlisted(msgspec.Struct):
        pass

    for role in [*Role, None]:
        with pytest.raises(Refusal):
            OF_GAMES.must_be_allowed(role, Unlisted())


# The desk asks the table, on every way in: a request of each kind, from a badge of each role.


def a_value(kind: Any) -> Any:
    """Something of a type, for a request that need make no sense."""
    if isinstance(kind, inspect.StructType):
        tag = {kind.tag_field: kind.tag} if kind.tag_field else {}
        return tag | {f.encode_name: a_value(f.type) for f in kind.fields if f.required}
    if isinstance(kind, inspect.UnionType):
        return a_value(kind.types[0])
    if isinstance(kind, inspect.TupleType):
        return [a_value(each) for each in kind.item_types]
    if isinstance(kind, inspect.EnumType):
        return next(iter(kind.cls)).value
    if isinstance(kind, inspect.LiteralType):
        return kind.values[0]
    plain = {
        inspect.IntType: 1, inspect.FloatType: 1.0, inspect.StrType: "x", inspect.BoolType: True,
        inspect.NoneType: None, inspect.VarTupleType: [], inspect.ListType: [],
        inspect.DictType: {}, inspect.UUIDType: str(UUID(int=7)), inspect.BytesType: "",
        inspect.DateTimeType: "2026-11-21T09:00:00Z", inspect.AnyType: "x",
    }  # fmt: skip
    return plain[type(kind)]


@cache
def a_request(kind):
    fields = inspect.type_info(kind).fields
    told = {field.encode_name: a_value(field.type) for field in fields if field.required}
    return msgspec.convert(told | {"ask": tag_of(kind)}, kind, strict=False)


def asked_of_the_desk(desk, game, case):
    """Who is let through to the rules, by tag and role."""
    through = set()
    streams = {
        "game": game,
        "tournament": tournament_id("spring-open"),
        "case": case,
        "badge": badge_id("K1"),
    }
    for kind in EVERY:
        request = a_request(kind)
        for role, badge in BADGES.items():
            number = UUID(int=hash((kind, role)) % 2**127)
            outcome = desk.enter(streams[kind.about], request, Sent(by=badge, command_id=number))
            assert isinstance(outcome, Refused)
            if outcome.refusal.code == "reached-the-rules":
                through.add((tag_of(kind), role))
            else:
                assert outcome.refusal.code == "not-allowed"
    return through


def with_no_rules(monkeypatch):
    """From here on whoever is let through to a decision is told so."""
    monkeypatch.setattr(games, "decide", _reached)
    for requests in REGISTERED[1:]:
        for kind in requests.decisions:
            monkeypatch.setitem(requests.decisions, kind, _reached)


def _reached(*_):
    raise Refusal("reached-the-rules", "The rules were asked.", "Nothing.")


@pytest.fixture
def at_the_rules(tmp_path, monkeypatch):
    with a_desk(tmp_path) as desk:
        Organiser(desk).issue_badge("S1", "Screen", Role.DISPLAY, by=ORGANISER)
        Organiser(desk).issue_badge("P1", "Player", Role.PLAYER, by=ORGANISER)
        [game] = a_tournament(desk)
        case = Director(desk).open_case(game, "other", by="D1")
        with_no_rules(monkeypatch)
        monkeypatch.setattr(desk.log, "keep_answer", lambda answer: None)
        yield desk, game, case


def test_S1_the_desk_lets_through_whom_the_table_names(at_the_rules):
    wanted = {(tag, role) for tag, roles in declared().items() for role in roles}

    assert asked_of_the_desk(*at_the_rules) == wanted


def test_S1_a_desk_that_does_not_ask_the_table_is_noticed(at_the_rules, monkeypatch):
    for requests in REGISTERED:
        monkeypatch.setattr(requests, "must_be_allowed", lambda role, request: None)

    assert len(asked_of_the_desk(*at_the_rules)) == len(EVERY) * len(BADGES)


# The badge office asks for itself, too.

OFFICE = {
    "issue": lambda office, by: office.issue("N1", "New", Role.SCOREKEEPER, by=by),
    "new_pin": lambda office, by: office.new_pin("K1", by=by),
    "revoke": lambda office, by: office.revoke("J1", "lost", by=by),
    "invite": lambda office, by: office.tablets.invite("", by=by),
    "revoke_device": lambda office, by: office.tablets.revoke("t1-none", "lost", by=by),
}
MAY_DO = {name: {"D1", "O1"} for name in OFFICE}


@pytest.mark.parametrize("act", OFFICE)
def test_S1_the_badge_office_serves_whom_it_should(tmp_path, act):
    with a_desk(tmp_path) as desk:
        local_store = open_local_store(tmp_path, {})
        office = Badges(desk, local_store, Cost(2, 1, 1))
        served = set()
        for by in ("", "X9", "K1", "J1", "O1", "D1"):
            try:
                OFFICE[act](office, by)
                served.add(by)
            except Refusal as refusal:
                if refusal.code != "not-allowed":
                    served.add(by)
        local_store.close()

    assert served == MAY_DO[act]


def write_the_table():
    """Write the table for the permissions of today; whoever changes it reads the difference."""
    first = TABLE.read_text("utf-8").splitlines()[0]
    TABLE.write_text("\n".join([first, *as_declared()]) + "\n", "utf-8")


if __name__ == "__main__":
    write_the_table()
