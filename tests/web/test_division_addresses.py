"""A division that may be called so is found at its address, and under its name in commands."""

from __future__ import annotations

from urllib.parse import unquote

import pytest

from ledger.desk.opened import SHAPE
from ledger.tournament.divisions import misnamed
from printing.filling.course_papers import by_hand_named

NAMES = ["A", "Late Birds", "standings", "organise", "Ü-50", "U.18", "1", "A:B", "r", "rA", "+&;"]


@pytest.mark.parametrize("name", NAMES)
def test_every_name_that_is_taken_has_an_address_of_its_own(client, name):
    at = client.application.url_map.bind("hall")
    assert not misnamed(name)

    for where in ("tournaments.one_round", "why_paired.page"):
        rules = [r for r in at.map.iter_rules(where) if "division" in r.arguments]
        request = {"slug": "cup", "division": name, "round_number": 1}
        address = at.build(where, request)
        assert rules
        assert at.match(unquote(address.partition("?")[0])) == (where, request)
    assert SHAPE.fullmatch(f"cup/{name}/R1/T2")["division"] == name
    assert by_hand_named(f"cup/{name}/R1", 0).division == name
