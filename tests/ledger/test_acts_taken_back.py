"""Official acts taken back: sheet, result, standings and conduct are as they were before them."""

from __future__ import annotations

from uuid import uuid4

import pytest
from msgspec.structs import replace

from ledger.desk.matters import conduct_to_tell, matters_of_games
from ledger.desk.requests import Sent
from ledger.game.absences.requests import AdjournGame, ResumeGame
from ledger.game.clock.requests import SetTimes
from ledger.game.endings.forfeits import Forfeit
from ledger.game.endings.requests import CountUnplayed, EndRound, Resign
from ledger.game.exchanges.requests import ExchangeTiles
from ledger.game.results.amending import AmendResult
from ledger.game.results.signatures import result_notes
from ledger.game.results.signing import ProposeResult
from ledger.game.scores.facts import PenaltyApplied
from ledger.game.scores.requests import ApplyPenalty
from ledger.game.sheet.folding import wording
from ledger.game.turns.facts import ActTakenBack, PlayRecorded, TurnPassed
from ledger.game.turns.requests import CorrectEntry, CorrectScore, InsertTurn
from ledger.game.turns.taking_back import TakeBackAct, counts_otherwise
from ledger.hall.rows import disagreements, flags_of
from ledger.incidents.facts import (
    CaseActTakenBack,
    RulingGiven,
    RulingTold,
    StatementConfirmed,
    StatementTaken,
)
from ledger.incidents.hearing import ConfirmStatement, TakeStatement
from ledger.incidents.opening import CloseCase
from ledger.incidents.penalties import Penalise
from ledger.incidents.reports import consequences_of, of_ruling
from ledger.incidents.ruling import GiveRuling, TellRuling
from ledger.incidents.taking_back import TakeCaseActBack
from ledger.matters.in_game import matters_in
from ledger.record.events import tournament_id
from ledger.record.standing import written_by
from ledger.tournament.conduct import TakeConductBack, WarnPlayer
from ledger.tournament.matters import WaiveMatter
from ledger.tournament.rounds import CloseRound, ReopenRound
from ledger.vocabulary import Placement
from ledger.vocabulary.refusals import Refusal
from tests.an_event import SLUG, AnEvent, said
from tests.desks import DIRECTOR, A, B, a_desk, a_table, signature
from tests.officials import Director
from tests.tabletop import FILLER, ROWS

pytestmark = pytest.mark.found("DI-3")


@pytest.fixture
def desk(tmp_path):
    with a_desk(tmp_path / "data") as desk:
        yield desk


@pytest.fixture
def director(desk):
    return Director(desk)


@pytest.fixture
def event(desk):
    """An event whose only game is running."""
    return AnEvent(desk, "wespa-5.1", margins=(None,))


@pytest.fixture
def game(event):
    return event.last_game


@pytest.fixture
def case(director, game):
    return director.open_case(game, "conduct", by=DIRECTOR)


def asks(desk, stream, request, by=DIRECTOR, **more):
    return desk.must_write(stream, request, Sent(by=by, command_id=uuid4(), **more))


def refused(desk, stream, request, by=DIRECTOR):
    with pytest.raises(Refusal) as refusal:
        asks(desk, stream, request, by)
    return refusal.value


def act(written):
    """The number of the request that wrote this."""
    return written.events[0].envelope.command_id


def as_it_adds_up(sheet):
    """A sheet without its events: all that follows from them."""
    return replace(sheet, events=(), version=0, corrected=False)


def ruling(game, *follows, **more):
    return GiveRuling(
        game=game, finding="so", citation="wespa-5.1 2.1", follows=tuple(follows), **more
    )


POINTS = ApplyPenalty(seat=B, unit="points", amount=10, reason="it rang")
FOLLOWS = {
    "points": POINTS,
    "time": ApplyPenalty(seat=A, unit="time", amount=30, reason="late"),
    "turn": ApplyPenalty(seat=A, unit="turn", amount=1, reason="so"),
    "spread": Penalise(seat=A, kind="spread-penalty", reason="so", amount=50, scope="spread"),
    "warning": Penalise(seat=A, kind="official-warning", reason="loud"),
    "forfeit": Forfeit(loser=A, cause="ruling", scores=(0, 50)),
    "clocks": SetTimes(times=(700, 800)),
    "exchange": ExchangeTiles(seat=A, count=3),
}


