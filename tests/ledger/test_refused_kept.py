"""A refused request about a game is kept with what it wanted, for the director who rules on it."""

from __future__ import annotations

from dataclasses import astuple, dataclass

import msgspec
import pytest

from ledger.desk.answering import Settled, settle, unsettled
from ledger.desk.matters import refused_entry, refused_for_a_ruling
from ledger.desk.requests import LONGEST, Refused, refused_of
from ledger.game.challenges.requests import IssueChallenge
from ledger.game.deciding import AnyGameRequest
from ledger.game.drawing.overdraws import ReportOverdraw
from ledger.game.exchanges.requests import PassTurn
from ledger.game.turns.requests import CorrectScore, PlaceTiles
from ledger.messages import PSEUDO, speaking
from ledger.record.store import Answer
from ledger.vocabulary import Placement
from ledger.vocabulary.refusals import Refusal
from tests.desks import DIRECTOR, JUDGE, A, B, a_desk, a_table

FULL_RACK = ReportOverdraw(seat=A, drawn=1, held=7, due=0)
"""A tile drawn with seven on the rack, which WESPA 4.0 does not cover (T4-03)."""
NO_SUCH_TURN = CorrectScore(version=99, now=3, reason="miscounted", approved_by="both")
"""A correction of nothing, which no ruling makes possible."""


@pytest.fixture
def table(tmp_path):
    with a_desk(tmp_path) as desk:
        table = a_table(desk, "wespa-4.0")
        table.play(A, "8D", "WINDY")
        yield table


def kept(table, game=None):
    return refused_for_a_ruling(table.desk.log, game)


def test_what_was_refused_for_want_of_a_ruling_is_kept_as_it_was_asked(table):
    sent = table.sent()
    outcome = table.desk.enter(table.game, FULL_RACK, sent)

    assert isinstance(outcome, Refused)
    assert outcome.ruling
    [one] = kept(table)
    assert (one.entry, one.game, one.version) == (sent.command_id, table.game, table.sheet.version)
    assert one.refusal == outcome.refusal
    assert one.wanted.by == sent.by
    assert msgspec.convert(one.wanted.asked, AnyGameRequest) == FULL_RACK
    assert one.asks_for_a_ruling
    assert refused_entry(table.desk.log, sent.command_id) == one


def test_a_refusal_is_kept_by_its_id_and_said_in_the_language_of_who_reads_it(table):
    sent = table.sent()
    with speaking(PSEUDO):
        told = table.desk.enter(table.game, FULL_RACK, sent).refusal
        in_pseudo = told.next_step
    body = table.desk.log.answer_to(sent.command_id).body

    assert refused_of(body).message == told.message
    assert refused_of(body).next_step == refused_of(body).refusal.next_step == told.next_step
    with speaking(PSEUDO):
        [one] = kept(table)
        assert one.refusal.next_step == refused_of(body).refusal.next_step == in_pseudo
    assert in_pseudo != told.next_step


def test_a_value_that_is_a_sentence_is_kept_by_its_id_and_said_with_the_refusal(table):
    """Why a window is closed, which the one who asked read in the language of that moment."""
    table.play(B, "9D", "AA")
    sent = table.sent()
    with speaking(PSEUDO):
        told = table.desk.enter(table.game, IssueChallenge(seat=B, words=("WINDY",)), sent).refusal
        in_pseudo = told.what
    body = refused_of(table.desk.log.answer_to(sent.command_id).body)

    assert body.values == {"why": "the next turn was made"}
    assert body.what == "It is too late to challenge this play: the next turn was made."
    assert body.said["why"].message == "game_challenges.closed.next-turn"
    with speaking(PSEUDO):
        [one] = kept(table)
        assert one.refusal.what == in_pseudo
    assert "the next turn" not in in_pseudo


@pytest.mark.parametrize("more", [{}, {"message": "refusals.of-old", "values": {"player": "Ada"}}])
def test_a_refusal_that_no_sentence_has_the_id_of_is_read_as_it_was_said(more):
    said = {"code": "of-old", "what": "Ben is on move.", "next_step": "Wait.", "clause": "x 3.2"}

    with speaking(PSEUDO):
        read = refused_of(msgspec.json.encode(said | more)).refusal
        assert read == Refusal("of-old", "Ben is on move.", "Wait.", "x 3.2")


def test_asked_again_it_is_answered_the_same_and_told_once(table):
    sent = table.sent()
    first = table.desk.enter(table.game, FULL_RACK, sent)
    again = table.desk.enter(table.game, FULL_RACK, sent)

    assert (again.refusal, again.would_write, again.again) == (
        first.refusal, first.would_write, True,
    )  # fmt: skip
    last = table.sent()
    table.desk.enter(table.game, FULL_RACK, last)
    assert [one.entry for one in kept(table)] == [last.command_id]


def test_it_is_gone_once_the_same_was_written_under_a_ruling(table):
    table.ask(FULL_RACK)
    [one] = kept(table, table.game)

    table.enter(FULL_RACK, by=DIRECTOR, case=table.ruled())

    assert kept(table) == ()
    assert refused_entry(table.desk.log, one.entry) == one


