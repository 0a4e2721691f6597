"""Procedures for loose tiles, and when each is offered."""

from __future__ import annotations

from typing import Any

from ledger.game.drawing.overdraws import ruling
from ledger.game.drawing.procedures import TOUCHED, WHO
from ledger.game.loose_tiles.facts import FoundTileChecked, RacksRestored, TilesFound, TilesSpilled
from ledger.game.loose_tiles.requests import spill_remedy
from ledger.game.procedure import (
    Offers,
    Procedure,
    Question,
    Step,
    begun,
    in_order,
    offer,
    opened_by,
)
from ledger.game.sheet.sheet import Opened, Sheet
from ledger.game.sheet.standing import tiles
from ledger.messages import say
from ledger.rulebook import Rulebook
from ledger.rulebook.model.options import Clause
from ledger.vocabulary.closed_lists import FoundWhere, SpillPhase

# The steps after a spill, and after tiles were found where none should be.


@opened_by(TilesSpilled)
def spill(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """Tiles spilled when few were in the bag, or under a book that does not say (H-17)."""
    fact = opened.fact
    assert isinstance(fact, TilesSpilled)
    player, opponent = sheet.name(fact.seat), sheet.name(fact.seat.opponent)
    clause = str(rules.spills.few_below)
    remedy = spill_remedy("not-drawing", fact.count, fact.bag, 0, True, rules)
    shown = fact.face_up - fact.count
    steps = (
        Step(
            "both",
            say("game_loose_tiles.stop-clocks-cover-racks-call-director"),
            clause,
            clock="neutral",
            calls_director=True,
        ),
        Step(
            "director",
            say("game_loose_tiles.director-lays-face-up", tiles=tiles(fact.count)),
            clause,
            tiles=fact.count,
            clock="neutral",
        ),
        Step(
            "opponent",
            say(
                "game_loose_tiles.rack-put-apart-face-down-shuffled",
                player=player,
                opponent=opponent,
                tiles=tiles(shown),
                face_up=fact.face_up,
            ),
            clause,
            tiles=shown,
            clock="neutral",
        ),
        Step(
            "opponent",
            say(
                "game_loose_tiles.gives-any-those-face-up-other",
                opponent=opponent,
                player=player,
                tiles=tiles(fact.given),
                number=fact.face_up - fact.given,
            ),
            clause,
            tiles=fact.given,
            asks="settle-spill",
            answers=(("given", fact.given), ("returned", fact.face_up - fact.given)),
        ),
    )
    decides = ruling("spill", say("game_loose_tiles.director-says-what-follows-spill"), rules)
    return Procedure(
        name="spill",
        title=say("game_loose_tiles.tiles-spilled", player=player, tiles=tiles(fact.count)),
        clause=clause if fact.remedy == "choice" else remedy.clause,
        steps=steps if fact.remedy == "choice" else (decides,),
        seat=fact.seat,
        version=opened.version,
        counts=(
            ("spilled", fact.count),
            ("bag-before", fact.bag),
            ("face-up", fact.face_up),
            ("given", fact.given),
            ("back-to-the-bag", fact.face_up - fact.given),
        ),
        traps=(remedy.trap,) if fact.remedy == "director" and remedy.trap else (),
        needs_ruling=fact.remedy == "director",
    )


@opened_by(TilesFound)
def found(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """Tiles found outside the bag or in a bag thought empty (H-15, H-16)."""
    first, second = sheet.stock.racks
    fact = opened.fact
    assert isinstance(fact, TilesFound)
    late = rules.tiles_found
    unruled = fact.remedy == "director"
    decides = ruling(
        "found-tiles", say("game_loose_tiles.director-says-what-done-with-tiles"), rules
    )
    return Procedure(
        name="found-tiles",
        title=say("game_loose_tiles.found", tiles=tiles(fact.count)),
        clause=str(_where_found(fact, rules)),
        steps=(decides,) if unruled else _what_is_done_with_them(opened, fact, rules),
        version=opened.version,
        counts=(("found", fact.count), ("first-rack", first), ("second-rack", second)),
        traps=(late.until.trap,) if late.until.trap else (),
        needs_ruling=unruled,
    )


def _where_found(fact: TilesFound, rules: Rulebook) -> Clause[Any]:
    return rules.tiles_found.in_bag if fact.where == "bag" else rules.tiles_found.outside


def _what_is_done_with_them(opened: Opened, fact: TilesFound, rules: Rulebook) -> tuple[Step, ...]:
    late, rule = rules.tiles_found, _where_found(fact, rules)
    clause = str(rule)
    found = "in-bag" if fact.where == "bag" else rule.known()
    earliest = found != "who-should-have-drawn"
    who = "who-should-have-drawn-first" if earliest else "who-should-have-drawn-it-or-nobody"
    return in_order(
        Step(
            "both",
            say(f"game_loose_tiles.what-was-found.{found}", tiles=tiles(fact.count)),
            clause,
            tiles=fact.count,
        ),
        fact.where == "outside"
        and late.off_the_board.value is True
        and _off_the_board(opened, rules),
        Step(
            "both",
            say(f"game_loose_tiles.racks-restored.{found}"),
            clause,
            asks="restore-racks",
            done=opened.has(RacksRestored),
            questions=(Question("racks", "how-many-tiles-do-both-hold-what", "pair"),),
        ),
        Step(
            "both",
            say(f"game_loose_tiles.who-gets-found.{found}"),
            clause,
            asks="name-entitled",
            questions=(Question("seat", who, "seat"),),
        ),
    )


def _off_the_board(opened: Opened, rules: Rulebook) -> Step:
    """A tile found on the table may have come off the board."""
    return Step(
        "both",
        say("game_loose_tiles.both-check-tile-did-not-come"),
        str(rules.tiles_found.off_the_board),
        asks="check-found-tile",
        done=opened.has(FoundTileChecked),
        questions=(
            Question("from_board", "did-it-come-off-board", "yes-no"),
            Question("square", "if-so-from-which-square", "text"),
        ),
    )


def _before_its_end(sheet: Sheet, _rules: Rulebook) -> bool:
    return not sheet.ended and sheet.out is None


def _of_a_spill(rules: Rulebook) -> tuple[Question, ...]:
    spills = rules.spills
    agreed = Question("agreed", "do-both-agree-that-tiles-fell", "yes-no")
    declined = Question(
        "declined",
        "does-other-player-decline-overdraw-correction-and",
        "yes-no",
    )
    return (
        *((agreed,) if spills.while_drawing.value == "back-if-agreed" else ()),
        *((TOUCHED,) if spills.while_drawing.value == "as-overdraw" else ()),
        *((declined,) if spills.after_refill.value == "as-overdraw-unless-declined" else ()),
    )


OFFERS = Offers(begun, (
    offer("spill", "report-spill", "spills.while_drawing", WHO,
          Question("count", "how-many-lie-outside-bag", "number"),
          Question("phase", "when-did-it-happen", "choice", of=SpillPhase),
          _of_a_spill, when=_before_its_end),
    offer("found-tiles", "report-found",
          "tiles_found.outside",
          Question("where", "where-was-it", "choice", of=FoundWhere),
          Question("tiles", "which-tile", "tiles")),
    offer("missing-tile", "report-missing",
          "tiles_found.missing",
          Question("count", "how-many-were-missed", "number"),
          Question("searched", "was-it-searched-for", "yes-no"),
          Question("found", "how-many-were-found", "number")),
    offer("extra-tile", "report-extra", "tiles_found.extra",
          Question("count", "how-many-too-many", "number")),
))  # fmt: skip
