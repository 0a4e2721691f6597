"""A game as lines of text: what people may type, what is caught, and that nothing is lost."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from uuid import UUID

import msgspec
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from ledger.game.blanks.facts import BlankDesignated, FalseBlankFound
from ledger.game.calls.facts import ClaimMade
from ledger.game.challenges.facts import ChallengeFailed, PhoneyWithdrawn
from ledger.game.clock.facts import OvertimeRecorded, OvertimeWaived
from ledger.game.endings.facts import UnplayedTilesCounted
from ledger.game.loose_tiles.facts import UnplayedTakenBack
from ledger.game.results.facts import ResultTakenOver, SlipTakenBack, SlipTyped
from ledger.game.setting_up.facts import GameScheduled, StarterDetermined
from ledger.game.turns.facts import (
    EntryCorrected,
    PlayRecorded,
    PlayRetracted,
    ScoreCorrected,
    TilesExchanged,
    TurnPassed,
)
from ledger.record.events import FACT_TYPES, Envelope, Event
from ledger.tournament import facts as tournaments
from ledger.transcript import Line, UnreadableTranscript, read_transcript, view, write_transcript
from ledger.transcript.tally import labels
from ledger.transcript.wording import PHRASES, ROWS, phrase_of
from ledger.vocabulary import NO_TILES, Placement, Seat, WordScore
from tests.registered import is_of_a_game

ANN_AND_BEN = ("Ann Lee", "Ben Ode")
KINDS = [kind for kind in FACT_TYPES.values() if is_of_a_game(kind)]
CLOCKS = st.none() | st.tuples(st.integers(-3600, 7200), st.integers(-3600, 7200))
TROUBLE = st.sampled_from(
    [
        "both",
        "director",
        "none",
        "nothing",
        "not known",
        "turn 1",
        "a  b",
        " a",
        "3:20",
        "5 : 6",
        "x  5 : 6",
        '"',
        "\\",
        "a, b",
        "-> b",
        "(pin)",
        "[CH]A",
        "7",
        "+7",
        "-3",
        "-",
        "\n",
        "\r\u2028\x85",
        "Ann\u200b",
        "ÅSE",
    ]
)
TEXTS = TROUBLE | st.text(max_size=8)
st.register_type_strategy(str, TEXTS)
st.register_type_strategy(int, st.integers(-999, 9999))
st.register_type_strategy(datetime, st.datetimes(timezones=st.just(UTC)))


def the_lines(text):
    return [line.fact for line in read_transcript(text)]


# What people write.


def test_a_game_is_written_as_people_write_games():
    windy, gale, _, off = the_lines("""
        1 Ann  8D WINDY         +32  32   24:10 25:00   DINQWYZ
        2 Ben  7C GALE          +16  16
        3 Ann  4B TILTZ         +54  86
        3 Ann  challenged off   -54  32
    """)

    assert windy == PlayRecorded(
        seat=Seat.FIRST, placement=Placement("8D", "WINDY"), announced=32, rack="DINQWYZ"
    )
    assert gale.seat is Seat.SECOND
    assert off == PhoneyWithdrawn(seat=Seat.FIRST, lost=54)


def test_clocks_are_read_first_seat_first_and_overtime_is_negative():
    [line] = read_transcript("1 Ann  pass  +0  0   0:07 -1:30")

    assert line.clocks == (7, -90)


def test_the_phrases_of_the_hall_are_read_as_they_are_said():
    text = """
        Ann Lee / Ben Ode
        # a line for people only
        1 Ann  8D WiNDY  +24  24
        - blank 1 of Ann = I at 8E (slip-circled)
        - hold Ben
        - challenge Ben: WINDY (self-adjudicated)
        - verdict acceptable
        - challenge failed Ben (points-per-word); credited 5   29 : 0
        - clock stopped: score discrepancy
        2 Ben  exchange 3  +0  0
        3 Ann  exchange 2: VV  +0  29
        - score of turn 1 corrected 24 -> 25: miscounted (both players)  30 : 0
        - signed Ann 30 : 0 (pin)
    """

    said = [type(fact).topic() for fact in the_lines(text)]

    assert said == [
        "play-recorded",
        "blank-designated",
        "hold-called",
        "challenge-issued",
        "challenge-adjudicated",
        "challenge-failed",
        "clock-neutralised",
        "tiles-exchanged",
        "tiles-exchanged",
        "score-corrected",
        "result-signed",
    ]


def test_a_head_says_who_sits_where_whoever_moves_first():
    [fact] = the_lines("Ann Lee / Ben Ode\n\n1 Ben  pass  +0  0")

    assert fact.seat is Seat.SECOND


def test_without_a_head_odd_turns_are_the_first_seats():
    facts = the_lines("1 Zoé  pass  +0  0\n- hold Zoé")

    assert [fact.seat for fact in facts] == [Seat.FIRST, Seat.FIRST]


@pytest.mark.parametrize(
    ("names", "first", "second"),
    [
        (("Ann Lee", "Ben Ode"), "Ann", "Ben"),
        (("Ann Lee", "Ann Ode"), "Ann.Lee", "Ann.Ode"),
        (("Ann", "Ann"), "First", "Second"),
        (("Nguyễn Thị Ánh", "Ελένη Παππά"), "Nguyễn", "Ελένη"),
        (("Both Hands", "Ben Ode"), "Both.Hands", "Ben.Ode"),
        (("<b>Ann", "O'Brien"), "bAnn", "O'Brien"),
        (("3 Fingers", "Ben Ode"), "First", "Second"),
    ],
)
def test_players_go_by_the_shortest_word_that_tells_them_apart(names, first, second):
    found = labels(names)

    assert (found.first, found.second) == (first, second)


def test_the_names_come_from_the_record_in_the_order_of_the_seats():
    text = write_transcript(
        [
            Line(
                GameScheduled(
                    tournament="open", round_number=1, table=2, players=ANN_AND_BEN, rulebook="b"
                )
            ),
            Line(StarterDetermined(starter=2, method="draw")),
            Line(TurnPassed(seat=Seat.FIRST)),
        ]
    )

    assert text.startswith("Ben Ode / Ann Lee\n")
    assert "  1 Ben  pass" in text


def test_columns_stand_under_each_other_and_nothing_trails():
    facts = [
        PlayRecorded(
            seat=Seat.FIRST, placement=Placement("8D", "WINDY"), announced=32, rack="DINQWYZ"
        ),
        TilesExchanged(seat=Seat.SECOND, count=3),
        PlayRecorded(seat=Seat.FIRST, placement=Placement("E8", "."), announced=104, rack=NO_TILES),
    ]

    rows = write_transcript([Line(fact) for fact in facts], ANN_AND_BEN).splitlines()[2:]

    assert rows == [
        "  1 Ann  8D WINDY     +32   32   DINQWYZ",
        "  2 Ben  exchange 3    +0    0",
        "  3 Ann  E8 .        +104  136   -",
    ]


@pytest.mark.parametrize(
    ("facts", "totals"),
    [
        (
            [
                OvertimeRecorded(seat=Seat.FIRST, over=61, penalty=20),
                OvertimeWaived(seat=Seat.FIRST, points=20, reason="the timer ran fast"),
            ],
            ["12 : 16", "32 : 16"],
        ),
        (
            [
                UnplayedTilesCounted(racks=(NO_TILES, "V"), adjustments=(8, 0), mode="double"),
                UnplayedTakenBack(reason="a tile was found"),
            ],
            ["40 : 16", "32 : 16"],
        ),
        (
            [FalseBlankFound(
                seat=Seat.FIRST, player=Seat.SECOND, square="7C", real="G", taken_back=True
            )],
            ["32 : 0"],
        ),
        (
            [SlipTyped(totals=(401, 388)), SlipTyped(totals=(402, 388)),
             SlipTakenBack(supersedes=3, why="wrong-table"), SlipTyped(totals=(402, 388))],
            ["401 : 388", "32 : 16", "402 : 388"],
        ),
        ([ResultTakenOver(totals=(401, 388), file="a.t", digest="ab12")], ["401 : 388"]),
    ],
    ids=["waived", "taken back", "false blank", "slips", "taken over"],
)  # fmt: skip
def test_totals_follow_whatever_gives_points_back_or_says_how_it_ended(facts, totals):
    plays = [
        PlayRecorded(seat=Seat.FIRST, placement=Placement("8D", "WINDY"), announced=32),
        PlayRecorded(seat=Seat.SECOND, placement=Placement("7C", "GALE"), announced=16),
    ]
    text = write_transcript([Line(fact) for fact in (*plays, *facts)], ANN_AND_BEN)

    told = [row.split("   ")[-1] for row in text.splitlines() if row.startswith("-")]
    assert [one for one in told if " : " in one and not one.startswith("-")] == totals
    assert [line.fact for line in read_transcript(text)] == [*plays, *facts]


def test_our_own_count_stands_in_brackets():
    play = PlayRecorded(
        seat=Seat.FIRST,
        placement=Placement("8D", "WINDY"),
        announced=30,
        computed=32,
        words=(WordScore("WINDY", 32),),
    )

    text = write_transcript([Line(play)], ANN_AND_BEN)

    assert "1 Ann  8D WINDY  +30  30   (32: WINDY 32)" in text
    assert the_lines(text) == [play]


# Turn numbers, totals and references.


def test_a_correction_names_the_turn_it_mends_and_moves_the_total_from_there():
    facts = the_lines("""
        1 Ann  8D WINDY  +30  30
        2 Ben  7C GALE   +16  16
        - score of turn 1 corrected 30 -> 32: miscounted (both players)   32 : 16
        3 Ann  pass       +0  32
    """)

    assert facts[2] == ScoreCorrected(
        supersedes=1, was=30, now=32, reason="miscounted", approved_by="both players"
    )


def test_an_entry_corrected_twice_counts_once():
    text = """
        - started
        1 Ann  8D WINDY  +30  30
        - entry of turn 1 corrected: misheard (D1) -> Ann 8E WINDY +28   28 : 0
        - entry of event 3 corrected: misheard (D1) -> Ann 8F WINDY +26   26 : 0
        - score of turn 1 corrected 26 -> 27: miscounted (D1)   27 : 0
        - entry of turn 1 corrected: never made (D1) -> nothing   0 : 0
    """

    facts = the_lines(text)

    assert facts[3].supersedes == 3
    assert facts[-1] == EntryCorrected(
        supersedes=2, replacement=None, reason="never made", approved_by="D1"
    )


def test_a_turn_taken_back_gives_its_number_to_the_next():
    facts = the_lines("""
        1 Ann  8D WINDY  +30  30
        2 Ben  7C GALE   +16  16
        - taken back turn 2   30 : 0
        2 Ben  7C GALES  +18  18
        - score of turn 2 corrected 18 -> 19: miscounted (both players)   30 : 19
        - score of event 2 corrected 0 -> 0: by mistake (D1)
    """)

    assert facts[2] == PlayRetracted(supersedes=2)
    assert facts[4].supersedes == 4


def test_events_before_the_first_line_count_where_a_correction_says_so():
    facts = [
        line.fact
        for line in read_transcript(
            "1 Ann  pass  +0  0\n- taken back turn 1\n- taken back event 41", before=40
        )
    ]

    assert [fact.supersedes for fact in facts[1:]] == [41, 41]


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("1 Ann 8D WINDY +32 33", 1, "Ann has 0 and +32, which makes 32, not 33."),
        ("1 Ann pass +0 0\n\n2 Ben missed +9 8", 3, "Ben has 0 and +9, which makes 9, not 8."),
        ("2 Ann pass +0 0", 1, "this is turn 1, not 2."),
        ("1 Ann pass +0 0\n1 Ben pass +0 0", 2, "this is turn 2, not 1."),
        ("1 Ann 8D WINDY +32", 1, "this is no turn and begins with no dash"),
        ("1 Ann windy +32 32", 1, "this is no turn"),
        ("1 Ann pass +3 3", 1, "an exchange and a pass score +0."),
        ("1 Ann pass +0 0  24:61 25:00", 1, "24:61 is no reading of a clock."),
        ("1 Ann pass +0 0   (12)", 1, "only a play is counted in brackets."),
        ("1 Ann missed +3 3   AEI", 1, "no rack stands on a line that says missed."),
        ("Ann / Ben\n- hold Cy", 2, "nobody at this table is called Cy: it is Ann or Ben."),
        ("Ann / Ben\n- whistled", 2, "nothing we know begins or goes on like this: whistled"),
        ("- taken back turn 4", 1, "no turn 4 was made before this line."),
        (
            "1 Ann 8D WINDY +32 32\n- penalty Ann 10 points: late   23 : 0",
            2,
            "the totals are now 22 : 0, not 23 : 0.",
        ),
    ],
)
def test_what_cannot_be_right_is_named_with_its_line(text, line, what):
    with pytest.raises(UnreadableTranscript) as wrong:
        read_transcript(text)

    assert wrong.value.line == line
    assert wrong.value.what.startswith(what)
    assert str(wrong.value).startswith(f"Line {line}: ")


# Nothing is lost.


def test_every_fact_of_a_game_has_its_words_and_each_field_is_among_them():
    worded = {*ROWS, *PHRASES}

    assert {kind.topic() for kind in KINDS} == {kind.topic() for kind in worded}
    assert {
        kind.topic(): phrase_of(kind).unsaid for kind in PHRASES if phrase_of(kind).unsaid
    } == {}


def test_a_letter_of_several_words_is_told_apart_from_the_square():
    line = Line(
        BlankDesignated(seat=Seat.FIRST, blank=0, letter="both", square="at 0", how="score-sheet"),
    )

    [read] = read_transcript(write_transcript([line], ANN_AND_BEN))

    assert read.fact == line.fact


@pytest.mark.parametrize("words", ["turn 1", "refused challenge", "turn 1 or 2", "a turn"])
def test_words_that_read_like_what_was_left_out_before_them_are_read_back_as_words(words):
    line = Line(ClaimMade(seat=Seat.FIRST, of="other", turn=0, words=words))

    [read] = read_transcript(write_transcript([line], ANN_AND_BEN))

    assert read.fact == line.fact


EACH_KIND = pytest.mark.parametrize("kind", KINDS, ids=[kind.topic() for kind in KINDS])


@EACH_KIND
@given(data=st.data())
@settings(max_examples=15, deadline=None)
def test_a_fact_is_read_back_exactly_as_it_was(kind, data):
    is_read_back(kind, data)


@pytest.mark.torture
@EACH_KIND
@given(data=st.data())
@settings(max_examples=600, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_fact_is_read_back_exactly_as_it_was_hundreds_of_times(kind, data):
    is_read_back(kind, data)


def is_read_back(kind, data):
    fact = data.draw(any_of(kind))
    line = Line(fact, data.draw(CLOCKS))

    text = write_transcript([line], ANN_AND_BEN)

    [read] = read_transcript(text)
    assert replace(read, number=0) == line
    assert type(read.fact) is kind


@cache
def any_of(kind):
    """Any fact of this kind, fields with a default among what varies."""
    fields = msgspec.structs.fields(kind)
    varied = [field.name for field in fields if field.default is not msgspec.NODEFAULT]
    return st.builds(kind, **dict.fromkeys(varied, ...))


FACTS = st.one_of([st.builds(kind) for kind in KINDS])
WHOLE_GAMES = st.lists(st.builds(Line, fact=FACTS, clocks=CLOCKS, number=st.just(0)), max_size=12)


@given(
    lines=WHOLE_GAMES,
    names=st.none() | st.tuples(TEXTS, TEXTS),
    before=st.integers(0, 50),
    data=st.data(),
)
@example(lines=[Line(PhoneyWithdrawn(seat=Seat.FIRST, lost=3))], names=None, before=0, data=None)
@settings(max_examples=120, deadline=None)
def test_whatever_happened_in_whatever_order_is_read_back(lines, names, before, data):
    if data:
        lines = [mended(line, len(lines) + before, data) for line in lines]

    text = write_transcript(lines, names, before=before)

    read = read_transcript(text, before=before)
    assert [replace(line, number=0) for line in read] == lines
    assert write_transcript(read, names, before=before) == text


def mended(line, last, data):
    """The same line; if it is a correction, it points at one of the game's entries."""
    if not hasattr(line.fact, "supersedes"):
        return line
    version = data.draw(st.integers(1, last + 1))
    return replace(line, fact=msgspec.structs.replace(line.fact, supersedes=version))


