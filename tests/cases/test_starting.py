"""Who starts, when the tiles go back, and when the first clock may start (5.1; rows A and B)."""

from __future__ import annotations

from itertools import count

import pytest
from msgspec.structs import replace

from ledger.game.endings.forfeits import Forfeit
from ledger.game.endings.requests import VoidGame
from ledger.game.setting_up.facts import GameStarted, StarterDetermined
from ledger.game.setting_up.requests import CheckSet, DetermineStarter, StartGame
from ledger.game.setting_up.starting import (
    AgreeToRecording,
    ChooseTimer,
    DrawFirstRack,
    MakeArrangement,
    NoteEquipment,
    ReportFirstTile,
    ReturnStartTiles,
)
from ledger.matters.in_game import matters_in
from ledger.record.events import game_id
from ledger.tournament.facts import Pairing
from ledger.tournament.rounds import starts_before
from ledger.vocabulary import remarks
from ledger.vocabulary.refusals import Refusal
from tests.desks import DIRECTOR, ORGANISER, Table, a_desk, a_tournament
from tests.officials import Organiser
from tests.tabletop import FIVE, WESPA, A, B, Tabletop
from web.entry.table_view import ways_to_start

SEEN = ("wsc-2003", "nsa-1998")
NUMBERS = count(1000, 100)


def at_table(desk, game):
    """A table whose requests are numbered apart from those of other tables."""
    table = Table(desk, game)
    table.numbers = count(next(NUMBERS))
    return table


def before(book, **options):
    return Tabletop(book, started=False, **options)


def drawing(starter, *draws, **what):
    return DetermineStarter(starter=starter, method="draw", draws=draws, **what)


@pytest.fixture
def desk(tmp_path):
    with a_desk(tmp_path / "data") as desk:
        yield desk


# 5.1 Worked cases


@pytest.mark.parametrize("book", FIVE)
def test_S1_the_tile_nearer_to_the_beginning_starts(book):
    table = before(book)

    refusal = table.refused(drawing(1, ("E", "C")))
    assert refusal.code == "draw-says-otherwise"
    assert "Bob starts" in refusal.what
    sheet = table.enter(drawing(2, ("E", "C")))

    assert sheet.names == ("Bob", "Ann")
    assert table.fact(StarterDetermined).draws == (("E", "C"),)
    assert table.remarks == ()


@pytest.mark.parametrize("book", FIVE)
def test_S2_a_blank_comes_before_A(book):
    table = before(book)

    assert table.refused(drawing(2, ("?", "A"))).code == "draw-says-otherwise"
    assert table.enter(drawing(1, ("?", "A"))).names[0] == "Ann"


@pytest.mark.parametrize("book", FIVE)
def test_S3_two_blanks_are_drawn_again_any_number_of_times(book):
    table = before(book)

    refusal = table.refused(drawing(1, ("?", "?")))
    assert refusal.code == "draw-again"
    left_out = "Ask both to draw again, with the earlier tiles left out."
    assert (left_out in refusal.next_step) == (book != "nsa-1998")
    assert (refusal.clause == f"{book} II.F.1") == (book == "nsa-1998")
    table.enter(drawing(2, ("?", "?"), ("E", "E"), ("K", "D")))

    assert table.sheet.names[0] == "Bob"
    assert table.rules.start.tiles_stay_out.value is (None if book == "nsa-1998" else True)


def test_B_04_a_round_more_than_needed_is_remarked_on_and_a_ruling_outranks_the_tiles():
    table = before("wespa-4.0")
    table.enter(drawing(1, ("A", "B"), ("C", "D")))
    assert table.remarks == (remarks.DRAWN_ON,)

    table = before("wespa-4.0")
    assert table.enter(drawing(1, ("E", "C")), ruled=True).names[0] == "Ann"


def test_B_03_a_tile_that_is_not_of_the_set_is_not_a_draw():
    assert before("wespa-4.0").refused(drawing(1, ("Ü", "C"))).code == "unreadable-request"


