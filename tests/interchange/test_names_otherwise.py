"""Names that a format has no room for: said at the export, and known when the file comes back."""

from __future__ import annotations

import pytest

from ledger.tournament.facts import PlayerEntered
from tests.desks import ORGANISER, a_desk
from tests.interchange.files_at_the_desk import SLUG, Files, verdicts
from tests.officials import Organiser


@pytest.fixture
def with_players(tmp_path):
    with a_desk(tmp_path) as desk:
        files = Files(desk)

        def entered(*names):
            players = [PlayerEntered(number=n, name=name) for n, name in enumerate(names, 1)]
            Organiser(desk).enter_players(SLUG, players, by=ORGANISER)
            return files

        yield entered


CLASHES = [
    ("Maximilian Alexander Schmidt", "Maximilian Alexander"),
    ("Maximilian Alexander", "Maximilian Alexander Schmidt"),
    ("Maximilian Alexander Schmidt", "Maximilian Alexander Bauer", "Maximilian Alexand 2"),
    ("Żółć, Ada", "Zolc, Ada"),
]


@pytest.mark.parametrize("names", CLASHES)
def test_names_that_clash_in_twenty_columns_come_back_as_whose_they_are(with_players, names):
    files = with_players(*names)

    written = files.export("tou")

    back = files.preview(written.body, written.name)
    assert {verdict for verdict, _ in verdicts(back)} == {"same"}


def test_who_has_room_for_the_whole_name_keeps_it(with_players):
    files = with_players("Maximilian Alexander Schmidt", "Maximilian Alexander")

    written = files.export("tou")

    assert "Maximilian Alexander Schmidt as Maximilian Alexand 2." in written.remarks[-1]
    assert "Alexander as" not in written.remarks[-1]


@pytest.mark.parametrize(
    ("name", "there"), [(r"O;Neil \ #x", "O,Neil / #x"), ("# Gull", "Gull"), ("a\\", "a/")]
)
def test_what_would_end_a_name_in_a_tsh_file_is_said_and_changes_nobody(with_players, name, there):
    files = with_players(name, "Fernweh, Ada")

    written = files.export("tsh")

    assert f"Written differently in the file: {name} as {there}." in written.remarks
    back = files.preview(written.body, written.name)
    assert {verdict for verdict, _ in verdicts(back)} == {"same"}


@pytest.mark.parametrize("kind", ["tou", "tsh"])
def test_where_every_name_is_written_as_it_is_nothing_is_said(with_players, kind):
    assert with_players("Fernweh, Ada", "Quillon, Bo").export(kind).remarks == ()