@given(lines=WHOLE_GAMES, junk=st.text(max_size=30), place=st.integers(0, 20))
@settings(max_examples=80, deadline=None)
def test_a_spoilt_text_is_read_or_refused_by_line_never_anything_else(lines, junk, place):
    rows = write_transcript(lines, ANN_AND_BEN).split("\n")
    rows[min(place, len(rows) - 1)] += junk

    with suppress(UnreadableTranscript):
        read_transcript("\n".join(rows))


def test_the_events_of_a_game_are_told_with_their_clocks():
    event = Event(
        UUID(int=1),
        1,
        Envelope(
            written_at=datetime(2026, 11, 21, tzinfo=UTC),
            written_by="K1",
            command_id=UUID(int=2),
            clocks=(1400, 1500),
            fact=OvertimeRecorded(seat=Seat.SECOND, over=None, penalty=10),
        ),
    )

    assert view([event]) == (Line(event.fact, (1400, 1500)),)
    assert "- overtime Ben not known; penalty 10   0 : -10   23:20 25:00" in write_transcript(
        view([event]), ANN_AND_BEN
    )


def test_a_fact_of_a_tournament_has_no_place_in_a_game():
    with pytest.raises(ValueError, match="no words for tournament-opened"):
        write_transcript([Line(tournaments.TournamentOpened(slug="open", name="Open"))])


def test_points_for_a_failed_challenge_are_booked_where_the_mode_books_them():
    credited = ChallengeFailed(seat=Seat.SECOND, mode="m", credited=5)
    debited = ChallengeFailed(seat=Seat.SECOND, mode="m", debited=5)

    assert "credited 5   5 : 0" in write_transcript([Line(credited)], ANN_AND_BEN)
    assert "debited 5   0 : -5" in write_transcript([Line(debited)], ANN_AND_BEN)
