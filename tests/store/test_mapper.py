"""Events and their stored bytes. A stored byte is for ever; a class may be renamed."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from uuid import UUID, uuid4

import msgspec
import pytest
from eventsourcing.persistence import JSONTranscoder, StoredEvent

from ledger.game.turns.facts import TurnPassed
from ledger.record.events import FACT_TYPES, Envelope, Event
from ledger.record.mapper import READ_ALONE, UPCASTS, Damaged, EventMapper
from ledger.tournament.facts import Division, DivisionsPlanned
from ledger.vocabulary.refusals import Refusal
from tests.tiers import all_at_once

STORED = Path(__file__).with_name("stored")
MAPPER = EventMapper(JSONTranscoder())
GAME = UUID("6f9619ff-8b86-d011-b42d-00cf4fc964ff")


def lines_of(topic):
    return (STORED / f"{topic}.json").read_bytes().splitlines()


# What is stored stays readable


@all_at_once
@pytest.mark.parametrize("topic", FACT_TYPES)
@pytest.mark.parametrize("line", [0, 1], ids=["every-field", "only-what-must-be"])
def test_stored_bytes_are_read_and_written_back_as_they_were(topic, line):
    state = lines_of(topic)[line]

    event = MAPPER.to_domain_event(StoredEvent(GAME, 3, topic, state))

    assert event.fact.topic() == topic
    assert MAPPER.to_stored_event(event) == StoredEvent(GAME, 3, topic, state)


def told(mapper, topic, state):
    """An event as it is read, or why it can't be."""
    try:
        return mapper.to_domain_event(StoredEvent(GAME, 3, topic, state))
    except Damaged as trouble:
        return str(trouble)


def test_an_event_is_the_same_read_by_its_own_kind_or_among_all_and_so_is_what_is_wrong_with_it():
    apart, among_all = EventMapper(JSONTranscoder()), EventMapper(JSONTranscoder())
    among_all._alone = 0
    other = next(iter(FACT_TYPES))
    for topic in FACT_TYPES:
        apart._alone = READ_ALONE
        for state in lines_of(topic)[:2]:
            spoilt = (state[:-9], state.replace(b"{", b'{"not_ours":1,', 1), state[:-2] + b"!}}")
            for each in (state, *spoilt):
                assert told(apart, topic, each) == told(among_all, topic, each)
            assert told(apart, other, state) == told(among_all, other, state)
            assert isinstance(told(apart, topic, state), Event)
            assert all(isinstance(told(apart, topic, each), str) for each in spoilt)


@all_at_once
@pytest.mark.parametrize("topic", FACT_TYPES)
def test_what_was_left_out_when_stored_still_means_the_same(topic):
    _, state, meaning = lines_of(topic)

    fact = MAPPER.to_domain_event(StoredEvent(GAME, 1, topic, state)).fact

    for name, value in msgspec.json.decode(meaning).items():
        assert msgspec.to_builtins(getattr(fact, name)) == tuples(value), name


@pytest.mark.parametrize("bad", [Division("A", 7, 0), Division("A", 1000), Division(7)])
def test_what_could_never_be_read_again_is_not_written(bad):
    """A table 0 typed at the command line stood in the log for good, and shut the tournament."""
    fact = DivisionsPlanned(divisions=(bad,))
    envelope = Envelope(
        written_at=datetime(2026, 11, 25, tzinfo=UTC),
        written_by="O1",
        command_id=uuid4(),
        fact=fact,
    )

    with pytest.raises(Refusal, match=r"can't be stored: Expected .*divisions") as refused:
        MAPPER.to_stored_event(Event(GAME, 3, envelope))
    assert refused.value.code == "cannot-be-kept"
    assert refused.value.next_step == "Enter it again within these limits."


def tuples(value):
    if isinstance(value, dict):
        return {name: tuples(part) for name, part in value.items()}
    return tuple(map(tuples, value)) if isinstance(value, list) else value


def test_each_topic_has_its_stored_bytes_and_each_stored_file_its_reader():
    stored = {path.stem for path in STORED.glob("*.json")}

    assert set(FACT_TYPES) | set(UPCASTS) == stored


def test_no_topic_is_both_in_use_and_retired():
    assert not set(FACT_TYPES) & set(UPCASTS)


ONCE_REQUIRED = {"case-opened": {"game"}, "ruling-given": {"game"}}
"""Fields that had to be given when the stored bytes were made: a case may be about no game now."""


@all_at_once
@pytest.mark.parametrize("topic", FACT_TYPES)
def test_a_new_optional_field_leaves_old_bytes_as_they_are(topic):
    """Defaults are not stored: line 2 holds nothing that did not have to be given."""
    fact = msgspec.json.decode(lines_of(topic)[1])["fact"]

    required = {
        field.name
        for field in msgspec.inspect.type_info(FACT_TYPES[topic]).fields
        if field.required
    }
    assert set(fact) == {"topic"} | required | ONCE_REQUIRED.get(topic, set())


# Events of older releases


