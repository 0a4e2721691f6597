"""Every defect that was found has a test, and the table that says so is true."""

from __future__ import annotations

from tests import found


def test_the_table_of_defects_is_the_one_made_from_the_tests():
    assert found.README.read_text("utf-8") == found.written()


def test_no_test_names_a_defect_that_nobody_found():
    known = {f"{family}{n}" for family, last in found.COUNTS.items() for n in range(1, last + 1)}

    assert set(found.guarded()) <= known


def test_every_defect_has_a_test():
    assert set(found.NOW) - set(found.guarded()) == set()
