"""How many of a hall's witnesses must sign, and within how long; late ones are told as late."""

from __future__ import annotations

from datetime import timedelta

import pytest

from ledger.proof.checkpoints_made import Cosigned, Listed, Quorum, listed_in, reached
from ledger.proof.note import Verifier, note_of
from ledger.record.events import record_id
from ledger.vocabulary.refusals import Refusal
from tests.desks import a_desk
from tests.proof.a_witness import AWitness
from tests.proof.test_checkpoints import NOW, Hall
from web.settings.in_force import quorum_named, settled

NAMED = [AWitness(f"w{number}.example") for number in range(3)]
KEYS = tuple(Verifier.read(each.vkey) for each in NAMED)
HOUR = timedelta(hours=1)


def signed(*minutes):
    """A checkpoint that the witnesses signed so many minutes after it was made; ``None``: not."""
    lines = [
        Cosigned(7, key.name, str(key), NOW + timedelta(minutes=after), good=True)
        for key, after in zip(KEYS, minutes, strict=False)
        if after is not None
    ]
    return Listed(None, NOW, tuple(lines))


@pytest.mark.parametrize(
    ("minutes", "now", "words", "in_time", "late"),
    [
        ((), 0, "0 of 3 witnesses signed: the quorum of 2 is not reached yet", False, 0),
        ((1,), 59, "1 of 3 witnesses signed: the quorum of 2 is not reached yet", False, 0),
        ((1,), 61, "1 of 3 witnesses signed: the quorum of 2 is not reached in time", False, 0),
        ((1, 60), 61, "2 of 3 witnesses signed: the quorum of 2 is reached", True, 0),
        ((1, 2, 900), 901, "3 of 3 witnesses signed: the quorum of 2 is reached", True, 1),
        ((1, None, 61), 99,
         "2 of 3 witnesses signed: the quorum of 2 is reached, late, on 2026-11-21 15:33 UTC",
         False, 1),
    ],
)  # fmt: skip
def test_a_checkpoint_says_how_it_stands_with_its_witnesses(minutes, now, words, in_time, late):
    found = reached(signed(*minutes), Quorum(KEYS, 2, HOUR))

    assert found.words(NOW + timedelta(minutes=now)) == words
    assert (found.in_time, len(found.late)) == (in_time, late)


def test_a_witness_that_nobody_named_counts_for_nothing():
    """Whoever writes a record anew has witnesses enough of its own."""
    strangers = Quorum((Verifier.read(AWitness("other.example").vkey),), 1, HOUR)
    assert reached(signed(1, 1, 1), strangers).signed == 0
    again = Listed(None, NOW, signed(1).witnesses * 3)
    assert reached(again, Quorum(KEYS, 2, HOUR)).of == 3


def test_a_quorum_that_is_reached_late_is_told_in_a_record(tmp_path):
    with a_desk(tmp_path / "data") as desk:
        hall = Hall(desk, tmp_path / "data")
        made = hall.make()
        [row] = listed_in(hall.log.events_of(record_id()))
        for after, witness, key in zip((5, 300), NAMED, KEYS, strict=False):
            at = row.at + timedelta(minutes=after)
            line = witness.signs(note_of(made.note).text, at=int(at.timestamp())).strip()
            hall.checkpoints.cosign(made, key, line, now=at)
        [row] = listed_in(hall.log.events_of(record_id()))
        found = reached(row, Quorum(KEYS, 2, HOUR))
        hall.tree.close()

    assert (found.signed, found.of, found.late) == (2, 3, (str(KEYS[1]),))
    assert found.words().startswith("2 of 3 witnesses signed: the quorum of 2 is reached, late, on")


def settings_of(witnesses, **more):
    named = " ".join(f"{each.vkey} https://{each.name}" for each in witnesses)
    return {"TILESCRIBE_WITNESSES": named, **more}


def test_the_settings_say_how_many_and_none_named_means_all(monkeypatch):
    assert quorum_named() is None
    for name, value in settings_of(NAMED).items():
        monkeypatch.setenv(name, value)
    assert quorum_named() == Quorum(KEYS, 3, HOUR)
    monkeypatch.setenv("TILESCRIBE_QUORUM", "2")
    monkeypatch.setenv("TILESCRIBE_QUORUM_MINUTES", "15")
    assert quorum_named() == Quorum(KEYS, 2, timedelta(minutes=15))


@pytest.mark.parametrize("quorum", ["4", "6", "-1", "two"])
def test_a_quorum_that_can_t_be_reached_is_refused_when_anything_starts(quorum, tmp_path):
    [wrong] = settled(settings_of(NAMED, TILESCRIBE_QUORUM=quorum), data=tmp_path).wrong
    assert isinstance(wrong, Refusal)
    assert "quorum" in str(wrong).lower()


def test_a_hall_has_five_witnesses_at_most(tmp_path):
    six = [AWitness(f"w{number}.example") for number in range(6)]
    assert settled(settings_of(six[:5]), data=tmp_path).wrong == ()
    [wrong] = settled(settings_of(six), data=tmp_path).wrong
    assert "five at most" in str(wrong)
