"""Which point a rulebook leaves to the director where an entry was written all the same.

Nothing of it is stored but the remark: the point follows from what was entered, so that entries
of old records are told like new ones.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any

from msgspec import Struct

from ledger.game.absences.facts import LateClockRanOut, PlayerArrived
from ledger.game.blanks.facts import BlankUndeclared, RedesignationChallenged
from ledger.game.challenges.facts import ChallengeFailed
from ledger.game.clock.facts import DirectorPetitioned, OvertimeRecorded
from ledger.game.drawing.facts import (
    DrawnOutOfOrder,
    Overdrawn,
    TileDroppedBack,
    TilesDrawn,
    Underdrawn,
)
from ledger.game.endings import facts as endings
from ledger.game.endings.facts import GameForfeited
from ledger.game.exchanges import facts as exchanges
from ledger.game.judging import facts as judging
from ledger.game.loose_tiles import facts as loose_tiles
from ledger.game.placement import facts as placement
from ledger.game.setting_up.facts import GameStarted, TimeAssigned
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import standing
from ledger.game.turns import facts as turns
from ledger.messages import say
from ledger.record.events import Event
from ledger.record.fact import Fact
from ledger.record.standing import taken_back
from ledger.rulebook import Clause, Rulebook, rules_of
from ledger.rulebook.ambiguities import ambiguities
from ledger.vocabulary.remarks import DIRECTOR_TO_CONFIRM

ClauseOf = str | Callable[[Any, Rulebook], Clause[Any]]
"""Where a rulebook has the rule of a point, as ``drawing.dropped_back``; or what finds it."""


class LeftOpen(Struct, frozen=True, kw_only=True):
    """A point that is left to the director.

    Attributes:
      point: what has to be settled, by its name in ``game_sheet.point`` of the catalogues.
      clause: the rule it is a point of, as ``nsa-1998 IX.A``; where the book says nothing, the
        rule that lets the director decide.
      fact: what was entered, which leaves it open.
    """

    point: str
    clause: str
    silent: bool
    fact: Fact
    trap: str = ""

    @property
    def words(self) -> str:
        """The point by itself, as the head of a row or a page."""
        return say(f"game_sheet.point-alone.{self.point}")

    @property
    def as_clause(self) -> str:
        """The point as it goes on after "leaves to the director"."""
        return say(f"game_sheet.point.{self.point}")


def left_open(sheet: Sheet, event: Event) -> LeftOpen | None:
    """The point left to the director by an entry; ``None``: its remarks name none."""
    noticed = event.envelope.remarks
    if DIRECTOR_TO_CONFIRM not in noticed:
        return None
    rules = rules_of(sheet.scheduled)
    fact = _named_in(sheet, event)
    point, clause_of = POINTS.get(type(fact), OTHERWISE)
    clause = attrgetter(clause_of)(rules) if isinstance(clause_of, str) else clause_of(fact, rules)
    trap = next((code for code in noticed if code in ambiguities()), "")
    cited = ambiguities()[trap].cited(rules.id) if trap else ""
    return LeftOpen(
        point=point(fact) if callable(point) else point,
        clause=cited if cited and str(clause) == str(rules.fallback.decides) else str(clause),
        silent=not (trap or clause.is_known),
        fact=fact,
        trap=trap,
    )


def is_there(sheet: Sheet, event: Event) -> bool:
    """Whether an entry was not struck out or taken back since, so that its point is still one."""
    version = event.originator_version
    if version in taken_back(sheet.events):
        return False
    struck = (one for one in standing(sheet.events) if one.fact is None)
    return all(one.event.originator_version != version for one in struck)


def _named_in(sheet: Sheet, event: Event) -> Fact:
    """What of an entry leaves the point open; remarks go on the first of its facts."""
    command = event.envelope.command_id
    facts = [one.fact for one in sheet.events if one.envelope.command_id == command]
    of_kinds = (fact for kind in POINTS for fact in facts if type(fact) is kind)
    return next(of_kinds, event.fact)


def _of_the_forfeit(fact: GameForfeited, rules: Rulebook) -> Clause[Any]:
    if fact.cause == "overtime":
        return rules.overtime.forfeit_outcome
    if fact.cause in ("late", "no-show"):
        return rules.lateness.forfeit_margin
    return rules.leaving.outcome if fact.cause == "left" else rules.fallback.decides


def _of_the_time(_fact: Fact, rules: Rulebook) -> Clause[Any]:
    both = rules.lateness.both_late
    return both if not both.is_known or both.inferred else rules.lateness.one_late


def _of_the_spill(fact: loose_tiles.TilesSpilled, rules: Rulebook) -> Clause[Any]:
    spills = rules.spills
    phases: dict[str, Clause[Any]] = {
        "drawing": spills.while_drawing,
        "after-refill": spills.after_refill,
    }
    return phases.get(fact.phase, spills.otherwise)


def _of_the_petition(fact: DirectorPetitioned) -> str:
    if fact.what == "extra-time":
        return "more-time"
    return "press-of-the-clock"


def _petitioned(fact: DirectorPetitioned, rules: Rulebook) -> Clause[Any]:
    extra = fact.what == "extra-time"
    return rules.timer.extra_time if extra else rules.timer.press_nullified


def _found(fact: loose_tiles.TilesFound, rules: Rulebook) -> Clause[Any]:
    late = rules.tiles_found
    return late.in_bag if fact.where == "bag" else late.outside


OTHERWISE: tuple[str, ClauseOf] = (
    "what-follows",
    "fallback.decides",
)
"""Of an entry that is not told of here."""

STRUCK: tuple[str, ClauseOf] = (
    "challenge-of-a-struck-play",
    "fallback.decides",
)

ASTRAY: tuple[str, ClauseOf] = (
    "tiles-astray",
    "placing.stray_words",
)

NUMBER: tuple[str, ClauseOf] = (
    "number-exchanged",
    "exchange.number_that_binds",
)

LATE: tuple[str, ClauseOf] = ("time-of-who-came-late", _of_the_time)

POINTS: dict[type[Fact], tuple[str | Callable[[Any], str], ClauseOf]] = {
    judging.MisadjudicationFound: (
        "turns-since-a-wrong-verdict",
        "challenge.misadjudication",
    ),
    turns.PlayRetracted: STRUCK,
    turns.EntryCorrected: STRUCK,
    endings.GameResigned: (
        "points-lost",
        lambda fact, rules: (
            rules.resignation.least_margin if fact.proper else rules.resignation.improper
        ),
    ),
    GameForfeited: ("points-won-and-lost", _of_the_forfeit),
    RedesignationChallenged: (
        "words-of-a-new-letter",
        "blank_declaring.words_reopened",
    ),
    BlankUndeclared: (
        "blank-not-declared",
        "blank_declaring.undeclared",
    ),
    GameStarted: (
        "no-timer",
        "timer.mandatory",
    ),
    LateClockRanOut: (
        "lost-by-who-has-not-come",
        "lateness.compulsory",
    ),
    PlayerArrived: LATE,
    TimeAssigned: LATE,
    DrawnOutOfOrder: (
        "drawn-out-of-order",
        "draw_order.short_bag",
    ),
    TileDroppedBack: (
        "put-back-into-the-bag",
        "drawing.dropped_back",
    ),
    Overdrawn: (
        "overdraw-after-a-play",
        "drawing.overdraw_found_after_next_play",
    ),
    Underdrawn: (
        "too-few-drawn",
        "drawing.underdraw_window",
    ),
    TilesDrawn: (
        "drawing-while-judged",
        "drawing.during_adjudication",
    ),
    DirectorPetitioned: (_of_the_petition, _petitioned),
    OvertimeRecorded: (
        "overtime-with-hands",
        "overtime.analogue",
    ),
    placement.OrientationSet: (
        "way-of-the-first-play",
        "placing.orientation",
    ),
    placement.PlacementChallenged: (
        "reasons-of-a-placement",
        "placing.grounds",
    ),
    placement.PlacementJudged: (
        "cost-of-a-placement",
        "placing.wrong_challenge",
    ),
    exchanges.ExchangeJudged: (
        "cost-of-an-objection",
        "improper_exchange.wrong_objection",
    ),
    exchanges.UnwantedTilesFound: (
        "not-returned",
        "improper_exchange.left_on_table",
    ),
    ChallengeFailed: (
        "whose-score",
        "challenge.points_go_to",
    ),
    loose_tiles.TilesFound: ("tiles-found", _found),
    loose_tiles.TilesSpilled: ("tiles-spilled", _of_the_spill),
    turns.TilesExchanged: NUMBER,
    turns.TurnPassed: NUMBER,
    turns.PlayRecorded: ASTRAY,
}
"""By what was entered: the point by its name, and the rule it is of; the first that fits holds."""
