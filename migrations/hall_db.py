"""Tables of the hall's SQLite file, which can be thrown away and rebuilt from the log.

Nothing here is ever migrated. A file made from any other version of these declarations is
refused by ``prepare``, and ``ledger.hall`` then makes a new one; so they may be edited freely.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from migrations.sqlite_file import APPLICATION_ID, NotOursToChange, begin_private

if TYPE_CHECKING:
    from sqlite_utils.db import Database


@dataclass(frozen=True)
class Declared:
    """A table: columns of whole numbers and of text, none of which may be missing by itself.

    Attributes:
      unique: columns of which no two rows have the same.
      maybe: columns that may hold nothing.
      by: how it is searched: names of indexes and their columns.
    """

    columns: dict[str, type[int | str]]
    key: str | tuple[str, ...] | None = None
    unique: tuple[str, ...] = ()
    maybe: tuple[str, ...] = ()
    defaults: dict[str, int | str] = field(default_factory=dict)
    by: dict[str, tuple[str, ...]] = field(default_factory=dict)


def _texts(*names: str) -> dict[str, type[int | str]]:
    return dict.fromkeys(names, str)


def _numbers(*names: str) -> dict[str, type[int | str]]:
    return dict.fromkeys(names, int)


TABLES = {
    # How far the log was followed: the position, and which event lies there. One row. What lies
    # past ``after`` up to ``below`` was leapt over, and is taken in from its end.
    "tracking": Declared(
        _numbers("one", "position") | _texts("mark") | _numbers("after", "below"), key="one"
    ),
    # Tournaments that are whole here while others are not.
    "made": Declared(_texts("slug"), key="slug"),
    # Tournaments with their streams, and the players entered.
    "tournaments": Declared(
        _texts("slug", "stream", "name", "place", "rulebook", "lexicon")
        | _numbers("rounds")
        | _texts("live_boards")
        | _numbers("minutes_late")
        | _texts("time_zone", "language", "beside")
        | _texts("first_day", "last_day", "announcement", "starts_next")
        | _texts("ties", "prizes")
        | _numbers("over")
        | _texts("starts_by")
        | _numbers("spread_cap")
        | _texts("planned")
        | _numbers("phones_check_in", "players_tell")
        | _texts("phases")
        | _numbers("version"),
        key="slug",
        unique=("stream",),
        maybe=("stream",),
        defaults={"live_boards": "on", "minutes_late": 0, "time_zone": "", "language": "",
                  "beside": "", "first_day": "",
                  "last_day": "", "announcement": "", "starts_next": "", "ties": "",
                  "prizes": "[]", "over": 0, "starts_by": "", "spread_cap": 0, "planned": "{}",
                  "phones_check_in": 0, "players_tell": 0, "phases": "{}", "version": 0},
    ),
    # ``kept``: the table that is kept for a player; lists mark the table, and never for whom.
    "players": Declared(
        _texts("tournament") | _numbers("number") | _texts("name", "division")
        | _numbers("rating") | _texts("team", "classes")
        | _numbers("kept", "withdrawn", "here", "first_round", "forgotten"),
        key=("tournament", "number"),
        by={"players_by_name": ("name",)},
    ),
    # One row a game. Only columns that never change are indexed: it is written every turn.
    "games": Declared(
        _numbers("key")
        | _texts("id", "tournament", "division")
        | _numbers("round_number", "table_number", "replay")
        | _texts("first", "second")
        | _numbers("first_number", "second_number", "first_total", "second_total")
        | _texts("state", "on_move")
        | _numbers("turns", "version", "position", "unseen", "first_clock", "second_clock")
        | _texts("flags", "last_line", "written_at")
        | _numbers(
            "lines", "corrected", "ended", "counted", "begun", "first_half_wins",
            "second_half_wins", "first_spread", "second_spread", "unindexed",
        )
        | _texts("start", "starts_by", "edition")
        | _numbers("best", "best_by")
        | _texts("best_play"),
        key="key",
        unique=("id",),
        maybe=("on_move", "first_clock", "second_clock"),
        defaults={"unindexed": 1},
        by={
            "games_by_place": (
                "tournament", "division", "round_number", "table_number", "replay",
            )
        },
    ),
    # Names, tournament and words played, for the search.
    "found_by": Declared(
        _numbers("key") | _texts("names", "tournament", "words"),
        key="key",
        maybe=("names", "tournament", "words"),
    ),
    # What decisions about conduct do to the standings, beside the games.
    "decided": Declared(
        _texts("tournament", "kind", "game") | _numbers("number", "amount"),
        by={"decided_by_tournament": ("tournament",)},
    ),
    # Byes: results without a game, where it is settled what one is worth.
    "byes": Declared(
        _texts("tournament") | _numbers("number", "round_number") | _texts("division")
        | _numbers("half_wins", "spread") | _texts("kind"),
        maybe=("half_wins", "spread"),
        by={"byes_by_tournament": ("tournament",)},
    ),
    # What each tournament brought its players, by name, as visitors are shown it; and the
    # tournaments in which something changed since that was worked out.
    "played": Declared(
        _texts("tournament") | _numbers("number")
        | _texts("name", "name_key", "sought", "division", "day")
        | _numbers("place", "sharing", "half_wins", "games", "spread", "best", "best_points")
        | _texts("best_play"),
        by={
            "played_by_tournament": ("tournament",),
            "played_by_key": ("name_key", "day"),
            "played_by_sought": ("sought", "name_key", "name"),
            "played_by_name": ("name", "tournament"),
        },
    ),
    "due": Declared(_texts("tournament"), key="tournament"),
}  # fmt: skip

SEARCHED = ("names", "tournament", "words")
ACCENTS_DO_NOT_MATTER = "unicode61 remove_diacritics 2"

_DUE = (
    "BEGIN INSERT INTO due SELECT {0} WHERE NOT EXISTS "
    "(SELECT 1 FROM due WHERE tournament = {0}); END"
)
_DUE_OF_GAME = _DUE.format("NEW.tournament")
_COUNTS = ", ".join(
    f"{{0}}.{column}"
    for column in (
        "begun", "counted", "first_half_wins", "second_half_wins", "first_spread",
        "second_spread", "first_total", "second_total", "best_play", "flags",
    )
)  # fmt: skip
_CHANGED = (
    "OLD.state <> NEW.state OR (OLD.counted OR NEW.counted) "
    f"AND ({_COUNTS.format('OLD')}) <> ({_COUNTS.format('NEW')})"
)
"""Whether the standings may have changed with a game's row; not with each turn."""

