"""A file taken into a tournament: at once or not at all, once, and over whose name."""

from __future__ import annotations

from uuid import uuid4

import pytest
from msgspec.structs import replace

from ledger.desk.requests import Sent
from ledger.game.endings.forfeits import Forfeit
from ledger.game.results.facts import RecordsDiffer, ResultSigned, ResultTakenOver
from ledger.game.results.slips import TypeSlip
from ledger.hall.rows import result_of
from ledger.interchange.importing import Given
from ledger.interchange.taking_in import ResultTold
from ledger.record.events import game_id
from ledger.tournament.draw.from_record import results_out
from ledger.tournament.facts import FileTakenIn, Pairing, PlayerEntered
from ledger.tournament.pairing import byes_of
from ledger.tournament.rounds import LeavePaperElsewhere, PairRound
from ledger.vocabulary import Seat
from ledger.vocabulary.refusals import Refusal
from tests.desks import DIRECTOR, ORGANISER, SCOREKEEPER, Table, a_desk
from tests.interchange.files_at_the_desk import SLUG, Files, said, verdicts
from tests.officials import Organiser
from web.organiser.slip_results import RecordAtHand

TSH = """\
Fernweh, Ada            1650 2 3 0; 431 389 50; board 1 1 0; class A; p12 1 2 0
Quillon, Bo             1402 1 0 3; 398 50 377; board 1 0 1; p12 2 0 1; team Gulls
Marrow, Cy                 0 0 1 2; 50 412 377; board 0 1 1; off -50; p12 0 1 2
"""
PAIRED = "Ada   1650 2; ; board 3; p12 2\nBo   1500 1; ; board 3; p12 1\n"


@pytest.fixture
def files(tmp_path):
    with a_desk(tmp_path) as desk:
        yield Files(desk)


def sheet(files, round_number, table=1, division=""):
    return files.desk.sheet(game_id(SLUG, round_number, table, division=division))


def events(files):
    return files.desk.log.last_position()


def test_a_preview_writes_nothing_and_says_what_would_change(files):
    before = events(files)
    preview = files.preview(TSH, "a.t")
    assert events(files) == before
    assert ("new", "Player 3, Marrow, Cy") in verdicts(preview)
    assert ("new", "Round 1, table 1: Fernweh, Ada – Quillon, Bo, 431–398") in verdicts(preview)
    assert ("new", "Round 2: Quillon, Bo has a bye, +50") in verdicts(preview)
    out = "is withdrawn. Later rounds count −50 there, but nothing here"
    assert ("changed", f"Player 3, Marrow, Cy, {out}") in verdicts(preview)
    assert len(preview.asked.results) == 3


def test_a_first_day_that_differs_is_told_and_stays_as_it_is_here(files):
    tou = "*M21.03.2026 Harbour Cup\n*A\n" + " " * 38 + "0\nAnn Lee   2431  +2\nBo Ode   398   1\n"
    preview = files.preview(f"{tou}*** END OF FILE ***\n", "a.tou")
    [words] = [words for verdict, words in verdicts(preview) if verdict == "said"]

    assert words.startswith("The event in the file begins on 2026-03-21, but here it")


def test_all_of_it_is_written_in_one_go_and_the_standings_follow(files):
    before, was = events(files), files.tournament.version
    files.take_in(TSH, "a.t")
    written = files.desk.log.events_of(files.tournament.id)[was:]
    assert len({one.envelope.command_id for one in written}) == 1
    assert events(files) > before
    assert result_of(sheet(files, 1)).half_wins == (2, 0)
    assert [(bye.number, bye.half_wins, bye.spread) for bye in byes_of(files.tournament)] == [
        (3, 2, 50),
        (2, 2, 50),
        (1, 2, 50),
    ]
    assert files.tournament.conduct.withdrawn == (3,)


@pytest.mark.parametrize("name", ["a.t", ""])
def test_the_same_file_again_changes_nothing(files, name):
    files.take_in(TSH, "a.t")
    before = events(files)
    again = files.take_in(TSH, name)
    assert not again.is_news
    assert {verdict for verdict, _ in verdicts(again)} == {"same"}
    assert events(files) == before


