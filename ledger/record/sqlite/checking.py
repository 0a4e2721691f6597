"""What ``verify`` asks a SQLite file that may be damaged.

Every column is asked for as a blob, so that a text which is no longer a text comes out as it
lies there; SQLite casts a whole number to its decimal digits, which is what links are taken
over. Types, and the index that streams are read by, are compared inside SQLite.
"""

from __future__ import annotations

CHAINED = """
    SELECT position, CAST(originator_id AS BLOB), CAST(originator_version AS BLOB),
        CAST(topic AS BLOB), CAST(state AS BLOB), CAST(link AS BLOB), CAST(checks AS BLOB)
    FROM (SELECT * FROM chain WHERE position > ? ORDER BY position LIMIT ?)
    LEFT JOIN stored_events ON stored_events.rowid = position
"""
ALL_ANSWERS = """
    SELECT CAST(command_id AS BLOB), CAST(device AS BLOB), CAST(device_seq AS BLOB),
        CAST(payload AS BLOB), CAST(kind AS BLOB), CAST(stream AS BLOB), CAST(version AS BLOB),
        CAST(body AS BLOB), CAST(at AS BLOB), CAST(checks AS BLOB)
    FROM answers
"""
ALL_WORDS = "SELECT CAST(digest AS BLOB), CAST(salt AS BLOB), CAST(content AS BLOB) FROM words"

_TABLE_AGAINST_INDEX = """
    SELECT rowid, originator_id, originator_version,
        CASE fault WHEN 'link' THEN 'chain' ELSE 'stored_events' END,
        fault,
        CASE fault WHEN 'link' THEN 'the event has no link'
                   WHEN 'index' THEN 'reading its stream does not find it'
                   ELSE 'the column holds another type of value' END
    FROM (
        SELECT rowid, CAST(originator_id AS BLOB) AS originator_id, originator_version,
            CASE WHEN typeof(originator_id) <> 'text' THEN 'originator_id'
                 WHEN typeof(originator_version) <> 'integer' THEN 'originator_version'
                 WHEN typeof(topic) <> 'text' THEN 'topic'
                 WHEN typeof(state) <> 'blob' THEN 'state'
                 WHEN NOT EXISTS (SELECT 1 FROM chain WHERE position = events.rowid) THEN 'link'
                 WHEN NOT EXISTS (
                    SELECT 1
                    FROM stored_events AS by_stream INDEXED BY sqlite_autoindex_stored_events_1
                    WHERE by_stream.originator_id = events.originator_id
                    AND by_stream.originator_version = events.originator_version
                    AND by_stream.rowid = events.rowid) THEN 'index'
            END AS fault
        FROM stored_events AS events NOT INDEXED LIMIT -1
    ) WHERE fault IS NOT NULL
"""

_INDEX_AGAINST_TABLE = """
    SELECT by_stream.rowid, CAST(by_stream.originator_id AS BLOB), by_stream.originator_version,
        'stored_events', 'index', 'its stream lists it, the log does not'
    FROM stored_events AS by_stream INDEXED BY sqlite_autoindex_stored_events_1
    WHERE NOT EXISTS (
        SELECT 1 FROM stored_events AS events NOT INDEXED
        WHERE events.rowid = by_stream.rowid
        AND events.originator_id = by_stream.originator_id
        AND events.originator_version = by_stream.originator_version)
    ORDER BY by_stream.originator_id, by_stream.originator_version
"""

_CHAIN_TYPES = """
    SELECT position, NULL, NULL, 'chain',
        CASE typeof(link) WHEN 'blob' THEN 'checks' ELSE 'link' END,
        'the column holds another type of value'
    FROM chain WHERE typeof(link) <> 'blob' OR typeof(checks) <> 'blob'
"""

_ANSWER_TYPES = """
    SELECT NULL, CAST(stream AS BLOB), version, 'answers',
        CASE WHEN typeof(command_id) <> 'text' THEN 'command_id'
             WHEN typeof(device) <> 'text' THEN 'device'
             WHEN typeof(device_seq) NOT IN ('integer', 'null') THEN 'device_seq'
             WHEN typeof(payload) <> 'blob' THEN 'payload'
             WHEN typeof(kind) <> 'text' THEN 'kind'
             WHEN typeof(stream) <> 'text' THEN 'stream'
             WHEN typeof(version) <> 'integer' THEN 'version'
             WHEN typeof(body) <> 'blob' THEN 'body'
             WHEN typeof(at) <> 'text' THEN 'at'
             ELSE 'checks' END,
        'the column holds another type of value'
    FROM answers NOT INDEXED
    WHERE typeof(command_id) <> 'text' OR typeof(device) <> 'text'
    OR typeof(device_seq) NOT IN ('integer', 'null') OR typeof(payload) <> 'blob'
    OR typeof(kind) <> 'text' OR typeof(stream) <> 'text' OR typeof(version) <> 'integer'
    OR typeof(body) <> 'blob' OR typeof(at) <> 'text' OR typeof(checks) <> 'blob'
"""

_ANSWERS_AGAINST_INDEX = """
    SELECT NULL, CAST(stream AS BLOB), version, 'answers', 'index',
        'counting its device does not find it'
    FROM answers AS answer NOT INDEXED
    WHERE NOT EXISTS (
        SELECT 1 FROM answers AS counted INDEXED BY answers_by_device
        WHERE counted.device = answer.device AND counted.device_seq IS answer.device_seq
        AND counted.command_id = answer.command_id)
"""

