"""What whom is shown: every kind of event for every viewer, as a table that people can read."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal, get_args, get_origin
from uuid import uuid4

import msgspec
import pytest
from msgspec.structs import replace

from ledger.desk.desk import Desk
from ledger.desk.requests import Sent
from ledger.game.challenges.facts import SinceTheTurn
from ledger.game.challenges.holds import CallHold
from ledger.game.setting_up.facts import GameScheduled
from ledger.game.sheet.folding import replay
from ledger.game.turns.facts import PlayRecorded
from ledger.gcg.exporting import exported
from ledger.record.engine import open_log
from ledger.record.events import FACT_TYPES
from ledger.record.fact import Fact, Removed, TakenBack
from ledger.replay.replayed import replay_of
from ledger.replay.text_sheet import game_text
from ledger.simulation import simulated
from ledger.simulation.tournament import Ticking
from ledger.visibility import (
    TELL_NOTHING_MORE,
    Viewer,
    is_over,
    sheet_visible_to,
    viewer_of,
    visible_to,
)
from ledger.vocabulary import WITHHELD, Role, Seat
from migrations import bring_up_to_date
from tests.desks import a_desk, the_table
from tests.store.make_stored import a_struct
from tests.tiers import all_at_once

TABLE = Path(__file__).with_name("shown_to_whom.txt")
HEAD = """\
# What whom is shown of every kind of event. A column a viewer: visitor without a badge, player at
# signing, scorekeeper of this table, scorekeeper of another, word judge, director, organiser.
# Two letters each: while the game is in play, and when it is over.
#   +  all of it        p  without the private fields      s  without the sealed fields
#   -  nothing          b  without either
# Then how many fields it has, so that a new one is looked at, and which of them are which.
# Sealed fields are racks, draws and whether a score adds up; private ones are people's words.
# Whoever changes a line says so in the review: it is somebody's privacy, or somebody's game.
#                               vi pl ke ok wj td or
"""


@cache
def example(kind):
    """A fact of this kind with something in every field, its score added up wrongly.

    Of a list of words, one that is private if any of them is.
    """
    listed = {}
    for field in msgspec.structs.fields(kind):
        words = set(get_args(field.type)) if get_origin(field.type) is Literal else set()
        if private := sorted(words - TELL_NOTHING_MORE - {field.default}):
            listed[field.name] = private[-1]
    return replace(a_struct(kind, every_field=True), **listed)


def withheld(viewer, fact, *, over):
    """The fields this viewer is not shown, as a set; ``None`` where the fact is not shown."""
    shown = visible_to(viewer, fact, over=over)
    if shown is None:
        return None
    assert type(shown) is type(fact)
    return {name for name in fact.__struct_fields__ if getattr(shown, name) != getattr(fact, name)}


def of_function(topic):
    """A line of the table, as the function has it."""
    kind = FACT_TYPES[topic]
    fact = example(kind)
    private = set(kind.visibility.private)
    cells, sealed = [], set()
    for viewer in Viewer:
        cell = ""
        for over in (False, True):
            gone = withheld(viewer, fact, over=over)
            if gone is None:
                cell += "-"
                continue
            assert not gone & private or private <= gone, (topic, viewer)
            sealed |= gone - private
            cell += {(0, 0): "+", (1, 0): "p", (0, 1): "s", (1, 1): "b"}[
                bool(gone & private), bool(gone - private)
            ]
        cells.append(cell)
    fields = [
        f"{name} {' '.join(sorted(some))}"
        for name, some in (("sealed:", sealed), ("private:", private))
        if some
    ]
    count = len(kind.__struct_fields__)
    return f"{topic:31} {' '.join(cells)} {count:2}  {'; '.join(fields)}".rstrip()


def test_PR2_every_kind_of_event_is_shown_to_every_viewer_as_the_table_says():
    lines = TABLE.read_text("utf-8").removeprefix(HEAD).splitlines()

    assert lines == [of_function(topic) for topic in FACT_TYPES], (
        "python -m tests.ledger.test_shown_to writes the table anew; read what changed in it"
    )


@pytest.mark.found("PR1", "PR2")
def test_PR2_no_kind_of_event_is_left_out_and_no_field_is_misspelt():
    for kind in FACT_TYPES.values():
        says = "visibility" in vars(kind)
        assert says or kind.__module__.startswith("ledger.incidents.facts"), f"{kind} says nothing"
        assert {*kind.__bases__} <= {Fact, SinceTheTurn, Removed, TakenBack}, (
            f"{kind} would be shown as what it derives from"
        )
        assert {*kind.visibility.sealed, *kind.visibility.private} <= set(kind.__struct_fields__), (
            kind
        )

    class Unlisted(Fact, frozen=True, tag="unlisted"):
        rack: str

    unlisted = Unlisted(rack="QZ")
    for viewer in set(Viewer) - {Viewer.DIRECTOR, Viewer.ORGANISER}:
        assert visible_to(viewer, unlisted, over=True) is None


@pytest.mark.found("PR2")
@pytest.mark.parametrize("over", [False, True])
def test_PR2_people_s_words_are_never_a_visitor_s(over):
    """A field of text is private unless it is listed here: names, places, words of a list."""
    told = {
        name
        for topic, kind in FACT_TYPES.items()
        if (shown := visible_to(Viewer.VISITOR, example(kind), over=over)) is not None
        for name in kind.__struct_fields__
        if isinstance(value := getattr(shown, name), str) and value.endswith("Zoë")
    }
    at_the_table = {
        "mode", "how", "method", "cause", "unit", "kind", "fault", "timer", "becomes", "ground",
        "letter", "claimed", "real", "square", "board", "tile_set", "until", "lexicon",
        "clause",  # of the book, under which a result was amended
    }  # fmt: skip
    of_the_event = {"tournament", "division", "rulebook", "rulebook_digest", "slug", "name",
                    "place", "source", "value", "digest", "zone", "language", "beside", "team",
                    "first_day", "last_day",
                    "announced"}  # fmt: skip
    of_the_record = {"origin", "root", "note", "about", "because", "key", "replaces", "signed",
                     "signature", "certificate",
                     "signing_key"}  # fmt: skip  # of keys and checkpoints
    of_hands = {"tiles", "rack", "moment", "remedy", "group", "phase", "where", "what"}

    assert told <= at_the_table | of_the_event | of_the_record | (of_hands if over else set())


@all_at_once
@pytest.mark.parametrize("topic", FACT_TYPES)
def test_what_is_not_shown_is_of_the_kind_of_what_is(topic):
    """A word of a closed list was left out as ``()`` once, and no visitor could read the game."""
    fact = example(FACT_TYPES[topic])
    defaults = {field.name: field.default for field in msgspec.structs.fields(fact)}
    for viewer in Viewer:
        shown = visible_to(viewer, fact, over=False) or fact
        for name, default in defaults.items():
            now, was = getattr(shown, name), getattr(fact, name)

            assert now == default or isinstance(now, str) == isinstance(was, str), (viewer, name)


@pytest.mark.parametrize(
    ("topic", "name"), [("entry-corrected", "replacement"), ("turn-inserted", "turn")]
)
def test_PR2_a_turn_within_a_correction_is_shown_as_an_entry_is(topic, name):
    play = example(PlayRecorded)
    corrected = replace(example(FACT_TYPES[topic]), **{name: play})

    shown = visible_to(Viewer.VISITOR, corrected, over=False)

    assert getattr(shown, name) == visible_to(Viewer.VISITOR, play, over=False)
    assert getattr(shown, name).rack == ""
    assert (shown.reason, shown.approved_by) == (WITHHELD, WITHHELD)


def test_PR1_a_score_that_does_not_add_up_is_the_players_to_find():
    play = replace(example(PlayRecorded), announced=30, computed=32)

    assert visible_to(Viewer.VISITOR, play, over=False).computed is None
    assert visible_to(Viewer.VISITOR, play, over=False).words == ()
    assert visible_to(Viewer.VISITOR, play, over=True).computed == 32
    right = replace(play, computed=30)
    assert visible_to(Viewer.VISITOR, right, over=False).words == right.words


def test_PR2_a_reason_that_everybody_sees_is_told():
    forfeited = FACT_TYPES["game-forfeited"](loser=None, cause="overtime")

    assert "overtime" in TELL_NOTHING_MORE
    assert visible_to(Viewer.VISITOR, forfeited, over=True) == forfeited


def test_PR1_whoever_shows_no_badge_is_a_visitor():
    assert {viewer_of(role) for role in ("", "anyone", "display", "Director", "player")} == {
        Viewer.VISITOR
    }
    for role in Role:
        near, far = viewer_of(role, at_this_table=True), viewer_of(role)
        assert (near is far) == (role not in (Role.SCOREKEEPER, Role.PLAYER))


# While a hold lasts, nothing tells what was drawn or what is left.


@pytest.mark.found("PR1")
def test_PR1_two_games_that_differ_only_in_what_was_drawn_look_the_same_to_a_visitor(tmp_path):
    facts = FACT_TYPES
    drawn = (
        facts["tiles-drawn"](seat=Seat.FIRST, moment="first-tile-racked", count=1),
        facts["courtesy-draw"](seat=Seat.FIRST, drawn=4, racked=True),
        facts["overdrawn"](
            seat=Seat.FIRST, held=3, drawn=6, due=4, over=2, touched=True, mixed=True,
            noticed_by="opponent", group="all", size=9, revealed=4, racks=(9, 7),
        ),
        facts["bag-counted"](count=81),
    )  # fmt: skip
    with a_desk(tmp_path, with_a_table=True) as desk:
        table = the_table(desk)
        table.play(Seat.FIRST, "8D", "WINDY")
        table.enter(CallHold(seat=Seat.SECOND))
        before = table.sheet
        sent = Sent(by="K1", command_id=uuid4(), device="t1")
        desk.log.append(desk.enveloped(before.id, before.version, drawn, sent))
        after = desk.sheet(before.id)

        told = [
            (msgspec.json.encode(replay_of(shown)), exported(shown), game_text(shown))
            for shown in (sheet_visible_to(Viewer.VISITOR, sheet) for sheet in (before, after))
        ]
    assert after.stock != before.stock
    assert told[0] == told[1]


# What is left out changes nothing of what is shown: boards, scores, states.


def shown_of(sheet):
    return (
        sheet.board.squares, sheet.totals, sheet.state, sheet.on_move, sheet.final, sheet.ended,
        sheet.clock.times, sheet.zero_turns, sheet.ending.forfeit is None,
        bool(sheet.ending.voided),
        [(line.version, line.kind, line.seat, line.score, line.totals) for line in sheet.lines],
    )  # fmt: skip


@pytest.mark.found("PR1")
@pytest.mark.parametrize("book", ["wespa-5.1", "nsa-1998"])
def test_PR1_a_visitor_sees_the_same_board_and_scores_and_no_rack_before_the_end(tmp_path, book):
    bring_up_to_date(tmp_path, {})
    log = open_log(tmp_path, {})
    desk = Desk(log, now=Ticking())
    simulated(desk, book, seed=5, games=2)
    games = [e.originator_id for _, e in log.read(0, 10**6) if isinstance(e.fact, GameScheduled)]
    looked_at = 0
    for game in games:
        events = desk.sheet(game).events
        for version in range(2, len(events) + 1, 3):
            sheet = replay(events[:version])
            shown = sheet_visible_to(Viewer.VISITOR, sheet)
            assert shown_of(shown) == shown_of(sheet), (game, version)
            if not is_over(sheet):
                looked_at += 1
                assert not any(line.rack or line.tiles for line in shown.lines)
    log.close()
    assert looked_at > 15


if __name__ == "__main__":
    TABLE.write_text(HEAD + "\n".join(of_function(topic) for topic in FACT_TYPES) + "\n", "utf-8")
