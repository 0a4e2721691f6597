"""Procedures for loose tiles, and when each is offered."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from ledger.game.drawing.procedures import TOUCHED, WHO, ruling
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
            "Stop the clocks, cover the racks and call the director; no tile is touched, "
            "those face up may be looked at.",
            clause,
            clock="neutral",
            calls_director=True,
        ),
        Step(
            "director",
            f"The director lays the {tiles(fact.count)} face up.",
            clause,
            tiles=fact.count,
            clock="neutral",
        ),
        Step(
            "opponent",
            f"{player}'s rack is put apart face down and shuffled; {opponent} turns up "
            f"{tiles(shown)} of it, so that {fact.face_up} lie face up.",
            clause,
            tiles=shown,
            clock="neutral",
        ),
        Step(
            "opponent",
            f"{opponent} gives {player} any {tiles(fact.given)} of those face up; the other "
            f"{fact.face_up - fact.given} go into the bag.",
            clause,
            tiles=fact.given,
            asks="settle-spill",
            answers=(("given", fact.given), ("returned", fact.face_up - fact.given)),
        ),
    )
    decides = ruling("spill", "The director says what follows this spill.", rules)
    return Procedure(
        name="spill",
        title=f"{player} spilled {tiles(fact.count)}",
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
        "found-tiles", "The director says what is done with the tiles that were found.", rules
    )
    return Procedure(
        name="found-tiles",
        title=f"{tiles(fact.count)} found",
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
    words = IN_THE_BAG if fact.where == "bag" else OUTSIDE[rule.known()]
    seen = (
        "into the bag, unseen if possible"
        if rule.value == "who-should-have-drawn"
        else "shown to both players" + (", then into the bag" if fact.where == "outside" else "")
    )
    return in_order(
        Step(
            "both",
            f"What was found, {tiles(fact.count)}, goes {seen}."
            if rule.value == "who-should-have-drawn"
            else f"What was found, {tiles(fact.count)}, is {seen}.",
            clause,
            tiles=fact.count,
        ),
        fact.where == "outside"
        and late.off_the_board.value is True
        and _off_the_board(opened, rules),
        Step(
            "both",
            words.racks,
            clause,
            asks="restore-racks",
            done=opened.has(RacksRestored),
            questions=(Question("racks", "how-many-tiles-do-both-hold-what", "pair"),),
        ),
        Step(
            "both",
            words.draws,
            clause,
            asks="name-entitled",
            questions=(Question("seat", words.who, "seat"),),
        ),
    )


class FoundWords(Struct, frozen=True):
    """What is said of the racks, of who gets what was found, and how that is asked."""

    racks: str
    draws: str
    who: str


TAKEN_OFF = "Players who cleared their racks too soon put those tiles back; enter what both hold."
ONE_RACK = "If only one player then has tiles, the game is over and is counted anew."

IN_THE_BAG = FoundWords(
    TAKEN_OFF,
    f"The player whose draw was due first takes what was found. {ONE_RACK} No turn is played "
    "again.",
    "who-should-have-drawn-first",
)
OUTSIDE = {
    "restore-and-draw": FoundWords(
        f"{TAKEN_OFF} With seven each play goes on; with seven on one the other draws.",
        f"With seven on neither, the player whose draw was due first draws. {ONE_RACK} No turn is "
        "played again.",
        "who-should-have-drawn-first",
    ),
    "who-should-have-drawn": FoundWords(
        "Enter what both players hold.",
        "Players and director find out who should have drawn it. That player gets it, without a "
        "penalty. If nobody can tell, or time is short, the game goes on without it.",
        "who-should-have-drawn-it-or-nobody",
    ),
}
"""For tiles found in the bag, and outside it by the kind of rule."""


def _off_the_board(opened: Opened, rules: Rulebook) -> Step:
    """A tile found on the table may have come off the board."""
    return Step(
        "both",
        "Both check that the tile did not come off the board, above all from edges and "
        "corners; once agreed, the board is not corrected later.",
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
