"""A hall for each rulebook, made once."""

from __future__ import annotations

from contextlib import ExitStack

import pytest

from tests.web.law.hall import a_law_hall


@pytest.fixture(scope="package")
def halls(tmp_path_factory):
    with ExitStack() as kept:
        known = {}

        def of(book):
            if book not in known:
                known[book] = kept.enter_context(a_law_hall(tmp_path_factory.mktemp(book), book))
            return known[book]

        yield of
