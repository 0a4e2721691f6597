"""A desk and a started game for each test, on a record of its own."""

from __future__ import annotations

import pytest

from tests.desks import a_desk, a_table


@pytest.fixture
def desk(tmp_path):
    with a_desk(tmp_path / "data") as desk:
        yield desk


@pytest.fixture
def table(desk):
    return a_table(desk)