@pytest.mark.parametrize("what", FOLLOWS)
def test_a_ruling_is_taken_back_with_all_that_followed(desk, director, event, game, case, what):
    for seat in (A, B):
        asks(desk, game, ExchangeTiles(seat=seat, count=2), by="K1", clocks=(1400, 1500))
    before, conduct = desk.sheet(game), event.tournament.conduct
    given = asks(desk, case, ruling(game, FOLLOWS[what]))
    assert as_it_adds_up(desk.sheet(game)) != as_it_adds_up(before) or (
        event.tournament.conduct != conduct
    )

    asks(desk, case, TakeCaseActBack(act=act(given), reason="the wrong player"))

    assert as_it_adds_up(desk.sheet(game)) == as_it_adds_up(before)
    now = event.tournament.conduct
    assert (now.warnings, now.spread) == (conduct.warnings, conduct.spread)
    file = director.case_file(case)
    assert (file.state, file.ruling, file.penalties) == ("open", None, ())
    followed = consequences_of(file, desk.sheet(game), event.tournament)
    assert followed
    assert all(one.taken_back is not None for one in followed)
    assert all("taken back: the wrong player" in words for words in of_ruling(followed, 2))


def test_a_ruling_that_replaces_one_takes_it_back_first(desk, director, event, game, case):
    before = desk.sheet(game)
    first = asks(desk, case, ruling(game, POINTS))
    asks(desk, case, Penalise(seat=A, kind="official-warning", reason="loud"))  # under the first

    again = asks(desk, case, ruling(game, replace(POINTS, amount=5)))

    written = (*director.case_file(case).events, *desk.sheet(game).events)
    assert [type(e.fact) for e in written if e.envelope.command_id == act(again)] == [
        CaseActTakenBack, RulingGiven, ActTakenBack, PenaltyApplied,
    ]  # fmt: skip
    assert desk.sheet(game).total(B) == before.total(B) - 5
    assert event.tournament.conduct.warnings == ()
    followed = consequences_of(director.case_file(case), desk.sheet(game), event.tournament)
    assert [one.taken_back is None for one in followed if one.event] == [False, False, True]

    third = asks(desk, case, ruling(game))
    assert as_it_adds_up(desk.sheet(game)) == as_it_adds_up(before)

    asks(desk, case, TakeCaseActBack(act=act(third), reason="the second was right"))
    assert desk.sheet(game).total(B) == before.total(B) - 5
    asks(desk, case, TakeCaseActBack(act=act(again), reason="no, the first was"))
    assert desk.sheet(game).total(B) == before.total(B) - 10
    assert len(event.tournament.conduct.warnings) == 1
    asks(desk, case, TakeCaseActBack(act=act(first), reason="none of them"))
    assert as_it_adds_up(desk.sheet(game)) == as_it_adds_up(before)


def test_a_ruling_beside_another_leaves_it(desk, game, case):
    asks(desk, case, ruling(game, POINTS))

    asks(desk, case, ruling(game, replace(POINTS, seat=A), beside=True))

    assert desk.sheet(game).totals == (-10, -10)


def test_a_taking_back_can_be_taken_back(desk, director, event, game, case):
    given = asks(desk, case, ruling(game, POINTS, FOLLOWS["warning"]))
    ruled, conduct = desk.sheet(game), event.tournament.conduct

    back = asks(desk, case, TakeCaseActBack(act=act(given), reason="by mistake"))
    asks(desk, case, TakeCaseActBack(act=act(back), reason="it was none"))

    assert as_it_adds_up(desk.sheet(game)) == as_it_adds_up(ruled)
    assert event.tournament.conduct.warnings == conduct.warnings
    assert director.case_file(case).state == "ruled"


def test_what_came_later_and_rests_on_it_is_named(desk, game, case):
    lost = asks(desk, case, ruling(game, FOLLOWS["turn"]))
    asks(desk, game, ExchangeTiles(seat=B, count=3), by="K1")  # on move for the turn that was lost

    found = refused(desk, case, TakeCaseActBack(act=act(lost), reason="so"))

    assert found.code == "act-stands"
    assert "xchange" in found.what
    assert "first" in found.next_step


