"""Tables of the record in PostgreSQL, oldest change first, as numbered SQL.

A change that has been released is never edited: write a new one, and add its name to
``KNOWN_CHANGES`` in ``ledger/record/postgres/connecting.py``. The table and index of the events are
laid out as the eventsourcing library lays them out; nodes run with ``CREATE_TABLE=n``.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from typing import LiteralString

import psycopg
from psycopg.sql import SQL, Identifier

from migrations.sqlite_file import NotOursToChange

_REFUSE: LiteralString = """
    CREATE TRIGGER {table}_no_change BEFORE UPDATE OR DELETE ON {table}
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
"""

CHANGES: dict[str, LiteralString] = {
    "pg_0001_library_tables": """
        CREATE TABLE stored_events (
            originator_id uuid NOT NULL,
            originator_version bigint NOT NULL,
            topic text,
            state bytea,
            notification_id bigserial,
            PRIMARY KEY (originator_id, originator_version)
        ) WITH (
            autovacuum_enabled = true,
            autovacuum_vacuum_threshold = 100000000,
            autovacuum_vacuum_scale_factor = 0.5,
            autovacuum_analyze_threshold = 1000,
            autovacuum_analyze_scale_factor = 0.01
        );
        CREATE UNIQUE INDEX stored_events_notification_id_idx
        ON stored_events (notification_id ASC);
        CREATE TYPE stored_event_uuid AS (
            originator_id uuid, originator_version bigint, topic text, state bytea
        );
    """,
    "pg_0002_chain": """
        CREATE TABLE chain (
            position bigint PRIMARY KEY, link bytea NOT NULL, checks bytea NOT NULL
        );
        CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$;
    """
    + _REFUSE.replace("{table}", "stored_events")
    + _REFUSE.replace("{table}", "chain"),
    "pg_0003_answers": """
        CREATE TABLE answers (
            command_id text PRIMARY KEY,
            device text NOT NULL,
            device_seq bigint,
            payload bytea NOT NULL,
            kind text NOT NULL,
            stream text NOT NULL,
            version bigint NOT NULL,
            body bytea NOT NULL,
            at text NOT NULL,
            checks bytea NOT NULL
        );
        CREATE UNIQUE INDEX answers_by_device ON answers (device, device_seq);
    """
    + _REFUSE.replace("{table}", "answers"),
    "pg_0004_words": """
        CREATE TABLE words (digest text PRIMARY KEY, salt bytea, content bytea);
        CREATE FUNCTION refuse_to_change_words() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP = 'UPDATE' AND NEW.salt IS NULL AND NEW.content IS NULL
            AND NEW.digest = OLD.digest THEN RETURN NEW; END IF;
            RAISE EXCEPTION 'words can be emptied, not changed';
        END $$;
        CREATE TRIGGER words_no_change BEFORE UPDATE OR DELETE ON words
        FOR EACH ROW EXECUTE FUNCTION refuse_to_change_words();
    """,
    "pg_0005_keys": """
        CREATE TABLE pins (badge text PRIMARY KEY, salt bytea NOT NULL, hash bytea NOT NULL,
            cost text NOT NULL, must_change integer NOT NULL, set_at text NOT NULL);
        CREATE TABLE wrong_pins (badge text NOT NULL, origin text NOT NULL,
            tries integer NOT NULL, since text NOT NULL, PRIMARY KEY (badge, origin));
        CREATE TABLE sessions (token bytea PRIMARY KEY, badge text NOT NULL,
            device text NOT NULL, scope text NOT NULL, began text NOT NULL, seen text NOT NULL);
        CREATE TABLE device_keys (token bytea PRIMARY KEY, device text NOT NULL);
        CREATE TABLE invitations (code bytea PRIMARY KEY, scope text NOT NULL,
            made_by text NOT NULL, made_at text NOT NULL);
    """,
    "pg_0006_unsettled": """
        CREATE INDEX answers_not_written ON answers (kind, stream) WHERE kind <> 'written';
    """,
    "pg_0007_tokens": """
        CREATE TABLE tokens (token bytea PRIMARY KEY, badge text NOT NULL, name text NOT NULL,
            scopes text NOT NULL, made_at text NOT NULL, ends_at text NOT NULL);
    """,
    "pg_0008_backups": """
        CREATE TABLE backups (made_at text NOT NULL, place text NOT NULL, position bigint NOT NULL,
            events bigint NOT NULL, head text NOT NULL, elsewhere integer NOT NULL,
            PRIMARY KEY (made_at, place));
        CREATE TABLE backed_up (device text PRIMARY KEY, device_seq bigint NOT NULL);
    """,
    "pg_0009_word_lists": """
        CREATE TABLE word_lists (file text PRIMARY KEY, digest text NOT NULL,
            content bytea NOT NULL);
    """,
    # What is asked for by its kind, of all events: few among millions.
    "pg_0010_seldom": """
        CREATE INDEX stored_events_seldom ON stored_events (topic, notification_id)
        WHERE topic IN ('badge-issued', 'tournament-opened', 'rulebook-chosen', 'game-scheduled',
            'round-closed', 'bundle-issued', 'certificate-made', 'checkpoint-key-made',
            'checkpoint-key-revoked', 'checkpoint-made', 'checkpoint-cosigned',
            'witness-disagreed', 'witness-settled', 'log-restored');
    """,
}
"""Name to SQL, in order."""

_ONE_AT_A_TIME = 0x54736372  # key of the lock that lets one program at a time change the tables


def prepare(settings: Mapping[str, str], release: str) -> list[str]:
    """Make the tables, or bring them up to date, in one transaction.

    Args:
      settings: ``POSTGRES_DBNAME``, ``_HOST``, ``_PORT``, ``_USER``, ``_PASSWORD``, ``_SCHEMA``.
    """
    schema = Identifier(settings.get("POSTGRES_SCHEMA", "").strip() or "public")
    try:
        with closing(_connect(settings)) as connection, connection.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (_ONE_AT_A_TIME,))
            connection.execute(SQL("CREATE SCHEMA IF NOT EXISTS {}").format(schema))
            connection.execute(SQL("SET LOCAL search_path TO {}").format(schema))
            connection.execute(
                "CREATE TABLE IF NOT EXISTS tilescribe_changes (change text PRIMARY KEY, "
                "release text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())"
            )
            rows = connection.execute("SELECT change FROM tilescribe_changes ORDER BY change")
            applied = [name for (name,) in rows.fetchall()]
            if newer := [name for name in applied if name not in CHANGES]:
                msg = (
                    f"The database was made by a newer release: this one does not know {newer[0]}. "
                    "Install that release."
                )
                raise NotOursToChange(msg)
            waiting = [name for name in CHANGES if name not in applied]
            for name in waiting:
                connection.execute(SQL(CHANGES[name]))
                connection.execute(
                    "INSERT INTO tilescribe_changes VALUES (%s, %s)", (name, release)
                )
    except psycopg.Error as trouble:
        msg = f"The tables can't be made ({str(trouble).strip()}). Check the POSTGRES_ settings."
        raise NotOursToChange(msg.replace("\n", " ")) from trouble
    return waiting


def made(settings: Mapping[str, str]) -> list[str]:
    """Names of the changes made to the tables, oldest first; empty where there are none."""
    table = Identifier(
        settings.get("POSTGRES_SCHEMA", "").strip() or "public", "tilescribe_changes"
    )
    try:
        with closing(_connect(settings)) as connection:
            rows = connection.execute(SQL("SELECT change FROM {} ORDER BY change").format(table))
            return [name for (name,) in rows.fetchall()]
    except (psycopg.errors.UndefinedTable, psycopg.errors.InvalidSchemaName):
        return []
    except psycopg.Error as trouble:
        raise _unreached(trouble) from trouble


def _unreached(trouble: psycopg.Error) -> NotOursToChange:
    what = str(trouble).strip().replace("\n", " ")
    return NotOursToChange(f"The tables can't be reached ({what}). Check the POSTGRES_ settings.")


def _connect(settings: Mapping[str, str]) -> psycopg.Connection[tuple[str, ...]]:
    return psycopg.connect(
        dbname=settings.get("POSTGRES_DBNAME", ""),
        host=settings.get("POSTGRES_HOST", ""),
        port=settings.get("POSTGRES_PORT") or "5432",
        user=settings.get("POSTGRES_USER", ""),
        password=settings.get("POSTGRES_PASSWORD") or None,
        connect_timeout=10,
    )