def test_a_request_sent_twice_is_written_once(files):
    request = files.preview(TSH, "a.t").asked
    sent = Sent(by=ORGANISER, command_id=uuid4())
    first = files.desk.enter(files.tournament.id, request, sent)
    before = events(files)
    again = files.desk.enter(files.tournament.id, request, sent)
    assert not first.again
    assert again.again
    assert events(files) == before


def test_a_result_stands_over_who_took_it_in_and_over_nobodys_signature(files):
    files.take_in(TSH, "a.t")
    game = sheet(files, 1)
    taken = next(e for e in game.events if isinstance(e.fact, ResultTakenOver))
    assert taken.envelope.written_by == ORGANISER
    assert (taken.fact.file, len(taken.fact.digest)) == ("a.t", 64)
    assert not any(isinstance(e.fact, ResultSigned) for e in game.events)
    assert (game.state, game.is_final, game.signed_by) == ("over", False, ())
    trace = next(
        e.fact
        for e in files.desk.log.events_of(files.tournament.id)
        if isinstance(e.fact, FileTakenIn)
    )
    assert (trace.file, trace.players, trace.games, trace.results) == ("a.t", 3, 3, 3)


def test_a_slip_that_comes_later_signs_it_or_differs_from_it(files):
    files.take_in(TSH, "a.t")
    for number, scores in ((1, (431, 398)), (2, (410, 389))):
        game = game_id(SLUG, number, 1)
        Table(files.desk, game, entered=100 * number).enter(TypeSlip(scores=scores, sure=True))
    assert sheet(files, 1).state == "final"
    assert any(isinstance(e.fact, RecordsDiffer) for e in sheet(files, 2).events)


def test_a_corrected_file_puts_its_own_results_right_and_no_signed_one(files):
    files.take_in(TSH, "a.t")
    Table(files.desk, game_id(SLUG, 2, 1), entered=100).enter(TypeSlip(scores=(412, 389)))
    new = TSH.replace("431", "441").replace("412", "422")
    preview = files.take_in(new, "a2.t")
    assert sheet(files, 1).stands == (441, 398)
    assert sheet(files, 2).stands == (412, 389)
    assert preview.refused
    words = {said: verdict for verdict, said in verdicts(preview)}
    changed = "Round 1: Fernweh, Ada – Quillon, Bo, 441–398; an earlier file had 431–398"
    assert words[changed] == "changed"
    assert any("Here it is 412–389" in said for verdict, said in verdicts(preview))


def test_a_game_that_a_table_records_is_left_to_its_table(files):
    files.take_in(PAIRED, "a.t")
    table = Table(files.desk, game_id(SLUG, 1, 3), entered=100)
    from ledger.game.setting_up.requests import StartGame

    table.enter(StartGame())
    table.play(table.sheet.on_move, "8D", "WINDY")
    preview = files.take_in(PAIRED.replace("; ;", "; 400;", 1).replace("; ;", "; 390;"), "a.t")
    assert any("being recorded at its table" in said for _, said in verdicts(preview))
    assert not table.sheet.ended
    with pytest.raises(Refusal, match="has a result or is being recorded"):
        files.enter(replace(preview.asked, results=(ResultTold(1, 3, (400, 390)),)))


def test_who_goes_first_by_the_file_goes_first(files):
    files.take_in(PAIRED, "a.t")
    game = sheet(files, 1, 3)
    assert game.names == ("Bo", "Ada")
    assert not game.started


def test_results_come_for_rounds_that_were_paired_before(files):
    files.take_in(PAIRED, "a.t")
    before = files.tournament.rounds
    files.take_in(PAIRED.replace("; ;", "; 400;", 1).replace("; ;", "; 390;"), "a.t")
    assert files.tournament.rounds == before
    assert sheet(files, 1, 3).stands == (390, 400)