def says(table, entry, **how):
    """What became of an entry, said by whoever made it."""
    settle(
        table.desk.log, table.game, Settled(entry=entry, by=JUDGE, **how),
        device=table.sent().device, role=None, now=table.desk.now,
    )  # fmt: skip


def test_it_is_gone_once_it_was_dropped_as_a_mistake_and_so_is_what_it_repeated(table):
    table.ask(FULL_RACK)
    table.ask(FULL_RACK)
    [last] = kept(table)

    with pytest.raises(Refusal, match="needs a reason"):
        says(table, last.entry)
    assert kept(table) == (last,)
    says(table, last.entry, reason="It was entered by mistake")

    assert kept(table) == kept(table, table.game) == ()
    assert unsettled(table.desk.log) == ()
    assert refused_entry(table.desk.log, last.entry) == last


def test_asked_once_more_after_it_was_dropped_it_waits_again(table):
    table.ask(FULL_RACK)
    says(table, kept(table)[0].entry, reason="It was entered by mistake")
    again = table.sent()

    table.desk.enter(table.game, FULL_RACK, again)

    assert [one.entry for one in kept(table)] == [again.command_id]


def test_entered_as_something_else_it_waits_no_more(table):
    table.ask(FULL_RACK)
    anew = table.sent()
    table.desk.enter(table.game, PassTurn(seat=B), anew)

    says(table, kept(table)[0].entry, became=anew.command_id)

    assert kept(table) == ()


def test_what_no_ruling_overcomes_is_not_settled(table):
    sent = table.sent()
    table.desk.enter(table.game, NO_SUCH_TURN, sent)

    with pytest.raises(Refusal, match="No entry of this game with that number is waiting"):
        says(table, sent.command_id, reason="It was entered by mistake")


def test_it_stays_where_something_like_it_was_written(table):
    table.ask(ReportOverdraw(seat=A, drawn=2, held=7, due=0))

    table.enter(FULL_RACK, by=DIRECTOR, case=table.ruled())

    assert [one.wanted.asked["drawn"] for one in kept(table)] == [2]


def test_a_play_out_of_turn_is_gone_once_its_player_made_it_in_turn(table):
    play = PlaceTiles(seat=A, placement=Placement("9C", "BE"))
    assert table.ask(play).ruling
    [one] = kept(table)
    assert not one.asks_for_a_ruling

    table.passes(B)
    table.enter(play)

    assert kept(table) == ()


def test_what_no_ruling_makes_possible_is_nothing_to_rule_on(table):
    sent = table.sent()
    outcome = table.desk.enter(table.game, NO_SUCH_TURN, sent)

    assert isinstance(outcome, Refused)
    assert not outcome.ruling
    assert kept(table) == ()
    with pytest.raises(Refusal, match="No refused entry"):
        refused_entry(table.desk.log, sent.command_id)
    assert refused_of(table.desk.log.answer_to(sent.command_id).body).wanted is not None


def test_what_wants_another_badge_and_a_ruling_wants_a_ruling(table):
    outcome = table.ask(FULL_RACK, by=JUDGE)

    assert outcome.refusal.code == "not-allowed"
    assert outcome.ruling, "a director too needs a ruling for it"


def test_what_a_director_may_enter_at_once_wants_another_badge_and_no_ruling(table):
    outcome = table.ask(PassTurn(seat=B), by=JUDGE)

    assert outcome.refusal.code == "not-allowed"
    assert not outcome.ruling


def test_under_a_ruling_already_nothing_more_is_offered(table):
    outcome = table.ask(NO_SUCH_TURN, by=DIRECTOR, case=table.ruled())

    assert isinstance(outcome, Refused)
    assert not outcome.ruling


def test_more_than_anybody_would_read_is_not_kept(table):
    sent = table.sent()
    words = "so it was " * LONGEST
    table.desk.enter(
        table.game, CorrectScore(version=99, now=3, reason=words, approved_by="both"), sent
    )

    answer = table.desk.log.answer_to(sent.command_id)
    assert answer.kind == "refused"
    assert len(answer.body) < LONGEST


@dataclass
class SaidBefore:
    """A refusal as releases before 1.0 kept it."""

    code: str
    what: str
    next_step: str
    clause: str = ""
    trap: str = ""
    field: str = ""


def test_a_refusal_kept_by_an_older_release_is_read(table):
    sent = table.sent()
    told = SaidBefore("not-started", "The game has not started.", "Start it.", "wespa-4.0 3.1")
    said = Refusal(*astuple(told))
    old = Answer(
        command_id=sent.command_id, device=sent.device, device_seq=None,
        payload=sent.digest(table.game, FULL_RACK), kind="refused", stream=table.game,
        version=1, body=msgspec.json.encode(told), at=table.desk.now(),
    )  # fmt: skip
    table.desk.log.keep_answer(old)

    outcome = table.desk.enter(table.game, FULL_RACK, sent)

    assert (outcome.refusal, outcome.ruling, outcome.again) == (said, False, True)
    assert kept(table) == ()


def test_what_an_older_release_reads_of_a_body_is_the_refusal_as_it_was_said(table):
    sent = table.sent()
    outcome = table.desk.enter(table.game, FULL_RACK, sent)

    body = table.desk.log.answer_to(sent.command_id).body

    read = msgspec.json.decode(body, type=SaidBefore)
    assert Refusal(*astuple(read)) == outcome.refusal
