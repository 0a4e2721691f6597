"""Every oddity a GCG file can have is listed, with its line, and what can be read is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from ledger.game.endings.facts import UnplayedTilesCounted
from ledger.gcg import ODDITIES, check
from ledger.gcg.taking_in import game_file
from tests.tiers import all_at_once

HEAD = "#player1 ann Ann Example\n#player2 bob Bob Sample\n"
OPEN = HEAD + ">ann: AEINRST 8D RETAINS +66 66\n"
SIX = "".join(f">{nick}: AEINRST - +0 0\n" for nick in ("ann", "bob") * 3)
ENDED = HEAD + SIX + ">ann: AEINRST (AEINRST) -7 -7\n>bob: AEINRST (AEINRST) -7 -7\n"


def own(name):
    return (Path(__file__).parent / "gcg" / f"{name}.gcg").read_bytes()


CASES = [
    # characters and lines
    ("empty-file", 1, ""),
    ("empty-file", 1, " \n\r\n\t\n"),
    ("not-text", 1, OPEN + "#note \x00\x01\n"),
    ("byte-order-mark", 1, b"\xef\xbb\xbf" + OPEN.encode()),
    ("byte-order-mark", 1, OPEN.encode("utf-16")),
    ("line-ends", 1, OPEN.replace("\n", "\r\n")),
    ("line-ends", 1, OPEN.replace("\n", "\r")),
    ("encoding-guessed", 1, OPEN.replace("Ann", "Änn").encode("latin-1")),
    ("encoding-guessed", 1, OPEN.replace("Ann", "Änn").encode()),
    ("letters-apart", 3, HEAD + ">ann: A\u0308 8H A\u0308 +12 12\n"),
    ("encoding-unknown", 1, "#character-encoding EBCDIC\n" + OPEN),
    ("encoding-unknown", 1, "#character-encoding\n" + OPEN),
    ("encoding-wrong", 2, b"#character-encoding UTF-8\n#title \xe9t\xe9\n" + OPEN.encode()),
    ("encoding-misplaced", 3, HEAD + "#character-encoding UTF-8\n"),
    ("too-many-lines", 10_000, OPEN + "\n" * 20_000),
    ("stray-text", 4, OPEN + "BE, ET, DO\n"),
    ("note-continued", 5, OPEN + "#note this\nis\nlong\n"),
    ("not-understood", 4, OPEN + ">bob: DEGHOOW\n"),
    ("not-understood", 4, OPEN + ">bob: DEGHOOW J6\n"),
    ("not-understood", 4, OPEN + ">bob: DEGHOOW J6 +9 9\n"),
    ("not-understood", 4, OPEN + ">bob: DEGHOOW ---\n"),
    ("not-understood", 4, OPEN + ">bob: A7 - +0 0\n"),
    ("not-understood", 4, OPEN + ">bob:\n"),
    ("not-understood", 4, OPEN + f">bob: {'A' * 101} - +0 0\n"),
    ("not-understood", 4, OPEN + ">bob: AEI 8 X ABCDEFGHIJKLMNOPQRSTUVWXYZ - +0 0\n"),
    # pragmas
    ("empty-pragma", 3, HEAD + "#\n"),
    ("pragma-capitalised", 1, "#Lexicon ENABLE\n" + OPEN),
    ("unknown-pragma", 3, HEAD + "#wombat yes\n"),
    ("pragma-after-events", 4, OPEN + "#description late\n"),
    ("declared-twice", 2, "#player1 ann Ann Example\n#player1 bob Bob Sample\n"),
    ("declared-twice", 4, HEAD + "#title one\n#title two\n"),
    ("declared-twice", 6, OPEN + "#rack1 A\n#note x\n#rack1 A\n"),
    ("continues-nothing", 4, OPEN + "#- and more\n"),
    ("note-before-events", 3, HEAD + "#note a cold day\n"),
    ("player-without-nick", 1, "#player1\n" + OPEN),
    ("no-full-name", 1, "#player1 ann\n#player2 bob Bob Sample\n"),
    ("same-nick", 2, "#player1 ann Ann Example\n#player2 ann Ann Sample\n"),
    ("more-than-two-players", 3, HEAD + "#player3 cyd Cyd Third\n"),
    ("no-players", 1, "#player1 ann Ann Example\n>ann: AEINRST 8D RETAINS +66 66\n"),
    ("event-before-players", 2, "#player1 a A\n>a: A - +0 0\n#player2 bob Bob\n>bob: B - +0 0\n"),
    ("game-type-unknown", 3, HEAD + "#game-type lonify\n"),
    ("board-unknown", 3, HEAD + "#board-layout round\n"),
    ("tile-set-unknown", 3, HEAD + "#tile-distribution klingon\n>ann: A 8D AE +4 4\n"),
    ("tile-set-unknown", 3, HEAD + ">ann: Ж 8D ЖE +4 4\n"),
    ("tile-set-guessed", 3, HEAD + ">ann: AÄ 8D ÄA +14 14\n"),
    ("tile-set-guessed", 4, HEAD + "#lexicon GERMAN\n>ann: AEINRST 8D RETAINS +66 66\n"),
    ("orientation", 3, HEAD + "#orientation lettered-rows\n>ann: AEINRST H4 RETAINS +66 66\n"),
    ("incomplete-but-ended", 11, ENDED + "#incomplete\n"),
    ("event-after-racks", 5, OPEN + "#rack1 A\n>bob: DEGHOOW J6 DO.E +9 9\n"),
    # who and when
    ("unknown-player", 4, OPEN + ">cyd: DEGHOOW J6 DO.E +9 9\n"),
    ("unknown-player", 2, "#player1 ann Ann\n>bob: AEINRST 8D RETAINS +66 66\n"),
    ("nick-differs", 4, OPEN + ">BOB: DEGHOOW J6 DO.E +9 9\n"),
    ("nick-differs", 3, "#player1 a_b A B\n#player2 c C C\n>a-b: AEINRST - +0 0\n"),
    ("no-colon", 4, OPEN + ">bob DEGHOOW J6 DO.E +9 9\n"),
    ("second-player-starts", 3, HEAD + ">bob: AEINRST 8D RETAINS +66 66\n"),
    ("twice-in-a-row", 4, OPEN + ">ann: DEGHOOW J6 DO.E +9 75\n"),
    ("after-six-zeros", 9, HEAD + SIX + ">ann: AEINRST 8D RETAINS +66 66\n"),
    ("no-events", 1, HEAD),
    ("mostly-unreadable", 5, OPEN + ">bob: ...\n>bob: ,,,\n"),
    # racks
    ("rack-broken", 4, OPEN + ">bob: DEG HOOW J6 DO.E +9 9\n"),
    ("rack-missing", 4, OPEN + ">bob:  - +0 0\n"),
    ("rack-missing", 4, OPEN + ">bob: J6 DO.E +9 9\n"),
    ("rack-unknown-word", 4, OPEN + ">ann: UNKNOWN (challenge) +5 71\n"),
    ("rack-unknown-tile", 4, OPEN + ">bob: DEO____ J6 DO.E +9 9\n"),
    ("rack-dot", 4, OPEN + ">bob: DEGHOO. J6 DO.E +9 9\n"),
    ("rack-lower-case", 4, OPEN + ">bob: deghoow J6 DO.E +9 9\n"),
    ("rack-lower-case", 4, OPEN + ">bob: DEGHOOw J6 DO.E +9 9\n"),
    ("rack-not-tiles", 4, OPEN + ">bob: DEG8OOW J6 DO.E +9 9\n"),
    ("rack-not-tiles", 4, OPEN + ">bob: _8d J6 DO.E +9 9\n"),
    ("rack-not-tiles", 4, OPEN + "#rack1 A1\n"),
    ("rack-over-seven", 4, OPEN + ">bob: DEGHOOWW J6 DO.E +9 9\n"),
    ("racks-partial", 3, HEAD + ">ann: RETA 8G RATE +8 8\n"),
    ("rack-not-in-bag", 4, OPEN + "#rack1 ZZ\n"),
    ("tiles-not-on-rack", 4, OPEN + ">bob: DEGHOWW J6 DO.O +9 9\n"),
    ("tiles-not-on-rack", 4, OPEN + ">bob: DEGHOWW -X +0 0\n"),
    ("too-many-of-a-tile", 4, OPEN + ">bob: ZZDEEEE - +0 0\n"),
    ("too-many-of-a-tile", 3, HEAD + ">ann:  8D JJ +48 48\n"),
    # numbers
    ("no-score", 4, OPEN + ">bob: DEGHOOW -D\n"),
    ("no-score", 4, OPEN + ">bob: DEGHOOW -D 0\n"),
    ("no-cumulative", 4, OPEN + ">bob: DEGHOOW J6 DO.E +9\n"),
    ("number-odd", 4, OPEN + ">ann: A (time) +-10 56\n"),
    ("number-odd", 4, OPEN + ">ann: A (time) \u221210 56\n"),
    ("score-without-sign", 4, OPEN + ">bob: DEGHOOW J6 DO.E 9 9\n"),
    ("cumulative-slip", 4, OPEN + ">bob: DEGHOOW J6 DO.E +9 19\n"),
    ("score-differs", 4, OPEN + ">bob: DEGHOOW J6 DO.E +10 10\n"),
    ("totals-differ", 4, OPEN + ">bob: DEGHOOW J6 DO.E +10 10\n"),
    # plays
    ("square-lower-case", 4, OPEN + ">bob: DEGHOOW j6 DO.E +9 9\n"),
    ("word-marked", 4, OPEN + ">bob: DEGHOOW J6 DO.E* +9 9\n"),
    ("prose-brackets", 4, OPEN + ">bob: DEGHOOW J6 DO(S)E +9 9\n"),
    ("through-spelled-out", 4, OPEN + ">bob: DEGHOOW J6 DOSE +9 9\n"),
    ("off-the-board", 4, OPEN + ">bob: DEGHOOW J13 DOGE +9 9\n"),
    ("off-the-board", 4, OPEN + ">bob: DEGHOOW P8 DO +9 9\n"),
    ("square-taken", 4, OPEN + ">bob: DEGHOOW J7 DOGE +9 9\n"),
    ("no-new-tile", 4, OPEN + ">bob: DEGHOOW 8D RETAINS +0 0\n"),
    ("not-in-tile-set", 4, OPEN + ">bob: DEGHOOW 9D D7 +0 0\n"),
    ("nothing-to-play-through", 4, OPEN + ">bob: DEGHOOW 1A DO.E +9 9\n"),
    ("misses-centre", 3, HEAD + ">ann: AEINRST 1A TEN +8 8\n"),
    ("one-tile-first", 3, HEAD + ">ann: AEINRST 8H A +2 2\n"),
    ("disconnected", 4, OPEN + ">bob: DEGHOOW 1A DOG +18 18\n"),
    # exchanges and passes
    ("exchange-by-count", 4, OPEN + ">bob: DEGHOOW -3 +0 0\n"),
    ("exchange-written-oddly", 4, OPEN + ">bob: DEGHOOW - OOW +0 0\n"),
    ("exchange-written-oddly", 4, OPEN + ">bob: DEGHOOW -oow +0 0\n"),
    ("exchange-not-tiles", 4, OPEN + ">bob: DEGHOOW -O!W +0 0\n"),
    ("exchange-over-seven", 4, OPEN + ">bob: DEGHOOW -8 +0 0\n"),
    ("pass-written-oddly", 4, OPEN + ">bob: DEGHOOW -0 +0 0\n"),
    ("pass-written-oddly", 4, OPEN + ">bob: DEGHOOW (pass) +0 0\n"),
    ("pass-written-oddly", 4, OPEN + ">bob: DEGHOOW pass +0 0\n"),
    # withdrawals and challenges
    ("withdrawal-without-play", 3, HEAD + ">ann: AEINRST -- -9 -9\n"),
    ("withdrawal-of-other", 4, OPEN + ">bob: DEGHOOW -- -66 -66\n"),
    ("withdrawal-differs", 4, OPEN + ">ann: AEINRST -- -60 6\n"),
    ("withdrawal-differs", 4, OPEN + ">ann: AEINRST -- +0 0\n"),
    ("challenge-without-play", 3, HEAD + ">ann: AEINRST (challenge) +5 5\n"),
    ("challenge-wrong-player", 4, OPEN + ">bob: DEGHOOW (challenge) +5 5\n"),
    ("challenge-fine", 4, OPEN + ">bob: DEGHOOW (challenge) -10 -10\n"),
    ("challenge-negative", 4, OPEN + ">ann: DEGHOOW (challenge) -5 61\n"),
    # the end
    ("bracket-open", 9, HEAD + SIX + ">ann: AEINRST (AEINRST -7 -7\n"),
    ("end-not-tiles", 4, OPEN + ">ann:  (#) +2 68\n"),
    ("rack-not-tiles", 9, HEAD + SIX + ">ann: AEIN7ST (AEINRST) -7 -7\n"),
    ("end-racks-differ", 9, HEAD + SIX + ">ann: AEINRSS (AEINRST) -7 -7\n"),
    ("end-value-differs", 9, HEAD + SIX + ">ann: AEINRST (AEINRST) -8 -8\n"),
    ("end-line-twice", 11, ENDED + ">ann: AEINRST (AEINRST) -7 -14\n"),
    ("end-line-missing", 9, HEAD + SIX + ">bob: AEINRST (AEINRST) -7 -7\n"),
    ("end-line-missing", 4, OPEN + ">bob: EGN (EGN) -4 -4\n"),
    ("end-value-differs", 4, OPEN + ">ann:  (EGN) +4 70\n"),
    ("end-bonus-unearned", 9, HEAD + SIX + ">ann:  (BDFGHNQ) +52 52\n"),
    ("end-without-zeros", 5, OPEN + ">ann: A (A) -1 65\n>bob: EGN (EGN) -4 -4\n"),
    ("end-too-early", 4, OPEN + ">ann:  (DEGHOOW) +30 96\n"),
    ("end-tiles-not-left", 4, OPEN + ">ann:  (QQ) +40 106\n"),
    ("play-after-the-end", 4, OPEN + ">bob: DEGHOOW J6 DO.E +9 9\n>ann:  (GHOW) +22 88\n"),
    ("after-the-end", 11, ENDED + ">ann: AEINRST - +0 -7\n"),
    ("time-before-end", 4, OPEN + ">ann:  (time) -10 56\n>bob: DEGHOOW J6 DO.E +9 9\n"),
    ("time-before-end", 9, HEAD + SIX + ">ann: A (time) -10 -10\n>ann: A (A) -1 -11\n"),
    (
        "time-between-end-lines",
        10,
        ENDED.replace(">bob: AEINRST (", ">ann: AEINRST (time) -10 -17\n>bob: AEINRST ("),
    ),
    ("time-twice", 12, ENDED + ">ann: A (time) -10 -17\n>ann: A (time) -10 -27\n"),
    ("time-positive", 11, ENDED + ">ann: A (time) +10 3\n"),
    ("no-end-line", 3, OPEN),
]


@all_at_once
@pytest.mark.parametrize(
    ("code", "line", "text"), CASES, ids=[f"{n}-{case[0]}" for n, case in enumerate(CASES)]
)
def test_an_oddity_is_listed_with_its_line_and_in_words(code, line, text):
    found = check(text if isinstance(text, bytes) else text.encode(), "a.gcg").oddities

    listed = {(oddity.code, oddity.line): oddity.what for oddity in found}

    assert (code, line) in listed, listed
    assert listed[code, line].endswith((".", "?", ":"))
    assert "\n" not in listed[code, line]


@pytest.mark.found("GC1")
@pytest.mark.parametrize(
    ("rack", "code"), [("?AEE3TT", "rack-not-tiles"), ("?AEIOTT", "end-racks-differ")]
)
def test_GC1_a_rack_at_the_end_that_is_none_or_another_than_in_brackets_is_listed(rack, code):
    text = HEAD + SIX + f">ann: {rack} (?AEEOTT) -6 -6\n>bob: AEINRST (AEINRST) -7 -7\n"

    [oddity] = [one for one in check(text.encode(), "a.gcg").oddities if one.line == 9]

    assert oddity.code == code
    assert rack in oddity.what


@pytest.mark.found("GC2")
def test_GC2_two_players_of_one_nickname_are_told_apart_by_turns_and_totals():
    whole = own("whole").decode()
    nick = whole.replace("#player2 bob", "#player2 Ann").replace(">bob:", ">ann:")

    found, meant = check(nick.encode(), "a.gcg"), check(whole.encode(), "a.gcg")

    assert found.readable
    assert list(found.scores.values()) == list(meant.scores.values())
    assert found.players == ("ann", "Ann_2")
    assert {one.code for one in found.oddities} - {one.code for one in meant.oddities} == {
        "same-nick"
    }


@pytest.mark.found("GC2")
def test_GC2_a_total_tells_who_had_a_second_turn_in_a_row():
    text = (
        "#player1 ann Ann Example\n#player2 ann Bob Sample\n"
        ">ann: AEINRST 8D RETAINS +66 66\n"
        ">ann: DEGHOOW J6 DO.E +9 75\n"
        ">ann: GHLNOWW - +0 0\n"
    )

    found = check(text.encode(), "a.gcg")

    assert found.scores == {"ann": 75, "ann_2": 0}
    assert (4, "twice-in-a-row") in {(one.line, one.code) for one in found.oddities}


def test_every_oddity_is_met_above_and_no_other_is_listed():
    assert {code for code, _, _ in CASES} == set(ODDITIES)


def test_the_example_of_the_format_is_not_odd_but_unfinished():
    found = check(own("whole"), "whole.gcg")

    assert [(oddity.line, oddity.code) for oddity in found.oddities] == [(16, "no-end-line")]
    assert found.scores == found.declared == {"ann": 75, "bob": 9}
    assert (found.readable, found.complete, found.turns) == (True, False, 6)


def test_a_game_that_ends_after_six_scoreless_turns_is_not_odd():
    found = check(own("six_zeros"), "six_zeros.gcg")

    assert found.oddities == ()
    assert found.scores == found.declared == {"ann": -6, "bob": -17}
    assert (found.readable, found.complete, found.turns) == (True, True, 6)


def test_an_old_and_loosely_written_file_is_read_as_it_was_meant():
    found = check(own("old_and_loose"), "old.gcg")

    assert found.scores == {"ann": 70, "bob": 9}
    assert found.declared == {"ann": 70, "bob": 9}
    assert found.readable
    assert {oddity.code for oddity in found.oddities} == {
        "line-ends", "pragma-capitalised", "rack-lower-case", "square-lower-case", "nick-differs",
        "through-spelled-out", "score-without-sign", "note-continued", "rack-unknown-tile",
        "exchange-by-count", "withdrawal-differs", "rack-unknown-word", "no-score", "rack-missing",
        "no-end-line", "racks-partial",
    }  # fmt: skip


@all_at_once
@pytest.mark.parametrize("code", ODDITIES)
def test_an_oddity_is_explained_in_one_sentence(code):
    assert ODDITIES[code].endswith(".")
    assert "\n" not in ODDITIES[code]


@pytest.mark.found("PB-3")
@pytest.mark.parametrize(
    ("ends", "says"),
    [
        (">bob: BDFGHNQ (BDFGHNQ) -26 -26\n", {"end-line-missing"}),
        (">ann:  (BDFGHNQ) +52 52\n", {"end-bonus-unearned"}),
        (
            ">ann: AEINRST (AEINRST) -7 -7\n>ann: AEINRST (AEINRST) -7 -14\n",
            {"end-line-twice", "end-line-missing", "totals-differ"},
        ),
        (">bob: BDFGHNQ (BDFGHNQ) -26 -26\n>ann: AEINRST (AEINRST) -7 -7\n", set()),
    ],
)
def test_an_end_by_zeros_is_checked_like_one_by_playing_out(ends, says):
    zeros = "".join(f">{nick} - +0 0\n" for nick in ("ann: AEINRST", "bob: BDFGHNQ") * 3)
    found = check((HEAD + zeros + ends).encode(), "a.gcg")

    assert {oddity.code for oddity in found.oddities} == says


@pytest.mark.found("PB-3")
@pytest.mark.parametrize("twice", ["ann", "bob"])
def test_of_two_lines_that_one_player_has_at_the_end_the_first_counts(twice):
    zeros = "".join(f">{nick} - +0 0\n" for nick in ("ann: AEINRST", "bob: BDFGHNQ") * 3)
    ends = {
        "ann": ">ann: AEINRST (AEINRST) -7 -7\n",
        "bob": ">bob: BDFGHNQ (BDFGHNQ) -26 -26\n",
    }
    again = {
        "ann": ">ann: AEINRST (AEINRST) -7 -14\n",
        "bob": ">bob: BDFGHNQ (BDFGHNQ) -26 -52\n",
    }
    content = (HEAD + zeros + ends["ann"] + ends["bob"] + again[twice]).encode()
    [said] = [odd for odd in check(content, "a.gcg").oddities if odd.code == "end-line-twice"]
    assert said.what.endswith("has a line at the end already. This one counts for nothing.")
    assert check(content, "a.gcg").scores == {"ann": -7, "bob": -26}

    file = game_file(content)
    [counted] = [fact for fact in file.facts if isinstance(fact, UnplayedTilesCounted)]
    assert counted.adjustments == (-7, -26)
    assert file.said == (), "the record has our count"


@pytest.mark.found("PB-3")
def test_a_turn_after_six_zeros_is_named_once():
    more = HEAD + SIX + SIX[:50] + ">ann: AEINRST 8D RETAINS +66 66\n"
    found = check(more.encode(), "a.gcg").oddities

    assert [one.line for one in found if one.code == "after-six-zeros"] == [9]


@pytest.mark.found("PB-3")
@pytest.mark.parametrize(
    ("ends", "code"),
    [
        (">bob: EGN (EGN) -4 -4\n", "end-line-missing"),
        (">ann:  (EGN) +4 70\n", "end-value-differs"),
    ],
)
def test_half_of_a_pair_that_moves_the_value_from_one_to_the_other_is_missed(ends, code):
    found = check((OPEN + ends).encode(), "a.gcg").oddities

    assert code in {one.code for one in found}
