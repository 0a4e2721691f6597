"""Exchanging with too few tiles in the bag. Case X1."""

from __future__ import annotations

import pytest

from ledger.game.exchanges.requests import BAG_BELOW_MINIMUM, exchange_remark
from ledger.rulebook import NAMES, load


@pytest.mark.clause("wespa-4.0 3.2.1(a)")
@pytest.mark.clause("wespa-5.1 3.2.1(a)")
@pytest.mark.clause("wespa-1.0 3.2.1(a)")
@pytest.mark.clause("wsc-2003 10.1")
@pytest.mark.clause("nsa-1998 IV.H.2")
@pytest.mark.parametrize("book", NAMES)
def test_wc_X1_with_six_in_the_bag_it_is_remarked_on_with_seven_it_is_not(book):
    assert exchange_remark(7, load(book)) is None
    assert exchange_remark(6, load(book)) == BAG_BELOW_MINIMUM
    assert exchange_remark(0, load(book)) == BAG_BELOW_MINIMUM


def test_what_nobody_counted_is_not_remarked_on():
    assert exchange_remark(None, load("wespa-4.0")) is None
