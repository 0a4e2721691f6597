"""Every request about a game can be made by somebody: on a tablet, on a page, by a command."""

from __future__ import annotations

import ast
import re
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Literal, get_args, get_origin

import pytest
from msgspec.structs import fields

from ledger.game.challenges.facts import HoldCalled
from ledger.game.challenges.holds import CallHold
from ledger.game.deciding import REQUESTS
from ledger.game.going_on import OFFERS
from ledger.record.fact import said_by_both
from ledger.vocabulary import Seat

HOUSE = Path(__file__).resolve().parents[2]

ASKED_FOR_BY = ("asks", "ask")
"""Keywords by which a step or an entry names its request."""

NOT_A_DOOR = ("ledger/simulation", "web/demonstration")
"""What makes requests up, and is nobody's way to make one."""


def python_files(*rooms):
    for room in rooms:
        for path in (HOUSE / room).rglob("*.py"):
            if not path.relative_to(HOUSE).as_posix().startswith(NOT_A_DOOR):
                yield path, ast.parse(path.read_text("utf-8"))


@cache
def offered():
    """Tags that an offer or a step asks for, or that stand in a table which steps are made from."""
    found = {row.asks for table in OFFERS for row in table.rows}
    for path, tree in python_files("ledger/game"):
        if path.name in ("facts.py", "folds.py") or path.parent.name == "sheet":
            continue
        for node in ast.walk(tree):
            named = (
                [node.value]
                if isinstance(node, ast.keyword) and node.arg in ASKED_FOR_BY
                else node.values
                if isinstance(node, ast.Dict)
                else []
            )
            inner = (each for one in named for each in ast.walk(one))
            found |= {one.value for one in inner if isinstance(one, ast.Constant)}
    return found


@cache
def made_by_pages_and_commands():
    """Tags of the requests that a page, a command or the carrying out of a ruling makes."""
    by_class = {kind.__name__: tag for tag, kind in REQUESTS.items()}
    named = {
        node.id
        for _, tree in python_files("web", "ledger/incidents", "ledger/tournament")
        for node in ast.walk(tree)
        if isinstance(node, ast.Name)
    }
    return {by_class[name] for name in named & by_class.keys()}


def made_by_tablets():
    """Tags that a script of a tablet or of a page enters by itself."""
    scripts = "\n".join(
        path.read_text("utf-8")
        for path in (HOUSE / "web" / "static" / "js").rglob("*.js")
        if "vendor" not in path.parts
    )
    entered = re.findall(r"\bask: ([^,}\n]+)", scripts)
    return {tag for words in entered for tag in re.findall(r'"([a-z-]+)"', words)}


def made_by_nobody(requests):
    return set(requests) - offered() - made_by_pages_and_commands() - made_by_tablets()


@pytest.mark.found("AE-3")
def test_every_request_can_be_made_by_somebody():
    assert made_by_nobody(REQUESTS) == set(), "no offer, step, page or command asks for these"


@pytest.mark.found("AE-3")
def test_one_that_nobody_can_make_is_found():
    assert "check-rack" in made_by_nobody({**REQUESTS, "check-rack": None})


@pytest.mark.found("AE-3")
def test_each_of_the_three_ways_is_looked_at():
    """Else a way that moved would be found empty, and the others would hide it."""
    ways = offered(), made_by_pages_and_commands(), made_by_tablets()

    only = [
        set(REQUESTS) & way - set.union(*(other for other in ways if other is not way))
        for way in ways
    ]
    assert all(only), only


# Facts made from requests (``Fact.from_request``): each place is looked at here.


def made_from_requests():
    for path, tree in python_files("ledger"):
        module = ".".join(path.relative_to(HOUSE).with_suffix("").parts)
        for function in ast.walk(tree):
            for call in ast.walk(function) if isinstance(function, ast.FunctionDef) else ():
                if isinstance(call, ast.Call) and ast.unparse(call.func).endswith(".from_request"):
                    yield module, function, call


@pytest.mark.parametrize(
    ("module", "function", "call"),
    [
        pytest.param(*place, id=ast.unparse(place[2].func).removesuffix(".from_request"))
        for place in made_from_requests()
    ],
)
def test_a_fact_made_from_a_request_says_all_it_must_and_means_the_same(module, function, call):
    names = vars(import_module(module))
    [asked] = [one.annotation for one in function.args.args if one.arg == call.args[0].id]
    request = eval(ast.unparse(asked), names)
    kind = eval(ast.unparse(call.func.value), names)
    more = {one.arg for one in call.keywords}
    both = set(said_by_both(kind, request)) - more

    assert more <= set(kind.__struct_fields__)
    assert {one.name for one in fields(kind) if one.required} <= both | more
    assert len(both) >= 4, "write the fields out"
    meant = {one.name: one.type for one in fields(kind)}
    said = {one.name: one.type for one in fields(request) if one.name in both}
    assert [name for name in both if not means_the_same(said[name], meant[name])] == []


def means_the_same(said, meant):
    """A request may take fewer words than a fact holds, which old bytes may have."""
    return said == meant or (get_origin(said) is Literal and fits(said, meant))


def fits(said, meant):
    return meant is str or set(get_args(said)) <= set(get_args(meant))


def test_what_is_said_besides_comes_before_what_was_asked():
    held = CallHold(seat=Seat.FIRST, after=3)
    fact = HoldCalled.from_request(held, after=5)

    assert (fact.seat, fact.after) == (Seat.FIRST, 5)
    with pytest.raises(TypeError):
        HoldCalled.from_request(held, nothing=1)