def test_what_is_empty_in_a_file_empties_nothing_and_nobody_is_removed(files):
    files.take_in(TSH, "a.t")
    preview = files.take_in("Name\nAda Fernweh\nNora New\n", "x.csv")
    ada = files.tournament.player(1)
    assert (ada.name, ada.rating, ada.classes) == ("Fernweh, Ada", 1650, ("A",))
    assert ("said", "Player 2, Quillon, Bo, is not in the file, but stays") in verdicts(preview)
    assert files.tournament.player(4).name == "Nora New"


def test_a_name_that_changed_under_its_number_is_told_anew_and_reaches_the_games(files):
    files.take_in(TSH, "a.t")
    preview = files.take_in(TSH.replace("Quillon, Bo ", "Quillen, Bob"), "a.t")
    told = "Player 2, Quillon, Bo: name Quillon, Bo → Quillen, Bob"
    assert ("changed", told) in verdicts(preview)
    assert [player.name for player in files.tournament.players][1] == "Quillen, Bob"
    assert "Quillen, Bob" in sheet(files, 1).names


def test_a_file_without_accents_tells_of_the_same_players(files):
    files.take_in("Vößmann, Jürgen   1500 2; 400\nNguyễn Thị Minh Khai   1400 1; 390\n", "a.t")
    written = files.export("tou")
    assert b"Jurgen Vossmann" in written.body
    assert not files.preview(written.body, written.name).is_news


def test_two_divisions_are_told_apart_and_a_file_of_one_says_into_which(files):
    two = [Given("a.t", TSH.encode()), Given("b.t", PAIRED.encode())]
    files.take_in(two)
    assert {p.division for p in files.tournament.players} == {"A", "B"}
    unsaid = files.preview("Name\nZoe\n", "x.csv")
    assert unsaid.refused
    assert not unsaid.is_news
    files.take_in("Name\nZoe\n", "x.csv", into="B")
    assert files.tournament.player(6).division == "B"


def test_late_entries_and_rounds_without_an_opponent_count_as_the_file_has_them(files):
    text = (
        "Ada   1 2 2 0; 400 300 -50\nBo   1 1 1 4; 300 200 300\n"
        "Cy   1 0 0 0; -50 -50 25\nDee   1 0 0 2; 0 50 310\n"
    )
    files.take_in(text, "a.t")
    worth = {
        (bye.number, bye.round_number): (bye.half_wins, bye.spread)
        for bye in byes_of(files.tournament)
    }
    assert worth == {
        (1, 3): (0, -50), (3, 1): (0, -50), (3, 2): (0, -50), (3, 3): (2, 25), (4, 2): (2, 50),
    }  # fmt: skip
    assert files.tournament.player(3).first_round == 3
    assert not files.preview(text, "a.t").is_news


def test_a_closed_round_takes_nothing_new_from_a_file_and_the_rest_is_taken(files):
    files.take_in(TSH, "a.t")
    slug = files.tournament.slug
    Organiser(files.desk).close_round(slug, 1, by=DIRECTOR, waiving="for the test")
    more = "Late, Lee   1000 0 0 0; -40 0 -50\n"
    preview = files.take_in(TSH.replace("431", "441") + more, "a.t")
    refused = [said for verdict, said in verdicts(preview) if verdict == "refused"]
    assert refused == ["Round 1 is closed here: Fernweh, Ada – Quillon, Bo 441–398"]
    assert sheet(files, 1).stands == (431, 398)
    assert files.tournament.player(4).name == "Late, Lee"


def test_who_is_paired_otherwise_here_stays_paired(files):
    files.take_in("Ada   1 2 0\nBo   1 1 0\nCy   1 0 0\n", "a.t")
    preview = files.take_in("Ada   1 3 0\nBo   1 0 0\nCy   1 1 0\n", "a.t")
    assert ("refused", "Round 1: Ada – Cy, but here Ada has Bo") in verdicts(preview)
    assert len(files.tournament.rounds) == 1