# The plus signs keep SQLite from looking an index up in itself.
_INDEX_AGAINST_ANSWERS = """
    SELECT NULL, CAST(counted.command_id AS BLOB), NULL, 'answers', 'index',
        'its device counts it, the answers do not hold it'
    FROM answers AS counted INDEXED BY answers_by_device
    WHERE NOT EXISTS (
        SELECT 1 FROM answers AS answer NOT INDEXED
        WHERE answer.command_id = counted.command_id AND +answer.device = counted.device
        AND +answer.device_seq IS counted.device_seq)
    ORDER BY counted.device, counted.device_seq
"""

_UNWRITTEN_AGAINST_INDEX = """
    SELECT NULL, CAST(stream AS BLOB), version, 'answers', 'index',
        'looking for what was not written does not find it'
    FROM answers AS answer NOT INDEXED
    WHERE answer.kind <> 'written' AND NOT EXISTS (
        SELECT 1 FROM answers AS found INDEXED BY answers_not_written
        WHERE found.kind <> 'written' AND found.kind = answer.kind
        AND found.stream = answer.stream AND found.command_id = answer.command_id)
"""

_INDEX_AGAINST_UNWRITTEN = """
    SELECT NULL, CAST(found.command_id AS BLOB), NULL, 'answers', 'index',
        'it is found as not written, and the answers do not hold it so'
    FROM answers AS found INDEXED BY answers_not_written
    WHERE found.kind <> 'written' AND NOT EXISTS (
        SELECT 1 FROM answers AS answer NOT INDEXED
        WHERE answer.command_id = found.command_id AND +answer.kind = found.kind
        AND +answer.stream = found.stream)
    ORDER BY found.kind, found.stream
"""

_WORDS_TYPES = """
    SELECT NULL, CAST(digest AS BLOB), NULL, 'words',
        CASE WHEN typeof(digest) <> 'text' THEN 'digest'
             WHEN typeof(salt) NOT IN ('blob', 'null') THEN 'salt' ELSE 'content' END,
        'the column holds another type of value'
    FROM words
    WHERE typeof(digest) <> 'text' OR typeof(salt) NOT IN ('blob', 'null')
    OR typeof(content) NOT IN ('blob', 'null')
"""

# What the tables say of each other. Of a request whose events are in the stream of a game there
# is an answer, written with them; scheduling one answered nobody once. A tournament or a case was
# written without answers once: where the request that began it has one, all that follow have.
# Its number stands in each event behind the first of these marks, for written_by, before it, has
# its quotes escaped.
_COMMAND = """replace(CAST(substr(event.state,
    instr(event.state, CAST('"command_id":"' AS BLOB)) + 14, 36) AS TEXT), '-', '')"""

_EVENTS_WITHOUT_ANSWER = """
    SELECT event.rowid, CAST(event.originator_id AS BLOB), event.originator_version,
        'answers', 'row', 'the answer to the request that wrote this event is missing'
    FROM stored_events AS event NOT INDEXED
    WHERE event.topic <> 'game-scheduled'
    AND NOT EXISTS (SELECT 1 FROM answers WHERE command_id = COMMAND)
    AND EXISTS (
        SELECT 1 FROM stored_events AS first
        WHERE first.originator_id = event.originator_id AND first.originator_version = 1
        AND (first.topic = 'game-scheduled' OR first.topic IN ('tournament-opened', 'case-opened')
            AND EXISTS (SELECT 1 FROM answers WHERE command_id = BEGUN)))
""".replace("COMMAND", _COMMAND).replace("BEGUN", _COMMAND.replace("event.state", "first.state"))

_ANSWERS_WITHOUT_EVENT = """
    SELECT NULL, CAST(answer.stream AS BLOB), answer.version, 'stored_events', 'row',
        'request ' || answer.command_id || ' was answered as written, and the event is missing'
    FROM answers AS answer NOT INDEXED
    WHERE answer.kind = 'written' AND NOT EXISTS (
        SELECT 1 FROM stored_events AS event
        WHERE event.originator_id = answer.stream AND event.originator_version = answer.version
        AND COMMAND = answer.command_id)
""".replace("COMMAND", _COMMAND)

# A number that was skipped is refused, so those of a device have no gap.
_NUMBERS_MISSING = """
    SELECT NULL, CAST(stream AS BLOB), version, 'answers', 'device_seq',
        'before it, answers ' || (before + 1) || ' to ' || (device_seq - 1)
        || ' of device ' || device || ' are missing'
    FROM (
        SELECT stream, version, device, device_seq,
            lag(device_seq, 1, 0) OVER (PARTITION BY device ORDER BY device_seq) AS before
        FROM answers WHERE device_seq IS NOT NULL)
    WHERE device_seq > before + 1
"""

NAMING_WORDS = """
    SELECT rowid, CAST(originator_id AS BLOB), CAST(originator_version AS BLOB),
        CAST(topic AS BLOB), CAST(state AS BLOB)
    FROM stored_events NOT INDEXED WHERE topic IN (%s)
"""

STRAYS = (
    ("stored_events", _TABLE_AGAINST_INDEX),
    ("stored_events", _INDEX_AGAINST_TABLE),
    ("chain", _CHAIN_TYPES),
    ("answers", _ANSWER_TYPES),
    ("answers", _ANSWERS_AGAINST_INDEX),
    ("answers", _INDEX_AGAINST_ANSWERS),
    ("answers", _UNWRITTEN_AGAINST_INDEX),
    ("answers", _INDEX_AGAINST_UNWRITTEN),
    ("words", _WORDS_TYPES),
    ("answers", _EVENTS_WITHOUT_ANSWER),
    ("stored_events", _ANSWERS_WITHOUT_EVENT),
    ("answers", _NUMBERS_MISSING),
)
"""What it is about, and a question that yields position, stream, version, table, column and
what is wrong; nothing if all is well."""