def test_an_event_with_an_old_topic_is_read_as_todays():
    """As if ``turn-passed`` had once been ``turn-skipped``, with the seat as a number."""

    def turn_skipped(envelope):
        seat = {1: "first", 2: "second"}[envelope["fact"]["player"]]
        return {**envelope, "fact": {"topic": "turn-passed", "seat": seat}}

    reader = EventMapper(JSONTranscoder())
    reader.upcasts = {"turn-skipped": turn_skipped}
    state = lines_of("turn-passed")[1].replace(
        b'"topic":"turn-passed","seat":"second"', b'"topic":"turn-skipped","player":2'
    )
    assert b"turn-skipped" in state

    event = reader.to_domain_event(StoredEvent(GAME, 4, "turn-skipped", state))

    assert event.fact == TurnPassed(seat="second")
    assert event.envelope.written_by == "K1"
    assert event.envelope.command_id == UUID(int=7 << 64)


def test_an_event_older_by_two_steps_goes_through_both():
    reader = EventMapper(JSONTranscoder())
    reader.upcasts = {
        "turn-idle": lambda old: {**old, "fact": {**old["fact"], "topic": "turn-skipped"}},
        "turn-skipped": lambda old: {**old, "fact": {**old["fact"], "topic": "turn-passed"}},
    }
    state = lines_of("turn-passed")[1].replace(b"turn-passed", b"turn-idle")

    assert reader.to_domain_event(StoredEvent(GAME, 1, "turn-idle", state)).fact.topic() == (
        "turn-passed"
    )


def test_an_upcast_that_does_not_fit_the_bytes_is_met_as_damage():
    reader = EventMapper(JSONTranscoder())
    reader.upcasts = {"turn-skipped": lambda old: {**old, "fact": {"topic": "turn-passed"}}}
    state = lines_of("turn-passed")[1].replace(b"turn-passed", b"turn-skipped")

    with pytest.raises(Damaged):
        reader.to_domain_event(StoredEvent(GAME, 1, "turn-skipped", state))


# Damage


GOOD = lines_of("turn-passed")[1]


@pytest.mark.parametrize(
    ("topic", "state", "why"),
    [
        ("turn-passed", b"", "truncated"),
        ("turn-passed", GOOD[:-1], "truncated"),
        ("turn-passed", b"[]", "object"),
        ("turn-passed", GOOD.replace(b'"seat"', b'"seta"'), "`seat`"),
        ("turn-passed", GOOD.replace(b"second", b"third"), "third"),
        ("turn-passed", GOOD.replace(b"Z", b"\xff"), ""),
        ("turn-missed", GOOD, "topic column says 'turn-missed', the event itself 'turn-passed'"),
        ("turn-skipped", GOOD, "turn-skipped"),
        ("os:system", GOOD, "os:system"),
        ("turn-skipped", GOOD.replace(b"turn-passed", b"turn-skipped"), "no topic 'turn-skipped'"),
        (None, GOOD, "None"),
        ("turn-passed", None, ""),
        ("turn-passed", 7, ""),
    ],
)
def test_a_damaged_row_is_named_by_stream_version_and_position(topic, state, why):
    with pytest.raises(Damaged) as damage:
        MAPPER.event(GAME, 5, topic, state, position=812)

    assert damage.value.code == "damaged-record"
    assert (damage.value.stream, damage.value.version) == (GAME.hex, 5)
    assert damage.value.position == 812
    assert f"Event 5 of {GAME.hex} (position 812 in the record) can't be read" in str(damage.value)
    assert why in str(damage.value)


def test_a_stored_topic_is_looked_up_never_imported(tmp_path, monkeypatch):
    trap = tmp_path / "trap_module.py"
    trap.write_text("raise SystemExit('imported')\n")
    monkeypatch.syspath_prepend(tmp_path)

    with pytest.raises(Damaged):
        MAPPER.to_domain_event(StoredEvent(GAME, 1, "trap_module:Trap", GOOD))


def test_a_fact_that_is_none_of_ours_is_not_stored():
    stranger = SimpleNamespace(
        originator_id=uuid4(), originator_version=1, envelope=SimpleNamespace(fact=object())
    )

    with pytest.raises(KeyError):
        MAPPER.to_stored_event(stranger)


AT_ONCE = """
import sys, threading
from ledger.record import mapper
from ledger.record.events import FACT_TYPES

sys.setswitchinterval(1e-6)
together = threading.Barrier(3)

def read():
    together.wait()
    read = mapper._decoder()
    for topic in FACT_TYPES:
        try:
            read(b'{"fact":{"topic":"%s"}}' % topic.encode())
        except mapper.msgspec.ValidationError:
            pass

threads = [threading.Thread(target=read) for _ in range(3)]
[one.start() for one in threads]
[one.join() for one in threads]
"""


def test_threads_that_read_their_first_event_at_once_are_not_the_end_of_the_service():
    """Seven of ten such processes died, before decoders were made one at a time."""
    for _ in range(4):
        done = subprocess.run([sys.executable, "-c", AT_ONCE], capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")