@pytest.mark.parametrize(
    ("book", "who", "words"),
    [
        *((book, "opponent", "Bob returns the tiles drawn.") for book in WESPA),
        ("wsc-2003", "opponent", "Bob returns the tiles drawn and shuffles."),
        ("nsa-1998", "both", "The tiles drawn go back into the bag."),
    ],
)
def test_S4_who_returns_the_tiles_of_the_draw(book, who, words):
    table = before(book)
    table.enter(drawing(1, ("?", "?"), ("A", "B")))
    step = table.procedure("start").steps[0]
    assert (step.who, step.does, step.done) == (who, words, False)

    table.enter(ReturnStartTiles(player=1))
    assert (remarks.RETURNED_BY_STARTER in table.remarks) == (book != "nsa-1998")
    assert table.procedure("start").steps[0].done

    table.enter(ReturnStartTiles(player=2, shuffled=True))
    assert table.remarks == ()


def test_B_05_tiles_drawn_before_those_of_the_draw_are_back_are_remarked_on():
    table = before("wespa-5.1")
    table.enter(drawing(1, ("A", "B")))

    table.enter(DrawFirstRack(seat=A))
    assert table.remarks == (remarks.TILES_NOT_RETURNED,)
    table.enter(ReturnStartTiles(player=2))
    table.enter(DrawFirstRack(seat=A))
    assert table.remarks == ()


@pytest.mark.parametrize("book", FIVE)
def test_S5_who_has_started_less_often_starts_without_a_draw(book):
    table = before(book)
    counts = {"method": "self-balancing", "firsts": (3, 2), "seconds": (2, 3)}

    assert table.refused(DetermineStarter(starter=1, **counts)).code == "balance-says-otherwise"
    sheet = table.enter(DetermineStarter(starter=2, **counts))

    assert sheet.names[0] == "Bob"
    assert table.fact(StarterDetermined).firsts == (3, 2)
    assert table.remarks == ()


@pytest.mark.parametrize("book", FIVE)
def test_B_02_level_players_draw(book):
    table = before(book)
    counts = {"starter": 1, "method": "self-balancing", "firsts": (2, 2)}

    assert table.refused(DetermineStarter(**counts)).code == "draw-needed"
    assert table.enter(DetermineStarter(**counts, draws=(("B", "C"),))).names[0] == "Ann"


def test_S6_after_a_bye_equal_firsts_are_decided_by_more_seconds():
    table = before("nsa-1998")
    counts = {"method": "self-balancing", "firsts": (3, 3), "seconds": (3, 4), "unplayed": (1, 0)}

    refusal = table.refused(DetermineStarter(starter=1, **counts))
    assert (refusal.code, refusal.clause) == ("balance-says-otherwise", "nsa-1998 II.F.2")
    assert table.enter(DetermineStarter(starter=2, **counts)).names[0] == "Bob"


def test_S7_fewer_firsts_start_whatever_the_seconds():
    table = before("nsa-1998")
    counts = {"method": "self-balancing", "firsts": (2, 3), "seconds": (3, 3), "unplayed": (1, 0)}

    assert table.enter(DetermineStarter(starter=1, **counts)).names[0] == "Ann"


def test_S8_TN_21_level_on_both_after_byes_only_a_ruling_decides():
    table = before("nsa-1998")
    request = DetermineStarter(
        starter=2, method="self-balancing", firsts=(3, 3), seconds=(3, 3), unplayed=(1, 1)
    )

    refusal = table.refused(request)
    assert (refusal.code, refusal.trap) == ("call-the-director", "TN-21")
    assert table.enter(request, ruled=True).names[0] == "Bob"