def test_later_turns_that_do_not_rest_on_it_stand(desk, game, case):
    given = asks(desk, case, ruling(game, POINTS))
    asks(desk, game, ExchangeTiles(seat=A, count=3), by="K1")
    asks(desk, game, ExchangeTiles(seat=B, count=2), by="K1")

    asks(desk, case, TakeCaseActBack(act=act(given), reason="so"))

    sheet = desk.sheet(game)
    assert (sheet.totals, len(sheet.lines), sheet.on_move) == ((0, 0), 2, A)


def test_a_signed_result_changes_with_a_second_official_or_a_reason(desk, director):
    event = AnEvent(desk, "wespa-5.1", margins=(30,))
    game = event.last_game
    case = director.open_case(game, "score", by=DIRECTOR)
    before = desk.sheet(game)
    amended = AmendResult(now=(310, 300), reason="added wrongly")
    given = asks(desk, case, ruling(game, amended, alone="I am the only official"))
    assert desk.sheet(game).state == "amended"

    back = TakeCaseActBack(act=act(given), reason="it was right")
    assert refused(desk, case, back).code == "second-official"
    taken = asks(desk, case, replace(back, alone="nobody else is here"))

    assert as_it_adds_up(desk.sheet(game)) == as_it_adds_up(before)
    assert desk.sheet(game).is_signed
    assert taken.events[0].fact.alone == "nobody else is here"


def test_only_on_the_game_that_was_looked_at_is_it_taken_back(desk, director):
    table = a_table(desk)
    case = director.open_case(table.game, "conduct", by=DIRECTOR)
    given = asks(desk, case, ruling(table.game, POINTS))
    seen = table.sheet.version
    table.enter(ExchangeTiles(seat=table.sheet.on_move, count=2))
    back = TakeCaseActBack(act=act(given), reason="so", game_seen=seen)

    assert refused(desk, case, back).code == "game-went-on"

    asks(desk, case, replace(back, game_seen=table.sheet.version))


@pytest.mark.found("DI-12")
@pytest.mark.parametrize("follows", [(), (AmendResult(now=(300, 310), reason="the other one"),)])
def test_a_new_ruling_that_changes_back_asks_for_the_second_official_that_taking_back_does(
    desk, director, follows
):
    event = AnEvent(desk, "wespa-5.1", margins=(30,))
    game = event.last_game
    case = director.open_case(game, "score", by=DIRECTOR)
    before = desk.sheet(game)
    amended = AmendResult(now=(310, 300), reason="added wrongly")
    given = asks(desk, case, ruling(game, amended, alone="I am the only official"))
    back = TakeCaseActBack(act=act(given), reason="it was right")
    again = ruling(game, *follows)

    assert refused(desk, case, back).code == "second-official"
    assert refused(desk, case, again).code == "second-official"

    asks(desk, case, replace(again, alone="nobody else is here"))
    assert director.case_file(case).ruling.alone == "nobody else is here"
    if not follows:
        assert as_it_adds_up(desk.sheet(game)) == as_it_adds_up(before)


def test_letting_stand_after_all_asks_for_the_second_official_that_taking_back_did(desk, director):
    table = a_table(desk)
    case = director.open_case(table.game, "conduct", by=DIRECTOR)
    given = asks(desk, case, ruling(table.game, POINTS))
    table.signed()
    back = TakeCaseActBack(act=act(given), reason="the wrong player")
    assert "Taking this back changes" in refused(desk, case, back).what
    taken = asks(desk, case, replace(back, alone="nobody else is here"))
    again = TakeCaseActBack(act=act(taken), reason="the right one")

    refusal = refused(desk, case, again)

    assert (refusal.code, refusal.what.partition(",")[0]) == (
        "second-official",
        "Reinstating this changes the result of a game that both players signed.",
    )  # fmt: skip
    asks(desk, case, replace(again, alone="nobody else is here"))
    assert table.sheet.is_signed
    assert refused(desk, case, TakeCaseActBack(act=act(given), reason="")).what == (
        "Taking something back needs a reason."
    )
    assert (
        refused(desk, case, TakeCaseActBack(act=act(taken), reason="")).code == "unreadable-request"
    )


def news(desk, event):
    """What players of the event are to be told of what was taken back, as the desk has it."""
    tournament = event.tournament
    games = {event.last_game: matters_in(desk.sheet(event.last_game))}
    found = [
        *matters_of_games(desk.log, tournament, games, ()),
        *(one for one in conduct_to_tell(desk.log, tournament) if one.game is None),
    ]
    waived = tournament.set_aside.waived
    return [one for one in found if one.kind == "telling" and one.named not in waived]


