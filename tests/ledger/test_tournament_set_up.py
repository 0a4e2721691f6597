"""A tournament is set up, set up anew, closed and opened again: what is written and refused."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ledger.equipment.tile_set import load_tile_set, own_tile_set
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.hall import open_hall
from ledger.messages import LANGUAGES
from ledger.record.events import game_id, tournament_id
from ledger.tournament.facts import Division, Pairing, PlayerEntered, Prize
from ledger.tournament.opening import (
    Announce,
    AnnouncePrizes,
    ChooseLanguage,
    CloseTournament,
    Particulars,
    ReopenTournament,
    SetUp,
    particulars_of,
)
from ledger.vocabulary.refusals import Refusal
from migrations.hall_db import prepare
from tests.desks import DIRECTOR, ORGANISER, Table, a_desk
from tests.officials import Organiser

SLUG = "gull-open"
STREAM = tournament_id(SLUG)
HARBOUR = Particulars(
    first_day="2026-12-05", last_day="2026-12-06", paper="letter", zone="Europe/Lisbon",
    words="Harbour 26", digest="ab" * 32, live_boards="delayed", minutes=15,
    divisions=(Division("A", 7), Division("B", 6, 21)), ties=("head-to-head", "spread"),
)  # fmt: skip


@pytest.fixture
def organiser(tmp_path):
    with a_desk(tmp_path / "data") as desk:
        hall = open_hall(tmp_path / "data", desk.log, desk.shelf, prepare=prepare)
        desk.followers = (hall,)
        yield Organiser(desk)
        hall.close()


def opened(organiser, particulars=HARBOUR, **more):
    return organiser.open_tournament(
        SLUG, "Gull Open", "wespa-5.1", by=ORGANISER,
        place="Boat house", particulars=particulars, **more,
    )  # fmt: skip


def set_up(organiser, by=ORGANISER, **changes):
    """Ask for the set-up as it stands but for ``changes``."""
    now = organiser.tournament(SLUG)
    request = SetUp(name=now.name, place=now.place, rules=now.rulebook, options=now.options,
                  particulars=particulars_of(now))  # fmt: skip
    organiser.asks(STREAM, replace(request, **changes), by)
    return organiser.tournament(SLUG)


def topics(organiser):
    return [event.fact.topic() for event in organiser.desk.log.events_of(STREAM)]


def paired(organiser):
    players = [PlayerEntered(number=n, name=f"Player {n}", division="A") for n in (1, 2)]
    organiser.enter_players(SLUG, players, by=ORGANISER)
    organiser.pair_round(SLUG, 1, [Pairing(1, 1, 2)], by=ORGANISER, division="A")
    return Table(organiser.desk, game_id(SLUG, 1, 1, division="A"))


def test_all_that_is_chosen_stands_when_it_is_opened(organiser):
    now = opened(organiser, options=[("challenge-mode", "lose-turn")])

    assert particulars_of(now) == HARBOUR
    assert (now.name, now.place, now.options) == (
        "Gull Open", "Boat house", (("challenge-mode", "lose-turn"),),
    )  # fmt: skip


def test_what_nobody_chose_is_not_written(organiser):
    opened(organiser, Particulars())

    assert topics(organiser) == ["tournament-opened", "rulebook-chosen"]


def test_set_up_anew_writes_what_differs_and_nothing_else(organiser):
    opened(organiser)
    before = topics(organiser)

    now = set_up(organiser, name="Gull Open 2026")

    assert now.name == "Gull Open 2026"
    assert topics(organiser)[len(before) :] == ["tournament-described"]
    with pytest.raises(Refusal, match="Nothing was changed"):
        set_up(organiser)


def test_an_option_that_is_no_longer_listed_is_left_to_the_book(organiser):
    opened(organiser, options=[("time-limit", "22:00")])
    assert organiser.tournament(SLUG).rules.time.limit.known() == 1320

    now = set_up(organiser, options=())

    assert now.options == ()
    assert now.rules.time.limit.known() == 1500


def test_options_change_freely_till_a_game_starts_then_only_with_a_reason(organiser):
    opened(organiser)
    table = paired(organiser)
    assert set_up(organiser, options=(("time-limit", "22:00"),)).options

    table.enter(DetermineStarter(starter=1, method="assigned"))
    table.enter(StartGame())
    with pytest.raises(Refusal, match="Games have started") as refused:
        set_up(organiser, options=(("time-limit", "24:00"),))
    assert refused.value.code == "options-locked"

    now = set_up(organiser, options=(("time-limit", "24:00"),), reason="The clocks of hall 2.")
    assert now.options == (("time-limit", "24:00"),)
    assert set_up(organiser, place="Town hall").place == "Town hall"  # no rule: no reason needed


def test_games_that_were_paired_keep_their_rules(organiser):
    opened(organiser)
    table = paired(organiser)

    with pytest.raises(Refusal) as refused:
        set_up(organiser, rules="wespa-4.0")
    assert refused.value.code == "rulebook-followed"
    set_up(organiser, options=(("time-limit", "22:00"),))
    assert organiser.desk.sheet(table.game).scheduled.time_limits == (1500, 1500)


def test_another_rulebook_may_be_chosen_before_the_first_round(organiser):
    opened(organiser)

    assert set_up(organiser, rules="wespa-4.0").rulebook == "wespa-4.0"


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"first_day": "2026-12-07"}, "is before the first"),
        ({"last_day": "next Sunday"}, "is not a date"),
        ({"zone": "Atlantis/Harbour"}, "is not a time zone"),
        ({"divisions": (Division("A"), Division("A"))}, "have the same name"),
        ({"ties": ("spread", "spread")}, "named twice"),
        ({"minutes": 0}, "minutes late"),
    ],
)
def test_what_makes_no_sense_is_refused_and_nothing_written(organiser, wrong, said):
    opened(organiser)
    before = topics(organiser)

    with pytest.raises(Refusal, match=said):
        set_up(organiser, particulars=replace(HARBOUR, **wrong))
    assert topics(organiser) == before


def test_an_option_the_book_does_not_leave_open_is_refused_at_the_opening(organiser):
    with pytest.raises(Refusal):
        opened(organiser, options=[("challenge-mode", "sing")])
    assert topics(organiser) == []


@pytest.mark.parametrize("slug", ["new", "close", "Gull Open", "-gull", "g" * 41])
def test_a_short_name_that_addresses_or_commands_need_is_refused(organiser, slug):
    with pytest.raises(Refusal, match="short name"):
        organiser.open_tournament(slug, "Gull Open", "wespa-5.1", by=ORGANISER)


def test_closed_and_opened_again_with_a_reason(organiser):
    opened(organiser)
    with pytest.raises(Refusal) as refused:
        organiser.asks(STREAM, ReopenTournament(reason="One game more."), DIRECTOR)
    assert refused.value.code == "tournament-not-closed"

    organiser.asks(STREAM, CloseTournament(), DIRECTOR)
    with pytest.raises(Refusal, match="No reason was given for reopening the tournament"):
        organiser.asks(STREAM, ReopenTournament(reason=" "), DIRECTOR)
    organiser.asks(STREAM, ReopenTournament(reason="One game more."), DIRECTOR)

    assert not organiser.tournament(SLUG).conduct.closed
    organiser.asks(STREAM, CloseTournament(), DIRECTOR)
    assert organiser.tournament(SLUG).conduct.closed


def test_prizes_and_announcements_are_in_the_hall_until_the_next(organiser):
    opened(organiser)
    hall = organiser.desk.followers[0]
    prizes = (Prize(1, "120 euros", "A"), Prize(1, "a book", "A", "under-18"))

    organiser.asks(STREAM, AnnouncePrizes(prizes=prizes), ORGANISER)
    organiser.asks(STREAM, Announce(words="Round 2 begins at 14:15."), ORGANISER)

    assert hall.prizes(SLUG) == prizes
    row = hall.tournament(SLUG)
    assert (row.announcement, row.first_day, row.ties) == (
        "Round 2 begins at 14:15.", "2026-12-05", "head-to-head spread",
    )  # fmt: skip
    organiser.asks(STREAM, Announce(words=""), ORGANISER)
    assert hall.tournament(SLUG).announcement == ""
    with pytest.raises(Refusal, match="Place"):
        organiser.asks(STREAM, AnnouncePrizes(prizes=(Prize(1, " "),)), ORGANISER)
    with pytest.raises(Refusal, match="more than 500 characters"):
        organiser.asks(STREAM, Announce(words="a" * 501), ORGANISER)


OWN = 'name = "Club set"\n[tiles]\n"?" = [0, 2]\nA = [1, 20]\n"CH" = [5, 3]\n'


@pytest.mark.found("TB-6")
@pytest.mark.parametrize("tiles", ["spanish", "own"])
def test_games_that_are_paired_have_the_tiles_and_the_board_of_their_tournament(organiser, tiles):
    kept = own_tile_set(OWN, "club.toml").kept if tiles == "own" else tiles
    opened(organiser, replace(HARBOUR, tile_set=kept, board="super"))
    sheet = paired(organiser).sheet

    assert (sheet.scheduled.tile_set, sheet.scheduled.board) == (kept, "super")
    assert sheet.stock.bag == load_tile_set(kept).size - 14
    assert topics(organiser).count("equipment-chosen") == 1
    assert particulars_of(organiser.tournament(SLUG)).tile_set == kept


def test_what_is_usual_is_not_written_and_no_set_or_board_that_is_not_there(organiser):
    opened(organiser)
    assert "equipment-chosen" not in topics(organiser)

    for wrong in ({"tile_set": "runes"}, {"tile_set": "X: A1x1"}, {"board": "round"}):
        with pytest.raises(Refusal) as refused:
            set_up(organiser, particulars=replace(HARBOUR, **wrong))
        assert refused.value.code in ("no-such-tile-set", "no-such-board")


def test_other_tiles_hold_for_games_to_come_and_need_a_reason_once_one_has_started(organiser):
    opened(organiser)
    table = paired(organiser)
    set_up(organiser, particulars=replace(HARBOUR, tile_set="polish"))
    assert table.sheet.scheduled.tile_set == "english"

    table.enter(DetermineStarter(starter=1, method="assigned"))
    table.enter(StartGame())
    with pytest.raises(Refusal) as refused:
        set_up(organiser, particulars=replace(HARBOUR, tile_set="german"))
    assert refused.value.code == "options-locked"
    german = replace(HARBOUR, tile_set="german")
    assert set_up(organiser, particulars=german, reason="The sets of hall 2.").tile_set == "german"


def test_a_tournament_speaks_a_language_and_its_paper_a_second_one(organiser, monkeypatch):
    monkeypatch.setitem(LANGUAGES, "es", "español")
    (hall,) = organiser.desk.followers
    opened(organiser, replace(HARBOUR, language="es"))
    row = hall.tournament(SLUG)
    assert (row.language, row.beside) == ("es", "")

    organiser.asks(STREAM, ChooseLanguage(language="es", beside="en"), ORGANISER)
    row = hall.tournament(SLUG)
    assert (row.language, row.beside) == ("es", "en")
    assert hall.language(SLUG) == "es"
    assert particulars_of(organiser.tournament(SLUG)).beside == "en"

    for wrong, code in (
        (ChooseLanguage(language="es", beside="en"), "nothing-changed"),
        (ChooseLanguage(language="tlh"), "no-such-language"),
        (ChooseLanguage(language="es", beside="es"), "unreadable-request"),
        (ChooseLanguage(language="", beside="en"), "unreadable-request"),
    ):
        with pytest.raises(Refusal) as refused:
            organiser.asks(STREAM, wrong, ORGANISER)
        assert refused.value.code == code