BESIDES = (
    f"PRAGMA application_id = {APPLICATION_ID}",
    "INSERT INTO tracking VALUES (1, 0, '', 0, 0)",
    # The library makes no index of some rows only.
    "CREATE INDEX games_unindexed ON games (key) WHERE unindexed",
    "CREATE INDEX players_forgotten ON players (name) WHERE forgotten",
    # What the standings follow from; not each turn of a game that is being played.
    f"CREATE TRIGGER due_of_games AFTER INSERT ON games WHEN NEW.counted {_DUE_OF_GAME}",
    f"CREATE TRIGGER due_of_results AFTER UPDATE ON games WHEN {_CHANGED} {_DUE_OF_GAME}",
    f"CREATE TRIGGER due_of_tournaments AFTER INSERT ON tournaments {_DUE.format('NEW.slug')}",
    f"CREATE TRIGGER due_of_changes AFTER UPDATE ON tournaments {_DUE.format('NEW.slug')}",
)

WORKED_OUT = 2
"""Counted up where what a column holds is worked out otherwise, as when a flag is added: what a
file made before says of the past is not the whole then."""

DIGEST = (
    int.from_bytes(
        sha256(
            repr((TABLES, SEARCHED, ACCENTS_DO_NOT_MATTER, BESIDES, WORKED_OUT)).encode()
        ).digest()[:4],
        "big",
    )
    >> 1
    or 1
)
"""31 bits over everything that makes the tables: another release has others."""


def prepare(path: Path) -> None:
    """Make the hall's tables in ``path`` if it is not there; otherwise see that it holds them."""
    begin_private(path)
    with closing(sqlite3.connect(path, timeout=30, isolation_level=None)) as connection:
        found = connection.execute("PRAGMA user_version").fetchone()[0]
        if not found and not _holds_anything(connection):
            from sqlite_utils.db import Database  # only who makes the file waits for it

            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("BEGIN IMMEDIATE")
            if not _holds_anything(connection):
                _make(Database(connection, execute_plugins=False))
                connection.execute(f"PRAGMA user_version = {DIGEST}")
            connection.execute("COMMIT")
            found = connection.execute("PRAGMA user_version").fetchone()[0]
    if found != DIGEST:
        msg = f"{path} was made by another release, or is not the hall's. It can be deleted."
        raise NotOursToChange(msg)


def _make(db: Database) -> None:
    """Make everything that is declared; inside one transaction."""
    for name, declared in TABLES.items():
        table = db.table(name).create(
            declared.columns,
            pk=declared.key,
            not_null=set(declared.columns) - set(declared.maybe),
            defaults=declared.defaults,
        )
        for column in declared.unique:
            table.create_index([column], f"{name}_by_{column}", unique=True)
        for index, columns in declared.by.items():
            table.create_index(columns, index)
    db.table("found_by").enable_fts(SEARCHED, create_triggers=True, tokenize=ACCENTS_DO_NOT_MATTER)
    for statement in BESIDES:
        db.execute(statement)


def _holds_anything(connection: sqlite3.Connection) -> bool:
    return bool(connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])