WITHOUT_A_CASE = {
    "forfeit": (True, Forfeit(loser=A, cause="left"), "forfeited"),
    "warning": (False, WarnPlayer(player=1, offence="other", words="loud"), "Player 1, warning"),
}


@pytest.mark.parametrize("what", WITHOUT_A_CASE)
@pytest.mark.parametrize("at_a_game", [True, False])
def test_what_is_taken_back_without_a_case_waits_until_the_players_are_told(
    desk, event, game, what, at_a_game
):
    at_the_table, request, words = WITHOUT_A_CASE[what]
    tournament = tournament_id(SLUG)
    if what == "warning" and at_a_game:
        request = replace(request, game=game)
    stream = game if at_the_table else tournament
    takes = TakeBackAct if at_the_table else TakeConductBack
    done = asks(desk, stream, request)
    assert news(desk, event) == []

    def back(written):
        return asks(desk, stream, takes(act=act(written), reason="a mistake"))

    def tell():
        [one] = news(desk, event)
        kind, subject, which = one.named
        request = WaiveMatter(kind=kind, subject=subject, which=which, reason="told")
        asks(desk, tournament, request)
        return one.words

    taken = back(done)
    [one] = news(desk, event)
    assert words in one.words
    assert one.words.endswith("was taken back; nobody was told")
    assert (one.named.which, one.keeps_open) == (act(taken).hex, True)
    assert "loud" not in one.words, "the words of a warning are for nobody else"

    again = back(taken)
    assert news(desk, event) == [], "nobody heard that it went"
    back(again)
    assert tell().endswith("was taken back; nobody was told")
    assert news(desk, event) == []


@pytest.mark.parametrize("what", WITHOUT_A_CASE)
def test_that_it_stands_after_all_is_told_to_who_heard_that_it_went(desk, event, game, what):
    at_the_table, request, _ = WITHOUT_A_CASE[what]
    tournament = tournament_id(SLUG)
    stream = game if at_the_table else tournament
    takes = TakeBackAct if at_the_table else TakeConductBack
    taken = asks(desk, stream, takes(act=act(asks(desk, stream, request)), reason="a mistake"))

    for became in ("was taken back", "stands after all", "was taken back"):
        [one] = news(desk, event)
        assert f"this {became};" in one.words
        kind, subject, which = one.named
        told = WaiveMatter(kind=kind, subject=subject, which=which, reason="told")
        asks(desk, tournament, told)
        assert news(desk, event) == []
        taken = asks(desk, stream, takes(act=act(taken), reason="no"))


def test_what_a_case_takes_back_is_told_in_the_case_alone(desk, event, game, case):
    given = asks(desk, case, ruling(game, POINTS, FOLLOWS["warning"]))
    asks(desk, case, TakeCaseActBack(act=act(given), reason="the wrong player"))

    assert news(desk, event) == []


def test_who_lets_it_stand_is_not_told_of_taking_back(desk, game):
    stream = tournament_id(SLUG)
    lost = asks(desk, game, Forfeit(loser=A, cause="left"))
    taken = asks(desk, game, TakeBackAct(act=act(lost), reason="she came back"))
    warned = asks(desk, stream, WarnPlayer(player=1, offence="other", words="loud"))
    lifted = asks(desk, stream, TakeConductBack(act=act(warned), reason="it was player 2"))

    for where, request in (
        (game, TakeBackAct(act=act(taken), reason=" ")),
        (stream, TakeConductBack(act=act(lifted), reason=" ")),
    ):
        assert refused(desk, where, request).what == "Reinstating something needs a reason."
    asks(desk, game, TakeBackAct(act=act(taken), reason="she left"))
    assert wording(desk.sheet(game).events[-1].fact, desk.sheet(game)).startswith(
        "Stands after all: Player 1 forfeited"
    )


def test_a_statement_goes_with_its_confirmation_and_may_be_taken_anew(desk, director, case):
    words = said("He sad nothing.")
    taken = TakeStatement(who="Player 1", role="player", seat=A, words=words.digest)
    sent = Sent(by=DIRECTOR, command_id=uuid4())
    written = desk.must_write(case, taken, sent, [words])
    version = written.events[0].originator_version
    asks(desk, case, ConfirmStatement(statement=version, how="witness", witness="Zoë"))

    asks(desk, case, TakeCaseActBack(act=act(written), reason="a slip of the pen"))

    file = director.case_file(case)
    assert (file.heard, file.each(StatementTaken), file.each(StatementConfirmed)) == ((), (), ())
    assert {type(e.fact) for e in file.events if e.originator_version in file.taken_back} == {
        StatementTaken, StatementConfirmed,
    }  # fmt: skip