@pytest.mark.parametrize("book", FIVE)
def test_S9_the_clock_waits_for_the_tile_out_or_for_the_tile_seen(book):
    table = before(book)
    table.enter(DetermineStarter(starter=1, method="assigned"))
    table.enter(ReportFirstTile(seen=False))

    step = table.procedure("start").next_step
    assert step.asks == ("report-first-tile" if book in SEEN else "start-game")
    table.enter(StartGame(cause="tile-out", timer="digital-down"))

    unseen = ("TN-10",) if book == "nsa-1998" else ()
    assert table.remarks == ((remarks.CLOCK_STARTED_EARLY, *unseen) if book in SEEN else ())
    assert table.fact(GameStarted).cause == "tile-out"
    assert table.sheet.open == ()


@pytest.mark.parametrize("book", SEEN)
def test_B_08_TX_09_both_moments_are_kept_where_they_differ(book):
    table = before(book)
    table.enter(DetermineStarter(starter=1, method="assigned"))
    table.enter(ReportFirstTile(seen=False))
    table.enter(ReportFirstTile(seen=True))

    assert table.procedure("start").next_step.asks == "start-game"
    table.enter(StartGame(cause="tile-seen", timer="digital-down"))
    assert table.remarks == ()


# Rows A and B


@pytest.mark.parametrize("book", FIVE)
def test_B_09_the_first_racks_are_drawn_starter_first(book):
    table = before(book)
    table.enter(DetermineStarter(starter=1, method="assigned"))
    table.enter(DrawFirstRack(seat=B))

    assert (remarks.FIRST_RACK_OUT_OF_ORDER in table.remarks) == (book != "wsc-2003")


@pytest.mark.parametrize("book", FIVE)
@pytest.mark.parametrize("seats", [(A, B), (B, A)], ids=["in order", "out of order"])
def test_B_09_the_order_is_minded_once_the_first_clock_runs_as_well(book, seats):
    table = before(book)
    table.enter(DetermineStarter(starter=1, method="assigned"))
    table.enter(StartGame())

    table.enter(DrawFirstRack(seat=seats[0]))
    first = table.remarks
    table.enter(DrawFirstRack(seat=seats[1]))

    wrong = seats[0] is B and book != "wsc-2003"
    assert first == ((remarks.FIRST_RACK_OUT_OF_ORDER,) if wrong else ())
    assert table.remarks == ()


@pytest.mark.parametrize(
    ("book", "clause"),
    [*((book, "1.3.1") for book in WESPA), ("wsc-2003", "1.1"), ("nsa-1998", "II.E")],
)
def test_A_03_counting_the_tiles_is_offered_with_its_own_rule(book, clause):
    [offer] = [offer for offer in before(book).offers() if offer.asks == "check-set"]

    assert offer.clause == f"{book} {clause}"


def test_B_01_a_method_other_than_the_one_announced_is_remarked_on():
    table = before("wespa-5.1", start_method="assigned")

    table.enter(drawing(1, ("A", "B")))

    assert table.remarks == (remarks.START_METHOD_DIFFERS,)


def balance_for(desk, game):
    """What both players of a game did so far, in the order of the pairing."""
    return starts_before(desk.log, desk.shelf, desk.sheet(game).scheduled)


def starter_asked(desk, game, starter):
    """The request that settles a balanced start, both players' counts filled in."""
    one, two = balance_for(desk, game)
    return DetermineStarter(
        starter=starter, method="self-balancing",
        firsts=(one.firsts, two.firsts), seconds=(one.seconds, two.seconds),
        unplayed=(one.unplayed, two.unplayed),
    )  # fmt: skip


