"""A record of many tournaments: a node starts without reading it, and its lists come out the same.

Small here; `--full` and `make bench` have a season of a federation (`tests/season.py`).
"""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from ledger.hall import HALL_FILE, open_hall
from ledger.hall.backlog import Making
from ledger.hall.file import connect
from ledger.record.events import game_id
from ledger.record.verify import verify
from ledger.vocabulary.refusals import RecordAway
from migrations.hall_db import prepare
from tests.season import Template, fill_postgres, fill_sqlite, slug_of

OPENS = 5
"""Tournaments of the small season."""


@pytest.fixture(scope="session")
def template(tmp_path_factory) -> Template:
    return Template(tmp_path_factory.mktemp("season"), games=8, players=8)


@pytest.fixture
def season(venue, template):
    """A record of five tournaments, on each engine."""
    if venue.settings:
        fill_postgres(venue.settings, template, range(OPENS))
    else:
        fill_sqlite(venue.folder, template, range(OPENS))
    return venue


@pytest.fixture
def halls(season, tmp_path):
    """Opens a hall in a folder of its own, and closes it."""
    opened = []

    def one(name, **how):
        (tmp_path / name).mkdir(exist_ok=True)
        opened.append(open_hall(tmp_path / name, season.open(), prepare=prepare, **how))
        return opened[-1]

    yield one
    for hall in opened:
        hall.close()


def lists(folder):
    """All rows of a hall, but for how it followed and what numbers they got."""
    asked = {
        "tournaments": "slug", "players": "tournament, number", "games": "id",
        "decided": "tournament, kind, game, number", "byes": "tournament, number",
    }  # fmt: skip
    with closing(sqlite3.connect(folder / HALL_FILE)) as db:
        db.row_factory = sqlite3.Row
        found = {
            table: [
                {name: value for name, value in dict(row).items() if name != "key"}
                for row in db.execute(f"SELECT * FROM {table} ORDER BY {order}")
            ]
            for table, order in asked.items()
        }
        words = "SELECT games.id, names, words FROM found_by JOIN games USING (key) ORDER BY id"
        return {**found, "found_by": [tuple(row) for row in db.execute(words)]}


def test_a_season_is_a_sound_record(season, template):
    verdict = verify(season.open().store)
    assert verdict.sound, verdict.faults
    badges = len(template._badges)
    assert verdict.events == OPENS * template.events + badges


def test_what_was_leapt_over_is_taken_in_and_comes_to_the_same_lists(halls, tmp_path):
    halls("forward")
    late = halls("late", leap=10)
    assert late.owed() == late.position()
    late.take_in_owed()
    assert late.owed() == 0
    assert lists(tmp_path / "late") == lists(tmp_path / "forward")


def test_a_node_that_leapt_reads_nothing_before_it_answers(halls, season, monkeypatch):
    log = season.open()
    read = []
    rows_after = type(log.store).rows_after

    def counted(store, position, limit):
        rows = rows_after(store, position, limit)
        read.extend(rows)
        return rows

    monkeypatch.setattr(type(log.store), "rows_after", counted)
    hall = halls("late", leap=10, serves=True)
    assert hall.tournaments() == ()
    assert len(read) <= 64, "as many as are looked at before it is known how many there are"


def test_a_tournament_that_is_asked_for_is_made_whole_at_once(halls):
    whole = halls("forward")
    late = halls("late", leap=10, serves=True)
    slug = slug_of(1)
    assert late.games(slug) == whole.games(slug)
    assert late.standings(slug) == whole.standings(slug)
    assert late.tournament(slug) == whole.tournament(slug)
    assert [row.slug for row in late.tournaments()] == [slug]
    other = game_id(slug_of(3), 2, 1)
    assert late.game(other) == whole.game(other)
    assert late.games(slug_of(3)) == whole.games(slug_of(3)), "with the whole of its tournament"


def test_a_command_that_lists_all_tournaments_waits_until_they_are_there(halls):
    late = halls("late", leap=10)
    assert [row.slug for row in late.tournaments()] == [slug_of(nth) for nth in range(OPENS)]
    assert late.owed() == 0


def test_nobody_knows_yet_whether_there_is_a_tournament_without_a_stream(halls):
    late = halls("late", leap=10, serves=True)
    with pytest.raises(RecordAway, match="being made"):
        late.tournament("no-such")
    late.take_in_owed()
    assert late.tournament("no-such") is None


def test_the_newest_tournament_comes_first_and_taking_in_goes_on_after_a_kill(
    halls, season, tmp_path, template, monkeypatch
):
    monkeypatch.setattr("ledger.hall.backlog.STEP", template.events // 2)
    halls("forward")
    late = halls("late", leap=10, serves=True)
    seen = []
    while late.owed():
        with closing(connect(tmp_path / "late" / HALL_FILE)) as connection:  # and no more of it
            Making(season.open(), connection).step()
        seen.append([row.slug for row in late.tournaments()])
    assert seen[0] == [slug_of(OPENS - 1)]
    assert len(seen) >= 2 * OPENS
    assert lists(tmp_path / "late") == lists(tmp_path / "forward")


def test_what_is_written_meanwhile_is_there_and_stays(halls, season, turn, tmp_path):
    late = halls("late", leap=10, serves=True)
    log = season.open()
    game = game_id(slug_of(2), 1, 1)
    log.append([turn(game, log.version_of(game) + 1)])
    late.catch_up()
    assert late.game(game).version == log.version_of(game)
    late.take_in_owed()
    halls("forward")
    assert lists(tmp_path / "late") == lists(tmp_path / "forward")


def test_a_node_that_was_long_away_owes_only_what_was_written_meanwhile(
    halls, season, template, tmp_path
):
    halls("node").close()
    fill = fill_postgres if season.settings else fill_sqlite
    fill(season.settings or season.folder, template, range(OPENS, OPENS + 2))
    node = halls("node", leap=10, serves=True)
    assert node.owed() == 2 * template.events
    assert len(node.tournaments()) == OPENS, "what it had, it shows"
    node.take_in_owed()
    halls("forward")
    assert lists(tmp_path / "node") == lists(tmp_path / "forward")
