"""A record played through: our own count beside what the file says."""

from __future__ import annotations

from ledger.gcg import check, follow, read_gcg

HEAD = "#player1 ann Ann Example\n#player2 bob Bob Sample\n"


def followed(*lines, head=HEAD):
    return follow(read_gcg((head + "\n".join(lines) + "\n").encode()))


def test_each_play_is_worked_out_and_totals_run_along():
    game = followed(">ann: AEINRST 8D RETAINS +66 66", ">bob: DEGHOOW J6 DO.E +9 9")

    assert [(event.counted, event.total) for event in game.events] == [(66, 66), (9, 9)]
    assert [word.word for word in game.events[1].play.words] == ["DOSE"]
    assert game.squares[112] == "I"
    assert (game.scores, game.declared, game.turns) == ((66, 9), (66, 9), 2)


def test_a_play_taken_back_leaves_the_board_and_the_totals_as_they_were():
    game = followed(
        ">ann: AEINRST 8D RETAINS +66 66",
        ">bob: GHLNOW? 7I GHoW +30 30",
        ">bob: GHLNOW? -- -30 0",
        ">ann: ADEIORT D7 T.IO +4 70",
    )

    assert game.events[1].undone
    assert game.events[2].answers == 1
    assert game.events[2].counted == -game.events[1].counted
    assert (game.scores[1], game.turns, game.zeros) == (0, 3, 0)
    assert not any(game.squares[index] for index in range(98, 102))


def test_tiles_taken_back_can_be_played_again_and_are_counted_once():
    game = followed(
        ">ann: DEIJQUZ 8G QUIZ +44 44",
        ">ann: DEIJQUZ -- -44 0",
        ">bob: AEINRST 8D RETAINS +66 66",
        ">ann: DEIJQUZ I7 J.E +17 17",
        ">bob:  (DIQUZ) +48 114",
    )
    told = {oddity.code: oddity.what for oddity in game.oddities}

    assert "too-many-of-a-tile" not in told
    assert told["end-too-early"].startswith("91 tiles are not on the board, 5 are named")


def test_an_old_withdrawal_of_plus_nothing_sets_the_total_back_all_the_same():
    game = followed(">ann: AEINRST 8D RETAINS +66 66", ">ann: AEINRST -- +0 0")

    assert game.scores == (0, 0)
    assert [oddity.code for oddity in game.oddities] == ["withdrawal-differs", "no-end-line"]


def test_a_wrong_score_is_kept_as_declared_and_ours_stands_beside_it():
    game = followed(">ann: AEINRST 8D RETAINS +76 76", ">bob: DEGHOOW J6 DO.E +9 9")

    assert game.declared == (76, 9)
    assert game.scores == (66, 9)


def test_a_slip_in_the_total_is_told_once_though_every_later_total_has_it():
    game = followed(
        ">ann: AEINRST 8D RETAINS +66 76", ">bob: DEGHOOW J6 DO.E +9 9", ">ann: ABC - +0 76"
    )

    assert [o.line for o in game.oddities if o.code == "cumulative-slip"] == [3]
    assert [o.line for o in game.oddities if o.code == "totals-differ"] == [5]


def test_a_play_that_cannot_lie_there_counts_as_written_and_the_rest_is_still_read():
    game = followed(
        ">ann: AEINRST 8D RETAINS +66 66", ">bob: DEGHOOW J13 DOGE +9 9", ">ann: D D7 T.IO +4 70"
    )

    assert game.scores == (70, 9)
    assert game.events[1].play is None


def test_where_the_tiles_are_not_known_here_everything_counts_as_written():
    game = followed(
        "#tile-distribution klingon", ">ann: AEINRST 8D RETAINS +61 61", ">bob: A -- -1 -1"
    )

    assert game.scores == (61, -1)
    assert game.tile_set == ""


def test_a_german_game_is_scored_with_german_tiles():
    game = followed("#tile-distribution german", ">ann: AIKRV 8D VIKAR +38 38")

    assert game.scores == (38, 0)


def test_the_large_board_is_played_on_where_the_file_says_so():
    game = followed("#board-layout SuperCrosswordGame", ">ann: AEINRST 11H RETAINS +64 64")

    assert (game.board, game.scores) == ("super", (64, 0))
    assert len(game.squares) == 441


def test_after_six_scoreless_turns_each_loses_what_he_holds():
    passes = [f">{nick}: AEINRST - +0 0" for nick in ("ann", "bob") * 3]
    game = followed(*passes, ">ann: AEINRST (AEINRST) -7 -7", ">bob: AEINRST (AEINRST) -7 -7")

    assert (game.zeros, game.complete, game.scores) == (6, True, (-7, -7))
    assert game.oddities == ()


def test_the_value_of_tiles_left_may_go_from_one_player_to_the_other():
    codes = {
        oddity.code
        for oddity in followed(
            ">ann: AEINRST 8D RETAINS +66 66", ">bob: EGN (EGN) -4 -4", ">ann:  (EGN) +4 70"
        ).oddities
    }

    assert "end-value-differs" not in codes


def test_a_check_is_told_in_the_fixed_shape():
    found = check((HEAD + ">ann: AEINRST 8D RETAINS +66 66\n").encode(), "x/a.gcg")

    assert found.__struct_fields__ == (
        "file", "readable", "complete", "players", "scores", "declared", "turns", "oddities",
    )  # fmt: skip
    assert (found.file, found.players) == ("x/a.gcg", ("ann", "bob"))
    assert (found.scores, found.declared) == ({"ann": 66, "bob": 0}, {"ann": 66, "bob": None})