def test_B_02_the_starts_are_counted_from_the_games_of_the_tournament(desk):
    games = a_tournament(desk, "nsa-1998", tables=2)
    first, second = (at_table(desk, game) for game in games)
    first.enter(DetermineStarter(starter=2, method="assigned"))
    first.enter(StartGame())
    second.enter(Forfeit(loser=A, cause="no-show"), by=DIRECTOR)
    organiser = Organiser(desk)
    pairings = [Pairing(1, 1, 3), Pairing(2, 4, 2)]
    games = organiser.pair_round("spring-open", 2, pairings, by=ORGANISER)

    replied, forfeited = balance_for(desk, games[0])
    assert (replied.firsts, replied.seconds, replied.unplayed) == (0, 1, 0)
    assert (forfeited.firsts, forfeited.seconds, forfeited.unplayed) == (0, 0, 1)
    # Player 1 replied once and 3 got a forfeit: equal firsts, more seconds, so player 1 starts.
    with pytest.raises(Refusal) as refusal:
        at_table(desk, games[0]).enter(starter_asked(desk, games[0], 2))
    assert refusal.value.clause == "nsa-1998 II.F.2"
    sheet = at_table(desk, games[0]).enter(starter_asked(desk, games[0], 1))
    assert sheet.names[0] == "Player 1"
    # Player 2 has started once, 4 never.
    sheet = at_table(desk, games[1]).enter(starter_asked(desk, games[1], 1))
    assert sheet.names[0] == "Player 4"


def round_two(desk, book="nsa-1998", options=None):
    """Round 1: player 2 started against 1, and 3 got a forfeit from 4. Round 2: 1 meets 3."""
    games = a_tournament(desk, book, tables=2, options=options)
    first, second = (at_table(desk, game) for game in games)
    first.enter(DetermineStarter(starter=2, method="assigned"))
    first.enter(StartGame())
    second.enter(Forfeit(loser=A, cause="no-show"), by=DIRECTOR)
    pairings = [Pairing(1, 1, 3), Pairing(2, 4, 2)]
    return games, Organiser(desk).pair_round("spring-open", 2, pairings, by=ORGANISER)


def test_B_02_the_desk_itself_counts_the_starts_and_writes_them_down(desk):
    _, games = round_two(desk)
    table = at_table(desk, games[0])

    with pytest.raises(Refusal) as refusal:
        table.enter(DetermineStarter(starter=2, method="self-balancing"))
    assert (refusal.value.code, refusal.value.clause) == (
        "balance-says-otherwise",
        "nsa-1998 II.F.2",
    )
    table.enter(DetermineStarter(starter=1, method="self-balancing"))

    fact = table.sheet.events[-1].fact
    assert (fact.firsts, fact.seconds, fact.unplayed) == ((0, 0), (1, 0), (0, 1))


def test_B_02_a_draw_that_goes_against_the_balance_is_remarked_on(desk):
    _, games = round_two(desk)
    table = at_table(desk, games[0])

    table.enter(DetermineStarter(starter=2, method="draw"))

    event = table.sheet.events[-1]
    assert event.envelope.remarks == (remarks.START_METHOD_DIFFERS,)
    assert event.fact.seconds == (1, 0)


def test_B_02_where_starts_are_not_balanced_nothing_is_counted(desk):
    _, games = round_two(desk, "wespa-5.1")
    table = at_table(desk, games[0])

    table.enter(DetermineStarter(starter=2, method="draw"))

    assert table.sheet.events[-1].fact.firsts is None
    assert table.sheet.events[-1].envelope.remarks == ()


@pytest.mark.parametrize("method", ["self-balancing", "draw"])
def test_B_02_level_players_drew_though_nobody_noted_their_tiles(desk, method):
    [game] = a_tournament(desk, "nsa-1998")
    table = at_table(desk, game)

    table.enter(DetermineStarter(starter=2, method=method))

    assert table.sheet.events[-1].fact.firsts == (0, 0)
    assert table.sheet.events[-1].envelope.remarks == ()


