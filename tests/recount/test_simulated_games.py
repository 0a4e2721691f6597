"""Made-up games of any seed: counted again they come to the same; what is offered can be done."""

from __future__ import annotations

import pytest

from ledger.rulebook import NAMES
from tests.long_runs import in_shares, seed_of
from tests.recount.of_any_seed import trouble

SHARES, SEEDS = 100, 5
"""500 seeds in the long run, under five books each; one seed a book in ``make test``."""


@pytest.mark.found("AE-10", "AE-11")
@in_shares(1, SHARES)
def test_E5_whatever_seed_is_drawn_nothing_is_wrong_with_its_games(share, request, tmp_path):
    wrong = []
    for nth in range(SEEDS if request.config.getoption("--full") else 1):
        for book in NAMES:
            folder = tmp_path / f"{book}-{nth}"
            folder.mkdir()
            wrong += trouble(folder, book, SEEDS * seed_of(share) + nth)
    assert wrong == []


@pytest.mark.found("AE-10")
@pytest.mark.parametrize(("book", "seed"), [("wespa-1.0", 56), ("wespa-5.1", 81)])
def test_E5_seeds_in_which_something_was_offered_in_vain(book, seed, tmp_path):
    """An order of draws that no count gives; tiles askew where no tile lies."""
    assert trouble(tmp_path, book, seed) == []