def test_a_ruling_taken_back_gives_no_authority_and_what_was_told_of_it_goes(
    desk, director, game, case
):
    given = asks(desk, case, ruling(game))
    asks(desk, case, TellRuling(seats=(A, B)))
    asks(desk, case, TakeCaseActBack(act=act(given), reason="so"))

    with pytest.raises(Refusal) as refusal:
        asks(desk, game, POINTS, case=case)

    assert refusal.value.code == "no-such-ruling"
    assert director.case_file(case).each(RulingTold) == ()
    assert refused(desk, case, Penalise(seat=A, kind="official-warning", reason="loud")).code == (
        "needs-ruling"
    )


def test_what_is_wrong_with_a_taking_back_is_said(desk, game, case):
    given = asks(desk, case, ruling(game, POINTS))
    number = act(given)
    assert refused(desk, case, TakeCaseActBack(act=number, reason=" ")).code == "unreadable-request"
    assert refused(desk, case, TakeCaseActBack(act=uuid4(), reason="so")).code == "no-such-act"
    assert refused(desk, game, TakeBackAct(act=number, reason="so")).code == "no-such-act"
    who = refused(desk, case, TakeCaseActBack(act=number, reason="so"), by="K1")
    assert who.code == "not-allowed"
    asks(desk, case, TakeCaseActBack(act=number, reason="so"))
    assert refused(desk, case, TakeCaseActBack(act=number, reason="so")).code == "no-such-act"
    asks(desk, case, CloseCase())
    assert refused(desk, case, TakeCaseActBack(act=number, reason="so")).code == "case-closed"


# Outside a case


def test_a_warning_from_the_desk_is_taken_back(desk, event, game):
    stream = tournament_id(SLUG)
    warned = asks(desk, stream, WarnPlayer(player=1, offence="other", words="loud", game=game))
    assert len(event.tournament.conduct.warnings) == 1

    asks(desk, stream, TakeConductBack(act=act(warned), reason="it was player 2"))

    conduct = event.tournament.conduct
    assert conduct.warnings == ()
    [(event_struck, by)] = conduct.struck
    assert event_struck == warned.events[0]
    assert by.fact.reason == "it was player 2"


def test_a_forfeit_at_the_table_is_taken_back_until_it_is_signed_for(desk):
    event = AnEvent(desk, "wespa-5.1", margins=(30, None), rounds=2)
    game = event.games[1]
    before = desk.sheet(game)
    lost = asks(desk, game, Forfeit(loser=A, cause="left"))
    assert desk.sheet(game).state == "forfeited"

    asks(desk, game, TakeBackAct(act=act(lost), reason="she came back"))

    assert as_it_adds_up(desk.sheet(game)) == as_it_adds_up(before)

    again = asks(desk, game, Forfeit(loser=A, cause="left"))
    for seat in (A, B):
        asks(desk, game, signature(desk.sheet(game), seat))
    back = TakeBackAct(act=act(again), reason="she came back")
    assert "both players have signed the result that includes it." in refused(desk, game, back).what
    assert desk.sheet(game).state == "final"


def test_what_counts_in_a_closed_round_is_taken_back_once_that_is_open_again(desk, game):
    round_of = tournament_id(SLUG)
    lost = asks(desk, game, Forfeit(loser=A, cause="left"))
    asks(desk, round_of, CloseRound(round_number=1))
    back = TakeBackAct(act=act(lost), reason="she came back")

    assert refused(desk, game, back).code == "round-is-closed"

    asks(desk, round_of, ReopenRound(round_number=1, reason="a forfeit too many"))
    asks(desk, game, back)
    assert desk.sheet(game).state == "playing"


def test_a_turn_of_the_players_is_no_act_of_an_official(desk, game):
    turn = asks(desk, game, ExchangeTiles(seat=A, count=3), by="K1")

    found = refused(desk, game, TakeBackAct(act=act(turn), reason="so"))

    assert (found.code, "score sheet" in found.next_step) == ("no-such-act", True)