def test_B_02_a_game_played_again_counts_and_one_that_is_void_does_not(desk):
    [game] = a_tournament(desk, "nsa-1998")
    table = at_table(desk, game)
    table.enter(DetermineStarter(starter=1, method="assigned"))
    table.enter(StartGame())
    table.enter(VoidGame(reason="wrong pairing"), by=DIRECTOR, case=table.ruled())
    again = game_id("spring-open", 1, 1, replay=2)
    scheduled = replace(table.sheet.scheduled, replay=2)
    desk.log.append(desk.enveloped(again, 0, (scheduled,), table.sent(by=DIRECTOR)))
    second = at_table(desk, again)
    second.enter(DetermineStarter(starter=2, method="assigned"))
    second.enter(StartGame())
    organiser = Organiser(desk)
    [game] = organiser.pair_round("spring-open", 2, [Pairing(1, 1, 2)], by=ORGANISER)

    one, two = balance_for(desk, game)

    assert (one.firsts, one.seconds) == (0, 1)
    assert (two.firsts, two.seconds) == (1, 0)


def test_B_06_a_bye_is_neither_a_first_nor_a_second(desk):
    [game] = a_tournament(desk, "nsa-1998")
    organiser = Organiser(desk)
    at_table(desk, game).enter(DetermineStarter(starter=1, method="assigned"))
    at_table(desk, game).enter(StartGame())
    organiser.pair_round("spring-open", 2, [Pairing(0, 1, 0)], by=ORGANISER)
    [game] = organiser.pair_round("spring-open", 3, [Pairing(1, 1, 2)], by=ORGANISER)

    with_bye, other = balance_for(desk, game)

    assert (with_bye.firsts, with_bye.seconds, with_bye.unplayed) == (1, 0, 1)
    assert (other.firsts, other.seconds, other.unplayed) == (0, 1, 0)


@pytest.mark.parametrize(
    ("book", "kind", "listed"),
    [
        ("wespa-4.0", "smart-device", True),
        ("wespa-1.0", "smart-device", False),
        ("wespa-5.1", "sand", False),
        ("nsa-1998", "sand", True),
        ("wsc-2003", "digital-down", True),
        ("wsc-2003", "analogue", False),
    ],
)
def test_A_10_M_16_a_timer_that_the_book_does_not_list_is_remarked_on(book, kind, listed):
    table = before(book)

    sheet = table.enter(ChooseTimer(kind=kind))

    assert (remarks.TIMER_NOT_LISTED in table.remarks) != listed
    assert sheet.clock.timer == kind


def test_A_11_a_setting_other_than_the_time_of_the_players_is_remarked_on():
    table = before("wespa-4.0")

    table.enter(ChooseTimer(kind="digital-down", settings=(1500, 1500)))
    assert table.remarks == ()
    table.enter(ChooseTimer(kind="digital-down", settings=(1500, 1200)))
    assert table.remarks == (remarks.SETTING_DIFFERS,)


@pytest.mark.parametrize("book", FIVE)
def test_A_12_a_game_without_a_timer_takes_a_ruling_an_unknown_one_a_remark(book):
    table = before(book)
    if book == "nsa-1998":  # it only prefers a clock to a sand timer (IX.A)
        assert table.enter(StartGame(timer="none")).started
        assert table.remarks == (remarks.DIRECTOR_TO_CONFIRM,)
    else:
        assert table.refused(StartGame(timer="none")).code == "no-timer"
        assert table.enter(StartGame(timer="none"), ruled=True).started

    for named in ("unknown", ""):
        table = before(book)
        table.enter(StartGame(timer=named))
        assert table.remarks == (remarks.TIMER_NOT_NAMED,)
    table = before(book)
    table.enter(ChooseTimer(kind="digital-down"))
    table.enter(StartGame())
    assert table.remarks == ()
    assert before(book).refused(StartGame(timer="egg")).code == "unreadable-request"


@pytest.mark.parametrize("book", FIVE)
def test_A_10_M_16_the_kind_named_at_the_start_is_the_timer_of_the_game(book):
    table = before(book)

    sheet = table.enter(StartGame(timer="sand"))

    assert sheet.clock.timer == "sand"
    assert (table.remarks == ()) == (book == "nsa-1998")
    table = before(book)
    table.enter(StartGame(timer="digital-down"))
    assert "sand-out" not in table.offered()