def test_a_scorekeeper_takes_no_file_in(files):
    request = files.preview(TSH, "a.t").asked
    with pytest.raises(Refusal, match="organiser"):
        files.enter(request, by=SCOREKEEPER)


@pytest.mark.parametrize("name", ["Ann\u202eeeL", "x" * 90, "\u0301\u0301\u0301\u0301x"])
def test_a_name_that_can_not_be_written_is_left_out_by_its_line(files, name):
    preview = files.take_in(f"Name\nBo\n{name}\n", "x.csv")
    assert [change.line for change in preview.changes if change.verdict == "refused"] == [3]
    assert [player.name for player in files.tournament.players] == ["Bo"]


def test_a_player_twice_in_a_file_is_two_players_once(files):
    files.take_in("John Smith   1 2; 300\nJohn Smith   2 1; 200\n", "a.t")
    assert len(files.tournament.players) == 2
    assert not files.preview("John Smith   1 2; 300\nJohn Smith   2 1; 200\n", "a.t").is_news


def test_a_forfeited_game_is_no_rated_game_and_the_file_says_why(files):
    files.take_in(PAIRED, "a.t")
    game = game_id(SLUG, 1, 3)
    forfeit = Forfeit(loser=Seat.FIRST, cause="no-show")
    files.desk.must_write(game, forfeit, Sent(by=DIRECTOR, command_id=uuid4()))
    ada, bo = files.told.divisions[0].entrants
    assert {(one.outings[0].opponent, one.outings[0].half_wins) for one in (ada, bo)} == {
        (0, 2),
        (0, 0),
    }
    written = files.export("tsh")
    assert any("forfeited, and is not written as a rated game" in one for one in written.remarks)
    assert b"# Round 1: Bo" in written.body or b"# Round 1: Ada" in written.body
    assert not files.preview(written.body, written.name).is_news


def test_an_event_that_may_be_unrated_says_so_in_its_files(tmp_path):
    with a_desk(tmp_path) as desk:
        options = (("challenge-mode", "dingle"), ("time-limit", "18:00"))
        files = Files(desk, "wespa-5.1", options=options)
        files.take_in(TSH, "a.t")
        remarks = " ".join(files.export("tou").remarks)
        assert "wespa-5.1 5.3.5" in remarks
        assert "Challenges cost nothing the first time, then the turn." in remarks
        assert "wespa-5.1 3.10.13" in remarks


def test_no_password_reaches_the_record(files):
    files.take_in("Ada   1650; ; password tops3cret\n", "a.t")
    told = [e.fact for e in files.desk.log.events_of(files.tournament.id)]
    assert "tops3cret" not in repr(told)
    assert "tops3cret" not in files.export("json").body.decode()


def test_players_of_the_record_may_have_no_number_but_their_own(files):
    request = files.preview(TSH, "a.t").asked
    wrong = replace(request, players=(PlayerEntered(number=0, name="Zoe"),), rounds=(), results=())
    with pytest.raises(Refusal):
        files.enter(replace(wrong, sat_out=(), off=()))


def test_said_lines_keep_the_order_of_the_file(files):
    preview = files.preview("Ada   1 9; 1\nrubbish\nBo   1 8; 2\n", "a.t")
    assert said(preview, "left-out") == [
        (1, "no-such-opponent"),
        (2, "not-understood"),
        (3, "no-such-opponent"),
    ]


def test_the_second_of_a_pairing_may_have_gone_first_by_the_file(files):
    files.take_in("Ada   1\nBo   1\n", "a.t")
    pairing = PairRound(round_number=1, pairings=(Pairing(3, 1, 2),))
    files.enter(pairing)
    files.take_in(PAIRED.replace("; ;", "; 400;", 1).replace("; ;", "; 390;"), "a.t")
    game = sheet(files, 1, 3)
    assert (game.names, game.stands) == (("Bo", "Ada"), (390, 400))