def test_signed_after_a_penalty_that_is_then_taken_back_stands_by_that_and_by_no_ruling(
    desk, director
):
    table = a_table(desk)
    case = director.open_case(table.game, "conduct", by=DIRECTOR)
    given = asks(desk, case, ruling(table.game, POINTS))
    table.signed()

    asks(desk, case, TakeCaseActBack(act=act(given), reason="the wrong player", alone="-"))

    notes = " ".join(result_notes(table.sheet))
    assert "Stands since an official's act was taken back" in notes
    assert "by ruling" not in notes


@pytest.mark.parametrize("ruled_first", [True, False])
def test_a_result_signed_around_a_penalty_says_one_thing_once_that_is_taken_back(
    desk, director, ruled_first
):
    table = a_table(desk)
    case = director.open_case(table.game, "conduct", by=DIRECTOR)
    if not ruled_first:
        table.signed()
    given = asks(desk, case, ruling(table.game, POINTS, alone="-"))
    if ruled_first:
        table.signed()
    assert noticed(table.sheet) == ("ruling", "six-zeros")

    asks(desk, case, TakeCaseActBack(act=act(given), reason="the wrong player", alone="-"))

    assert noticed(table.sheet) == ("six-zeros",)
    assert [one.named.kind for one in matters_in(table.sheet).matters] == ["result"]


def test_a_score_that_never_added_up_is_still_found_after_a_ruling(desk, director):
    table = a_table(desk)
    case = director.open_case(table.game, "conduct", by=DIRECTOR)
    table.signed()
    asks(desk, case, ruling(table.game, POINTS, alone="-"))
    sheet = table.sheet
    wrong = replace(sheet, result=replace(sheet.result, proposed=(29, -11)))

    assert "score-differs" not in noticed(sheet)
    assert "score-differs" in noticed(wrong)


def noticed(sheet):
    """The chips of the game on the page of its round."""
    return flags_of(sheet, differs=disagreements(sheet))


def test_a_forfeit_worked_out_from_the_totals_stands_in_the_way_of_what_made_them(desk, director):
    table = a_table(desk)
    case = director.open_case(table.game, "conduct", by=DIRECTOR)
    given = asks(desk, case, ruling(table.game, POINTS))
    asks(desk, table.game, Forfeit(loser=A, cause="left"))

    refusal = refused(desk, case, TakeCaseActBack(act=act(given), reason="the wrong player"))

    assert refusal.code == "act-stands"
    assert "forfeited" in refusal.what


def test_nothing_stands_again_without_the_ruling_it_rests_on(desk, director):
    table = a_table(desk)
    case = director.open_case(table.game, "conduct", by=DIRECTOR)
    given = asks(desk, case, ruling(table.game))
    told = asks(desk, case, TellRuling(seats=(A, B)))
    untold = asks(desk, case, TakeCaseActBack(act=act(told), reason="only one was there"))
    back = asks(desk, case, TakeCaseActBack(act=act(given), reason="the wrong player"))
    again = TakeCaseActBack(act=act(untold), reason="both were")

    refusal = refused(desk, case, again)
    asks(desk, case, TakeCaseActBack(act=act(back), reason="the right one"))
    asks(desk, case, again)

    assert refusal.code == "act-stands"
    assert len(director.case_file(case).each(RulingTold)) == 1


@pytest.mark.parametrize(
    "since", [TellRuling(seats=(A, B)), Penalise(seat=A, kind="official-warning", reason="loud")]
)
def test_what_rests_on_a_ruling_that_stood_again_goes_before_it(desk, director, since):
    table = a_table(desk)
    case = director.open_case(table.game, "conduct", by=DIRECTOR)
    given = asks(desk, case, ruling(table.game))
    back = asks(desk, case, TakeCaseActBack(act=act(given), reason="the wrong player"))
    again = asks(desk, case, TakeCaseActBack(act=act(back), reason="the right one"))
    done = asks(desk, case, since)
    gone = TakeCaseActBack(act=act(again), reason="the wrong one after all")

    assert refused(desk, case, gone).code == "act-stands"

    asks(desk, case, TakeCaseActBack(act=act(done), reason="first"))
    asks(desk, case, gone)
    assert director.case_file(case).ruling is None