@pytest.mark.parametrize("book", FIVE)
def test_A_09_whose_equipment_it_is_is_written_down(book):
    table = before(book)
    table.enter(ChooseTimer(kind="digital-down", owner=2, label="Bob's"))
    assert (remarks.OWN_EQUIPMENT in table.remarks) == (book == "wsc-2003")
    table.enter(NoteEquipment(what="rack", owner=1))
    assert (remarks.OWN_EQUIPMENT in table.remarks) == (book == "wsc-2003")
    assert table.refused(NoteEquipment(what="chair")).code == "unreadable-request"


def test_A_03_the_count_of_the_tiles_is_kept_with_who_counted():
    table = before("wsc-2003")

    table.enter(CheckSet(complete=True, counted_by="both"))

    [fact] = table.facts
    assert (fact.complete, fact.counted_by) == (True, "both")


def test_A_17_special_needs_are_arranged_by_the_director():
    table = before("wespa-5.1")

    table.enter(MakeArrangement(player=1, what="an assistant places the tiles"))

    assert table.facts[0].player == 1


def test_A_19_a_player_may_decline_to_be_recorded_and_change_their_mind():
    table = before("wespa-4.0")

    assert table.enter(AgreeToRecording(player=2, agrees=False)).table.not_recorded == (2,)
    assert table.enter(AgreeToRecording(player=2)).table.not_recorded == ()
    assert table.refused(AgreeToRecording(player=3)).code == "unreadable-request"


@pytest.mark.parametrize("book", FIVE)
def test_A_01_every_game_keeps_its_rulebook_and_four_passes_do_not_end_it(book):
    table = Tabletop(book, bag=20, scores=(150, 140))

    table.passes(A, B, A, B)

    assert table.sheet.scheduled.rulebook == book
    assert table.sheet.ended == ""


def test_A_02_the_word_source_is_data_of_the_event(desk):
    a_tournament(desk)
    organiser = Organiser(desk)

    organiser.choose_words("spring-open", "CSW21", "0" * 64, by=ORGANISER)

    assert organiser.tournament("spring-open").lexicon == "CSW21"


@pytest.mark.found("RL-9")
def test_RL_9_each_way_to_settle_who_starts_is_cited_by_its_own_rule():
    wsc = Tabletop("wsc-2003", started=False).rules

    assert [(one, clause) for one, _, _, clause in ways_to_start(wsc)] == [
        ("draw", "wsc-2003 1.4"),
        ("assigned", "wsc-2003 1.2"),
        ("self-balancing", "wsc-2003 1.3"),
    ]
    for book, clause in (("wespa-4.0", "2.1(a)"), ("nsa-1998", "II.F.1")):
        draw = ways_to_start(Tabletop(book, started=False).rules)[0]
        assert (draw[0], draw[3]) == ("draw", f"{book} {clause}")


@pytest.mark.found("RL-3")
@pytest.mark.parametrize("book", FIVE)
def test_A_03_a_set_that_is_wrong_before_the_game_is_on_the_desk_where_the_book_has_it(book):
    table = Tabletop(book, started=False)
    table.enter(CheckSet(complete=False, counted_by="both"))
    procedure = table.procedure("set-wrong")

    assert procedure.waits_for_director is (book == "nsa-1998")
    assert (procedure.clause == "nsa-1998 II.E") is (book == "nsa-1998")
    kinds = [one.named.kind for one in matters_in(table.sheet).matters]
    assert bool(kinds) is (book == "nsa-1998")

    table.enter(CheckSet(complete=True, counted_by="both"))
    assert not table.procedures()


@pytest.mark.found("RL-3")
def test_a_game_that_begins_with_a_wrong_set_leaves_nothing_to_do_before_it():
    table = Tabletop("nsa-1998", started=False)
    table.enter(CheckSet(complete=False))
    table.enter(DetermineStarter(starter=1, method="draw"))
    table.enter(StartGame())
    assert "set-wrong" not in [one.name for one in table.procedures()]