def test_papers_that_differ_wait_for_the_director_and_for_no_file(files):
    files.take_in(TSH, "a.t")
    Table(files.desk, game_id(SLUG, 1, 1), entered=100).enter(
        TypeSlip(scores=(430, 398), sure=True)
    )
    preview = files.take_in(TSH.replace("431", "430"), "a.t")
    assert preview.refused
    assert sheet(files, 1).result.records_differ is not None
    assert sheet(files, 1).stands == (431, 398)


def test_the_rounds_a_configuration_plans_are_planned_where_nobody_said_how_many(files):
    def given(rounds):
        config = f"division A a.t\nconfig max_rounds = {rounds}\n"
        return [
            Given("config.tsh", config.encode()),
            Given("a.t", b"Ann Lee  1500\nBo Fox  1400\n"),
        ]

    files.take_in(given(7))
    assert [(one.name, one.rounds) for one in files.tournament.planned] == [("", 7)]
    again = files.take_in(given(9))
    assert not again.is_news
    assert ("said", "Rounds planned: 9; here 7, which stays") in verdicts(again)


@pytest.mark.found("OG-10")
def test_options_of_a_configuration_are_settled_before_its_games_and_none_that_is_settled(files):
    """A win by 227 counts as one by 200, as it does in the other program."""
    by_the_book = files
    files = Files(files.desk, book="wespa-5.1", slug="open")
    config = b"division A a.t\nconfig spread_cap = 200\nconfig bye_spread = 1\n"
    division = b"Ann Lee  1700 2; 527; p12 1\nBo Quill  1650 1; 300; p12 2\n"
    given = [Given("config.tsh", config), Given("a.t", division)]

    preview = files.take_in(given)

    assert ("changed", "Option spread-cap: 200") in verdicts(preview)
    assert dict(files.tournament.options) == {"spread-cap": 200, "bye-spread": 1}
    game = files.desk.sheet(game_id("open", 1, 1))
    assert dict(game.scheduled.options) == {"spread-cap": 200, "bye-spread": 1}
    other = [Given("config.tsh", config.replace(b"= 200", b"= 300")), Given("a.t", division)]
    again = files.preview(other)
    assert ("said", "spread-cap is 300 in the file. Here it is 200, which stays.") in verdicts(
        again
    )
    assert not again.asked.options
    book = [x for x in verdicts(by_the_book.preview(given)) if "bye-spread is 1 in" in x[1]]
    assert book == [("said", "bye-spread is 1 in the file. nsa-1998 differs, and its value stays.")]


@pytest.mark.found("OG-7")
def test_that_the_paper_of_imported_rounds_lies_elsewhere_is_said_once(files):
    files.take_in(TSH, "a.t")
    number = files.tournament.rounds[-1].round_number
    before = {sheet(files, one.round_number).state for one in files.tournament.rounds}
    assert before == {"over"}

    files.enter(LeavePaperElsewhere(until=number))

    assert {sheet(files, one.round_number).state for one in files.tournament.rounds} == {"final"}
    with pytest.raises(Refusal) as again:
        files.enter(LeavePaperElsewhere(until=number))
    assert again.value.code == "no-result-from-a-file"
    files.take_in(TSH.replace("431", "441"), "a.t")
    assert (sheet(files, 1).stands, sheet(files, 1).state) == ((441, 398), "over")
    late = Table(files.desk, game_id(SLUG, 1, 1))
    late.enter(TypeSlip(scores=(441, 398)))
    assert late.sheet.is_signed


@pytest.mark.found("OG-7")
def test_imported_results_are_not_missing_from_a_draw_and_unsigned_is_another_word(files):
    files.take_in("Ada  1650 2; 431\nBo  1500 1; 398\n", "a.t")
    files.enter(PairRound(round_number=2, pairings=(Pairing(1, 2, 1),)))
    at_hand = RecordAtHand(files.desk.log.version_of, files.desk.shelf.sheet)
    assert results_out(files.desk.rounds_read.before(files.tournament, "", 2, at_hand)) == ()
    out = results_out(files.desk.rounds_read.before(files.tournament, "", 3, at_hand))
    assert [(one.round_number, one.tables) for one in out] == [(2, (1,))]