def test_a_turn_made_since_stands_in_the_way_of_a_result_that_would_be_final_again(desk, director):
    table = a_table(desk)
    case = director.open_case(table.game, "conduct", by=DIRECTOR)
    asks(desk, case, ruling(table.game, AmendResult(now=(300, 200), reason="so"), alone="-"))
    replacing = asks(desk, case, ruling(table.game))
    table.enter(ExchangeTiles(seat=A, count=2))

    refusal = refused(desk, case, TakeCaseActBack(act=act(replacing), reason="so", alone="-"))

    assert refusal.code == "act-stands"
    assert "xchange" in refusal.what


def test_an_end_by_turns_worth_nothing_stands_in_the_way_of_one_of_them(desk, director):
    table = a_table(desk)
    case = director.open_case(table.game, "conduct", by=DIRECTOR)
    given = asks(desk, case, ruling(table.game, ExchangeTiles(seat=A, count=3)))
    for seat in (B, A, B, A, B):
        table.passes(seat)
    assert table.sheet.ended == "six-zeros"

    refusal = refused(desk, case, TakeCaseActBack(act=act(given), reason="not by ruling"))

    assert refusal.code == "act-stands"


# What stands in the way of taking an act back at the table: one case for each way a later entry
# can stop making sense.


@pytest.fixture
def table(desk):
    return a_table(desk)


@pytest.fixture
def dispute(table, director):
    """A case of the table, in which what players may not enter is ruled."""
    return director.open_case(table.game, "other", by=DIRECTOR)


def refused_for(table, written, case=None):
    """What is named as in the way of taking this back."""
    number = act(written)
    if case is None:
        found = refused(table.desk, table.game, TakeBackAct(act=number, reason="so"))
    else:
        found = refused(table.desk, case, TakeCaseActBack(act=number, reason="so", alone="-"))
    assert (found.code, "first" in found.next_step) == ("act-stands", True)
    return found.what


def ruled(table, case, *follows):
    """What a ruling beside others wrote."""
    given = ruling(table.game, *follows, beside=True, alone="-")
    return asks(table.desk, case, given)


def last_line(table):
    return table.sheet.lines[-1].version


def corrected(table, version, replacement):
    """An official's correction of the entry at ``version``."""
    request = CorrectEntry(
        version=version, replacement=replacement, reason="so", approved_by=DIRECTOR
    )
    return asks(table.desk, table.game, request)


def rescored(table, version, now):
    return asks(
        table.desk,
        table.game,
        CorrectScore(version=version, now=now, reason="so", approved_by=DIRECTOR),
    )


def put_in(table, before, seat, square):
    turn = PlayRecorded(seat=seat, placement=Placement(square, "AB"), announced=4)
    request = InsertTurn(before=before, turn=turn, reason="so", approved_by=DIRECTOR)
    return asks(table.desk, table.game, request)


def test_a_second_correction_of_a_score_goes_before_the_first(table):
    table.play(A, "8D", "WINDY", 32)
    version = last_line(table)
    first = rescored(table, version, 30)
    rescored(table, version, 28)

    assert "from 30 to 28" in refused_for(table, first)


def test_a_correction_of_a_turn_that_was_put_in_goes_before_it(table):
    table.play(A, "8D", "WINDY", 32)
    inserted = put_in(table, last_line(table), B, "9D")
    rescored(table, inserted.events[0].originator_version, 6)

    assert "from 4 to 6" in refused_for(table, inserted)


def test_a_turn_put_in_before_one_that_was_put_in_goes_before_that(table):
    table.play(A, "8D", "WINDY", 32)
    first = put_in(table, last_line(table), B, "9D")
    put_in(table, first.events[0].originator_version, A, "7D")

    assert "put in before" in refused_for(table, first)


def test_a_play_that_lies_on_another_without_a_correction_stands_in_its_way(table):
    table.play(A, "8D", "WINDY", 32)
    moved = PlayRecorded(seat=A, placement=Placement("8H", "WINDY"), announced=32)
    put_right = corrected(table, last_line(table), moved)
    table.play(B, "8F", "ON", 12)

    assert "8F ON" in refused_for(table, put_right)


