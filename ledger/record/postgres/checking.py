"""What ``verify`` asks PostgreSQL: where the tables don't agree. Columns there keep their types."""

from __future__ import annotations

from typing import LiteralString

_WITHOUT_LINK: LiteralString = """
    SELECT notification_id, originator_id, originator_version, 'chain', 'link',
        'the event has no link'
    FROM {stored_events}
    WHERE NOT EXISTS (SELECT 1 FROM {chain} WHERE position = notification_id)
"""

# As in sqlite/checking: which events have an answer, written with them.
_COMMAND: LiteralString = """replace(encode(substring(event.state
    from position('"command_id":"'::bytea in event.state) + 14 for 36), 'escape'), '-', '')"""

_EVENTS_WITHOUT_ANSWER: LiteralString = """
    SELECT event.notification_id, event.originator_id, event.originator_version,
        'answers', 'row', 'the answer to the request that wrote this event is missing'
    FROM {stored_events} AS event
    WHERE event.topic <> 'game-scheduled'
    AND NOT EXISTS (SELECT 1 FROM {answers} WHERE command_id = COMMAND)
    AND EXISTS (
        SELECT 1 FROM {stored_events} AS first
        WHERE first.originator_id = event.originator_id AND first.originator_version = 1
        AND (first.topic = 'game-scheduled' OR first.topic IN ('tournament-opened', 'case-opened')
            AND EXISTS (SELECT 1 FROM {answers} WHERE command_id = BEGUN)))
""".replace("COMMAND", _COMMAND).replace("BEGUN", _COMMAND.replace("event.state", "first.state"))

_ANSWERS_WITHOUT_EVENT: LiteralString = """
    SELECT NULL::bigint, answer.stream, answer.version, 'stored_events', 'row',
        'request ' || answer.command_id || ' was answered as written, and the event is missing'
    FROM {answers} AS answer
    WHERE answer.kind = 'written' AND NOT EXISTS (
        SELECT 1 FROM {stored_events} AS event
        WHERE replace(event.originator_id::text, '-', '') = answer.stream
        AND event.originator_version = answer.version
        AND COMMAND = answer.command_id)
""".replace("COMMAND", _COMMAND)

_NUMBERS_MISSING: LiteralString = """
    SELECT NULL::bigint, stream, version, 'answers', 'device_seq',
        'before it, answers ' || (before + 1) || ' to ' || (device_seq - 1)
        || ' of device ' || device || ' are missing'
    FROM (
        SELECT stream, version, device, device_seq,
            lag(device_seq, 1, 0::bigint) OVER (PARTITION BY device ORDER BY device_seq) AS before
        FROM {answers} WHERE device_seq IS NOT NULL) AS counted
    WHERE device_seq > before + 1
"""

STRAYS: tuple[LiteralString, ...] = (
    _WITHOUT_LINK,
    _EVENTS_WITHOUT_ANSWER,
    _ANSWERS_WITHOUT_EVENT,
    _NUMBERS_MISSING,
)
"""Questions that yield position, stream, version, table, column and what is wrong."""

NAMING_WORDS: LiteralString = """
    SELECT notification_id, originator_id, originator_version, topic, state
    FROM {stored_events} WHERE topic = ANY(%s) ORDER BY notification_id
"""
