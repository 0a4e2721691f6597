"""Exchanges with too few tiles in the bag, or from a rack of the wrong size: what is done.

How far the exchange had got decides (rules matrix 2.I.1): nothing drawn, drawn, on the rack,
returned, or found too late. Here are the numbers only; who does what is in
``ledger.game.play.exchanges.objection_procedure``.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from ledger.refusals.saying import refusal
from ledger.rulebook import Rulebook
from ledger.rulebook.gaps import trap
from ledger.vocabulary import RACK_SIZE, Points, Seconds
from ledger.vocabulary.refusals import Refusal

SURPLUS_SHOWN = {"x+3": 3, "x+2": 2, "x+1": 1, "x": 0}


class Stage(Struct, frozen=True, kw_only=True):
    """How far an exchange had got when it was objected to.

    Attributes:
      bag: tiles in the bag when it was announced.
      rack: tiles on the rack then, those put out included.
      laid: tiles put out.
      drawn: new tiles drawn.
      racked: a new tile is on the rack.
      returned: of those put out, how many are back in the bag.
      next_turn_done: the opponent's next turn is over, and accepted.
    """

    bag: int
    rack: int = RACK_SIZE
    laid: int
    drawn: int = 0
    racked: bool = False
    returned: int = 0
    next_turn_done: bool = False

    @property
    def bag_now(self) -> int:
        """Tiles in the bag at the objection."""
        return self.bag - self.drawn + self.returned


class Remedy(Struct, frozen=True, kw_only=True):
    """What is done about an improper exchange.

    Attributes:
      kind: ``undone`` (everything back), ``from-the-bag`` (rack filled from the bag),
        ``from-the-rack`` (rack chosen from the rack and the tiles set aside),
        ``from-all`` (from rack, bag and tiles set aside), ``surplus`` (as an overdraw),
        ``points`` (found late), ``nothing``, or ``ruling``.
      turn: what becomes of the turn: as ``improper_exchange.turn_becomes``; empty if it stays.
      pool: tiles the opponent picks from, or among which some are turned up.
      shown: how many of them the opponent sees.
      chosen: how many of them the player gets.
      back: tiles that go to the bag of those shown.
      to_rack: tiles set aside that simply go back to the rack.
      rack: tiles on the rack afterwards.
      bag: tiles in the bag afterwards.
      points: taken from the exchanger's score.
      within: seconds to choose; ``None``: not stated.
      clause: the rule.
      traps: ids of the gaps this was worked out across, with our reading.
    """

    kind: str
    clause: str
    turn: str = ""
    pool: int = 0
    shown: int = 0
    chosen: int = 0
    back: int = 0
    to_rack: int = 0
    rack: int = 0
    bag: int = 0
    points: Points = Points(0)
    within: Seconds | None = None
    traps: tuple[str, ...] = ()

    @property
    def open_ended(self) -> bool:
        """Whether the director says which tiles go where: play has gone on, no number holds."""
        return self.kind == "ruling" and not self.rack

    @property
    def settled(self) -> bool:
        """Whether no tile has to be moved."""
        return self.kind in ("points", "nothing")


def looks_legal(stage: Stage, rules: Rulebook) -> bool | None:
    """Whether the exchange was legal by these counts; ``None`` where the book does not say.

    >>> from ledger.rulebook import load
    >>> v4 = load("wespa-4.0")
    >>> [looks_legal(Stage(bag=bag, rack=6, laid=3), v4) for bag in (8, 7)]
    [True, False]
    """
    if stage.rack > RACK_SIZE:
        return False if rules.improper_exchange.surplus_rack.is_known else None
    short = rules.improper_exchange.short_rack.is_known
    bag = stage.bag - (RACK_SIZE - stage.rack if short else 0)
    return bag >= rules.exchange.minimum_in_bag.known()


def remedy(stage: Stage, rules: Rulebook) -> Remedy:
    """What is done about an exchange that was illegal.

    >>> from ledger.rulebook import load
    >>> racked = Stage(bag=5, laid=3, drawn=3, racked=True)
    >>> found = remedy(racked, load("wespa-4.0"))
    >>> found.shown, found.chosen, found.back, found.bag
    (10, 7, 3, 5)
    """
    improper = rules.improper_exchange
    if stage.rack > RACK_SIZE:
        improper.surplus_rack.known()
        return _surplus(stage, rules)
    return PROCEDURES[improper.procedure.known()](stage, rules)


def _by_stage(stage: Stage, rules: Rulebook) -> Remedy:
    """2.I.1 of the rules matrix, cases (i) to (v)."""
    improper = rules.improper_exchange
    turn, within = improper.turn_becomes.known(), rules.exchange.illegal_choose_within.value
    short = ("T4-40",) if stage.rack < RACK_SIZE else ()
    if stage.next_turn_done:
        late = rules.exchange.illegal_late_points
        return Remedy(kind="points", points=late.known(), clause=str(late))
    if not stage.racked and not stage.returned:
        return _undone(stage, turn, f"{improper.procedure}(ii)", short)
    complete = ("T4-19",) if stage.returned == stage.laid else ()
    if not stage.racked:
        to_rack = stage.laid - stage.returned
        held = stage.rack - stage.laid + to_rack
        pool = stage.bag + stage.returned
        chosen = min(RACK_SIZE - held, pool)
        return Remedy(
            kind="from-the-bag", turn=turn, pool=pool, shown=pool, chosen=chosen,
            back=pool - chosen, to_rack=to_rack, rack=held + chosen, bag=pool - chosen,
            within=within, clause=f"{improper.procedure}(iii)", traps=("T4-34", *short),
        )  # fmt: skip
    if not stage.returned:
        pool = stage.rack + stage.drawn
        chosen = min(RACK_SIZE, pool)
        return Remedy(
            kind="from-the-rack", turn=turn, pool=pool, shown=pool, chosen=chosen,
            back=pool - chosen, rack=chosen, bag=stage.bag - stage.drawn + pool - chosen,
            within=within, clause=f"{improper.procedure}(iv)", traps=("T4-34", *short),
        )  # fmt: skip
    return _from_all(stage, turn, within, f"{improper.procedure}(v)", ("T4-34", *complete, *short))


def _until_returned(stage: Stage, rules: Rulebook) -> Remedy:
    """The right to object is gone with the first unwanted tile in the bag (I-09)."""
    improper = rules.improper_exchange
    if stage.returned:
        raise right_gone(rules)
    turn = improper.turn_becomes.known()
    if stage.next_turn_done:
        return Remedy(kind="ruling", turn=turn, clause=str(improper.turn_becomes), traps=("T1-13",))
    undone = _undone(stage, turn, str(improper.turn_becomes), ())
    if not stage.drawn:
        return undone
    return replace(undone, kind="ruling", traps=("T1-13",))


def _opponent_chooses(stage: Stage, rules: Rulebook) -> Remedy:
    """Nothing drawn: the turn is lost. Drawn: the opponent picks from everything (I-07, I-08)."""
    improper = rules.improper_exchange
    clause = str(improper.procedure)
    if stage.next_turn_done:
        return Remedy(kind="nothing", clause=str(rules.exchange.illegal_found_late))
    if not stage.drawn and not stage.returned:
        return _undone(stage, improper.turn_becomes.known(), clause, ("TN-12",))
    aside = ("TN-33",) if stage.returned < stage.laid else ()
    within = rules.exchange.illegal_choose_within.value
    return _from_all(stage, "", within, clause, ("TN-18", *aside))


def _undone(stage: Stage, turn: str, clause: str, traps: tuple[str, ...]) -> Remedy:
    return Remedy(
        kind="undone", turn=turn, shown=stage.drawn, back=stage.drawn, to_rack=stage.laid,
        rack=stage.rack, bag=stage.bag, clause=clause, traps=traps,
    )  # fmt: skip


def _from_all(
    stage: Stage, turn: str, within: Seconds | None, clause: str, traps: tuple[str, ...]
) -> Remedy:
    pool = stage.rack + stage.bag
    chosen = min(RACK_SIZE, pool)
    return Remedy(
        kind="from-all", turn=turn, pool=pool, shown=pool, chosen=chosen, back=pool - chosen,
        rack=chosen, bag=pool - chosen, within=within, clause=clause, traps=traps,
    )  # fmt: skip


def _surplus(stage: Stage, rules: Rulebook) -> Remedy:
    """From eight tiles or more: the pool less seven goes back, as after an overdraw (I-10)."""
    improper, drawing = rules.improper_exchange, rules.drawing
    pool = stage.rack - stage.returned + stage.drawn
    over = pool - RACK_SIZE
    shown = min(over + SURPLUS_SHOWN[drawing.touched_found_by_drawer.known()], pool)
    part, lost = ("(a)", "lost-turn") if not stage.drawn else ("(b)", "")
    part = "(c)" if stage.returned else part
    found = ["T4-26"] + ["T4-25"] * bool(stage.returned) + ["T4-14"] * bool(lost)
    found += ["T4-20"] * (over + 2 > pool)
    return Remedy(
        kind="surplus", turn=lost, pool=pool, shown=shown, chosen=shown - over, back=over,
        rack=RACK_SIZE, bag=stage.bag + stage.rack - RACK_SIZE,
        clause=f"{improper.surplus_rack}{part}",
        within=rules.drawing.overdraw_free_seconds.value,
        traps=tuple(id_ for id_ in found if trap(id_).cited(rules.id)),
    )  # fmt: skip


def right_gone(rules: Rulebook) -> Refusal:
    """The refusal of an objection that comes too late."""
    return refusal("right-gone", rules, trap=rules.exchange.illegal_found_late.trap)


PROCEDURES: dict[str, Callable[[Stage, Rulebook], Remedy]] = {
    "by-stage": _by_stage,
    "until-returned": _until_returned,
    "opponent-chooses": _opponent_chooses,
}
"""One for each kind of ``improper_exchange.procedure``."""
