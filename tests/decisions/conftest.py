"""A desk and a started game for each test, on a record of its own."""

from __future__ import annotations

import pytest

from tests.desks import a_desk, the_table


@pytest.fixture
def desk(tmp_path, request):
    with a_desk(tmp_path / "data", with_a_table="table" in request.fixturenames) as desk:
        yield desk


@pytest.fixture
def table(desk):
    return the_table(desk)