def test_tiles_that_were_never_there_without_a_correction_stand_in_its_way(table):
    table.play(A, f"{ROWS[-1]}A", FILLER[:7], 0)
    entered = table.sheet.lines[0]
    fewer = PlayRecorded(
        seat=A, placement=Placement(entered.placement.square, FILLER[:2]), announced=0
    )
    put_right = corrected(table, entered.version, fewer)
    seat = B
    while (rack := table.sheet.stock.racks[seat.place]) > 1:
        table.put(seat, min(7, rack - (table.sheet.stock.bag == 0)))
        seat = seat.opponent

    assert table.sheet.lines[-1].placement.letters in refused_for(table, put_right)


def test_a_slip_written_for_a_game_that_was_ended_stands_in_the_way(table, dispute):
    ended = ruled(table, dispute, EndRound(reason="the hall closes"))
    table.enter(CountUnplayed(racks=("EGN", "?AQ")))
    table.enter(ProposeResult())
    assert "shown to both" in refused_for(table, ended, dispute)


def test_a_game_that_went_on_stands_in_the_way_of_its_being_put_off(table, dispute):
    away = ruled(table, dispute, AdjournGame(reason="a fire", until="tomorrow"))
    ruled(table, dispute, ResumeGame())

    assert "resumed" in refused_for(table, away, dispute)


def test_a_margin_worked_out_from_the_totals_stands_in_the_way_of_what_made_them(table, dispute):
    table.play(A, "8D", "WINDY", 32)
    penalty = ruled(table, dispute, POINTS)
    asks(table.desk, table.game, Resign(seat=B))

    assert "resigned" in refused_for(table, penalty, dispute)


def test_six_turns_worth_nothing_that_were_not_six_without_a_correction(table):
    table.play(A, "8D", "WINDY", 32)
    table.play(B, "9D", "AB", 4)
    put_right = corrected(table, last_line(table), TurnPassed(seat=B))
    for seat in (A, B, A, B, A):
        table.passes(seat)
    assert table.sheet.ended == "six-zeros"

    assert "scoreless turns" in refused_for(table, put_right)


def test_a_turn_made_since_a_forfeit_was_taken_back_stands_in_the_way_of_its_standing(
    table, dispute
):
    lost = ruled(table, dispute, Forfeit(loser=A, cause="ruling", scores=(0, 50)))
    back = asks(table.desk, dispute, TakeCaseActBack(act=act(lost), reason="so", alone="-"))
    table.exchange(A)

    assert "xchange" in refused_for(table, back, dispute)


def test_an_amendment_of_an_amendment_goes_before_it(table, dispute):
    table.signed()
    first = ruled(table, dispute, AmendResult(now=(310, 300), reason="added wrongly"))
    ruled(table, dispute, AmendResult(now=(320, 300), reason="again"))

    assert "amended to 320 : 300" in refused_for(table, first, dispute)


def test_an_act_at_the_table_is_taken_back_only_on_the_game_that_was_looked_at(table):
    table.play(A, "8D", "WINDY", 32)
    put_right = rescored(table, last_line(table), 30)
    back = TakeBackAct(act=act(put_right), reason="so", game_seen=table.sheet.version)
    table.exchange(B)

    assert refused(table.desk, table.game, back).code == "game-went-on"

    asks(table.desk, table.game, replace(back, game_seen=table.sheet.version))


def test_a_forfeit_by_overtime_stands_in_the_way_of_what_made_the_totals(table, dispute):
    table.play(A, "8D", "WINDY", 32)
    penalty = ruled(table, dispute, POINTS)
    asks(table.desk, table.game, Forfeit(loser=B, cause="overtime", over=600))

    assert "forfeited" in refused_for(table, penalty, dispute)


def test_a_result_is_another_one_by_its_scores_or_by_the_end_of_the_game(table, dispute):
    clocks = ruled(table, dispute, SetTimes(times=(700, 800)))
    assert not counts_otherwise(table.sheet, at_the_table(table, clocks))

    ended = ruled(table, dispute, EndRound(reason="the hall closes"))
    assert counts_otherwise(table.sheet, at_the_table(table, ended))

    table.enter(CountUnplayed(racks=("EGN", "?AQ")))
    table.enter(ProposeResult())
    for seat in (A, B):
        table.enter(signature(table.sheet, seat))
    amended = ruled(table, dispute, AmendResult(now=(310, 300), reason="added wrongly"))
    assert counts_otherwise(table.sheet, at_the_table(table, amended))


def at_the_table(table, written):
    """What a ruling wrote at the table."""
    return written_by(table.sheet.events, act(written))
