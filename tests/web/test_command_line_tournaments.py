"""``tilescribe tournament`` and ``close-round``, and a rulebook named in any case."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from ledger.game.setting_up.facts import GameScheduled
from ledger.record.events import tournament_id
from ledger.tournament.opening import RESERVED
from ledger.tournament.rounds import last_round_is_over
from ledger.tournament.tournament import tournament_named
from ledger.vocabulary import Role
from ledger.vocabulary.refusals import Refusal
from tests.desks import ORGANISER, a_desk, a_tournament
from tests.officials import Organiser
from web.command_line import TREE, commands
from web.command_line.data_folder import log_read


def tilescribe(*words):
    done = CliRunner().invoke(commands, [str(word) for word in words])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.output


@pytest.fixture
def folder(tmp_path):
    """A tournament with a round of one game, each player 22 minutes."""
    options = (("challenge-mode", "points-per-word-5"), ("time-limit", "22:00"))
    with a_desk(tmp_path) as desk:
        a_tournament(desk, options=options)
        Organiser(desk).issue_badge("console", "Console", Role.ORGANISER, by=ORGANISER)
    return tmp_path


def test_whether_games_may_be_rated_at_the_time_limit_is_said_with_what_is_open(folder):
    said = tilescribe("tournament", "spring-open", "--data", folder)

    assert "Spring Open (spring-open)" in said
    assert "22:00 each: games at it may be rated, wespa-5.1 5.3.5" in said
    assert "under criteria of the ratings committee that the book does not give" in said
    told = json.loads(tilescribe("tournament", "spring-open", "--json", "--data", folder))
    assert (told["rating"]["kind"], told["rating"]["trap"]) == ("may-be-rated", "T5-17")
    assert (told["time_limit"], told["rounds"], told["closed"]) == (1320, 1, [])


def test_the_gap_stands_beside_the_tournament_from_its_first_event(folder):
    with a_desk(folder) as desk:
        first = desk.log.events_of(tournament_id("spring-open"))[0]
        assert first.envelope.remarks == ("T5-17",)


def test_a_round_is_closed_and_the_last_one_ends_the_event(folder):
    closing = ("close-round", "spring-open", 1, "--last", "--data", folder)
    with pytest.raises(Refusal) as refusal:
        tilescribe(*closing)
    assert refusal.value.code == "matters-open"
    assert "table 1: the game is not finished (the game has no result)" in refusal.value.what

    with pytest.raises(Refusal) as refusal:
        tilescribe(*closing, "--waive", "nobody came")
    assert "1 (1 game without a result)" in refusal.value.what

    said = tilescribe(*closing, "--waive", "nobody came", "--count", 1)

    assert said == ("Round 1 is closed, and no round follows.\nWaived: 1 game without a result.\n")
    with a_desk(folder) as desk:
        [scheduled] = [
            event.fact for _, event in desk.log.read(0, 1000)
            if isinstance(event.fact, GameScheduled)
        ]  # fmt: skip
        assert last_round_is_over(desk.log, scheduled) is True


def test_slips_that_are_not_in_are_said_where_a_round_is_drawn_and_at_the_end(folder):
    out = "1 slip is not in, of round 1: `tilescribe round missing spring-open` lists them."
    data = ("--data", folder)

    drawn = tilescribe("round", "pair", "spring-open", 2, "--method", "koth", "--dry-run", *data)
    closed = tilescribe("tournament", "close", "spring-open", *data)

    assert drawn.startswith("1 of 1 result of round 1 is not in: table 1. The round is paired wit")
    assert closed.startswith(
        "Spring Open is closed. Nobody can be entered or paired any more.\n" + out
    )


@pytest.mark.found("OG-8")
def test_on_the_command_line_a_name_that_is_likelier_none_is_asked_about(tmp_path):
    data = ("--data", tmp_path)
    tilescribe("tournament", "new", "cup", "--name", "Cup", "--rulebook", "wespa-5.1", *data)
    for name in ("Ann Lee,", "6", "Total"):
        with pytest.raises(Refusal) as refused:
            tilescribe("player", "add", "cup", name, *data)
        assert refused.value.code == "name-unlikely"
    assert tilescribe("player", "add", "cup", "6", "--sure", *data) == "6 is player 1 of cup.\n"
    with pytest.raises(Refusal):
        tilescribe("player", "rename", "cup", "1", "7", *data)
    tilescribe("player", "rename", "cup", "1", "Ann Lee", *data)


def test_that_a_bye_counts_for_nothing_yet_is_said_where_it_is_given_and_in_the_standings(tmp_path):
    data = ("--data", tmp_path)
    for slug, more in (("open", ()), ("settled", ("--option", "bye-spread=50"))):
        tilescribe(
            "tournament", "new", slug, "--name", slug, "--rulebook", "wespa-5.1", *more, *data
        )
        for name in ("Ann", "Bo", "Cy"):
            tilescribe("player", "add", slug, name, *data)
    drawn = {slug: tilescribe("round", "pair", slug, 1, *data) for slug in ("open", "settled")}
    shown = {
        slug: tilescribe("tournament", "standings", slug, *data) for slug in ("open", "settled")
    }

    assert "does not say what a bye is worth" in drawn["open"]
    assert "A bye counts for nothing until the organiser settles its spread (" in shown["open"]
    for said in (drawn["settled"], shown["settled"]):
        assert "worth" not in said
        assert "counts for nothing" not in said


def test_what_was_not_paired_is_named_when_a_tournament_is_closed_as_on_its_page(tmp_path):
    data = ("--data", tmp_path)
    tilescribe(
        "tournament", "new", "cup", "--name", "Cup", "--rulebook", "wespa-5.1",
        "--division", "A:3:1", "--division", "B:3:21", *data,
    )  # fmt: skip
    for name, division in (("Ann", "A"), ("Bo", "A"), ("Cy", "B"), ("Di", "B")):
        tilescribe("player", "add", "cup", name, "--division", division, *data)
    tilescribe("round", "pair", "cup", 1, "--division", "A", "--method", "koth", *data)

    closed = tilescribe("tournament", "close", "cup", *data)

    assert closed.splitlines()[1:4] == [
        "These rounds are planned or have players entered, but were not paired:",
        "  Rounds 2 to 3 of division A",
        "  Division B: no round was paired",
    ]
    assert closed.endswith("`tilescribe tournament reopen` lets it go on.\n")


def test_a_round_that_was_not_paired_is_not_closed(folder):
    with pytest.raises(Refusal) as refusal:
        tilescribe("round", "close", "spring-open", 7, "--data", folder)

    assert refusal.value.code == "no-such-round"
    assert "paired so far: 1" in refusal.value.what


@pytest.mark.parametrize("words", [
    ("3.9.5", "--book", "WESPA-4.0"), ("WESPA-4.0 3.9.5",), ("Wespa-4.0", "3.9.5"),
])  # fmt: skip
def test_a_rulebook_is_found_however_its_name_is_written(words):
    assert tilescribe("rulebook", "find", *words).startswith("WESPA Game Rules 4.0, 3.9.5\n")


@pytest.mark.found("PR1")
@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("off",), "Boards are not shown while games are played"),
        (("delayed",), "Boards are shown 10 minutes late"),
        (("delayed", "--minutes", "1"), "Boards are shown 1 minute late"),
        (("on",), "Boards are shown live, without racks"),
    ],
)
def test_PR1_how_live_boards_are_is_chosen_and_told(folder, words, says):
    assert says in tilescribe("tournament", "live-boards", "spring-open", *words, "--data", folder)
    assert says in tilescribe("tournament", "spring-open", "--data", folder)


def test_PR1_only_late_boards_have_minutes(folder):
    said = tilescribe(
        "tournament", "live-boards", "spring-open", "on", "--minutes", "5", "--data", folder
    )

    assert "Only delayed boards have --minutes" in said


@pytest.mark.parametrize("zone", ["Europe/Lisbon", "UTC"])
def test_the_zone_of_the_hall_is_named_and_told(folder, zone):
    said = tilescribe("tournament", "time-zone", "spring-open", zone, "--data", folder)

    assert f"Times of spring-open are told in {zone}." in said
    assert f"Times are in {zone}." in tilescribe("tournament", "spring-open", "--data", folder)


def test_a_city_is_as_good_as_the_name_of_its_zone(folder):
    said = tilescribe("tournament", "time-zone", "spring-open", "new york", "--data", folder)

    assert "told in America/New_York." in said


@pytest.mark.parametrize("zone", ["Atlantis/Harbour", "../etc/passwd", "Lisbon time", ""])
def test_what_is_no_zone_is_refused_and_nothing_is_written(folder, zone):
    before = tilescribe("tournament", "spring-open", "--data", folder)

    with pytest.raises(Refusal, match="is not a time zone"):
        tilescribe("tournament", "time-zone", "spring-open", zone, "--data", folder)

    assert tilescribe("tournament", "spring-open", "--data", folder) == before


def test_a_tournament_is_opened_checked_closed_and_opened_again(tmp_path):
    made = ("--name", "Autumn Cup", "--rulebook", "wespa-5.1", "--option", "time-limit=22:00")
    said = tilescribe(
        "tournament", "new", "autumn-cup", *made, "--zone", "Europe/Lisbon", "--data", tmp_path
    )
    assert "Autumn Cup (autumn-cup) is opened under wespa-5.1." in said

    shown = tilescribe("tournament", "autumn-cup", "--data", tmp_path)
    assert "time-limit: 22:00" in shown
    assert "Times are in Europe/Lisbon." in shown
    assert tilescribe("tournament", "close", "autumn-cup", "--data", tmp_path)
    again = ("tournament", "reopen", "autumn-cup", "--reason", "one round more")
    assert "goes on" in tilescribe(*again, "--data", tmp_path)


def test_all_that_the_set_up_in_the_browser_asks_can_be_said(tmp_path):
    tilescribe(
        "tournament", "new", "autumn-cup", "--name", "Autumn Cup", "--rulebook", "wespa-5.1",
        "--place", "The Old Customs House", "--first-day", "2027-03-13", "--last-day", "2027-03-14",
        "--division", "A:7:1", "--division", "B:6:21", "--tie-break", "head-to-head",
        "--tie-break", "spread", "--paper", "letter", "--live-boards", "delayed:15",
        "--data", tmp_path,
    )  # fmt: skip
    shown = tilescribe("tournament", "autumn-cup", "--data", tmp_path)
    for words in (
        "The Old Customs House",
        "2027-03-13 to 2027-03-14.",
        "Division A: 7 rounds, from table 1.",
        "Division B: 6 rounds, from table 21.",
        "15 minutes",
    ):
        assert words in shown
    with log_read(tmp_path) as log:
        found = tournament_named("autumn-cup", log)
    assert (found.ties, found.paper) == (("head-to-head", "spread"), "letter")
    told = json.loads(tilescribe("tournament", "autumn-cup", "--json", "--data", tmp_path))
    assert (told["first_day"], told["last_day"]) == ("2027-03-13", "2027-03-14")
    assert [(one["name"], one["rounds"]) for one in told["divisions"]] == [("A", 7), ("B", 6)]


@pytest.mark.parametrize(
    "wrong",
    [
        ("--division", "A:x"), ("--division", "A:7:99999"), ("--division", "A:7:0"),
        ("--division", "A:1000"), ("--live-boards", "on:3"),
        ("--live-boards", "late"), ("--tie-break", "age"), ("--paper", "a3"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_said_and_opens_nothing(tmp_path, wrong):
    request = ["tournament", "new", "x", "--name", "X", "--rulebook", "wespa-5.1", *wrong]
    done = CliRunner().invoke(commands, [*request, "--data", str(tmp_path)])
    assert done.exit_code == 2
    assert "Traceback" not in done.output
    assert CliRunner().invoke(commands, ["tournament", "x", "--data", str(tmp_path)]).exit_code


def test_a_tournament_set_up_like_another_has_its_rules_and_no_players(folder):
    tilescribe(
        "tournament", "new", "next", "--name", "Next", "--like", "spring-open", "--data", folder
    )

    told = json.loads(tilescribe("tournament", "next", "--json", "--data", folder))
    assert told["options"] == {"challenge-mode": "points-per-word-5", "time-limit": "22:00"}
    assert (told["rulebook"], told["players"]) == ("wespa-5.1", 0)


def test_the_checklist_exits_with_1_while_round_1_waits(folder):
    done = CliRunner().invoke(
        commands, ["tournament", "checklist", "spring-open", "--data", str(folder)]
    )

    assert done.exit_code == 1
    assert "NEEDED  No director has a badge. Give one a badge." in done.output
    assert "done    Round 1 is paired." in done.output


@pytest.mark.parametrize("slug", ["new", "show", "close", "reopen", "checklist"])
def test_no_tournament_is_called_like_one_of_its_commands(tmp_path, slug):
    assert slug in TREE["tournament"].commands
    with pytest.raises(Refusal) as refusal:
        tilescribe(
            "tournament", "new", slug, "--name", "X", "--rulebook", "wespa-5.1", "--data", tmp_path
        )
    assert refusal.value.code == "unreadable-request"


def test_every_command_that_takes_no_more_than_a_tournament_is_a_name_that_is_kept_free():
    """Of one that is called like the others, ``tournament show`` tells."""
    others = {"live-boards", "time-zone", "language", "standings", "take-back", "export"}
    assert set(TREE["tournament"].commands) - others == RESERVED


def test_players_are_added_listed_renamed_and_withdrawn_by_number_or_name(folder):
    def players(*words):
        return tilescribe("player", *words, "--data", folder)

    added = ("Ann Lee", "--rating", "1500", "--class", "A", "--from-round", "3")
    assert players("add", "spring-open", *added) == "Ann Lee is player 3 of spring-open.\n"
    players("rename", "spring-open", "ann lee", "Anne Lee")
    players("withdraw", "spring-open", "2", "--reason", "ill")

    told = {one["number"]: one for one in json.loads(players("list", "spring-open", "--json"))}
    assert (told[3]["name"], told[3]["rating"], told[3]["first_round"]) == ("Anne Lee", 1500, 3)
    assert told[3]["classes"] == ["A"]
    listed = players("list", "spring-open")
    assert "   3  Anne Lee                          1500  from round 3" in listed
    assert "withdrawn" in listed.splitlines()[1]

    assert "takes part again" in players("withdraw", "spring-open", "Player 2", "--back")
    with pytest.raises(Refusal) as refusal:
        players("withdraw", "spring-open", "Nobody", "--reason", "ill")
    assert refusal.value.code == "no-such-player"


@pytest.mark.found("TB-6")
def test_a_tournament_is_opened_in_any_tiles_and_its_like_has_them_too(tmp_path):
    new = ("tournament", "new", "--rulebook", "wespa-5.1", "--data", tmp_path)
    own = tmp_path / "club.toml"
    own.write_text('name = "Club set"\n[tiles]\n"?" = [0, 2]\nA = [1, 20]\nCH = [5, 3]\n', "utf-8")

    tilescribe(*new, "one", "--name", "One", "--tiles", "Spanish", "--board", "super")
    tilescribe(*new, "two", "--name", "Two", "--tiles", own)
    own.unlink()
    for name, other in (("one-more", "one"), ("two-more", "two")):
        like = ("tournament", "new", name, "--name", name, "--like", other, "--data", tmp_path)
        tilescribe(*like)

    said = tilescribe("tournament", "one-more", "--data", tmp_path)
    assert "Tiles: spanish. Board: super." in said
    told = json.loads(tilescribe("tournament", "two-more", "--json", "--data", tmp_path))
    assert (told["tile_set"], told["board"]) == ("Club set: ?0x2 A1x20 CH5x3", "standard")
    said = CliRunner().invoke(
        commands, ["tournament", "checklist", "two-more", "--data", str(tmp_path)]
    )
    assert "Games use the 25 Club set tiles on the standard board." in said.output


@pytest.mark.parametrize(
    ("tiles", "says"),
    [
        ("runes", "There is no tile set 'runes'."),
        ("away.toml", "away.toml can't be read as a file."),
        ("bad.toml", "bad.toml is not a tile set: A: write [value, how many in the set]"),
    ],
)
def test_tiles_that_make_no_sense_open_nothing(tmp_path, monkeypatch, tiles, says):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.toml").write_text('name = "x"\n[tiles]\nA = 1\n"?" = [0, 2]\n')
    new = ["tournament", "new", "x", "--name", "X", "--rulebook", "wespa-5.1", "--tiles", tiles]

    with pytest.raises(Refusal) as refused:
        tilescribe(*new, "--data", tmp_path / "data")

    assert says in refused.value.what
    assert CliRunner().invoke(commands, ["tournament", "x", "--data", "data"]).exit_code
