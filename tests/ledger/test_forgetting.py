"""What one person gave is removed from beside the log: who may, when, and what is then said."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import timedelta
from uuid import UUID

import pytest

from ledger.desk.requests import Sent
from ledger.erasure.forgetting import ForgetPerson
from ledger.erasure.pieces import counted
from ledger.game.results.signatures import result_notes, signatures_view
from ledger.game.sheet.folding import replay, wording
from ledger.incidents.facts import CaseWordsRemoved
from ledger.incidents.hearing import TakeStatement
from ledger.incidents.ruling import TellRuling
from ledger.incidents.wording import case_wording
from ledger.messages import PSEUDO, speaking
from ledger.record.kept_words import WordsRemoved
from ledger.record.verify import verify
from ledger.tournament.facts import PersonForgotten
from ledger.transcript import read_transcript, write_transcript
from ledger.transcript import view as in_lines
from ledger.visibility import Viewer, sheet_visible_to
from ledger.vocabulary import Seat
from ledger.vocabulary.refusals import Refusal
from tests.desks import DIRECTOR, JUDGE, ORGANISER, SCOREKEEPER
from tests.gave import STREAM, gave_at


@pytest.fixture
def gave(tmp_path):
    with gave_at(tmp_path / "data") as gave:
        yield gave


def refused(gave, key, **what):
    with pytest.raises(Refusal) as refusal:
        gave.forget(key, **what)
    return refusal.value


# What there is


def test_everybody_who_gave_something_is_listed_with_how_much_of_what(gave):
    gave.over()

    assert {one.key: counted(one.kept) for one in gave.people()} == {
        "player-1": "1 signature by hand, 1 statement, 1 photo in a case",
        "player-2": "1 signature by hand, 1 statement",
        "player-3": "1 signature by hand, 1 photo of a result slip",
        "player-4": "1 signature by hand, 1 photo of a result slip",
        "badge-D1": "1 prepared ruling",
        "named-wendy ward": "1 statement, 1 signature under a statement",
    }
    assert [one.where for one in gave.person("player-1").pieces] == ["R1 T1", "C-1", "C-1"]
    assert [one.is_shared for one in gave.person("player-3").pieces] == [False, True]


def test_two_spellings_of_a_witness_are_one_person_and_a_player_heard_as_one_is_the_player(gave):
    say = gave.in_case(gave.case)
    for who in ("wendy  WARD", "Player 4"):
        kept = gave.kept(f"more of {who}")
        say(TakeStatement(who=who, role="witness", words=kept.digest), kept)

    assert len(gave.person("named-wendy ward").kept) == 3
    assert "1 statement" in counted(gave.person("player-4").kept)


# Who may, and when


@pytest.mark.parametrize("by", [DIRECTOR, SCOREKEEPER, JUDGE])
def test_the_organiser_alone_removes_and_the_director_who_ruled_on_it_does_not(gave, by):
    gave.over()

    assert refused(gave, "player-3", by=by).code == "not-allowed"
    assert gave.is_kept("stroke of Player 3")


def test_why_it_was_removed_is_recorded_in_one_language_whoever_asks(gave):
    gave.over()
    with speaking(PSEUDO):
        gave.forget("player-3")

    [(_, removed)] = gave.desk.log.about(WordsRemoved)[:1]
    assert removed.fact.reason == "whoever gave it asked for it"


@pytest.mark.parametrize(
    ("before", "key", "why"),
    [
        (lambda gave: None, "player-1", "round 1 is not closed; C-1 is not closed"),
        (lambda gave: gave.over().director.reopen_case(gave.case, "new", by=DIRECTOR),
         "player-2", "C-1 is not closed"),
        (lambda gave: gave.appeal(), "named-wendy ward", "C-1 is under appeal"),
    ],
    ids=["round open", "case open again", "under appeal"],
)  # fmt: skip
def test_what_a_decision_may_yet_rest_on_stays(gave, before, key, why):
    before(gave)

    assert refused(gave, key).what == f"It is still needed: {why}."


def test_it_stays_while_the_time_to_appeal_runs_and_goes_when_it_is_over(gave):
    until = gave.desk.now() + timedelta(hours=2)
    seats = tuple(Seat)
    gave.in_case(gave.case)(TellRuling(seats=seats, right_told=True, appeal_until=until))
    gave.over()

    why = refused(gave, "player-2").what
    gave.desk.now.at = until
    gave.forget("player-2")

    assert why == (
        f"It is still needed: an appeal in C-1 can be lodged until {until:%Y-%m-%d %H:%M} UTC."
    )
    assert not gave.is_kept("words of Player 2")


def test_a_name_typed_otherwise_or_a_list_that_is_not_what_is_there_removes_nothing(gave):
    gave.over()
    pieces = gave.asked("player-3").pieces

    assert refused(gave, "player-3", name="Player 4").code == "not-the-name"
    for other in ((), pieces[:1], (*pieces, "0" * 64)):
        assert refused(gave, "player-3", pieces=other).code == "something-else-to-remove"
    assert gave.is_kept("stroke of Player 3")
    gave.forget("player-3", name=" player  3 ")
    assert not gave.is_kept("stroke of Player 3")


def test_asked_twice_it_is_done_once_and_asked_again_there_is_nothing_left(gave):
    gave.over()
    request, number = gave.asked("player-3"), UUID(int=7)
    first, second = (
        gave.desk.enter(STREAM, request, Sent(by=ORGANISER, command_id=number)) for _ in range(2)
    )

    assert (first.events, second.again) == (second.events, True)
    assert refused(gave, "player-3").code == "nothing-to-remove"


def test_somebody_who_gave_nothing_is_nobody_to_remove_anything_of(gave):
    request = ForgetPerson(person="player-99", name="x", because="asked", pieces=())

    with pytest.raises(Refusal, match="No personal data of that name is stored beside the log in"):
        gave.desk.must_write(STREAM, request, Sent(by=ORGANISER, command_id=UUID(int=8)))


def test_what_was_gathered_ahead_is_gathered_anew_where_the_case_went_on_since(gave, monkeypatch):
    """Between the gathering and the turn a case may be opened again: then it is needed again."""
    gave.over()
    kind = gave.desk._turnstile.kind("tournament")
    gathered, times = kind._given_in, []

    def while_gathering(tournament):
        found = gathered(tournament)
        times.append(1)
        if len(times) == 1:
            gave.director.reopen_case(gave.case, "new", by=DIRECTOR)
        return found

    request = gave.asked("player-2")
    monkeypatch.setattr(kind, "_given_in", while_gathering)
    with pytest.raises(Refusal, match="C-1 is not closed"):
        gave.desk.must_write(STREAM, request, Sent(by=ORGANISER, command_id=UUID(int=9)))

    assert len(times) == 2
    assert gave.is_kept("words of Player 2")


# What is then said


def test_all_of_it_goes_at_once_and_each_game_and_case_says_so(gave):
    gave.over()
    gave.forget("player-1", beside=True)

    for what in ("stroke of Player 1", "words of Player 1", "sheet of A", "the board"):
        assert not gave.is_kept(what)
    for what in ("stroke of Player 2", "words of Player 2", "words of Wendy Ward"):
        assert gave.is_kept(what)
    on_game = [e.fact for e in gave.desk.sheet(gave.games[0]).events][-1]
    in_case = gave.director.case_file(gave.case).each(CaseWordsRemoved)
    last = gave.desk.log.events_of(STREAM)[-1].fact
    assert on_game == WordsRemoved(
        digest=gave.words["stroke of Player 1"].digest,
        removed_by=ORGANISER,
        reason="whoever gave it asked for it",
    )
    assert len(in_case) == 3
    assert last == PersonForgotten(player=1, because="asked", pieces=4, games=1, cases=1)
    assert verify(gave.desk.log.store).faults == ()


def test_who_was_heard_and_is_no_player_is_not_named_once_more(gave):
    gave.over()
    gave.forget("named-wendy ward", because="time")

    fact = gave.desk.log.events_of(STREAM)[-1].fact
    assert fact == PersonForgotten(because="time", pieces=2, cases=1)


def test_what_both_gave_goes_with_one_of_them_and_the_other_is_told(gave):
    gave.over()
    gave.forget("player-3")

    [slip] = [one for one in gave.person("player-4").pieces if one.kind == "slip-photo"]
    assert slip.removed_at is not None
    assert gave.is_kept("stroke of Player 4")
    gave.forget("player-4")
    assert verify(gave.desk.log.store).faults == ()


def test_the_result_stays_signed_and_final_and_says_that_the_hand_is_gone(gave):
    gave.over()
    game = gave.games[0]
    before = gave.desk.sheet(game)
    gave.forget("player-1")
    after = gave.desk.sheet(game)

    assert after.state == before.state == "final"
    assert after.totals == before.totals
    assert after.result == before.result
    assert replay(gave.desk.log.events_of(game)) == after
    first, second = signatures_view(after)
    assert (first.removed_at, second.removed_at) == (after.events[-1].envelope.written_at, None)
    notes = "\n".join(result_notes(after))
    assert f" The handwriting was removed on {first.removed_at:%Y-%m-%d}." in notes
    assert wording(after.events[-1].fact, after) == (
        "Handwriting of Player 1 removed from the record: whoever gave it asked for it"
    )


def test_a_transcript_says_it_and_is_read_back(gave):
    gave.over()
    gave.forget("player-1")
    sheet = gave.desk.sheet(gave.games[0])

    text = write_transcript(in_lines(sheet.events), sheet.names)

    assert f"words {gave.words['stroke of Player 1'].digest} removed by O1" in text
    assert [line.fact for line in read_transcript(text)][-1] == sheet.events[-1].fact


def test_a_visitor_is_told_neither_whose_it_was_nor_why(gave):
    gave.over()
    gave.forget("player-1")
    sheet = gave.desk.sheet(gave.games[0])

    shown = sheet_visible_to(Viewer.VISITOR, sheet, over=True)

    assert wording(shown.events[-1].fact, shown) == (
        "Handwriting, or a photo of a slip, removed from the record"
    )
    assert "asked for it" not in repr(shown.events[-1].fact)


def test_a_case_says_it_in_words(gave):
    gave.over()
    gave.forget("player-2", because="ordered")
    fact = gave.director.case_file(gave.case).events[-1].fact

    assert case_wording(fact, str) == (
        "Something kept with the case was removed from the record: "
        "a court or an authority ordered it"
    )


# What verify finds


def changed(folder, *changes):
    """Change the file past our guards, as somebody with the file can."""
    with closing(sqlite3.connect(folder / "ledger.db")) as file:
        for (trigger,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
            file.execute(f"DROP TRIGGER {trigger}")
        for statement, *values in changes:
            file.execute(statement, values)
        file.commit()


EMPTIED = "UPDATE words SET salt = NULL, content = NULL WHERE digest = ?"
DELETED = "DELETE FROM words WHERE digest = ?"


@pytest.mark.parametrize("how", [EMPTIED, DELETED], ids=["emptied", "deleted"])
def test_words_that_went_without_an_event_are_found_whatever_they_were(gave, tmp_path, how):
    """Of each kind: a signature, a slip, a statement, a photo, a draft."""
    gave.over()
    unfound = []
    for what, words in gave.words.items():
        changed(tmp_path / "data", (how, words.digest))
        faults = verify(gave.desk.log.store).faults
        if [(one.table, "words" in one.what) for one in faults] != [("words", True)]:
            unfound.append((what, faults))
        changed(
            tmp_path / "data",
            (DELETED, words.digest),
            ("INSERT INTO words VALUES (?, ?, ?)", words.digest, words.salt, words.content),
        )
    assert unfound == []
    assert len(gave.words) == 12
    assert verify(gave.desk.log.store).sound


def test_words_that_an_event_says_were_removed_and_that_are_there_are_found(gave, tmp_path):
    gave.over()
    gave.forget("player-3")
    words = gave.words["stroke of Player 3"]
    changed(
        tmp_path / "data",
        ("UPDATE words SET salt = ?, content = ? WHERE digest = ?",
         words.salt, words.content, words.digest),
    )  # fmt: skip

    [fault] = verify(gave.desk.log.store).faults

    assert fault.what == "an event says that these words were removed, and they are here"
